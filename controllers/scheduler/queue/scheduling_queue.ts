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
} from "../framework/cluster_event.ts";
import type { Verdict } from "../framework/status.ts";
import type { PendingPod } from "../pod/pod_info.ts";
import { type BackoffTimes, isResting, restUntil, WINDOW_MS, windowOf } from "./backoff.ts";
import { KeyedHeap } from "./heap.ts";
import { type Happening, InFlight } from "./in_flight.ts";
import type { QueuedPod } from "../pod/queued_pod.ts";
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
  #waiting: PromiseWithResolvers<QueuedPod | undefined> | undefined;
  #restTimer: { readonly atMs: number; readonly timer: Timer } | undefined;
  #flushTimer: Timer | undefined;
  #order = 0;
  #closed = false;

  constructor(options: QueueOptions) {
    this.#options = options;
    const { plugins, backoff } = options;
    const keyOf = ({ pod }: QueuedPod) => pod.key;
    this.#active = new KeyedHeap(keyOf, (one, other) => plugins.compare(one, other));
    const byRest = (one: QueuedPod, other: QueuedPod) =>
      (restUntil(one, backoff) ?? 0) - (restUntil(other, backoff) ?? 0) ||
      plugins.compare(one, other);
    this.#rejected = new KeyedHeap(keyOf, byRest);
    this.#failed = new KeyedHeap(keyOf, byRest);
  }

  /** How many pods wait, and where. */
  get sizes(): {
    readonly active: number;
    readonly backoff: number;
    readonly unschedulable: number;
  } {
    return {
      active: this.#active.size,
      backoff: this.#rejected.size + this.#failed.size,
      unschedulable: this.#unschedulable.size,
    };
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
    const nowMs = this.#now();
    this.#moveToActive({
      pod,
      sinceMs: nowMs,
      firstSeenMs: nowMs,
      order: this.#order++,
      attempts: 0,
      rejections: 0,
      errors: 0,
      rejectedBy: new Set(),
      pendingBy: new Set(),
      gatedBy: undefined,
    });
  }

  /** A pod that has changed; `events`: what that is for plugins that turned it down. */
  update(pod: PendingPod, before: PendingPod, events: readonly ClusterEvent[]): void {
    if (this.#inFlight.has(pod.uid)) {
      for (const event of events) this.#inFlight.note({ event, before, after: pod });
      return;
    }
    const queued = this.get(pod.key);
    if (queued === undefined) return this.add(pod);
    // Its place hangs on what it says: out with the old, in with the new.
    if (this.#active.delete(pod.key) !== undefined) {
      queued.pod = pod;
      return this.#moveToActive(queued);
    }
    for (const heap of [this.#rejected, this.#failed]) {
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
    const { rejectedBy, pendingBy } = queued;
    if (rejectedBy.size === 0 && pendingBy.size === 0) {
      this.#moveToRest(queued);
      return;
    }
    this.#unschedulable.set(pod.key, queued);
    this.#setFlush();
    this.#wake(queued, happenings);
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
      const queued = this.#unschedulable.get(key) ?? this.#resting(key);
      if (queued === undefined) continue;
      this.delete(key);
      this.#moveToActive(queued);
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
    for (;;) {
      const queued = this.#rejected.pop();
      if (queued === undefined || this.#isLetIn(queued)) return queued;
    }
  }

  /** Whether a pod may be tried; one that may not waits for its plugin's events. */
  #isLetIn(queued: QueuedPod): boolean {
    const gate = this.#options.plugins.preEnqueue(queued.pod);
    queued.gatedBy = gate?.plugin;
    if (gate === undefined) return true;
    queued.rejectedBy = new Set([...queued.rejectedBy, gate.plugin]);
    this.#unschedulable.set(queued.pod.key, queued);
    this.#setFlush();
    return false;
  }

  #moveToActive(queued: QueuedPod): void {
    if (!this.#isLetIn(queued)) return;
    this.#active.put(queued);
    this.#offer();
  }

  /** To where it rests, for as long as it has to. */
  #moveToRest(queued: QueuedPod): void {
    if (!isResting(queued, this.#options.backoff, this.#now())) return this.#moveToActive(queued);
    if (!this.#isLetIn(queued)) return;
    (queued.errors > 0 ? this.#failed : this.#rejected).put(queued);
    this.#setRest();
    this.#offer();
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
      const isHeard = happenings.some(({ event }) =>
        isForAll(event) || interests.some((interest) => isOfInterest(interest, event))
      );
      if (!isHeard) return;
      this.#unschedulable.delete(pod.key);
      return this.#moveToActive(queued);
    }
    let help: "none" | "rest" | "now" = "none";
    for (const happening of happenings) {
      help = this.#helpOf(queued, happening);
      if (help !== "none") break;
    }
    if (help === "none") return;
    this.#unschedulable.delete(pod.key);
    if (help === "now") this.#moveToActive(queued);
    else this.#moveToRest(queued);
  }

  /** Whether what happened may help a pod, and whether it has to rest before. */
  #helpOf(
    { pod, rejectedBy, pendingBy }: QueuedPod,
    { event, before, after }: Happening,
  ): "none" | "rest" | "now" {
    if (isForAll(event)) {
      const isOthers = event === ACTIVATED && (after as { key: string }).key !== pod.key;
      return isOthers ? "none" : "rest";
    }
    let help: "none" | "rest" = "none";
    for (const plugin of new Set([...pendingBy, ...rejectedBy])) {
      const isPending = pendingBy.has(plugin);
      if (!isPending && help === "rest") continue;
      for (const interest of this.#options.plugins.interestsOf(pod, plugin)) {
        if (!isOfInterest(interest, event) || !isHelp(interest, pod, before, after)) continue;
        if (isPending) return "now";
        help = "rest";
        break;
      }
    }
    return help;
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
        this.#moveToActive(first);
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

/** A hint that fails is a yes. */
function isHelp(
  { hint }: EventInterest,
  pod: PendingPod,
  before: unknown,
  after: unknown,
): boolean {
  if (hint === undefined) return true;
  try {
    return hint(pod, before, after) === "Queue";
  } catch {
    return true;
  }
}
