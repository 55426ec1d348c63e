/**
 * What a registry shows, for tests to compare.
 *
 * @module
 */

/** Anything whose metrics are shown as text. */
interface Shown {
  render(): string;
}

/** Values by series, whose labels are in the order of their names, of the metrics that begin with one of `names`. */
export function metricSeries(
  registry: Shown | string,
  ...names: readonly string[]
): Record<string, number> {
  const text = typeof registry === "string" ? registry : registry.render();
  const found = text.split("\n").filter((line) =>
    line !== "" && line[0] !== "#" && names.some((name) => line.startsWith(name))
  );
  return Object.fromEntries(found.map((line) => {
    const at = line.lastIndexOf(" ");
    return [sorted(line.slice(0, at)), Number(line.slice(at + 1))];
  }));
}

function sorted(series: string): string {
  const at = series.indexOf("{");
  if (at === -1) return series;
  const labels = series.slice(at).match(/\w+="(?:[^"\\]|\\.)*"/g) ?? [];
  return `${series.slice(0, at)}{${labels.sort().join(",")}}`;
}
