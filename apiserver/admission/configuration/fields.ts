/**
 * Fields of configuration files, read strictly: what is not asked for is a mistake.
 *
 * @module
 */

import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { isObject, kindOfValue } from "../../../toolkit/values/json.ts";

/** What is wrong with a configuration; its message says where. */
export class ConfigurationError extends Error {
  override readonly name = "ConfigurationError";
}

/** The fields of one object. Each may be asked for once; {@link end} refuses what nobody asked for. */
export class Fields {
  /** What errors call the object: the file, and the path in it. */
  readonly where: string;
  readonly #left: Map<string, unknown>;

  /** Throws where `value` is no object. */
  constructor(value: unknown, where: string) {
    this.where = where;
    if (!isObject(value)) throw this.#wrongType("", value, "an object");
    this.#left = new Map(Object.entries(value));
  }

  /** A text; "" where it is not there. */
  text(name: string): string {
    const value = this.#take(name) ?? "";
    if (typeof value !== "string") throw this.#wrongType(name, value, "a text");
    return value;
  }

  /** A whole number that a computer word holds; 0 where it is not there. */
  whole(name: string): number {
    const value = this.#take(name) ?? 0;
    if (!Number.isSafeInteger(value)) throw this.#wrongType(name, value, "a whole number");
    return value as number;
  }

  /** False where it is not there. */
  flag(name: string): boolean {
    const value = this.#take(name) ?? false;
    if (typeof value !== "boolean") throw this.#wrongType(name, value, "true or false");
    return value;
  }

  /** Empty where it is not there. */
  list(name: string): readonly unknown[] {
    const value = this.#take(name) ?? [];
    if (!Array.isArray(value)) throw this.#wrongType(name, value, "a list");
    return value;
  }

  /** Undefined where it is not there. */
  object(name: string): JsonObject | undefined {
    const value = this.#take(name);
    if (value === undefined) return undefined;
    if (!isObject(value)) throw this.#wrongType(name, value, "an object");
    return value;
  }

  /** Texts by names; empty where it is not there. */
  texts(name: string): ReadonlyMap<string, string> {
    const texts = new Map<string, string>();
    for (const [key, value] of Object.entries(this.object(name) ?? {})) {
      if (typeof value !== "string") throw this.#wrongType(`${name}.${key}`, value, "a text");
      texts.set(key, value);
    }
    return texts;
  }

  /** Takes a field that is of no use here. */
  skip(name: string): void {
    this.#left.delete(name);
  }

  /** Throws where there is something that nobody asked for. */
  end(): void {
    const [unknown] = this.#left.keys();
    if (unknown === undefined) return;
    throw new ConfigurationError(`${this.where}: unknown field ${JSON.stringify(unknown)}`);
  }

  /** An error that names a field and what is wrong with it. */
  wrong(name: string, why: string): ConfigurationError {
    return new ConfigurationError(`${this.where}: ${name} ${why}`);
  }

  #take(name: string): unknown {
    const value = this.#left.get(name);
    this.#left.delete(name);
    // In such files null is as good as nothing.
    return value === null ? undefined : value;
  }

  #wrongType(name: string, value: unknown, expected: string): ConfigurationError {
    const what = name === "" ? "this" : name;
    return new ConfigurationError(
      `${this.where}: ${what} must be ${expected}, not ${kindOfValue(value)}`,
    );
  }
}

/** Reads `apiVersion` and `kind`, and throws unless they are one of `expected`. */
export function readTypeMeta(
  fields: Fields,
  expected: readonly { readonly apiVersion: string; readonly kind: string }[],
): void {
  const [apiVersion, kind] = [fields.text("apiVersion"), fields.text("kind")];
  if (expected.some((one) => one.apiVersion === apiVersion && one.kind === kind)) return;
  const known = expected.map((one) => `${one.kind} of ${one.apiVersion}`).join(" or ");
  const given = `apiVersion ${JSON.stringify(apiVersion)} and kind ${JSON.stringify(kind)}`;
  throw new ConfigurationError(`${fields.where}: has ${given}: expected ${known}`);
}
