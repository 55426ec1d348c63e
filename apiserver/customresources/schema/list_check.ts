/**
 * The rules of a schema for lists.
 *
 * @module
 */

import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { FieldError } from "../../../toolkit/errors/mod.ts";
import { runCorrelated } from "./correlated.ts";
import { isObject } from "../../../toolkit/values/json.ts";
import { canonicalText } from "./json.ts";
import { numberOf } from "./number_check.ts";
import { elementPlace } from "./place.ts";
import type { CheckOf, Rule } from "./value_check.ts";

/**
 * The check of a list against `items`, `minItems`, `maxItems` and `uniqueItems`. Elements that an
 * update leaves as they were are checked against the old ones. It returns how many values it looked
 * at.
 */
export function listCheck(schema: JsonObject, checkOf: CheckOf): Rule<readonly unknown[]> {
  const element = isObject(schema.items) ? checkOf(schema.items) : undefined;
  const least = numberOf(schema.minItems);
  const most = numberOf(schema.maxItems);
  const isUnique = schema.uniqueItems === true;
  return (list, place, found, old) => {
    let count = 1;
    if (element !== undefined) {
      for (let index = 0; index < list.length; index++) {
        const at = elementPlace(place, index);
        const before = old?.element(index);
        count += before === undefined
          ? element(list[index], at, found)
          : runCorrelated(element, list[index], at, found, before);
      }
    }
    if (least !== undefined && list.length < least) {
      found.invalid(place, list.length, `should have at least ${least} items`);
    }
    if (most !== undefined && list.length > most) {
      found.add(FieldError.tooMany(found.path(place), list.length, most));
    }
    if (isUnique && new Set(list.map(canonicalText)).size < list.length) {
      found.invalid(place, "", "shouldn't contain duplicates");
    }
    return count;
  };
}
