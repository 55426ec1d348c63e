/**
 * Writes that others may be faster with.
 *
 * @module
 */

import { isAlreadyExists, isConflict, isNotFound } from "../errors/mod.ts";
import type { AnyKind, Draft, ObjectOf, Ref, WriteOf } from "../kinds/mod.ts";
import type { Mutate, WriteOptions, Writer } from "./writer.ts";

/** How often a change is tried on the newest state before somebody is told. */
export const CONFLICT_ATTEMPTS = 10;

/**
 * Does `attempt`, which is told how many there were with it, until it is not refused because somebody
 * else was faster: `isLost` says which errors mean that. The last refusal is thrown after `attempts`.
 *
 * ```ts
 * import { retryOnConflict, StatusError } from "../../mod.ts";
 *
 * let tries = 0;
 * await retryOnConflict(() => {
 *   if (++tries < 3) throw new StatusError({ code: 409, reason: "Conflict", message: "too late" });
 *   return Promise.resolve();
 * });
 * tries; // 3
 * ```
 */
export async function retryOnConflict<T>(
  attempt: (count: number) => Promise<T>,
  isLost: (error: unknown) => boolean | Promise<boolean> = isConflict,
  signal?: AbortSignal,
  attempts = CONFLICT_ATTEMPTS,
): Promise<T> {
  for (let count = 1;; count++) {
    try {
      return await attempt(count);
    } catch (error) {
      signal?.throwIfAborted();
      if (count >= attempts || !await isLost(error)) throw error;
    }
  }
}

/** Makes an object unless it is there, whoever makes it. */
export async function ensureExists<K extends AnyKind>(
  writer: Writer,
  kind: K,
  object: Draft<WriteOf<K>>,
  options?: WriteOptions,
): Promise<void> {
  try {
    await writer.create(kind, object, options);
  } catch (error) {
    if (!isAlreadyExists(error)) throw error;
  }
}

/** Changes an object, or makes it where it is missing: `create` gives the new one. */
export function createOrUpdate<K extends AnyKind>(
  writer: Writer,
  kind: K,
  ref: Ref,
  change: Mutate<ObjectOf<K>>,
  create: () => Draft<WriteOf<K>> | Promise<Draft<WriteOf<K>>>,
  options?: WriteOptions,
): Promise<ObjectOf<K>> {
  const attempt = async () => {
    try {
      return await writer.update(kind, ref, change, options);
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
    return await writer.create(kind, await create(), options);
  };
  // Somebody else made it in between: then it is changed.
  return retryOnConflict(attempt, isAlreadyExists, options?.signal);
}
