/**
 * Objects in the versions in which managers named their fields.
 *
 * @module
 */

import type { JsonObject } from "../../toolkit/codec/mod.ts";
import { type Changes, compareObjects } from "./compare.ts";
import type { FieldSet } from "./field_set.ts";
import type { MergeType } from "./merge_type.ts";

/** What is known of the other versions of a kind. */
export interface OtherVersions {
  /** The type in `apiVersion`; undefined for a version that is no more. */
  schemaOf(apiVersion: string): MergeType | undefined;
  /** The object in `apiVersion`; its own version is in it. */
  convert(object: JsonObject, apiVersion: string): JsonObject;
}

/** The versions of one kind, that of the request among them. */
export class Versions {
  readonly #apiVersion: string;
  readonly #schema: MergeType;
  readonly #others: OtherVersions | undefined;

  constructor(apiVersion: string, schema: MergeType, others: OtherVersions | undefined) {
    this.#apiVersion = apiVersion;
    this.#schema = schema;
    this.#others = others;
  }

  /** The type in `apiVersion`; undefined for a version that is no more. */
  schemaOf(apiVersion: string): MergeType | undefined {
    return apiVersion === this.#apiVersion ? this.#schema : this.#others?.schemaOf(apiVersion);
  }

  /** The object in `apiVersion`, which is one of a known type. */
  convert(object: JsonObject, apiVersion: string): JsonObject {
    const own = object.apiVersion ?? this.#apiVersion;
    return own === apiVersion || this.#others === undefined
      ? object
      : this.#others.convert(object, apiVersion);
  }

  /**
   * What changed from one state to the other, without what is below `skip`, as told in each version:
   * found out when first asked for, and undefined for a version that is no more.
   */
  compare(
    before: JsonObject,
    after: JsonObject,
    skip: FieldSet | undefined,
  ): (apiVersion: string) => Changes | undefined {
    const known = new Map<string, Changes | undefined>();
    return (apiVersion) => {
      if (known.has(apiVersion)) return known.get(apiVersion);
      const schema = this.schemaOf(apiVersion);
      const changes = schema && without(
        skip,
        compareObjects(
          schema,
          this.convert(before, apiVersion),
          this.convert(after, apiVersion),
        ),
      );
      known.set(apiVersion, changes);
      return changes;
    };
  }
}

function without(skip: FieldSet | undefined, changes: Changes): Changes {
  if (skip === undefined) return changes;
  return {
    changed: changes.changed.recursiveDifference(skip),
    removed: changes.removed.recursiveDifference(skip),
  };
}
