/**
 * Writing the status of an object.
 *
 * @module
 */

import type { AnyKind, Client, ObjectOf } from "../toolkit/mod.ts";

/** What a status is written to: the object as it was when the status was made. */
interface Written {
  readonly metadata: {
    readonly namespace?: string;
    readonly name: string;
    readonly resourceVersion: string;
  };
}

/**
 * Puts fields of a status in the place of those that there are; null takes one away. Rejects with a Conflict
 * where the object is not as it was: what was made of an older one says nothing of it.
 */
export async function writeStatus<K extends AnyKind>(
  client: Client,
  kind: K,
  { metadata: { namespace, name, resourceVersion } }: Written,
  status: object,
  annotations?: Readonly<Record<string, string>>,
): Promise<ObjectOf<K>> {
  const place = namespace === undefined ? name : { namespace, name };
  const metadata = { resourceVersion, ...(annotations && { annotations }) };
  const patch = { metadata, status } as never;
  return await client.patch(kind, place, patch, { subresource: "status" });
}
