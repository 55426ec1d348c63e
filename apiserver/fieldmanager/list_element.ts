/**
 * How elements of lists are told apart.
 *
 * @module
 */

import { quoteText } from "../../toolkit/values/mod.ts";
import {
  type ElementScalar,
  isElementScalar,
  keyElement,
  type PathElement,
  valueElement,
} from "./element.ts";
import { FieldsError } from "./fields_error.ts";
import type { ListForm } from "./merge_type.ts";
import { isObject, memberOf, setMember } from "../../toolkit/values/json.ts";

/** The step to an element of a set, or of a list with keys. Throws {@link FieldsError}. */
export function elementOf(list: ListForm, item: unknown): PathElement {
  return list.keys.length > 0 ? keyedElement(list, item) : setElement(item);
}

function setElement(item: unknown): PathElement {
  if (isElementScalar(item) && item !== null) return valueElement(item);
  throw new FieldsError(
    item === null || item === undefined
      ? "associative list without keys has an element that's an explicit null"
      : Array.isArray(item)
      ? "not supported: associative list with lists as elements"
      : "associative list without keys has an element that's a map type",
  );
}

function keyedElement(list: ListForm, item: unknown): PathElement {
  if (!isObject(item)) {
    throw new FieldsError(
      item === null || item === undefined
        ? "associative list with keys may not have a null element"
        : "associative list with keys may not have non-map elements",
    );
  }
  const keys: { [name: string]: ElementScalar } = {};
  let found = false;
  for (const name of list.keys) {
    const own = memberOf(item, name);
    const value = own === undefined ? list.element.map?.fields.get(name)?.default : own;
    if (value === undefined) continue;
    if (!isElementScalar(value)) {
      throw new FieldsError(
        `associative list with keys has an element whose key field ${quoteText(name)} is no scalar`,
      );
    }
    setMember(keys, name, value);
    found = true;
  }
  if (found) return keyElement(keys);
  throw new FieldsError(
    `associative list with keys has an element that omits all key fields [${
      list.keys.map(quoteText).join(" ")
    }] (and doesn't have default values for any key fields)`,
  );
}
