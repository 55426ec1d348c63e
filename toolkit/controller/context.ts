/**
 * What a reconcile works with.
 *
 * @module
 */

import type { Client } from "../client/client.ts";
import type { CachedListOptions, Index } from "../informer/mod.ts";
import type { AnyKind, Apply, KubeObject, ObjectOf, Ref, Tree, WriteOf } from "../kinds/mod.ts";
import type { Logger } from "../logger.ts";
import type { Names } from "../names.ts";
import type { Cause } from "../workqueue/mod.ts";
import type { Child } from "./child.ts";

/** The cached objects of the kinds that a controller has declared. What is returned is its own. */
export interface Cache<K extends AnyKind> {
  /** One object; undefined where it is not there. */
  get<A extends K>(kind: A, ref: Ref): ObjectOf<A> | undefined;
  /** The objects that are chosen, in no order. Default: all. */
  list<A extends K>(kind: A, options?: CachedListOptions): ObjectOf<A>[];
  /** The objects that an index has under a key: the operator's `informers` name the index. */
  by<R extends ObjectOf<K>>(index: Index<R>, key: string): R[];
}

/** How `ctx.apply()` treats a child. */
export interface ApplyChildOptions {
  /**
   * Whose child it is: the object's, which is its controller and takes it along; the object's beside
   * others; or nobody's. Default `controller`.
   */
  readonly owner?: "controller" | "plain" | "none" | undefined;
  /** Takes fields from others that own them. Default true. */
  readonly force?: boolean | undefined;
}

/** More about an event. */
export interface EventOptions {
  /** Default `Normal`. */
  readonly type?: "Normal" | "Warning" | undefined;
  /** What was done, in one word. Default `Reconcile`. */
  readonly action?: string | undefined;
  /** Another object that it is about. */
  readonly related?: KubeObject | undefined;
}

/** A condition as it is said: `true` has its type as reason, `false` "Not" and the type. */
export type ConditionPatch = boolean | {
  readonly status: boolean | "Unknown";
  readonly reason: string;
  readonly message?: string | undefined;
};

/** The types of the conditions that a status declares. */
export type ConditionType<S> = S extends
  { conditions?: readonly { type: infer C extends string }[] } ? C : never;

/** Parts of a status. */
export type StatusPatch<R> = "status" extends keyof R
  ? Omit<Tree<NonNullable<R["status"]>>, "conditions" | "observedGeneration"> & {
    conditions?: { [C in ConditionType<NonNullable<R["status"]>>]?: ConditionPatch | undefined };
  }
  : never;

/** What a run of a reconcile or finalize works with: P is reconciled, O owned, A read besides. */
export interface ReconcileContext<P extends AnyKind, O extends AnyKind, A extends AnyKind> {
  /** Aborts when the operator stops, no longer leads, or the run has taken too long. */
  readonly signal: AbortSignal;
  /** Live, not cached; in the object's namespace, under the controller's name, with the run's signal. */
  readonly client: Client;
  /** Each line says which controller and which object it is about. */
  readonly log: Logger;
  /** The identifiers of the dialect that the server speaks. */
  readonly names: Names;
  /** The cached objects of the kinds that the controller has declared. */
  readonly cache: Cache<P | O | A>;
  /** Why this run: all that has come together since the last one. */
  readonly causes: readonly Cause[];
  /** 1, and one more for each failure in a row. */
  readonly attempt: number;
  /** Milliseconds since 1970, as the operator's clock has them. */
  readonly now: () => number;
  /** The operator's, which a test may replace. */
  readonly fetch: typeof fetch;
  /**
   * Makes a child what is wanted of it: in the object's namespace unless it says another, owned by the
   * object. What was applied before and is still so is not sent.
   */
  apply<K extends O>(
    kind: K,
    configuration: Apply<WriteOf<K>>,
    options?: ApplyChildOptions,
  ): Promise<ObjectOf<K>>;
  /** These children, and of the object's other children of the declared kinds none. */
  applySet(children: readonly Child<O>[]): Promise<void>;
  /** Deletes a child, or finds it gone. */
  delete<K extends O>(kind: K, ref: Ref): Promise<void>;
  /** The children of a kind, as they are cached. */
  owned<K extends O>(kind: K): ObjectOf<K>[];
  /**
   * Says something of the status; the rest of what this controller said before stays, and `undefined`
   * takes a field away. It is written once, when the run ends or throws, unless nothing changes.
   */
  status(patch: StatusPatch<ObjectOf<P>>): void;
  /** Writes the status now. */
  flush(): Promise<void>;
  /**
   * Records an event about the object; the same one again is counted. Of more than 25 in a short time the
   * log alone knows.
   */
  event(reason: string, note: string, options?: EventOptions): void;
}
