/**
 * What is said of a resource, checked and completed.
 *
 * @module
 */

import { printValue } from "../errors/print_value.ts";
import { groupOfKinds } from "../kinds/mod.ts";
import { BUILT_IN_GROUPS } from "../kinds/built_in_groups.ts";
import { checkDns1035Label, checkDns1123Subdomain } from "../validation/dns.ts";
import { isObject } from "../values/json.ts";
import { type Column, type DefinedColumn, definedColumn } from "./columns.ts";
import { conditionsSchema, isConditionType, observedGenerationSchema } from "./conditions.ts";
import type { VersionInfo } from "./conversion.ts";
import type { Scope } from "./custom_object.ts";
import type { Defined, DefinedVersion } from "./definition.ts";
import { fieldsOf, isFree, type Schema } from "./schema.ts";
import { schemaAt, simplePath } from "./schema_path.ts";
import { structuralOf } from "./structural.ts";

/** What is said of a resource. */
interface Said {
  readonly group: string;
  readonly kind: string;
  readonly plural?: string;
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  readonly scope?: Scope;
  readonly conditions?: readonly string[];
  readonly columns?: readonly Column[];
  readonly scale?: { readonly spec: string; readonly status: string; readonly selector?: string };
  readonly versions: Readonly<Record<string, VersionInfo>>;
  readonly storage: string;
}

/** Bytes of a warning. */
const WARNING_LIMIT_BYTES = 256;

/** A resource as it is defined. Throws a TypeError that says what is wrong and what belongs there. */
export function checkedResource(caller: string, said: Said): Defined {
  const { kind, group, scope = "Namespaced", conditions = ["Ready"] } = said;
  const wrong = (what: string, value: unknown, wanted: string): never => {
    const shown = value === undefined ? "missing" : printValue(value).slice(0, 100);
    throw new TypeError(`${caller}: ${what} is ${shown}: write ${wanted}`);
  };
  const label = (what: string, value: unknown, wanted: string, text = value) => {
    if (typeof text !== "string" || checkDns1035Label(text).length > 0) wrong(what, value, wanted);
  };
  const lower = typeof kind === "string" ? kind.toLowerCase() : undefined;
  label("kind", kind, 'a kind such as "Website"', lower);
  const isGroup = typeof group === "string" && group.includes(".") &&
    checkDns1123Subdomain(group).length === 0;
  if (!isGroup) wrong("group", group, 'a domain of your own such as "example.com"');
  if (BUILT_IN_GROUPS.has(groupOfKinds(group))) {
    wrong("group", group, "a domain of your own: that group is the server's");
  }
  const { plural = pluralOf(kind), shortNames = [], categories = [] } = said;
  label("plural", plural, 'a plural in lower case such as "websites"');
  for (const [what, names] of Object.entries({ shortNames, categories })) {
    if (!Array.isArray(names)) wrong(what, names, "a list of names");
    for (const name of names) label(`one of ${what}`, name, 'a name in lower case such as "ws"');
  }
  if (scope !== "Namespaced" && scope !== "Cluster") wrong("scope", scope, "Namespaced or Cluster");
  if (!Array.isArray(conditions)) wrong("conditions", conditions, "a list of types");
  for (const type of conditions) {
    const isType = typeof type === "string" && isConditionType(type);
    if (!isType) wrong("one of conditions", type, 'a type such as "Ready"');
  }
  if (!isObject(said.versions)) wrong("versions", said.versions, "a version a name");
  const names = Object.keys(said.versions);
  for (const name of names) label("a version", name, '"v1" or "v1beta1"');
  if (!names.includes(said.storage)) wrong("storage", said.storage, `one of ${names.join(", ")}`);
  const versions = names.map((name) => versionOf(caller, said, name, conditions));
  if (!versions.some(({ served }) => served)) {
    throw new TypeError(`${caller}: no version of ${kind} is served: write served: true for one`);
  }
  return {
    group,
    kind,
    plural,
    shortNames: [...shortNames],
    categories: [...categories],
    namespaced: scope === "Namespaced",
    storage: said.storage,
    conditions: [...conditions],
    versions: placed(caller, said, versions),
    conversions: {},
  };
}

