/**
 * `./orch test`: the one gate. Runs every check and test of the checkout, and ends with a line
 * that counts them.
 *
 * @module
 */

import { installRequirements } from "./install.ts";
import { checkRules } from "./rules/mod.ts";
import { type Count, NOTHING, sum } from "./count.ts";
import { deno, ENTRY_POINTS, files, LARGE_YOUNG_SPACE, ROOT } from "./checkout.ts";
import { checkPromises } from "./promises.ts";
import { runTests } from "./run_tests.ts";
import { staleFiles } from "./generated.ts";

const HELP = `Runs every check and test of this checkout, with all their set-up.

Usage:
  orch test [--slow | --checks] [PATH...]

      --checks Run only what is no test: formatting, lint, rules, types (under a minute)
      --slow   Add the long tier: many kills, soaks, longer fuzzing (under an hour)
  -h, --help   Print this help and exit

With PATHs, only the tests of those files and folders run, without the checks around them.
As root on Debian, programs that tests need are installed; elsewhere the tests that need a
missing one are skipped by name. With CI=true a missing one is a failure.
`;

interface Step {
  readonly name: string;
  readonly run: (options: Options) => Promise<Count>;
}

interface Options {
  readonly slow: boolean;
  readonly paths: readonly string[];
}

/** A step that a program passes by exiting with 0. */
function program(name: string, args: string[]): Step {
  return {
    name,
    async run() {
      const { success, output } = await deno(args);
      if (success) return { ...NOTHING, passed: 1 };
      console.log(output);
      return { ...NOTHING, failed: 1 };
    },
  };
}

/** A step whose check returns what is wrong, a line each. */
function check(name: string, problems: () => Promise<readonly string[]>): Step {
  return {
    name,
    async run() {
      const found = await problems();
      for (const problem of found) console.log(`  ${problem}`);
      return found.length === 0 ? { ...NOTHING, passed: 1 } : { ...NOTHING, failed: 1 };
    },
  };
}

/** The documents that have examples. */
async function documentsWithExamples(): Promise<string[]> {
  return await matching(await files(/\.md$/), /^```ts$/m);
}

/** The code whose comments have examples. */
async function withExamples(code: readonly string[]): Promise<string[]> {
  const shown = code.filter((path) => !path.endsWith("_test.ts") && !path.startsWith("tests/"));
  return await matching(shown, /^ \* ```ts/m);
}

async function matching(paths: readonly string[], text: RegExp): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths) {
    if (text.test(await Deno.readTextFile(ROOT + path))) found.push(path);
  }
  return found;
}

/** One phase after the other; the steps of a phase wait for nothing of each other, the longest come first. */
async function phases(): Promise<Step[][]> {
  const code = await files(/\.ts$/);
  const documents = await documentsWithExamples();
  return [
    [
      // It waits for the network, mostly.
      check("programs that tests need", installRequirements),
      // The examples of all documents and comments too: the step that runs them checks no types.
      program("types", ["check", LARGE_YOUNG_SPACE, "--quiet", "--doc", ...code, ...documents]),
      check("unowned promises", () => checkPromises(code)),
      // All at once: what one shows, another may export.
      program("documentation", ["doc", "--lint", ...ENTRY_POINTS]),
      program("documentation examples", [
        "test",
        LARGE_YOUNG_SPACE,
        "--doc",
        "--no-check",
        "-A",
        "--parallel",
        "--quiet",
        "--permit-no-files",
        ...documents,
        ...await withExamples(code),
      ]),
      check("own rules", () => checkRules(code)),
      program("lint", ["lint", "--quiet"]),
      program("formatting", ["fmt", "--check", "--quiet"]),
      check("generated files", staleFiles),
    ],
    [{ name: TESTS, run: runTests }],
  ];
}

const TESTS = "tests";

/** Steps of a phase that run at once: each but one is a process that computes all the time. */
const AT_ONCE = 3;

/** Runs all steps of a phase; a line each as it ends. */
async function runPhase(phase: readonly Step[], options: Options): Promise<Count[]> {
  const counts: Count[] = [];
  const left = phase.values();
  const runNext = async () => {
    // One iterator for all: whoever is free takes the next one.
    for (const { name, run } of left) {
      const start = performance.now();
      const count = await run(options);
      counts.push(count);
      const seconds = ((performance.now() - start) / 1000).toFixed(1);
      console.log(`${name}: ${count.failed === 0 ? "ok" : "FAILED"} (${seconds} s)`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, runNext));
  return counts;
}

/** Runs the gate; exit code 0 when nothing failed. */
export async function main(args: string[]): Promise<number> {
  if (args.includes("--help") || args.includes("-h")) {
    console.log(HELP);
    return 0;
  }
  const unknown = args.find((arg) => arg.startsWith("-") && arg !== "--slow" && arg !== "--checks");
  if (unknown !== undefined) {
    console.error(`Error: unknown flag: ${unknown}\n\n${HELP}`);
    return 1;
  }
  const options = {
    slow: args.includes("--slow"),
    paths: args.filter((arg) => !arg.startsWith("-")),
  };
  Deno.chdir(ROOT);
  const onlyChecks = args.includes("--checks");
  const counts: Count[] = [];
  for (const phase of await phases()) {
    const chosen = phase.filter(({ name }) =>
      name === TESTS ? !onlyChecks : options.paths.length === 0
    );
    if (chosen.length > 0) console.log(`${chosen.map(({ name }) => name).join(", ")} ...`);
    counts.push(...await runPhase(chosen, options));
  }
  const total = sum(counts);
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : "";
  console.log(`${total.passed} passed, ${total.failed} failed${skipped}`);
  return total.failed === 0 ? 0 : 1;
}

if (import.meta.main) Deno.exit(await main(Deno.args));
