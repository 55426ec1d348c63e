/**
 * The steps to the elements of lists, found out once: an apply asks for those of a list many times.
 *
 * @module
 */

import type { PathElement } from "./element.ts";
import { elementOf } from "./list_element.ts";
import type { ListForm } from "./merge_type.ts";

/** Of shorter lists steps are found out anew: that takes no longer than to look them up. */
const SHORT = 32;

interface Known {
  readonly list: ListForm;
  readonly steps: readonly PathElement[];
}

/** What is known during one apply, in which no list changes. */
export class PathElementCache {
  readonly #known = new WeakMap<readonly unknown[], Known>();

  /** The steps to all elements of a list, in its order. Throws {@link FieldsError}. */
  of(list: ListForm, items: readonly unknown[]): readonly PathElement[] {
    if (items.length < SHORT) return stepsOf(list, items);
    const known = this.#known.get(items);
    if (known?.list === list) return known.steps;
    const steps = stepsOf(list, items);
    this.#known.set(items, { list, steps });
    return steps;
  }

  /** Notes the steps to the elements of a list that was made of others. */
  note(list: ListForm, items: readonly unknown[], steps: readonly PathElement[]): void {
    if (items.length >= SHORT) this.#known.set(items, { list, steps });
  }
}

function stepsOf(list: ListForm, items: readonly unknown[]): PathElement[] {
  const steps: PathElement[] = [];
  for (const item of items) steps.push(elementOf(list, item));
  return steps;
}
