import { daemonSetInWords, daemonsInWords, rolling } from "../../testing/daemon_views.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";
import { placePods } from "./placement.ts";

type Nodes = Parameters<typeof daemonsInWords>[1];

/** What is there; nodes that get a pod, and pods that go. */
type Case = readonly [nodes: Nodes, create: string, gone: string];

function assertPlaced(spec: object, [nodes, create, gone]: Case, waitMs = 0): void {
  const parts = daemonsInWords(daemonSetInWords(spec), nodes);
  const placed = placePods({ ...parts, failedWait: () => waitMs });
  assertEquals(placed.create.join(" "), create);
  assertEquals(placed.delete.map(({ name }) => name).sort().join(" "), gone);
}

const PLAIN: Readonly<Record<string, Case>> = {
  "a pod for each node that lacks one": [[["yes"], ["yes", ""], ["stays"], ["no"]], "a", ""],
  "no second pod while the first is going": [[["yes", "deleting"]], "", ""],
  "those go that may not stay, unless they are going": [[["no", "", "deleting"]], "", "a1"],
  "those stay that may": [[["stays", "old"], ["stays", "pending unbound"]], "", ""],
  "the oldest stays": [[["yes", "", "", ""]], "", "a2 a3"],
  "one on the node stays before one that is for it": [[["yes", "unbound", ""]], "", "a1"],
  "those that are over go, and the next turn makes others": [
    [["yes", "failed"], ["yes", "succeeded"], ["stays", "failed"]],
    "",
    "a1 b1 c1",
  ],
  "one that is over is none of several": [[["yes", "failed", ""]], "", "a1"],
  "of pods for a node that is gone those go that wait for it": [
    [["gone", "unbound", "", "unbound deleting"]],
    "",
    "a1",
  ],
};

for (const [name, one] of Object.entries(PLAIN)) {
  Deno.test(`placePods(): ${name}`, () => assertPlaced({}, one));
}

const SURGING: Readonly<Record<string, Case>> = {
  "a pod for each node that lacks one": [[["yes"], ["yes", ""], ["stays"]], "a", ""],
  "another while one is going": [[["yes", "deleting"], ["stays", "deleting"]], "a", ""],
  "one of each template may be there": [[["yes", "old", "unready"]], "", ""],
  "the old one goes when the new one is there": [[["yes", "old", ""]], "", "a1"],
  "the old one goes when it is not ready": [[["yes", "old unready", "unready"]], "", "a1"],
  "the new one must be ready for long enough": [[["yes", "old", "young"]], "", ""],
  "the oldest of each template stays": [
    [["yes", "old", "old", "unready", "unready"]],
    "",
    "a2 a4",
  ],
  "of one template the oldest stays": [[["yes", "old", "old"]], "", "a2"],
  "another at once for one that is over": [
    [["yes", "succeeded"], ["yes", "failed"]],
    "a b",
    "a1 b1",
  ],
};

for (const [name, one] of Object.entries(SURGING)) {
  Deno.test(`placePods() with a surge: ${name}`, () =>
    assertPlaced({ ...rolling({ maxSurge: 1, maxUnavailable: 0 }), minReadySeconds: 10 }, one));
}

for (const spec of [{}, rolling({ maxSurge: 1 })]) {
  Deno.test(`placePods() has a node rest after pods that failed: ${JSON.stringify(spec)}`, () => {
    assertPlaced(spec, [[["yes", "failed"], ["yes"]], "b", ""], 1000);
  });
}

Deno.test("placePods() says when a failed pod may go, and tells of those that go", () => {
  const parts = daemonsInWords(daemonSetInWords(), [
    ["yes", "failed"],
    ["yes", "failed"],
    ["yes", "failed", "succeeded"],
  ]);
  const waits: Record<string, number> = { a: 3000, b: 2000, c: 0 };
  const placed = placePods({ ...parts, failedWait: (node) => waits[node]! });
  assertEquals(placed.againMs, 2000);
  assertEquals(placed.failed.map(({ name }) => name), ["c1"]);
  assertEquals(placed.succeeded.map(({ name }) => name), ["c2"]);
});
