/**
 * The schema of one version of a definition.
 *
 * @module
 */

import { canonicalObject, CodecError, type JsonObject } from "../../toolkit/codec/mod.ts";
import type { FieldError } from "../../toolkit/errors/mod.ts";
import { schemaOf } from "../../toolkit/schema/mod.ts";
import type { SlicedTask } from "../../toolkit/time_slice.ts";
import { type MergeType, UNTYPED } from "../fieldmanager/mod.ts";
import type { DescribeOptions, OpenApiSchema } from "../openapi/mod.ts";
import type { FormOptions, ObjectShape } from "../resource/object_shape.ts";
import {
  describeStructural,
  mergeTypeOfStructural,
  type Structural,
  structuralOf,
  type Warn,
} from "./schema/mod.ts";

const OBJECT_META = schemaOf("kubernetes").struct("meta/v1", "ObjectMeta");

/**
 * The schema of one version of a definition: how its objects are read, filled in and checked.
 * Nothing is made of it before the first object comes. Without a usable schema anything goes.
 */
export class VersionSchema implements ObjectShape {
  readonly #schema: unknown;
  #structural: Structural | undefined;
  #mergeType: MergeType | undefined;

  /** `schema`: `openAPIV3Schema` as it stands; undefined: anything goes. */
  constructor(schema: unknown) {
    this.#schema = schema;
  }

  /** Undefined where there is no schema, or none that can be used. */
  get structural(): Structural | undefined {
    if (this.#schema === undefined || this.#schema === null) return undefined;
    return this.#structural ??= structuralOf(this.#schema).structural;
  }

  /** As the API's descriptions publish it. */
  *describe(options: DescribeOptions): SlicedTask<OpenApiSchema | undefined> {
    const { structural } = this;
    return structural && (yield* describeStructural(structural, options));
  }

  get mergeType(): MergeType {
    const { structural } = this;
    return this.#mergeType ??= structural === undefined
      ? UNTYPED
      : mergeTypeOfStructural(structural);
  }

  canonical(object: JsonObject, problems?: string[], options: FormOptions = {}): JsonObject {
    const { apiVersion, kind, metadata = {}, ...rest } = object;
    if (typeof metadata !== "object" || metadata === null || Array.isArray(metadata)) {
      throw new CodecError("metadata must be an object");
    }
    const unknown: string[] = [];
    const meta = canonicalObject(OBJECT_META, metadata as JsonObject, { problems: unknown });
    for (const problem of unknown.sort()) problems?.push(problem.replace('"', '"metadata.'));
    const whole: JsonObject = { apiVersion, kind, metadata: meta, ...rest };
    this.structural?.prune(whole, problems, { refusesNull: options.isApplied === true });
    return whole;
  }

  setDefaults(object: JsonObject): void {
    this.structural?.applyDefaults(object);
  }

  /** Whether an object without a status is shown with one. */
  get hasDefaultStatus(): boolean {
    return this.structural?.node.properties.get("status")?.default !== undefined;
  }

  *validate(object: JsonObject, old?: JsonObject, warn?: Warn): SlicedTask<FieldError[]> {
    const { structural } = this;
    return structural === undefined ? [] : yield* structural.validate(object, old, warn);
  }

  /** Of a write that changes the status alone. */
  *validateStatus(object: JsonObject, old: JsonObject, warn?: Warn): SlicedTask<FieldError[]> {
    const { structural } = this;
    return structural === undefined ? [] : yield* structural.validateStatus(object, old, warn);
  }

  /** Brings an object that was stored into the state that the schema has now. */
  afterDecode(object: JsonObject): void {
    this.pruneStored(object);
    this.setDefaults(object);
  }

  /** Takes out of an object that was stored, perhaps in another version, what the schema doesn't know. */
  pruneStored(object: JsonObject): void {
    this.structural?.prune(object, undefined, { dropInvalid: true });
  }
}
