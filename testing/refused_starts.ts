/**
 * Command lines that a program does not start with. All of a program are tried in one process, as what they
 * take is its start; the first is tried in a process of its own besides.
 *
 * @module
 */

import { assertEquals } from "../toolkit/deps/assert.ts";

/** A command line, and what is said of it. */
export type RefusedStart = readonly [args: readonly string[], message: string | RegExp];

/** After this a program has started that was not to, and does not end. */
const LIMIT_MS = 120_000;

const ROOT = new URL("../", import.meta.url).pathname;

/** What ends the output of one command line. */
const END = "\0";

/**
 * Has the `main` of the module at `path`, as seen from the root of the checkout, end with code 1 on each command
 * line, print nothing, and say the message among its errors and logs.
 */
export async function assertRefused(path: string, starts: readonly RefusedStart[]): Promise<void> {
  const lines = starts.map(([args]) => args);
  const [alone, together] = await Promise.all([
    run(ROOT + path, lines[0]!),
    run(import.meta.filename!, [path, JSON.stringify(lines)]),
  ]);
  assertSaid(starts[0]!, alone.err, alone.out + alone.code);
  const [codes, texts] = [together.out.split(END), together.err.split(END)];
  for (const [index, start] of starts.entries()) {
    assertSaid(start, texts[index] ?? "", codes[index]);
  }
}

/** `printed`: all that stands on the standard output, and the exit code. */
function assertSaid([args, message]: RefusedStart, text: string, printed: string | undefined) {
  const isSaid = typeof message === "string" ? text.includes(message) : message.test(text);
  // Of one that does not hold all is shown.
  const said = isSaid ? message : text;
  assertEquals({ args, printed, said }, { args, printed: "1", said: message });
}

async function run(path: string, args: readonly string[]) {
  const process = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--quiet", "--no-check", `--config=${ROOT}deno.json`, path, ...args],
    env: { NO_COLOR: "1" },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
    signal: AbortSignal.timeout(LIMIT_MS),
  }).spawn();
  // Of the process, not of the command: that one heeds no signal (Deno 2.7.14).
  const { code, stdout, stderr } = await process.output();
  const decoder = new TextDecoder();
  return { code, out: decoder.decode(stdout), err: decoder.decode(stderr) };
}

/** The process: what each command line prints, its exit code, and an end; what it says, and an end. */
async function program([path, starts]: readonly string[]): Promise<void> {
  const { main } = await import(`../${path}`) as {
    main(args: readonly string[]): Promise<number>;
  };
  const encoder = new TextEncoder();
  for (const args of JSON.parse(starts!) as string[][]) {
    const code = await main(args);
    Deno.stdout.writeSync(encoder.encode(`${code}${END}`));
    Deno.stderr.writeSync(encoder.encode(END));
  }
  // What a program looks after as long as it runs is no reason to stay.
  Deno.exit(0);
}

if (import.meta.main) await program(Deno.args);
