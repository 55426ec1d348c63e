/**
 * The metrics of one process, or of one server in a test: declared once, shown in the Prometheus
 * text format.
 *
 * @module
 */

import { API_LEVEL } from "../version.ts";
import { CounterFamily, GaugeFamily } from "./counter.ts";
import { HistogramFamily, type HistogramOptions } from "./histogram.ts";
import {
  type Counter,
  type Family,
  type Gauge,
  type Histogram,
  type LabelPolicy,
  type MetricOptions,
  sample,
} from "./metric.ts";
import { deprecation, hiddenVersionProblem, type MinorVersion, parseMinor } from "./visibility.ts";

/** For a metric's label, the values that are shown; any other is shown as `unexpected`. */
export interface LabelAllowList {
  readonly metric: string;
  readonly label: string;
  readonly values: readonly string[];
}

/** Which metrics and label values are shown. */
export interface RegistryOptions {
  /** Full names that are off, whatever else would show them. */
  readonly disabled?: readonly string[];
  readonly allowLabels?: readonly LabelAllowList[];
  /** The previous minor version, whose hidden metrics are shown. */
  readonly showHiddenFor?: string;
  /** The running version; that of the API unless given. */
  readonly version?: MinorVersion;
}

/** The content type of what {@link Registry.render} returns. */
export const METRICS_CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

/** The value of a label whose own value is in no list. */
const UNEXPECTED = "unexpected";

interface Registered {
  readonly type: "counter" | "gauge" | "histogram";
  readonly options: MetricOptions;
  readonly state: "none" | "deprecated" | "hidden" | "disabled";
  render(lines: string[]): void;
  /** What those count in who declare it once more; undefined where nobody may. */
  readonly family?: object | undefined;
}

function sameMetric(
  known: Registered,
  type: Registered["type"],
  { help, labels = [] }: MetricOptions<string>,
): boolean {
  return known.type === type && known.options.help === help &&
    (known.options.labels ?? []).join() === labels.join();
}

/** Metrics by name. */
export class Registry {
  readonly #metrics = new Map<string, Registered>();
  readonly #options: RegistryOptions;
  readonly #version: MinorVersion;
  readonly #policy: LabelPolicy;
  readonly #disabled: ReadonlySet<string>;
  readonly #droppedSeries: Family<"metric", Counter>;
  readonly #unexpected: Counter;
  readonly #updates = new Set<() => void>();
  readonly #counts: Readonly<Record<"shown" | "hidden" | "disabled", Family<string, Counter>>>;

