/**
 * Work by key: what happens to one object makes one piece of work, which one worker at a time does.
 *
 * @module
 */

import { Backoff } from "../backoff.ts";
import { type Clock, systemClock, type Timer } from "../clock.ts";
import { msOfSpan, type Span } from "../kinds/mod.ts";
import { type Cause, Causes } from "./cause.ts";
import { Heap } from "./heap.ts";
import { type QueueMetrics, queueMetrics, type QueueRegistry } from "./metrics.ts";
import { QueueWork, type Work, type WorkEnd } from "./work.ts";

/** How long a key rests after failures. */
export interface QueueBackoff {
  /** The wait after the first failure; it doubles. Default 50 ms. */
  readonly base?: Span | undefined;
  /** The longest wait. Default 5 minutes. */
  readonly max?: Span | undefined;
  /** The share of a wait by which it may be longer. Default 0.2. */
  readonly jitter?: number | undefined;
}

/** What a {@link WorkQueue} is made with. */
export interface WorkQueueOptions {
  /** What metrics and errors call it. Default "": it has no metrics then. */
  readonly name?: string | undefined;
  /** Default: the machine's own. */
  readonly clock?: Clock | undefined;
  /** A number from 0 up to 1. Default: the machine's own. */
  readonly random?: (() => number) | undefined;
  /** How long a key rests after failures. */
  readonly backoff?: QueueBackoff | undefined;
  /** Where the queue's metrics are shown. Default: it has none. */
  readonly metrics?: QueueRegistry | undefined;
}

/** How a key is added. */
export interface AddOptions {
  /** How long from now. Default 0: at once. The earliest of several holds. */
  readonly after?: Span | undefined;
  /** Higher comes first; of several, the highest holds. Default 0. */
  readonly priority?: number | undefined;
  /** Arrives with the work that it makes. */
  readonly cause?: Cause | undefined;
}

/** The priority of what was there before the queue and of what has not changed. */
export const LOW_PRIORITY: number = -100;

/** All about one key. What is due later is so on the clock's monotonic scale. */
interface Entry<T> {
  readonly key: T;
  causes: Causes;
  /** Of the work that waits or is under way. */
  priority: number;
  /** Tells who came first among those of one priority. */
  order: number;
  /** Since when it waits for a worker, or for the one that has it; undefined where it does not. */
  waitingSince: number | undefined;
  /** The work that is under way. */
  work: QueueWork<T> | undefined;
  /** What was added for later, by others. */
  added: { at: number; priority: number; causes: Causes } | undefined;
  /** What the key's last work led to. */
  own: { at: number; priority: number; type: "Requeue" | "Retry" } | undefined;
  failures: number;
  backoff: Backoff | undefined;
  readyPlace: number;
  laterPlace: number;
}

interface Waiter<T> {
  resolve(work: Work<T>): void;
  reject(reason: unknown): void;
}

/** What is to be done again at once comes by a timer all the same: nothing else of the process would run. */
const LEAST_REST_MS = 1;
/** The longest that a timer of the runtime can be set to. */
const TIMER_LIMIT_MS = 2 ** 31 - 1;

/**
 * One entry a key. A key that is worked on waits until that work has ended; whatever is added
 * meanwhile merges. Keys of one priority are served in the order in which they came.
 *
 * A failure makes a key rest. An event during the rest is worked on at once, and leaves the end of
 * the rest as it is: if that work fails too the key is tried again when it would have been, and if it
 * succeeds the rest is over.
 */
