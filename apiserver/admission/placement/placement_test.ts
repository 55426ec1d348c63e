import { testPlugin, type Write } from "../../../testing/admission.ts";
import type { AnyObject } from "../../../testing/api_client.ts";

const pod = (spec: AnyObject = {}, metadata: AnyObject = {}): Write => ["post", "pods", {
  metadata: { name: "p", ...metadata },
  spec: { containers: [{ name: "c", image: "i" }], ...spec },
}];
const PRIORITIES = "/apis/scheduling.k8s.io/v1/priorityclasses";
const HIGH: Write = ["post", PRIORITIES, {
  metadata: { name: "high" },
  value: 10,
  preemptionPolicy: "Never",
}];

testPlugin("priority() refuses what contradicts the classes", {
  plugins: ["Priority"],
  before: [HIGH, ["post", PRIORITIES, {
    metadata: { name: "usual" },
    value: 5,
    globalDefault: true,
  }]],
}, [
  {
    name: "a class that is not there",
    write: pod({ priorityClassName: "nothing" }),
    status: 403,
    message: "no PriorityClass with name nothing was found",
  },
  {
    name: "a number of its own",
    write: pod({ priority: 11, priorityClassName: "high" }),
    status: 403,
    message: "the integer value of priority (11) must not be provided in pod spec; priority " +
      "admission controller computed 10 from the given PriorityClass name",
  },
  {
    name: "a policy of its own",
    write: pod({ priorityClassName: "high", preemptionPolicy: "PreemptLowerPriority" }),
    status: 403,
    message: "the string value of PreemptionPolicy (PreemptLowerPriority) must not be provided",
  },
  {
    name: "a second default",
    write: ["post", PRIORITIES, { metadata: { name: "other" }, value: 6, globalDefault: true }],
    status: 403,
    message: "PriorityClass usual is already marked as default. Only one default can exist",
  },
  {
    name: "a class that becomes a second default",
    write: ["patch", `${PRIORITIES}/high`, { globalDefault: true }],
    status: 403,
    message: "Only one default can exist",
  },
  {
    name: "nothing of the default itself",
    write: ["patch", `${PRIORITIES}/usual`, { description: "x" }],
  },
  {
    name: "nothing of a pod of the default class",
    write: pod(),
    fields: { "spec.priority": 5, "spec.priorityClassName": "usual" },
  },
]);

testPlugin("priority() finds the priority of pods", { plugins: ["Priority"], before: [HIGH] }, [
  {
    name: "without a class",
    write: pod(),
    fields: {
      "spec.priority": 0,
      "spec.preemptionPolicy": "PreemptLowerPriority",
      "spec.priorityClassName": undefined,
    },
  },
  {
    name: "of a class",
    write: pod({ priorityClassName: "high" }),
    fields: { "spec.priority": 10, "spec.preemptionPolicy": "Never" },
  },
  {
    name: "that are written without it",
    before: [pod({ priorityClassName: "high" })],
    write: ["patch", "pods/p", { spec: { priority: null } }],
    fields: { "spec.priority": 10 },
  },
]);

const RUNTIMES = "/apis/node.k8s.io/v1/runtimeclasses";

