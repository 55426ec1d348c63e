/**
 * What informers are.
 *
 * @module
 */

import type { ListOptions } from "../client/mod.ts";
import type { Derived } from "../client/lister.ts";
import type { Labels, Ref, Span } from "../kinds/mod.ts";
import type { Index } from "./define_index.ts";

/** What an informer follows, and what it keeps. */
export interface InformerOptions<R> {
  /** Default: all of them. */
  readonly namespaces?: readonly string[] | undefined;
  /** Labels that the objects have. Default: any. */
  readonly labelSelector?: Labels | undefined;
  /** Fields that the objects have, as in `ListOptions`. Default: any. */
  readonly fieldSelector?: ListOptions["fieldSelector"];
  /** What `lister.by()` finds objects by. Default: none. */
  readonly indexes?: readonly Index<R>[] | undefined;
  /** How often those who subscribed are told of all objects, as if they had changed. 0, the default: never. */
  readonly resync?: Span | undefined;
  /**
   * Whether all who subscribe are told of a change with the same object, which is decoded once: none of
   * them may change it then. Default false: each has its own.
   */
  readonly sharesObjects?: boolean | undefined;
  /** One of `of` equal shares of all objects, by their uid: from 0. Default: all. */
  readonly shard?: { readonly of: number; readonly at: number } | undefined;
  /**
   * What is kept of an object instead of all of it; it may change the object that it is handed. An object
   * for which it throws is left out, and that is logged.
   */
  readonly transform?: ((object: R) => R) | undefined;
  /**
   * Whether `managedFields` and the annotation of what `kubectl apply` applied last are kept: together
   * they are often larger than the object. Default false.
   */
  readonly keepManagedFields?: boolean | undefined;
  /**
   * Whether the annotation of what `kubectl apply` applied last is kept though `managedFields` are not: whoever
   * changes cached objects and replaces the server's by them takes it away otherwise. Default false.
   */
  readonly keepLastApplied?: boolean | undefined;
}

/** What happened to an object. */
export interface Delta<R> {
  /**
   * `Added`: it is new to the subscriber. `Updated`: he was told of it before. `Deleted`: it is
   * gone.
   */
  readonly type: "Added" | "Updated" | "Deleted";
  /** `namespace/name`, or `name`. */
  readonly key: string;
  /**
   * As it is now; of a deletion as it was last. Decoded when first asked for: the subscriber's own, unless
   * the informer shares objects.
   */
  readonly object: R;
  /** Of an update: as it was when the subscriber was told last. */
  readonly previous?: R | undefined;
  /**
   * The field manager that made it so, where the server's `managedFields` tell: not of what was there
   * before, nor of deletions.
   */
  readonly by?: string | undefined;
  /** Whether it was there before the subscriber was. */
  readonly initial: boolean;
  /** Whether nothing has happened: a resync. */
  readonly resync: boolean;
}

/** Which cached objects. */
export interface CachedListOptions {
  /** Default: all. */
  readonly namespace?: string | undefined;
  /** Labels that the objects have. Default: any. */
  readonly labelSelector?: Labels | undefined;
}

/**
 * Cached objects, read at once. What it returns is the caller's own copy: edit it freely. It is never
 * older than what this process wrote through the informer's client.
 */
export interface Lister<R> {
  /** How many objects there are. */
  readonly size: number;
  /** Grows with each change of any of them: what was made of all of them holds as long as it stays. */
  readonly generation: number;
  /** Whether an object is there. */
  has(ref: Ref): boolean;
  /** `namespace/name`, or `name`, of all objects. */
  keys(): Iterable<string>;
  /** One object; undefined where it is not there. */
  get(ref: Ref): R | undefined;
  /** In no order. Each object is decoded: of many, `by()` and views are faster. */
  list(options?: CachedListOptions): R[];
  /** The objects that an index has under a key. Throws where the informer lacks the index. */
  by(index: Index<R>, key: string): R[];
  /** Something made of each object, once for each of its states. It is shared: do not change it. */
  derive<T>(make: (object: R) => T): DerivedValues<R, T>;
}

/** What is made of cached objects, found by the indexes of the objects. */
export interface DerivedValues<R, T> extends Derived<T> {
  /** Of the objects that an index has under a key. Throws where the informer lacks the index. */
  by(index: Index<R>, key: string): T[];
}

/** Counts of an informer. */
export interface InformerStats {
  /** How many objects are kept. */
  readonly objects: number;
  /** Of the objects, as they are kept. */
  readonly bytes: number;
  /** Every change up to here was seen; of several namespaces, of the first. "" before the first list. */
  readonly revision: string;
  /** Lists after the first. */
  readonly relists: number;
  /** For how long the server has said nothing. */
  readonly silentMs: number;
}

/**
 * Follows the objects of a kind and keeps them, as the bytes that came, until they are read. It never
 * ends by itself: it goes on over lost connections, silence, and servers that forgot where it was.
 */
export interface Informer<R> extends AsyncDisposable {
  /**
   * Settles when all objects that there are have come; goes on until it is disposed of, or `signal`
   * aborts: before that, it rejects with its reason. A second call waits for the first one.
   */
  start(signal?: AbortSignal): Promise<void>;
  /** The objects. Empty until `start()` has settled. */
  readonly lister: Lister<R>;
  /**
   * Calls `handler` for all objects that there are, now, and for every change from then on, in the
   * order of each object; each begins where what it was told before ended, and several changes may come
   * as one. What `handler` throws is logged, and nothing else.
   */
  subscribe(handler: (delta: Delta<R>) => void): Disposable;
  /**
   * Settles when what is known of an object is as new as what this process did to it: at once, unless the
   * answer to a write was lost. Then the object is looked up; rejects where that fails.
   */
  settled(ref: Ref, signal: AbortSignal): Promise<void>;
  /** Has the next `settled()` look an object up: something says that it is not what is known of it. */
  doubt(ref: Ref): void;
  /** How many objects it keeps, and how it fares. */
  readonly stats: InformerStats;
}
