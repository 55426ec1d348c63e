/**
 * Conversions as declarations, which servers of this project run themselves.
 *
 * @module
 */

import { putAt, takeAt, valueAt } from "../values/json.ts";
import { equalJson, isObject, type JsonObject } from "../values/json.ts";
import type { ConversionRule, ConversionRules, Parts } from "./conversion.ts";
import { plainJson } from "./plain_json.ts";
import { fieldsOf, isFree, type Schema } from "./schema.ts";
import { schemaAt } from "./schema_path.ts";

/** A conversion that is made of rules. */
export interface DeclaredConversion {
  /** To the stored version. */
  // deno-lint-ignore no-explicit-any -- the rules are checked with the versions that they convert
  up(object: any): any;
  /** From the stored version. */
  // deno-lint-ignore no-explicit-any -- as above
  down(object: any): any;
  /** The rules that it is made of. */
  readonly rules: Required<ConversionRules>;
}

const PATH = /^(?:\.[A-Za-z_][A-Za-z0-9_-]*)+$/;

/**
 * A conversion by rules, the same source for both ways that it may run: where all versions of a resource
 * have one, the definition holds them and a server of this project converts by itself; else they are
 * functions beside the others. Servers of others don't know them: give their `definition()` a webhook, or
 * they take versions for alike and drop what differs. `convert()` refuses rules that leave a field of a
 * version without a place in the other one: nothing is lost but what a `remove` names.
 *
 * ```ts
 * import { declareConversion, defineVersionedResource, Type } from "../../mod.ts";
 *
 * const Disk = defineVersionedResource({
 *   group: "example.com",
 *   kind: "Disk",
 *   storage: "v1",
 *   versions: {
 *     v1: { spec: Type.Object({ amount: Type.Integer() }) },
 *     v1beta1: { spec: Type.Object({ size: Type.Integer() }) },
 *   },
 * }).convert({
 *   v1beta1: declareConversion({ up: [{ move: { from: ".spec.size", to: ".spec.amount" } }] }),
 * });
 * ```
 */
export function declareConversion({ up, down }: ConversionRules): DeclaredConversion {
  const there = checked(up, "up");
  const back = down === undefined ? reversed(there) : checked(down, "down");
  return {
    up: (object: Parts) => converted(there, object),
    down: (object: Parts) => converted(back, object),
    rules: { up: there, down: back },
  };
}

function checked(rules: readonly ConversionRule[], way: string): ConversionRule[] {
  const plain = plainJson(rules, `declareConversion: ${way}`);
  if (!Array.isArray(plain)) throw new TypeError(`declareConversion: ${way} is no list of rules`);
  for (const [index, rule] of plain.entries()) {
    const at = `declareConversion: ${way}[${index}]`;
    const [[word, body] = [], ...more] = isObject(rule) ? Object.entries(rule) : [];
    const fields = isObject(body) ? body : {};
    const wanted = {
      move: ["from", "to"],
      default: ["path", "value"],
      remove: [] as string[],
    }[String(word)];
    const isWhole = wanted !== undefined && more.length === 0 &&
      Object.keys(fields).sort().join() === wanted.join();
    if (!isWhole) {
      throw new TypeError(
        `${at}: write { move: { from, to } }, { default: { path, value } } or { remove: path }`,
      );
    }
    for (const path of word === "remove" ? [body] : [fields.from, fields.to, fields.path]) {
      if (path === undefined) continue;
      if (typeof path !== "string" || !PATH.test(path)) {
        throw new TypeError(`${at}: the path is ${JSON.stringify(path)}: write .spec.name`);
      }
      if (!/^\.(?:spec|status)\./.test(path)) {
        throw new TypeError(
          `${at}: ${path} can't be converted: write a path below .spec or .status`,
        );
      }
    }
  }
  return plain as ConversionRule[];
}

function reversed(rules: readonly ConversionRule[]): ConversionRule[] {
  return rules.map((rule) => {
    if ("move" in rule) return { move: { from: rule.move.to, to: rule.move.from } };
    throw new TypeError(
      "declareConversion: only moves can be turned around: write down: the rules from the stored version",
    );
  }).reverse();
}

const namesIn = (path: string) => path.slice(1).split(".");

/** The parts of an object after the rules. What is given stays as it is. */
function converted(rules: readonly ConversionRule[], { metadata, ...parts }: Parts): Parts {
  const body = structuredClone(parts) as JsonObject;
  for (const rule of rules) {
    if ("move" in rule) {
      const value = takeAt(body, namesIn(rule.move.from));
      if (value !== undefined) putAt(body, namesIn(rule.move.to), value);
    } else if ("remove" in rule) takeAt(body, namesIn(rule.remove));
    else {
      const path = namesIn(rule.default.path);
      if (valueAt(body, path) === undefined) putAt(body, path, structuredClone(rule.default.value));
    }
  }
  return { ...(metadata && { metadata }), ...body };
}

/**
 * What is lost or broken when objects of one schema become those of another by rules, as a sentence.
 * Both are schemas of whole objects.
 */
export function lossOf(
  rules: readonly ConversionRule[],
  from: Schema,
  to: Schema,
): string | undefined {
  const leaves = [...leavesOf(from, [])].map((leaf) => ({ leaf, path: leaf }));
  let placed = leaves;
  for (const rule of rules) {
    if ("default" in rule) continue;
    const taken = namesIn("move" in rule ? rule.move.from : rule.remove);
    // What stands in a field of any names is not known.
    if (!placed.some(({ path }) => isAt(path, taken) || isAt(taken, path))) {
      return `nothing stands at .${taken.join(".")}`;
    }
    placed = placed.flatMap((one) => {
      if (!isAt(one.path, taken)) return [one];
      if ("remove" in rule) return [];
      return [{ ...one, path: [...namesIn(rule.move.to), ...one.path.slice(taken.length)] }];
    });
  }
  const byPlace = new Map<string, string>();
  for (const { leaf, path } of placed) {
    const [name, place] = [`.${leaf.join(".")}`, `.${path.join(".")}`];
    const found = schemaAt(to, path);
    if (found === undefined) return `${name} has no place there: move or remove it`;
    const isSame = equalJson(shapeOf(schemaAt(from, leaf)!), shapeOf(found));
    if (!isSame && !isFree(found)) {
      return `${name} is of another type there: rules change no values`;
    }
    const other = byPlace.get(place);
    if (other !== undefined) return `${other} and ${name} both come to ${place}`;
    byPlace.set(place, name);
  }
  for (const rule of rules) {
    if ("default" in rule && schemaAt(to, namesIn(rule.default.path)) === undefined) {
      return `there is no ${rule.default.path} to give a default to`;
    }
  }
}

function isAt(path: readonly string[], at: readonly string[]): boolean {
  return at.every((name, index) => path[index] === name);
}

/** The paths of fields that have no fields of their own by name. */
function* leavesOf(schema: Schema, path: readonly string[]): Generator<readonly string[]> {
  const fields = Object.entries(fieldsOf(schema));
  if (fields.length === 0 && path.length > 0) yield path;
  for (const [name, field] of fields) yield* leavesOf(field as Schema, [...path, name]);
}

/** What values look like: types and names, without limits, words and defaults. */
function shapeOf({ type, items, additionalProperties, properties }: Schema): JsonObject {
  return {
    type,
    items: isObject(items) ? shapeOf(items) : undefined,
    values: isObject(additionalProperties) ? shapeOf(additionalProperties) : undefined,
    fields: isObject(properties)
      ? Object.fromEntries(
        Object.entries(properties).map(([name, one]) => [name, shapeOf(one as Schema)]),
      )
      : undefined,
  };
}
