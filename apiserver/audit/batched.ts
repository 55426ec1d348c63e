/**
 * Events that wait, and go on in batches: no request waits for them.
 *
 * @module
 */

import type { Clock, Timer } from "../../toolkit/clock.ts";
import type { AuditEvent } from "./event.ts";
import type { EventVersion } from "./event_json.ts";
import type { Losses } from "./losses.ts";
import type { AuditSink } from "./sink.ts";
import { sizeOf } from "./truncated.ts";

/** How events are batched. */
export interface BatchOptions {
  /** Events that may wait; what comes while so many do is lost. */
  readonly bufferSize: number;
  /** Events of a batch: so many go at once. */
  readonly maxBatchSize: number;
  /** How long an event waits until a batch goes that is not full. */
  readonly maxWaitMs: number;
  /** Batches a second on average, and at once; undefined: as many as there are. */
  readonly throttle?: { readonly qps: number; readonly burst: number } | undefined;
  /** Bytes of a batch, in `version`; a larger one goes in parts. Default: no matter how many. */
  readonly maxBatchBytes?: number | undefined;
  readonly version: EventVersion;
  /** Whether batches that may go at the same time go as one: nobody sees where one ends. */
  readonly merges: boolean;
  /** Batches that are on their way at the same time. */
  readonly concurrency: number;
}

/** What a buffer works with. */
export interface BatchSurroundings {
  readonly clock: Clock;
  readonly losses: Losses;
}

/** Characters of all events that may wait, and be on their way: they may be few and large. */
const MAX_WAITING_CHARS = 128 * 1024 * 1024;

/** Events of batches that go as one. */
const MERGED_EVENTS = 500;

/**
 * Takes events at once, and hands them on in batches. What comes while the buffer is full is lost, and
 * counted. Closing sends what waits, past all throttling.
 */
export class Batched implements AuditSink {
  readonly #sink: AuditSink;
  readonly #options: BatchOptions;
  readonly #clock: Clock;
  readonly #losses: Losses;
  #waiting: AuditEvent[] = [];
  /** Of those that wait or are on their way. */
  #chars = 0;
  #timer: Timer | undefined;
  /** When it fires. */
  #at = Infinity;
  /** When the next batch may go if none has gone for long: each moves it on. */
  #next: number;
  readonly #underWay = new Set<Promise<void>>();
  /** Whether a batch would go if fewer were on their way. */
  #isHeldUp = false;
  #isClosed = false;

  constructor(sink: AuditSink, options: BatchOptions, { clock, losses }: BatchSurroundings) {
    this.#sink = sink;
    this.#options = options;
    this.#clock = clock;
    this.#losses = losses;
    this.#next = clock.monotonic() - this.#spareMs;
  }

  take(events: readonly AuditEvent[]): boolean {
    const { bufferSize, version, maxBatchSize } = this.#options;
    for (const [index, event] of events.entries()) {
      const isFull = this.#waiting.length >= bufferSize || this.#chars > MAX_WAITING_CHARS;
      if (isFull || this.#isClosed) {
        const why = this.#isClosed ? "audit backend shut down" : "audit buffer queue blocked";
        this.#losses.report("buffered", new Error(why), events.slice(index));
        return true;
      }
      this.#chars += event.json(version).length;
      this.#waiting.push(event);
    }
    if (this.#waiting.length >= maxBatchSize) this.#wake(0);
    else this.#wake(this.#options.maxWaitMs);
    return true;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#timer?.cancel();
    this.#timer = undefined;
    while (this.#waiting.length > 0) {
      if (this.#underWay.size >= this.#options.concurrency) await Promise.race(this.#underWay);
      this.#sendOne();
    }
    await Promise.all(this.#underWay);
    await this.#sink.close();
  }

  /** A batch goes in so many milliseconds, or sooner. */
  #wake(ms: number): void {
    const at = this.#clock.monotonic() + ms;
    if (this.#timer !== undefined) {
      if (at >= this.#at) return;
      this.#timer.cancel();
    }
    this.#at = at;
    this.#timer = this.#clock.after(ms, () => {
      this.#timer = undefined;
      this.#send();
    });
  }

  /** Sends what may go now: full batches, and the last one as it is since its time has come. */
  #send(): void {
    const { concurrency, maxBatchSize, maxWaitMs } = this.#options;
    this.#isHeldUp = false;
    let isDue = true;
    while (this.#waiting.length > 0 && (isDue || this.#waiting.length >= maxBatchSize)) {
      // What is on its way wakes this up again.
      if (this.#underWay.size >= concurrency) return void (this.#isHeldUp = true);
      const waitMs = this.#waitMs();
      if (waitMs > 0) return this.#wake(waitMs);
      isDue = false;
      this.#sendOne();
    }
    if (this.#waiting.length > 0) this.#wake(maxWaitMs);
  }

  /** How long until throttling lets the next batch go. */
  #waitMs(): number {
    const { throttle } = this.#options;
    if (throttle === undefined) return 0;
    const now = this.#clock.monotonic();
    const at = Math.max(this.#next, now - this.#spareMs);
    if (at > now) return at - now;
    this.#next = at + 1000 / throttle.qps;
    return 0;
  }

  /** How long the batches take that may go at once after a while without any. */
  get #spareMs(): number {
    const { throttle } = this.#options;
    return throttle === undefined ? 0 : (throttle.burst - 1) * 1000 / throttle.qps;
  }

  #sendOne(): void {
    const batch = this.#waiting.splice(0, this.#batchLength());
    const over = () => {
      for (const event of batch) this.#chars -= event.json(this.#options.version).length;
    };
    const taken = this.#sink.take(batch);
    if (typeof taken === "boolean") return over();
    const sending: Promise<void> = taken.then(() => {
      over();
      this.#underWay.delete(sending);
      if (this.#isHeldUp && !this.#isClosed) this.#wake(0);
    });
    this.#underWay.add(sending);
  }

  /** Events of the next batch: one at least, however large. */
  #batchLength(): number {
    const { maxBatchSize, maxBatchBytes, version, merges } = this.#options;
    const limit = merges ? Math.max(maxBatchSize, MERGED_EVENTS) : maxBatchSize;
    const most = Math.min(limit, this.#waiting.length);
    if (maxBatchBytes === undefined) return most;
    let bytes = 0;
    for (let length = 0; length < most; length++) {
      bytes += sizeOf(this.#waiting[length]!.json(version));
      if (bytes > maxBatchBytes) return Math.max(1, length);
    }
    return most;
  }
}
