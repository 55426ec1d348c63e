/**
 * What agents may say of claims: how large their volumes have become.
 *
 * @module
 */

import type { PersistentVolumeClaim } from "../../../../toolkit/api/core_v1.ts";
import type { JsonObject } from "../../../../toolkit/codec/mod.ts";
import { equalJson } from "../../../../toolkit/values/json.ts";
import { quoteText } from "../../../../toolkit/values/mod.ts";
import { refused } from "../../refusal.ts";
import type { Judge } from "./judge.ts";

/** Lets an agent change sizes and conditions in the status of a claim, and nothing else. */
export const judgeClaim: Judge = (request, node) => {
  const { subresource, operation, object, old } = request;
  if (subresource !== "status") throw refused(request, "may only update PVC status");
  if (operation !== "UPDATE") {
    throw refused(request, `unexpected operation ${quoteText(operation)}`);
  }
  const [now, before] = [fixedOf(object), fixedOf(old)];
  const changed = Object.keys({ ...now, ...before }).filter((field) =>
    !equalJson((now[field] ?? null) as never, (before[field] ?? null) as never)
  );
  if (changed.length === 0) return;
  throw refused(
    request,
    `node ${quoteText(node)} is not allowed to update fields other than status.quantity and ` +
      `status.conditions: ${changed.join(", ")} would change`,
  );
};

/** What may not change. */
function fixedOf(object: JsonObject | undefined): Record<string, unknown> {
  const { metadata = {}, spec, status = {}, ...more } = object as PersistentVolumeClaim;
  const { resourceVersion: _, managedFields: _fields, ...names } = metadata;
  const {
    capacity: _capacity,
    conditions: _conditions,
    allocatedResources: _resources,
    allocatedResourceStatuses: _statuses,
    ...state
  } = status;
  return { ...more, metadata: names, spec, status: state };
}
