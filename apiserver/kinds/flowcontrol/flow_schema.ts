/**
 * Flow schemas: which requests belong together, and to which priority level.
 *
 * @module
 */

import type {
  FlowSchema,
  FlowSchemaSpec,
  NonResourcePolicyRule,
  PolicyRulesWithSubjects,
  ResourcePolicyRule,
  ServiceAccountSubject,
  Subject,
} from "../../../toolkit/api/flowcontrol_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { FieldError, FieldPath } from "../../../toolkit/errors/mod.ts";
import {
  addInvalid,
  checkDns1123Label,
  checkDns1123Subdomain,
} from "../../../toolkit/validation/mod.ts";
import { equalStored } from "../../resource/equal_stored.ts";
import { metadataOf } from "../../resource/metadata.ts";
import type { KindRules } from "../declaration.ts";
import { AGE_COLUMN, columnsOf, NAME_COLUMN } from "../columns/column.ts";
import { validateConditionTypes } from "../validation/conditions.ts";
import { EXEMPT, MANDATORY_SCHEMAS, MAX_PRECEDENCE } from "../../flowcontrol/mandatory.ts";

const SPEC = FieldPath.of("spec");
const CONDITIONS = FieldPath.of("status", "conditions");

const DEFAULT_PRECEDENCE = 1000;
const DISTINGUISHERS = ["ByNamespace", "ByUser"];
const VERBS = [
  "create",
  "delete",
  "deletecollection",
  "get",
  "list",
  "patch",
  "proxy",
  "update",
  "watch",
];

const view = (object: JsonObject) => object as unknown as FlowSchema;

function validateSpec(errors: FieldError[], name: string, spec: FlowSchemaSpec): void {
  const { matchingPrecedence: precedence = 0, distinguisherMethod } = spec;
  const precedencePath = SPEC.child("matchingPrecedence");
  const wrong = (why: string) => errors.push(FieldError.invalid(precedencePath, precedence, why));
  if (precedence <= 0) wrong("must be a positive value");
  if (precedence > MAX_PRECEDENCE) wrong(`must not be greater than ${MAX_PRECEDENCE}`);
  if (precedence === 1 && name !== EXEMPT) {
    wrong("only the schema named 'exempt' may have matchingPrecedence 1");
  }
  if (distinguisherMethod !== undefined && !DISTINGUISHERS.includes(distinguisherMethod.type)) {
    const path = SPEC.child("distinguisherMethod", "type");
    errors.push(FieldError.notSupported(path, distinguisherMethod, DISTINGUISHERS));
  }
  const levelPath = SPEC.child("priorityLevelConfiguration", "name");
  const level = spec.priorityLevelConfiguration?.name;
  if (level) addInvalid(errors, levelPath, level, checkDns1123Subdomain(level));
  else errors.push(FieldError.required(levelPath, "must reference a priority level"));
  for (const [index, rule] of (spec.rules ?? []).entries()) {
    validateRule(errors, SPEC.child("rules").index(index), rule);
  }
}

function validateRule(errors: FieldError[], path: FieldPath, rule: PolicyRulesWithSubjects): void {
  const { subjects, resourceRules = [], nonResourceRules = [] } = rule;
  if (!subjects?.length) {
    errors.push(
      FieldError.required(path.child("subjects"), "subjects must contain at least one value"),
    );
  }
  for (const [index, subject] of (subjects ?? []).entries()) {
    validateSubject(errors, path.child("subjects").index(index), subject);
  }
  if (resourceRules.length === 0 && nonResourceRules.length === 0) {
    const why = "at least one of resourceRules and nonResourceRules has to be non-empty";
    errors.push(FieldError.required(path, why));
  }
  for (const [index, one] of resourceRules.entries()) {
    validateResourceRule(errors, path.child("resourceRules").index(index), one);
  }
  for (const [index, one] of nonResourceRules.entries()) {
    validatePathRule(errors, path.child("nonResourceRules").index(index), one);
  }
}

/** The field that says who it is, for each kind of subjects, in the order in which they are named. */
const SUBJECTS = { ServiceAccount: "serviceAccount", User: "user", Group: "group" } as const;

function validateSubject(errors: FieldError[], path: FieldPath, subject: Subject): void {
  const kinds = Object.keys(SUBJECTS) as (keyof typeof SUBJECTS)[];
  const own = kinds.find((kind) => kind === subject.kind);
  if (own === undefined) {
    errors.push(FieldError.notSupported(path.child("kind"), subject.kind, [...kinds].sort()));
    return;
  }
  const field = SUBJECTS[own];
  const at = path.child(field);
  if (subject[field] === undefined) {
    errors.push(FieldError.required(at, `${field} is required when subject kind is '${own}'`));
  } else if (field === "serviceAccount") validateAccount(errors, at, subject[field]!);
  else if (!subject[field]?.name) errors.push(FieldError.required(at.child("name")));
  for (const kind of kinds) {
    const other = SUBJECTS[kind];
    if (kind === own || subject[other] === undefined) continue;
    const why = `${other} is forbidden when subject kind is not '${kind}'`;
    errors.push(FieldError.forbidden(path.child(other), why));
  }
}

function validateAccount(
  errors: FieldError[],
  path: FieldPath,
  { name, namespace }: ServiceAccountSubject,
): void {
  if (!name) errors.push(FieldError.required(path.child("name")));
  else if (name !== "*") addInvalid(errors, path.child("name"), name, checkDns1123Subdomain(name));
  const at = path.child("namespace");
  if (namespace) addInvalid(errors, at, namespace, checkDns1123Label(namespace));
  else errors.push(FieldError.required(at, "must specify namespace for service account"));
}

