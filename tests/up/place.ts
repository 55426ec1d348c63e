/**
 * `orch up` and its companions, as a user types them: real processes, on ports of their own.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import { eventually } from "../../testing/eventually.ts";
import { systemClock } from "../../toolkit/clock.ts";
import { outlived, type ProcessMark } from "../../toolkit/cli/up/run_record.ts";
import { loadClientConfig } from "../../toolkit/clientconfig/mod.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { pathExists } from "../../toolkit/process/path_exists.ts";

/** The program. */
export const ORCH = new URL("../../orch", import.meta.url).pathname;

/** What `orch up` runs. */
export const PROCESSES = 5;
const ENVIRONMENT = { NO_COLOR: "1" };

/** How a program ended, and what it said. */
export interface Result {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a program to its end. */
export async function run(
  program: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<Result> {
  const { code, stdout, stderr } = await new Deno.Command(program, {
    args: [...args],
    stdin: "null",
    env: { ...ENVIRONMENT, ...env },
  }).output();
  const decoder = new TextDecoder();
  return { code, out: decoder.decode(stdout), err: decoder.decode(stderr) };
}

/** Runs a command of `./orch` to its end. */
export const orch = (...args: string[]) => run(ORCH, args);

/** A folder for a state, with whatever runs on it at the end of the test ended. */
export class Place implements AsyncDisposable {
  readonly #folder = Deno.makeTempDirSync();
  readonly state = `${this.#folder}/state`;

  /** Starts `orch up`, which need not become ready. */
  up(...args: string[]): Up {
    return new Up(["up", `--state=${this.state}`, "--port=0", ...args]);
  }

  /** Starts `orch up` and waits until it is ready. */
  async ready(...args: string[]): Promise<Up> {
    const up = this.up(...args);
    await up.line(/^Ready after /);
    await this.allRun();
    return up;
  }

  /** The metrics server starts when all others are ready, and nobody waits for it. */
  async allRun(): Promise<void> {
    await eventually(
      "all processes run",
      () => this.record().children.length === PROCESSES,
    );
  }

  /** Another command on this state. */
  orch(command: string, ...args: string[]): Promise<Result> {
    return orch(command, `--state=${this.state}`, ...args);
  }

  /** The processes that the record of the run names: `orch up` itself, then its children. */
  record(): { pid: number; children: ProcessMark[] } {
    return JSON.parse(Deno.readTextFileSync(`${this.state}/running.json`));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // It is gone where nothing runs.
    if (await pathExists(`${this.state}/running.json`)) await this.orch("down");
    await Deno.remove(this.#folder, { recursive: true });
  }
}

/** Steps of a test that share a cluster: what one starts may end in another. */
export function steps(
  t: Deno.TestContext,
): (name: string, fn: () => Promise<void>) => Promise<void> {
  return async (name, fn) =>
    void await t.step({ name, fn, sanitizeOps: false, sanitizeResources: false });
}

/** An `orch up` in the foreground. */
export class Up implements AsyncDisposable {
  readonly process: Deno.ChildProcess;
  /** Settles with the standard error at the end of the process. */
  readonly #err: Promise<string>;
  readonly #out: AsyncIterator<string>;
  out = "";

  constructor(args: string[]) {
    this.process = new Deno.Command(ORCH, {
      args,
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
      env: ENVIRONMENT,
    }).spawn();
    this.#err = new Response(this.process.stderr).text();
    this.#out = linesOf(this.process.stdout);
  }

  /** Waits for a line that matches. */
  async line(pattern: RegExp): Promise<string> {
    for (;;) {
      const { value, done } = await this.#out.next();
      if (done) throw new Error(`no line ${pattern} in:\n${this.out}\n${await this.#err}`);
      this.out += `${value}\n`;
      if (pattern.test(value)) return value;
    }
  }

  /** Waits until the process has ended. */
  async ended(): Promise<Result> {
    for (let next = await this.#out.next(); !next.done; next = await this.#out.next()) {
      this.out += `${next.value}\n`;
    }
    const { code } = await this.process.status;
    return { code, out: this.out, err: await this.#err };
  }

  /** As Ctrl-C does. */
  interrupt(): void {
    this.process.kill("SIGINT");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    try {
      this.process.kill("SIGTERM");
    } catch {
      // It has ended, as it should.
    }
    await this.ended();
  }
}

async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let rest = "";
  for await (const text of stream.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split("\n");
    rest = lines.pop()!;
    yield* lines;
  }
}

/** The address that the lines of `orch up` name. */
export function addressIn(text: string): string {
  const address = /at (https:\S+\d)\./.exec(text)?.[1];
  assert(address !== undefined, text);
  return address;
}

/** Waits until these processes of others have ended. */
export async function allEnd(marks: readonly ProcessMark[]): Promise<void> {
  assertEquals(await outlived(marks, 60_000, systemClock, new AbortController().signal), []);
}

/** Asks the API server, as the administrator, or as nobody but the bearer of a token. */
export async function ask(
  place: Place,
  as: "admin" | "nobody",
  path: string,
  token?: string,
): Promise<Response> {
  const config = await loadClientConfig(`${place.state}/config/admin.yaml`);
  const text = (data: string | undefined) => Buffer.from(data ?? "", "base64").toString();
  const { cluster } = config.clusters[0]!;
  const { user } = config.users[0]!;
  using client = Deno.createHttpClient({
    caCerts: [text(cluster["certificate-authority-data"])],
    ...(as === "admin" && {
      cert: text(user["client-certificate-data"]),
      key: text(user["client-key-data"]),
    }),
  });
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const response = await fetch(cluster.server + path, { client, headers });
  return new Response(await response.text(), { status: response.status });
}
