/**
 * Being told of a client's own writes: what a cache needs so that it is never older than they are.
 *
 * @module
 */

import { StatusError } from "../errors/mod.ts";
import { type AnyKind, groupOfKinds } from "../kinds/mod.ts";
import type { Received } from "../wire/form.ts";

/** Is told what became of each write, before its caller is. Dry runs are none. */
export interface WriteObserver {
  /** Whether it is to be shown `managedFields`, also where the caller of a write is not. */
  readonly keepsOwners: boolean;
  /** The answer is the object as it is stored now. `object` is what it holds, not to be kept. */
  wrote(kind: AnyKind, received: Received<unknown>, object: object): void;
  /** The object is gone. */
  deleted(kind: AnyKind, deletion: { readonly key: string; readonly uid: string }): void;
  /** There was no answer, or it does not say what the object is now. */
  lost(kind: AnyKind, key: string): void;
}

interface Observing {
  readonly version: string;
  readonly observer: WriteObserver;
}

/** Who is told of writes, by kind. */
export class WriteObservers {
  readonly #byResource = new Map<string, Set<Observing>>();

  /** Tells `observer` of the writes of a kind until what is returned is disposed of. */
  add(kind: AnyKind, observer: WriteObserver): Disposable {
    const id = idOf(kind);
    const all = this.#byResource.get(id) ?? new Set();
    const one = { version: kind.version, observer };
    this.#byResource.set(id, all.add(one));
    return {
      [Symbol.dispose]: () => {
        all.delete(one);
        if (all.size === 0 && this.#byResource.get(id) === all) this.#byResource.delete(id);
      },
    };
  }

  /** All that are to be told of a kind as one; undefined: nobody is. */
  of(kind: AnyKind): WriteObserver | undefined {
    const all = this.#byResource.get(idOf(kind));
    if (all === undefined) return undefined;
    return {
      get keepsOwners() {
        for (const { observer } of all) if (observer.keepsOwners) return true;
        return false;
      },
      wrote(kind, received, object) {
        for (const { version, observer } of all) {
          if (version === kind.version) observer.wrote(kind, received, object);
          // The object is the same one, and looks otherwise.
          else observer.lost(kind, received.key);
        }
      },
      deleted: (...told) => all.forEach(({ observer }) => observer.deleted(...told)),
      lost: (...told) => all.forEach(({ observer }) => observer.lost(...told)),
    };
  }
}

/** One text for each: of one that is made anew each time the hash would be, too. */
const ids = new WeakMap<AnyKind, string>();

/** All versions of a kind are of the same objects. */
function idOf(kind: AnyKind): string {
  const known = ids.get(kind);
  if (known !== undefined) return known;
  const id = `${groupOfKinds(kind.group)}/${kind.plural}`;
  ids.set(kind, id);
  return id;
}

/** What the answer to a call holds. */
export interface Answer {
  readonly object: {
    readonly kind?: string;
    readonly apiVersion?: string;
    readonly metadata?: { readonly deletionTimestamp?: string };
    readonly details?: { readonly uid?: string };
  };
  /** Where it is an object of the kind that was asked about. */
  readonly received: (() => Received<unknown>) | undefined;
}

/**
 * Whether a write may have been done although it failed: there was no answer, or the server had a fault. What
 * it says no to was not done.
 */
export function isOutcomeUnknown(error: unknown): boolean {
  if (error instanceof StatusError) return error.code >= 500;
  // A mistake of the program was found before anything was sent.
  return !(error instanceof TypeError);
}

/** Tells of a write that was answered. */
export function tellOfAnswer(
  observer: WriteObserver,
  kind: AnyKind,
  { method, key }: { readonly method: string; readonly key: string | undefined },
  { object, received }: Answer,
): void {
  const isDelete = method === "DELETE";
  const one = received?.();
  // A Status, a Scale, an Eviction.
  if (one === undefined || one.uid === "") {
    if (!key) return;
    const uid = isDelete ? object.details?.uid : undefined;
    if (uid) observer.deleted(kind, { key, uid });
    else observer.lost(kind, key);
    return;
  }
  const isGone = isRemoved(kind, object) ||
    isDelete && object.metadata?.deletionTimestamp === undefined;
  if (isGone) observer.deleted(kind, one);
  else observer.wrote(kind, one, object);
}

/** Whether the answer to a write shows an object that was removed by it. */
function isRemoved(kind: AnyKind, object: object): boolean {
  const { metadata = {}, spec = {} } = object as {
    metadata?: {
      deletionTimestamp?: string;
      deletionGracePeriodSeconds?: number;
      finalizers?: readonly string[];
    };
    spec?: { finalizers?: readonly string[] };
  };
  if (metadata.deletionTimestamp === undefined || metadata.deletionGracePeriodSeconds) return false;
  // What holds a namespace is in its spec.
  const holding = kind.group === "" && kind.kind === "Namespace" ? spec.finalizers ?? [] : [];
  return (metadata.finalizers ?? []).length === 0 && holding.length === 0;
}
