/**
 * Finalizers that keep what is in use.
 *
 * @module
 */

import { type AnyKind, type Client, isNotFound } from "../../toolkit/mod.ts";

/** What has finalizers. */
interface Protected {
  readonly metadata: {
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

/** Sets a finalizer on an object. Rejects where that has changed since; it does nothing where it is gone. */
export async function addFinalizer(
  client: Client,
  kind: AnyKind,
  object: Protected,
  finalizer: string,
): Promise<void> {
  await replaceFinalizers(client, kind, object, [...finalizersBut(object, finalizer), finalizer]);
}

/** Takes a finalizer off an object; those of others stay. Otherwise as {@link addFinalizer}. */
export async function removeFinalizer(
  client: Client,
  kind: AnyKind,
  object: Protected,
  finalizer: string,
): Promise<void> {
  await replaceFinalizers(client, kind, object, finalizersBut(object, finalizer));
}

function finalizersBut({ metadata: { finalizers = [] } }: Protected, finalizer: string): string[] {
  return finalizers.filter((one) => one !== finalizer);
}

async function replaceFinalizers(
  client: Client,
  kind: AnyKind,
  object: Protected,
  finalizers: readonly string[],
): Promise<void> {
  try {
    await client.replace(
      kind,
      { ...object, metadata: { ...object.metadata, finalizers } } as never,
    );
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}
