/**
 * Requests that nobody is asked about whose configuration is an object itself: a mistake in it could
 * not be mended otherwise, or would keep out whoever wants to mend it.
 *
 * @module
 */

import type { Names } from "../../../toolkit/names.ts";
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

/** Questions who somebody is, and what they may do: components and extension servers live by them. */
const REVIEWS: readonly (readonly [group: string, kinds: ReadonlySet<string>])[] = [
  ["authentication", new Set(["SelfSubjectReview", "TokenReview"])],
  [
    "authorization",
    new Set([
      "LocalSubjectAccessReview",
      "SelfSubjectAccessReview",
      "SelfSubjectRulesReview",
      "SubjectAccessReview",
    ]),
  ],
];

type Kind = Pick<ServedResource, "group" | "kind">;

/** Whether a resource holds configurations of admission, `group` being theirs: no webhook is asked. */
export function isAdmissionConfiguration({ group: own, kind }: Kind, group: string): boolean {
  return own === group && ALL.has(kind);
}

/** Whether no policy is asked about a resource: it holds policies, their bindings or reviews. */
export function isExemptFromPolicies({ group: own, kind }: Kind, { group }: Names): boolean {
  if (own === group("admissionregistration")) return POLICIES.has(kind);
  return REVIEWS.some(([name, kinds]) => own === group(name) && kinds.has(kind));
}
