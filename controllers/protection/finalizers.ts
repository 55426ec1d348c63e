/**
 * Finalizers that keep what is in use.
 *
 * @module
 */

import { type AnyKind, type Client, isConflict, isNotFound } from "../../toolkit/mod.ts";

/** What has finalizers. */
interface Protected {
  readonly metadata: {
    readonly namespace?: string;
    readonly name: string;
    readonly resourceVersion: string;
    readonly finalizers?: readonly string[];
    readonly deletionTimestamp?: string;
  };
}

/** What is to be done about a finalizer: it is missing, or holds what is being deleted. */
export function protectionOf(
  { metadata: { finalizers = [], deletionTimestamp } }: Protected,
  finalizer: string,
): "missing" | "holding" | undefined {
  const isThere = finalizers.includes(finalizer);
  if (deletionTimestamp === undefined) return isThere ? undefined : "missing";
  return isThere ? "holding" : undefined;
}

/** Sets or takes off a finalizer of an object as it is; one that has changed meanwhile comes again. */
export async function changeFinalizer(
  client: Client,
  kind: AnyKind,
  { metadata }: Protected,
  finalizer: string,
  wanted: boolean,
): Promise<void> {
  const { namespace, name, resourceVersion, finalizers = [] } = metadata;
  const others = finalizers.filter((one) => one !== finalizer);
  const place = namespace === undefined ? name : { namespace, name };
  try {
    await client.patch(kind, place, {
      metadata: { resourceVersion, finalizers: wanted ? [...others, finalizer] : others },
    } as never);
  } catch (error) {
    if (!isConflict(error) && !isNotFound(error)) throw error;
  }
}
