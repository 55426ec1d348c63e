/**
 * The flags that choose which metrics a process shows.
 *
 * @module
 */

import { checked, flag, type FlagStatus, group, type Kind, list, string } from "../flags/mod.ts";
import type { LabelAllowList } from "../metrics/mod.ts";

/**
 * Repeatable `metric,label='a,b'`: the commas of the values are why several at once are each in
 * double quotes.
 */
const labelAllowLists: Kind<readonly LabelAllowList[]> = {
  name: "metric,label='value,...'",
  parse(text, earlier) {
    const pairs = text.startsWith('"') ? list.parse(text, undefined) : [text];
    return [...(earlier ?? []), ...pairs.map(allowListOf)];
  },
  print: (all) =>
    all.map(({ metric, label, values }) => `${metric},${label}='${values.join(",")}'`).join(";"),
};

function allowListOf(text: string): LabelAllowList {
  const match = /^([A-Za-z_:][\w:]*),([A-Za-z_]\w*)=('([^']*)'|"([^"]*)"|[^'"=]*)$/.exec(text);
  if (match === null) throw new Error("must be <metric>,<label>='<value>[,<value>...]'");
  const values = (match[4] ?? match[5] ?? match[3]!).split(",");
  return { metric: match[1]!, label: match[2]!, values };
}

/** Names of metrics, as they are shown. */
const metricNames: Kind<readonly string[]> = checked(list, (names) => {
  const wrong = names.find((name) => !/^[A-Za-z_:][\w:]*$/.test(name));
  return wrong === undefined ? undefined : `${JSON.stringify(wrong)} is no name of a metric`;
});

/** `<major>.<minor>`, or empty. */
const minorVersion: Kind<string> = checked(
  string,
  (text) =>
    text === "" || /^\d{1,4}\.\d{1,4}$/.test(text)
      ? undefined
      : "must be <major>.<minor>, for example 1.35",
);

/** Metric selection with the status `status`. */
export function metricsFlags(status: FlagStatus) {
  return group("Metrics", status, {
    "allow-metric-labels": flag(
      labelAllowLists,
      [],
      "The values that a label of a metric may have; any other is shown as `unexpected`; repeatable",
    ),
    "disabled-metrics": flag(
      metricNames,
      [],
      "Metrics that are not shown, by their full names; it wins over --show-hidden-metrics-for-version",
    ),
    "show-hidden-metrics-for-version": flag(
      minorVersion,
      "",
      "The previous minor version, as <major>.<minor>: metrics that have been hidden since then are shown again",
    ),
  });
}
