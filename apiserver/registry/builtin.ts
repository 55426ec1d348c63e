/**
 * The built-in resources, ready to be served.
 *
 * @module
 */

import type { Dialect } from "../../toolkit/names.ts";
import {
  type Resource,
  type Schema,
  schemaOf,
  type StructType,
  subresourceKind,
} from "../../toolkit/schema/mod.ts";
import { DEFAULT_COLUMNS } from "../codec/shapes.ts";
import { kindBytes } from "../codec/shown.ts";
import type { StorageEncoding } from "../storage/encoding.ts";
import type { CacheFeed } from "../storage/cache/mod.ts";
import type { Store } from "../storage/mod.ts";
import { fieldsOfBuiltin, indexedFields, selectableFields } from "./builtin_fields.ts";
import { strategyOfFinalize, strategyOfObjects, strategyOfStatus } from "./builtin_strategies.ts";
import type { ResourceSource } from "./resource_source.ts";
import { ResourceStorage } from "./resource_storage.ts";
import type { ServedResource, Subresource } from "./served_resource.ts";
import type { Strategy } from "./strategy.ts";
import { viewOfResource } from "./views.ts";

/** What built-in resources are opened with. */
export interface BuiltinOptions {
  readonly dialect: Dialect;
  readonly encoding: StorageEncoding;
  /** `--store-prefix`. */
  readonly storePrefix: string;
  /** Which of the resources are served. */
  isServed(resource: Resource): boolean;
  /** The store that holds a resource, and what follows it. */
  storeFor(group: string, resource: string): { readonly store: Store; readonly feed: CacheFeed };
  /** Changes that the cache keeps for watches; undefined: as it likes. */
  windowFor(group: string, resource: string): number | undefined;
  readonly onSlowWatcher?: (() => void) | undefined;
}

/** Resources in a fixed set. */
export class FixedSource implements ResourceSource {
  readonly generation = 1;
  readonly #all: readonly ServedResource[];
  readonly #byPlace = new Map<string, ServedResource>();

  constructor(all: readonly ServedResource[]) {
    this.#all = all;
    for (const one of all) this.#byPlace.set(`${one.group}/${one.version}/${one.resource}`, one);
  }

  find(group: string, version: string, resource: string): ServedResource | undefined {
    return this.#byPlace.get(`${group}/${version}/${resource}`);
  }

  all(): readonly ServedResource[] {
    return this.#all;
  }
}

/** Opens the storage of all built-in resources that are served. */
export async function openBuiltin(options: BuiltinOptions): Promise<ResourceSource> {
  const schema = schemaOf(options.dialect);
  const storages = new Map<string, Promise<ResourceStorage>>();
  const served = schema.resources.filter((resource) => options.isServed(resource));
  return new FixedSource(
    await Promise.all(served.map(async (resource) => {
      const stored = storedResource(schema, resource);
      const name = `${stored.group}/${stored.resource}`;
      let storage: Promise<ResourceStorage> | undefined;
      if (holdsObjects(resource)) {
        storage = storages.get(name) ?? openStorage(schema, stored, options);
        storages.set(name, storage);
      }
      return serve(schema, resource, await storage);
    })),
  );
}

/** The resource whose objects a resource shows: itself, or the one that it is another view of. */
function storedResource(schema: Schema, resource: Resource): Resource {
  const same = resource.sameObjectAs;
  if (same === undefined) return resource;
  return schema.resource(same.group, same.version, same.resource) ?? resource;
}

function holdsObjects({ verbs }: Resource): boolean {
  return verbs.includes("watch");
}

function typeOf(schema: Schema, { group, version, kind }: Resource): StructType {
  const type = schema.kind(group, version, kind);
  if (type === undefined) throw new Error(`the schema lacks ${group}/${version} ${kind}`);
  return type;
}

function openStorage(
  schema: Schema,
  resource: Resource,
  options: BuiltinOptions,
): Promise<ResourceStorage> {
  const { group, resource: plural, namespaced } = resource;
  const type = typeOf(schema, resource);
  const indexes = [...indexedFields(plural)].map((field) =>
    [field, (entry: { fields: Readonly<Record<string, string>> }) => entry.fields[field]] as const
  );
  return ResourceStorage.open({
    group,
    resource: plural,
    namespaced,
    type,
    ...options.storeFor(group, plural),
    encoding: options.encoding,
    storePrefix: options.storePrefix,
    fieldsOf: fieldsOfBuiltin(plural),
    indexes: Object.fromEntries(indexes),
    joinedSkip: kindBytes({ ...resource, type }),
    windowEvents: options.windowFor(group, plural),
    onSlowWatcher: options.onSlowWatcher,
  });
}

function serve(
  schema: Schema,
  resource: Resource,
  storage: ResourceStorage | undefined,
): ServedResource {
  const { group, version, resource: plural, singular, kind, namespaced, verbs } = resource;
  const type = typeOf(schema, resource);
  const strategy = strategyOfObjects(resource, type, schema.dialect);
  return {
    group,
    version,
    resource: plural,
    singular,
    kind,
    listKind: `${kind}List`,
    namespaced,
    shortNames: resource.shortNames,
    categories: resource.categories,
    verbs,
    type,
    strategy,
    storage,
    view: resource.sameObjectAs === undefined ? undefined : viewOfResource(resource, schema),
    subresources: subresourcesOf(resource, strategy, schema.dialect),
    columns: DEFAULT_COLUMNS,
    selectable: selectableFields(plural),
    indexed: indexedFields(plural),
  };
}

/** Subresources that carry the object itself, and how writes through them go. */
const PARTS: Readonly<
  Record<string, { readonly verbs: readonly string[]; strategy(of: Strategy): Strategy }>
> = {
  status: { verbs: ["get", "patch", "update"], strategy: strategyOfStatus },
  finalize: { verbs: ["update"], strategy: strategyOfFinalize },
};

function subresourcesOf(
  resource: Resource,
  strategy: Strategy,
  dialect: Dialect,
): ReadonlyMap<string, Subresource> {
  return new Map(resource.subresources.flatMap((name) => {
    const part = PARTS[name];
    if (part === undefined) return [];
    const { group, version, kind } = subresourceKind(resource, name, dialect);
    return [[name, {
      name,
      group,
      version,
      kind,
      verbs: part.verbs,
      strategy: part.strategy(strategy),
    }]];
  }));
}
