/**
 * JSON as expressions see it where they know its type.
 *
 * @module
 */

import type { JsonObject } from "../codec/mod.ts";
import { adapterOfSchema } from "./schema_value.ts";
import type { CelType, ObjectType } from "./type.ts";
import { CelObject, JsonList, JsonMap, ofJson, type Value } from "./values.ts";

const timestamp = adapterOfSchema({ type: "string", format: "date-time" });

/** JSON as a value of a type. */
export function typed(type: CelType, json: unknown): Value {
  if (json === null || json === undefined) return null;
  switch (type.kind) {
    case "object":
      return new TypedObject(type, json as JsonObject);
    case "list":
      return new JsonList(json as unknown[], (one) => typed(type.element, one));
    case "map":
      return new JsonMap(json as JsonObject, (one) => typed(type.value, one));
    case "timestamp":
      return timestamp(json);
    default:
      return ofJson(json);
  }
}

/** Fields that the type does not have can't be seen. */
class TypedObject extends CelObject {
  override readonly typeName: string;
  readonly #type: ObjectType;
  readonly #json: JsonObject;

  constructor(type: ObjectType, json: JsonObject) {
    super();
    this.typeName = type.name;
    this.#type = type;
    this.#json = json;
  }

  override get(field: string): Value | undefined {
    const type = this.#type.field(field);
    const value = Object.hasOwn(this.#json, field) ? this.#json[field] : undefined;
    return type === undefined || value === undefined ? undefined : typed(type, value);
  }

  override fields(): Iterable<string> {
    return Object.keys(this.#json).filter((field) => this.#type.field(field) !== undefined);
  }
}
