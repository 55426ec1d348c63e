/**
 * Commands of `orch` in the test's process: what they print is gathered.
 *
 * @module
 */

import type { Command, Surroundings } from "../../toolkit/cli/command.ts";

/** What a command said, and its exit code. */
export interface Said {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** What a test may want to be otherwise. */
export interface RunOptions extends Partial<Omit<Surroundings, "terminal" | "input">> {
  /** Default 0: no terminal. */
  readonly columns?: number;
  /** What stands on the standard input. Default: nothing. */
  readonly text?: string;
}

/** Runs a command, which is told of no environment and of no terminal. */
export async function run(
  command: Command,
  args: readonly string[],
  { columns = 0, text = "", environment = {}, ...more }: RunOptions = {},
): Promise<Said> {
  let [out, err] = ["", ""];
  const code = await command(args, {
    environment,
    terminal: {
      columns,
      out: (text) => void (out += text),
      err: (text) => void (err += text),
    },
    async *input() {
      await Promise.resolve();
      yield new TextEncoder().encode(text);
    },
    ...more,
  });
  return { code, out, err };
}

/** Runs this Deno in a folder; what it said. Throws that where it fails. */
export async function deno(cwd: string, ...args: string[]): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args,
    cwd,
    stdin: "null",
    env: { NO_COLOR: "1", RUST_BACKTRACE: "0", DENO_NO_UPDATE_CHECK: "1" },
  }).output();
  const decoder = new TextDecoder();
  const output = decoder.decode(stdout) + decoder.decode(stderr);
  if (!success) throw new Error(`deno ${args.join(" ")}:\n${output}`);
  return output;
}

/** A folder for one test. */
export class TestFolder implements AsyncDisposable {
  readonly path: string;

  private constructor(path: string) {
    this.path = path;
  }

  static async make(): Promise<TestFolder> {
    return new TestFolder(await Deno.realPath(await Deno.makeTempDir({ prefix: "orch-cli-" })));
  }

  /** Writes a file; its path. */
  async write(name: string, text: string): Promise<string> {
    const path = `${this.path}/${name}`;
    await Deno.writeTextFile(path, text);
    return path;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.remove(this.path, { recursive: true });
  }
}
