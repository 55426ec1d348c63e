/**
 * One process of a local cluster.
 *
 * @module
 */

import { type Clock, sleep } from "../../clock.ts";
import { SUPERVISED_VARIABLE } from "../../process/stop.ts";
import type { Probe } from "./probe.ts";
import type { ProcessEnd, RunningProcess, Spawn } from "./spawn.ts";

/** What a process is: all that is different from one to the next. */
export interface ChildDeclaration {
  /** Names it in declarations and files, and as a command of `orch`. */
  readonly name: string;
  /** Names it to people. */
  readonly title: string;
  /** Its main module, a file or one of the web. */
  readonly module: URL;
  readonly args: readonly string[];
  /** Those that must be ready before it is started, and end after it. */
  readonly after: readonly string[];
  /** Where it serves. */
  readonly address: string;
  readonly probe: Probe;
  /** What has to be done when those are ready that it waits for, before it starts. */
  readonly before?: () => Promise<void>;
  /**
   * Whether it is prepared and started when all others are ready, and nobody waits for it: it is tried again where
   * that fails. Default: false.
   */
  readonly isLate?: boolean;
  /** How much it yields to the others where processors are few. Default: 0. */
  readonly niceness?: number;
}

/** What a process is run with. */
export interface ChildSurroundings {
  readonly clock: Clock;
  readonly spawn: Spawn;
  /** The command that runs a module, or in its place the command of `orch` of that name. */
  run(module: URL, name: string): { readonly program: string; readonly args: readonly string[] };
  readonly environment: Readonly<Record<string, string>>;
  /** Its log file. */
  readonly log: string;
  /** Told of what happens. */
  readonly onEvent: (event: ChildEvent) => void;
}

/** What happens to a process. */
export type ChildEvent =
  | { readonly type: "started"; readonly pid: number }
  | { readonly type: "ready"; readonly afterMs: number; readonly restarts: number }
  | { readonly type: "ended"; readonly how: string; readonly againInMs: number }
  | { readonly type: "stopping" }
  | { readonly type: "stopped"; readonly how: string; readonly afterMs: number };

/** Where a process is in its life. */
export type ChildState =
  | "waiting"
  | "starting"
  | "ready"
  | "not ready"
  | "restarting"
  | "stopping"
  | "stopped";

/** What can be said of a process. */
export interface ChildStatus {
  readonly name: string;
  readonly title: string;
  readonly state: ChildState;
  readonly pid?: number;
  /** Milliseconds since 1970. */
  readonly readySince?: number;
  readonly restarts: number;
  readonly address: string;
  readonly log: string;
}

/** It ended before it was ready for the first time. */
export class StartFailed extends Error {
  override name = "StartFailed";

  constructor(readonly title: string, readonly how: string, readonly log: string) {
    super(`the ${title} ${how} before it was ready`);
  }
}

/** The first pause before a process is started again; it doubles each time, up to the last. */
const FIRST_PAUSE_MS = 250;
const LAST_PAUSE_MS = 30_000;
/** A process that ran for so long begins with the first pause again. */
const STEADY_MS = 60_000;
/** How often a process that starts is asked whether it is ready. */
const PROBE_EVERY_MS = 20;
/** A process that is not ready by then never will be. */
const READY_LIMIT_MS = 5 * 60_000;
/** Servers give requests under way ten seconds when they stop. */
const STOP_LIMIT_MS = 20_000;

/**
 * One process of a local cluster, kept running: it is started, asked whether it is ready, started
 * again when it ends, and ended by `stop`.
 */
export class Child {
  readonly #declaration: ChildDeclaration;
  readonly #surroundings: ChildSurroundings;
  readonly #stop = new AbortController();
  readonly #ready = Promise.withResolvers<void>();
  #running: Promise<void> | undefined;
  #process: RunningProcess | undefined;
  #state: ChildState = "waiting";
  #readySince: number | undefined;
  #restarts = 0;
  #quickEnds = 0;

  constructor(declaration: ChildDeclaration, surroundings: ChildSurroundings) {
    this.#declaration = declaration;
    this.#surroundings = surroundings;
    // Whoever starts it hears of it; nobody else has to.
    this.#ready.promise.catch(() => {});
  }

  /** The process that runs, if one does. */
  get pid(): number | undefined {
    return this.#process?.pid;
  }

  /** Starts it; settles when it is ready. Rejects with {@link StartFailed}, or when it is stopped. */
  start(): Promise<void> {
    this.#running ??= this.#run();
    return this.#ready.promise;
  }

  /** Asks it to end, and ends it when it does not; settles when it has. A second call joins. */
  async stop(): Promise<void> {
    this.#ready.reject(new Error(`the ${this.#declaration.title} is stopped`));
    this.#stop.abort();
    await this.#running;
    this.#state = "stopped";
  }

