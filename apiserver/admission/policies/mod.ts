/**
 * Admission policies: rules about writes that objects hold, written as expressions.
 *
 * @module
 */

import { NAMES } from "../../../toolkit/names.ts";
import type { ServerContext } from "../../server_context.ts";
import type { AdmissionPlugin } from "../admission.ts";
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

/** The plugin that has mutating policies change writes; undefined where there are no such policies. */
export function mutatingPolicyPlugin(context: ServerContext): AdmissionPlugin | undefined {
  const policies = policiesOf(context, "mutating", (name, spec) => new MutatingPolicy(name, spec));
  return policies && mutatingPolicies(policies, askingOf(context));
}

/** The plugin that asks validating policies; undefined where there are no such policies. */
export function validatingPolicyPlugin(context: ServerContext): AdmissionPlugin | undefined {
  const compile = (name: string, spec: PolicySpec) => new ValidatingPolicy(name, spec);
  const policies = policiesOf(context, "validating", compile);
  return policies && validatingPolicies(policies, askingOf(context));
}

function policiesOf<P extends Policy>(
  { source, dialect }: ServerContext,
  word: "mutating" | "validating",
  compile: (name: string, spec: PolicySpec) => P,
): PolicyCandidates<P> | undefined {
  const names = NAMES[dialect];
  const group = names.group("admissionregistration");
  const resourceOf = (what: string) => source.find(group, "v1", `${word}admission${what}`);
  const [policies, bindings] = [resourceOf("policies"), resourceOf("policybindings")];
  if (!isStored(policies) || !isStored(bindings)) return undefined;
  return policyCandidates({ source, names, policies, bindings, compile });
}

function askingOf({ dialect, source, authorizer, clock, logger, metrics }: ServerContext): Asking {
  const names = NAMES[dialect];
  return {
    source,
    labels: new NamespaceLabels(source),
    authorizer,
    logger,
    metrics: declarePolicyMetrics(metrics),
    conditionMetrics: conditionMetrics(metrics),
    optionsGroup: names.group("meta"),
    annotationSuffix: names.groupAdmissionReview,
    clock,
  };
}
