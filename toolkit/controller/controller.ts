/**
 * What a controller is: kinds, functions and numbers, and nothing that runs.
 *
 * @module
 */

import type { Delta } from "../informer/mod.ts";
import { type AnyKind, msOfSpan, type ObjectOf, type Ref, type Span } from "../kinds/mod.ts";
import type { QueueBackoff } from "../workqueue/mod.ts";
import type { ReconcileContext } from "./context.ts";
import type { Watch, WatchedKind } from "./watch.ts";

/** What a reconcile or finalize wants next. */
export interface Result {
  /** Runs again after so long, whatever happens; an event before it runs it earlier. */
  readonly requeueAfter?: Span | undefined;
}

/** What a function of a controller may return. */
export type Outcome = Result | void | Promise<Result | void>;

/** What {@link defineController} is told. */
export interface ControllerDefinition<
  P extends AnyKind,
  O extends readonly AnyKind[],
  A extends readonly AnyKind[],
  V extends readonly Watch<AnyKind>[],
> {
  /** The kind whose objects are reconciled. */
  readonly for: P;
  /** What metrics, field managers and finalizers call it. Default: the kind in lower case. */
  readonly name?: string;
  /** Kinds of its children, which are cached, wake their owner, and may be applied. Default: none. */
  readonly owns?: O;
  /** Kinds that are cached, and wake nobody. Default: none. */
  readonly reads?: A;
  /** Kinds that are cached, and wake whom they name. Default: none. */
  readonly watches?: V;
  /** Objects that are to be reconciled because of something elsewhere. One that ends begins anew. */
  readonly sources?: readonly ((signal: AbortSignal) => AsyncIterable<Ref>)[];
  /**
   * Which changes of the object itself count, besides its deletion where there is a `finalize`. Default: all but
   * those of its status alone. What it throws is logged, and the change counts.
   */
  readonly when?: (delta: Delta<ObjectOf<P>>) => boolean;
  /** How often an object is reconciled although nothing happens. Default: never. */
  readonly every?: Span;
  /** Objects at once. Default 8. */
  readonly concurrency?: number;
  /** Of one run, after which its signal aborts. Default 5 minutes. */
  readonly timeout?: Span;
  /** How long an object rests after failures in a row. */
  readonly backoff?: QueueBackoff;
  /**
   * Makes the world what the object says. Runs when something that it depends on has changed, one run
   * an object at a time; it is handed the newest object, not what changed. What it throws makes it run
   * again, later and later; a `Terminal` does not.
   */
  reconcile(
    object: ObjectOf<P>,
    ctx: ReconcileContext<P, O[number], A[number] | WatchedKind<V[number]>>,
  ): Outcome;
  /**
   * Takes back what the object stands for, before the object goes. A finalizer is set before the first
   * reconcile, and taken off when this returns without `requeueAfter`. It has to bear an object that
   * was never reconciled, and one that it has finalized before.
   */
  finalize?(
    object: ObjectOf<P>,
    ctx: ReconcileContext<P, O[number], A[number] | WatchedKind<V[number]>>,
  ): Outcome;
}

/** A controller, to be handed to `defineOperator()`. */
export interface Controller {
  /** What metrics, field managers and finalizers call it. */
  readonly name: string;
  /** The kind whose objects it reconciles. */
  readonly for: AnyKind;
  /** The kinds of its children. */
  readonly owns: readonly AnyKind[];
  /** The kinds that it reads besides. */
  readonly reads: readonly AnyKind[];
  /** The kinds that wake others than themselves. */
  readonly watches: readonly Watch<AnyKind>[];
}

/** A controller as what runs it sees it: its types have done their work. */
export interface ErasedController extends Controller {
  readonly sources: readonly ((signal: AbortSignal) => AsyncIterable<Ref>)[];
  readonly when: ((delta: Delta<object>) => boolean) | undefined;
  readonly everyMs: number | undefined;
  readonly concurrency: number;
  readonly timeoutMs: number;
  readonly backoff: { readonly base: number; readonly max: number; readonly jitter: number };
  reconcile(object: object, ctx: object): Outcome;
  readonly finalize: ((object: object, ctx: object) => Outcome) | undefined;
}

const NAME = /^[a-z0-9]([a-z0-9.-]{0,61}[a-z0-9])?$/;

/**
 * A controller: a value without side effects. The kinds that it names are watched, cached and may be
 * read; those that it owns may be written; the roles that an operator needs follow from them, and the
 * compiler refuses others. Throws a TypeError for what can't work.
 *
 * ```ts
 * import { ConfigMap, defineController, Namespace } from "../../mod.ts";
 *
 * const greeter = defineController({
 *   for: Namespace,
 *   owns: [ConfigMap],
 *   async reconcile({ metadata: { name } }, ctx) {
 *     await ctx.apply(ConfigMap, { metadata: { name: "hello", namespace: name }, data: { to: name } });
 *   },
 * });
 * greeter.name; // namespace
 * ```
 */
export function defineController<
  P extends AnyKind,
  const O extends readonly AnyKind[] = [],
  const A extends readonly AnyKind[] = [],
  const V extends readonly Watch<AnyKind>[] = [],
>(definition: ControllerDefinition<P, O, A, V>): Controller {
  const { name = definition.for.kind.toLowerCase(), concurrency = 8, backoff = {} } = definition;
  if (!NAME.test(name)) {
    throw new TypeError(
      `defineController: the name ${JSON.stringify(name)} has to be lower-case letters, digits, ` +
        "dashes and dots, 63 at most",
    );
  }
  if (!Number.isSafeInteger(concurrency) || concurrency < 1) {
    throw new TypeError(`defineController: concurrency is ${concurrency}: write 1 or more`);
  }
  const { jitter = 0.2 } = backoff;
  if (!(jitter >= 0 && jitter <= 10)) {
    throw new TypeError(`defineController: backoff.jitter is ${jitter}: write 0 to 10`);
  }
  const base = msOfSpan(backoff.base ?? 50, "backoff.base");
  const erased: ErasedController = {
    name,
    for: definition.for,
    owns: definition.owns ?? [],
    reads: definition.reads ?? [],
    watches: definition.watches ?? [],
    sources: definition.sources ?? [],
    when: definition.when as ErasedController["when"],
    everyMs: definition.every === undefined ? undefined : msOfSpan(definition.every, "every"),
    concurrency,
    timeoutMs: msOfSpan(definition.timeout ?? "5m", "timeout"),
    backoff: {
      base,
      max: Math.max(base, msOfSpan(backoff.max ?? "5m", "backoff.max")),
      jitter,
    },
    reconcile: (object, ctx) => definition.reconcile(object as never, ctx as never),
    finalize: definition.finalize &&
      ((object, ctx) => definition.finalize!(object as never, ctx as never)),
  };
  return erased;
}