testPlugin("runtimeClass() gives pods what their class says, and refuses others", {
  plugins: ["RuntimeClass"],
  before: [
    ["post", RUNTIMES, {
      metadata: { name: "r" },
      handler: "h",
      overhead: { podFixed: { cpu: "100m" } },
      scheduling: { nodeSelector: { a: "b" }, tolerations: [{ key: "k", operator: "Exists" }] },
    }],
    ["post", RUNTIMES, { metadata: { name: "plain" }, handler: "h" }],
    ["post", RUNTIMES, {
      metadata: { name: "free" },
      handler: "h",
      overhead: {},
      scheduling: { nodeSelector: { a: "b" } },
    }],
  ],
}, [
  {
    name: "overhead, selector and tolerations",
    write: pod({ runtimeClassName: "r", nodeSelector: { c: "d" } }),
    fields: {
      "spec.overhead": { cpu: "100m" },
      "spec.nodeSelector": { a: "b", c: "d" },
      "spec.tolerations": [{ key: "k", operator: "Exists" }],
    },
  },
  {
    name: "the same overhead",
    write: pod({ runtimeClassName: "r", overhead: { cpu: "0.1" } }),
  },
  {
    name: "a class that is not there",
    write: pod({ runtimeClassName: "none" }),
    status: 403,
    message: 'pod rejected: RuntimeClass "none" not found',
  },
  {
    name: "another overhead",
    write: pod({ runtimeClassName: "r", overhead: { cpu: "1" } }),
    status: 403,
    message: "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead",
  },
  {
    name: "an overhead without a class that has one",
    write: pod({ runtimeClassName: "plain", overhead: { cpu: "1" } }),
    status: 403,
    message: "pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead",
  },
  {
    name: "an overhead where a class says that there is none, before another place",
    write: pod({ runtimeClassName: "free", overhead: { cpu: "1" }, nodeSelector: { a: "x" } }),
    status: 403,
    message: "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead",
  },
  {
    name: "another place",
    write: pod({ runtimeClassName: "r", nodeSelector: { a: "x" } }),
    status: 403,
    message: "conflict: runtimeClass.scheduling.nodeSelector[a] = b; pod.spec.nodeSelector[a] = x",
  },
]);

const NODE_SELECTOR = "scheduler.alpha.kubernetes.io/node-selector";

testPlugin("podNodeSelector() keeps pods to the nodes of their namespace", {
  plugins: ["PodNodeSelector"],
  configurations: {
    PodNodeSelector: {
      podNodeSelectorPluginConfig: { clusterDefaultNodeSelector: "all=yes", "case-4": "all=yes" },
    },
  },
}, [
  { name: "the cluster's", write: pod(), fields: { "spec.nodeSelector": { all: "yes" } } },
  {
    name: "its own",
    namespace: { annotations: { [NODE_SELECTOR]: "a=b" } },
    write: pod({ nodeSelector: { c: "d" } }),
    fields: { "spec.nodeSelector": { a: "b", c: "d" } },
  },
  {
    name: "a conflict",
    namespace: { annotations: { [NODE_SELECTOR]: "a=b" } },
    write: pod({ nodeSelector: { a: "c" } }),
    status: 403,
    message: "pod node label selector conflicts with its namespace node label selector",
  },
  {
    name: "a selector that is none",
    namespace: { annotations: { [NODE_SELECTOR]: "a b" } },
    write: pod(),
    status: 500,
    message: "invalid selector: [a b]",
  },
  {
    name: "more than is allowed",
    write: pod({ nodeSelector: { other: "x" } }),
    status: 403,
    message: "pod node label selector labels conflict with its namespace whitelist",
  },
]);

testPlugin("podTolerationRestriction() adds what a namespace says, and refuses others", {
  plugins: ["PodTolerationRestriction"],
  configurations: {
    PodTolerationRestriction: {
      apiVersion: "podtolerationrestriction.admission.k8s.io/v1alpha1",
      kind: "Configuration",
      default: [{ key: "all", operator: "Exists" }],
      whitelist: [{ key: "all", operator: "Exists" }],
    },
  },
}, [
  {
    name: "the cluster's",
    write: pod(),
    fields: { "spec.tolerations": [{ key: "all", operator: "Exists" }] },
  },
  {
    name: "none, where the namespace says none",
    namespace: { annotations: { "scheduler.alpha.kubernetes.io/defaultTolerations": "" } },
    write: pod(),
    fields: { "spec.tolerations": undefined },
  },
  {
    name: "what the cluster does not allow",
    write: pod({ tolerations: [{ key: "other", operator: "Exists" }] }),
    status: 500,
    message: "pod tolerations (possibly merged with namespace default tolerations) conflict with " +
      "its cluster whitelist",
  },
  {
    name: "what the namespace does not allow",
    namespace: {
      annotations: {
        "scheduler.alpha.kubernetes.io/tolerationsWhitelist": '[{"key":"x","operator":"Exists"}]',
      },
    },
    write: pod(),
    status: 500,
    message: "its namespace whitelist",
  },
  {
    name: "what the namespace does not allow, in whichever letters it says that",
    namespace: {
      annotations: {
        "scheduler.alpha.kubernetes.io/defaultTolerations": '[{"key":"y","operator":"Exists"}]',
        "scheduler.alpha.kubernetes.io/tolerationsWhitelist": '[{"Key":"x","operator":"Exists"}]',
      },
    },
    write: pod(),
    status: 500,
    message: "its namespace whitelist",
  },
  {
    name: "nothing that the namespace allows, in whichever letters it says that",
    namespace: {
      annotations: {
        "scheduler.alpha.kubernetes.io/defaultTolerations":
          '[{"KEY":"x","Operator":"Exists","EFFECT":"NoExecute","tolerationseconds":7,"other":1}]',
        "scheduler.alpha.kubernetes.io/tolerationsWhitelist": '[{"Key":"x","operator":"Exists"}]',
      },
    },
    write: pod(),
    fields: {
      "spec.tolerations": [
        { key: "x", operator: "Exists", effect: "NoExecute", tolerationSeconds: 7 },
      ],
    },
  },
  {
    name: "an annotation that is none",
    namespace: { annotations: { "scheduler.alpha.kubernetes.io/defaultTolerations": "{}" } },
    write: pod(),
    status: 500,
  },
]);

