/**
 * Structural schemas as plain values: what a definition says of its objects.
 *
 * @module
 */

import { type Dialect, DIALECTS, NAMES } from "../names.ts";
import { isObject, type JsonObject, setMember } from "../values/json.ts";

/** A structural schema, its extensions spelled as the `kubernetes` dialect does. */
export type Schema = JsonObject;

const PREFIX = NAMES.kubernetes.definitionExtensionPrefix;

/** What schemas say besides JSON Schema. */
export const EXTENSIONS = {
  preserves: `${PREFIX}preserve-unknown-fields`,
  isEmbedded: `${PREFIX}embedded-resource`,
  isIntOrString: `${PREFIX}int-or-string`,
  listMapKeys: `${PREFIX}list-map-keys`,
  listType: `${PREFIX}list-type`,
  mapType: `${PREFIX}map-type`,
  rules: `${PREFIX}validations`,
} as const;

const KNOWN: ReadonlyMap<string, string> = new Map(
  Object.values(EXTENSIONS).flatMap((name) =>
    DIALECTS.map((dialect) => {
      const { definitionExtensionPrefix } = NAMES[dialect];
      return [definitionExtensionPrefix + name.slice(PREFIX.length), name];
    })
  ),
);

/** A word of a schema as it is spelled here, given its spelling in either dialect. */
export function wordOf(word: string): string {
  return KNOWN.get(word) ?? word;
}

/** A copy of a schema in the spelling of a dialect. Names of fields and values are nobody's spelling. */
export function spelledSchema(schema: Schema, dialect: Dialect): Schema {
  const { definitionExtensionPrefix } = NAMES[dialect];
  const spell = (word: string) =>
    KNOWN.has(word) ? definitionExtensionPrefix + word.slice(PREFIX.length) : word;
  const copy = (from: Schema): Schema =>
    Object.fromEntries(
      Object.entries(from).map(([word, value]) => {
        if (word === "properties" && isObject(value)) return [word, copyFields(value)];
        const isSchema = word === "items" || word === "additionalProperties";
        return [spell(word), isSchema && isObject(value) ? copy(value) : structuredClone(value)];
      }),
    );
  const copyFields = (fields: JsonObject) => {
    const copied: JsonObject = {};
    for (const [name, field] of Object.entries(fields)) {
      setMember(copied, name, copy(field as Schema));
    }
    return copied;
  };
  return copy(schema);
}

/** The fields that a schema names. */
export function fieldsOf({ properties }: Schema): JsonObject {
  return isObject(properties) ? properties : {};
}

/** The schema of a field, or undefined where a schema has none; {} is anything. */
export function fieldOf(schema: Schema, name: string): Schema | undefined {
  const fields = fieldsOf(schema);
  if (Object.hasOwn(fields, name)) return fields[name] as Schema;
  if (isObject(schema.additionalProperties)) return schema.additionalProperties;
  const isOfAll = schema[EXTENSIONS.isEmbedded] === true && OBJECT_FIELDS.includes(name);
  return isOfAll || isFree(schema) ? ANYTHING : undefined;
}

/** What every object of the API has. */
const OBJECT_FIELDS = ["apiVersion", "kind", "metadata"];

/** A schema of which nothing is known: whatever is there stays. */
export const ANYTHING: Schema = { [EXTENSIONS.preserves]: true };

/** Whether fields that a schema does not name stay. */
export function isFree(schema: Schema): boolean {
  return schema[EXTENSIONS.preserves] === true;
}

/** The names that an object must have. */
export function requiredOf({ required }: Schema): readonly string[] {
  return Array.isArray(required) ? required : [];
}
