/**
 * Objects as a server of one dialect wants them: groups that are named inside of them, which programs
 * and manifests may spell in either dialect. Labels, annotations and whatever else is somebody's own
 * are never touched.
 *
 * @module
 */

import {
  APIService,
  ClusterRole,
  ClusterRoleBinding,
  coreV1,
  CustomResourceDefinition,
  Event,
  HorizontalPodAutoscaler,
  LocalSubjectAccessReview,
  MutatingAdmissionPolicy,
  MutatingAdmissionPolicyBinding,
  MutatingWebhookConfiguration,
  PersistentVolumeClaim,
  Role,
  RoleBinding,
  SelfSubjectAccessReview,
  SubjectAccessReview,
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicyBinding,
  ValidatingWebhookConfiguration,
} from "../kinds/built_in.ts";
import { type AnyKind, groupOfKinds, groupOnServer } from "../kinds/mod.ts";
import { type Dialect, DIALECTS, NAMES } from "../names.ts";
import { isObject, type JsonObject } from "../values/json.ts";

/** What stands at a place: a group by itself, or one with its version. */
type Spelled = "group" | "apiVersion";
/** A way into an object; `*` is each element of a list. */
type Place = readonly [path: string, spelled: Spelled];

const OF_ALL: readonly Place[] = [["metadata.ownerReferences.*.apiVersion", "apiVersion"]];

const RULES: Place = ["rules.*.apiGroups.*", "group"];
const BINDING: readonly Place[] = [["roleRef.apiGroup", "group"], ["subjects.*.apiGroup", "group"]];
const WEBHOOKS: Place = ["webhooks.*.rules.*.apiGroups.*", "group"];
const POLICY: readonly Place[] = [
  ["spec.paramKind.apiVersion", "apiVersion"],
  ["spec.matchConstraints.resourceRules.*.apiGroups.*", "group"],
  ["spec.matchConstraints.excludeResourceRules.*.apiGroups.*", "group"],
];
const POLICY_BINDING: readonly Place[] = [
  ["spec.matchResources.resourceRules.*.apiGroups.*", "group"],
  ["spec.matchResources.excludeResourceRules.*.apiGroups.*", "group"],
];
const REVIEW: Place = ["spec.resourceAttributes.group", "group"];

const OF_KINDS: readonly (readonly [kind: AnyKind, places: readonly Place[]])[] = [
  [Role, [RULES]],
  [ClusterRole, [RULES]],
  [RoleBinding, BINDING],
  [ClusterRoleBinding, BINDING],
  [ValidatingWebhookConfiguration, [WEBHOOKS]],
  [MutatingWebhookConfiguration, [WEBHOOKS]],
  [ValidatingAdmissionPolicy, POLICY],
  [MutatingAdmissionPolicy, POLICY],
  [ValidatingAdmissionPolicyBinding, POLICY_BINDING],
  [MutatingAdmissionPolicyBinding, POLICY_BINDING],
  [SelfSubjectAccessReview, [REVIEW]],
  [SubjectAccessReview, [REVIEW]],
  [LocalSubjectAccessReview, [REVIEW]],
  [APIService, [["spec.group", "group"]]],
  [Event, [["regarding.apiVersion", "apiVersion"], ["related.apiVersion", "apiVersion"]]],
  [coreV1.Event, [
    ["involvedObject.apiVersion", "apiVersion"],
    ["related.apiVersion", "apiVersion"],
  ]],
  [HorizontalPodAutoscaler, [["spec.scaleTargetRef.apiVersion", "apiVersion"]]],
  [PersistentVolumeClaim, [
    ["spec.dataSource.apiGroup", "group"],
    ["spec.dataSourceRef.apiGroup", "group"],
  ]],
];

/** By group and kind, whatever the version. */
const OF_KIND = new Map(OF_KINDS.map(([kind, places]) => [idOf(kind), places]));
const DEFINITION = idOf(CustomResourceDefinition);

