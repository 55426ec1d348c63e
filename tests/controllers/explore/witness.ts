/**
 * Who sees every state that the objects of a kind are in, and says what must never have been.
 *
 * @module
 */

import { type AnyKind, type Client, createInformer, type ObjectOf, Pod } from "../../../mod.ts";

/** A pod as it is. */
export type LivePod = ObjectOf<typeof Pod>;

/** See {@link witness}. */
export interface Witness extends AsyncDisposable {
  /** Throws what was seen that must not be. */
  check(): void;
}

/** Judges all objects of a kind after each change: what is wrong with them, if anything. */
export async function witness<K extends AnyKind>(
  client: Client,
  kind: K,
  judge: (objects: readonly ObjectOf<K>[]) => string | false,
): Promise<Witness> {
  const informer = createInformer(client, kind);
  let wrong: string | undefined;
  const listening = informer.subscribe(() => {
    wrong ??= judge(informer.lister.list()) || undefined;
  });
  await informer.start(new AbortController().signal);
  return {
    check() {
      if (wrong !== undefined) throw new Error(wrong);
    },
    async [Symbol.asyncDispose]() {
      listening[Symbol.dispose]();
      await informer[Symbol.asyncDispose]();
    },
  };
}

/** Whether a pod counts: it is neither over nor on its way out. */
export function isActive({ metadata, status }: LivePod): boolean {
  return metadata.deletionTimestamp === undefined &&
    !["Succeeded", "Failed"].includes(status?.phase ?? "");
}

/** Sees whether there are ever more active pods than so many. */
export async function mostPods(client: Client, most: number): Promise<Witness> {
  return await witness(client, Pod, (pods) => {
    const active = pods.filter(isActive);
    return active.length > most &&
      `${active.length} pods at once, ${most} at most: ${active.map(nameOf).join(", ")}`;
  });
}

function nameOf({ metadata }: LivePod): string {
  return metadata.name;
}

/** Sees whether fewer pods are ready than so many, from the moment on that there were. */
export async function fewestReady(client: Client, fewest: number): Promise<Witness> {
  let begun = false;
  return await witness(client, Pod, (pods) => {
    const ready = pods.filter((pod) => isActive(pod) && isReady(pod)).length;
    begun ||= ready >= fewest;
    return begun && ready < fewest && `${ready} pods are ready, and should be ${fewest}`;
  });
}

/** Whether a pod says that it is ready. */
export function isReady({ status }: LivePod): boolean {
  return (status?.conditions ?? []).some(({ type, status }) =>
    type === "Ready" && status === "True"
  );
}

/** Several as one. */
export function allOf(...witnesses: readonly Witness[]): Witness {
  return {
    check() {
      for (const one of witnesses) one.check();
    },
    async [Symbol.asyncDispose]() {
      for (const one of witnesses) await one[Symbol.asyncDispose]();
    },
  };
}
