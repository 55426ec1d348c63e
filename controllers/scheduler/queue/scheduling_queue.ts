/**
 * The pods that have no node yet.
 *
 * @module
 */

import type { Clock, Timer } from "../../../toolkit/clock.ts";
import {
  ACTIVATED,
  type ClusterEvent,
  type EventInterest,
  FLUSHED,
  isForAll,
  isOfInterest,
  MOVES,
} from "../framework/cluster_event.ts";
import type { Verdict } from "../framework/status.ts";
import type { PendingPod } from "../pod/pod_info.ts";
import { type BackoffTimes, isResting, restUntil, WINDOW_MS, windowOf } from "./backoff.ts";
import { Help } from "./help.ts";
import { KeyedHeap } from "./heap.ts";
import { type Happening, InFlight } from "./in_flight.ts";
import type { QueuedPod } from "../pod/queued_pod.ts";
import type { QueueMetrics } from "./queue_metrics.ts";
import type { QueueState } from "./queue_state.ts";

/** What profiles say of the pods that wait. */
export interface QueuePlugins {
  /** The order of pods that are ready to be tried. */
  compare(one: QueuedPod, other: QueuedPod): number;
  /** Whether a pod may be tried at all, and who says no. */
  preEnqueue(pod: PendingPod): { readonly plugin: string; readonly verdict: Verdict } | undefined;
  /** Whether any plugin wants to hear of an event. */
  isHeard(event: ClusterEvent): boolean;
  /** What a plugin wants to hear of, for a pod. */
  interestsOf(pod: PendingPod, plugin: string): readonly EventInterest[];
}

/** What a {@link SchedulingQueue} is made with. */
export interface QueueOptions {
  readonly plugins: QueuePlugins;
  readonly backoff: BackoffTimes;
  /** After so long a pod that nothing helped is tried all the same. */
  readonly mostWaitMs: number;
  readonly clock: Clock;
  readonly metrics: QueueMetrics;
}

/** Where a pod is that waits. */
export type Place = "active" | "backoff" | "unschedulable";

/** Pods that waited too long are looked for so often. */
const FLUSH_MS = 30_000;

/**
 * Pods that are ready to be tried, that rest after an attempt, and that wait for something to happen. Which
 * of them an event wakes is for the plugins to say that turned them down; nothing that happens while a node
 * is looked for is missed.
 */
export class SchedulingQueue implements Disposable {
  readonly #options: QueueOptions;
  readonly #active: KeyedHeap<QueuedPod>;
  readonly #rejected: KeyedHeap<QueuedPod>;
  readonly #failed: KeyedHeap<QueuedPod>;
  readonly #unschedulable = new Map<string, QueuedPod>();
  readonly #inFlight = new InFlight();
  readonly #help: Help;
  #waiting: PromiseWithResolvers<QueuedPod | undefined> | undefined;
  #restTimer: { readonly atMs: number; readonly timer: Timer } | undefined;
  #flushTimer: Timer | undefined;
  #order = 0;
  #closed = false;

  constructor(options: QueueOptions) {
    this.#options = options;
    this.#help = new Help(options);
    const { plugins, backoff } = options;
    const keyOf = ({ pod }: QueuedPod) => pod.key;
    this.#active = new KeyedHeap(keyOf, (one, other) => plugins.compare(one, other));
    const byRest = (one: QueuedPod, other: QueuedPod) =>
      (restUntil(one, backoff) ?? 0) - (restUntil(other, backoff) ?? 0) ||
      plugins.compare(one, other);
    this.#rejected = new KeyedHeap(keyOf, byRest);
    this.#failed = new KeyedHeap(keyOf, byRest);
  }

