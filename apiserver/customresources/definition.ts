/**
 * CustomResourceDefinitions as the server reads them.
 *
 * @module
 */

import type {
  CustomResourceConversion,
  CustomResourceDefinition,
  CustomResourceDefinitionCondition,
  CustomResourceDefinitionNames,
  CustomResourceDefinitionVersion,
} from "../../toolkit/api/apiextensions_v1.ts";
import type { CachedObject } from "../storage/cache/mod.ts";
import { equalJson } from "../../toolkit/values/json.ts";
import { objectOf } from "../resource/object_coder.ts";

/** By the bytes that they were read from, their revision among these. */
const definitions = new WeakMap<Uint8Array, Definition>();

/**
 * A CustomResourceDefinition as the server reads it, with what clients may leave out filled in by
 * its getters. States with the same spec share one spec object, and with it what was derived of its
 * schemas.
 */
export class Definition {
  readonly object: CustomResourceDefinition;
  /** The store's revision of what was read. */
  readonly revision: number;

  constructor(object: CustomResourceDefinition, revision: number) {
    this.object = object;
    this.revision = revision;
  }

  /**
   * The definition in an entry of a cache, read once for all caches that share its bytes. `before`: as it
   * was last seen; where the spec is the same it is shared, and with it all that was found out about its
   * schemas.
   */
  static of(entry: CachedObject, before?: Definition): Definition {
    let definition = definitions.get(entry.json);
    if (definition === undefined) {
      definition = Definition.#read(entry, before);
      definitions.set(entry.json, definition);
    }
    return definition;
  }

  static #read(entry: CachedObject, before: Definition | undefined): Definition {
    const object = objectOf(entry) as unknown as CustomResourceDefinition;
    const read = new Definition(object, entry.revision);
    // A deletion counts as a change, and is none of the spec.
    const isSame = before?.hasSameSpec(read) || equalJson(before?.object.spec, object.spec);
    if (before === undefined || !isSame) return read;
    return new Definition({ ...object, spec: before.object.spec }, entry.revision);
  }

  get name(): string {
    return this.object.metadata?.name ?? "";
  }

  get uid(): string {
    return this.object.metadata?.uid ?? "";
  }

  get generation(): number {
    return Number(this.object.metadata?.generation ?? 0);
  }

  /** Whether it is known without a look into it that another state has the same spec. */
  hasSameSpec(other: Definition): boolean {
    if (this.object.spec === other.object.spec) return true;
    // Each change of it is counted.
    return this.uid !== "" && this.uid === other.uid && this.generation === other.generation;
  }

  get group(): string {
    return this.object.spec.group;
  }

  get namespaced(): boolean {
    return this.object.spec.scope !== "Cluster";
  }

  /** The names that the definition asks for. */
  get asked(): CustomResourceDefinitionNames {
    return this.object.spec.names;
  }

  /** The names that it has got: nobody else in the group has them. */
  get accepted(): Partial<CustomResourceDefinitionNames> {
    return this.object.status?.acceptedNames ?? {};
  }

  get versions(): readonly CustomResourceDefinitionVersion[] {
    return this.object.spec.versions;
  }

  /** The version that objects are stored in. */
  get storageVersion(): CustomResourceDefinitionVersion {
    const found = this.versions.find(({ storage }) => storage) ?? this.versions[0];
    if (found === undefined) throw new Error(`${this.name} has no versions`);
    return found;
  }

  get conversion(): CustomResourceConversion {
    return this.object.spec.conversion ?? { strategy: "None" };
  }

  get storedVersions(): readonly string[] {
    return this.object.status?.storedVersions ?? [];
  }

  get deleting(): boolean {
    return this.object.metadata?.deletionTimestamp !== undefined;
  }

  get finalizers(): readonly string[] {
    return this.object.metadata?.finalizers ?? [];
  }

  condition(type: string): CustomResourceDefinitionCondition | undefined {
    return this.object.status?.conditions?.find((one) => one.type === type);
  }

  /** Whether a condition holds. */
  holds(type: string): boolean {
    return this.condition(type)?.status === "True";
  }
}
