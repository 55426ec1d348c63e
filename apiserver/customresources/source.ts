/**
 * The resources of CustomResourceDefinitions.
 *
 * @module
 */

import type { JsonObject } from "../../toolkit/codec/mod.ts";
import type { OtherVersions } from "../fieldmanager/mod.ts";
import { formatApiVersion } from "../../toolkit/schema/mod.ts";
import type { CachedObject } from "../storage/cache/mod.ts";
import type { ResourceSource } from "../resource/resource_source.ts";
import type { ResourceStorage, ResourceStorageOptions } from "../resource/resource_storage.ts";
import type { ServedResource } from "../resource/served_resource.ts";
import { type Converter, SAME_FIELDS } from "./conversion/mod.ts";
import { CustomResource } from "./custom_resource.ts";
import { CustomStorage } from "./custom_storage.ts";
import { Definition } from "./definition.ts";
import { fieldsReader } from "./selectable_fields.ts";
import { VersionSchema } from "./version_schema.ts";

/** What storages of custom resources have in common. */
export type StorageBasics = Pick<ResourceStorageOptions, "encoding" | "storePrefix">;

/** What the source is made with. */
export interface CustomSourceOptions extends StorageBasics {
  /** Where the definitions are. */
  readonly definitions: ResourceStorage;
  /** What the server has itself: its objects are stored where those of a definition of the same would be. */
  readonly builtin: Pick<ResourceSource, "all">;
  /** The store that holds a resource, and what follows it. */
  storeFor(
    group: string,
    resource: string,
  ): Pick<ResourceStorageOptions, "store" | "feed" | "measures">;
  windowFor(group: string, resource: string): number | undefined;
  /** How a definition's objects come from one version to another. */
  converterOf?(definition: Definition): Converter;
}

/** What is served of one definition. */
interface Served {
  readonly definition: Definition;
  readonly storage: CustomStorage;
  readonly schemas: ReadonlyMap<string, VersionSchema>;
  readonly resources: readonly CustomResource[];
}

/**
 * Serves the resources of all established definitions, as the cache of definitions shows them. The
 * cache is looked at with every request, and only definitions that have changed are made anew; a
 * definition whose place is taken over waits until the old storage is closed.
 */
export class CustomSource implements ResourceSource {
  readonly #options: CustomSourceOptions;
  readonly #builtin: ReadonlySet<string>;
  #served = new Map<string, Served>();
  /** Where a definition's storage was closed: the next one waits for that. */
  readonly #closing = new Map<string, Promise<void>>();
  #byPlace = new Map<string, CustomResource>();
  #all: readonly CustomResource[] = [];
  /** Definitions as they were last seen, by key. */
  readonly #latest = new Map<string, Definition>();
  #seen = -1;
  #generation = 0;

  constructor(options: CustomSourceOptions) {
    this.#options = options;
    this.#builtin = new Set(options.builtin.all().map((one) => `${one.resource}.${one.group}`));
  }

  get generation(): number {
    this.refresh();
    return this.#generation;
  }

  find(group: string, version: string, resource: string): ServedResource | undefined {
    this.refresh();
    return this.#byPlace.get(placeOf(group, version, resource));
  }

  all(): readonly ServedResource[] {
    this.refresh();
    return this.#all;
  }

  catchUp(signal: AbortSignal): Promise<void> {
    return this.#options.definitions.waitUntilFresh(signal);
  }