  /** How many pods wait, and where; `gated`: they wait as those do that were turned down, but may not be tried. */
  get sizes(): Readonly<Record<Place | "gated", number>> {
    let gated = 0;
    for (const { gatedBy } of this.#unschedulable.values()) if (gatedBy !== undefined) gated++;
    return {
      active: this.#active.size,
      backoff: this.#rejected.size + this.#failed.size,
      unschedulable: this.#unschedulable.size - gated,
      gated,
    };
  }

  /** All pods that wait, in no order. */
  *pods(): Iterable<QueuedPod> {
    yield* this.#active.entries();
    yield* this.#rejected.entries();
    yield* this.#failed.entries();
    yield* this.#unschedulable.values();
  }

  /** How many pods were taken, and are not done. */
  get onTheirWay(): number {
    return this.#inFlight.size;
  }

  /** How many events are kept for those, by their labels. */
  get kept(): Map<string, number> {
    return this.#inFlight.kept;
  }

  /** Where a pod waits. */
  placeOf(key: string): Place | undefined {
    if (this.#active.get(key) !== undefined) return "active";
    if (this.#resting(key) !== undefined) return "backoff";
    return this.#unschedulable.has(key) ? "unschedulable" : undefined;
  }

  /** A pod that waits. */
  get(key: string): QueuedPod | undefined {
    return this.#active.get(key) ?? this.#resting(key) ?? this.#unschedulable.get(key);
  }

  /** Where a pod is, and for how long; undefined where the queue has nothing to do with it. */
  stateOf({ key, uid }: Pick<PendingPod, "key" | "uid">): QueueState | undefined {
    const queued = this.get(key);
    if (queued === undefined) {
      return this.#inFlight.has(uid) ? { place: "in flight" } : undefined;
    }
    const place = this.placeOf(key)!;
    const nowMs = this.#now();
    const until = place === "backoff" ? restUntil(queued, this.#options.backoff) : undefined;
    const { attempts, errors, rejectedBy, pendingBy, gatedBy, sinceMs } = queued;
    return {
      place,
      attempts,
      errors,
      rejectedBy: [...rejectedBy],
      pendingBy: [...pendingBy],
      ...(gatedBy !== undefined && { gatedBy }),
      waitedMs: Math.round(nowMs - sinceMs),
      ...(until !== undefined && { restsMs: Math.max(0, Math.round(until + WINDOW_MS - nowMs)) }),
    };
  }

  /** A pod that is new. */
  add(pod: PendingPod): void {
    this.#begin(pod, MOVES.added);
  }

  #begin(pod: PendingPod, event: string): void {
    this.#moveToActive({
      pod,
      sinceMs: this.#now(),
      readySinceMs: undefined,
      order: this.#order++,
      attempts: 0,
      rejections: 0,
      errors: 0,
      rejectedBy: new Set(),
      pendingBy: new Set(),
      gatedBy: undefined,
      isFlushed: false,
    }, event);
  }

  /** A pod that has changed; `events`: what that is for plugins that turned it down. */
  update(pod: PendingPod, before: PendingPod, events: readonly ClusterEvent[]): void {
    if (this.#inFlight.has(pod.uid)) {
      for (const event of events) this.#inFlight.note({ event, before, after: pod });
      return;
    }
    const queued = this.get(pod.key);
    if (queued === undefined) return this.#begin(pod, MOVES.changed);
    // Its place hangs on what it says: out with the old, in with the new.
    for (const heap of [this.#active, this.#rejected, this.#failed]) {
      if (heap.delete(pod.key) === undefined) continue;
      queued.pod = pod;
      return heap.put(queued);
    }
    queued.pod = pod;
    this.#wake(queued, events.map((event) => ({ event, before, after: pod })));
  }

  /** A pod that needs no node any more. */
  delete(key: string): void {
    this.#active.delete(key);
    this.#rejected.delete(key);
    this.#failed.delete(key);
    this.#unschedulable.delete(key);
  }

  /** The next pod to be tried, when there is one; undefined when there will be none. One may ask at a time. */
  async take(signal: AbortSignal): Promise<QueuedPod | undefined> {
    if (signal.aborted || this.#closed) return undefined;
    const ready = this.#pop();
    if (ready !== undefined) return ready;
    const waiting = this.#waiting = Promise.withResolvers();
    const end = () => waiting.resolve(undefined);
    signal.addEventListener("abort", end, { once: true });
    try {
      return await waiting.promise;
    } finally {
      signal.removeEventListener("abort", end);
      if (this.#waiting === waiting) this.#waiting = undefined;
    }
  }

  /** A pod that was taken needs no more of the queue. */
  done(uid: string): void {
    this.#inFlight.end(uid);
  }

  /** A pod that was taken comes back: it was turned down, or something went wrong. */
  giveBack(queued: QueuedPod): void {
    const { pod } = queued;
    const happenings = this.#inFlight.since(pod.uid) ?? [];
    this.#inFlight.end(pod.uid);
    if (this.get(pod.key) !== undefined) return;
    queued.sinceMs = this.#now();
    queued.order = this.#order++;
    queued.isFlushed = false;
    const { rejectedBy, pendingBy } = queued;
    if (rejectedBy.size === 0 && pendingBy.size === 0) {
      this.#moveToRest(queued, MOVES.failed);
      return;
    }
    const help = this.#help.most(queued, happenings);
    if (help === "none") this.#setAside(queued, MOVES.failed);
    else this.#moveOn(queued, help, MOVES.failed);
  }

  /** Something happened. `concerns`: of which pods it has to be asked; default all. */
  happened(
    event: ClusterEvent,
    before: unknown,
    after: unknown,
    concerns?: (pod: PendingPod) => boolean,
  ): void {
    if (!isForAll(event) && !this.#options.plugins.isHeard(event)) return;
    const happening = { event, before, after };
    this.#inFlight.note(happening);
    if (this.#unschedulable.size === 0) return;
    for (const queued of [...this.#unschedulable.values()]) {
      if (concerns === undefined || concerns(queued.pod)) this.#wake(queued, [happening]);
    }
  }

  /** Has pods tried that wait for something to happen. */
  activate(pods: readonly { readonly key: string }[]): void {
    for (const { key } of pods) {
      this.#inFlight.note({ event: ACTIVATED, before: undefined, after: { key } });
      const resting = this.#rejected.delete(key) ?? this.#failed.delete(key);
      if (resting !== undefined) this.#makeActive(resting, ACTIVATED.label);
      const queued = this.#unschedulable.get(key);
      if (queued !== undefined) this.#moveToActive(queued, ACTIVATED.label);
    }
  }

  [Symbol.dispose](): void {
    this.#closed = true;
    this.#restTimer?.timer.cancel();
    this.#flushTimer?.cancel();
    this.#waiting?.resolve(undefined);
  }

  #now(): number {
    return this.#options.clock.monotonic();
  }

  #resting(key: string): QueuedPod | undefined {
    return this.#rejected.get(key) ?? this.#failed.get(key);
  }

  /** A pod that rests because it was turned down is tried early where nobody else is ready. */
  #pop(): QueuedPod | undefined {
    const queued = this.#active.pop() ?? this.#popResting();
    if (queued === undefined) return undefined;
    queued.attempts++;
    this.#inFlight.begin(queued.pod.uid);
    return queued;
  }

  #popResting(): QueuedPod | undefined {
    const queued = this.#rejected.pop();
    if (queued !== undefined) this.#options.metrics.entered("active", MOVES.early);
    return queued;
  }

  /** Whether a pod may be tried; one that may not waits for its plugin's events. */
  #isLetIn(queued: QueuedPod, event: string): boolean {
    const gate = this.#options.plugins.preEnqueue(queued.pod);
    queued.gatedBy = gate?.plugin;
    if (gate === undefined) {
      queued.readySinceMs ??= this.#now();
      this.#unschedulable.delete(queued.pod.key);
      return true;
    }
    queued.rejectedBy = new Set([...queued.rejectedBy, gate.plugin]);
    this.#setAside(queued, event);
    return false;
  }

  /** To where pods wait for something to happen. */
  #setAside(queued: QueuedPod, event: string): void {
    const { key } = queued.pod;
    if (!this.#unschedulable.has(key)) this.#options.metrics.entered("unschedulable", event);
    this.#unschedulable.set(key, queued);
    this.#setFlush();
  }

  #moveToActive(queued: QueuedPod, event: string): void {
    if (this.#isLetIn(queued, event)) this.#makeActive(queued, event);
  }

  /** Of a pod that was let in. */
  #makeActive(queued: QueuedPod, event: string): void {
    this.#active.put(queued);
    this.#options.metrics.entered("active", event);
    this.#offer();
  }

  /** To where it rests, for as long as it has to. Its plugins are not asked again when it is over. */
  #moveToRest(queued: QueuedPod, event: string): void {
    if (!isResting(queued, this.#options.backoff, this.#now())) {
      return this.#moveToActive(queued, event);
    }
    if (!this.#isLetIn(queued, event)) return;
    (queued.errors > 0 ? this.#failed : this.#rejected).put(queued);
    this.#options.metrics.entered("backoff", event);
    this.#setRest();
    this.#offer();
  }

  #moveOn(queued: QueuedPod, help: "rest" | "now", event: string): void {
    if (help === "now") this.#moveToActive(queued, event);
    else this.#moveToRest(queued, event);
  }

  #offer(): void {
    const waiting = this.#waiting;
    if (waiting === undefined) return;
    const queued = this.#pop();
    if (queued === undefined) return;
    this.#waiting = undefined;
    waiting.resolve(queued);
  }

  /** Moves a pod that waits to where what happened brings it. */
  #wake(queued: QueuedPod, happenings: readonly Happening[]): void {
    const { pod, gatedBy } = queued;
    if (this.#unschedulable.get(pod.key) !== queued) return;
    if (gatedBy !== undefined) {
      const interests = this.#options.plugins.interestsOf(pod, gatedBy);
      const heard = happenings.find(({ event }) =>
        isForAll(event) || interests.some((interest) => isOfInterest(interest, event))
      );
      if (heard !== undefined) this.#moveToActive(queued, heard.event.label);
      return;
    }
    const { help, event } = this.#help.first(queued, happenings);
    if (help !== "none") this.#moveOn(queued, help, event);
  }

  /** Pods whose rest is over, at the beginning of the next window. */
  #setRest(): void {
    const { backoff } = this.#options;
    const ends = [this.#rejected, this.#failed].flatMap((heap) => {
      const first = heap.peek();
      return first === undefined ? [] : restUntil(first, backoff) ?? [];
    });
    const atMs = ends.length === 0 ? undefined : Math.min(...ends) + WINDOW_MS;
    if (this.#restTimer !== undefined && this.#restTimer.atMs === atMs) return;
    this.#restTimer?.timer.cancel();
    this.#restTimer = undefined;
    if (atMs === undefined || this.#closed) return;
    const timer = this.#options.clock.after(Math.max(0, atMs - this.#now()), () => {
      this.#restTimer = undefined;
      this.#endRests();
    });
    this.#restTimer = { atMs, timer };
  }

  #endRests(): void {
    const { backoff } = this.#options;
    const window = windowOf(this.#now());
    for (const heap of [this.#rejected, this.#failed]) {
      for (let first = heap.peek(); first !== undefined; first = heap.peek()) {
        if ((restUntil(first, backoff) ?? 0) >= window) break;
        heap.pop();
        this.#makeActive(first, MOVES.rested);
      }
    }
    this.#setRest();
  }

  /** Pods that nothing has helped for long. */
  #setFlush(): void {
    if (this.#flushTimer !== undefined || this.#closed) return;
    this.#flushTimer = this.#options.clock.after(FLUSH_MS, () => {
      this.#flushTimer = undefined;
      const before = this.#now() - this.#options.mostWaitMs;
      for (const queued of [...this.#unschedulable.values()]) {
        if (queued.sinceMs > before) continue;
        queued.isFlushed = queued.gatedBy === undefined;
        this.#wake(queued, [{ event: FLUSHED, before: undefined, after: undefined }]);
      }
      if (this.#hasUngated()) this.#setFlush();
    });
  }

  /** Those that are gated are looked at when their plugin hears of something, and not from time to time. */
  #hasUngated(): boolean {
    return this.#unschedulable.values().some(({ gatedBy }) => gatedBy === undefined);
  }
}
