/**
 * Writing the status of an object.
 *
 * @module
 */

import type { AnyKind, Client, ObjectOf } from "../toolkit/mod.ts";
import { mergePatch } from "../toolkit/patch/merge_patch.ts";

/** What a status is written to: the object as it was when the status was made. */
interface Written {
  readonly metadata: {
    readonly name: string;
    readonly resourceVersion: string;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly status?: unknown;
}

/**
 * Merges a status into the one that there is; null takes away what is there. Rejects with a Conflict where the
 * object is not as it was: what was made of an older one says nothing of it. It replaces the status, as
 * controllers' roles let them: they may not patch it.
 */
export async function writeStatus<K extends AnyKind>(
  client: Client,
  kind: K,
  object: Written,
  status: object,
  annotations?: Readonly<Record<string, string>>,
): Promise<ObjectOf<K>> {
  const changed = {
    ...object,
    metadata: {
      ...object.metadata,
      ...(annotations && { annotations: { ...object.metadata.annotations, ...annotations } }),
    },
    status: mergePatch(object.status ?? {}, status),
  };
  return await client.replace(kind, changed as never, { subresource: "status" });
}
