/**
 * The rules of a schema for values, made into functions once and run for each object.
 *
 * @module
 */

import { type RegexTest, regexTestOf } from "../../../toolkit/cel/regex.ts";
import { characters } from "../../../toolkit/cel/values.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { FieldError } from "../../../toolkit/errors/mod.ts";
import { extensionOf } from "./extension.ts";
import { formatTest, isKnownFormat } from "./formats.ts";
import type { ErrorCollector } from "./error_collector.ts";
import { canonicalText, isInteger, shownValue } from "./json.ts";
import { nestedCheck } from "./nested_check.ts";
import { isNearlyWhole, numberCheck, numberOf } from "./number_check.ts";
import { objectCheck } from "./object_check.ts";
import { listCheck } from "./list_check.ts";
import type { Check, Rule } from "./value_check.ts";

/** Of what values are checked. Defaults are checked as the reference does it: see {@link typesOf}, {@link formatOf}. */
type Checked = "objects" | "defaults";

/** Defaults are checked by parts of a schema, deep ones again and again. */
const made = {
  objects: new WeakMap<JsonObject, Check>(),
  defaults: new WeakMap<JsonObject, Check>(),
};

/** The check of a schema; the same each time. */
export function checkOf(schema: JsonObject, checked: Checked = "objects"): Check {
  let check = made[checked].get(schema);
  if (check === undefined) {
    check = makeCheck(schema, checked);
    made[checked].set(schema, check);
  }
  return check;
}

function makeCheck(schema: JsonObject, checked: Checked): Check {
  const types = typesOf(schema, checked);
  const type = types.length === 1 ? types[0] ?? "" : "";
  const format = formatOf(schema, type, checked);
  const checkOfInner = (inner: JsonObject) => checkOf(inner, checked);
  const checkType = typeCheck(types, format, schema.nullable === true);
  const nested = nestedCheck(schema, checkOfInner);
  const text = textCheck(schema, format);
  const number = numberCheck(
    schema,
    type === "integer" || type === "number" ? type : "",
    isKnownFormat(type, format) ? format : "",
  );
  const list = listCheck(schema, checkOfInner);
  const object = objectCheck(schema, checkOfInner);
  const oneOfFew = enumCheck(schema);
  return (value, place, found, old) => {
    if (value === null || value === undefined) {
      const count = checkType?.(null, place, found) ?? 1;
      oneOfFew?.(null, place, found);
      return count;
    }
    // Each rule that applies counts, and the common one and the whole always do.
    let count = 2;
    if (checkType !== undefined) count += 1 + checkType(value, place, found);
    count += 1 + nested(value, place, found);
    switch (typeof value) {
      case "string":
        count += text(value, place, found);
        break;
      case "number":
      case "bigint":
        number(value, place, found);
        count += 2;
        break;
      case "object":
        if (Array.isArray(value)) count += 1 + list(value, place, found, old);
        // What is no list and no null is an object.
        else count += 1 + object(value as JsonObject, place, found, old);
    }
    oneOfFew?.(value, place, found);
    return count;
  };
}

/** A default of what is a number or a text may be anything: objects that have it are refused. */
function typesOf(schema: JsonObject, checked: Checked): readonly string[] {
  if (extensionOf(schema, "int-or-string") === true) {
    return checked === "objects" ? ["integer", "string"] : [];
  }
  return typeof schema.type === "string" && schema.type !== "" ? [schema.type] : [];
}

/** The format, where it means something; of a default always. */
function formatOf({ format }: JsonObject, type: string, checked: Checked): string {
  if (typeof format !== "string") return "";
  return checked === "defaults" || isKnownFormat(type, format) ? format : "";
}

/** The JSON type of a value, and the format that values of it have. */
function typeNameOf(value: unknown): readonly [type: string, format: string] {
  switch (typeof value) {
    case "boolean":
      return ["boolean", ""];
    case "string":
      return ["string", ""];
    case "number":
    case "bigint":
      return isInteger(value) ? ["integer", "int64"] : ["number", "float64"];
    default:
      return [Array.isArray(value) ? "array" : "object", ""];
  }
}

function typeCheck(
  types: readonly string[],
  format: string,
  nullable: boolean,
): Rule<unknown> | undefined {
  if (types.length === 0 && format === "") return undefined;
  const named = types.join(",");
  const isNumber = types.includes("integer") || types.includes("number");
  return (value, place, found) => {
    if (value === null) {
      if (types.length === 0 || nullable) return 1;
      found.type(place, named, "null");
      return 0;
    }
    const [type, ownFormat] = typeNameOf(value);
    if (types.includes(type)) return 1;
    if (type === "integer" && types.includes("number")) return 1;
    if (type === "number" && types.includes("integer") && isNearlyWhole(Number(value))) return 1;
    const isTextOrList = type === "string" || type === "array";
    if (format !== "" && isTextOrList) {
      // A format of texts stands for the type: the reference looks no further.
      if (!isNumber) return 1;
    } else if (format !== "" && format !== ownFormat) {
      found.type(place, format, ownFormat);
      return 0;
    }
    found.type(place, named, type);
    return 0;
  };
}

function textCheck(schema: JsonObject, format: string): Rule<string> {
  const most = numberOf(schema.maxLength);
  const least = numberOf(schema.minLength);
  const pattern = typeof schema.pattern === "string" ? schema.pattern : "";
  const matches = pattern === "" ? undefined : patternRule(pattern);
  const test = format === "" ? undefined : formatTest(format);
  const rules = (value: string, place: string, found: ErrorCollector) => {
    if (most !== undefined && value.length > most && characters(value) > most) {
      found.add(FieldError.tooLong(found.path(place), most));
    } else if (least !== undefined && characters(value) < least) {
      found.invalid(place, value, `should be at least ${least} chars long`);
    } else {
      matches?.(value, place, found);
    }
  };
  return (value, place, found) => {
    rules(value, place, found);
    if (test === undefined) return 1;
    if (!test(value)) found.type(place, format, value);
    return 2;
  };
}

/** Compiled when it is first needed. */
function patternRule(
  pattern: string,
): (value: string, place: string, found: ErrorCollector) => void {
  let compiled: RegexTest | undefined;
  const test: RegexTest = (text) => (compiled ??= regexTestOf(pattern))(text);
  return (value, place, found) => {
    const matches = found.search(test, value);
    if (matches === undefined) {
      found.add(FieldError.forbidden(
        found.path(place),
        `${place} in body can't be matched against '${pattern}': the patterns of the schema and ` +
          "the strings of the object are together too large",
      ));
    } else if (!matches) {
      found.invalid(place, value, `should match '${pattern}'`);
    }
  };
}

function enumCheck(schema: JsonObject): Rule<unknown> | undefined {
  const { enum: values } = schema;
  if (!Array.isArray(values) || values.length === 0) return undefined;
  const allowed = new Set(values.filter((value) => value !== null).map(canonicalText));
  return (value, place, found) => {
    if (value !== null && allowed.has(canonicalText(value))) return 0;
    const supported = values.map((one) => typeof one === "string" ? one : canonicalText(one));
    found.add(FieldError.notSupported(found.path(place), shownValue(value), supported));
    return 0;
  };
}
