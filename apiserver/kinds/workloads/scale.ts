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

/** A controller of old selects by labels alone: whatever these are called, they are texts. */
function selectorText(selector: unknown): string {
  if (typeof selector !== "object" || selector === null) return "";
  const isOld = Object.values(selector).every((value) => typeof value === "string");
  return isOld
    ? selectorOfLabels(selector as Record<string, string>).toString()
    : selectorOf(selector as LabelSelector).toString();
}
