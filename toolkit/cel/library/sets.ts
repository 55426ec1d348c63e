/**
 * Lists as sets.
 *
 * @module
 */

import { exactly, productOf, sumOf } from "../cost.ts";
import { type CallCost, type CelLibrary, overload } from "../declarations.ts";
import { type CelList, sizeOf, type Value } from "../values.ts";
import { work } from "../work.ts";

/** Counted by itself: to look through nothing costs nothing, however often it is done. */
function some(list: CelList, holds: (one: Value) => boolean): boolean {
  for (const one of list) {
    work(1);
    if (holds(one)) return true;
  }
  return false;
}

const contains = (list: CelList, part: CelList): boolean => !some(part, (one) => !list.has(one));

/** Every element of one is looked for in the other, which is begun anew `times` times. */
const crossed = (times: number): CallCost => ({
  actual: ([one, other]) => 1 + sizeOf(one as Value) * sizeOf(other as Value) * times,
  estimate: (sizes) =>
    sumOf(exactly(1), productOf(productOf(sizes.size(0), sizes.size(1)), exactly(times))),
});

export const SET_LIBRARY: CelLibrary = {
  overloads: [
    overload(":sets.contains(list<A>, list<A>): bool", contains, crossed(1)),
    overload(
      ":sets.equivalent(list<A>, list<A>): bool",
      (one: CelList, other: CelList) => contains(one, other) && contains(other, one),
      crossed(2),
    ),
    overload(
      ":sets.intersects(list<A>, list<A>): bool",
      (one: CelList, other: CelList) => some(one, (value) => other.has(value)),
      crossed(1),
    ),
  ],
};
