/**
 * What an APIService says of its availability.
 *
 * @module
 */

import type { APIService } from "../../toolkit/api/apiregistration_v1.ts";
import { objectOf } from "../resource/object_coder.ts";
import { type CachedObject, derivedValue } from "../storage/cache/mod.ts";

/** Whether it says that it is available. */
export const isAvailable = derivedValue((entry: CachedObject): boolean => {
  if (entry.corrupt !== undefined) return false;
  const { status } = objectOf(entry) as unknown as APIService;
  return (status?.conditions ?? []).some(({ type, status: is }) =>
    type === "Available" && is === "True"
  );
});
