import { daemonSetInWords, VERDICTS } from "../../testing/daemon_views.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";
import { daemonNodeOf, judgeNode } from "./judge_node.ts";

const affinity = (...nodeSelectorTerms: object[]) => ({
  affinity: {
    nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } },
  },
});
const inZone = (...values: string[]) => ({
  matchExpressions: [{ key: "zone", operator: "In", values }],
});
const taint = (key: string, effect: string) => ({ key, value: "x", effect });
const tolerated = (toleration: object) => ({ tolerations: [toleration] });

/** What the template says, what is to be said of the node in zone `one`, and the verdict. */
const CASES: Readonly<Record<string, readonly [podSpec: object, taints: object[], string]>> = {
  "nothing speaks against it": [{}, [], "yes"],
  "its name is the template's": [{ nodeName: "here" }, [], "yes"],
  "another's name is the template's": [{ nodeName: "there" }, [], "no"],
  "it is selected": [{ nodeSelector: { zone: "one" } }, [], "yes"],
  "it is not selected": [{ nodeSelector: { zone: "two" } }, [], "no"],
  "it is in one of the terms": [affinity(inZone("two"), inZone("one", "three")), [], "yes"],
  "it is in no term": [affinity(inZone("two")), [], "no"],
  "it is in a term, and not selected": [
    { ...affinity(inZone("one")), nodeSelector: { disk: "fast" } },
    [],
    "no",
  ],
  "its name is in a term": [
    affinity({ matchFields: [{ key: "metadata.name", operator: "NotIn", values: ["here"] }] }),
    [],
    "no",
  ],
  "it lets nothing new in": [{}, [taint("other", "NoSchedule")], "stays"],
  "it drives all away": [{}, [taint("other", "NoExecute")], "no"],
  "it lets some in": [
    tolerated({ key: "other", operator: "Equal", value: "x" }),
    [taint("other", "NoSchedule"), taint("other", "NoExecute")],
    "yes",
  ],
  "it lets others in": [
    tolerated({ key: "other", operator: "Equal", value: "y" }),
    [taint("other", "NoSchedule")],
    "stays",
  ],
  "it would rather have none": [{}, [taint("other", "PreferNoSchedule")], "yes"],
  "it is closed": [{}, [taint("node.kubernetes.io/unschedulable", "NoSchedule")], "yes"],
  "it is not ready": [{}, [taint("node.kubernetes.io/not-ready", "NoExecute")], "yes"],
  "it has just come, and nobody knows": [
    {},
    [taint("node.kubernetes.io/not-ready", "NoSchedule")],
    "stays",
  ],
  "it can't be reached": [{}, [taint("node.kubernetes.io/unreachable", "NoExecute")], "yes"],
  "it is short of memory, and of all else": [
    {},
    ["disk", "memory", "pid"].map((what) =>
      taint(`node.kubernetes.io/${what}-pressure`, "NoSchedule")
    ),
    "yes",
  ],
  "it has no network": [
    {},
    [taint("node.kubernetes.io/network-unavailable", "NoSchedule")],
    "stays",
  ],
  "it has no network, and the pod needs none but its": [
    { hostNetwork: true },
    [taint("node.kubernetes.io/network-unavailable", "NoSchedule")],
    "yes",
  ],
};

for (const [name, [podSpec, taints, verdict]] of Object.entries(CASES)) {
  Deno.test(`judgeNode() knows whether a node should have a pod: ${name}`, () => {
    const node = daemonNodeOf({
      metadata: { name: "here", labels: { zone: "one" } },
      spec: { taints },
    } as never);
    assertEquals(judgeNode(daemonSetInWords({}, podSpec), node), VERDICTS[verdict]);
  });
}
