/**
 * Launchers of `orch envtest`, and what they start, for tests.
 *
 * @module
 */

import { assertEquals } from "../../toolkit/deps/assert.ts";

const ORCH = new URL("../../orch", import.meta.url).pathname;

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

  /** Waits until nobody holds its output open: neither it nor anything that it started. */
  async gone(): Promise<Deno.CommandStatus> {
    await this.#reading;
    return await this.child.status;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    try {
      this.child.kill("SIGKILL");
    } catch {
      // It has ended, as it should.
    }
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
