/**
 * The namespace of a request as expressions see it.
 *
 * @module
 */

import {
  adapterOfSchema,
  CelObject,
  type CelType,
  JsonList,
  JsonMap,
  type ObjectType,
  ofJson,
  type Value,
} from "../../../toolkit/cel/mod.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { notFound } from "../../../toolkit/errors/mod.ts";
import { NAMESPACE_TYPE } from "../../kinds/rules/expression_environment.ts";
import { objectOf } from "../../registry/object_coder.ts";
import type { ResourceSource } from "../../registry/resource_source.ts";
import { formOf } from "../../storage/cache/mod.ts";
import type { AdmissionRequest } from "../admission.ts";

/** The value of `namespaceObject`: null for what is in none. Throws a 404. */
export async function namespaceValue(
  { namespace, resource, signal }: AdmissionRequest,
  source: Pick<ResourceSource, "find">,
): Promise<Value> {
  // A namespace is in none, whatever its path says.
  if (namespace === "" || resource.group === "" && resource.resource === "namespaces") return null;
  const namespaces = source.find("", "v1", "namespaces");
  const storage = namespaces?.storage;
  if (namespaces === undefined || storage === undefined) return null;
  const key = storage.key("", namespace);
  let entry = storage.cache.get(key);
  if (entry === undefined) {
    await storage.fresh(signal);
    entry = storage.cache.get(key);
  }
  if (entry === undefined) throw notFound(namespaces, namespace);
  return formOf(entry, "namespaceObject", () => typed(NAMESPACE_TYPE, objectOf(entry)));
}

const timestamp = adapterOfSchema({ type: "string", format: "date-time" });

function typed(type: CelType, json: unknown): Value {
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

/** JSON as a value of a type: fields that the type does not have can't be seen. */
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
