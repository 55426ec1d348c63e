import { assertEquals, assertRejects } from "../../toolkit/deps/assert.ts";
import { Doubts } from "../loop/mod.ts";
import type { PodClaims } from "./pod_claims.ts";
import type { PodWrites } from "./pod_writes.ts";
import { identityOf, type StatefulPod } from "./stateful_pod.ts";
import { statefulSetViewOf } from "./stateful_set_view.ts";
import { Turn } from "./turn.ts";

const NOW = 1_000_000;

/** A pod by its ordinal and what is said of it: `old`, `deleting`, `pending`, `failed`, `unready`, `young`. */
function pod(ordinal: number, said = ""): StatefulPod {
  const is = (word: string) => said.includes(word);
  const name = `web-${ordinal}`;
  return {
    ...identityOf(name),
    key: `default/${name}`,
    namespace: "default",
    name,
    uid: name,
    labels: {},
    annotations: {},
    controller: undefined,
    createdMs: 0,
    isDeleting: is("deleting"),
    phase: is("pending") ? "Pending" : is("failed") ? "Failed" : "Running",
    nodeName: "",
    isReady: !is("unready") && !is("pending") && !is("failed"),
    readySinceMs: is("young") ? NOW - 1000 : 0,
    restarts: [0, 0],
    revision: is("old") ? "one" : "two",
    claims: new Map(),
  };
}

/** What a turn does. */
async function done(
  spec: object,
  pods: readonly StatefulPod[],
  { fails = () => false, stale = false, status = {} }: {
    readonly fails?: (action: string) => boolean;
    readonly stale?: boolean;
    readonly status?: object;
  } = {},
): Promise<string[]> {
  const actions: string[] = [];
  const act = (action: string) => {
    actions.push(action);
    return fails(action) ? Promise.reject(new Error(`refused: ${action}`)) : Promise.resolve();
  };
  const writes = {
    create: (_: unknown, ordinal: number, revision: { name: string }) =>
      act(`create ${ordinal} of ${revision.name}`),
    delete: (_: unknown, { ordinal }: StatefulPod) => act(`delete ${ordinal}`),
    provide: (_: unknown, { ordinal }: StatefulPod) => act(`provide ${ordinal}`),
    repair: () => Promise.resolve(),
    release: (_: unknown, { ordinal }: StatefulPod) => act(`release ${ordinal}`),
  } as unknown as PodWrites;
  const set = statefulSetViewOf({
    metadata: { name: "web", namespace: "default", uid: "set" },
    spec: {
      selector: { matchLabels: { app: "web" } },
      updateStrategy: { type: "RollingUpdate", rollingUpdate: { partition: 0 } },
      ...spec,
    },
    status,
  } as never);
  const revision = (name: string) => ({ name, template: {} as never });
  const turn = new Turn({
    set,
    pods,
    revisions: { current: revision("one"), update: revision("two"), collisions: 0 },
    writes,
    claims: { areStale: () => stale } as unknown as PodClaims,
    doubts: new Doubts(),
    nowMs: NOW,
  });
  await turn.run().catch((error) => {
    throw Object.assign(error, { actions });
  });
  return actions;
}

const PARALLEL = { podManagementPolicy: "Parallel" };
const many = (maxUnavailable: number | string, partition = 0) => ({
  updateStrategy: { type: "RollingUpdate", rollingUpdate: { partition, maxUnavailable } },
});
const partition = (partition: number) => ({
  updateStrategy: { type: "RollingUpdate", rollingUpdate: { partition } },
});
const pods = (...all: string[]) => all.map((said, ordinal) => pod(ordinal, said));

type Case = readonly [spec: object, pods: readonly StatefulPod[], actions: readonly string[]];

