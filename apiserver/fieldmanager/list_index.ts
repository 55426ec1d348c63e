/**
 * The elements of lists, by the steps to them.
 *
 * @module
 */

import type { PathElement } from "./element.ts";
import { elementOf } from "./list_element.ts";
import type { ListForm } from "./merge_type.ts";

/** Elements that can't be told apart: two or more, owned as one value. */
export class Alike {
  /** The elements. */
  readonly items: unknown[];

  constructor(...items: unknown[]) {
    this.items = items;
  }
}

/**
 * The elements of a list by the steps to them; {@link Alike} where a step leads to several. `steps`
 * are those in the order of the list, where they are known. Throws {@link FieldsError}.
 */
export function indexItems(
  list: ListForm,
  items: readonly unknown[],
  steps?: readonly PathElement[],
): Map<PathElement, unknown> {
  const index = new Map<PathElement, unknown>();
  for (let i = 0; i < items.length; i++) {
    const item = items[i];
    const element = steps?.[i] ?? elementOf(list, item);
    const known = index.get(element);
    // No element of such a list is undefined: it would have no step.
    if (known === undefined) index.set(element, item);
    else if (known instanceof Alike) known.items.push(item);
    else index.set(element, new Alike(known, item));
  }
  return index;
}
