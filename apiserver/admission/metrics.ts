/**
 * How long plugins take, and what they refuse, under the reference's names.
 *
 * @module
 */

import type { Clock } from "../../toolkit/clock.ts";
import type { Family, Histogram, Registry } from "../../toolkit/metrics/mod.ts";
import type { AdmissionChain, AdmissionPlugin, AdmissionRequest, Operation } from "./admission.ts";

type Step = "admit" | "validate";
type Ask = (request: AdmissionRequest) => void | Promise<void>;

const SECONDS = [0.005, 0.025, 0.1, 0.5, 1, 2.5];

/** What is measured of admission. */
export interface AdmissionMetrics {
  /** A plugin that is measured under its name; only what it is called for counts. */
  plugin(name: string, plugin: AdmissionPlugin): AdmissionPlugin;
  /** All plugins together, whose steps are measured. */
  chain(chain: AdmissionChain): AdmissionChain;
}

/** Declares the metrics. */
export function declareAdmissionMetrics(
  registry: Registry,
  clock: Pick<Clock, "monotonic">,
): AdmissionMetrics {
  const plugins = registry.histogram({
    name: "apiserver_admission_controller_admission_duration_seconds",
    help: "How long admission plugins took, in seconds, by name, type (admit or validate), " +
      "operation, and whether the request was rejected.",
    labels: ["name", "type", "operation", "rejected"],
    stability: "STABLE",
    buckets: SECONDS,
  });
  const steps = registry.histogram({
    name: "apiserver_admission_step_admission_duration_seconds",
    help:
      "How long all admission plugins together took, in seconds, by type (admit or validate), " +
      "operation, and whether the request was rejected.",
    labels: ["type", "operation", "rejected"],
    stability: "STABLE",
    buckets: SECONDS,
  });
  return {
    plugin(name, { mutate, validate, ...more }) {
      const ask = (type: Step, asked: Ask) =>
        measured(asked, observer(plugins, { name, type }), clock);
      return {
        ...more,
        ...(mutate && { mutate: ask("admit", mutate) }),
        ...(validate && { validate: ask("validate", validate) }),
      };
    },
    chain({ mutate, validate }) {
      const step = (type: Step, asked: AdmissionChain["mutate"]) => {
        const ask = measured(asked, observer(steps, { type }), clock);
        return async (request: AdmissionRequest) => await ask(request);
      };
      return { mutate: step("admit", mutate), validate: step("validate", validate) };
    },
  };
}

/** The histogram of an operation, made when there is something to observe: what never happens is no series. */
type HistogramOf = (operation: Operation, rejected: boolean) => Histogram;

/** Children of a family by what differs from request to request, each looked up once. */
function observer<L extends string>(
  family: Family<L | "operation" | "rejected", Histogram>,
  labels: Readonly<Record<L, string>>,
): HistogramOf {
  const admitted: Partial<Record<Operation, Histogram>> = {};
  const refused: Partial<Record<Operation, Histogram>> = {};
  const make = (operation: Operation, rejected: boolean) =>
    family.with(
      { ...labels, operation, rejected: String(rejected) } as Record<
        L | "operation" | "rejected",
        string
      >,
    );
  return (operation, rejected) =>
    (rejected ? refused : admitted)[operation] ??= make(operation, rejected);
}

/** A write asks a score of plugins, most of which have their answer at once: nothing is made for those. */
function measured(ask: Ask, histogramOf: HistogramOf, clock: Pick<Clock, "monotonic">): Ask {
  const done = ({ operation }: AdmissionRequest, began: number, rejected: boolean) =>
    histogramOf(operation, rejected).observe((clock.monotonic() - began) / 1000);
  return (request) => {
    const began = clock.monotonic();
    let pending: void | Promise<void>;
    try {
      pending = ask(request);
    } catch (error) {
      done(request, began, true);
      throw error;
    }
    if (pending === undefined) return done(request, began, false);
    return pending.then(() => done(request, began, false), (error) => {
      done(request, began, true);
      throw error;
    });
  };
}
