/**
 * `orch up`: makes what a local cluster needs, runs its processes, and ends them when it is asked to.
 *
 * @module
 */

import { join } from "node:path";
import type { Clock } from "../../clock.ts";
import type { Dialect } from "../../names.ts";
import type { FileLock } from "../../process/file_lock.ts";
import type { Terminal } from "../../process/terminal.ts";
import { EXIT_INTERRUPTED } from "../../process/stop.ts";
import { type ChildDeclaration, type ChildEvent, StartFailed } from "./child.ts";
import { claimState } from "./claim.ts";
import { type ControlServer, serveControl } from "./control.ts";
import { lastLines, rotateLog } from "./log_file.ts";
import { commandFor, RUNTIME_ENVIRONMENT } from "./module_command.ts";
import { nextSteps } from "./next_steps.ts";
import { type ClusterOptions, prepareCluster } from "./prepare_cluster.ts";
import { Progress, seconds } from "./progress.ts";
import { markOf, outlived, readRunRecord, writeRunRecord } from "./run_record.ts";
import { type SocketPlace, socketPlace } from "./socket_place.ts";
import { spawnProcess } from "./spawn.ts";
import { makeStateFolder, settleDialect, type StatePaths } from "./state_folder.ts";
import { Supervisor } from "./supervisor.ts";
import { UpError } from "./up_error.ts";

/** What the command line said. */
export interface UpOptions
  extends Omit<ClusterOptions, "dialect" | "controllersSocket" | "schedulerSocket"> {
  readonly state: string;
  /** Undefined: the state folder's. */
  readonly dialect: Dialect | undefined;
}

/** What the command runs in. */
export interface UpSurroundings {
  readonly clock: Clock;
  readonly terminal: Terminal;
  readonly environment: Readonly<Record<string, string>>;
  readonly color: boolean;
}

/** Lines of a log that are shown when its process can't start. */
const SHOWN_LOG_LINES = 10;

/** How long processes of a killed `orch up` may take to end by themselves. */
const LEFTOVERS_LIMIT_MS = 30_000;

/** Runs the command; settles with its exit code when everything has ended. */
export async function up(options: UpOptions, surroundings: UpSurroundings): Promise<number> {
  const paths = await makeStateFolder(options.state);
  const lock = await claimState(paths, surroundings.clock);
  const run = new Run(paths, options, surroundings, lock);
  try {
    return await run.run();
  } finally {
    await run.close();
  }
}

