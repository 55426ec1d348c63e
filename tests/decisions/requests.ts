/**
 * Decisions about requests: who may, what is recorded, which flow schema and which webhook it is.
 *
 * @module
 */

import { matchesRule, type RequestPlace } from "../../apiserver/admission/matching/rules.ts";
import { readPolicy } from "../../apiserver/audit/policy.ts";
import { judgeOf } from "../../apiserver/audit/rules.ts";
import { abacAuthorizer } from "../../apiserver/authorization/abac/authorizer.ts";
import { readPolicies } from "../../apiserver/authorization/abac/policy.ts";
import type { Attributes, Authorizer } from "../../apiserver/authorization/authorizer.ts";
import { rbacAuthorizer } from "../../apiserver/authorization/rbac/authorizer.ts";
import { uncovered } from "../../apiserver/authorization/rbac/covers.ts";
import { matchOf } from "../../apiserver/flowcontrol/classifier.ts";
import { bindingOf, roleOf, RolesInMemory } from "../../testing/roles_in_memory.ts";
import type { RuleWithOperations } from "../../toolkit/api/admissionregistration_v1.ts";
import type { FlowSchemaSpec } from "../../toolkit/api/flowcontrol_v1.ts";
import type { PolicyRule } from "../../toolkit/api/rbac_v1.ts";
import { NAMES } from "../../toolkit/names.ts";
import { type Decision, madeBy } from "./decision.ts";
import { type Asked, RandomDecisions } from "./random_decisions.ts";

/** Rules of some kind, and requests that they may be about. */
const requestsWith = (given: (of: RandomDecisions) => unknown) =>
  madeBy(RandomDecisions, (of) => ({ given: given(of), asked: of.asked() }));

export const REQUEST_DECISIONS: readonly Decision[] = [
  { kind: "rules", questions: requestsWith((of) => of.roleRules()), decide: isAllowedByRules },
  {
    kind: "covers",
    questions: madeBy(RandomDecisions, (of) => ({ given: of.roleRules(), asked: of.roleRules() })),
    decide: whatIsUncovered,
    comparable: sortedRules,
  },
  { kind: "abac", questions: requestsWith((of) => of.abacLines()), decide: isAllowedByLines },
  { kind: "audit", questions: requestsWith((of) => of.auditPolicy()), decide: recordingOf },
  { kind: "schema", questions: requestsWith((of) => of.flowSchema()), decide: isOfSchema },
  { kind: "webhook", questions: requestsWith((of) => of.webhookRule()), decide: isForWebhook },
];

const userOf = ({ name, groups }: Asked) => ({ name, uid: "", groups, extra: {} });

/** What of a request authorizers and others look at. */
function attributesOf(asked: Asked): Attributes {
  const { isResource, verb, path, group, version, namespace, resource, subresource } = asked;
  return {
    user: userOf(asked),
    ...{ isResource, verb, path, group, version, namespace, resource, subresource },
    name: asked.object,
  };
}

async function isAllowed(authorizer: Authorizer, asked: Asked): Promise<string> {
  const { signal } = new AbortController();
  const { decision } = await authorizer.authorize(attributesOf(asked), { signal });
  return String(decision === "allow");
}

/** Everybody is bound to a role with the rules. */
async function isAllowedByRules(rules: PolicyRule[], asked: Asked): Promise<string> {
  const roles = new RolesInMemory([
    roleOf("", "role", rules),
    bindingOf("", "binding", "ClusterRole/role", [{ kind: "Group", name: "everybody" }]),
  ]);
  const authorizer = rbacAuthorizer(roles.index, NAMES.kubernetes);
  return await isAllowed(authorizer, { ...asked, groups: [...asked.groups, "everybody"] });
}

function whatIsUncovered(held: PolicyRule[], wanted: PolicyRule[]): string {
  const task = uncovered(held, wanted);
  let step = task.next();
  while (!step.done) step = task.next();
  return step.value.length === 0 ? "covered" : JSON.stringify(step.value);
}

/** Rules have no order. */
function sortedRules(said: string): string {
  if (said === "covered") return said;
  const rules = JSON.parse(said) as PolicyRule[];
  const texts = rules.map(({ verbs, apiGroups, resources, resourceNames, nonResourceURLs }) =>
    JSON.stringify([verbs, apiGroups, resources, resourceNames, nonResourceURLs])
  );
  return [...new Set(texts)].sort().join("\n");
}

async function isAllowedByLines(lines: unknown[], asked: Asked): Promise<string> {
  const text = lines.map((line) => JSON.stringify(line)).join("\n");
  return await isAllowed(abacAuthorizer(readPolicies(text, "file", "kubernetes").policies), asked);
}

function recordingOf(policy: unknown, asked: Asked): string {
  let read;
  try {
    read = readPolicy(JSON.stringify(policy), "kubernetes", () => {});
  } catch {
    return "refused";
  }
  const { level, omitStages, omitManagedFields } = judgeOf(read, "kubernetes")(
    userOf(asked),
    attributesOf(asked),
  );
  return `${level} [${[...omitStages].sort().join(" ")}] ${omitManagedFields}`;
}

function isOfSchema(spec: FlowSchemaSpec, asked: Asked): string {
  const info = { ...attributesOf(asked), prefix: "", rest: [] };
  return String(matchOf(spec)(userOf(asked), info));
}

function isForWebhook(rule: RuleWithOperations, asked: Asked): string {
  return String(matchesRule(rule, asked as unknown as RequestPlace));
}
