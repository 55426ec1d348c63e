/**
 * The special answers of built-in kinds: a declaration a subresource or resource.
 *
 * @module
 */

import type { SpecialAnswers, SpecialSource } from "../endpoints/special.ts";
import { selfSubjectReviews, tokenReviews } from "./authentication/reviews.ts";
import {
  localSubjectAccessReviews,
  selfSubjectAccessReviews,
  selfSubjectRulesReviews,
  subjectAccessReviews,
} from "./authorization/reviews.ts";
import { componentStatusAnswers } from "./core/component_status.ts";
import { bindingAnswers } from "./core/pod/subresources/binding.ts";
import { evictionAnswers } from "./core/pod/subresources/eviction.ts";
import { tokenRequestAnswers } from "./core/token_request.ts";
import { scaleAnswers } from "./rules/scale.ts";

/**
 * By where the type of the resource is declared, the resource, and the subresource if any:
 * `core/v1/pods/binding`, `authorization/v1/subjectaccessreviews`.
 */
const SPECIAL: Readonly<Record<string, SpecialAnswers>> = {
  "authentication/v1/selfsubjectreviews": selfSubjectReviews,
  "authentication/v1/tokenreviews": tokenReviews,
  "authorization/v1/localsubjectaccessreviews": localSubjectAccessReviews,
  "authorization/v1/selfsubjectaccessreviews": selfSubjectAccessReviews,
  "authorization/v1/selfsubjectrulesreviews": selfSubjectRulesReviews,
  "authorization/v1/subjectaccessreviews": subjectAccessReviews,
  "core/v1/componentstatuses": componentStatusAnswers,
  "core/v1/bindings": bindingAnswers,
  "core/v1/pods/binding": bindingAnswers,
  "core/v1/pods/eviction": evictionAnswers,
  "core/v1/replicationcontrollers/scale": scaleAnswers,
  "core/v1/serviceaccounts/token": tokenRequestAnswers,
  "apps/v1/deployments/scale": scaleAnswers,
  "apps/v1/replicasets/scale": scaleAnswers,
  "apps/v1/statefulsets/scale": scaleAnswers,
};

/** See the module's comment. */
export const builtinSpecial: SpecialSource = {
  find({ type, resource }, subresource) {
    if (type === undefined) return undefined;
    const place = `${type.package}/${resource}`;
    return SPECIAL[subresource === "" ? place : `${place}/${subresource}`];
  },
};

/** The verbs of a special subresource; undefined for one that is not. */
export function specialVerbs(
  pkg: string,
  resource: string,
  subresource: string,
): readonly string[] | undefined {
  const answers = SPECIAL[`${pkg}/${resource}/${subresource}`];
  return answers && Object.keys(answers).sort();
}
