/**
 * Finds out which fields of a document are at fault: the fast readers only know that one is.
 *
 * @module
 */

import type { StructType, Type } from "../schema/type.ts";
import { CodecError, MismatchError } from "./error.ts";
import { nameOf } from "./json_read.ts";
import { pathText } from "./json_parse.ts";
import { DEPTH_LIMIT } from "./limits.ts";
import { checkRaw, newReading } from "./raw.ts";
import { CANONICAL } from "./scalars.ts";
import { isObject } from "../values/json.ts";

/** The error that names the first field whose value is not of its type, in document order. */
export function explainMismatch(struct: StructType, value: unknown, cause: unknown): CodecError {
  const fault = new Explanation().firstFault(struct, value);
  if (fault !== undefined) return new CodecError(fault.message, fault.path, { cause });
  const message = cause instanceof Error ? cause.message : String(cause);
  return new CodecError(`json: ${message}`, "", { cause });
}

/** The paths of the fields that the type does not have, in document order. */
export function unknownFields(struct: StructType, value: unknown): string[] {
  const explanation = new Explanation();
  explanation.firstFault(struct, value);
  return explanation.unknown;
}

interface Fault {
  readonly path: string;
  readonly message: string;
}

class Explanation {
  readonly unknown: string[] = [];
  readonly #path: (string | number)[] = [];

  /** Walks in document order; stops at the first fault. */
  firstFault(type: Type, value: unknown): Fault | undefined {
    if (this.#path.length > DEPTH_LIMIT) return this.#fault(`more than ${DEPTH_LIMIT} levels deep`);
    if (value === null || value === undefined) return undefined;
    switch (type.kind) {
      case "struct":
        return this.#struct(type, value);
      case "list":
        if (!Array.isArray(value)) return this.#mismatch(new MismatchError(value, nameOf(type)));
        return this.#each(value.entries(), () => type.element);
      case "map":
        if (!isObject(value)) return this.#mismatch(new MismatchError(value, nameOf(type)));
        return this.#each(Object.entries(value), () => type.value);
      case "raw":
      case "any":
        return this.#attempt(() => checkRaw(value, newReading()));
      case "schemaOrArray":
      case "schemaOrBool":
      case "schemaOrStrings":
        return this.#leniently(() => this.#union(type.kind, type.schema as StructType, value));
      default: {
        const canonical = CANONICAL[type.kind];
        return this.#attempt(() => canonical(value));
      }
    }
  }

  #struct(struct: StructType, value: unknown): Fault | undefined {
    if (!isObject(value)) return this.#mismatch(new MismatchError(value, struct.name));
    return this.#each(Object.entries(value), (name) => {
      const field = struct.properties.get(String(name));
      if (field === undefined) this.unknown.push(pathText([...this.#path, name]));
      return field?.type;
    });
  }

  /** The reference reads these by code of their own, which takes unknown fields in silence. */
  #leniently(read: () => Fault | undefined): Fault | undefined {
    const { length } = this.unknown;
    const fault = read();
    this.unknown.length = length;
    return fault;
  }

  #union(kind: string, schema: StructType, value: unknown): Fault | undefined {
    if (typeof value === "boolean" && kind === "schemaOrBool") return undefined;
    if (!Array.isArray(value) || kind === "schemaOrBool") return this.#struct(schema, value);
    if (kind === "schemaOrArray") return this.#each(value.entries(), () => schema);
    const wrong = value.find((each) => typeof each !== "string");
    return wrong === undefined ? undefined : this.#mismatch(new MismatchError(wrong, "string"));
  }

  #each(
    members: Iterable<[string | number, unknown]>,
    typeOf: (name: string | number) => Type | undefined,
  ): Fault | undefined {
    for (const [name, member] of members) {
      const type = typeOf(name);
      if (type === undefined) continue;
      this.#path.push(name);
      const fault = this.firstFault(type, member);
      if (fault !== undefined) return fault;
      this.#path.pop();
    }
    return undefined;
  }

  #attempt(run: () => unknown): Fault | undefined {
    try {
      run();
      return undefined;
    } catch (error) {
      if (error instanceof MismatchError) return this.#mismatch(error);
      // A quantity, time or duration says itself what is wrong with it.
      return this.#fault((error as Error).message);
    }
  }

  #mismatch(error: MismatchError): Fault {
    const path = pathText(this.#path);
    const where = path === "" ? "value" : `field ${path}`;
    return {
      path,
      message: `json: cannot unmarshal ${error.found} into ${where} of type ${error.expected}`,
    };
  }

  #fault(message: string): Fault {
    const path = pathText(this.#path);
    return { path, message: path === "" ? `json: ${message}` : `json: field ${path}: ${message}` };
  }
}
