/**
 * Volumes as they can be compared.
 *
 * @module
 */

import type { AnyObject } from "../../mod.ts";

/** What controllers have a say in. */
export function volumeInShort({ kind, metadata, spec, status }: AnyObject): AnyObject {
  const { name, uid, labels, annotations, finalizers, deletionTimestamp } = metadata!;
  return {
    kind,
    metadata: {
      name,
      uid,
      labels,
      // The reference leaves an empty map here and none there.
      annotations: annotations ?? {},
      finalizers,
      isDeleting: deletionTimestamp !== undefined,
    },
    spec,
    status,
  } as unknown as AnyObject;
}
