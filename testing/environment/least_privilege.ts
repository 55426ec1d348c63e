/**
 * Holding the roles in a file against what was used.
 *
 * @module
 */

import { AssertionError } from "node:assert";
import { decodeYaml, encodeYaml } from "../../toolkit/codec/yaml.ts";
import { groupOfKinds } from "../../toolkit/kinds/mod.ts";
import type { Access } from "../../toolkit/operator/access.ts";
import { isObject } from "../../toolkit/values/json.ts";

/** How {@link assertLeastPrivilege} goes about it. */
export interface LeastPrivilegeOptions {
  /** Writes the file instead, with the roles that allow what was used. Default false. */
  readonly update?: boolean | undefined;
}

/**
 * Fails where the roles in a manifest grant less than was used, or more: it says what. Only the roles in
 * it are looked at; whether a namespace or the cluster grants something is not.
 */
export async function assertLeastPrivilege(
  access: Access,
  manifest: string | URL,
  options: LeastPrivilegeOptions = {},
): Promise<void> {
  if (options.update) {
    const name = String(manifest).split("/").at(-1)?.replace(/\.[^.]*$/, "") || "operator";
    const roles = access.roles(name);
    await Deno.writeTextFile(
      manifest,
      roles.map((role) => encodeYaml(role as never)).join("---\n"),
    );
    return;
  }
  const granted = grantsIn(await Deno.readTextFile(manifest), String(manifest));
  const used = new Map(
    access.calls.map(({ verb, group, resource, subresource }) => {
      const what = subresource === undefined ? resource : `${resource}/${subresource}`;
      return [lineOf(verb, group, what), [verb, group, what]] as const;
    }),
  );
  const missing = [...used].filter(([, [verb, group, what]]) =>
    !granted.some((grant) =>
      covers(grant.verb, verb) && covers(grant.group, group) && covers(grant.resource, what)
    )
  ).map(([line]) => line);
  const unused = granted.filter((grant) =>
    ![...used.values()].some(([verb, group, what]) =>
      covers(grant.verb, verb) && covers(grant.group, group) && covers(grant.resource, what)
    )
  ).map(({ verb, group, resource }) => lineOf(verb, group, resource));
  if (missing.length === 0 && unused.length === 0) return;
  throw new AssertionError({
    message: [
      `${manifest} does not grant what was used`,
      ...missing.map((line) => `  it lacks ${line}`),
      ...unused.map((line) => `  nobody used ${line}`),
      "pass { update: true } once to write it anew",
    ].join("\n"),
    operator: "assertLeastPrivilege",
  });
}

interface Grant {
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
}

function grantsIn(text: string, path: string): Grant[] {
  const roles = decodeYaml(text).filter((object) =>
    isObject(object) && (object.kind === "Role" || object.kind === "ClusterRole")
  ) as { rules?: { apiGroups?: string[]; resources?: string[]; verbs?: string[] }[] }[];
  if (roles.length === 0) throw new AssertionError({ message: `${path} has no roles` });
  return roles.flatMap(({ rules = [] }) =>
    rules.flatMap(({ apiGroups = [], resources = [], verbs = [] }) =>
      apiGroups.flatMap((group) =>
        resources.flatMap((resource) =>
          verbs.map((verb) => ({ verb, group: groupOfKinds(group), resource }))
        )
      )
    )
  );
}

function covers(granted: string, used: string): boolean {
  return granted === "*" || granted === used;
}

function lineOf(verb: string, group: string, resource: string): string {
  return `${verb} ${group && `${group}/`}${resource}`;
}
