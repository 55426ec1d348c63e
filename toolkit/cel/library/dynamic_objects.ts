/**
 * Objects that mutations write down: `Object{spec: Object.spec{replicas: 3}}`. Their fields may be
 * anything; the names of the types inside are their places.
 *
 * @module
 */

import type { Constructible } from "../environment.ts";
import { CelError } from "../source.ts";
import { DYN } from "../type.ts";
import { CelList, CelMap, CelObject, type Value } from "../values.ts";

const ROOT = "Object";

/** An object that an expression made. */
export class DynamicObject extends CelObject {
  override readonly typeName: string;
  readonly #fields: ReadonlyMap<string, Value>;

  constructor(typeName: string, fields: ReadonlyMap<string, Value>) {
    super();
    this.typeName = typeName;
    this.#fields = fields;
  }

  override get(field: string): Value | undefined {
    return this.#fields.get(field);
  }

  override fields(): Iterable<string> {
    return this.#fields.keys();
  }

  get isEmpty(): boolean {
    return this.#fields.size === 0;
  }

  override unset(): Value {
    return null;
  }
}

/** The type of such objects of this name, if it is one of theirs. */
export function dynamicObjectNamed(name: string): Constructible | undefined {
  if (name !== ROOT && !name.startsWith(`${ROOT}.`)) return undefined;
  return {
    type: { kind: "object", name, field: () => DYN },
    create: (fields) => new DynamicObject(name, fields),
  };
}

/** Throws a CelError where the name of a type inside isn't its place. */
export function checkTypeNames(value: Value, place = ROOT): void {
  if (value instanceof DynamicObject) {
    if (value.typeName !== place) {
      throw new CelError(
        `unexpected type name "${value.typeName}", expected "${place}", which matches field name ` +
          "path from root Object type",
      );
    }
    for (const field of value.fields()) {
      checkTypeNames(value.get(field) ?? null, `${place}.${field}`);
    }
  } else if (value instanceof CelList) {
    for (const one of value) checkTypeNames(one, place);
  } else if (value instanceof CelMap) {
    for (const key of value.keys()) checkTypeNames(value.get(key) ?? null, place);
  }
}
