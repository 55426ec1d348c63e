/**
 * What can be asked of a store by hand: of an open one directly, or of the process that holds it.
 *
 * @module
 */

import type { Clock } from "../../../toolkit/clock.ts";
import type { Dialect } from "../../../toolkit/names.ts";
import { StoreError } from "../errors.ts";
import type { Store } from "../store.ts";
import { writeBackup } from "./backup_format.ts";
import { checkRestored, RESTORING } from "../restoring.ts";
import { scan } from "./scan.ts";

/** How many objects of one resource there are. */
export interface ResourceCount {
  /** `group/resource`. */
  readonly resource: string;
  readonly objects: number;
  readonly bytes: number;
}

/** What a store is and holds. */
export interface StoreReport {
  readonly store: string;
  readonly backend: string;
  readonly dialect: Dialect;
  readonly prefix: string;
  readonly revision: number;
  /** The oldest revision that can be read. */
  readonly compacted: number;
  readonly keys?: number;
  readonly sizeBytes?: number;
  readonly historyBytes?: number;
  /** Who holds the store, where that is not whoever asks. */
  readonly heldBy?: string;
  readonly resources: readonly ResourceCount[];
}

/** Everything that `orch store` does with a live store. */
export interface StoreAdmin {
  report(signal?: AbortSignal): Promise<StoreReport>;
  /** Forgets all history before now; resolves with the revision. */
  compact(signal?: AbortSignal): Promise<number>;
  /** The bytes of a backup of one revision: the newest when it begins. */
  backup(signal?: AbortSignal): AsyncIterable<Uint8Array>;
  /** The value of a key, as it is stored. */
  get(key: string, signal?: AbortSignal): Promise<Uint8Array | undefined>;
  /** The keys that start with `prefix`, in order. */
  keys(prefix: string, signal?: AbortSignal): AsyncIterable<string>;
}

/** An open store, and what it was opened with. */
export interface AdminOptions {
  readonly store: Store;
  /** What people call it: its servers. */
  readonly name: string;
  readonly dialect: Dialect;
  /** The normalized `--store-prefix`. */
  readonly prefix: string;
  readonly clock: Clock;
}

/** Answers from an open store. */
export function adminOf(options: AdminOptions): StoreAdmin {
  const { store, name, dialect, prefix, clock } = options;
  return {
    async report(signal) {
      const { backend, revision, compacted, keys, sizeBytes, historyBytes } = await store.status({
        signal,
      });
      return {
        store: name,
        backend,
        dialect,
        prefix,
        revision,
        compacted,
        ...(keys !== undefined && { keys }),
        ...(sizeBytes !== undefined && { sizeBytes }),
        ...(historyBytes !== undefined && { historyBytes }),
        resources: await countResources(options, revision, signal),
      };
    },
    async compact(signal) {
      const revision = await store.revision({ signal });
      await store.compact(revision, { signal });
      return revision;
    },
    async *backup(signal) {
      await checkRestored(store, prefix, name);
      const revision = await store.revision({ signal });
      await refuseOthers(options, revision, signal);
      const time = new Date(clock.now()).toISOString();
      yield* writeBackup({ dialect, revision, time }, records(options, revision, signal));
    },
    async get(key, signal) {
      return (await store.get(key, { signal }))?.value;
    },
    async *keys(start, signal) {
      const revision = await store.revision({ signal });
      for await (const { key } of scan(store, start, revision, signal)) yield key;
    },
  };
}

/** Throws where the store holds something, but nothing of this prefix: a backup of nothing helps nobody. */
async function refuseOthers(
  { store, prefix, name }: AdminOptions,
  at: number,
  signal?: AbortSignal,
): Promise<void> {
  const { items } = await store.range(`${prefix}/`, { at, limit: 1, signal });
  if (items.length > 0) return;
  const { keys = 0 } = await store.status({ signal });
  if (keys > 0) {
    throw new StoreError(
      `${name} holds ${keys} keys, and none under ${prefix}/: is --store-prefix right?`,
    );
  }
}

async function* records({ store, prefix }: AdminOptions, revision: number, signal?: AbortSignal) {
  for await (const { key, value } of scan(store, `${prefix}/`, revision, signal)) {
    const relative = key.slice(prefix.length);
    if (relative !== RESTORING) yield { key: relative, value };
  }
}

async function countResources(
  { store, prefix }: AdminOptions,
  revision: number,
  signal?: AbortSignal,
): Promise<ResourceCount[]> {
  const counts = new Map<string, { objects: number; bytes: number }>();
  for await (const { key, value } of scan(store, `${prefix}/`, revision, signal)) {
    const resource = key.slice(prefix.length + 1).split("/").slice(0, 2).join("/");
    const count = counts.get(resource) ?? { objects: 0, bytes: 0 };
    counts.set(resource, count);
    count.objects++;
    count.bytes += value.length;
  }
  return [...counts].map(([resource, count]) => ({ resource, ...count }));
}
