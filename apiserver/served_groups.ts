/**
 * Which built-in resources a control plane serves that is a part of a program.
 *
 * @module
 */

import { groupOfKinds } from "../toolkit/kinds/mod.ts";
import { type Dialect, NAMES } from "../toolkit/names.ts";
import { type Resource, schemaOf } from "../toolkit/schema/mod.ts";

/** `"none"`: no more than custom resources need; `"all"`: all that are on by default. */
export type Groups = "none" | "all" | readonly string[];

/**
 * What custom resources need, by group: where they are, what defines them, who may do what. And what
 * services need: where addresses come from, and which are taken.
 */
function needed(
  dialect: Dialect,
  { hasServices, withRoles }: { hasServices: boolean; withRoles: boolean },
): ReadonlyMap<string, readonly string[]> {
  const { group } = NAMES[dialect];
  return new Map([
    ["", ["namespaces"]],
    ...(hasServices ? [[group("networking"), ["ipaddresses", "servicecidrs"]] as const] : []),
    ...(withRoles
      ? [
        [
          group("rbac.authorization"),
          ["clusterrolebindings", "clusterroles", "rolebindings", "roles"],
        ] as const,
      ]
      : []),
    [group("apiextensions"), ["customresourcedefinitions"]],
    [group("authentication"), ["selfsubjectreviews", "tokenreviews"]],
    [group("authorization"), [
      "localsubjectaccessreviews",
      "selfsubjectaccessreviews",
      "selfsubjectrulesreviews",
      "subjectaccessreviews",
    ]],
  ]);
}

/** Whether the whole core group is among them: services with addresses, and all that comes with them. */
export function hasCoreGroup(groups: Groups): boolean {
  return groups !== "none" && (groups === "all" || groups.some((group) => nameOf(group) === ""));
}

/**
 * Which resources these are; `withRoles`: roles and bindings among them, as something goes by them. Throws
 * a TypeError on a group that is not built in.
 */
export function servedResources(
  groups: Groups,
  dialect: Dialect,
  { withRoles = false }: { readonly withRoles?: boolean } = {},
): (resource: Resource) => boolean {
  if (groups === "all") return ({ onByDefault }) => onByDefault;
  if (typeof groups === "string" && groups !== "none") {
    throw new TypeError(`groups is ${JSON.stringify(groups)}: write "none", "all" or a list`);
  }
  const asked = new Set(groups === "none" ? [] : groups.map(nameOf));
  const { resources } = schemaOf(dialect);
  const known = new Set(resources.map(({ group }) => groupOfKinds(group)));
  for (const group of asked) {
    if (known.has(group)) continue;
    const all = [...known].map((one) => one === "" ? "core" : one).sort().join(", ");
    throw new TypeError(`groups names ${JSON.stringify(group)}, which is not built in: ${all} are`);
  }
  const always = needed(dialect, { hasServices: asked.has(""), withRoles });
  return ({ group, resource, onByDefault }) =>
    onByDefault &&
    (asked.has(groupOfKinds(group)) || always.get(group)?.includes(resource) === true);
}

/** A group as kinds spell it, in either dialect's name. */
function nameOf(group: string): string {
  return group === "core" ? "" : groupOfKinds(group);
}
