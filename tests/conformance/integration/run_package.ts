/**
 * Runs the tests of a package of the reference against processes of this checkout.
 *
 * @module
 */

import type { SourceTree, TestPackage } from "./source_tree.ts";

/** What is run. */
export interface PackageRun {
  readonly tree: SourceTree;
  readonly tested: TestPackage;
  /** Where the store of all servers is: `http://HOST:PORT` of an etcd. */
  readonly store: string;
  /** Expressions, one for each level of a test's name, of what doesn't run. */
  readonly skip: readonly string[];
}

/** What became of a test, or of a part of one. */
export interface TestResult {
  readonly name: string;
  readonly outcome: "passed" | "failed" | "skipped";
  /** What it wrote. */
  readonly log: string;
}

const ROOT = new URL("../../../", import.meta.url).pathname;
const LIMIT = "30m";
const OUTCOMES = { PASS: "passed", FAIL: "failed", SKIP: "skipped" } as const;
/** Of what a test writes, which may be many objects. */
const SHOWN_CHARS = 3000;

/** Runs them to their end. Throws where the program ended before. */
export async function runPackage({ tree, tested, store, skip }: PackageRun): Promise<TestResult[]> {
  const folder = await Deno.makeTempDir({ prefix: "orch-integration-" });
  try {
    // Clients tell servers the name of their program: the one that `go test` gives it.
    const program = `${folder}/${tested.path.split("/").at(-1) || "integration"}.test`;
    await Deno.symlink(await tree.build(tested), program);
    return await runProgram(program, { tree, tested, store, skip });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function runProgram(
  program: string,
  { tree, tested, store, skip }: PackageRun,
): Promise<TestResult[]> {
  const { code, stdout, stderr } = await new Deno.Command(program, {
    args: [
      "-test.v",
      `-test.timeout=${LIMIT}`,
      ...(skip.length > 0 ? [`-test.skip=${skip.join("|")}`] : []),
    ],
    cwd: tree.folderOf(tested),
    env: {
      KUBE_INTEGRATION_ETCD_URL: store,
      ORCH_TEST_APISERVER: command("apiserver/main.ts", "--bind-address=127.0.0.1"),
      ORCH_TEST_CONTROLLER_MANAGER: command("controllers/main.ts", "--kube-api-qps=-1"),
      ORCH_TEST_SCHEDULER: command("controllers/scheduler/main.ts"),
    },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).output();
  const decoder = new TextDecoder();
  const output = decoder.decode(stdout);
  // Where something failed the program says so, too.
  if (code > 1 || !/^(PASS|FAIL)$/m.test(output)) {
    const said = (output + decoder.decode(stderr)).slice(-SHOWN_CHARS);
    throw new Error(`the tests of ${tested.path} ended early:\n${said}`);
  }
  return resultsIn(output);
}

/** The results that a test program's `-test.v` tells of, of parts too. */
export function resultsIn(output: string): TestResult[] {
  const logs = new Map<string, string>();
  const results: TestResult[] = [];
  let running = "";
  for (const line of output.split("\n")) {
    const ended = /^\s*--- (PASS|FAIL|SKIP): (\S+) \(/.exec(line);
    if (ended !== null) {
      const [, word, name] = ended as unknown as [string, keyof typeof OUTCOMES, string];
      const log = (logs.get(name) ?? "").slice(-SHOWN_CHARS);
      results.push({ name, outcome: OUTCOMES[word], log });
      running = "";
      continue;
    }
    const next = /^=== (?:RUN|CONT|NAME)\s+(\S+)$/.exec(line);
    if (next !== null) running = next[1]!;
    else logs.set(running, `${logs.get(running) ?? ""}${line}\n`);
  }
  return results;
}

/** The words that start a process, as its tests read them. */
function command(main: string, ...flags: readonly string[]): string {
  return JSON.stringify([
    Deno.execPath(),
    "run",
    "-A",
    "--quiet",
    "--no-check",
    "--unstable-kv",
    ROOT + main,
    "--api-dialect=kubernetes",
    ...flags,
  ]);
}
