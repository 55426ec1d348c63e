/**
 * A controller at work.
 *
 * @module
 */

import { keepTrying } from "../backoff.ts";
import type { Timer } from "../clock.ts";
import { isConflict, isNotFound } from "../errors/mod.ts";
import type { Delta } from "../informer/mod.ts";
import { type AnyKind, type KubeObject, msOfSpan, placeOf, type Ref } from "../kinds/mod.ts";
import { namespaceOf } from "../cache/mod.ts";
import type { Logger } from "../logger.ts";
import { copyJson } from "../values/json.ts";
import { keyOf } from "../wire/form.ts";
import { type Cause, LOW_PRIORITY, type Work, WorkQueue } from "../workqueue/mod.ts";
import { AppliedChildren } from "./applied_children.ts";
import { changedPaths } from "./changed.ts";
import type { ErasedController, Result } from "./controller.ts";
import { isDefined, kindId } from "./declared.ts";
import { type ControllerEnvironment, managerOf } from "./environment.ts";
import { EventRecorder } from "./event_recorder.ts";
import { Finalizer } from "./finalizer.ts";
import { type ControllerMetrics, controllerMetrics } from "./metrics.ts";
import { ownersOf } from "./owner.ts";
import { ReconcileRun } from "./run.ts";
import { type Run, RunHistory } from "./run_history.ts";
import { Terminal } from "./terminal.ts";

/** After so many failures in a row the object itself says that it is not ready. */
const SAID_AFTER_FAILURES = 3;
/** A cause names so many fields. */
const PATHS_LIMIT = 16;
/** All objects are looked at so long after a change of which nobody can say whom it concerns. */
const ALL_AFTER_MS = 5000;
const SOURCE_WAITS = { firstMs: 1000, mostMs: 60_000, jitter: 0.2 };

/** Runs a controller for its objects: each at most once at a time, as often as anything changes. */
export class RunningController {
  readonly controller: ErasedController;
  readonly history = new RunHistory();
  readonly #environment: ControllerEnvironment;
  readonly #queue: WorkQueue<string>;
  readonly #metrics: ControllerMetrics;
  readonly #manager: string;
  readonly #finalizer: Finalizer | undefined;
  readonly #applied = new AppliedChildren();
  readonly #recorder: EventRecorder;
  readonly #cached: ReadonlySet<string>;
  readonly #subscriptions: Disposable[] = [];
  /** By object: children whose last write had no answer. */
  readonly #doubts = new Map<
    string,
    Map<string, { readonly kind: AnyKind; readonly key: string }>
  >();
  #allSoon: Timer | undefined;
  /** When each run that is under way began. */
  readonly #running = new Map<string, number>();

