/**
 * The scale of built-in workloads.
 *
 * @module
 */

import type { LabelSelector } from "../../../toolkit/api/meta_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { selectorOf, selectorOfLabels } from "../../../toolkit/selectors/mod.ts";
import type { ScalePlace } from "../../resource/scale.ts";

const WANTED_AT = ["spec", "replicas"];

/** All of them have it at the same place. */
export const WORKLOAD_SCALE: ScalePlace = {
  read(object) {
    const { replicas, selector } = (object.spec ?? {}) as JsonObject;
    const status = (object.status ?? {}) as JsonObject;
    const [wanted, there] = [replicas, status.replicas].map((count) => Number(count ?? 0));
    return { wanted: wanted ?? 0, there: there ?? 0, selector: selectorText(selector) };
  },
  write: (object, replicas) => ({
    ...object,
    spec: { ...object.spec as JsonObject, replicas },
  }),
  wantedAt: () => WANTED_AT,
};

/** A controller of old selects by labels alone. */
function selectorText(selector: unknown): string {
  if (typeof selector !== "object" || selector === null) return "";
  const isNew = "matchLabels" in selector || "matchExpressions" in selector;
  return isNew
    ? selectorOf(selector as LabelSelector).toString()
    : selectorOfLabels(selector as Record<string, string>).toString();
}
