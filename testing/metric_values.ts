/**
 * What a page of metrics says, for tests.
 *
 * @module
 */

import type { Registry } from "../toolkit/metrics/mod.ts";

/** The samples of a metric, each with what of its labels is not said: `{resource="pods"}` and the value. */
export function metricValues(
  shown: Registry | string,
  name: string,
  labels: Readonly<Record<string, string>> = {},
): Record<string, number> {
  const text = typeof shown === "string" ? shown : shown.render();
  const said = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  const values: Record<string, number> = {};
  for (const line of text.split("\n")) {
    const [, sample, all = "", value] = /^([a-z_0-9]+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    if (sample !== name) continue;
    const own = all === "" ? [] : all.split(/,(?=[a-z_]+=")/);
    if (!said.every((one) => own.includes(one))) continue;
    values[own.filter((one) => !said.includes(one)).join()] = Number(value);
  }
  return values;
}

/** The value of the one sample of a metric that has these labels; undefined where there is none. */
export function metricValue(
  shown: Registry | string,
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number | undefined {
  const [value, ...more] = Object.values(metricValues(shown, name, labels));
  if (more.length > 0) throw new Error(`several series of ${name} have ${JSON.stringify(labels)}`);
  return value;
}
