/**
 * The suites of controller-runtime, unchanged, on the launchers of `orch envtest`: what every operator in
 * Go is built of, and tested with.
 */

import { missing, slowTests, testWith } from "../../testing/requirements.ts";
import { writeLaunchers } from "./launched.ts";
import { moduleSource, runSuite, type Suite, type SuiteResult, suitesOf } from "./suites.ts";

const MODULE = "sigs.k8s.io/controller-runtime";
const VERSION = "0.22.4";
const NAME = `the suites of controller-runtime ${VERSION} pass on orch envtest`;

/** Specs that this server fails so far, by package and name, and why. One that passes is an error too. */
const LACKING: ReadonlyMap<string, string> = new Map();

/** Tests of Go that fetch programs of an old release, by package: they are left out. */
const NEED_NETWORK: ReadonlyMap<string, string> = new Map([
  ["pkg/client/apiutil", "/aggregatedDiscovery=false"],
]);

/** Fewer would mean that suites are left out. */
const LEAST_SUITES = 40;
const LEAST_SPECS = 1700;

if (!slowTests()) {
  Deno.test.ignore(`${NAME} [in ./orch test --slow]`, () => {});
} else if (missing(["go"]).length > 0) {
  testWith(["go"], NAME, () => {});
} else {
  const source = await moduleSource(MODULE, VERSION).catch((error: Error) => error);
  if (source instanceof Error) {
    const [why] = source.message.split("\n").slice(-1);
    Deno.test.ignore(`${NAME} [needs its modules, which can't be fetched: ${why}]`, () => {});
  } else {
    Deno.test(NAME, (context) => runAll(context, source));
  }
}

async function runAll(context: Deno.TestContext, source: string): Promise<void> {
  const assets = await Deno.makeTempDir({ prefix: "orch-envtest-" });
  try {
    await writeLaunchers(assets);
    const suites = await suitesOf(source);
    let passed = 0;
    const met = new Set<string>();
    for (const suite of suites) {
      await context.step(suite.name, async () => {
        const result = await runSuite(suite, assets, NEED_NETWORK.get(suite.name));
        passed += result.passed.length;
        for (const name of result.again) console.log(`needed another attempt: ${name}`);
        for (const name of [...result.passed, ...result.failed.keys()]) {
          met.add(`${suite.name}: ${name}`);
        }
        const problems = problemsOf(suite, result);
        if (problems.length > 0) throw new Error(problems.join("\n"));
      });
    }
    console.log(`${passed} specs of ${suites.length} packages passed`);
    const stale = [...LACKING.keys()].filter((name) => !met.has(name));
    if (stale.length > 0) throw new Error(`no such specs: ${stale.join(", ")}`);
    if (suites.length < LEAST_SUITES || passed < LEAST_SPECS) {
      throw new Error(`only ${passed} specs of ${suites.length} packages`);
    }
  } finally {
    await Deno.remove(assets, { recursive: true });
  }
}

function problemsOf({ name: suite }: Suite, result: SuiteResult): string[] {
  const problems: string[] = [];
  for (const [name, message] of result.failed) {
    if (!LACKING.has(`${suite}: ${name}`)) problems.push(`${name}: ${message}`);
  }
  for (const name of result.passed) {
    const lacking = LACKING.get(`${suite}: ${name}`);
    if (lacking !== undefined) problems.push(`${name}: works, though it is said that ${lacking}`);
  }
  // The one test of Go that has all specs in it fails with them.
  const own = result.failed.size > 0 ? 1 : 0;
  if (result.failedTests.length > own || (!result.success && own === 0)) {
    problems.push(`${result.failedTests.join(", ")} failed:\n${result.output.slice(-4000)}`);
  }
  return problems;
}
