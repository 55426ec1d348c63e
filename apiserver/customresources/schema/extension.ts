/**
 * What a schema says besides JSON Schema: extensions, in the spelling of either dialect.
 *
 * @module
 */

import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { DIALECTS, NAMES } from "../../../toolkit/names.ts";

/** The extensions, without their prefix. */
export type ExtensionName =
  | "preserve-unknown-fields"
  | "embedded-resource"
  | "int-or-string"
  | "list-map-keys"
  | "list-type"
  | "map-type"
  | "validations";

const PREFIXES = DIALECTS.map((dialect) => NAMES[dialect].definitionExtensionPrefix);

const spelled = (name: ExtensionName) => PREFIXES.map((prefix) => prefix + name);

const SPELLINGS: Readonly<Record<ExtensionName, readonly string[]>> = {
  "preserve-unknown-fields": spelled("preserve-unknown-fields"),
  "embedded-resource": spelled("embedded-resource"),
  "int-or-string": spelled("int-or-string"),
  "list-map-keys": spelled("list-map-keys"),
  "list-type": spelled("list-type"),
  "map-type": spelled("map-type"),
  "validations": spelled("validations"),
};

/** The value of an extension; undefined where the schema has none of that name. */
export function extensionOf(schema: JsonObject, name: ExtensionName): unknown {
  for (const key of SPELLINGS[name]) {
    const value = schema[key];
    if (value !== undefined && value !== null) return value;
  }
  return undefined;
}

/** The key of an extension as this schema spells it, or as the other dialect's clients do. */
export function extensionKey(schema: JsonObject, name: ExtensionName): string {
  const found = SPELLINGS[name].find((key) => schema[key] !== undefined);
  return found ?? NAMES.kubernetes.definitionExtensionPrefix + name;
}
