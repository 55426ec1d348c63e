// Tables: who goes for a pod, and on which node.

import { assertEquals } from "../../../toolkit/deps/assert.ts";
import { NAMES } from "../../../toolkit/names.ts";
import { selectorOf, selectorOfLabels } from "../../../toolkit/selectors/mod.ts";
import { type LiveNode, NodeInfo, nodeViewOf } from "../cluster/node_info.ts";
import { CycleState, unschedulable } from "../framework/mod.ts";
import { type LivePod, pendingPodOf, type PodInfo, podInfoOf } from "../pod/pod_info.ts";
import { bestCandidate } from "./best_candidate.ts";
import type { BudgetView } from "./disruption_budgets.ts";
import { areVictims, selectVictims } from "./select_victims.ts";

const NOW = Date.UTC(2026, 0, 1);

interface Said {
  readonly priority: number;
  readonly cpu: number;
  readonly app?: string;
  /** Minutes before now; default: it has not begun. */
  readonly runs?: number;
}

function live(name: string, { priority, cpu, app = "", runs }: Said): LivePod {
  const startTime = runs === undefined ? undefined : new Date(NOW - runs * 60_000).toISOString();
  return {
    metadata: {
      namespace: "n",
      name,
      uid: name,
      resourceVersion: "1",
      ...(app && { labels: { app } }),
    },
    spec: {
      priority,
      containers: [{ name: "c", resources: { requests: { cpu: `${cpu}` } } }],
    },
    status: { startTime },
  } as unknown as LivePod;
}

const budget = (app: string, allowed: number, disrupted: string[] = []): BudgetView => ({
  selector: selectorOfLabels({ app }),
  allowed,
  disrupted: new Set(disrupted),
});

/** Of a node with eight processors. */
const cases: Readonly<
  Record<string, {
    readonly there: Readonly<Record<string, Said>>;
    readonly pod: Said;
    readonly budgets?: readonly BudgetView[];
    /** Names, the most important first, and how many violations; a text: why not. */
    readonly wanted: readonly [readonly string[], number] | string;
  }>
> = {
  "pods that are as important stay": {
    there: { a: { priority: 5, cpu: 8 } },
    pod: { priority: 5, cpu: 1 },
    wanted: "No preemption victims found for incoming pod",
  },
  "no more go than have to, the least important": {
    there: {
      a: { priority: 1, cpu: 3 },
      b: { priority: 2, cpu: 3 },
      c: { priority: 0, cpu: 2 },
    },
    pod: { priority: 9, cpu: 4 },
    wanted: [["a", "c"], 0],
  },
  "of two as important the one that runs longer stays": {
    there: { a: { priority: 1, cpu: 4, runs: 1 }, b: { priority: 1, cpu: 4, runs: 9 } },
    pod: { priority: 9, cpu: 4 },
    wanted: [["a"], 0],
  },
  "one that a budget keeps stays before more important ones": {
    there: { a: { priority: 2, cpu: 4 }, b: { priority: 1, cpu: 4, app: "kept" } },
    pod: { priority: 9, cpu: 4 },
    budgets: [budget("kept", 0)],
    wanted: [["a"], 0],
  },
  "a budget is no law": {
    there: { a: { priority: 1, cpu: 4, app: "kept" }, b: { priority: 1, cpu: 4, app: "kept" } },
    pod: { priority: 9, cpu: 8 },
    budgets: [budget("kept", 1)],
    wanted: [["b", "a"], 1],
  },
  "one that a budget counts as gone already is free": {
    there: { a: { priority: 2, cpu: 4 }, b: { priority: 1, cpu: 4, app: "kept" } },
    pod: { priority: 9, cpu: 4 },
    budgets: [budget("kept", 0, ["b"])],
    wanted: [["b"], 0],
  },
  "a budget is of no pods without labels": {
    there: { a: { priority: 2, cpu: 4 }, b: { priority: 1, cpu: 4 } },
    pod: { priority: 9, cpu: 4 },
    budgets: [{
      selector: selectorOf({ matchExpressions: [{ key: "app", operator: "DoesNotExist" }] }),
      allowed: 1,
      disrupted: new Set(),
    }],
    wanted: [["b"], 0],
  },
  "nothing helps a pod that is too large": {
    there: { a: { priority: 1, cpu: 4 } },
    pod: { priority: 9, cpu: 9 },
    wanted: "Insufficient cpu",
  },
};

for (const [name, { there, pod, budgets = [], wanted }] of Object.entries(cases)) {
  Deno.test(`selectVictims(): ${name}`, () => {
    let node = NodeInfo.of(nodeViewOf({
      metadata: { name: "node" },
      status: { allocatable: { cpu: "8", pods: "10" } },
    } as unknown as LiveNode, NAMES.kubernetes));
    for (const [name, said] of Object.entries(there)) {
      node = node.withPod(podInfoOf(live(name, said)));
    }
    const answer = selectVictims(
      new CycleState(),
      pendingPodOf(live("new", pod)),
      node,
      () => budgets,
      NOW,
      {
        addPod() {},
        removePod() {},
        filterWithNominated(_, { requests }, { node, requested }) {
          const fits = requested.milliCpu + requests.milliCpu <= node.allocatable.milliCpu;
          return fits ? undefined : { plugin: "", status: unschedulable("Insufficient cpu") };
        },
      },
    );
    if (areVictims(answer)) {
      assertEquals([answer.pods.map(({ name }) => name), answer.violations], wanted as never);
    } else assertEquals(answer.reasons.join(), wanted as string);
  });
}

const victim = (said: Partial<Said>): PodInfo =>
  podInfoOf(live("v", { priority: 1, cpu: 1, ...said }));

const choices: Readonly<
  Record<string, readonly [best: readonly [number, PodInfo[]], other: readonly [number, PodInfo[]]]>
> = {
  "fewer violations": [[0, [victim({ priority: 9 })]], [1, [victim({})]]],
  "less important at most": [
    [0, [victim({ priority: 2 }), victim({ priority: 2 })]],
    [0, [victim({ priority: 3 })]],
  ],
  "less important together": [
    [0, [victim({ priority: 3 }), victim({ priority: 1 })]],
    [0, [victim({ priority: 3 }), victim({ priority: 2 })]],
  ],
  "fewer of no importance at all": [
    [0, [victim({ priority: -(2 ** 31) })]],
    [0, [victim({ priority: -(2 ** 31) }), victim({ priority: -(2 ** 31) })]],
  ],
  "those that began later": [[0, [victim({ runs: 1 })]], [0, [victim({ runs: 2 })]]],
};

for (const [name, [best, other]] of Object.entries(choices)) {
  Deno.test(`bestCandidate() prefers ${name}`, () => {
    const of = ([violations, pods]: readonly [number, PodInfo[]]) => ({ violations, pods });
    const either = new Map([["other", of(other)], ["best", of(best)]]);
    assertEquals(bestCandidate(either, NOW), "best");
    assertEquals(bestCandidate(new Map([...either].toReversed()), NOW), "best");
  });
}

Deno.test("bestCandidate() has no choice where nobody is to go", () => {
  assertEquals(bestCandidate(new Map([["a", { pods: [], violations: 0 }]]), NOW), undefined);
});
