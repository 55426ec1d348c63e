/**
 * What clients are told of the groups, versions and resources that are served.
 *
 * @module
 */

import { createHash } from "node:crypto";
import type { JsonObject } from "../../toolkit/codec/mod.ts";
import { compareVersions } from "../../toolkit/schema/compare_versions.ts";
import { formatApiVersion } from "../../toolkit/schema/mod.ts";
import type { Discovered, DiscoverySource } from "./discovered.ts";
import { groupPriorityOf } from "./priorities.ts";

/** A group, its versions in the order in which clients should prefer them. */
interface Group {
  readonly name: string;
  readonly versions: ReadonlyMap<string, readonly Discovered[]>;
}

/** Documents made of what a source has now. */
export class DiscoveryDocuments {
  readonly #groups: ReadonlyMap<string, Group>;

  constructor(source: Pick<DiscoverySource, "all">) {
    const groups = new Map<string, Map<string, Discovered[]>>();
    for (const resource of source.all()) {
      const versions = groups.get(resource.group) ?? new Map<string, Discovered[]>();
      groups.set(resource.group, versions);
      const some = versions.get(resource.version) ?? [];
      versions.set(resource.version, some);
      some.push(resource);
    }
    const inOrder = [...groups].toSorted(([a], [b]) => compareGroups(a, b));
    this.#groups = new Map(
      inOrder.map(([name, versions]) => {
        const sorted = [...versions].sort(([a], [b]) => compareVersions(a, b));
        return [name, { name, versions: new Map(sorted) }];
      }),
    );
  }

  /** The versions of the core group: the answer at `/api`. */
  coreVersions(address: string): JsonObject {
    return {
      kind: "APIVersions",
      // Older than versions of kinds: it has none.
      apiVersion: "",
      versions: [...this.#groups.get("")?.versions.keys() ?? []],
      serverAddressByClientCIDRs: [{ clientCIDR: "0.0.0.0/0", serverAddress: address }],
    };
  }

  /** All other groups: the answer at `/apis`. */
  groupList(): JsonObject {
    const groups = [...this.#groups.values()].filter(({ name }) => name !== "");
    return { kind: "APIGroupList", apiVersion: "v1", groups: groups.map(groupOf) };
  }

  /** One group: the answer at `/apis/GROUP`. */
  group(name: string): JsonObject | undefined {
    const group = name === "" ? undefined : this.#groups.get(name);
    return group && { kind: "APIGroup", apiVersion: "v1", ...groupOf(group) };
  }

  /** The resources of a version: the answer at `/apis/GROUP/VERSION`. */
  resources(group: string, version: string): JsonObject | undefined {
    const resources = this.#groups.get(group)?.versions.get(version);
    return resources && {
      kind: "APIResourceList",
      apiVersion: "v1",
      groupVersion: formatApiVersion(group, version),
      resources: resources.flatMap(resourceEntries),
    };
  }

  /** Everything of the core group, or of all others, in one document. */
  aggregated(core: boolean, apiVersion: string): JsonObject {
    const groups = [...this.#groups.values()].filter(({ name }) => (name === "") === core);
    return {
      kind: "APIGroupDiscoveryList",
      apiVersion,
      metadata: {},
      items: groups.map(({ name, versions }) => ({
        metadata: { ...(name !== "" && { name }), creationTimestamp: null },
        versions: [...versions].map(([version, resources]) => ({
          version,
          resources: resources.map(aggregatedResource),
          freshness: resources.some(({ stale }) => stale) ? "Stale" : "Current",
        })),
      })),
    };
  }
}

function groupOf({ name, versions }: Group): JsonObject {
  const all = [...versions.keys()].map((version) => ({
    groupVersion: formatApiVersion(name, version),
    version,
  }));
  return { name, versions: all, preferredVersion: all[0] };
}

function resourceEntries(resource: Discovered): JsonObject[] {
  const { shortNames, categories, kind, namespaced, singular, verbs } = resource;
  const entry = {
    name: resource.resource,
    singularName: singular,
    namespaced,
    kind,
    verbs,
    ...(shortNames.length > 0 && { shortNames }),
    ...(categories.length > 0 && { categories }),
    ...(resource.storageVersion !== undefined && { storageVersionHash: versionHash(resource) }),
  };
  const parts = [...resource.subresources.values()].map((part) => ({
    name: `${resource.resource}/${part.name}`,
    singularName: "",
    namespaced,
    ...(part.group !== resource.group && { group: part.group }),
    ...((part.group !== resource.group || part.version !== resource.version) &&
      { version: part.version }),
    kind: part.kind,
    verbs: part.verbs,
  }));
  return [entry, ...parts];
}

function aggregatedResource(resource: Discovered): JsonObject {
  const { group, version, kind, namespaced, singular, verbs, shortNames, categories } = resource;
  const parts = [...resource.subresources.values()];
  return {
    resource: resource.resource,
    responseKind: { group, version, kind },
    scope: namespaced ? "Namespaced" : "Cluster",
    singularResource: singular,
    verbs,
    ...(shortNames.length > 0 && { shortNames }),
    ...(categories.length > 0 && { categories }),
    ...(parts.length > 0 && {
      subresources: parts.map((part) => ({
        subresource: part.name,
        responseKind: { group: part.group, version: part.version, kind: part.kind },
        verbs: part.verbs,
      })),
    }),
  };
}

/** Tells apart what kind and version a resource's objects are stored in. */
function versionHash({ group, storageVersion, kind }: Discovered): string {
  const hash = createHash("sha256").update(`${group}/${storageVersion}/${kind}`).digest();
  return hash.subarray(0, 8).toString("base64");
}

/** Orders groups as clients that find a name in several should prefer them. */
function compareGroups(a: string, b: string): number {
  return groupPriorityOf(b) - groupPriorityOf(a) || (a < b ? -1 : 1);
}
