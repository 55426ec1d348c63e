/**
 * A hundred watches for as long as one likes, over sockets and in real time, while connections break or
 * say nothing, history is compacted under them and servers end and come back. By hand:
 * `deno run -A --unstable-kv tests/informers/soak.ts MINUTES`, which prints what it measures.
 *
 * @module
 */

import { adminBehind } from "../../apiserver/storage/admin/client.ts";
import { socketPath } from "../../apiserver/storage/admin/server.ts";
import { deterministicRandom } from "../../testing/api_server.ts";
import { type ServerProcess, type Servers, withServers } from "../api/server_process.ts";
import { type FollowersReport, lines } from "./followers.ts";
import { type Growth, growthOf, type Sample } from "./memory.ts";
import { Relay } from "./relay.ts";
import { prepare, Writing } from "./writing.ts";

/** What a soak has shown; what goes wrong is thrown. */
export interface SoakReport extends Omit<FollowersReport, "samples"> {
  readonly seed: number;
  readonly minutes: number;
  readonly writes: number;
  readonly checks: number;
  /** How many connections there were. */
  readonly connections: number;
  /** How often each fault was done. */
  readonly faults: Readonly<Record<string, number>>;
  readonly rss: Growth;
  readonly heap: Growth;
  readonly external: Growth;
}

const FOLLOWERS = new URL("./followers.ts", import.meta.url).href;
/** How long a fault lasts, and how long all is well after it. */
const FAULT_MS = { least: 1000, more: 5000 };
const CALM_MS = { least: 1000, more: 4000 };
/** Longer than an informer waits for a server that says nothing. */
const SILENCE_MS = 170_000;
/** A run that lasts so long has one silence that is long enough to be noticed. */
const SILENT_MINUTES = 10;

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Runs one; rejects where an informer differs from the server, or told of what can't have been. */
export async function soak(
  minutes: number,
  { seed, say }: { readonly seed: number; readonly say: (line: string) => void },
): Promise<SoakReport> {
  let report: SoakReport | undefined;
  await withServers(async (servers) => {
    const run = new Soak(servers, { minutes, seed, say });
    report = await run.run();
  }, `seed ${seed}`);
  return report!;
}

interface SoakOptions {
  readonly minutes: number;
  readonly seed: number;
  readonly say: (line: string) => void;
}

class Soak {
  readonly #servers: Servers;
  readonly #options: SoakOptions;
  readonly #random: () => number;
  readonly #relay = new Relay();
  readonly #writing: Writing;
  readonly #done: Record<string, number> = {};
  /** Faults that are to come before any comes again. */
  #deck: (keyof Soak["faults"])[] = [];
  #server: ServerProcess | undefined;
  #checks = 0;

  constructor(servers: Servers, options: SoakOptions) {
    this.#servers = servers;
    this.#options = options;
    this.#random = deterministicRandom(options.seed);
    this.#writing = new Writing(this.#random);
  }

  /** By name: each ends with a server that runs, at the relay. */
  readonly faults = {
    drop: async () => {
      this.#relay.drop();
      await this.#passes();
    },
    "drop some, again and again": async () => {
      for (let times = 0; times < 5; times++) {
        this.#relay.drop(() => this.#random() < 0.5);
        await sleep(this.#random() * 1000);
      }
    },
    stall: async () => {
      this.#relay.stall(() => this.#random() < 0.5);
      await this.#passes();
      this.#relay.flow();
    },
    "stall, then drop": async () => {
      this.#relay.stall(() => true);
      await this.#passes();
      this.#relay.drop();
    },
    refuse: async () => {
      await this.#away(async () => await this.#passes());
    },
    compact: async () => {
      await this.#away(async () => {
        await this.#passes();
        await this.#compact();
      });
    },
    "compact, and restart": async () => {
      await this.#away(async () => {
        await this.#passes();
        await this.#compact();
        await this.#server!.stop();
        await this.#start();
      });
    },
    restart: async () => {
      await this.#server!.stop();
      await this.#start();
    },
    kill: async () => {
      await this.#server!.kill();
      await this.#start();
    },
  };

  async run(): Promise<SoakReport> {
    const { minutes, seed, say } = this.#options;
    await using relay = this.#relay;
    await this.#start();
    await prepare(this.#servers.client(this.#server!.port));
    await this.#written(() => sleep(3000));
    const followers = new Followers(await this.#servers.config(relay.port));
    try {
      await followers.until("started");
      const end = performance.now() + minutes * 60_000;
      let silence = minutes >= SILENT_MINUTES
        ? performance.now() + (end - performance.now()) / 4
        : Infinity;
      while (performance.now() < end) {
        const isSilent = performance.now() > silence;
        if (isSilent) silence = Infinity;
        const name = isSilent ? "silence" : this.#next();
        this.#done[name] = (this.#done[name] ?? 0) + 1;
        await this.#written(async () => {
          if (isSilent) await this.#silence();
          else await this.faults[name as keyof Soak["faults"]]();
          await this.#passes(CALM_MS);
        });
        const began = performance.now();
        await followers.check(await this.#servers.config(this.#server!.port), name);
        this.#checks++;
        const took = Math.round(performance.now() - began);
        say(`${name}: after ${took} ms all is as at the server, ${this.#writing.count} writes`);
      }
      const { samples, ...counts } = await followers.end();
      return {
        ...counts,
        seed,
        minutes,
        writes: this.#writing.count,
        checks: this.#checks,
        connections: relay.count,
        faults: this.#done,
        ...growth(samples),
      };
    } finally {
      await followers.kill();
    }
  }

  #next(): keyof Soak["faults"] {
    if (this.#deck.length === 0) {
      this.#deck = Object.keys(this.faults) as (keyof Soak["faults"])[];
    }
    const [next] = this.#deck.splice(Math.floor(this.#random() * this.#deck.length), 1);
    return next!;
  }

  async #passes({ least, more }: { least: number; more: number } = FAULT_MS): Promise<void> {
    await sleep(least + this.#random() * more);
  }

  /** Some connections say nothing more, and are never heard of again. */
  async #silence(): Promise<void> {
    this.#relay.stall(() => this.#random() < 0.3);
    await sleep(SILENCE_MS);
  }

  /** The informers are cut off while something happens. */
  async #away(what: () => Promise<void>): Promise<void> {
    this.#relay.backend = undefined;
    this.#relay.drop();
    await what();
    this.#relay.backend = this.#server!.port;
  }

  async #compact(): Promise<void> {
    const admin = adminBehind(socketPath(this.#store));
    try {
      await admin.compact();
    } finally {
      admin.close();
    }
  }

  get #store(): string {
    return `${this.#servers.folder}/store.kv`;
  }

  async #start(): Promise<void> {
    this.#server = await this.#servers.start({ store: `file:${this.#store}` });
    this.#relay.backend = this.#server.port;
  }

  /** Runs something while objects are written, to whichever server runs. */
  async #written(during: () => Promise<unknown>): Promise<void> {
    const over = new AbortController();
    const writing = (async () => {
      while (!over.signal.aborted) {
        const server = this.#server!;
        const client = this.#servers.client(server.port);
        const turn = new AbortController();
        const watch = setInterval(() => {
          if (over.signal.aborted || this.#server !== server) turn.abort();
        }, 20);
        await this.#writing.run(client, turn.signal);
        clearInterval(watch);
      }
    })();
    try {
      await during();
    } finally {
      over.abort();
      await writing;
    }
  }
}

