/**
 * Writing the status of an object.
 *
 * @module
 */

import {
  type AnyKind,
  type Client,
  isConflict,
  isNotFound,
  type ObjectOf,
} from "../toolkit/mod.ts";
import { mergePatch } from "../toolkit/patch/merge_patch.ts";
import type { Doubts, SharedInformer } from "./loop/mod.ts";

/** What a status is written to: the object as it was when the status was made. */
interface Written {
  readonly metadata: {
    readonly name: string;
    readonly resourceVersion: string;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly status?: unknown;
}

/** A parent of what a controller makes. */
interface Parent extends Written {
  readonly metadata: Written["metadata"] & { readonly namespace?: string; readonly uid: string };
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

/** Where {@link writeCounted} writes, and by whom a parent is known. */
interface CountedParts<K extends AnyKind> {
  readonly client: Client;
  readonly kind: K;
  readonly informer: Pick<SharedInformer<unknown>, "settled" | "doubt">;
  readonly doubts: Doubts;
}

/**
 * Writes what was counted of a parent's children, unless it is said already. What was counted holds where somebody
 * else has changed the parent meanwhile. A parent that is gone, or another one by now, is looked up before its
 * key is worked on again.
 */
export async function writeCounted<K extends AnyKind, S extends object>(
  { client, kind, informer, doubts }: CountedParts<K>,
  object: Parent,
  status: S,
  saysTheSame: (written: never, status: S) => boolean,
): Promise<void> {
  if (saysTheSame(object.status as never, status)) return;
  const { namespace = "", name, uid } = object.metadata;
  const isGone = () => doubts.raise(`${namespace}/${name}`, informer, { namespace, name });
  try {
    await writeStatus(client, kind, object, status);
  } catch (error) {
    if (isNotFound(error)) return isGone();
    if (!isConflict(error)) throw error;
    const live = await client.find(kind, { namespace, name }) as Parent | undefined;
    if (live?.metadata.uid !== uid) return isGone();
    if (saysTheSame(live.status as never, status)) return;
    await writeStatus(client, kind, live, status);
  }
}
