/**
 * Requests that nobody is asked about whose configuration is an object itself: a mistake in it could
 * not be mended otherwise.
 *
 * @module
 */

import type { ServedResource } from "../../resource/served_resource.ts";

const POLICIES: ReadonlySet<string> = new Set([
  "MutatingAdmissionPolicy",
  "MutatingAdmissionPolicyBinding",
  "ValidatingAdmissionPolicy",
  "ValidatingAdmissionPolicyBinding",
]);

const ALL: ReadonlySet<string> = new Set([
  ...POLICIES,
  "MutatingWebhookConfiguration",
  "ValidatingWebhookConfiguration",
]);

type Kind = Pick<ServedResource, "group" | "kind">;

/** Whether a resource holds configurations of admission, `group` being theirs: no webhook is asked. */
export function isAdmissionConfiguration({ group: own, kind }: Kind, group: string): boolean {
  return own === group && ALL.has(kind);
}

/** Whether a resource holds policies or their bindings: no policy is asked. */
export function holdsPolicies({ group: own, kind }: Kind, group: string): boolean {
  return own === group && POLICIES.has(kind);
}