  constructor(controller: ErasedController, environment: ControllerEnvironment) {
    const { operator, client, metrics, instance } = environment;
    const { clock, random } = client.options;
    this.controller = controller;
    this.#environment = environment;
    this.#manager = managerOf(operator, controller.name);
    this.#finalizer = controller.finalize && new Finalizer(this.#manager);
    this.#recorder = new EventRecorder(client, operator, instance);
    this.#metrics = controllerMetrics(metrics, controller.name, controller.concurrency);
    this.#queue = new WorkQueue({
      name: controller.name,
      clock,
      random,
      backoff: controller.backoff,
      metrics,
    });
    const { owns, reads, watches } = controller;
    const kinds = [controller.for, ...owns, ...reads, ...watches.map(({ kind }) => kind)];
    this.#cached = new Set(kinds.map(kindId));
    this.#subscribe();
  }

  /** How many objects wait. */
  get depth(): number {
    return this.#queue.depth;
  }

  /** For how long the run that began first has been under way, and how long it may take. */
  get longestRun(): { readonly ms: number; readonly allowedMs: number } {
    const now = this.#environment.client.options.clock.monotonic();
    const ms = Math.max(0, ...[...this.#running.values()].map((began) => now - began));
    return { ms, allowedMs: this.controller.timeoutMs };
  }

  /**
   * Works until `stopped` aborts, and settles when the last run has ended; `aborted` ends runs that are
   * under way.
   */
  async run(stopped: AbortSignal, aborted: AbortSignal): Promise<void> {
    const workers = Array.from(
      { length: this.controller.concurrency },
      () => this.#worker(stopped, aborted),
    );
    const sources = this.controller.sources.map((source) => this.#follow(source, stopped));
    await Promise.all([...workers, ...sources]);
  }

  /** Hears of nothing any more, and forgets what waits. */
  close(): void {
    for (const subscription of this.#subscriptions) subscription[Symbol.dispose]();
    this.#allSoon?.cancel();
    this.#queue[Symbol.dispose]();
  }

  #subscribe(): void {
    const { for: primary, owns, watches, when } = this.controller;
    const { informerOf } = this.#environment;
    const on = (kind: AnyKind, handle: (delta: Delta<KubeObject>) => void) => {
      this.#subscriptions.push(informerOf(kind).subscribe(handle));
    };
    on(primary, (delta) => {
      const paths = pathsOf(delta);
      const counts = when === undefined
        ? isOfInterest(delta, paths)
        : this.#unlessItThrows(primary, delta, () => when(delta), true);
      // Whoever lets go of it has to hear of its end, whatever else counts.
      const ends = this.#finalizer !== undefined && hasBegunToEnd(delta);
      if (counts || ends || delta.resync) this.#wake([delta.key], primary, delta, paths);
    });
    for (const kind of owns) {
      on(kind, (delta) => {
        if (delta.type === "Deleted") this.#applied.forget(`${kindId(kind)} ${delta.key}`);
        const owners = [delta.object, ...(delta.previous ? [delta.previous] : [])]
          .flatMap((object) => ownersOf(primary, object));
        this.#wake(owners, kind, delta, pathsOf(delta));
      });
    }
    for (const { kind, to, when } of watches) {
      on(kind, (delta) => {
        const counts = when === undefined || delta.resync ||
          this.#unlessItThrows(kind, delta, () => when(delta as never), true);
        if (!counts) return;
        const woken = [delta.object, ...(delta.previous ? [delta.previous] : [])].flatMap((
          object,
        ) => {
          const named = () =>
            [...to(object as never)].map((ref) => this.#keyOf(ref, namespaceOf(delta.key)));
          const keys = this.#unlessItThrows(kind, delta, named, undefined);
          if (keys === undefined) this.#wakeAllSoon(kind, delta.key);
          return keys ?? [];
        });
        this.#wake(woken, kind, delta, pathsOf(delta));
      });
    }
  }

  /** What the controller's own code says of a change; `otherwise` where that throws, which is told and counted. */
  #unlessItThrows<T>(kind: AnyKind, { key }: Delta<KubeObject>, ask: () => T, otherwise: T): T {
    try {
      return ask();
    } catch (error) {
      this.#metrics.threw();
      this.#environment.logger.error("What a controller says of a change has thrown", error, {
        controller: this.controller.name,
        kind: kind.kind,
        object: key,
      });
      return otherwise;
    }
  }

  /** Whom a change concerns nobody can say: so all are looked at, not more often for all that throws. */
  #wakeAllSoon(kind: AnyKind, ref: string): void {
    const { client: { options: { clock } }, informerOf } = this.#environment;
    this.#allSoon ??= clock.after(ALL_AFTER_MS, () => {
      this.#allSoon = undefined;
      const cause: Cause = { type: "Resync", kind, ref, at: clock.now() };
      for (const key of informerOf(this.controller.for).lister.keys()) {
        this.#queue.add(key, { cause, priority: LOW_PRIORITY });
      }
    });
  }

  #keyOf(ref: Ref, otherwise: string): string {
    const { namespace, name } = placeOf(this.controller.for, ref, otherwise);
    return keyOf(namespace, name);
  }

  #wake(
    keys: readonly string[],
    kind: AnyKind,
    delta: Delta<KubeObject>,
    paths: readonly string[],
  ): void {
    const { metadata } = delta.object;
    const cause: Cause = {
      type: delta.resync ? "Resync" : delta.initial ? "Start" : delta.type,
      kind,
      ref: delta.key,
      ...(metadata?.resourceVersion !== undefined && { resourceVersion: metadata.resourceVersion }),
      ...(paths.length > 0 && { changed: paths.slice(0, PATHS_LIMIT) }),
      ...(delta.by !== undefined && { by: delta.by }),
      at: this.#environment.client.options.clock.now(),
    };
    const isLow = delta.initial || delta.resync;
    for (const key of new Set(keys)) {
      this.#queue.add(key, { cause, ...(isLow && { priority: LOW_PRIORITY }) });
    }
  }

  async #follow(
    source: (signal: AbortSignal) => AsyncIterable<Ref>,
    signal: AbortSignal,
  ): Promise<void> {
    const { client, logger } = this.#environment;
    const { clock, random } = client.options;
    const following = async (progressed: () => void) => {
      for await (const ref of untilAborted(source(signal), signal)) {
        progressed();
        const key = this.#keyOf(ref, client.namespace);
        this.#queue.add(key, { cause: { type: "Source", at: clock.now() } });
      }
      if (!signal.aborted) throw new Error("the source has ended");
    };
    await keepTrying(following, {
      ...SOURCE_WAITS,
      clock,
      random,
      signal,
      failed: (error, waitMs) =>
        logger.warning("A source of a controller begins anew", {
          controller: this.controller.name,
          error: String(error),
          waitMs: Math.round(waitMs),
        }),
    }).catch((error) => {
      if (!signal.aborted) throw error;
    });
  }

  async #worker(stopped: AbortSignal, aborted: AbortSignal): Promise<void> {
    while (!stopped.aborted) {
      let work: Work<string>;
      try {
        work = await this.#queue.take(stopped);
      } catch {
        // It is to stop, or was closed.
        return;
      }
      using taken = work;
      await this.#runOf(taken, aborted);
    }
  }

  /** A run: what it throws has been dealt with. */
  async #runOf(work: Work<string>, aborted: AbortSignal): Promise<void> {
    const { client, logger } = this.#environment;
    const { clock } = client.options;
    const { key, attempt, causes } = work;
    const log = logger.with({ controller: this.controller.name, object: key });
    const own = new AbortController();
    const abort = () => own.abort(aborted.reason);
    aborted.addEventListener("abort", abort, { once: true });
    if (aborted.aborted) abort();
    const { timeoutMs } = this.controller;
    const timer = clock.after(
      timeoutMs,
      () => own.abort(new DOMException(`the run took longer than ${timeoutMs} ms`, "TimeoutError")),
    );
    const { name } = this.controller;
    const over = this.#environment.onRun?.({ controller: name, object: key, attempt, causes });
    const began = clock.monotonic();
    const at = clock.now();
    this.#running.set(key, began);
    this.#metrics.began();
    let run: ReconcileRun | undefined;
    let result: Run["result"] = "ok";
    let failure: unknown;
    try {
      run = await this.#prepared(work, own.signal, log);
      const after = run && await this.#done(run, aborted);
      if (after !== undefined) {
        result = "requeue";
        work.again(after);
      } else work.done();
    } catch (error) {
      failure = error;
      result = error instanceof Terminal ? "terminal" : "error";
      if (error instanceof Terminal) work.done();
      this.#failed(error, log, attempt, aborted);
    } finally {
      timer.cancel();
      aborted.removeEventListener("abort", abort);
      this.#running.delete(key);
      over?.();
      const tookMs = clock.monotonic() - began;
      const outcome = result === "ok"
        ? "success"
        : result === "requeue"
        ? "requeue_after"
        : "error";
      this.#metrics.ended(outcome, tookMs, result === "terminal");
      if (run !== undefined) {
        const { writes } = run;
        const error = failure === undefined ? {} : { error: failure };
        this.history.add(key, {
          controller: name,
          at,
          tookMs,
          attempt,
          causes,
          writes,
          result,
          ...error,
        });
      }
    }
  }

  #failed(
    error: unknown,
    log: Logger,
    attempt: number,
    aborted: AbortSignal,
  ): void {
    if (aborted.aborted) return;
    // Somebody else was faster: that is how it is meant to go.
    if (isConflict(error)) log.v(1).info("A run is done again on the newest state", { attempt });
    else if (error instanceof Terminal) {
      log.warning("A run has failed for good", { error: error.message });
    } else log.error("A run has failed", error, { attempt });
  }

  /** The run of an object as it is now; undefined: there is nothing to do. */
  async #prepared(
    { key, attempt, causes }: Work<string>,
    signal: AbortSignal,
    log: Logger,
  ): Promise<ReconcileRun | undefined> {
    const { for: kind, owns } = this.controller;
    const environment = this.#environment;
    const informer = environment.informerOf(kind);
    await informer.settled(key, signal);
    for (const doubt of this.#doubts.get(key)?.values() ?? []) {
      await environment.informerOf(doubt.kind).settled(doubt.key, signal);
    }
    this.#doubts.delete(key);
    let object = informer.lister.get(key);
    if (object === undefined) return undefined;
    const isLeaving = object.metadata?.deletionTimestamp !== undefined;
    const namespace = namespaceOf(key);
    const client = environment.client.derived({
      ...(namespace !== "" && { namespace }),
      fieldManager: this.#manager,
      signals: [...environment.client.options.signals, signal],
    });
    const finalizer = this.#finalizer;
    if (isLeaving && !finalizer?.isOn(object)) return undefined;
    if (!isLeaving && finalizer !== undefined && !finalizer.isOn(object)) {
      object = await finalizer.set(client, kind, object);
    }
    return new ReconcileRun({
      environment,
      kind,
      owns,
      cached: this.#cached,
      manager: this.#manager,
      object,
      applied: this.#applied,
      client,
      signal,
      log,
      causes,
      attempt,
      lost: (kind, child) => {
        const doubts = this.#doubts.get(key) ?? new Map();
        this.#doubts.set(key, doubts.set(`${kindId(kind)} ${child}`, { kind, key: child }));
      },
    });
  }

  /** Does the run; in how many milliseconds to do it again, if at all. */
  async #done(run: ReconcileRun, aborted: AbortSignal): Promise<number | undefined> {
    const { controller } = this;
    const isLeaving = run.object.metadata?.deletionTimestamp !== undefined;
    // The controller's own copy, to be edited at will.
    const handed = copyJson(run.object) as KubeObject;
    try {
      const call = isLeaving ? controller.finalize! : controller.reconcile;
      const result = await call(handed, run) as Result | undefined;
      run.signal.throwIfAborted();
      this.#clearError(run);
      await run.finish();
      const { requeueAfter } = result ?? {};
      if (requeueAfter !== undefined) return msOfSpan(requeueAfter, "requeueAfter");
      if (!isLeaving) return controller.everyMs;
      await this.#finalizer?.takeOff(run.client as never, controller.for, run.object);
      return undefined;
    } catch (error) {
      if (isLeaving && isNotFound(error)) return undefined;
      this.#sayFailure(run, error);
      await run.finish().catch((late) => run.log.error("A status was not written", late));
      throw error;
    } finally {
      await this.#recordEvents(run, aborted);
    }
  }

  /** What a failure makes the object say. */
  #sayFailure(run: ReconcileRun, error: unknown): void {
    const { for: kind } = this.controller;
    const message = error instanceof Error ? error.message : String(error);
    if (error instanceof Terminal) {
      run.event(error.reason, message, { type: "Warning" });
      if (declares(kind, error.condition)) {
        const { condition, reason } = error;
        run.status({ conditions: { [condition]: { status: false, reason, message } } });
      }
      return;
    }
    if (run.signal.aborted || isConflict(error) || run.attempt < SAID_AFTER_FAILURES) return;
    if (!declares(kind, "Ready")) return;
    run.status({ conditions: { Ready: { status: false, reason: FAILED, message } } });
  }

  /** Takes back what a failure made the object say, where the run itself says nothing of it. */
  #clearError(run: ReconcileRun): void {
    const { conditions = [] } =
      (run.object as { status?: { conditions?: readonly Said[] } }).status ?? {};
    const said = conditions.find(({ type, reason }) => type === "Ready" && reason === FAILED);
    if (said === undefined || !declares(this.controller.for, "Ready")) return;
    if (!run.statusDraft.says("Ready")) run.status({ conditions: { Ready: undefined } });
  }

  async #recordEvents(run: ReconcileRun, aborted: AbortSignal): Promise<void> {
    for (const event of run.events) {
      try {
        const recorded = await this.#recorder.record(run.object, event, aborted);
        const { reason, note } = event;
        if (!recorded) run.log.info("An event is left out: the object has many", { reason, note });
      } catch (error) {
        const { reason, note } = event;
        run.log.warning("An event was not recorded", { reason, note, error: String(error) });
      }
    }
  }
}

