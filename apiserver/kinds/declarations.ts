/**
 * All declarations, by where the types of their kinds are declared: names that are the same in
 * either dialect.
 *
 * @module
 */

import type { Names } from "../../toolkit/names.ts";
import { admissionregistrationKinds } from "./admissionregistration/mod.ts";
import { apiextensionsKinds } from "./apiextensions/mod.ts";
import { apiregistrationKinds } from "./apiregistration/mod.ts";
import { appsKinds } from "./apps/mod.ts";
import { auditregistrationKinds } from "./auditregistration/mod.ts";
import { authenticationKinds } from "./authentication/mod.ts";
import { authorizationKinds } from "./authorization/mod.ts";
import { autoscalingKinds, oldAutoscalingKinds } from "./autoscaling/mod.ts";
import { batchKinds } from "./batch/mod.ts";
import { certificatesKinds } from "./certificates/mod.ts";
import { coordinationKinds } from "./coordination/mod.ts";
import { coreKinds } from "./core/mod.ts";
import type { GroupDeclarations, KindRules } from "./declaration.ts";
import { discoveryKinds } from "./discovery/mod.ts";
import { eventsKinds } from "./events/mod.ts";
import { flowcontrolKinds } from "./flowcontrol/mod.ts";
import { networkingKinds } from "./networking/mod.ts";
import { nodeKinds } from "./node/mod.ts";
import { oldPolicyKinds, policyKinds } from "./policy/mod.ts";
import { rbacKinds } from "./rbac/mod.ts";
import { resourceKinds } from "./resource/mod.ts";
import { schedulingKinds } from "./scheduling/mod.ts";
import { settingsKinds } from "./settings/mod.ts";
import { storageKinds } from "./storage/mod.ts";

const GROUPS: Readonly<Record<string, GroupDeclarations>> = {
  "core/v1": coreKinds,
  "admissionregistration/v1": admissionregistrationKinds,
  "apiextensions/v1": apiextensionsKinds,
  "apiregistration/v1": apiregistrationKinds,
  "apps/v1": appsKinds,
  "auditregistration/v1alpha1": auditregistrationKinds,
  "authentication/v1": authenticationKinds,
  "authorization/v1": authorizationKinds,
  "autoscaling/v1": oldAutoscalingKinds,
  "autoscaling/v2": autoscalingKinds,
  "batch/v1": batchKinds,
  "certificates/v1": certificatesKinds,
  "coordination/v1": coordinationKinds,
  "discovery/v1": discoveryKinds,
  "events/v1": eventsKinds,
  "flowcontrol/v1": flowcontrolKinds,
  "networking/v1": networkingKinds,
  "node/v1": nodeKinds,
  "policy/v1": policyKinds,
  "policy/v1beta1": oldPolicyKinds,
  "rbac/v1": rbacKinds,
  "resource/v1": resourceKinds,
  "scheduling/v1": schedulingKinds,
  "settings/v1alpha1": settingsKinds,
  "storage/v1": storageKinds,
};

const NO_RULES: KindRules = {};

/** What functions have declared, by the names that they were given. */
const declared = new WeakMap<Names, Map<string, KindRules>>();

/** The rules of a resource whose type is declared in `pkg`; none for one without a declaration. */
export function rulesOf(pkg: string, resource: string, names: Names): KindRules {
  const declaration = GROUPS[pkg]?.[resource];
  if (declaration === undefined) return NO_RULES;
  if (typeof declaration !== "function") return declaration;
  let known = declared.get(names);
  if (known === undefined) declared.set(names, known = new Map());
  const key = `${pkg}/${resource}`;
  let rules = known.get(key);
  if (rules === undefined) known.set(key, rules = declaration(names));
  return rules;
}
