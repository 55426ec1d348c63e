/**
 * Controllers of a cluster that meet faults: all in one process, as a controller manager has them.
 *
 * @module
 */

import type { Asked } from "../../toolkit/client/asked.ts";
import { Random } from "../random_objects.ts";
import { kindsOf } from "./cache_watching.ts";
import { RunningControllers } from "./controllers.ts";
import { AskedCounts, type FaultInjector } from "./fault_injector.ts";
import { FaultyProcess, type RunningProgram } from "./faulty_process.ts";
import type { FaultySender } from "./faulty_sender.ts";
import type { Used } from "./schedule.ts";
import { StormWatch } from "./storm.ts";
import type { Timeline } from "./timeline.ts";

const EVENTS = "events";

/** What controllers that meet faults are run with. */
export interface ControllerHostOptions {
  /** By their names. */
  readonly names: readonly string[];
  readonly timeline: Timeline;
  readonly injector: FaultInjector;
  /** See `TestEnvOptions`. */
  readonly runsPerMinute: number;
  /** What lines of the trace begin with. */
  label(): string;
  /** A random number from 0 up to, and without, `bound`. */
  below(bound: number): number;
}

/** See the module. */
export class ControllerHost {
  readonly #options: ControllerHostOptions;
  readonly #counts = new AskedCounts();
  readonly #process: FaultyProcess<RunningProgram>;
  /** Of the process that runs. */
  #storm: StormWatch | undefined;

  constructor(options: ControllerHostOptions) {
    this.#options = options;
    const { timeline, injector, label } = options;
    this.#process = new FaultyProcess(timeline, injector, {
      label,
      begin: (sender) => this.#begin(sender),
      asked: (asked, sender) => this.#count(asked, sender),
      ended() {},
      // None of them is elected.
      loseLease: () => Promise.resolve(),
    });
  }

  /** What was asked, of all kinds but events: they change nothing. */
  used(): Used[] {
    const kinds = kindsOf(this.#options.injector.cluster.source).preferred;
    return this.#counts.of(kinds.map(({ kind }) => kind).filter(({ plural }) => plural !== EVENTS));
  }

  /** Starts the controllers. */
  async start(): Promise<void> {
    if (this.#options.names.length > 0) await this.#process.start();
  }

  /** As kill -9. */
  async kill(): Promise<void> {
    await this.#process.kill();
  }

  /** Breaks the connections of their watches. */
  cutWatches(): void {
    this.#process.cutWatches();
  }

  #begin(sender: FaultySender): Promise<RunningProgram> {
    const { names, timeline: { clock }, injector, runsPerMinute, below } = this.#options;
    // Its own numbers: what others draw meanwhile does not matter to it.
    const own = new Random(below(2 ** 30));
    const random = () => own.below(2 ** 30) / 2 ** 30;
    this.#storm = new StormWatch(runsPerMinute, clock);
    const failed = (error: unknown) => this.#process.failed(sender, error);
    const client = injector.cluster.clientOver(sender, { clock, random });
    const running = RunningControllers.start(names, { client, clock, random }, failed);
    return Promise.resolve({ stop: () => running[Symbol.asyncDispose]() });
  }

  #count(asked: Asked, sender: FaultySender): void {
    this.#counts.add(asked);
    const storm = this.#storm?.countWrite(asked);
    if (storm !== undefined) this.#process.failed(sender, storm);
  }
}
