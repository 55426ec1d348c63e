/**
 * What an operator has to be allowed, by what its controllers declare.
 *
 * @module
 */

import type { metaV1, rbacV1 } from "../api/mod.ts";
import { isDefined } from "../controller/mod.ts";
import type { DefinedOperator } from "./operator.ts";
import { needsConversion, resourcesOf, servesWebhooks } from "./resources.ts";
import { type AnyKind, groupOnServer } from "../kinds/mod.ts";
import {
  CustomResourceDefinition,
  Event,
  Lease,
  MutatingWebhookConfiguration,
  Secret,
  ValidatingWebhookConfiguration,
} from "../kinds/built_in.ts";
import type { Dialect } from "../names.ts";

/** A rule of a role, before rules of one group are put together. */
interface Grant {
  readonly group: string;
  readonly resource: string;
  readonly verbs: readonly string[];
}

/** What an operator has to be allowed where its objects are. */
interface PlacedGrant extends Grant {
  /** False: of what is in no namespace, of which a role of one grants nothing. */
  readonly inNamespace: boolean;
}

const READ = ["get", "list", "watch"];
/** An apply is a patch, or a create where there is nothing. */
const WRITE = [...READ, "create", "patch", "delete"];

/** What an operator's controllers read and write. */
export function grantsOf(operator: DefinedOperator, dialect: Dialect): PlacedGrant[] {
  const { controllers } = operator;
  const grants: PlacedGrant[] = [];
  const grant = (kind: AnyKind, verbs: readonly string[], subresource = "", about = kind) =>
    grants.push({
      group: groupOnServer(kind.group, dialect),
      resource: kind.plural + (subresource && `/${subresource}`),
      verbs,
      inNamespace: about.namespaced,
    });
  for (const { for: primary, owns, reads, watches, finalize } of controllers) {
    grant(primary, finalize === undefined ? READ : [...READ, "patch"]);
    if (isDefined(primary) || owns.length > 0) grant(primary, ["patch"], "status");
    // Owning with blockOwnerDeletion asks for this where the server checks it.
    if (owns.length > 0) grant(primary, ["update"], "finalizers");
    for (const kind of owns) grant(kind, WRITE);
    for (const kind of reads) grant(kind, READ);
    for (const { kind } of watches) grant(kind, READ);
    // Events are where what they are about is; about what is in no namespace, in one that is always there.
    grant(Event, ["create", "patch"], "", primary);
  }
  for (const { kind, verbs, subresource } of operator.options.grants ?? []) {
    grant(kind, verbs, subresource);
  }
  return grants;
}

/** The rules of what an operator needs everywhere: servers are told of its webhooks for all of them. */
export function announcementRules(
  operator: DefinedOperator,
  dialect: Dialect,
): rbacV1.PolicyRule[] {
  const kinds: AnyKind[] = [
    ...(operator.webhooks.length > 0
      ? [MutatingWebhookConfiguration, ValidatingWebhookConfiguration]
      : []),
    ...(resourcesOf(operator).some(needsConversion) ? [CustomResourceDefinition] : []),
  ];
  return joined(kinds.map(({ group, plural }) => ({
    group: groupOnServer(group, dialect),
    resource: plural,
    verbs: ["get", "create", "patch"],
  })));
}

/** The rules of what an operator needs in its own namespace: its lease, and its certificates. */
export function ownRules(operator: DefinedOperator, dialect: Dialect): rbacV1.PolicyRule[] {
  const kinds: AnyKind[] = servesWebhooks(operator) ? [Lease, Secret] : [Lease];
  return joined(kinds.map(({ group, plural }) => ({
    group: groupOnServer(group, dialect),
    resource: plural,
    verbs: ["get", "create", "update"],
  })));
}

/** Rules with each verb of each resource once: resources that may be treated alike are in one rule. */
export function joined(grants: readonly Grant[]): rbacV1.PolicyRule[] {
  const verbs = new Map<string, Set<string>>();
  for (const { group, resource, verbs: added } of grants) {
    const key = JSON.stringify([group, resource]);
    verbs.set(key, new Set([...verbs.get(key) ?? [], ...added]));
  }
  const order = [...READ, "create", "update", "patch", "delete", "deletecollection"];
  const rules = new Map<string, { group: string; resources: string[]; verbs: string[] }>();
  for (const [key, set] of [...verbs].sort(([a], [b]) => a < b ? -1 : 1)) {
    const [group, resource] = JSON.parse(key) as [string, string];
    const sorted = [
      ...order.filter((verb) => set.has(verb)),
      ...[...set].filter((verb) => !order.includes(verb)).sort(),
    ];
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