/** One `orch up`, from its lock to its end. */
class Run {
  readonly #paths: StatePaths;
  readonly #options: UpOptions;
  readonly #surroundings: UpSurroundings;
  readonly #lock: FileLock;
  readonly #progress: Progress;
  readonly #stop = new AbortController();
  readonly #ready = Promise.withResolvers<void>();
  readonly #started: number;
  readonly #since: number;
  readonly #signals = {
    SIGINT: () => this.#ask(),
    SIGTERM: () => this.#ask(),
    SIGHUP: () => this.#ask(),
  };
  #supervisor: Supervisor | undefined;
  #control: ControlServer | undefined;
  #sockets: readonly SocketPlace[] = [];
  #record = Promise.resolve();
  #recorded = false;
  /** Steps of processes that start or stop just now. */
  readonly #steps = new Map<string, ReturnType<Progress["begin"]>>();

  constructor(
    paths: StatePaths,
    options: UpOptions,
    surroundings: UpSurroundings,
    lock: FileLock,
  ) {
    this.#paths = paths;
    this.#options = options;
    this.#surroundings = surroundings;
    this.#lock = lock;
    this.#progress = new Progress(surroundings);
    this.#started = surroundings.clock.monotonic();
    this.#since = surroundings.clock.now();
  }

  async run(): Promise<number> {
    for (const [signal, listener] of Object.entries(this.#signals)) {
      Deno.addSignalListener(signal as Deno.Signal, listener);
    }
    const { clock } = this.#surroundings;
    try {
      const { supervisor, tell } = await this.#prepare();
      await Promise.race([supervisor.start(), this.#asked()]);
      this.#stop.signal.throwIfAborted();
      tell();
      this.#ready.resolve();
    } catch (error) {
      if (!this.#stop.signal.aborted) {
        await this.#supervisor?.stop();
        throw error instanceof StartFailed ? await withLog(error) : error;
      }
      await this.#supervisor?.stop();
      this.#progress.line("Interrupted: what was started has ended.");
      return EXIT_INTERRUPTED;
    }
    await this.#asked();
    const asked = clock.monotonic();
    await this.#supervisor?.stop();
    this.#progress.line(
      `Ended cleanly after ${seconds(clock.monotonic() - asked)}. The state is kept in ` +
        `${this.#paths.folder}: orch up goes on with it, orch reset deletes it.`,
    );
    return 0;
  }

  /** Makes ready what the processes need, and them. */
  async #prepare(): Promise<{ readonly supervisor: Supervisor; readonly tell: () => void }> {
    const { clock, environment } = this.#surroundings;
    const paths = this.#paths;
    const dialect = await settleDialect(paths, this.#options.dialect);
    await this.#awaitLeftovers();
    const [controllers, scheduler] = await Promise.all([
      socketPlace(paths.controllersSocket),
      socketPlace(paths.schedulerSocket),
    ]);
    this.#sockets = [controllers, scheduler];
    const sockets = { controllersSocket: controllers.socket, schedulerSocket: scheduler.socket };
    const cluster = await prepareCluster(
      paths,
      { ...this.#options, dialect, ...sockets },
      this.#progress,
      clock,
    );
    for (const { name } of cluster.children) await rotateLog(this.#logOf(name));
    this.#control = await serveControl(paths, {
      ready: this.#ready.promise,
      stop: () => this.#askOnce(),
      status: async (signal) => ({
        pid: Deno.pid,
        since: this.#since,
        state: paths.folder,
        dialect,
        store: cluster.storeServers.map(withoutPassword).join(","),
        children: await this.#supervisor?.status(signal) ?? [],
      }),
    });
    this.#stop.signal.throwIfAborted();
    const supervisor = new Supervisor({
      children: cluster.children,
      surroundings: (declaration) => ({
        clock,
        spawn: spawnProcess,
        run: commandFor,
        environment: { ...RUNTIME_ENVIRONMENT, ...environment },
        log: this.#logOf(declaration.name),
        onEvent: (event) => this.#onEvent(declaration, event, cluster.url),
      }),
    });
    this.#supervisor = supervisor;
    this.#writeRecord(cluster.url);
    const tell = () =>
      this.#progress.line(nextSteps({
        ...cluster,
        afterMs: clock.monotonic() - this.#started,
        logs: paths.logs,
        strong: (text) => this.#progress.strong(text),
      }));
    return { supervisor, tell };
  }

  /** After a kill, processes are given time to see that their supervisor is gone. */
  async #awaitLeftovers(): Promise<void> {
    const last = await readRunRecord(this.#paths);
    if (last === undefined) return;
    const { clock } = this.#surroundings;
    const { signal } = this.#stop;
    const running = await outlived(last.children, 0, clock, signal);
    if (running.length > 0) {
      const pids = running.map(({ pid }) => pid).join(", ");
      this.#progress.line(`The last run was killed; waiting for its processes to end: ${pids}`);
    }
    const step = this.#progress.begin("last run");
    const left = await outlived(last.children, LEFTOVERS_LIMIT_MS, clock, signal);
    if (left.length > 0) {
      step.failed();
      const pids = left.map(({ pid }) => pid).join(", ");
      throw new UpError(
        `the last orch up was killed, and of its processes these do not end: ${pids}; end them with kill`,
      );
    }
    step.done("was killed; none of it is left");
  }

  #onEvent(declaration: ChildDeclaration, event: ChildEvent, url: string): void {
    const { name, title, isLate } = declaration;
    const begin = () => this.#steps.set(name, this.#progress.begin(title));
    switch (event.type) {
      case "started":
        // Nobody waits for a late one.
        if (!isLate) begin();
        this.#writeRecord(url);
        break;
      case "ready":
        this.#steps.get(name)?.done(event.restarts === 0 ? "ready" : "ready again");
        break;
      case "ended":
        this.#steps.get(name)?.failed();
        this.#progress.line(
          `${
            clockTime(this.#surroundings.clock)
          } The ${title} ${event.how}; it is started again in ` +
            `${seconds(event.againInMs)} (log: ${this.#logOf(name)})`,
        );
        break;
      case "stopping":
        begin();
        break;
      case "stopped":
        this.#steps.get(name)?.done(event.how);
        break;
    }
  }

  #logOf(name: string): string {
    return join(this.#paths.logs, `${name}.log`);
  }

  /** Records are written one after the other: the last one holds. */
  #writeRecord(address: string): void {
    const socket = this.#control!.socket;
    this.#recorded = true;
    this.#record = this.#record.then(async () => {
      const children = (this.#supervisor?.pids ?? []).map(markOf);
      await writeRunRecord(this.#paths, { pid: Deno.pid, address, socket, children });
    }).catch((error) => {
      this.#progress.line(`Warning: ${this.#paths.running} can't be written: ${error}`);
    });
  }

  /** Asks everything to end, unless it has been asked. */
  #askOnce(): void {
    if (this.#stop.signal.aborted) return;
    this.#progress.line("Ending; Ctrl-C again ends at once.");
    this.#stop.abort(new Error("asked to end"));
  }

  /** The first time asks everything to end, the second ends it at once. */
  #ask(): void {
    if (!this.#stop.signal.aborted) return this.#askOnce();
    this.#supervisor?.kill();
    this.#progress.line("Ended at once.");
    Deno.exit(EXIT_INTERRUPTED);
  }

  /** Settles when everything is asked to end. */
  #asked(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#stop.signal.aborted) resolve();
      this.#stop.signal.addEventListener("abort", () => resolve(), { once: true });
    });
  }

  /** Leaves no trace of the run but the state. */
  async close(): Promise<void> {
    this.#progress.close();
    for (const [signal, listener] of Object.entries(this.#signals)) {
      Deno.removeSignalListener(signal as Deno.Signal, listener);
    }
    await this.#record;
    await this.#control?.remove();
    await Promise.all(this.#sockets.map((socket) => socket.remove()));
    // One of an earlier run stays: what it speaks of may still be there.
    if (this.#recorded) await writeRunRecord(this.#paths, undefined);
    this.#lock.release();
  }
}

/** The error of a process that can't start, with what it said last. */
async function withLog({ title, how, log }: StartFailed): Promise<UpError> {
  const lines = await lastLines(log, SHOWN_LOG_LINES);
  const said = lines.length === 0 ? "\nIts log is empty" : `:\n\n  ${lines.join("\n  ")}\n`;
  return new UpError(`the ${title} ${how} before it was ready${said}\n(its log: ${log})`);
}

function withoutPassword(url: string): string {
  return url.replace(/\/\/[^/?#]*@/, "//");
}

/** The time of day. */
function clockTime(clock: Clock): string {
  return new Date(clock.now()).toLocaleTimeString("en-GB");
}