const GPU = "example.com/gpu";
const TOLERATION = { key: GPU, operator: "Exists", effect: "NoSchedule" };
const withDevices = (tolerations?: AnyObject[]) =>
  pod({
    containers: [{
      name: "c",
      image: "i",
      resources: { limits: { [GPU]: "1", "example.com/a": "1", cpu: "1" } },
    }],
    ...(tolerations && { tolerations }),
  });
const OTHER = { ...TOLERATION, key: "example.com/a" };

testPlugin("extendedResourceToleration() lets pods onto the nodes of their devices", {
  plugins: ["ExtendedResourceToleration"],
}, [
  {
    name: "by a toleration for each",
    write: withDevices(),
    fields: { "spec.tolerations": [OTHER, TOLERATION] },
  },
  {
    name: "that is there once",
    write: withDevices([TOLERATION, { key: "x", operator: "Exists" }]),
    fields: { "spec.tolerations": [TOLERATION, { key: "x", operator: "Exists" }, OTHER] },
  },
  {
    name: "in the place of one that is for a time, which makes no sense",
    write: withDevices([{ ...TOLERATION, tolerationSeconds: 5 }]),
    fields: { "spec.tolerations": [TOLERATION, OTHER] },
  },
  { name: "and no others", write: pod(), fields: { "spec.tolerations": undefined } },
]);

testPlugin("podTopologyLabels() labels pods of nodes with a zone", {
  plugins: ["PodTopologyLabels", "DefaultTolerationSeconds", "LimitPodHardAntiAffinityTopology"],
  configurations: {},
  before: [["post", "/api/v1/nodes", {
    metadata: { name: "n", labels: { "topology.kubernetes.io/zone": "z", other: "x" } },
  }]],
}, [
  {
    name: "made there",
    write: pod({ nodeName: "n" }, { labels: { "topology.kubernetes.io/zone": "false" } }),
    fields: { "metadata.labels": { "topology.kubernetes.io/zone": "z" } },
  },
  {
    name: "and defaultTolerationSeconds() has them stay a while",
    write: pod(),
    fields: {
      "spec.tolerations": [
        ["node.kubernetes.io/not-ready", 300],
        ["node.kubernetes.io/unreachable", 300],
      ].map(([key, tolerationSeconds]) => ({
        key,
        operator: "Exists",
        effect: "NoExecute",
        tolerationSeconds,
      })),
    },
  },
  {
    name: "and limitPodHardAntiAffinityTopology() refuses to keep others out of a zone",
    write: pod({
      affinity: {
        podAntiAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: [
            { topologyKey: "topology.kubernetes.io/zone", labelSelector: {} },
          ],
        },
      },
    }),
    status: 403,
    message: "has TopologyKey topology.kubernetes.io/zone but only key kubernetes.io/hostname",
  },
]);
