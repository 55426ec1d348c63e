/**
 * The built-in resources, ready to be served.
 *
 * @module
 */

import { type Dialect, NAMES } from "../../toolkit/names.ts";
import {
  type Resource,
  type Schema,
  schemaOf,
  type StructType,
  subresourceKind,
} from "../../toolkit/schema/mod.ts";
import { DEFAULT_COLUMNS } from "../bodies/shapes.ts";
import { kindBytes } from "../bodies/representation.ts";
import type { StorageEncoding } from "../storage/encoding.ts";
import type { KindRules } from "./declaration.ts";
import { HANDLED_VERBS } from "../resource/handler_name.ts";
import { rulesOf } from "./declarations.ts";
import { DEFAULT_FEATURES, type Feature } from "../flags/features.ts";
import { fieldsReader } from "./fields.ts";
import { type Dropping, droppingOf } from "./gated_fields.ts";
import { WORKLOAD_SCALE } from "./workloads/scale.ts";
import { strategyOfObjects, strategyOfSubresource } from "./strategies.ts";
import type { ResourceSource } from "../resource/resource_source.ts";
import { ResourceStorage, type ResourceStorageOptions } from "../resource/resource_storage.ts";
import type { ServedResource, Subresource } from "../resource/served_resource.ts";
import type { Strategy } from "../resource/strategy.ts";
import { otherVersionsOf, versionConverterOf } from "./version_converters.ts";

/** What built-in resources are opened with. */
export interface BuiltinOptions {
  readonly dialect: Dialect;
  readonly encoding: StorageEncoding;
  /** `--store-prefix`. */
  readonly storePrefix: string;
  /** Which of the resources are served. */
  isServed(resource: Resource): boolean;
  /** Features that are off by default and on here. Default: none. */
  readonly features?: ReadonlySet<Feature> | undefined;
  /** The store that holds a resource, and what follows it. */
  storeFor(
    group: string,
    resource: string,
  ): Pick<ResourceStorageOptions, "store" | "feed" | "measures">;
  /** Changes that the cache keeps for watches; undefined: as it likes. */
  windowFor(group: string, resource: string): number | undefined;
}

/** Resources in a fixed set. */
class FixedSource implements ResourceSource {
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
      return serve(schema, resource, await storage, options.features ?? DEFAULT_FEATURES);
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
  const rules = rulesOf(type.package, plural, NAMES[schema.dialect]);
  const indexes = (rules.indexed ?? []).map((field) =>
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
    addFields: fieldsReader(rules),
    afterDecode: rules.afterDecode,
    indexes: Object.fromEntries(indexes),
    joinedSkip: kindBytes({ ...resource, type }),
    windowEvents: options.windowFor(group, plural),
  });
}

function serve(
  schema: Schema,
  resource: Resource,
  storage: ResourceStorage | undefined,
  features: ReadonlySet<Feature>,
): ServedResource {
  return { ...describe(schema, resource, features), isVirtual: storage === undefined, storage };
}

type Described = Omit<ServedResource, "isVirtual" | "storage">;

/** All of a resource that no server has for itself, by the features that are on. */
const described = new WeakMap<ReadonlySet<Feature>, Map<Resource, Described>>();

function describe(
  schema: Schema,
  resource: Resource,
  features: ReadonlySet<Feature>,
): Described {
  const known = described.get(features) ?? new Map<Resource, Described>();
  described.set(features, known);
  let found = known.get(resource);
  if (found === undefined) known.set(resource, found = descriptionOf(schema, resource, features));
  return found;
}

function descriptionOf(
  schema: Schema,
  resource: Resource,
  features: ReadonlySet<Feature>,
): Described {
  const { group, version, resource: plural, singular, kind, namespaced, verbs } = resource;
  const type = typeOf(schema, resource);
  const names = NAMES[schema.dialect];
  const rules = rulesOf(type.package, plural, names);
  const stored = storedResource(schema, resource);
  // What can be selected is read from the stored objects, whichever way they are shown.
  const { fields = {}, indexed = [] } = stored === resource
    ? rules
    : rulesOf(typeOf(schema, stored).package, stored.resource, names);
  const hasStatus = resource.subresources.includes("status");
  const strategy = strategyOfObjects(rules, type, hasStatus, features);
  const dropGated = droppingOf(rules.gated, features);
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
    handler: rules.handlers?.[""],
    converter: resource.sameObjectAs === undefined
      ? undefined
      : versionConverterOf(resource, schema),
    otherVersions: otherVersionsOf(resource, schema),
    subresources: subresourcesOf(
      resource,
      rules,
      { strategy, type, dropGated, features },
      schema.dialect,
    ),
    columns: rules.columns ?? DEFAULT_COLUMNS,
    deprecation: rules.deprecation,
    selectable: new Set(selectableFields(fields, namespaced)),
    formerFields: rules.formerFields && new Map(Object.entries(rules.formerFields)),
    indexed: new Set(indexed),
  };
}

/** A kind in no namespace may be asked for one, unless it says itself what it can be asked for. */
function selectableFields(fields: object, namespaced: boolean): string[] {
  const declared = Object.keys(fields);
  return declared.length === 0 && !namespaced ? ["metadata.namespace"] : declared;
}

/** How a scale is written: it changes what users want, and counts as that. */
function scaleOf(strategy: Strategy, type: StructType) {
  const written = strategyOfSubresource("scale", { changes: ["spec"] }, strategy, type);
  return { strategy: { ...written, hasGeneration: true }, scale: WORKLOAD_SCALE };
}

/** Verbs of a subresource that carries the object, unless its kind says otherwise. */
const SUBRESOURCE_VERBS: readonly string[] = ["get", "patch", "update"];

function subresourcesOf(
  resource: Resource,
  rules: KindRules,
  whole: {
    strategy: Strategy;
    type: StructType;
    dropGated: Dropping | undefined;
    features: ReadonlySet<Feature>;
  },
  dialect: Dialect,
): ReadonlyMap<string, Subresource> {
  const { strategy, type, dropGated, features } = whole;
  return new Map(resource.subresources.flatMap((name): [string, Subresource][] => {
    const { group, version, kind } = subresourceKind(resource, name, dialect);
    const feature = rules.gatedSubresources?.[name];
    if (feature !== undefined && !features.has(feature)) return [];
    const handler = rules.handlers?.[name];
    if (handler !== undefined) {
      const verbs = HANDLED_VERBS[handler];
      const scale = handler === "scale" ? scaleOf(strategy, type) : { strategy: undefined };
      // A log is told of as a part of the pod; it has only its parameters of its own.
      const told = handler === "log" ? { kind: resource.kind, parameters: kind } : { kind };
      return [[name, { name, group, version, ...told, verbs, handler, ...scale }]];
    }
    // Every status is the server's own side of the object; all else has to be declared.
    const declared = rules.subresources?.[name] ?? (name === "status" ? {} : undefined);
    if (declared === undefined) return [];
    const { verbs = SUBRESOURCE_VERBS } = declared;
    const { takesBareFinalizers } = rules;
    const own = strategyOfSubresource(name, declared, strategy, type, {
      dropGated,
      takesBareFinalizers,
    });
    return [[name, { name, group, version, kind, verbs, strategy: own }]];
  }));
}