function growth(samples: readonly Sample[]) {
  return {
    rss: growthOf(samples, ({ rssBytes }) => rssBytes),
    heap: growthOf(samples, ({ heapBytes }) => heapBytes),
    external: growthOf(samples, ({ externalBytes }) => externalBytes),
  };
}

/** The process of the informers. */
class Followers {
  readonly #child: Deno.ChildProcess;
  readonly #lines: AsyncGenerator<string>;
  readonly #input: WritableStreamDefaultWriter<Uint8Array>;

  constructor(relay: string) {
    this.#child = new Deno.Command(Deno.execPath(), {
      args: ["run", "--quiet", "--no-check", "-A", "--v8-flags=--expose-gc", FOLLOWERS, relay],
      stdin: "piped",
      stdout: "piped",
      stderr: "inherit",
    }).spawn();
    this.#lines = lines(this.#child.stdout);
    this.#input = this.#child.stdin.getWriter();
  }

  async until(expected: string): Promise<void> {
    const line = await this.#line();
    if (line !== expected) throw new Error(line);
  }

  /** Waits until all have what a server has; rejects where they don't come to it. */
  async check(config: string, after: string): Promise<void> {
    await this.#tell(`check ${config}`);
    const line = await this.#line();
    if (line !== "same") throw new Error(`after "${after}": ${line}`);
  }

  async end(): Promise<FollowersReport> {
    await this.#tell("end");
    return JSON.parse(await this.#line()) as FollowersReport;
  }

  async kill(): Promise<void> {
    await this.#input.close().catch(() => {});
    try {
      this.#child.kill("SIGKILL");
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
    }
    await this.#child.status;
    await this.#lines.return(undefined);
  }

  async #tell(line: string): Promise<void> {
    await this.#input.write(new TextEncoder().encode(`${line}\n`));
  }

  async #line(): Promise<string> {
    const { value, done } = await this.#lines.next();
    if (done) throw new Error("the process of the informers has ended");
    return value;
  }
}

const MB = 1e6;

/** A report as people read it. */
export function shownReport(report: SoakReport): string {
  const { rss, heap, external } = report;
  const row = (name: string, { middleBytes, lastBytes, bytesAMinute }: Growth) =>
    `${name}: ${(middleBytes / MB).toFixed(1)} MB in the middle third, ${
      (lastBytes / MB).toFixed(1)
    } in the last, ${(bytesAMinute / 1000).toFixed(1)} KB a minute`;
  const faults = Object.entries(report.faults).map(([name, times]) => `${name} ${times}`);
  return [
    `seed ${report.seed}, ${report.minutes} minutes, ${report.informers} informers`,
    `${report.writes} writes, ${report.deltas} told, ${report.relists} lists again, ` +
    `${report.warnings} warnings, ${report.checks} times all was compared, ` +
    `${report.connections} connections`,
    `faults: ${faults.join(", ")}`,
    row("resident", rss),
    row("heap", heap),
    row("external", external),
  ].join("\n");
}

if (import.meta.main) {
  const minutes = Number(Deno.args[0]);
  const seed = Number(Deno.args[1] ?? crypto.getRandomValues(new Uint32Array(1))[0]);
  if (!(minutes > 0)) throw new Error("usage: soak.ts MINUTES [SEED]");
  console.log(shownReport(await soak(minutes, { seed, say: console.log })));
}
