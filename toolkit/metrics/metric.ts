/**
 * The kinds of metrics. A metric with labels hands out a child for each set of values; code on a
 * hot path keeps the child, and then counts without looking anything up.
 *
 * @module
 */

/** Series of one metric; more are dropped and counted, so that no label can exhaust memory. */
export const MAX_SERIES_PER_METRIC = 10_000;

/** Characters of one label's value; longer ones are cut. */
const MAX_LABEL_VALUE_CHARS = 1024;

/** How sure a metric's name and meaning are. */
export type Stability = "ALPHA" | "BETA" | "STABLE" | "INTERNAL";

/** What a metric is declared with. */
export interface MetricOptions<L extends string = string> {
  /** In snake case, with its unit at the end: `website_build_seconds`. */
  readonly name: string;
  /** What it counts or measures, for people. */
  readonly help: string;
  /** The names of its labels. Default: none. */
  readonly labels?: readonly L[];
  /** How sure its name and meaning are. Default `ALPHA`. */
  readonly stability?: Stability;
  /** The version, `1.35`, since which the metric is on its way out: hidden in later ones. */
  readonly deprecatedSince?: string;
}

/** The values of a metric's labels. */
export type LabelValues<L extends string> = Readonly<Record<L, string>>;

/** Goes up. */
export interface Counter {
  /** Adds `by`, which is not negative. Default 1. */
  inc(by?: number): void;
}

/** Goes up and down. */
export interface Gauge {
  /** Makes it this value. */
  set(value: number): void;
  /** Adds `by`. Default 1. */
  inc(by?: number): void;
  /** Takes `by` away. Default 1. */
  dec(by?: number): void;
}

/** Counts observations by size. */
export interface Histogram {
  /** Counts one value. */
  observe(value: number): void;
}

/** A metric whose children are found by their labels' values. */
export interface Family<L extends string, Child> {
  /** The child of these values: always the same one for the same values. */
  with(values: LabelValues<L>): Child;
  /** Forgets the child of these values. */
  remove(values: LabelValues<L>): void;
}

/** What decides about label values before they become series. */
export interface LabelPolicy {
  /** The value to use in place of `value`. */
  allowed(metric: string, label: string, value: string): string;
  /** Told of each series that was dropped because the metric has too many. */
  dropped(metric: string): void;
}

/** A sample's place: the metric's children by their rendered labels, `a="x",b="y"`. */
export abstract class Children<L extends string, Child> implements Family<L, Child> {
  protected readonly children = new Map<string, Child>();
  readonly #labels: readonly L[];

  constructor(readonly options: MetricOptions<L>, readonly policy: LabelPolicy) {
    this.#labels = options.labels ?? [];
  }

  /** A new child, or one that swallows what it is told, for series past the limit. */
  protected abstract create(): Child;

  /** Appends the metric's samples as lines of the text format. */
  abstract render(lines: string[]): void;

  with(values: LabelValues<L>): Child {
    const key = this.#key(values);
    const known = this.children.get(key);
    if (known !== undefined) return known;
    const child = this.create();
    if (this.children.size >= MAX_SERIES_PER_METRIC) this.policy.dropped(this.options.name);
    else this.children.set(key, child);
    return child;
  }

  remove(values: LabelValues<L>): void {
    this.children.delete(this.#key(values));
  }

  #key(values: LabelValues<L>): string {
    let key = "";
    for (const label of this.#labels) {
      const value = this.policy.allowed(this.options.name, label, values[label]);
      key += `${key === "" ? "" : ","}${label}="${escapeLabelValue(value)}"`;
    }
    return key;
  }
}

/** A label's value as it stands between quotes; a long one is cut. */
export function escapeLabelValue(value: string): string {
  const cut = value.length > MAX_LABEL_VALUE_CHARS ? value.slice(0, MAX_LABEL_VALUE_CHARS) : value;
  return /[\\"\n]/.test(cut)
    ? cut.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n")
    : cut;
}

/** A number as Go writes it in the text format: queries name bounds, `le="1e+06"`. */
export function number(value: number): string {
  if (Number.isNaN(value)) return "NaN";
  if (value === Infinity) return "+Inf";
  if (value === -Infinity) return "-Inf";
  const size = Math.abs(value);
  if (size === 0 || size >= 1e-4 && size < 1e6) return String(value);
  return value.toExponential().replace(/e([+-])(\d)$/, "e$10$2");
}

/** `name{labels} value`. */
export function sample(name: string, labels: string, value: number): string {
  return `${name}${labels === "" ? "" : `{${labels}}`} ${number(value)}`;
}
