/**
 * The time of an environment: it passes from timer to timer, and only when all is quiet.
 *
 * @module
 */

import { type Clock, sleep, systemClock } from "../../toolkit/clock.ts";
import { type CountedClock, turn, VirtualClock } from "../virtual_clock.ts";
import { Activity, type RestOptions, untilRest } from "./rest.ts";

/** How often is looked where time is real. */
const LOOK_MS = 5;

/** See the module. */
export class Timeline {
  readonly activity = new Activity();
  /** Who works by it decides how far time moves at once. */
  readonly clock: Clock;
  /** For who looks around from time to time: however far time moves, once is enough. */
  readonly background: Clock;
  /** For the test, and what it stands in for. */
  readonly testClock: CountedClock;
  readonly #virtual: VirtualClock | undefined;
  #failure: { readonly error: unknown } | undefined;
  #passing = 0;

  /** `start`: milliseconds since 1970; undefined: time is real. */
  constructor(start: number | undefined) {
    const virtual = start === undefined ? undefined : new VirtualClock(start);
    this.#virtual = virtual;
    this.clock = virtual ?? systemClock;
    this.background = virtual?.background ?? systemClock;
    this.testClock = virtual?.counted() ?? { ...systemClock, pending: 0 };
  }

  /** The same time; it passes for whoever waits by this, where nothing else goes on. */
  get passing(): Clock {
    const { clock } = this;
    return {
      now: () => clock.now(),
      monotonic: () => clock.monotonic(),
      after: (ms, callback) => {
        const over = Promise.withResolvers<void>();
        const timer = clock.after(ms, () => {
          over.resolve();
          callback();
        });
        // It rejects with nothing: what is waited for can't fail.
        this.during(over.promise).catch(() => {});
        return {
          cancel() {
            over.resolve();
            timer.cancel();
          },
        };
      },
    };
  }

  /** Something has gone wrong for good: whoever waits is told. */
  fail(error: unknown): void {
    this.#failure ??= { error };
  }

  /** What has gone wrong is over. */
  recover(): void {
    this.#failure = undefined;
  }

  /** Has it be this time of the day, where time is virtual. */
  setNow(now: number): void {
    this.#virtual?.setNow(now);
  }

  /** Lets time pass, from timer to timer, and waits each time until all is quiet. */
  async pass(ms: number): Promise<void> {
    this.#passing++;
    try {
      await this.#pass(ms);
    } finally {
      this.#passing--;
    }
    this.#check();
  }

  /**
   * Lets time pass until `check` returns something true and does not throw, `ms` at most: then it settles
   * with what went wrong last, else with nothing.
   */
  async until(check: () => unknown, ms: number): Promise<{ readonly failure: unknown } | void> {
    const { clock } = this;
    const end = clock.monotonic() + ms;
    for (;;) {
      await this.pass(0);
      let failure: unknown;
      try {
        if (await check()) return;
      } catch (error) {
        failure = error;
      }
      const now = clock.monotonic();
      if (now >= end) return { failure };
      const next = this.#virtual === undefined ? now + LOOK_MS : this.#next() ?? end;
      await this.pass(Math.min(next, end) - now);
    }
  }

  /**
   * Settles with what is waited for; time passes where it waits for nothing else. `isPatient`: it may also
   * wait for what nobody counts, connections or modules that are loaded.
   */
  async during<T>(work: Promise<T>, isPatient = false): Promise<T> {
    if (this.#virtual === undefined) return await work;
    let over = false;
    const done = () => void (over = true);
    work.then(done, done);
    // Most of what is waited for takes no time at all.
    await Promise.race([work.then(() => {}, () => {}), turn()]);
    while (!over) {
      if (this.#passing > 0) {
        await turn();
        continue;
      }
      // What is due now is due whatever is waited for.
      await this.#rest({ isOver: () => over });
      if (over) break;
      if (this.#virtual.fire()) continue;
      if (isPatient) {
        const before = this.#events();
        await this.#rest({ isOver: () => over, isPatient });
        if (over || this.#events() !== before) continue;
      }
      const due = this.#virtual.dueAtAll;
      if (due !== undefined) this.#virtual.moveTo(due);
    }
    return await work;
  }

  async #pass(ms: number): Promise<void> {
    const clock = this.#virtual;
    if (clock === undefined) {
      if (ms > 0) await sleep(systemClock, ms);
      return await this.#rest();
    }
    const end = clock.monotonic() + ms;
    for (;;) {
      await this.#rest();
      if (this.#failure !== undefined) return;
      if (clock.fire()) continue;
      if (clock.monotonic() >= end) return;
      clock.moveTo(Math.min(this.#next() ?? end, end));
    }
  }

  /** Where time moves next: while requests wait for it, to whatever timer comes first. */
  #next(): number | undefined {
    const clock = this.#virtual!;
    return this.activity.requests > 0 ? clock.dueAtAll : clock.due;
  }

  async #rest(options: Pick<RestOptions, "isOver" | "isPatient"> = {}): Promise<void> {
    await untilRest({
      ...options,
      activity: this.activity,
      more: () => this.#virtual?.activity ?? 0,
      clock: this.testClock,
    });
  }

  #events(): number {
    return this.activity.events + (this.#virtual?.activity ?? 0);
  }

  #check(): void {
    const failure = this.#failure;
    if (failure !== undefined) throw failure.error;
  }
}
