/**
 * The file of `--audit-policy-file`: which requests are recorded, and how much of them.
 *
 * @module
 */

import type { auditV1 } from "../../toolkit/api/audit_v1.ts";
import { FieldError, FieldPath } from "../../toolkit/errors/mod.ts";
import { type Dialect, NAMES } from "../../toolkit/names.ts";
import {
  readConfiguration,
  refuseConfiguration,
} from "../../toolkit/process/configuration_text.ts";
import { checkDns1123Subdomain } from "../../toolkit/validation/mod.ts";
import { LEVELS, STAGES } from "./level.ts";

/** What the file holds. */
export type Policy = auditV1.Policy;

/** One of its rules. */
export type PolicyRule = auditV1.PolicyRule;

const RULES = FieldPath.of("rules");

/**
 * Reads the text of a policy, in either dialect's names. Throws an error with all that is wrong: a rule that could
 * never be meant, or no rule at all. `warn` is told of fields that nobody knows.
 */
export function readPolicy(
  text: string,
  dialect: Dialect,
  warn: (problems: string) => void,
): Policy {
  const { object } = readConfiguration(text, {
    dialect,
    group: NAMES[dialect].groupAudit,
    versions: ["v1"],
    kind: "Policy",
    warn,
  });
  const policy = object as unknown as Policy;
  const { omitStages } = policy;
  const rules = policy.rules ?? [];
  refuseConfiguration([
    ...stageErrors(omitStages, FieldPath.of("omitStages")),
    ...rules.flatMap((rule, index) => ruleErrors(rule, RULES.index(index))),
  ]);
  if (rules.length === 0) {
    throw new Error("a policy with 0 rules records nothing: it needs at least one rule");
  }
  return policy;
}

function ruleErrors(rule: PolicyRule, path: FieldPath): FieldError[] {
  const { level, nonResourceURLs = [], resources = [], namespaces = [] } = rule;
  const errors = [
    ...levelErrors(level, path.child("level")),
    ...nonResourceURLs.flatMap((url, index) =>
      urlErrors(url, path.child("nonResourceURLs").index(index))
    ),
    ...resources.flatMap((one, index) => resourceErrors(one, path.child("resources").index(index))),
    ...stageErrors(rule.omitStages, path.child("omitStages")),
  ];
  if (nonResourceURLs.length > 0 && (resources.length > 0 || namespaces.length > 0)) {
    const why = "rules cannot apply to both regular resources and non-resource URLs";
    errors.push(FieldError.invalid(path.child("nonResourceURLs"), nonResourceURLs, why));
  }
  return errors;
}

function levelErrors(level: string | undefined, path: FieldPath): FieldError[] {
  if (level === undefined || level === "") return [FieldError.required(path)];
  const isKnown = (LEVELS as readonly string[]).includes(level);
  return isKnown ? [] : [FieldError.notSupported(path, level, LEVELS)];
}

function stageErrors(stages: readonly string[] = [], path: FieldPath): FieldError[] {
  return stages.flatMap((stage, index) => {
    if ((STAGES as readonly string[]).includes(stage)) return [];
    const why = `allowed stages are ${STAGES.join(",")}`;
    return [FieldError.invalid(path.index(index), stage, why)];
  });
}

function urlErrors(url: string, path: FieldPath): FieldError[] {
  if (url === "*") return [];
  const errors: FieldError[] = [];
  if (!url.startsWith("/")) {
    const why = "non-resource URL rules must begin with a '/' character";
    errors.push(FieldError.invalid(path, url, why));
  }
  if (url.slice(0, -1).includes("*")) {
    const why = "non-resource URL wildcards '*' must be the final character of the rule";
    errors.push(FieldError.invalid(path, url, why));
  }
  return errors;
}

function resourceErrors(
  { group = "", resources = [], resourceNames = [] }: auditV1.GroupResources,
  path: FieldPath,
): FieldError[] {
  const errors: FieldError[] = [];
  if (group !== "" && group !== "*") {
    const problems = checkDns1123Subdomain(group);
    if (problems.length > 0) {
      errors.push(FieldError.invalid(path.child("group"), group, problems.join(",")));
    }
  }
  if (resourceNames.length > 0 && resources.length === 0) {
    const why = "using resourceNames requires at least one resource";
    errors.push(FieldError.invalid(path.child("resourceNames"), resourceNames, why));
  }
  return errors;
}