  /** Ends it at once. */
  kill(): void {
    this.#stop.abort();
    this.#process?.kill("SIGKILL");
  }

  /** What can be said of it now: a process that was ready is asked whether it still is. */
  async status(signal: AbortSignal): Promise<ChildStatus> {
    const { name, title, address, probe } = this.#declaration;
    const stillReady = this.#state !== "ready" || await probe(signal);
    const state = this.#state === "ready" && !stillReady ? "not ready" : this.#state;
    return {
      name,
      title,
      state,
      ...(this.pid !== undefined && { pid: this.pid }),
      ...(this.#readySince !== undefined && { readySince: this.#readySince }),
      restarts: this.#restarts,
      address,
      log: this.#surroundings.log,
    };
  }

  async #run(): Promise<void> {
    const { clock, log, onEvent } = this.#surroundings;
    while (!this.#stop.signal.aborted) {
      const started = clock.monotonic();
      const end = await this.#runOnce();
      const how = describeEnd(end);
      if (this.#stop.signal.aborted) return;
      const wasReady = this.#restarts > 0 || this.#readySince !== undefined;
      if (!wasReady && !this.#declaration.isLate) {
        this.#state = "stopped";
        this.#ready.reject(new StartFailed(this.#declaration.title, how, log));
        return;
      }
      this.#readySince = undefined;
      this.#state = "restarting";
      this.#restarts++;
      if (clock.monotonic() - started >= STEADY_MS) this.#quickEnds = 0;
      const againInMs = Math.min(LAST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** this.#quickEnds++);
      onEvent({ type: "ended", how, againInMs });
      await sleep(clock, againInMs, this.#stop.signal).catch(() => {});
    }
  }

  /** Runs the process until it ends, by itself or because it was asked to. */
  async #runOnce(): Promise<ProcessEnd | "too slow"> {
    const { clock, spawn, run, environment, log, onEvent } = this.#surroundings;
    const { module, name, args, niceness } = this.#declaration;
    const command = run(module, name);
    const started = clock.monotonic();
    const process = spawn({
      program: command.program,
      args: [...command.args, ...args],
      environment: { ...environment, [SUPERVISED_VARIABLE]: "1" },
      log,
      input: "piped",
      ...(niceness !== undefined && { niceness }),
    });
    this.#process = process;
    this.#state = "starting";
    onEvent({ type: "started", pid: process.pid });
    const over = new AbortController();
    const ended = process.ended.finally(() => over.abort());
    const ready = this.#awaitReady(started, AbortSignal.any([over.signal, this.#stop.signal]));
    let tooSlow = false;
    try {
      if (await ready === "too slow") {
        tooSlow = true;
        process.kill("SIGKILL");
      }
      await Promise.race([ended, aborted(this.#stop.signal)]);
      if (this.#stop.signal.aborted) return await this.#endProcess(process);
      const end = await ended;
      return tooSlow ? "too slow" : end;
    } finally {
      this.#process = undefined;
    }
  }

  async #awaitReady(started: number, signal: AbortSignal): Promise<"too slow" | undefined> {
    const { clock, onEvent } = this.#surroundings;
    const { probe } = this.#declaration;
    while (!signal.aborted) {
      const isReady = await probe(signal);
      if (signal.aborted) return undefined;
      const afterMs = clock.monotonic() - started;
      if (isReady) {
        this.#state = "ready";
        this.#readySince = clock.now();
        onEvent({ type: "ready", afterMs, restarts: this.#restarts });
        this.#ready.resolve();
        return undefined;
      }
      if (afterMs >= READY_LIMIT_MS) return "too slow";
      await sleep(clock, PROBE_EVERY_MS, signal).catch(() => {});
    }
    return undefined;
  }

  async #endProcess(process: RunningProcess): Promise<ProcessEnd> {
    const { clock, onEvent } = this.#surroundings;
    const started = clock.monotonic();
    this.#state = "stopping";
    onEvent({ type: "stopping" });
    process.closeInput();
    let killed = false;
    const timer = clock.after(STOP_LIMIT_MS, () => {
      killed = true;
      process.kill("SIGKILL");
    });
    const end = await process.ended;
    timer.cancel();
    const how = killed
      ? `had to be killed: it did not end within ${STOP_LIMIT_MS / 1000} s`
      : end.code === 0
      ? "stopped"
      : describeEnd(end);
    this.#readySince = undefined;
    this.#state = "stopped";
    onEvent({ type: "stopped", how, afterMs: clock.monotonic() - started });
    return end;
  }
}

/** Settles when the signal aborts. */
function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

/** How a process ended, as a part of a sentence. */
function describeEnd(end: ProcessEnd | "too slow"): string {
  if (end === "too slow") return `was not ready after ${READY_LIMIT_MS / 1000} s, and was ended`;
  return end.signal === null ? `ended with exit code ${end.code}` : `was ended by ${end.signal}`;
}