  /** A registry without metrics but those about itself. Throws for options that can't be. */
  constructor(options: RegistryOptions = {}) {
    this.#options = options;
    this.#version = options.version ?? parseMinor(API_LEVEL);
    const problem = hiddenVersionProblem(options.showHiddenFor ?? "", this.#version);
    if (problem !== undefined) throw new Error(problem);
    this.#disabled = new Set(options.disabled);
    const allowed = new Map(
      (options.allowLabels ?? []).map(({ metric, label, values }) => [
        `${metric},${label}`,
        new Set(values),
      ]),
    );
    this.#policy = {
      allowed: (metric, label, value) => {
        if (allowed.size === 0) return value;
        const values = allowed.get(`${metric},${label}`);
        if (values === undefined || values.has(value)) return value;
        this.#unexpected.inc();
        return UNEXPECTED;
      },
      dropped: (metric) => this.#droppedSeries.with({ metric }).inc(),
    };
    // Made by hand: declaring them counts, and the counts are not there yet.
    const own = (name: string, help: string, labels: readonly string[] = []) => {
      const family = new CounterFamily({ name, help, labels, stability: "BETA" }, this.#policy);
      this.#metrics.set(name, {
        type: "counter",
        options: family.options,
        state: "none",
        render: (lines) => family.render(lines),
      });
      if (labels.length === 0) family.with({});
      return family;
    };
    this.#counts = {
      disabled: own("disabled_metrics_total", "Number of metrics that --disabled-metrics hides."),
      hidden: own("hidden_metrics_total", "Number of deprecated metrics that are hidden."),
      shown: own("registered_metrics_total", "Number of metrics that are declared.", [
        "stability_level",
        "deprecated_version",
      ]),
    };
    this.#unexpected = this.counter({
      name: "cardinality_enforcement_unexpected_categorizations_total",
      help: "Number of label values that were shown as unexpected, as no allow list has them.",
    }).with({});
    this.#droppedSeries = this.counter({
      name: "metric_series_dropped_total",
      help:
        "Number of observations that were not recorded, as their metric has too many series already.",
      labels: ["metric"],
    });
  }

  /** Declares a counter with labels; the one that is there where several count in it. */
  counter<const L extends string = never>(options: MetricOptions<L>): Family<L, Counter> {
    return this.#declare("counter", options, () => new CounterFamily(options, this.#policy));
  }

  /** Declares a gauge with labels, as {@link counter}. */
  gauge<const L extends string = never>(options: MetricOptions<L>): Family<L, Gauge> {
    return this.#declare("gauge", options, () => new GaugeFamily(options, this.#policy));
  }

  /** Declares a histogram with labels, as {@link counter}. */
  histogram<const L extends string = never>(
    options: HistogramOptions<L>,
  ): Family<L, Histogram> {
    return this.#declare("histogram", options, () => new HistogramFamily(options, this.#policy));
  }

  /** Two parts may count in one metric, if they mean the same by it. */
  #declare<F extends { render(lines: string[]): void }>(
    type: Registered["type"],
    options: MetricOptions<string>,
    make: () => F,
  ): F {
    const known = this.#metrics.get(options.name);
    if (known?.family !== undefined && sameMetric(known, type, options)) return known.family as F;
    const family = make();
    this.#register(type, options, (lines) => family.render(lines), family);
    return family;
  }

  /** Declares a metric without labels whose value is asked for when it is shown: none while that is undefined. */
  observed(
    type: "counter" | "gauge",
    options: MetricOptions<never>,
    read: () => number | undefined,
  ): void {
    this.#register(type, options, (lines) => {
      const value = read();
      if (value !== undefined) lines.push(sample(options.name, "", value));
    });
  }

  /** Whether a metric of this name is declared. */
  has(name: string): boolean {
    return this.#metrics.has(name);
  }

  #register(
    type: Registered["type"],
    options: MetricOptions<string>,
    render: (lines: string[]) => void,
    family?: object,
  ): void {
    const { name, labels = [], stability = "ALPHA", deprecatedSince } = options;
    if (!/^[a-zA-Z_:][a-zA-Z0-9_:]*$/.test(name)) {
      throw new Error(`metric name ${name} is not valid`);
    }
    const bad = labels.find((label) => !/^[a-zA-Z_][a-zA-Z0-9_]*$/.test(label) || label === "le");
    if (bad !== undefined) throw new Error(`metric ${name}: label ${bad} is not valid`);
    if (this.#metrics.has(name)) throw new Error(`metric ${name} is declared twice`);
    const state = this.#disabled.has(name)
      ? "disabled"
      : deprecation(options.deprecatedSince, this.#version, this.#options.showHiddenFor ?? "");
    const count = state === "disabled" || state === "hidden" ? state : "shown";
    const deprecated_version = deprecatedSince ? `${deprecatedSince}.0` : "";
    this.#counts[count].with({ stability_level: stability, deprecated_version }).inc();
    this.#metrics.set(name, { type, options, state, render, family });
  }

  /**
   * Calls `update` each time before metrics are shown, for gauges that would change all the time;
   * until what it returns is disposed.
   */
  beforeRender(update: () => void): Disposable {
    // A function of its own: one that is handed in twice is called twice.
    const own = () => update();
    this.#updates.add(own);
    return { [Symbol.dispose]: () => void this.#updates.delete(own) };
  }

  /** All shown metrics in the text format, by name. */
  render(): string {
    for (const update of this.#updates) update();
    const lines: string[] = [];
    for (const name of [...this.#metrics.keys()].sort()) {
      const { type, options, state, render } = this.#metrics.get(name)!;
      if (state === "hidden" || state === "disabled") continue;
      const samples: string[] = [];
      render(samples);
      if (samples.length === 0) continue;
      const deprecated = state === "deprecated"
        ? `(Deprecated since ${options.deprecatedSince}) `
        : "";
      const help = `[${options.stability ?? "ALPHA"}] ${deprecated}${options.help}`;
      lines.push(`# HELP ${name} ${help.replaceAll("\\", "\\\\").replaceAll("\n", "\\n")}`);
      lines.push(`# TYPE ${name} ${type}`);
      for (const one of samples) lines.push(one);
    }
    return lines.join("\n") + "\n";
  }
}
