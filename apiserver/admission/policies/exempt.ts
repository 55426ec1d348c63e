/**
 * Requests that no policy is about: a mistake in one could not be mended otherwise.
 *
 * @module
 */

import type { ServedResource } from "../../registry/served_resource.ts";

const KINDS: ReadonlySet<string> = new Set([
  "MutatingAdmissionPolicy",
  "MutatingAdmissionPolicyBinding",
  "ValidatingAdmissionPolicy",
  "ValidatingAdmissionPolicyBinding",
]);

/** Whether a resource holds policies or bindings; `group` is theirs. */
export function holdsPolicies(
  resource: Pick<ServedResource, "group" | "kind">,
  group: string,
): boolean {
  return resource.group === group && KINDS.has(resource.kind);
}
