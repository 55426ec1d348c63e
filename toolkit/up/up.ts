/**
 * `orch up`: makes what a local cluster needs, runs its processes, and ends them when it is asked to.
 *
 * @module
 */

import { basename, join } from "node:path";
import type { Clock } from "../clock.ts";
import type { Dialect } from "../names.ts";
import type { FileLock } from "../process/file_lock.ts";
import type { Terminal } from "../process/process.ts";
import { type ChildDeclaration, type ChildEvent, StartFailed } from "./child.ts";
import { childrenOf, hostsOf, type Listening, urlOf } from "./children.ts";
import { claimState } from "./claim.ts";
import { openClientConfigs } from "./client_configs.ts";
import { type ControlServer, serveControl } from "./control.ts";
import { checkListening } from "./listening.ts";
import { lastLines, rotateLog } from "./log_file.ts";
import { commandFor } from "./module_command.ts";
import { nextSteps } from "./next_steps.ts";
import { openPki, type Renewed } from "./pki.ts";
import { Progress, seconds } from "./progress.ts";
import { markOf, outlived, readRunRecord, writeRunRecord } from "./run_record.ts";
import { spawnProcess } from "./spawn.ts";
import { makeStateFolder, settleDialect, type StatePaths } from "./state_folder.ts";
import { Supervisor } from "./supervisor.ts";
import { UpError } from "./up_error.ts";

/** What the command line said. */
export interface UpOptions extends Listening {
  readonly state: string;
  /** Undefined: the state folder's. */
  readonly dialect: Dialect | undefined;
  /** The flag that names the store as it was spelled, with its values; undefined: the folder's own. */
  readonly store: { readonly flag: string; readonly servers: readonly string[] } | undefined;
  readonly apiServerArgs: readonly string[];
}

/** What the command runs in. */
export interface UpSurroundings {
  readonly clock: Clock;
  readonly terminal: Terminal;
  readonly environment: Readonly<Record<string, string>>;
  readonly color: boolean;
}

/** As a shell reports a program that a signal has ended. */
const EXIT_INTERRUPTED = 128 + 2;

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
  readonly #signals = {
    SIGINT: () => this.#ask(),
    SIGTERM: () => this.#ask(),
    SIGHUP: () => this.#ask(),
  };
  #supervisor: Supervisor | undefined;
  #control: ControlServer | undefined;
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

  /** Makes or finds everything that the processes need. */
  async #prepare(): Promise<{ readonly supervisor: Supervisor; readonly tell: () => void }> {
    const { clock, environment } = this.#surroundings;
    const options = this.#options;
    const paths = this.#paths;
    const dialect = await settleDialect(paths, options.dialect);
    await this.#awaitLeftovers();
    const listening = checkListening(options);
    const url = urlOf(listening);
    const now = new Date(clock.now());
    const machine = { name: Deno.hostname().toLowerCase(), addresses: ownAddresses() };
    this.#progress.line(`State folder ${paths.folder}`);

    const certificates = this.#progress.begin("certificates");
    const pki = await openPki({
      folder: paths.pki,
      dialect,
      hosts: hostsOf(listening.bindAddress, dialect, machine),
      now,
    });
    certificates.done(outcome(pki.made, pki.renewed.length));
    this.#explain(pki.renewed);

    const clientConfigs = this.#progress.begin("client configs");
    const authority = pki.authorities.ca.issuer;
    const configs = await openClientConfigs({
      folder: paths.config,
      dialect,
      url,
      authority,
      nodeName: machine.name,
      now,
    });
    clientConfigs.done(outcome(configs.made, configs.renewed.length));
    this.#explain(configs.renewed);

    const store = options.store ?? { flag: "--store-servers", servers: [fileUrl(paths.store)] };
    const children = childrenOf({
      dialect,
      ...listening,
      storeFlag: store.flag,
      storeServers: store.servers,
      pki,
      apiServerArgs: options.apiServerArgs,
    });
    for (const { name } of children) await rotateLog(this.#logOf(name));
    this.#control = await serveControl(paths, {
      ready: this.#ready.promise,
      stop: () => this.#ask(),
      status: async (signal) => ({
        pid: Deno.pid,
        since: now.getTime(),
        state: paths.folder,
        dialect,
        store: store.servers.map(withoutPassword).join(","),
        children: await this.#supervisor?.status(signal) ?? [],
      }),
    });
    this.#stop.signal.throwIfAborted();
    const supervisor = new Supervisor({
      children,
      surroundings: (declaration) => ({
        clock,
        spawn: spawnProcess,
        run: commandFor,
        environment,
        log: this.#logOf(declaration.name),
        onEvent: (event) => this.#onEvent(declaration, event, url),
      }),
    });
    this.#supervisor = supervisor;
    this.#writeRecord(url);
    const tell = () => {
      const afterMs = clock.monotonic() - this.#started;
      this.#progress.line(nextSteps({
        url,
        afterMs,
        adminConfig: configs.admin,
        logs: paths.logs,
        strong: (text) => this.#progress.strong(text),
      }));
    };
    return { supervisor, tell };
  }

  /** Says why files were made anew, those of one reason together. */
  #explain(renewed: readonly Renewed[]): void {
    for (const [why, files] of Map.groupBy(renewed, ({ why }) => why)) {
      const names = files.map(({ file }) => basename(file)).sort().join(", ");
      this.#progress.line(`  made anew: ${names} (${why})`);
    }
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
        `the last orch up was killed, and of its processes these do not end: ${pids}`,
      );
    }
    step.done("was killed; none of it is left");
  }

  #onEvent(declaration: ChildDeclaration, event: ChildEvent, url: string): void {
    const { name, title } = declaration;
    const begin = () => this.#steps.set(name, this.#progress.begin(title));
    switch (event.type) {
      case "started":
        begin();
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

  /** The first time asks everything to end, the second ends it at once. */
  #ask(): void {
    if (!this.#stop.signal.aborted) {
      this.#progress.line("Ending; Ctrl-C again ends at once.");
      this.#stop.abort(new Error("asked to end"));
      return;
    }
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
    // One of an earlier run stays: what it speaks of may still be there.
    if (this.#recorded) await writeRunRecord(this.#paths, undefined);
    this.#lock.release();
  }
}

/** What came of looking after some files. */
function outcome(made: number, renewed: number): string {
  const parts = [
    ...made > 0 ? [`${made} made`] : [],
    ...renewed > 0 ? [`${renewed} made anew`] : [],
  ];
  return parts.join(", ") || "kept";
}

/** The error of a process that can't start, with what it said last. */
async function withLog({ title, how, log }: StartFailed): Promise<UpError> {
  const lines = await lastLines(log, SHOWN_LOG_LINES);
  const said = lines.length === 0 ? "\nIts log is empty" : `:\n\n  ${lines.join("\n  ")}\n`;
  return new UpError(`the ${title} ${how} before it was ready${said}\n(its log: ${log})`);
}

/** Addresses of this machine that others can use. */
function ownAddresses(): readonly string[] {
  return Deno.networkInterfaces().map(({ address }) => address)
    .filter((address) => !/^fe80:/i.test(address) && !address.includes("%"));
}

/** The URL of a store in a file; commas would end it in a list. */
function fileUrl(path: string): string {
  return `file:${path.split("/").map(encodeURIComponent).join("/")}`;
}

function withoutPassword(url: string): string {
  return url.replace(/\/\/[^/?#]*@/, "//");
}

/** The time of day. */
function clockTime(clock: Clock): string {
  return new Date(clock.now()).toLocaleTimeString("en-GB");
}
