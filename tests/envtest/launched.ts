/**
 * Launchers of `orch envtest`, and what they start, for tests.
 *
 * @module
 */

import { assertEquals } from "../../toolkit/deps/assert.ts";

const ORCH = new URL("../../orch", import.meta.url).pathname;

/** How long a process may take to end that was asked to, on a machine that does much else. */
const END_MS = 30_000;

/** What a program said, and how it ended. */
export interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a program to its end. */
export async function run(
  program: string,
  args: readonly string[],
  { env, clearEnv = false }: { env?: Record<string, string>; clearEnv?: boolean } = {},
): Promise<Ended> {
  const { code, stdout, stderr } = await new Deno.Command(program, {
    args: [...args],
    stdin: "null",
    ...(env !== undefined && { env }),
    clearEnv,
  }).output();
  const decoder = new TextDecoder();
  return { code, out: decoder.decode(stdout), err: decoder.decode(stderr) };
}

/** Has `orch envtest` write launchers into `folder`. */
export async function writeLaunchers(folder: string): Promise<void> {
  const { code, out, err } = await run(ORCH, ["envtest", folder]);
  assertEquals([code, out], [0, `${folder}\n`], err);
}

/** A process whose standard error output is read as it comes. */
export class Launched implements AsyncDisposable {
  readonly child: Deno.ChildProcess;
  /** All that it wrote so far. */
  log = "";
  readonly #reading: Promise<void>;
  #changed = Promise.withResolvers<void>();
  #over = false;

  constructor(program: string, args: readonly string[]) {
    this.child = new Deno.Command(program, {
      args: [...args],
      stdin: "null",
      stdout: "null",
      stderr: "piped",
      env: { NO_COLOR: "1" },
    }).spawn();
    this.#reading = this.#read();
  }

  /** Waits until it has written `text`. */
  async wrote(text: string): Promise<void> {
    while (!this.log.includes(text)) {
      if (this.#over) {
        throw new Error(`ended before it wrote ${JSON.stringify(text)}:\n${this.log}`);
      }
      await this.#changed.promise;
    }
  }

  /** Waits until nobody holds its output open, and it has ended. */
  async gone(): Promise<Deno.CommandStatus> {
    await this.#reading;
    return await this.child.status;
  }

  /**
   * Sends it a signal, and waits until nobody holds its output open: neither it nor anything that it
   * started. Kills it and `others`, and throws, where that takes too long.
   */
  async end(signal: Deno.Signal, others: readonly number[] = []): Promise<number> {
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      for (const pid of [this.child.pid, ...others]) killed(pid);
    }, END_MS);
    this.child.kill(signal);
    const { code } = await this.gone();
    clearTimeout(timer);
    if (late) throw new Error(`did not end within ${END_MS} ms of ${signal}:\n${this.log}`);
    return code;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    killed(this.child.pid);
    await this.gone();
  }

  async #read(): Promise<void> {
    for await (const text of this.child.stderr.pipeThrough(new TextDecoderStream())) {
      this.log += text;
      this.#tell();
    }
    this.#over = true;
    this.#tell();
  }

  #tell(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }
}

function killed(pid: number): void {
  try {
    Deno.kill(pid, "SIGKILL");
  } catch (error) {
    // It has ended, as it should.
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}
