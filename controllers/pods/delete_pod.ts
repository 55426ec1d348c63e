/**
 * Deleting a pod that may be gone already.
 *
 * @module
 */

import { type Client, isNotFound, Pod } from "../../toolkit/mod.ts";

/** Deletes this very pod; false: it is gone, and somebody else has done that. */
export async function deletePod(
  client: Client,
  { namespace, name, uid }: {
    readonly namespace: string;
    readonly name: string;
    readonly uid: string;
  },
  signal: AbortSignal,
): Promise<boolean> {
  try {
    await client.delete(Pod, { namespace, name }, { uid, signal });
    return true;
  } catch (error) {
    if (isNotFound(error)) return false;
    throw error;
  }
}
