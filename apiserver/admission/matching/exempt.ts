/**
 * Requests that nobody is asked about whose configuration is an object itself: a mistake in it could
 * not be mended otherwise.
 *
 * @module
 */

import type { ServedResource } from "../../registry/served_resource.ts";

const CONFIGURATIONS: ReadonlySet<string> = new Set([
  "MutatingWebhookConfiguration",
  "ValidatingWebhookConfiguration",
  "MutatingAdmissionPolicy",
  "MutatingAdmissionPolicyBinding",
  "ValidatingAdmissionPolicy",
  "ValidatingAdmissionPolicyBinding",
]);

/** Whether a resource holds configurations of admission; `group` is theirs. */
export function isAdmissionConfiguration(
  resource: Pick<ServedResource, "group" | "kind">,
  group: string,
): boolean {
  return resource.group === group && CONFIGURATIONS.has(resource.kind);
}