export class WorkQueue<T = string> implements Disposable {
  readonly #name: string;
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #backoff: { readonly base: number; readonly max: number; readonly jitter: number };
  readonly #metrics: (QueueMetrics & Disposable) | undefined;
  readonly #entries = new Map<T, Entry<T>>();
  readonly #working = new Set<QueueWork<T>>();
  readonly #waiters = new Set<Waiter<T>>();
  readonly #ready = new Heap<Entry<T>>({
    before: (a, b) => a.priority === b.priority ? a.order < b.order : a.priority > b.priority,
    place: (entry) => entry.readyPlace,
    setPlace: (entry, place) => void (entry.readyPlace = place),
  });
  readonly #later = new Heap<Entry<T>>({
    before: (a, b) => dueAt(a) < dueAt(b),
    place: (entry) => entry.laterPlace,
    setPlace: (entry, place) => void (entry.laterPlace = place),
  });
  #timer: { readonly at: number; readonly timer: Timer } | undefined;
  #order = 0;
  /** Keys that are to be worked on again as soon as the work that is under way has ended. */
  #waitingForWork = 0;
  #disposed = false;

  /** An empty queue. Throws a TypeError for a span that is none. */
  constructor(options: WorkQueueOptions = {}) {
    const { name = "", clock = systemClock, random = Math.random, backoff = {}, metrics } = options;
    const { jitter = 0.2 } = backoff;
    const base = msOfSpan(backoff.base ?? 50, "backoff.base");
    const max = msOfSpan(backoff.max ?? "5m", "backoff.max");
    if (!(jitter >= 0 && Number.isFinite(jitter))) {
      throw new RangeError(`backoff.jitter is ${jitter}, and must be 0 or more`);
    }
    if (max < base) throw new RangeError(`backoff.max is ${max}, below backoff.base, ${base}`);
    this.#name = name;
    this.#clock = clock;
    this.#random = random;
    this.#backoff = { base, max, jitter };
    if (metrics !== undefined && name !== "") {
      this.#metrics = queueMetrics(metrics, name, () => this.#unfinished());
    }
  }

  /** How many keys wait for work, those of them included that are being worked on. */
  get depth(): number {
    return this.#ready.size + this.#waitingForWork;
  }

  /** Makes work for a key. Does nothing once the queue is disposed. */
  add(key: T, options: AddOptions = {}): void {
    const { priority = 0, cause } = options;
    const after = msOfSpan(options.after ?? 0, "after");
    if (Number.isNaN(priority)) throw new RangeError("priority is NaN");
    if (this.#disposed) return;
    const entry = this.#entry(key);
    if (after > 0) this.#addLater(entry, after, priority, cause);
    else this.#addNow(entry, priority, cause);
  }

  /**
   * The next key to work on, as soon as there is one. Rejects with the signal's reason, and when the
   * queue is disposed.
   */
  take(signal: AbortSignal): Promise<Work<T>> {
    if (signal.aborted) return Promise.reject(signal.reason);
    if (this.#disposed) return Promise.reject(this.#disposedError());
    const entry = this.#ready.pop();
    if (entry !== undefined) return Promise.resolve(this.#start(entry));
    return new Promise((resolve, reject) => {
      const settle = () => {
        signal.removeEventListener("abort", abort);
        this.#waiters.delete(waiter);
      };
      const waiter: Waiter<T> = {
        resolve: (work) => (settle(), resolve(work)),
        reject: (reason) => (settle(), reject(reason)),
      };
      const abort = () => waiter.reject(signal.reason);
      signal.addEventListener("abort", abort, { once: true });
      this.#waiters.add(waiter);
    });
  }

  /** Forgets all keys; whoever waits for one is told. Work that is under way may end as it likes. */
  [Symbol.dispose](): void {
    if (this.#disposed) return;
    this.#disposed = true;
    this.#timer?.timer.cancel();
    this.#timer = undefined;
    this.#ready.clear();
    this.#later.clear();
    this.#entries.clear();
    this.#working.clear();
    this.#waitingForWork = 0;
    for (const waiter of [...this.#waiters]) waiter.reject(this.#disposedError());
    this.#metrics?.[Symbol.dispose]();
  }

  #disposedError(): Error {
    const name = this.#name === "" ? "" : ` ${this.#name}`;
    return new Error(`work queue${name} was disposed`);
  }

  #entry(key: T): Entry<T> {
    let entry = this.#entries.get(key);
    if (entry === undefined) {
      entry = {
        key,
        causes: new Causes(),
        priority: -Infinity,
        order: 0,
        waitingSince: undefined,
        work: undefined,
        added: undefined,
        own: undefined,
        failures: 0,
        backoff: undefined,
        readyPlace: -1,
        laterPlace: -1,
      };
      this.#entries.set(key, entry);
    }
    return entry;
  }

  #addLater(entry: Entry<T>, after: number, priority: number, cause: Cause | undefined): void {
    this.#metrics?.delayed();
    const at = this.#clock.monotonic() + after;
    const { added } = entry;
    const causes = added?.causes ?? new Causes();
    if (cause !== undefined) causes.add(cause);
    entry.added = {
      at: Math.min(at, added?.at ?? Infinity),
      priority: Math.max(priority, added?.priority ?? -Infinity),
      causes,
    };
    this.#reschedule(entry);
  }

  #addNow(entry: Entry<T>, priority: number, cause: Cause | undefined): void {
    if (cause !== undefined) entry.causes.add(cause);
    const waited = entry.waitingSince !== undefined;
    entry.priority = Math.max(priority, entry.priority);
    if (!waited) {
      entry.waitingSince = this.#clock.monotonic();
      entry.order = this.#order++;
      this.#metrics?.added();
    }
    if (entry.work !== undefined) {
      if (!waited) this.#waitingForWork++;
    } else {
      this.#ready.put(entry);
      this.#hand();
    }
    this.#metrics?.waiting(this.depth);
  }

  /** Gives keys to those that wait for one. */
  #hand(): void {
    for (const waiter of this.#waiters) {
      const entry = this.#ready.pop();
      if (entry === undefined) return;
      waiter.resolve(this.#start(entry));
    }
  }

  #start(entry: Entry<T>): Work<T> {
    const now = this.#clock.monotonic();
    const work = new QueueWork(entry, now, (end) => this.#end(entry, work, end));
    this.#metrics?.taken(now - (entry.waitingSince ?? now));
    entry.work = work;
    entry.causes = new Causes();
    entry.priority = -Infinity;
    entry.waitingSince = undefined;
    this.#later.remove(entry);
    this.#working.add(work);
    this.#arm();
    this.#metrics?.waiting(this.depth);
    return work;
  }

  #end(entry: Entry<T>, work: QueueWork<T>, end: WorkEnd): void {
    if (this.#disposed) return;
    const now = this.#clock.monotonic();
    this.#metrics?.ended(now - work.startedAt);
    this.#working.delete(work);
    entry.work = undefined;
    if (end.type === "failed") this.#failed(entry, work.priority, now);
    else {
      entry.failures = 0;
      entry.backoff = undefined;
      entry.own = undefined;
      if (end.type === "again") {
        const at = now + Math.max(LEAST_REST_MS, end.after);
        entry.own = { at, priority: work.priority, type: "Requeue" };
        this.#metrics?.delayed();
      }
    }
    if (entry.waitingSince !== undefined) {
      this.#waitingForWork--;
      this.#ready.put(entry);
    }
    this.#wake(entry, now);
    this.#reschedule(entry);
    this.#hand();
    this.#metrics?.waiting(this.depth);
  }

  #failed(entry: Entry<T>, priority: number, now: number): void {
    entry.failures++;
    // Work for an event during the rest: the rest ends when it would have.
    if (entry.own?.type === "Retry" && entry.own.at > now) return;
    const { base, max, jitter } = this.#backoff;
    entry.backoff ??= new Backoff({ firstMs: base, mostMs: max, jitter, random: this.#random });
    const at = now + Math.max(LEAST_REST_MS, entry.backoff.next());
    entry.own = { at, priority, type: "Retry" };
    this.#metrics?.delayed();
  }

  /** Makes work of what has come due for a key that nobody works on. */
  #wake(entry: Entry<T>, now: number): void {
    const { added, own } = entry;
    if (added !== undefined && added.at <= now) {
      entry.added = undefined;
      added.causes.moveTo(entry.causes);
      this.#addNow(entry, added.priority, undefined);
    }
    // A worker that was waiting may have got the key: what its work leads to then replaces this.
    if (entry.work === undefined && own !== undefined && own.at <= now) {
      entry.own = undefined;
      this.#addNow(entry, own.priority, { type: own.type, at: this.#clock.now() });
    }
  }

  /** Brings a key to its place among those that come later, or forgets it where nothing comes. */
  #reschedule(entry: Entry<T>): void {
    if (entry.work !== undefined) return;
    if (dueAt(entry) < Infinity) this.#later.put(entry);
    else {
      this.#later.remove(entry);
      if (entry.waitingSince === undefined) this.#entries.delete(entry.key);
    }
    this.#arm();
  }

  /** Sets the one timer to what is due first; a timer that comes too early is set again then. */
  #arm(): void {
    const first = this.#later.peek();
    const at = first === undefined ? Infinity : dueAt(first);
    if (this.#timer !== undefined) {
      if (at < Infinity && this.#timer.at <= at) return;
      this.#timer.timer.cancel();
      this.#timer = undefined;
    }
    if (at === Infinity) return;
    const ms = Math.min(Math.max(0, at - this.#clock.monotonic()), TIMER_LIMIT_MS);
    this.#timer = { at, timer: this.#clock.after(ms, () => this.#fire()) };
  }

  #fire(): void {
    this.#timer = undefined;
    const now = this.#clock.monotonic();
    for (;;) {
      const entry = this.#later.peek();
      if (entry === undefined || dueAt(entry) > now) break;
      this.#later.remove(entry);
      this.#wake(entry, now);
      this.#reschedule(entry);
    }
    this.#arm();
  }

  *#unfinished(): Generator<number> {
    const now = this.#clock.monotonic();
    for (const { startedAt } of this.#working) yield now - startedAt;
  }
}

function dueAt<T>({ added, own }: Entry<T>): number {
  return Math.min(added?.at ?? Infinity, own?.at ?? Infinity);
}
