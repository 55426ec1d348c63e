/**
 * Operations of JSON patches, as mutations make them: `JSONPatch{op: "add", path: …, value: …}`.
 *
 * @module
 */

import { type CelLibrary, overload } from "../declarations.ts";
import { type Constructible, objectType } from "../environment.ts";
import { CelError } from "../source.ts";
import { DYN, STRING } from "../type.ts";
import { CelObject, typeNameOf, type Value } from "../values.ts";
import { counted } from "./counted.ts";
import { overTarget } from "./text.ts";

const TYPE = objectType("JSONPatch", { op: STRING, path: STRING, from: STRING, value: DYN });

/** One operation: see RFC 6902. */
export class JsonPatchValue extends CelObject {
  override readonly typeName = TYPE.name;
  readonly #fields: ReadonlyMap<string, Value>;

  constructor(fields: ReadonlyMap<string, Value>) {
    super();
    this.#fields = fields;
  }

  override get(field: string): Value | undefined {
    const value = this.#fields.get(field);
    // A text that is empty is one that is not set.
    return field !== "value" && value === "" ? undefined : value;
  }

  override fields(): Iterable<string> {
    return this.#fields.keys();
  }

  override unset(field: string): Value {
    return field === "value" ? null : "";
  }
}

export const JSON_PATCH: Constructible = {
  type: TYPE,
  create(fields) {
    for (const [field, value] of fields) {
      if (field === "value" || typeof value === "string") continue;
      throw new CelError(`unexpected type ${typeNameOf(value)} for JSONPatchType '${field}' field`);
    }
    return new JsonPatchValue(fields);
  },
};

const escapeKey = (key: string) => key.replaceAll("~", "~0").replaceAll("/", "~1");

export const JSON_PATCH_LIBRARY: CelLibrary = {
  overloads: [
    overload(":jsonpatch.escapeKey(string): string", counted({ unit: 2 }, escapeKey), overTarget),
  ],
};
