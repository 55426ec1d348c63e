import { daemonSetInWords, daemonsInWords, rolling } from "../../testing/daemon_views.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import fc from "../../toolkit/deps/fast_check.ts";
import { placePods } from "./placement.ts";
import { rollPods } from "./rolling.ts";

type Nodes = Parameters<typeof daemonsInWords>[1];

/** The strategy, what is there; nodes that get a pod beside the old one, and pods that go. */
type Case = readonly [strategy: object, nodes: Nodes, create: string, gone: string];

const ONE = { maxUnavailable: 1 };
const SURGE = { maxSurge: 1, maxUnavailable: 0 };
const OLD = ["yes", "old"] as const;

const CASES: Readonly<Record<string, Case>> = {
  "as many as may be missing go": [{ maxUnavailable: 2 }, [OLD, OLD, OLD], "", "a1 b1"],
  "a part of the nodes rounds up": [{ maxUnavailable: "34%" }, [OLD, OLD, OLD], "", "a1 b1"],
  "one goes where neither number allows any": [
    { maxUnavailable: 0, maxSurge: 0 },
    [OLD, OLD],
    "",
    "a1",
  ],
  "none goes while a new one is not there": [ONE, [["yes", "unready"], OLD], "", ""],
  "none goes while a new one is young": [ONE, [["yes", "young"], OLD], "", ""],
  "none goes while a node has none": [ONE, [["yes"], OLD], "", ""],
  "none goes while one is going": [ONE, [["yes", "deleting"], OLD], "", ""],
  "one that is not there goes in any case": [ONE, [["yes", "old unready"], OLD, OLD], "", "a1"],
  "nodes with both count, and are left alone": [ONE, [["yes", "old", ""], OLD], "", ""],
  "nodes with two of a template count": [ONE, [["yes", "old", "old"], OLD], "", ""],
  "nodes that should have none don't count": [ONE, [["no"], OLD, OLD], "", "b1"],
  "those that may stay are replaced too": [ONE, [["stays", "old"]], "", "a1"],
  "all are new": [ONE, [["yes", ""], ["yes", ""]], "", ""],
  "some nodes get a new one beside the old one": [
    { ...SURGE, maxSurge: 2 },
    [OLD, OLD, OLD],
    "a b",
    "",
  ],
  "a surge is a part of the nodes, rounded up": [
    { ...SURGE, maxSurge: "34%" },
    [OLD, OLD, OLD],
    "a b",
    "",
  ],
  "new ones that are not there count in a surge": [SURGE, [["yes", "old", "unready"], OLD], "", ""],
  "the next one when the new one is there": [SURGE, [["yes", "old", ""], OLD], "b", "a1"],
  "a new one in any case where the old one is not there": [
    SURGE,
    [["yes", "old", "unready"], ["yes", "old unready"]],
    "b",
    "",
  ],
  "too many of a template count in a surge": [SURGE, [["yes", "old", "old"], OLD], "", ""],
  "where none should run one goes if it is not there": [
    SURGE,
    [["stays", "old unready"]],
    "",
    "a1",
  ],
  "where none should run one stays until others are there": [
    SURGE,
    [["stays", "old"], ["yes", "unready"]],
    "",
    "",
  ],
  "where none should run one goes when others are there": [
    SURGE,
    [["stays", "old"], ["yes", ""]],
    "",
    "a1",
  ],
  "of a node that is gone one goes that is not there": [SURGE, [["gone", "old unready"]], "", "a1"],
};

for (const [name, [strategy, nodes, create, gone]] of Object.entries(CASES)) {
  Deno.test(`rollPods(): ${name}`, () => {
    const set = daemonSetInWords({ ...rolling(strategy), minReadySeconds: 10 });
    const step = rollPods(daemonsInWords(set, nodes));
    assertEquals(step.create.join(" "), create);
    assertEquals(step.delete.map(({ name }) => name).sort().join(" "), gone);
  });
}

/** Pods become ready one after another; how many nodes are without one meanwhile, and how many have two. */
Deno.test("placePods() and rollPods() replace every pod, within their bounds", () => {
  const bound = fc.oneof(fc.nat(4), fc.integer({ min: 1, max: 100 }).map((part) => `${part}%`));
  fc.assert(fc.property(
    fc.integer({ min: 1, max: 8 }),
    bound,
    bound,
    fc.infiniteStream(fc.nat()),
    (count, maxSurge, maxUnavailable, chance) => {
      const set = daemonSetInWords(rolling(maxSurge === 0 ? { maxUnavailable } : { maxSurge }));
      const nodes: [string, ...string[]][] = Array.from({ length: count }, () => ["yes", "old"]);
      const share = (value: number | string) =>
        typeof value === "number" ? value : Math.ceil(count * parseInt(value) / 100);
      const most = maxSurge === 0 ? Math.max(1, share(maxUnavailable)) : 0;
      for (let turn = 0; turn < 100; turn++) {
        const parts = daemonsInWords(set, nodes);
        const placed = placePods({ ...parts, failedWait: () => 0 });
        const isPlaced = placed.create.length + placed.delete.length > 0;
        const { create, delete: gone } = isPlaced ? placed : rollPods(parts);
        for (const { name, target } of gone) {
          const index = target!.charCodeAt(0) - "a".charCodeAt(0);
          nodes[index]![Number(name.slice(1))] = "";
        }
        for (const node of create) {
          nodes[node.charCodeAt(0) - "a".charCodeAt(0)]!.push("unready new");
        }
        nodes.forEach((node, index) => {
          nodes[index] = ["yes", ...node.slice(1).filter((said) => said !== "")];
        });
        const pods = nodes.map(([, ...said]) => said);
        assert(pods.every((said) => said.length <= (maxSurge === 0 ? 1 : 2)), String(pods));
        const missing = pods.filter((said) => said.every((one) => one.includes("unready"))).length;
        assert(missing <= most, `${missing} nodes of ${count} have none, of at most ${most}`);
        const surging = pods.filter((said) => said.length > 1).length;
        assert(surging <= share(maxSurge), `${surging} nodes have two`);
        if (pods.every((said) => said.length === 1 && said[0] === "new")) return;
        const waiting = nodes.filter((node) => node.includes("unready new"));
        const ready = waiting[chance.next().value! % Math.max(1, waiting.length)];
        if (ready !== undefined) ready[ready.indexOf("unready new")] = "new";
      }
      throw new Error("it never ends");
    },
  ));
});
