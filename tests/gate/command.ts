/**
 * `./orch test`: the one gate. Runs every check and test of the checkout, and ends with a line
 * that counts them.
 *
 * @module
 */

import { installRequirements } from "./install.ts";
import { checkRules } from "./rules/mod.ts";
import { type Count, NOTHING, sum } from "./count.ts";
import { deno, ENTRY_POINTS, files, ROOT } from "./checkout.ts";
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

/** The files and documents that have examples: those of all are checked and run at once. */
async function withExamples(code: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const path of await files(/\.md$/)) {
    if (/^```ts$/m.test(await Deno.readTextFile(ROOT + path))) found.push(path);
  }
  for (const path of code) {
    const example = !path.endsWith("_test.ts") && !path.startsWith("tests/") &&
      /^ \* ```ts/m.test(await Deno.readTextFile(ROOT + path));
    if (example) found.push(path);
  }
  return found;
}

async function steps(): Promise<Step[]> {
  const code = await files(/\.ts$/);
  return [
    check("programs that tests need", installRequirements),
    program("formatting", ["fmt", "--check", "--quiet"]),
    program("lint", ["lint", "--quiet"]),
    check("own rules", () => checkRules(code)),
    check("generated files", staleFiles),
    program("types", ["check", "--quiet", ...code]),
    check("unowned promises", () => checkPromises(code)),
    // All at once: what one shows, another may export.
    program("documentation", ["doc", "--lint", ...ENTRY_POINTS]),
    program("documentation examples", [
      "test",
      "--doc",
      "-A",
      "--parallel",
      "--quiet",
      "--permit-no-files",
      ...await withExamples(code),
    ]),
    { name: "tests", run: runTests },
  ];
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
  const chosen = (await steps()).filter(({ name }) =>
    (options.paths.length === 0 || name === "tests") && !(onlyChecks && name === "tests")
  );
  const counts: Count[] = [];
  for (const [index, step] of chosen.entries()) {
    const start = performance.now();
    console.log(`[${index + 1}/${chosen.length}] ${step.name} ...`);
    const count = await step.run(options);
    counts.push(count);
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    console.log(`      ${count.failed === 0 ? "ok" : "FAILED"} (${seconds} s)`);
  }
  const total = sum(counts);
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : "";
  console.log(`${total.passed} passed, ${total.failed} failed${skipped}`);
  return total.failed === 0 ? 0 : 1;
}

if (import.meta.main) Deno.exit(await main(Deno.args));
