import { assert, assertEquals } from "../../../toolkit/deps/assert.ts";
import type { ObjectOf, Pod } from "../../../toolkit/mod.ts";
import { NAMES } from "../../../toolkit/names.ts";
import { resourcesOf } from "../../../toolkit/pods/resources.ts";
import { NodeLoad } from "../node/node_load.ts";
import type { NodeView } from "../node/node_views.ts";
import { refusalOf } from "./admission.ts";
import { SharedRequests } from "./shared_requests.ts";

const NODE: NodeView = {
  name: "n",
  labels: { disk: "fast" },
  taints: [],
  allocatable: resourcesOf({
    "cpu": "4",
    "memory": "1Gi",
    "ephemeral-storage": "10",
    "example.com/gpu": "2",
  }),
  mostPods: 3,
};
const GONE = { key: "k", value: "v", effect: "NoExecute" as const };
const CRITICAL = 2_000_000_000;

interface Case {
  readonly requests?: Record<string, string>;
  readonly spec?: object;
  readonly labels?: Record<string, string>;
  readonly node?: Partial<NodeView>;
  readonly lacksPort?: boolean;
  /** Pods that are there, each with one processor. */
  readonly there?: number;
  readonly refusal?: string;
}

const outOf = (name: string, requested: number, used: number, capacity: number) =>
  `OutOf${name}: Node didn't have enough resource: ${name}, requested: ${requested}, used: ${used}, ` +
  `capacity: ${capacity}`;
const AFFINITY =
  "NodeAffinity: Predicate NodeAffinity failed: node(s) didn't match Pod's node affinity/selector";

const affinityTo = (...values: string[]) => ({
  affinity: {
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: {
        nodeSelectorTerms: [{ matchExpressions: [{ key: "disk", operator: "In", values }] }],
      },
    },
  },
});

const CASES: Readonly<Record<string, Case>> = {
  "what fits": { requests: { cpu: "4", memory: "1Gi", "ephemeral-storage": "10" } },
  "what asks for nothing": {},
  "too many pods": { there: 3, refusal: outOf("pods", 1, 3, 3) },
  "the last pod": { there: 2 },
  "processors": { requests: { cpu: "4001m" }, refusal: outOf("cpu", 4001, 0, 4000) },
  "processors beside others": {
    there: 1,
    requests: { cpu: "3500m" },
    refusal: outOf("cpu", 3500, 1000, 4000),
  },
  "memory": { requests: { memory: "2Gi" }, refusal: outOf("memory", 2 ** 31, 0, 2 ** 30) },
  "disk": {
    requests: { "ephemeral-storage": "11" },
    refusal: outOf("ephemeral-storage", 11, 0, 10),
  },
  "devices": {
    requests: { "example.com/gpu": "3" },
    refusal: outOf("example.com/gpu", 3, 0, 2),
  },
  "devices that the node knows nothing of": { requests: { "example.com/other": "3" } },
  "huge pages that the node has none of": {
    requests: { "hugepages-2Mi": "4Mi" },
    refusal: outOf("hugepages-2Mi", 4194304, 0, 0),
  },
  "a selector": { spec: { nodeSelector: { disk: "slow" } }, refusal: AFFINITY },
  "a selector that matches": { spec: { nodeSelector: { disk: "fast" } } },
  "an affinity": { spec: affinityTo("slow", "none"), refusal: AFFINITY },
  "an affinity that matches": { spec: affinityTo("slow", "fast") },
  "a port": {
    lacksPort: true,
    refusal: "NodePorts: Predicate NodePorts failed: node(s) didn't have free ports for the " +
      "requested pod ports",
  },
  "a taint that lets nobody stay": {
    node: { taints: [GONE] },
    refusal: "TaintToleration: Predicate TaintToleration failed: node(s) had untolerated taint(s)",
  },
  "a taint that is tolerated": {
    node: { taints: [GONE] },
    spec: { tolerations: [{ key: "k", operator: "Exists" }] },
  },
  "a taint that is the scheduler's to heed": {
    node: { taints: [{ ...GONE, effect: "NoSchedule" }] },
  },
  "another system": {
    spec: { os: { name: "windows" } },
    refusal: "PodOSNotSupported: Failed to admit pod as the OS field doesn't match node OS",
  },
  "the label of another system": {
    labels: { "kubernetes.io/os": "windows" },
    requests: { cpu: "9" },
    refusal: "PodOSSelectorNodeLabelDoesNotMatch: Failed to admit pod as the `kubernetes.io/os` " +
      "label doesn't match node label",
  },
  "room comes first": {
    requests: { cpu: "9" },
    spec: { nodeSelector: { disk: "slow" } },
    refusal: outOf("cpu", 9000, 0, 4000),
  },
  "a critical pod has room made": { requests: { cpu: "9" }, spec: { priority: CRITICAL } },
  "a critical pod that does not match": {
    requests: { cpu: "9" },
    spec: { priority: CRITICAL, nodeSelector: { disk: "slow" } },
    refusal: AFFINITY,
  },
};

for (const [name, one] of Object.entries(CASES)) {
  const { requests = {}, spec = {}, labels = {}, node, lacksPort = false, there = 0 } = one;
  Deno.test(`refusalOf(): ${name}`, () => {
    const load = new NodeLoad();
    for (let at = 0; at < there; at++) load.add(resourcesOf({ cpu: "1" }));
    const pod = {
      metadata: { name: "p", labels },
      spec: { containers: [{ name: "c", resources: { requests } }], ...spec },
    } as unknown as ObjectOf<typeof Pod>;
    const refusal = refusalOf(pod, {
      node: { ...NODE, ...node },
      load,
      requests: new SharedRequests().of(pod),
      names: NAMES.kubernetes,
      lacksPort: () => lacksPort,
    });
    assertEquals(refusal && `${refusal.reason}: ${refusal.message}`, one.refusal);
  });
}

Deno.test("NodeLoad gives back what was taken, however many kinds of it there were", () => {
  const load = new NodeLoad();
  const lists = [{ cpu: "1" }, { "a.b/c": "2", memory: "1Gi" }, { "a.b/d": "1" }].map(resourcesOf);
  for (const one of lists) load.add(one);
  assertEquals([load.pods, load.requests.milliCpu, load.requests.scalars.get("a.b/c")], [
    3,
    1000,
    2,
  ]);
  for (const one of lists) load.remove(one);
  const { milliCpu, memory, scalars } = load.requests;
  assertEquals([load.pods, milliCpu, memory, scalars.size], [0, 0, 0, 0]);
});

Deno.test("SharedRequests keeps one value for what is alike, and none of what names very many resources", () => {
  const shared = new SharedRequests();
  const asking = (resources: number) => {
    const names = Array.from({ length: resources }, (_, at) => `example.com/r${at}`);
    const requests = Object.fromEntries(names.map((name) => [name, "1"]));
    const spec = { containers: [{ name: "c", image: "i", resources: { requests } }] };
    return shared.of({ metadata: { name: "p" }, spec } as unknown as ObjectOf<typeof Pod>);
  };
  const pair = (resources: number) => [asking(resources), asking(resources)] as const;
  const [small, again] = pair(2);
  assert(small === again);
  const [large, another] = pair(1000);
  assertEquals([large.scalars.size, large === another], [1000, false]);
});
