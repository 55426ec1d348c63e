/**
 * Replacing an object by another: PUT.
 *
 * @module
 */

import type { JsonObject } from "../../toolkit/codec/mod.ts";
import { createObject, placeIn } from "./create.ts";
import { dropRepeatedOwners } from "./owner_references.ts";
import { updateManagedFields } from "./ownership.ts";
import { asNew, checkName, type Updated, updateObject } from "./update.ts";
import { strategyOf, type WriteRequest } from "./write_request.ts";

/** Replaces the target's object by one that a client sent, in canonical form. */
export function replaceObject(request: WriteRequest, sent: JsonObject): Promise<Updated> {
  checkName(request, sent);
  placeIn(request, sent);
  dropRepeatedOwners(sent, request.warnings, false);
  const strategy = strategyOf(request.target);
  strategy.setDefaults?.(sent);
  // Each attempt, and a creation, begins with what was sent.
  const copy = (): JsonObject => ({ ...sent, metadata: { ...sent.metadata as object } });
  return updateObject(request, {
    uidIsPrecondition: true,
    compute: (current) => updateManagedFields(request, current, copy()),
    create: strategy.createsOnUpdate
      ? () => createObject(request, asNew(request, copy()))
      : undefined,
  });
}
