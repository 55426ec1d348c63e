/**
 * The reference's integration tests of its API server, controllers and scheduler: what they would start in their own
 * process is a process of this checkout.
 */
import { startCluster } from "../../testing/etcd_cluster.ts";
import { referenceFolder, referenceProgram } from "../../testing/reference_build.ts";
import { slowTests, testWith } from "../../testing/requirements.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { NOT_RUN, PACKAGES } from "./integration/packages.ts";
import { resultsIn, runPackage } from "./integration/run_package.ts";
import { SourceTree } from "./integration/source_tree.ts";

Deno.test("results of tests and of their parts are read with what each wrote", () => {
  const output = `=== RUN   TestA
    a_test.go:1: of all
=== RUN   TestA/part
    a_test.go:2: of the part
--- FAIL: TestA (0.01s)
    --- SKIP: TestA/part (0.00s)
=== RUN   TestB
--- PASS: TestB (0.00s)
FAIL
`;
  assertEquals(resultsIn(output), [
    { name: "TestA", outcome: "failed", log: "    a_test.go:1: of all\n" },
    { name: "TestA/part", outcome: "skipped", log: "    a_test.go:2: of the part\n" },
    { name: "TestB", outcome: "passed", log: "" },
  ]);
});

const COMPLETE =
  "every package of the reference's integration tests is run, or has a reason why not";
if (slowTests()) testWith(["go"], COMPLETE, theyAreComplete);
else Deno.test.ignore(`${COMPLETE} [in ./orch test --slow]`, () => {});

async function theyAreComplete(): Promise<void> {
  const there = await foldersWithTests(`${await referenceFolder()}/test/integration`);
  const run = PACKAGES.filter(({ module }) => module === "kubernetes").map(({ path }) => path);
  const named = [...run, ...Object.keys(NOT_RUN)];
  assertEquals(named.sort(), there.sort());
}

/** The folders below `root` that have tests in Go. */
async function foldersWithTests(root: string, below = ""): Promise<string[]> {
  const found: string[] = [];
  let hasTests = false;
  for await (const { name, isDirectory } of Deno.readDir(`${root}/${below}`)) {
    if (isDirectory) found.push(...await foldersWithTests(root, below ? `${below}/${name}` : name));
    else hasTests ||= name.endsWith("_test.go");
  }
  return hasTests ? [...found, below] : found;
}

for (const { leftOut, passes, ...tested } of PACKAGES) {
  const name = `the reference's integration tests pass: ${tested.path || tested.module}`;
  if (!slowTests()) {
    Deno.test.ignore(`${name} [in ./orch test --slow]`, () => {});
    continue;
  }
  testWith(["go"], name, async (t) => {
    const tree = await SourceTree.make();
    await using etcd = await startCluster({ program: await referenceProgram("etcd") });
    const { host, port } = etcd.addresses[0]!;
    const store = `http://${host}:${port}`;
    const results = await runPackage({ tree, tested, store, skip: Object.keys(leftOut) });
    for (const { name, outcome, log } of results) {
      if (outcome === "skipped") continue;
      await t.step(name, () => {
        if (outcome === "failed") throw new Error(log);
      });
    }
    // Tests skip what a server can't do: that is never to be more than it was.
    const passed = results.filter(({ outcome }) => outcome === "passed").length;
    assert(passed >= passes, `${passed} passed, not ${passes}`);
  });
}