function idOf({ group, kind }: Pick<AnyKind, "group" | "kind">): string {
  return `${groupOfKinds(group)}/${kind}`;
}

/** The object as the server wants it; the object itself where nothing is spelled otherwise there. */
export function onServer(
  kind: Pick<AnyKind, "group" | "kind">,
  object: object,
  dialect: Dialect,
): object {
  const id = idOf(kind);
  let changed = object;
  for (const [path, spelled] of [...OF_ALL, ...OF_KIND.get(id) ?? []]) {
    const spell = (text: string) =>
      spelled === "group" ? groupOnServer(text, dialect) : apiVersionOnServer(text, dialect);
    changed = changedAt(changed, path.split("."), spell) as object;
  }
  return id === DEFINITION ? definitionOnServer(changed as JsonObject, dialect) : changed;
}

/** `networking.orch.io/v1`, `v1`. */
function apiVersionOnServer(text: string, dialect: Dialect): string {
  const slash = text.indexOf("/");
  return slash < 0 ? text : groupOnServer(text.slice(0, slash), dialect) + text.slice(slash);
}

/** The value with the texts at a place changed: copied on the way to what is new, else the same. */
function changedAt(
  value: unknown,
  path: readonly string[],
  spell: (text: string) => string,
): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return typeof value === "string" ? spell(value) : value;
  if (name === "*") {
    if (!Array.isArray(value)) return value;
    const elements = value.map((element) => changedAt(element, rest, spell));
    return elements.some((element, index) => element !== value[index]) ? elements : value;
  }
  if (!isObject(value) || value[name] === undefined) return value;
  const member = changedAt(value[name], rest, spell);
  return member === value[name] ? value : { ...value, [name]: member };
}

/** A definition whose schemas have the extensions under the server's names. */
function definitionOnServer(object: JsonObject, dialect: Dialect): JsonObject {
  const own = NAMES[dialect].definitionExtensionPrefix;
  const others = DIALECTS.map((each) => NAMES[each].definitionExtensionPrefix)
    .filter((prefix) => prefix !== own);
  const { spec } = object;
  if (!isObject(spec) || !Array.isArray(spec.versions)) return object;
  const versions = spec.versions.map((version: unknown) => {
    if (!isObject(version) || !isObject(version.schema)) return version;
    const { openAPIV3Schema } = version.schema;
    if (!isObject(openAPIV3Schema)) return version;
    const schema = schemaOnServer(openAPIV3Schema, own, others, 0);
    return { ...version, schema: { ...version.schema, openAPIV3Schema: schema } };
  });
  return { ...object, spec: { ...spec, versions } };
}

/** Fields of a schema that hold schemas by names that are somebody's own. */
const NAMED: ReadonlySet<string> = new Set([
  "properties",
  "patternProperties",
  "definitions",
  "dependencies",
]);
/** Values that are somebody's own altogether. */
const VALUES: ReadonlySet<string> = new Set(["default", "example", "enum"]);
/** The server refuses what is deeper. */
const DEPTH_LIMIT = 500;

function schemaOnServer(
  schema: JsonObject,
  own: string,
  others: readonly string[],
  depth: number,
): JsonObject {
  if (depth > DEPTH_LIMIT) return schema;
  const inner = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inner);
    return isObject(value) ? schemaOnServer(value, own, others, depth + 1) : value;
  };
  return Object.fromEntries(
    Object.entries(schema).map(([name, value]) => {
      const other = others.find((prefix) => name.startsWith(prefix));
      if (other !== undefined) return [own + name.slice(other.length), value];
      if (VALUES.has(name)) return [name, value];
      if (!NAMED.has(name) || !isObject(value)) return [name, inner(value)];
      const members = Object.entries(value).map(([name, each]) => [name, inner(each)]);
      return [name, Object.fromEntries(members)];
    }),
  );
}
