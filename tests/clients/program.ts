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
  /** What this server answers otherwise, as `subject: step`, and why. What is the same is an error too. */
  readonly differing?: ReadonlyMap<string, string>;
  /** Fewer would mean that something was left out. */
  readonly leastSteps: number;
}

/** A line of a program's output. */
interface Step {
  readonly subject: string;
  readonly encoding?: string;
  readonly step: string;
  readonly ms: number;
  /** What it saw, where that is to be the same of both servers. */
  readonly seen?: string;
  readonly error?: string;
}

/** Runs the program against the reference's server, then against this one: a step of the test for each subject. */
export async function runOnBoth(
  context: Deno.TestContext,
  program: ClientProgram,
): Promise<void> {
  const theirs = new Map<string, string | undefined>();
  await check(context, program, "the reference", (step) => {
    theirs.set(keyOf(step), step.seen);
    return step.error;
  });
  await check(context, program, "this server", (step) => {
    const key = keyOf(step);
    const lacking = program.lacking?.get(key);
    if (step.error) return lacking === undefined ? step.error : undefined;
    if (lacking !== undefined) {
      return `works, though it is said that ${lacking}`;
    }
    const differing = program.differing?.get(key);
    const isSame = theirs.get(key) === step.seen;
    if (isSame) {
      return differing && `is the same, though it is said that ${differing}`;
    }
    return differing ? undefined : differenceOf(theirs.get(key) ?? "", step.seen ?? "");
  });
}

function keyOf({ subject, encoding, step }: Step): string {
  return encoding === undefined ? `${subject}: ${step}` : `${subject} in ${encoding}: ${step}`;
}

/** Runs the program against one server, and fails for each step of which `problemOf` tells a problem. */
async function check(
  context: Deno.TestContext,
  program: ClientProgram,
  side: Side,
  problemOf: (step: Step) => string | undefined,
): Promise<void> {
  const began = performance.now();
  const steps = await run(program, side);
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  const subjects = Object.entries(
    Object.groupBy(steps, ({ subject, encoding }) => {
      return encoding === undefined ? subject : `${subject} in ${encoding}`;
    }),
  );
  console.log(
    `${side}: ${steps.length} steps of ${subjects.length} subjects in ${seconds} s`,
  );
  for (const [subject, own = []] of subjects) {
    await context.step(`${side}: ${subject}`, () => {
      const problems = own.flatMap((step) => {
        const problem = problemOf(step);
        return problem ? [`${step.step}: ${problem}`] : [];
      });
      if (problems.length > 0) throw new Error(problems.join("\n"));
    });
  }
  const taken = new Set(steps.map(keyOf));
  const known = [
    ...program.lacking?.keys() ?? [],
    ...program.differing?.keys() ?? [],
  ];
  const stale = known.filter((key) => !taken.has(key));
  if (stale.length > 0) throw new Error(`no such steps: ${stale.join(", ")}`);
  if (steps.length < program.leastSteps) {
    throw new Error(`${side}: only ${steps.length} steps`);
  }
}

/** How much of a text is shown before and after its first difference. */
const CONTEXT = 80;
const SHOWN = 400;

function differenceOf(theirs: string, ours: string): string {
  let at = 0;
  while (at < theirs.length && theirs[at] === ours[at]) at++;
  const part = (text: string) => text.slice(Math.max(0, at - CONTEXT), at + SHOWN);
  return `differs\n  the reference: ${part(theirs)}\n  this server:   ${part(ours)}`;
}

/** Runs the program against a new server; throws where it came to no end. */
async function run(program: ClientProgram, side: Side): Promise<Step[]> {
  await using server = await startServer(side);
  const { code, stdout, stderr } = await new Deno.Command(program.command, {
    args: [...program.args ?? [], "--kubeconfig", server.kubeconfig],
    env: program.env ?? {},
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).output();
  const decoder = new TextDecoder();
  // 1 is that some steps failed: the steps say which.
  if (code > 1) {
    throw new Error(
      `${side}: ended with ${code}\n${decoder.decode(stderr)}\n${server.log()}`,
    );
  }
  return decoder.decode(stdout).trimEnd().split("\n").map((line) => JSON.parse(line) as Step);
}
