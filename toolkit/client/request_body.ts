/**
 * What requests that write send, besides the objects themselves.
 *
 * @module
 */

import { msOfSpan } from "../kinds/mod.ts";
import type { DeleteOptions, PatchOptions } from "./writer.ts";

/** The media type of an apply. */
export const APPLY_PATCH = "application/apply-patch+yaml";

/** The media type of a patch: a list is a JSON patch. */
export function patchType(patch: object, { strategic = false }: PatchOptions): string {
  if (Array.isArray(patch)) {
    if (strategic) throw new TypeError("a strategic patch is an object; a list is a JSON patch");
    return "application/json-patch+json";
  }
  return strategic ? "application/strategic-merge-patch+json" : "application/merge-patch+json";
}

/** The grace period of a deletion as the API counts it. */
export function secondsOfGrace({ gracePeriod }: DeleteOptions): number | undefined {
  return gracePeriod === undefined
    ? undefined
    : Math.ceil(msOfSpan(gracePeriod, "gracePeriod") / 1000);
}

/** The body of a deletion. */
export function deleteBody(options: DeleteOptions): object {
  const { propagation, uid, resourceVersion, dryRun } = options;
  const gracePeriodSeconds = secondsOfGrace(options);
  const preconditions = {
    ...(uid !== undefined && { uid }),
    ...(resourceVersion !== undefined && { resourceVersion }),
  };
  return {
    kind: "DeleteOptions",
    apiVersion: "v1",
    ...(propagation !== undefined && { propagationPolicy: propagation }),
    ...(gracePeriodSeconds !== undefined && { gracePeriodSeconds }),
    ...(Object.keys(preconditions).length > 0 && { preconditions }),
    ...(dryRun && { dryRun: ["All"] }),
  };
}
