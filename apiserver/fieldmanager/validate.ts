/**
 * Checks what is applied against its type: an apply names fields, so it must get them right.
 *
 * @module
 */

import { type JsonObject, sortedNames } from "../../toolkit/codec/mod.ts";
import { quoteText } from "../../toolkit/values/mod.ts";
import { fieldElement, type PathElement, printElement, printPath } from "./element.ts";
import { FieldsError } from "./fields_error.ts";
import { elementOf } from "./list_element.ts";
import {
  type ListForm,
  type MapForm,
  mergeFormOf,
  type MergeType,
  type ScalarForm,
} from "./merge_type.ts";
import { isObject } from "../../toolkit/values/json.ts";

/** Complaints of one object that are told; more are cut off. */
const COMPLAINTS_LIMIT = 100;

/**
 * Throws {@link FieldsError} with all that is wrong: fields that the type does not have, values of
 * another form, elements of lists without keys, or with those of another.
 */
export function validateObject(type: MergeType, object: JsonObject): void {
  const validation = new Validation();
  validation.check(type, object);
  const { complaints } = validation;
  if (complaints.length === 0) return;
  throw new FieldsError(
    complaints.length === 1
      ? complaints[0]
      : ["errors:", ...complaints.map((each) => `  ${each}`)].join("\n"),
  );
}

class Validation {
  readonly complaints: string[] = [];
  readonly #path: PathElement[] = [];

  check(type: MergeType, value: unknown): void {
    if (value === null || value === undefined) return;
    const form = mergeFormOf(type, value);
    if (form === "map" && type.map !== undefined) this.#checkMap(type.map, value);
    else if (form === "list" && type.list !== undefined) this.#checkList(type.list, value);
    else if (type.scalar !== undefined) this.#checkScalar(type.scalar, value);
  }

  #checkMap(map: MapForm, value: unknown): void {
    if (!isObject(value)) {
      this.#complain(`expected map, got ${wrapped(value)}`);
      return;
    }
    for (const name in value) {
      const field = map.fields.get(name);
      const type = field?.type ?? map.rest;
      this.#path.push(field?.element ?? fieldElement(name));
      if (type === undefined) this.#complain("field not declared in schema");
      else this.check(type, value[name]);
      this.#path.pop();
    }
  }

  #checkList(list: ListForm, value: unknown): void {
    if (!Array.isArray(value)) {
      this.#complain(`expected list, got ${wrapped(value)}`);
      return;
    }
    const seen = new Set<PathElement>();
    for (const [index, item] of value.entries()) {
      let element: PathElement = `i:${index}`;
      if (!list.atomic) {
        try {
          element = elementOf(list, item);
        } catch (error) {
          if (!(error instanceof FieldsError)) throw error;
          this.#complain(`element ${index}: ${error.message}`);
          // What is deeper could not be named.
          return;
        }
        if (seen.has(element)) {
          this.#complain(`duplicate entries for key ${printElement(element)}`);
        }
        seen.add(element);
      }
      this.#path.push(element);
      this.check(list.element, item);
      this.#path.pop();
    }
  }

  #checkScalar(scalar: ScalarForm, value: unknown): void {
    switch (scalar) {
      case "string":
        if (typeof value !== "string") {
          this.#complain(`expected string, got &value.valueUnstructured{Value:${literal(value)}}`);
        }
        return;
      case "number":
        if (typeof value !== "number" && typeof value !== "bigint") {
          this.#complain(`expected numeric (int or float), got ${typeName(value)}`);
        }
        return;
      case "boolean":
        if (typeof value !== "boolean") {
          this.#complain(`expected boolean, got ${wrapped(value)}`);
        }
        return;
      default:
        if (typeof value === "object") {
          this.#complain(`expected any scalar, got ${wrapped(value)}`);
        }
    }
  }

  #complain(message: string): void {
    if (this.complaints.length >= COMPLAINTS_LIMIT) return;
    const path = printPath(this.#path);
    this.complaints.push(path === "" ? message : `${path}: ${message}`);
  }
}

// Clients match messages, so values are shown as the reference prints them.

/** A value within its wrapper. */
function wrapped(value: unknown): string {
  return `&{${cut(plain(value))}}`;
}

function plain(value: unknown): string {
  if (value === null || value === undefined) return "<nil>";
  if (Array.isArray(value)) return `[${value.map(plain).join(" ")}]`;
  if (!isObject(value)) return String(value);
  return `map[${sortedNames(value).map((name) => `${name}:${plain(value[name])}`).join(" ")}]`;
}

function literal(value: unknown): string {
  return cut(literalText(value));
}

function literalText(value: unknown): string {
  if (value === null || value === undefined) return "interface {}(nil)";
  if (typeof value === "string") return quoteText(value);
  if (Array.isArray(value)) return `${typeName(value)}{${value.map(literalText).join(", ")}}`;
  if (!isObject(value)) return String(value);
  return `${typeName(value)}{${
    sortedNames(value).map((name) => `${quoteText(name)}:${literalText(value[name])}`).join(", ")
  }}`;
}

function typeName(value: unknown): string {
  if (typeof value === "string") return "string";
  if (typeof value === "boolean") return "bool";
  return Array.isArray(value) ? "[]interface {}" : "map[string]interface {}";
}

/** Characters of a value that a message shows. */
const VALUE_LIMIT = 256;

function cut(text: string): string {
  return text.length <= VALUE_LIMIT ? text : `${text.slice(0, VALUE_LIMIT)}…`;
}
