/**
 * Programs that use a server through a stock client, and say of each step what came of it. What is expected of this
 * server is first seen to be true of the reference.
 *
 * A program is called with `--kubeconfig FILE` besides its own arguments, and prints a line of JSON for each
 * {@link Step}. What a step saw has to be the same with both. It ends with 0, or with 1 where steps failed; with anything
 * else it came to no end.
 *
 * @module
 */

import { differencesOf } from "./differences.ts";
import { type Side, startServer } from "./servers.ts";

/** What is run, and what is known of it. */
export interface ClientProgram {
  readonly command: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Where this server is seen otherwise than the reference, and why. A row that fits nothing is an error too. */
  readonly otherwise?: readonly Otherwise[];
  /** Fewer would mean that something was left out. */
  readonly leastSteps: number;
}

/** What is seen otherwise with this server. */
export interface Otherwise {
  /** `subject: step`, or what fits it. */
  readonly step: string | RegExp;
  /** Fits the path within what the step saw, as `.spec.ports[0]`. Default: any, and that the step is not taken. */
  readonly where?: RegExp;
  /** Set where it may be the same as well. */
  readonly sometimes?: true;
  readonly why: string;
}

/** A line of a program's output. */
interface Step {
  readonly subject: string;
  readonly encoding?: string;
  readonly step: string;
  readonly ms: number;
  /** What it saw that is the same with every server. */
  readonly saw?: unknown;
  readonly error?: string;
}

/** Runs the program against the reference's server, then against this one: a step of the test for each subject. */
export async function runOnBoth(context: Deno.TestContext, program: ClientProgram): Promise<void> {
  const references = new Map<string, Step>();
  const unused = new Set(program.otherwise?.filter(({ sometimes }) => !sometimes));
  for (const side of ["the reference", "this server"] as const) {
    const began = performance.now();
    const steps = await run(program, side);
    const seconds = ((performance.now() - began) / 1000).toFixed(0);
    const subjects = Object.entries(Object.groupBy(steps, ({ subject, encoding }) => {
      return encoding === undefined ? subject : `${subject} in ${encoding}`;
    }));
    console.log(`${side}: ${steps.length} steps of ${subjects.length} subjects in ${seconds} s`);
    for (const [subject, own = []] of subjects) {
      await context.step(`${side}: ${subject}`, () => {
        const problems = own.flatMap(({ step, error }) => error ? [`${step}: ${error}`] : []);
        for (const step of own) {
          const reference = references.get(keyOf(step));
          if (reference === undefined) references.set(keyOf(step), step);
          else problems.push(...differences(step, reference, program.otherwise ?? [], unused));
        }
        if (problems.length > 0) throw new Error(problems.join("\n"));
      });
    }
    const taken = new Set(steps.map(keyOf));
    const gone = [...references.keys()].filter((key) => !taken.has(key))
      .filter((key) => !isKnown(program.otherwise ?? [], unused, key));
    if (gone.length > 0) throw new Error(`${side}: steps that were not taken: ${gone.join(", ")}`);
    if (side === "this server" && unused.size > 0) {
      const rows = [...unused].map(({ step, where }) => `${step} ${where ?? ""}`);
      throw new Error(`nothing is seen otherwise as is said by: ${rows.join(", ")}`);
    }
    if (steps.length < program.leastSteps) throw new Error(`${side}: only ${steps.length} steps`);
  }
}

function keyOf({ subject, encoding, step }: Step): string {
  return `${encoding === undefined ? subject : `${subject} in ${encoding}`}: ${step}`;
}

/** Where a step saw otherwise than it did with the reference. Rows that fit are taken off those that are unused. */
function differences(
  step: Step,
  reference: Step,
  known: readonly Otherwise[],
  unused: Set<Otherwise>,
): string[] {
  if (step.error !== undefined || reference.error !== undefined) return [];
  return differencesOf(reference.saw, step.saw)
    .filter(({ path }) => !isKnown(known, unused, keyOf(step), path))
    .map(({ path, expected, got }) => {
      return `${step.step}: at ${path} expected ${show(expected)}, saw ${show(got)}`;
    });
}

/** Whether a row says so of a step, or of what it saw at a path; the first that does is no longer unused. */
function isKnown(
  known: readonly Otherwise[],
  unused: Set<Otherwise>,
  key: string,
  path?: string,
): boolean {
  const row = known.find(({ step, where }) => {
    return fits(step, key) && (where === undefined || path !== undefined && where.test(path));
  });
  if (row !== undefined) unused.delete(row);
  return row !== undefined;
}

function fits(step: string | RegExp, key: string): boolean {
  return typeof step === "string" ? step === key : step.test(key);
}

function show(value: unknown): string {
  return value === undefined ? "nothing" : JSON.stringify(value);
}

/** A client that still waits for an answer then waits for ever: the slowest program takes a third of this. */
const LIMIT_MS = 15 * 60_000;

/** Runs the program against a new server; throws where it came to no end. */
async function run(program: ClientProgram, side: Side): Promise<Step[]> {
  await using server = await startServer(side);
  const { code, stdout, stderr } = await new Deno.Command(program.command, {
    args: [...program.args ?? [], "--kubeconfig", server.kubeconfig],
    env: { ...program.env },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
    signal: AbortSignal.timeout(LIMIT_MS),
  }).output();
  const decoder = new TextDecoder();
  const lines = decoder.decode(stdout).trimEnd();
  // 1 is that some steps failed: the steps say which.
  if (code > 1) {
    const last = lines.slice(lines.lastIndexOf("\n") + 1);
    const said = decoder.decode(stderr);
    throw new Error(`${side}: ended with ${code} after ${last}\n${said}\n${server.log()}`);
  }
  return lines.split("\n").map((line) => JSON.parse(line) as Step);
}
