/**
 * Counts and times requests, by what they are about.
 *
 * @module
 */

import type { Clock } from "../../toolkit/clock.ts";
import type { Counter, Gauge, Histogram, Registry } from "../../toolkit/metrics/mod.ts";
import type { RequestContext } from "../http/context.ts";
import { lasts, whenOver } from "../http/response_end.ts";
import type { Filter } from "./filter.ts";

/** The metrics of requests, under the reference's names. */
export interface Measurements {
  /** The metrics of requests like this one. */
  of(context: RequestContext): Kinds;
}

/** The metrics of one kind of request. */
interface Kinds {
  readonly answered: (code: number) => Counter;
  readonly seconds: Histogram;
  readonly running: Gauge;
  /** Of those that last only. */
  readonly lasting: Gauge | undefined;
}

const SECONDS = [
  0.005,
  0.025,
  0.05,
  0.1,
  0.2,
  0.4,
  0.6,
  0.8,
  1,
  1.25,
  1.5,
  2,
  3,
  4,
  5,
  6,
  8,
  10,
  15,
  20,
  30,
  45,
  60,
];

/** What a request is told by. */
const LABELS = [
  "verb",
  "dry_run",
  "group",
  "version",
  "resource",
  "subresource",
  "scope",
  "component",
] as const;

const READING = new Set(["get", "list", "watch", "head"]);

/** Declares the metrics. */
export function declareMeasurements(registry: Registry): Measurements {
  const requests = registry.counter({
    name: "apiserver_request_total",
    help: "Number of requests that were answered, by verb, dry run, group, version, resource, " +
      "subresource, scope, component and HTTP status code.",
    stability: "STABLE",
    labels: [...LABELS, "code"],
  });
  const durations = registry.histogram({
    name: "apiserver_request_duration_seconds",
    help:
      "How long requests took to answer, in seconds, without watches and others that last, by verb, " +
      "dry run, group, version, resource, subresource, scope and component.",
    stability: "STABLE",
    labels: LABELS,
    buckets: SECONDS,
  });
  const inflight = registry.gauge({
    name: "apiserver_current_inflight_requests",
    help: "Number of requests that are being answered now, reading (readOnly) or writing " +
      "(mutating), without watches and others that last.",
    stability: "STABLE",
    labels: ["request_kind"],
  });
  const long = registry.gauge({
    name: "apiserver_longrunning_requests",
    help:
      "Number of watches and other lasting requests that are open now, by verb, group, version, " +
      "resource, subresource, scope and component.",
    stability: "STABLE",
    labels: ["verb", "group", "version", "resource", "subresource", "scope", "component"],
  });
  const reading = inflight.with({ request_kind: "readOnly" });
  const writing = inflight.with({ request_kind: "mutating" });
  const known = new Map<string, Kinds>();
  return {
    of(context) {
      const { verb, group, version, resource, subresource } = context.info;
      const dryRun = context.request.query.includes("dryRun=All") ? "All" : "";
      const scope = scopeOf(context);
      const name = `${verb} ${group}/${version}/${resource}/${subresource} ${scope} ${dryRun}`;
      let kinds = known.get(name);
      if (kinds !== undefined) return kinds;
      const place = { verb: verb.toUpperCase(), group, version, resource, subresource, scope };
      const labels = { ...place, component: "apiserver" };
      const byCode = new Map<number, Counter>();
      kinds = {
        answered(code) {
          let counter = byCode.get(code);
          if (counter === undefined) {
            counter = requests.with({ ...labels, dry_run: dryRun, code: String(code) });
            byCode.set(code, counter);
          }
          return counter;
        },
        seconds: durations.with({ ...labels, dry_run: dryRun }),
        running: READING.has(verb) ? reading : writing,
        lasting: context.isLongRunning ? long.with(labels) : undefined,
      };
      // What clients make up must not fill the memory.
      if (known.size < KNOWN_KINDS) known.set(name, kinds);
      return kinds;
    },
  };
}

const KNOWN_KINDS = 5000;

function scopeOf({ info }: RequestContext): string {
  if (!info.isResource) return "";
  if (info.name !== "") return "resource";
  return info.namespace === "" ? "cluster" : "namespace";
}

/** Counts each request, and times it. What lasts counts as long as its answer goes on. */
export function measure(measurements: Measurements, clock: Clock): Filter {
  return async (context, next) => {
    const kinds = measurements.of(context);
    const started = clock.monotonic();
    const running = kinds.lasting ?? kinds.running;
    running.inc();
    let goesOn = false;
    try {
      const response = await next();
      kinds.answered(response.status).inc();
      if (kinds.lasting === undefined || !lasts(response)) return response;
      goesOn = true;
      return whenOver(response, () => running.dec());
    } finally {
      if (!goesOn) running.dec();
      if (kinds.lasting === undefined) kinds.seconds.observe((clock.monotonic() - started) / 1000);
    }
  };
}
