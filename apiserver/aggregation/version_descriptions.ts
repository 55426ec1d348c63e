/**
 * What extension servers say of the versions that they have: in one document of all, or in one for each.
 *
 * @module
 */

import type { Discovered, DiscoveredPart } from "../discovery/discovered.ts";
import type { GroupVersionKind } from "../../toolkit/schema/mod.ts";
import { isObject } from "../../toolkit/values/json.ts";

/** What is said of a version. */
export interface Description {
  /** Tells it from others. */
  readonly text: string;
  resources(): Discovered[];
}

/** Resources of one version at most: more is no server's. */
const RESOURCES_LIMIT = 10_000;

const NAMESPACED = "Namespaced";

type Fields = Readonly<Record<string, unknown>>;

/** Reads a list of a version's resources (`APIResourceList`); undefined: it is none. */
export function descriptionInList(
  body: Uint8Array,
  group: string,
  version: string,
): Description | undefined {
  const text = new TextDecoder().decode(body);
  const list = parsed(text);
  if (list === undefined || !Array.isArray(list.resources)) return undefined;
  const entries = list.resources.filter(isObject).slice(0, RESOURCES_LIMIT);
  return { text, resources: () => resourcesOfList(entries, group, version) };
}

/** Reads a document of all groups (`APIGroupDiscoveryList`), by `GROUP/VERSION`; undefined: it is none. */
export function descriptionsInGroups(
  body: Uint8Array,
): ReadonlyMap<string, Description> | undefined {
  const document = parsed(new TextDecoder().decode(body));
  if (document === undefined || !Array.isArray(document.items)) return undefined;
  return new Map(
    document.items.filter(isObject).flatMap(({ metadata, versions }) => {
      const group = isObject(metadata) ? textOf(metadata.name) : "";
      return listOf(versions).map((entry): [string, Description] => {
        const version = textOf(entry.version);
        return [`${group}/${version}`, {
          text: JSON.stringify(entry),
          resources: () => resourcesOfVersion(entry, group, version),
        }];
      });
    }),
  );
}

function parsed(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function resourcesOfList(
  entries: readonly Fields[],
  group: string,
  version: string,
): Discovered[] {
  const own = entries.filter(({ name }) => typeof name === "string" && !name.includes("/"));
  const parts = Map.groupBy(
    entries.filter(({ name }) => textOf(name).includes("/")),
    ({ name }) => resourceIn(name),
  );
  const known = new Set(own.map(({ name }) => name));
  // Of some only parts are there: they are told of all the same, and nothing else of what they are parts of.
  const bare = [...parts].filter(([name]) => !known.has(name))
    .map(([name, [first]]): Fields => ({ name, namespaced: first?.namespaced }));
  return [...own, ...bare].map((one): Discovered => {
    const resource = textOf(one.name);
    return discoveredAs(group, version, {
      resource,
      responseKind: kindIn(one),
      scope: one.namespaced === true ? NAMESPACED : "Cluster",
      singularResource: textOf(one.singularName),
      ...wordsOf(one),
      subresources: (parts.get(resource) ?? []).map((part) => ({
        subresource: textOf(part.name).slice(resource.length + 1),
        responseKind: kindIn(part),
        verbs: textsOf(part.verbs),
      })),
    });
  });
}

/** The resource in the name of a part of it. */
function resourceIn(name: unknown): string {
  return textOf(name).split("/", 1)[0] ?? "";
}

function resourcesOfVersion(entry: Fields, group: string, version: string): Discovered[] {
  return listOf(entry.resources).slice(0, RESOURCES_LIMIT).map((one) =>
    discoveredAs(group, version, {
      resource: textOf(one.resource),
      responseKind: kindIn(one.responseKind),
      scope: textOf(one.scope),
      singularResource: textOf(one.singularResource),
      ...wordsOf(one),
      subresources: listOf(one.subresources).map((part) => ({
        subresource: textOf(part.subresource),
        responseKind: kindIn(part.responseKind),
        verbs: textsOf(part.verbs),
      })),
    })
  );
}

/** What is said of a resource in a document of all groups. */
interface Entry {
  readonly resource: string;
  readonly responseKind: GroupVersionKind;
  readonly scope: string;
  readonly singularResource: string;
  readonly verbs: string[];
  readonly shortNames: string[];
  readonly categories: string[];
  readonly subresources: readonly {
    readonly subresource: string;
    readonly responseKind: GroupVersionKind;
    readonly verbs: string[];
  }[];
}

function discoveredAs(group: string, version: string, entry: Entry): Discovered {
  const { resource, scope, singularResource, verbs, shortNames, categories } = entry;
  const { subresources, responseKind: { kind } } = entry;
  return {
    group,
    version,
    resource,
    singular: singularResource,
    kind,
    namespaced: scope === NAMESPACED,
    shortNames,
    categories,
    verbs,
    subresources: partsOf(
      subresources.map(({ subresource: name, responseKind, verbs }) => ({
        name,
        ...responseKind,
        verbs,
      })),
    ),
    storageVersion: undefined,
    // As of all others: nothing is said of names, categories and parts that aren't there.
    entry: {
      resource,
      responseKind: { ...entry.responseKind },
      scope,
      singularResource,
      verbs,
      ...(shortNames.length > 0 && { shortNames }),
      ...(categories.length > 0 && { categories }),
      ...(subresources.length > 0 && { subresources }),
    },
  };
}

/** What both documents say in the same words. */
function wordsOf({ verbs, shortNames, categories }: Fields) {
  return {
    verbs: textsOf(verbs),
    shortNames: textsOf(shortNames),
    categories: textsOf(categories),
  };
}

function partsOf(parts: readonly DiscoveredPart[]): ReadonlyMap<string, DiscoveredPart> {
  return new Map(parts.map((part) => [part.name, part]));
}

/** A kind; nothing is said of what isn't there. */
function kindIn(value: unknown): GroupVersionKind {
  const { group, version, kind } = isObject(value) ? value : {};
  return { group: textOf(group), version: textOf(version), kind: textOf(kind) };
}

function listOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}
