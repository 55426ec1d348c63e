/**
 * The stock Go client, typed and not: every kind of every group in Protobuf and in JSON, and what programs
 * are built of besides. What is expected of this server is first seen to be true of the reference.
 */

import { goProgram, missingModules } from "../../testing/go_program.ts";
import { missing, slowTests, testWith } from "../../testing/requirements.ts";
import { type Side, startServer } from "./servers.ts";

const NAME = "programs of the stock Go client work";

/** What this server lacks so far, by subject and step, and why. One that passes is an error too. */
const LACKING: ReadonlyMap<string, string> = new Map([
  [
    "complete: v1 componentstatuses verbs",
    "there are no components that it could ask, so that its list is empty",
  ],
]);

/** Fewer would mean that kinds or encodings are left out. */
const LEAST_STEPS = 3000;

/** A line of the program's output. */
interface Step {
  readonly subject: string;
  readonly encoding: string;
  readonly step: string;
  readonly ms: number;
  readonly error?: string;
}

const FOLDER = new URL(".", import.meta.url).pathname;

if (!slowTests()) {
  Deno.test.ignore(`${NAME} [in ./orch test --slow]`, () => {});
} else {
  const lacking = missing(["go"]).length > 0 ? undefined : await missingModules(FOLDER);
  if (lacking === undefined) testWith(["go"], NAME, runBoth);
  else Deno.test.ignore(`${NAME} [needs ${lacking}]`, () => {});
}

async function runBoth(context: Deno.TestContext): Promise<void> {
  const program = await goProgram(FOLDER);
  for (const side of ["the reference", "this server"] as const) {
    const began = performance.now();
    const steps = await run(program, side);
    const seconds = ((performance.now() - began) / 1000).toFixed(0);
    const subjects = Object.entries(Object.groupBy(steps, ({ subject, encoding }) => {
      return `${subject} in ${encoding}`;
    }));
    console.log(`${side}: ${steps.length} steps of ${subjects.length} subjects in ${seconds} s`);
    for (const [subject, own = []] of subjects) {
      await context.step(`${side}: ${subject}`, () => {
        const problems = own.flatMap((step) => problemOf(step, side) ?? []);
        if (problems.length > 0) throw new Error(problems.join("\n"));
      });
    }
    const taken = new Set(steps.map(({ subject, step }) => `${subject}: ${step}`));
    const stale = [...LACKING.keys()].filter((key) => !taken.has(key));
    if (stale.length > 0) throw new Error(`no such steps: ${stale.join(", ")}`);
    if (steps.length < LEAST_STEPS) throw new Error(`${side}: only ${steps.length} steps`);
  }
}

function problemOf({ subject, step, error }: Step, side: Side): string | undefined {
  const lacking = side === "this server" ? LACKING.get(`${subject}: ${step}`) : undefined;
  if (lacking === undefined) return error && `${step}: ${error}`;
  return error ? undefined : `${step}: works, though it is said that ${lacking}`;
}

/** Runs the program against a new server; throws where it came to no end. */
async function run(program: string, side: Side): Promise<Step[]> {
  await using server = await startServer(side);
  const { code, stdout, stderr } = await new Deno.Command(program, {
    args: ["--kubeconfig", server.kubeconfig],
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
