/**
 * What a page of metrics says, for tests.
 *
 * @module
 */

/** Anything whose metrics are shown as text, or that text. */
export type ShownMetrics = { render(): string } | string;

interface Sample {
  readonly name: string;
  /** `resource="pods"`, in the order in which they are shown. */
  readonly labels: readonly string[];
  readonly value: number;
}

/** Values by series, whose labels are in the order of their names, of the metrics that begin with one of `names`. */
export function metricSeries(
  shown: ShownMetrics,
  ...names: readonly string[]
): Record<string, number> {
  const found = samplesOf(shown).filter(({ name }) => names.some((one) => name.startsWith(one)));
  return Object.fromEntries(found.map(({ name, labels, value }) => {
    const series = labels.length === 0 ? name : `${name}{${labels.toSorted().join()}}`;
    return [series, value];
  }));
}

/** The samples of one metric, each by what of its labels is not said. */
export function metricValues(
  shown: ShownMetrics,
  name: string,
  labels: Readonly<Record<string, string>> = {},
): Record<string, number> {
  const said = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  const found = samplesOf(shown).filter((one) =>
    one.name === name && said.every((label) => one.labels.includes(label))
  );
  return Object.fromEntries(
    found.map((one) => [one.labels.filter((label) => !said.includes(label)).join(), one.value]),
  );
}

/** The value of the one sample of a metric that has these labels; undefined where there is none. */
export function metricValue(
  shown: ShownMetrics,
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number | undefined {
  const [value, ...more] = Object.values(metricValues(shown, name, labels));
  if (more.length > 0) throw new Error(`several series of ${name} have ${JSON.stringify(labels)}`);
  return value;
}

function samplesOf(shown: ShownMetrics): Sample[] {
  const text = typeof shown === "string" ? shown : shown.render();
  return text.split("\n").filter((line) => line !== "" && line[0] !== "#").map((line) => {
    const at = line.lastIndexOf(" ");
    const [name = ""] = /^[\w:]+/.exec(line) ?? [];
    const labels = line.slice(name.length, at).match(/\w+="(?:[^"\\]|\\.)*"/g) ?? [];
    return { name, labels, value: Number(line.slice(at + 1)) };
  });
}