const CASES: Readonly<Record<string, Case>> = {
  "makes the first": [{ replicas: 3 }, [], ["create 0 of two"]],
  "fills the first gap": [{ replicas: 3 }, [pod(0), pod(2)], ["create 1 of two"]],
  "waits for one that has not begun": [{ replicas: 3 }, pods("pending"), ["provide 0"]],
  "waits for one that is not ready": [{ replicas: 3 }, pods("", "unready"), []],
  "waits for one that is young": [{ replicas: 3, minReadySeconds: 5 }, pods("young"), []],
  "waits for one that is going": [{ replicas: 3 }, pods("deleting"), []],
  "takes one away that is over": [{ replicas: 3 }, pods("", "failed"), ["delete 1"]],
  "leaves one alone that is over and going": [{ replicas: 3 }, pods("failed deleting"), []],
  "makes all of a parallel set": [{ replicas: 3, ...PARALLEL }, [], [
    "create 0 of two",
    "create 1 of two",
    "create 2 of two",
  ]],
  "takes the last one away first": [{ replicas: 1 }, pods("", "", ""), [
    "release 2",
    "release 1",
    "delete 2",
  ]],
  "takes the first away that is not ready": [{ replicas: 1 }, pods("", "unready", "unready"), [
    "release 2",
    "release 1",
  ]],
  "does not shrink while one has to come": [{ replicas: 2 }, [pod(0), pod(5)], ["create 1 of two"]],
  "takes all of a parallel set away": [
    { replicas: 0, ...PARALLEL },
    pods("", "deleting", "unready"),
    [
      "release 2",
      "release 1",
      "release 0",
      "delete 2",
      "delete 0",
    ],
  ],
  "moves where ordinals begin elsewhere": [{ replicas: 2, ordinals: { start: 4 } }, [
    pod(4),
    pod(6),
  ], [
    "create 5 of two",
  ]],
  "rolls the last one": [{ replicas: 3 }, pods("old", "old", "old"), ["delete 2"]],
  "rolls no further while one is going": [{ replicas: 3 }, pods("old", "old", "deleting"), []],
  "rolls the next": [{ replicas: 3 }, pods("old", "old", ""), ["delete 1"]],
  "rolls a partition": [{ replicas: 3, ...partition(2) }, pods("old", "old", ""), []],
  "makes what is below a partition as it was": [
    { replicas: 3, ...partition(2) },
    pods("old"),
    ["create 1 of one"],
  ],
  "rolls none on delete": [
    { replicas: 2, updateStrategy: { type: "OnDelete" } },
    pods("old", "old"),
    [],
  ],
  "rolls a parallel set one by one": [
    { replicas: 3, ...PARALLEL },
    pods("old", "old", "unready"),
    [],
  ],
  "rolls as many as may be missing": [
    { replicas: 4, ...many(2) },
    pods("old", "old", "old", "old"),
    [
      "delete 3",
      "delete 2",
    ],
  ],
  "counts those that are missing already": [
    { replicas: 4, ...many(2), ...PARALLEL },
    pods("old", "old", "old", "unready"),
    ["delete 2"],
  ],
  "rolls none where too many are missing": [
    { replicas: 4, ...many(1), ...PARALLEL },
    pods("old", "old", "", "unready"),
    [],
  ],
  "rolls one where a percentage comes to nothing": [
    { replicas: 4, ...many("10%") },
    pods("old", "old", "old", "old"),
    ["delete 3"],
  ],
  "rolls no more than a partition": [
    { replicas: 4, ...many("100%", 2) },
    pods("old", "old", "old", "old"),
    ["delete 3", "delete 2"],
  ],
};

for (const [name, [spec, pods, actions]] of Object.entries(CASES)) {
  Deno.test(`a turn ${name}`, async () => assertEquals(await done(spec, pods), actions));
}

Deno.test("a turn makes pods of the current revision as the status counts them, where no partition is named", async () => {
  const spec = { replicas: 2, updateStrategy: { type: "RollingUpdate" } };
  assertEquals(await done(spec, [], { status: { currentReplicas: 1 } }), ["create 0 of one"]);
  assertEquals(await done(spec, pods("old"), { status: { currentReplicas: 1 } }), [
    "create 1 of two",
  ]);
});

Deno.test("a turn makes no pod whose claims are to go with the one before", async () => {
  assertEquals(await done({ replicas: 2 }, [], { stale: true }), []);
  assertEquals(await done({ replicas: 2, ...PARALLEL }, [], { stale: true }), []);
});

Deno.test("a turn of a set of two thousand million pods makes no more than 500, and looks at no more", async () => {
  const actions = await done({ replicas: 2 ** 31 - 1, ...PARALLEL }, pods("", ""));
  assertEquals([actions.length, actions[0], actions.at(-1)], [
    500,
    "create 2 of two",
    "create 501 of two",
  ]);
  assertEquals(await done({ replicas: 2 ** 31 - 1 }, pods("", "")), ["create 2 of two"]);
});

Deno.test("a turn of a parallel set stops soon where pods are refused", async () => {
  const refused = done({ replicas: 100, ...PARALLEL }, [], { fails: (one) => /create/.test(one) });
  const error = await refused.catch((error) => error);
  assertEquals(error.actions, ["create 0 of two"]);
  await assertRejects(() => refused, /refused: create 0/);
});
