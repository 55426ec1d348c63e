/**
 * The class, of storage or of ingresses, that counts where none is named.
 *
 * @module
 */

import type { Lister } from "../../toolkit/client/mod.ts";
import type { KubeObject } from "../../toolkit/kinds/mod.ts";

/**
 * Finds the name of the default class: the newest that has `"true"` in one of the annotations, of those
 * of one second the first by name. Undefined where there is none.
 */
export function defaultClass<R extends KubeObject>(
  lister: Lister<R> | undefined,
  annotations: readonly string[],
): () => string | undefined {
  if (lister === undefined) return () => undefined;
  const known = lister.derive(({ metadata }) => ({
    name: metadata?.name ?? "",
    created: metadata?.creationTimestamp ?? "",
    isDefault: annotations.some((key) => metadata?.annotations?.[key] === "true"),
  }));
  let found: string | undefined;
  let generation: number | undefined;
  return () => {
    // Found once for each state of all classes.
    if (generation === lister.generation) return found;
    generation = lister.generation;
    const [first] = known.list().filter(({ isDefault }) => isDefault).sort((one, other) =>
      one.created === other.created
        ? compare(one.name, other.name)
        : compare(other.created, one.created)
    );
    return found = first?.name;
  };
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
