/**
 * A program whose processes meet faults, one after the other.
 *
 * @module
 */

import type { Asked } from "../../toolkit/client/asked.ts";
import type { FaultInjector } from "./fault_injector.ts";
import { FaultySender } from "./faulty_sender.ts";
import type { Timeline } from "./timeline.ts";

/** What runs in a process. */
export interface RunningProgram {
  /** With a grace of 0, what still runs is not waited for. */
  stop(grace?: number): Promise<void>;
}

/** A program, and what happens to its processes. */
export interface FaultyProgram<P extends RunningProgram> {
  /** What lines of the trace begin with. */
  label(): string;
  /** Starts it; `signal`: the process is killed before it is there. */
  begin(sender: FaultySender, signal: AbortSignal): Promise<P>;
  /** Told of each request. */
  asked(asked: Asked, sender: FaultySender): void;
  /** Told when a process ends unasked. */
  ended(): void;
  /** Somebody else takes its lease. */
  loseLease(): Promise<void>;
}

interface Process<P> {
  readonly sender: FaultySender;
  readonly running: P;
}

/** See the module. */
export class FaultyProcess<P extends RunningProgram> {
  readonly #timeline: Timeline;
  readonly #injector: FaultInjector;
  readonly #program: FaultyProgram<P>;
  #process: Process<P> | undefined;
  /** A process that is being started; aborting ends that. */
  #starting: { readonly sender: FaultySender; readonly stop: AbortController } | undefined;

  constructor(timeline: Timeline, injector: FaultInjector, program: FaultyProgram<P>) {
    this.#timeline = timeline;
    this.#injector = injector;
    this.#program = program;
  }

  /** What runs now. */
  get running(): P | undefined {
    return this.#process?.running;
  }

  /** A new process; another one where a fault kills it before it is there. */
  async start(): Promise<P> {
    for (;;) {
      const stop = new AbortController();
      try {
        return await this.#launch(stop);
      } catch (error) {
        if (!stop.signal.aborted) throw error;
      }
    }
  }

  /** As kill -9. */
  async kill(): Promise<void> {
    await this.#injector.pending;
    await this.#end();
  }

  /** The process can't go on: whoever waits is told, and it makes no more noise. */
  failed(sender: FaultySender, error: unknown): void {
    // What a process that was killed has to say, nobody hears.
    if (sender.isKilled) return;
    this.#timeline.fail(error);
    sender.kill();
    this.#injector.later(this.#end());
  }

  /** Breaks the connections of its watches. */
  cutWatches(): void {
    this.#process?.sender.cutWatches();
  }

  async #launch(stop: AbortController): Promise<P> {
    const { clock, activity } = this.#timeline;
    const injector = this.#injector;
    const program = this.#program;
    const sender: FaultySender = new FaultySender({
      sender: injector.cluster.plane.sender(),
      clock,
      activity,
      faults: () => injector.faults,
      note: (line) => injector.note(`${program.label()}${line}`),
      asked: (asked) => program.asked(asked, sender),
      effects: {
        kill: () => this.#restart(),
        compact: () => injector.cluster.compact(),
        loseLease: () => program.loseLease(),
        replica: () => injector.replica(),
      },
    });
    this.#starting = { sender, stop };
    const running = await program.begin(sender, stop.signal);
    if (stop.signal.aborted) {
      // It was killed just as it was there.
      await running.stop(0);
      throw stop.signal.reason;
    }
    this.#starting = undefined;
    this.#process = { sender, running };
    return running;
  }

  /** The process ends at once, and another one starts. */
  #restart(): void {
    if (this.#process !== undefined) {
      this.#process.sender.kill();
      this.#injector.later(this.#end().then(() => this.start()));
      return;
    }
    this.#program.ended();
    // Whoever starts it tries again.
    const { sender, stop } = this.#starting ?? {};
    sender?.kill();
    stop?.abort(new DOMException("the process was killed", "AbortError"));
  }

  async #end(): Promise<void> {
    const last = this.#process;
    this.#process = undefined;
    if (last === undefined) return;
    last.sender.kill();
    this.#program.ended();
    // What still runs of it reaches nobody.
    await last.running.stop(0);
  }
}
