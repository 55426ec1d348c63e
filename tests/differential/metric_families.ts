/**
 * What a process shows of its metrics besides their values.
 *
 * @module
 */

/** A metric, as whoever writes rules and dashboards knows it. */
export interface MetricFamily {
  readonly type: string;
  /** As its help begins; "" where it says nothing. */
  readonly stability: string;
  /** Those of its series, in the order of their names; undefined where there is none to tell. */
  readonly labels: readonly string[] | undefined;
  /** Of a histogram, the bounds of its buckets; undefined as labels are. */
  readonly bounds: readonly string[] | undefined;
}

interface Read {
  type: string;
  stability: string;
  readonly series: string[];
}

/** The metrics of a text, by name. */
export function metricFamilies(text: string): ReadonlyMap<string, MetricFamily> {
  const read = new Map<string, Read>();
  const of = (name: string) => {
    let family = read.get(name);
    if (family === undefined) {
      read.set(name, family = { type: "untyped", stability: "", series: [] });
    }
    return family;
  };
  for (const line of text.split("\n")) {
    const [, kind, name = "", rest = ""] = /^# (HELP|TYPE) (\S+) ?(.*)$/.exec(line) ?? [];
    if (kind === "TYPE") of(name).type = rest;
    else if (kind === "HELP") of(name).stability = /^\[([A-Z]+)\]/.exec(rest)?.[1] ?? "";
    else if (line !== "") {
      const own = /^[\w:]+/.exec(line)![0];
      const base = own.replace(/_(bucket|sum|count)$/, "");
      of(read.get(base)?.type === "histogram" ? base : own).series.push(line);
    }
  }
  return new Map([...read].map(([name, family]) => [name, shapeOf(family)]));
}

function shapeOf({ type, stability, series }: Read): MetricFamily {
  const names = new Set<string>();
  const bounds = new Set<string>();
  for (const line of series) {
    for (const [, name = "", value = ""] of line.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)) {
      if (name === "le") bounds.add(value);
      else names.add(name);
    }
  }
  if (series.length === 0) return { type, stability, labels: undefined, bounds: undefined };
  return { type, stability, labels: [...names].sort(), bounds: [...bounds] };
}

const PARTS = ["type", "stability", "labels", "bounds"] as const;

/** Where the metrics of one process differ from those of another, a line each. `isLeftOut`: there is to be none of this name. */
export function differingFamilies(
  ours: ReadonlyMap<string, MetricFamily>,
  theirs: ReadonlyMap<string, MetricFamily>,
  isLeftOut: (name: string) => boolean,
): readonly string[] {
  return [...theirs].flatMap(([name, their]) => {
    const our = ours.get(name);
    if (our === undefined) return isLeftOut(name) ? [] : [`${name} is missing`];
    if (isLeftOut(name)) return [`${name} is there, and need not be left out`];
    return PARTS.filter((part) =>
      // Where one has no series yet, or says nothing of its stability, there is nothing to compare.
      our[part] !== undefined && their[part] !== undefined && their[part] !== "" &&
      String(our[part]) !== String(their[part])
    ).map((part) => `${name}: ${part} ${our[part]}, theirs ${their[part]}`);
  });
}
