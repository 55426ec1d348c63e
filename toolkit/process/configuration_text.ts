/**
 * Configuration files of processes: one object of a known kind, read strictly, in either dialect's names.
 *
 * @module
 */

import { decodeJson, decodeYaml, type JsonObject } from "../codec/mod.ts";
import { type FieldError, printFieldErrors } from "../errors/mod.ts";
import { type Dialect, groupInDialect } from "../names.ts";
import {
  findKind,
  formatApiVersion,
  parseApiVersion,
  type StructType,
  type Type,
} from "../schema/mod.ts";
import { isObject } from "../values/json.ts";

/** What a file may hold. */
export interface ConfigurationKind {
  readonly dialect: Dialect;
  /** The group, as either dialect spells it. */
  readonly group: string;
  /** Versions that are read, the preferred one first. */
  readonly versions: readonly string[];
  readonly kind: string;
  /** Is told of fields that nobody knows. Default: they are refused. */
  readonly warn?: ((problems: string) => void) | undefined;
}

/** What a file holds. */
export interface Configuration {
  /** Without the group. */
  readonly version: string;
  /** In it is no list null: what is left out is an empty one, or not there. */
  readonly object: JsonObject;
}

/**
 * Reads YAML or JSON. Throws an error that says what is wrong: no object or several, another kind or
 * version, a value of another type; unless somebody wants to be told instead, a field that nobody knows or that comes twice.
 */
export function readConfiguration(text: string, wanted: ConfigurationKind): Configuration {
  const [value, ...more] = decodeYaml(text);
  if (!isObject(value) || more.length > 0) throw new Error("the file must hold one object");
  const { version, type } = typeOf(value as JsonObject, wanted);
  const problems: string[] = [];
  const object = decodeJson(type, JSON.stringify(value), { problems });
  if (problems.length > 0) {
    const said = `strict decoding error: ${problems.join(", ")}`;
    if (wanted.warn === undefined) throw new Error(said);
    wanted.warn(said);
  }
  fillLists(type, object);
  return { version, object };
}

/** Lists that a file leaves out are empty: none of them means something else by that. */
function fillLists(type: Type, value: unknown): void {
  if (type.kind === "list" && Array.isArray(value)) {
    for (const one of value) fillLists(type.element, one);
  } else if (type.kind === "map" && isObject(value)) {
    for (const one of Object.values(value)) fillLists(type.value, one);
  } else if (type.kind === "struct" && isObject(value)) {
    for (const [name, field] of type.properties) {
      if (value[name] === null && field.type.kind === "list") value[name] = [];
      else fillLists(field.type, value[name]);
    }
  }
}

function typeOf(
  { apiVersion, kind }: JsonObject,
  { dialect, group, versions, kind: wanted }: ConfigurationKind,
): { version: string; type: StructType } {
  const own = groupInDialect(group, dialect);
  const expected = versions.map((version) => formatApiVersion(own, version)).join(" or ");
  const given = typeof apiVersion === "string" ? parseApiVersion(apiVersion) : undefined;
  const type = given && findKind(given.group, given.version, String(kind), dialect)?.type;
  if (
    given === undefined || type === undefined || kind !== wanted ||
    groupInDialect(given.group, dialect) !== own || !versions.includes(given.version)
  ) {
    const found = `kind ${JSON.stringify(kind ?? "")} of ${JSON.stringify(apiVersion ?? "")}`;
    throw new Error(
      `the file must hold kind ${JSON.stringify(wanted)} of ${expected}, not ${found}`,
    );
  }
  return { version: given.version, type };
}

/** Throws an error with all that is wrong, if anything is. */
export function refuseConfiguration(errors: readonly FieldError[]): void {
  if (errors.length > 0) throw new Error(printFieldErrors(errors));
}