  /** All definitions, served or not. */
  definitions(): Definition[] {
    const { cache } = this.#options.definitions;
    return cache.entries().map((entry) => this.#definitionOf(entry));
  }

  /** The definition of a name as the cache has it. */
  definition(name: string): Definition | undefined {
    const { cache } = this.#options.definitions;
    const entry = cache.get(this.#options.definitions.key("", name));
    return entry === undefined || entry.corrupt !== undefined
      ? undefined
      : this.#definitionOf(entry);
  }

  /** Whether a definition is of what is built in: nothing is served of it, and no object is its own. */
  isBuiltIn({ name }: Definition): boolean {
    return this.#builtin.has(name);
  }

  /** Where the objects of a definition are, whether or not any version of them is served; undefined: nowhere. */
  async storageOf({ name }: Definition): Promise<ResourceStorage | undefined> {
    this.refresh();
    return await this.#served.get(name)?.storage.open();
  }

  #definitionOf(entry: CachedObject): Definition {
    const definition = Definition.of(entry, this.#latest.get(entry.key));
    this.#latest.set(entry.key, definition);
    return definition;
  }

  /** Ends everything that it has opened. */
  async close(): Promise<void> {
    await Promise.all([...this.#served.values()].map(({ storage }) => storage.close()));
    await Promise.all(this.#closing.values());
  }

  /** Serves what the definitions say now; every question to it does so first. */
  refresh(): void {
    const { changedAt } = this.#options.definitions.cache;
    if (changedAt === this.#seen) return;
    this.#seen = changedAt;
    const next = new Map<string, Served>();
    let changed = false;
    for (const key of this.#latest.keys()) {
      if (this.#options.definitions.cache.get(key) === undefined) this.#latest.delete(key);
    }
    for (const definition of this.definitions()) {
      // Names that are asked for later and taken already change nothing for those that it has.
      if (!definition.holds("Established") || this.isBuiltIn(definition)) continue;
      const before = this.#served.get(definition.name);
      const served = this.#serve(definition, before);
      changed ||= served.resources !== before?.resources;
      next.set(definition.name, served);
    }
    for (const [name, { storage }] of this.#served) {
      const now = next.get(name);
      if (now?.storage === storage) continue;
      this.#retire(name, storage);
      changed = true;
    }
    this.#served = next;
    if (!changed) return;
    this.#generation++;
    this.#all = [...next.values()].flatMap(({ resources }) => resources);
    this.#byPlace = new Map(
      this.#all.map((one) => [placeOf(one.group, one.version, one.resource), one]),
    );
  }

  #retire(name: string, storage: CustomStorage): void {
    const closed = storage.close();
    this.#closing.set(name, closed);
    closed.finally(() => {
      if (this.#closing.get(name) === closed) this.#closing.delete(name);
    }).catch(() => {});
  }

  #serve(definition: Definition, before: Served | undefined): Served {
    if (before?.definition === definition) return before;
    const { spec } = definition.object;
    const kept = before !== undefined && areStoredAlike(before.definition, definition)
      ? before
      : undefined;
    if (kept !== undefined && isSame(shownBy(kept.definition), shownBy(definition))) {
      return { ...kept, definition };
    }
    const schemas = kept?.schemas ?? schemasOf(spec);
    if (before !== undefined && kept === undefined) this.#retire(definition.name, before.storage);
    const storage = kept?.storage ?? this.#storageOf(definition, schemas);
    const converter = this.#options.converterOf?.(definition) ?? SAME_FIELDS;
    const otherVersions = otherVersionsOf(definition.group, schemas, converter);
    const schemaOf = (version: string) => schemas.get(version) ?? new VersionSchema(undefined);
    const storedSchema = schemaOf(definition.storageVersion.name);
    const resources = spec.versions.filter(({ served }) => served).map((version) => {
      return new CustomResource({
        definition,
        version,
        schema: schemaOf(version.name),
        storedSchema,
        storage,
        converter,
        otherVersions,
      });
    });
    return { definition, storage, schemas, resources };
  }

  #storageOf(
    definition: Definition,
    schemas: ReadonlyMap<string, VersionSchema>,
  ): CustomStorage {
    const { group, namespaced, accepted: { plural = "" } } = definition;
    const byApiVersion = new Map(
      [...schemas].map(([name, schema]) => [formatApiVersion(group, name), schema]),
    );
    const { encoding, storePrefix, storeFor, windowFor } = this.#options;
    return new CustomStorage({
      group,
      resource: plural,
      namespaced,
      type: undefined,
      encoding,
      storePrefix,
      ...storeFor(group, plural),
      windowEvents: windowFor(group, plural),
      joinedSkip: 0,
      form: definition.object.spec,
      addFields: addFieldsOf(definition),
      afterDecode: (object) => byApiVersion.get(String(object.apiVersion))?.afterDecode(object),
    }, this.#closing.get(definition.name) ?? Promise.resolve());
  }
}

/** The schemas of the versions of a spec: made once, for all servers of this process that have it. */
function schemasOf(spec: Definition["object"]["spec"]): ReadonlyMap<string, VersionSchema> {
  let schemas = schemasBySpec.get(spec);
  if (schemas === undefined) {
    schemas = new Map(
      spec.versions.map(({ name, schema }) => [name, new VersionSchema(schema?.openAPIV3Schema)]),
    );
    schemasBySpec.set(spec, schemas);
  }
  return schemas;
}

const schemasBySpec = new WeakMap<object, ReadonlyMap<string, VersionSchema>>();

/** Whether storages of both would be the same; specs that are the same are shared. */
function areStoredAlike(one: Definition, other: Definition): boolean {
  return one.uid === other.uid && one.accepted.plural === other.accepted.plural &&
    one.object.spec === other.object.spec;
}

/** What else the resources of a definition depend on. */
function shownBy(
  { accepted, storedVersions, deleting, object: { metadata } }: Definition,
): unknown {
  return [accepted, storedVersions, deleting, metadata?.annotations];
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function placeOf(group: string, version: string, resource: string): string {
  return `${group}/${version}/${resource}`;
}

/** Adds the fields that objects can be selected by, of all versions together. */
function addFieldsOf({ versions }: Definition) {
  const read = fieldsReader(versions.flatMap(({ selectableFields }) => selectableFields ?? []));
  return (object: JsonObject, fields: Record<string, string>) => {
    Object.assign(fields, read(object));
  };
}

/**
 * Several sources as one. What an earlier one has, a later one can't; and what a later one has in a version of a group
 * that an earlier one has too is found, and not told of.
 */
export function sourceOf(...sources: readonly ResourceSource[]): ResourceSource {
  const generationNow = () => sources.reduce((sum, { generation }) => sum + generation, 0);
  let told: { readonly generation: number; readonly all: readonly ServedResource[] } | undefined;
  return {
    find(group, version, resource) {
      for (const source of sources) {
        const found = source.find(group, version, resource);
        if (found !== undefined) return found;
      }
      return undefined;
    },
    all() {
      const generation = generationNow();
      if (told?.generation !== generation) told = { generation, all: toldOf(sources) };
      return told.all;
    },
    get generation() {
      return generationNow();
    },
    async catchUp(signal) {
      for (const source of sources) await source.catchUp?.(signal);
    },
  };
}

function toldOf(sources: readonly ResourceSource[]): ServedResource[] {
  const owners = new Map<string, ResourceSource>();
  return sources.flatMap((source) =>
    source.all().filter(({ group, version }) => {
      const place = formatApiVersion(group, version);
      const owner = owners.get(place) ?? source;
      owners.set(place, owner);
      return owner === source;
    })
  );
}

/** The versions of a definition, where an object is converted without asking anybody. */
function otherVersionsOf(
  group: string,
  schemas: ReadonlyMap<string, VersionSchema>,
  { convertOne }: Converter,
): OtherVersions | undefined {
  if (schemas.size < 2 || convertOne === undefined) return undefined;
  const byApiVersion = new Map(
    [...schemas].map(([name, schema]) => [formatApiVersion(group, name), schema]),
  );
  return {
    schemaOf: (apiVersion) => byApiVersion.get(apiVersion)?.mergeType,
    convert: convertOne,
  };
}
