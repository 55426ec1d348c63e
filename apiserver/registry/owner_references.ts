/**
 * Owners that an object names more than once.
 *
 * @module
 */

import type { JsonObject } from "../../toolkit/codec/mod.ts";
import { metadataOf } from "../resource/metadata.ts";

const ADVICE = "API server dedups owner references in 1.20+, and may reject such requests as " +
  "early as 1.24; please fix your requests";

/**
 * Leaves each owner of an object standing once, and warns of the others. `mutated`: by what admission
 * may have made of it. Two references to the same owner that differ in anything both stay.
 */
export function dropRepeatedOwners(object: JsonObject, warnings: string[], mutated: boolean): void {
  const metadata = metadataOf(object);
  const { ownerReferences = [] } = metadata;
  if (ownerReferences.length < 2) return;
  const kept = new Map<string, (typeof ownerReferences)[number]>();
  const repeated: string[] = [];
  for (const reference of ownerReferences) {
    const text = JSON.stringify(Object.entries(reference).sort(byName));
    if (kept.has(text)) repeated.push(String(reference.uid ?? ""));
    else kept.set(text, reference);
  }
  if (repeated.length === 0) return;
  metadata.ownerReferences = [...kept.values()];
  const when = mutated ? " after mutating admission happens" : "";
  warnings.push(
    `.metadata.ownerReferences contains duplicate entries${when}; ${ADVICE}; ` +
      `duplicate UID(s) observed: ${repeated.join(", ")}`,
  );
}

function byName([one]: [string, unknown], [other]: [string, unknown]): number {
  return one < other ? -1 : 1;
}
