/**
 * Programs that use a server through a stock client, and say of each step what came of it. What is expected of this
 * server is first seen to be true of the reference.
 *
 * A program is called with `--kubeconfig FILE` besides its own arguments, and prints a line of JSON for each
 * {@link Step}. It ends with 0, or with 1 where steps failed; with anything else it came to no end.
 *
 * @module
 */

import { type Side, startServer } from "./servers.ts";

/** What is run, and what is known of it. */
export interface ClientProgram {
  readonly command: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** What this server lacks, as `subject: step`, and why. One that passes is an error too. */
  readonly lacking?: ReadonlyMap<string, string>;
  /** Fewer would mean that something was left out. */
  readonly leastSteps: number;
}

/** A line of a program's output. */
interface Step {
  readonly subject: string;
  readonly encoding?: string;
  readonly step: string;
  readonly ms: number;
  readonly error?: string;
}

/** Runs the program against the reference's server, then against this one: a step of the test for each subject. */
export async function runOnBoth(context: Deno.TestContext, program: ClientProgram): Promise<void> {
  for (const side of ["the reference", "this server"] as const) {
    const began = performance.now();
    const steps = await run(program, side);
    const seconds = ((performance.now() - began) / 1000).toFixed(0);
    const subjects = Object.entries(Object.groupBy(steps, ({ subject, encoding }) => {
      return encoding === undefined ? subject : `${subject} in ${encoding}`;
    }));
    console.log(`${side}: ${steps.length} steps of ${subjects.length} subjects in ${seconds} s`);
    const lacking = side === "this server" ? program.lacking ?? new Map() : new Map();
    for (const [subject, own = []] of subjects) {
      await context.step(`${side}: ${subject}`, () => {
        const problems = own.flatMap((step) => problemOf(step, lacking) ?? []);
        if (problems.length > 0) throw new Error(problems.join("\n"));
      });
    }
    const taken = new Set(steps.map(({ subject, step }) => `${subject}: ${step}`));
    const stale = [...program.lacking?.keys() ?? []].filter((key) => !taken.has(key));
    if (stale.length > 0) throw new Error(`no such steps: ${stale.join(", ")}`);
    if (steps.length < program.leastSteps) throw new Error(`${side}: only ${steps.length} steps`);
  }
}

function problemOf(
  { subject, step, error }: Step,
  lacking: ReadonlyMap<string, string>,
): string | undefined {
  const why = lacking.get(`${subject}: ${step}`);
  if (why === undefined) return error && `${step}: ${error}`;
  return error ? undefined : `${step}: works, though it is said that ${why}`;
}

/** Runs the program against a new server; throws where it came to no end. */
async function run(program: ClientProgram, side: Side): Promise<Step[]> {
  await using server = await startServer(side);
  const { code, stdout, stderr } = await new Deno.Command(program.command, {
    args: [...program.args ?? [], "--kubeconfig", server.kubeconfig],
    env: program.env,
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).output();
  const decoder = new TextDecoder();
  // 1 is that some steps failed: the steps say which.
  if (code > 1) {
    throw new Error(`${side}: ended with ${code}\n${decoder.decode(stderr)}\n${server.log()}`);
  }
  return decoder.decode(stdout).trimEnd().split("\n").map((line) => JSON.parse(line) as Step);
}