/** What a list needs, and what a star in it excludes. */
function validateStarred(
  errors: FieldError[],
  path: FieldPath,
  values: readonly string[] | null | undefined,
  missing: string,
  nouns: string,
): void {
  if (!values?.length) errors.push(FieldError.required(path, missing));
  else if (values.length > 1 && values.includes("*")) {
    const why = `if '*' is present, must not specify other ${nouns}`;
    errors.push(FieldError.invalid(path, values, why));
  }
}

function validateVerbs(
  errors: FieldError[],
  path: FieldPath,
  verbs: readonly string[] | undefined,
): void {
  validateStarred(errors, path, verbs, "verbs must contain at least one value", "verbs");
  if (verbs?.includes("*") || verbs?.every((verb) => VERBS.includes(verb))) return;
  if (verbs?.length) errors.push(FieldError.notSupported(path, verbs, VERBS));
}

function validateResourceRule(
  errors: FieldError[],
  path: FieldPath,
  rule: ResourcePolicyRule,
): void {
  validateVerbs(errors, path.child("verbs"), rule.verbs);
  const noGroup = "resource rules must supply at least one api group";
  validateStarred(errors, path.child("apiGroups"), rule.apiGroups, noGroup, "api groups");
  const noResource = "resource rules must supply at least one resource";
  validateStarred(errors, path.child("resources"), rule.resources, noResource, "resources");
  const { namespaces } = rule;
  const at = path.child("namespaces");
  if (!namespaces?.length && rule.clusterScope) return;
  const none = "resource rules that are not cluster scoped must supply at least one namespace";
  validateStarred(errors, at, namespaces, none, "namespaces");
  if (namespaces?.includes("*")) return;
  const hint = "each member of this list must be '*' or a DNS-1123 label; ";
  for (const [index, namespace] of (namespaces ?? []).entries()) {
    for (const message of checkDns1123Label(namespace)) {
      errors.push(FieldError.invalid(at.index(index), namespace, hint + message));
    }
  }
}

function validatePathRule(
  errors: FieldError[],
  path: FieldPath,
  { verbs, nonResourceURLs }: NonResourcePolicyRule,
): void {
  validateVerbs(errors, path.child("verbs"), verbs);
  const at = path.child("nonResourceURLs");
  const none = "nonResourceURLs must contain at least one value";
  validateStarred(errors, at, nonResourceURLs, none, "non-resource URLs");
  if (nonResourceURLs?.includes("*")) return;
  for (const [index, url] of (nonResourceURLs ?? []).entries()) {
    const why = wrongPath(url);
    if (why !== undefined) errors.push(FieldError.invalid(at.index(index), url, why));
  }
}

/** What is wrong with a path of the server's that is no resource's. */
function wrongPath(path: string): string | undefined {
  if (path === "") return "must not be empty";
  if (path === "/") return undefined;
  if (!path.startsWith("/")) return "must start with slash";
  if (path.includes(" ")) return "must not contain white-space";
  if (path.includes("//")) return "must not contain double slash";
  const star = path.indexOf("*");
  if (star < 0 || (star === path.length - 1 && path.endsWith("/*"))) return undefined;
  return "wildcard can only do suffix matching";
}

function validate(object: JsonObject): FieldError[] {
  const errors: FieldError[] = [];
  const { spec = { priorityLevelConfiguration: { name: "" } }, status } = view(object);
  const { name = "" } = metadataOf(object);
  validateSpec(errors, name, spec);
  const fixed = MANDATORY_SCHEMAS.get(name);
  if (fixed !== undefined && !equalStored(spec, fixed)) {
    errors.push(FieldError.invalid(SPEC, spec, `spec of '${name}' must equal the fixed value`));
  }
  validateConditionTypes(errors, CONDITIONS, status?.conditions);
  return errors;
}

function validateStatus(object: JsonObject): FieldError[] {
  const errors: FieldError[] = [];
  validateConditionTypes(errors, CONDITIONS, view(object).status?.conditions);
  return errors;
}

/** The rules for flow schemas. */
export const flowSchemaRules: KindRules = {
  hasGeneration: true,
  columns: columnsOf(
    NAME_COLUMN,
    {
      name: "PriorityLevel",
      description: "The priority level that matching requests are assigned to",
      cell: (object) => view(object).spec?.priorityLevelConfiguration.name ?? "",
    },
    {
      name: "MatchingPrecedence",
      description: "The precedence among flow schemas; the lowest number is tried first",
      cell: (object) => view(object).spec?.matchingPrecedence ?? 0,
    },
    {
      name: "DistinguisherMethod",
      description: "How matching requests are split into flows",
      cell: (object) => view(object).spec?.distinguisherMethod?.type ?? "<none>",
    },
    AGE_COLUMN,
    {
      name: "MissingPL",
      description: "Whether the priority level configuration is missing",
      cell: (object) =>
        view(object).status?.conditions?.find(({ type }) => type === "Dangling")?.status ?? "?",
    },
  ),
  setDefaults(object) {
    const { spec } = view(object);
    if (spec !== undefined) spec.matchingPrecedence ||= DEFAULT_PRECEDENCE;
  },
  validate,
  validateUpdate: validate,
  subresources: { status: { keepsMetadata: true, validateUpdate: validateStatus } },
};
