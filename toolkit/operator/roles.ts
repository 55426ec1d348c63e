/**
 * What an operator has to be allowed, by what its controllers declare.
 *
 * @module
 */

import type { metaV1, rbacV1 } from "../api/mod.ts";
import { type ErasedController, isDefined } from "../controller/mod.ts";
import { type AnyKind, groupOnServer } from "../kinds/mod.ts";
import { Event, Lease } from "../kinds/built_in.ts";
import type { Dialect } from "../names.ts";

/** A rule of a role, before rules of one group are put together. */
interface Grant {
  readonly group: string;
  readonly resource: string;
  readonly verbs: readonly string[];
}

const READ = ["get", "list", "watch"];
/** An apply is a patch, or a create where there is nothing. */
const WRITE = [...READ, "create", "patch", "delete"];

/** The rules of what an operator's controllers read and write. */
export function rulesOf(
  controllers: readonly ErasedController[],
  dialect: Dialect,
): rbacV1.PolicyRule[] {
  const grants: Grant[] = [];
  const grant = (kind: AnyKind, verbs: readonly string[], subresource = "") =>
    grants.push({
      group: groupOnServer(kind.group, dialect),
      resource: kind.plural + (subresource && `/${subresource}`),
      verbs,
    });
  for (const { for: primary, owns, reads, watches, finalize } of controllers) {
    grant(primary, finalize === undefined ? READ : [...READ, "patch"]);
    if (isDefined(primary) || owns.length > 0) grant(primary, ["patch"], "status");
    // Owning with blockOwnerDeletion asks for this where the server checks it.
    if (owns.length > 0) grant(primary, ["update"], "finalizers");
    for (const kind of owns) grant(kind, WRITE);
    for (const kind of reads) grant(kind, READ);
    for (const { kind } of watches) grant(kind, READ);
  }
  grant(Event, ["create", "patch"]);
  return joined(grants);
}

/** The rules of what an operator needs in its own namespace: its lease. */
export function leaseRules(dialect: Dialect): rbacV1.PolicyRule[] {
  return [{
    apiGroups: [groupOnServer(Lease.group, dialect)],
    resources: [Lease.plural],
    verbs: ["get", "create", "update"],
  }];
}

/** Rules with each verb of each resource once: resources that may be treated alike are in one rule. */
function joined(grants: readonly Grant[]): rbacV1.PolicyRule[] {
  const verbs = new Map<string, Set<string>>();
  for (const { group, resource, verbs: added } of grants) {
    const key = JSON.stringify([group, resource]);
    verbs.set(key, new Set([...verbs.get(key) ?? [], ...added]));
  }
  const order = [...READ, "create", "update", "patch", "delete"];
  const rules = new Map<string, { group: string; resources: string[]; verbs: string[] }>();
  for (const [key, set] of [...verbs].sort(([a], [b]) => a < b ? -1 : 1)) {
    const [group, resource] = JSON.parse(key) as [string, string];
    const sorted = order.filter((verb) => set.has(verb));
    const id = JSON.stringify([group, sorted]);
    const rule = rules.get(id) ?? { group, resources: [], verbs: sorted };
    rule.resources.push(resource);
    rules.set(id, rule);
  }
  return [...rules.values()].map(({ group, resources, verbs }) => ({
    apiGroups: [group],
    resources,
    verbs,
  }));
}

/** Metadata of what belongs to an operator. */
export function ownMetadata(
  name: string,
  namespace?: string,
): metaV1.ObjectMeta & { name: string } {
  return {
    name,
    ...(namespace !== undefined && { namespace }),
    labels: { app: name },
  };
}
