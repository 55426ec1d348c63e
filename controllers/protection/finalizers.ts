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

/** Sets or takes off a finalizer of an object as it is; one that has changed meanwhile comes again. */
export async function changeFinalizer(
  client: Client,
  kind: AnyKind,
  object: Protected,
  finalizer: string,
  wanted: boolean,
): Promise<void> {
  const others = (object.metadata.finalizers ?? []).filter((one) => one !== finalizer);
  const finalizers = wanted ? [...others, finalizer] : others;
  try {
    await client.replace(
      kind,
      { ...object, metadata: { ...object.metadata, finalizers } } as never,
    );
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}