function versionOf(
  caller: string,
  { group, kind, versions }: Said,
  name: string,
  conditions: readonly string[],
): DefinedVersion {
  const where = `${caller}: ${kind} ${name}`;
  const info = versions[name];
  if (!isObject(info)) {
    throw new TypeError(`${where} is no version: write { spec: Type.Object({ … }) }`);
  }
  const { spec, status, served = true, deprecated } = info as unknown as VersionInfo;
  const known = ["spec", "status", "served", "deprecated"];
  const unknown = Object.keys(info).find((word) => !known.includes(word));
  if (unknown !== undefined) {
    throw new TypeError(`${where}: a version has no ${unknown}: write ${known.join(", ")}`);
  }
  const schema: Schema = {
    type: "object",
    required: ["spec"],
    properties: {
      spec: objectSchema(where, "spec", spec),
      status: statusSchema(
        objectSchema(
          where,
          "status",
          status ?? {
            type: "object",
            properties: {},
          },
        ),
        where,
        conditions,
      ),
    },
  };
  const warning = deprecated && `${group}/${name} ${kind} is deprecated: ${deprecated}`;
  if (warning && new TextEncoder().encode(warning).length > WARNING_LIMIT_BYTES) {
    throw new TypeError(
      `${where}: the warning is over ${WARNING_LIMIT_BYTES} bytes: shorten deprecated`,
    );
  }
  const shown = warning ?? (deprecated === undefined ? undefined : "");
  return { name, schema, served, deprecated: shown, columns: [], scale: undefined };
}

function objectSchema(where: string, field: string, type: unknown): Schema {
  let schema: Schema;
  try {
    schema = structuralOf(type, field);
  } catch (error) {
    throw error instanceof TypeError ? new TypeError(`${where}: ${error.message}`) : error;
  }
  if (schema.type === "object") return schema;
  throw new TypeError(`${where}: ${field} is no object: write Type.Object({ … })`);
}

/** Any part of a status may be written, and every one has conditions. */
function statusSchema(schema: Schema, where: string, conditions: readonly string[]): Schema {
  const { required: _, ...status } = schema;
  const own = ["conditions", "observedGeneration"];
  const taken = own.find((name) => Object.hasOwn(fieldsOf(schema), name));
  if (taken !== undefined) {
    throw new TypeError(`${where}: status.${taken} is there by itself: leave it out of the type`);
  }
  if (schema.additionalProperties !== undefined) {
    throw new TypeError(
      `${where}: status has conditions, so that it can't have any names: write Type.Object({ … })`,
    );
  }
  return {
    ...status,
    properties: {
      ...fieldsOf(schema),
      conditions: conditionsSchema(conditions),
      observedGeneration: observedGenerationSchema(),
    },
  };
}

/** The versions with what is shown of them. What no version has a field for is a mistake. */
function placed(
  caller: string,
  { kind, columns = [], scale }: Said,
  versions: readonly DefinedVersion[],
): DefinedVersion[] {
  const all = versions.map((version) => ({
    ...version,
    columns: columns.map((column) => definedColumn(column, version.schema))
      .filter((one): one is DefinedColumn => one !== undefined),
    scale: scale && scaleOf(scale, version.schema),
  }));
  for (const { name, path } of columns) {
    if (all.some((version) => version.columns.some(({ jsonPath }) => jsonPath === path))) continue;
    throw new TypeError(
      `${caller}: the column ${name} of ${kind} shows ${path}: there is no such field`,
    );
  }
  if (scale !== undefined && !all.some((version) => version.scale !== undefined)) {
    throw new TypeError(
      `${caller}: scale of ${kind}: write a path of an integer below .spec for spec, of one below .status ` +
        `for status, of a text for selector`,
    );
  }
  return all;
}

function scaleOf(
  { spec, status, selector }: NonNullable<Said["scale"]>,
  schema: Schema,
): DefinedVersion["scale"] {
  const is = (path: string, roots: readonly string[], type: string) => {
    const simple = simplePath(path);
    if (simple === undefined || !simple.isWhole || !roots.includes(simple.fields[0]!)) return false;
    const found = schemaAt(schema, simple.fields);
    return found !== undefined && (found.type === type || isFree(found));
  };
  if (!is(spec, ["spec"], "integer") || !is(status, ["status"], "integer")) return undefined;
  if (selector !== undefined && !is(selector, ["spec", "status"], "string")) return undefined;
  return {
    specReplicasPath: spec,
    statusReplicasPath: status,
    ...(selector !== undefined && { labelSelectorPath: selector }),
  };
}

/**
 * The plural in lower case by the rules of English: `websites`, `policies`, `ingresses`, `analyses`.
 * Words that follow no rule need theirs written out.
 */
export function pluralOf(kind: string): string {
  const word = kind.toLowerCase();
  if (word.endsWith("sis")) return `${word.slice(0, -2)}es`;
  if (/(?:[sxz]|[cs]h)$/.test(word)) return `${word}es`;
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return `${word}s`;
}