interface Said {
  readonly type?: string;
  readonly reason?: string;
}

/** What an iterable yields until the signal aborts, which it may not heed itself. */
async function* untilAborted<T>(source: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  const iterator = source[Symbol.asyncIterator]();
  const { promise: aborted, resolve } = Promise.withResolvers<undefined>();
  const abort = () => resolve(undefined);
  signal.addEventListener("abort", abort, { once: true });
  try {
    while (!signal.aborted) {
      const next = iterator.next();
      // Whoever goes on after the end has nobody to tell.
      next.catch(() => {});
      const result = await Promise.race([next, aborted]);
      if (result === undefined || result.done) return;
      yield result.value;
    }
  } finally {
    signal.removeEventListener("abort", abort);
    iterator.return?.().catch(() => {});
  }
}

/** The reason of a condition that tells of failures. */
const FAILED = "Error";

function declares(kind: AnyKind, condition: string): boolean {
  return isDefined(kind) && kind.conditions.includes(condition);
}

function pathsOf({ type, object, previous, resync }: Delta<KubeObject>): string[] {
  if (type !== "Updated" || previous === undefined || resync) return [];
  return changedPaths(previous, object);
}

/** Whether an object is being deleted that was not when it was told of last. */
function hasBegunToEnd({ object, previous }: Delta<KubeObject>): boolean {
  return object.metadata?.deletionTimestamp !== undefined &&
    previous?.metadata?.deletionTimestamp === undefined;
}

/** Whether a change of the object itself counts where nobody says which do. */
function isOfInterest({ type }: Delta<KubeObject>, paths: readonly string[]): boolean {
  return type !== "Updated" ||
    paths.some((path) => path !== "status" && !path.startsWith("status."));
}
