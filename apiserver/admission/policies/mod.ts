/**
 * Admission policies: rules about writes that objects hold, written as expressions.
 *
 * @module
 */

import type { Clock } from "../../../toolkit/clock.ts";
import type { Logger } from "../../../toolkit/logger.ts";
import type { Registry } from "../../../toolkit/metrics/mod.ts";
import { type Dialect, NAMES } from "../../../toolkit/names.ts";
import type { Authorizer } from "../../auth/authorizer.ts";
import type { ResourceSource } from "../../registry/resource_source.ts";
import type { Admission } from "../admission.ts";
import { conditionMetrics } from "../expressions/mod.ts";
import { isStored, NamespaceLabels } from "../matching/mod.ts";
import type { Asking } from "./asking.ts";
import { declarePolicyMetrics } from "./metrics.ts";
import { mutatingPolicies } from "./mutating.ts";
import { MutatingPolicy } from "./mutating_policy.ts";
import {
  type Policy,
  type PolicyCandidates,
  policyCandidates,
  type PolicySpec,
} from "./policies.ts";
import { validatingPolicies } from "./validating.ts";
import { ValidatingPolicy } from "./validating_policy.ts";

export { keepPolicyStatus } from "./keep_status.ts";

/** What policies work with. */
export interface PoliciesOptions {
  readonly dialect: Dialect;
  readonly source: ResourceSource;
  /** Whom expressions may ask. */
  readonly authorizer: Authorizer;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Registry;
}

/** The plugins that ask policies. They come before those that ask webhooks. */
export function policyAdmission(options: PoliciesOptions): Admission[] {
  const { dialect, source, authorizer, clock, logger } = options;
  const names = NAMES[dialect];
  const configurationGroup = names.group("admissionregistration");
  const asking: Asking = {
    source,
    labels: new NamespaceLabels(source),
    authorizer,
    logger,
    metrics: declarePolicyMetrics(options.metrics),
    conditionMetrics: conditionMetrics(options.metrics),
    optionsGroup: names.group("meta"),
    annotationSuffix: names.groupAdmissionReview,
    clock,
  };
  /** Undefined where such policies are not served. */
  const policiesOf = <P extends Policy>(
    word: "mutating" | "validating",
    compile: (name: string, spec: PolicySpec) => P,
  ): PolicyCandidates<P> | undefined => {
    const resourceOf = (what: string) =>
      source.find(configurationGroup, "v1", `${word}admission${what}`);
    const [policies, bindings] = [resourceOf("policies"), resourceOf("policybindings")];
    if (!isStored(policies) || !isStored(bindings)) return undefined;
    return policyCandidates({ source, policies, bindings, compile });
  };
  const mutating = policiesOf("mutating", (name, spec) => new MutatingPolicy(name, spec));
  const validating = policiesOf("validating", (name, spec) => new ValidatingPolicy(name, spec));
  return [
    ...(mutating === undefined ? [] : [mutatingPolicies(mutating, asking)]),
    ...(validating === undefined ? [] : [validatingPolicies(validating, asking)]),
  ];
}
