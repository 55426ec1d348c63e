/**
 * Metrics of what is outside of the cluster.
 *
 * @module
 */

import type { Client } from "../../toolkit/mod.ts";
import { messageOf } from "../pods/mod.ts";
import type { CustomQuestion } from "./custom_metrics.ts";
import { toInt64 } from "./int64.ts";
import { askMetrics, itemsOf, milliOf } from "./metrics_api.ts";

/** The sum of the series of a metric, in thousandths. */
export async function externalUsage(
  client: Client,
  { namespace, metric, metricSelector, signal }: CustomQuestion,
): Promise<bigint> {
  let values: bigint[];
  try {
    const items = itemsOf(
      await askMetrics(client, {
        group: "external.metrics",
        path: ["v1beta1", "namespaces", namespace, metric],
        query: { labelSelector: metricSelector },
        signal,
      }),
    );
    values = items.map(({ value }) => milliOf(value));
  } catch (error) {
    signal.throwIfAborted();
    const why = `unable to fetch metrics from external metrics API: ${messageOf(error)}`;
    throw new Error(why, { cause: error });
  }
  if (values.length === 0) throw new Error("no metrics returned from external metrics API");
  return toInt64(values.reduce((sum, value) => sum + value, 0n));
}
