/**
 * Resources as discovery describes them.
 *
 * @module
 */

import type { JsonObject } from "../../toolkit/codec/mod.ts";
import type { ResourceSource } from "../resource/resource_source.ts";
import type { ServedResource } from "../resource/served_resource.ts";
import type { Priority } from "./priorities.ts";

/** A resource as discovery describes it, whoever serves it: this server or an extension server. */
export interface Discovered {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly singular: string;
  readonly kind: string;
  /** What documents of all groups say of it, where that is another server's word. */
  readonly entry?: JsonObject;
  readonly namespaced: boolean;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly verbs: readonly string[];
  readonly subresources: ReadonlyMap<string, DiscoveredPart>;
  /** The version that its objects are stored in; undefined for one that holds none, or elsewhere. */
  readonly storageVersion: string | undefined;
}

/** A version of a group that another server has: discovery tells of it even where no resource of it is known. */
export interface DiscoveredVersion {
  readonly group: string;
  readonly version: string;
  readonly priority: Priority;
  /** Whether its server does not answer now: its resources are known from before, or not at all. */
  readonly stale: boolean;
}

/** A part of a resource with a path of its own. */
export interface DiscoveredPart {
  readonly name: string;
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly verbs: readonly string[];
}

/** What discovery tells of. */
export interface DiscoverySource {
  all(): readonly Discovered[];
  /** Versions that other servers have. */
  versions(): readonly DiscoveredVersion[];
  /** Grows with each change of {@link all} and {@link versions}. */
  readonly generation: number;
}

/**
 * What a source of resources has, as discovery tells of it; `tellsStorage`: and whether the version that
 * objects are stored in has changed.
 */
export function discovered(source: ResourceSource, tellsStorage = true): DiscoverySource {
  return {
    all: () => source.all().map((resource) => discoveredResource(resource, tellsStorage)),
    versions: () => [],
    get generation() {
      return source.generation;
    },
  };
}

/** Verbs that may make objects: nobody is told of them where there can be no new ones. */
const MAKING: ReadonlySet<string> = new Set(["create", "patch", "update"]);

function discoveredResource(resource: ServedResource, tellsStorage: boolean): Discovered {
  const { group, version, kind, singular, namespaced, shortNames, categories, verbs } = resource;
  // Those of built-in kinds are told in the order of their names.
  const subresources = resource.type === undefined
    ? resource.subresources
    : new Map([...resource.subresources].toSorted(([a], [b]) => a < b ? -1 : 1));
  const held = tellsStorage && verbs.includes("watch");
  const isClosed = resource.closedToCreation !== undefined;
  return {
    group,
    version,
    resource: resource.resource,
    singular,
    kind,
    namespaced,
    shortNames,
    categories,
    verbs: isClosed ? verbs.filter((verb) => !MAKING.has(verb)) : verbs,
    subresources,
    storageVersion: held ? resource.storageVersion ?? version : undefined,
  };
}

/** Two sources together. */
export function together(one: DiscoverySource, other: DiscoverySource): DiscoverySource {
  return {
    all: () => [...one.all(), ...other.all()],
    versions: () => [...one.versions(), ...other.versions()],
    get generation() {
      return one.generation + other.generation;
    },
  };
}
