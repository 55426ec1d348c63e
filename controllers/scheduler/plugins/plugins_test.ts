// Tables: of nodes, of pods on them, and of a pod, the verdict of each node or its scores.

import { FakeClock } from "../../../toolkit/clock.ts";
import { assert, assertEquals } from "../../../toolkit/deps/assert.ts";
import { Registry } from "../../../toolkit/metrics/mod.ts";
import { silentLogger } from "../../../toolkit/mod.ts";
import { NAMES } from "../../../toolkit/names.ts";
import { ClusterCache } from "../cluster/cluster_cache.ts";
import { type LiveNode, nodeViewOf } from "../cluster/node_info.ts";
import type { Snapshot } from "../cluster/snapshot.ts";
import { makeProfile, type ProfileSettings } from "../configuration/make_profile.ts";
import { CycleState, type SchedulerHandle } from "../framework/mod.ts";
import { type LivePod, pendingPodOf, podInfoOf } from "../pod/pod_info.ts";
import { DEFAULT_ARGS } from "./plugin_args.ts";

const names = NAMES.kubernetes;
const HOST = names.labelHostName;
const ZONE = names.labelZone;

interface NodeSaid {
  readonly labels?: Record<string, string>;
  readonly zone?: string;
  readonly taints?: object[];
  readonly unschedulable?: boolean;
  readonly allocatable?: Record<string, string>;
  readonly images?: Record<string, number>;
  readonly features?: string[];
}

interface PodSaid {
  readonly on?: string;
  readonly labels?: Record<string, string>;
  readonly namespace?: string;
  readonly cpu?: string;
  readonly requests?: Record<string, string>;
  readonly ports?: object[];
  readonly deleting?: boolean;
  readonly spec?: object;
}

interface Case {
  readonly nodes: Readonly<Record<string, NodeSaid>>;
  readonly pods?: readonly PodSaid[];
  readonly pod: PodSaid;
  readonly settings?: Partial<ProfileSettings>;
  /** Of each node: why not; "": fits. Only one plugin is asked, with this name. */
  readonly verdicts?: Readonly<Record<string, string>>;
  /** Of each node, by this plugin alone. */
  readonly scores?: Readonly<Record<string, number>>;
  /** What the first look says. */
  readonly first?: string;
}

function live(said: PodSaid, name: string): LivePod {
  const { namespace = "default", labels = {}, cpu, requests = cpu ? { cpu } : {}, ports = [] } =
    said;
  return {
    metadata: {
      name,
      namespace,
      labels,
      uid: name,
      resourceVersion: "1",
      ...(said.deleting && { deletionTimestamp: "2026-01-01T00:00:00Z" }),
    },
    spec: {
      containers: [{ name: "c", image: "image", resources: { requests }, ports }],
      ...(said.on && { nodeName: said.on }),
      ...said.spec,
    },
  } as unknown as LivePod;
}

const NAMESPACES: Readonly<Record<string, Record<string, string>>> = { other: { team: "blue" } };

function handleOf(snapshot: () => Snapshot): SchedulerHandle {
  const lister = {
    generation: 0,
    derive: () => ({
      get: (key: string) => NAMESPACES[key],
      list: () => [],
      by: () => [],
    }),
  };
  return {
    client: { names },
    informers: { of: () => ({ lister }) },
    clock: new FakeClock(),
    logger: silentLogger,
    metrics: new Registry(),
    random: () => 0,
    snapshot,
    nominatedOn: () => [],
    podOnNode: () => undefined,
    extenders: () => [],
  } as unknown as SchedulerHandle;
}

async function check(plugin: string, wanted: Case): Promise<void> {
  const cache = new ClusterCache();
  for (const [name, said] of Object.entries(wanted.nodes)) {
    const { labels = {}, zone, allocatable = { cpu: "8", memory: "8Gi", pods: "10" } } = said;
    cache.putNode(nodeViewOf({
      metadata: { name, labels: { [HOST]: name, ...(zone && { [ZONE]: zone }), ...labels } },
      spec: { taints: said.taints, unschedulable: said.unschedulable },
      status: {
        allocatable,
        images: Object.entries(said.images ?? {})
          .map(([name, sizeBytes]) => ({ names: [name], sizeBytes })),
        declaredFeatures: said.features,
      },
    } as unknown as LiveNode, names));
  }
  for (const [at, said] of (wanted.pods ?? []).entries()) {
    cache.putPod(podInfoOf(live(said, `there-${at}`)));
  }
  const snapshot = cache.snapshot();
  const only = { enabled: ["PrioritySort", "DefaultBinder", plugin], disabled: ["*"] };
  const profile = makeProfile(
    {
      schedulerName: "s",
      multiPoint: { ...only, enabled: only.enabled.map((name) => ({ name, weight: 1 })) },
      ...wanted.settings,
    },
    handleOf(() => snapshot),
    [],
  );
  const pod = pendingPodOf(live(wanted.pod, "new"));
  const cycle = new CycleState();
  const look = await profile.preFilter(cycle, pod, snapshot);
  assertEquals(look.rejection?.status.reasons.join(), wanted.first);
  if (wanted.verdicts !== undefined) {
    const verdicts = Object.fromEntries(snapshot.nodes.map((node) => {
      const status = profile.filter(cycle, pod, node)?.status;
      const mark = status?.code === "UnschedulableAndUnresolvable" ? " (for good)" : "";
      return [node.name, (status?.reasons.join(", ") ?? "") + mark];
    }));
    assertEquals(verdicts, { ...wanted.verdicts });
  }
  if (wanted.scores !== undefined) {
    const scores = await profile.score(cycle, pod, snapshot.nodes);
    assert(Array.isArray(scores), "scores");
    const byName = Object.fromEntries(snapshot.nodes.map(({ name }, at) => [name, scores[at]!]));
    assertEquals(byName, { ...wanted.scores });
  }
}

const app = (value: string) => ({ labelSelector: { matchLabels: { app: value } } });
const web = { app: "web" };
const spread = (maxSkew: number, topologyKey: string, more: object = {}) => ({
  topologySpreadConstraints: [{
    maxSkew,
    topologyKey,
    whenUnsatisfiable: "DoNotSchedule",
    ...app("web"),
    ...more,
  }],
});
const anti = (value: string, topologyKey: string, more: object = {}) => ({
  affinity: {
    podAntiAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey, ...app(value), ...more }],
    },
  },
});
const beside = (value: string, topologyKey: string) => ({
  affinity: {
    podAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey, ...app(value) }],
    },
  },
});
const prefers = (kind: "podAffinity" | "podAntiAffinity", weight: number, value: string) => ({
  affinity: {
    [kind]: {
      preferredDuringSchedulingIgnoredDuringExecution: [{
        weight,
        podAffinityTerm: { topologyKey: ZONE, ...app(value) },
      }],
    },
  },
});
const NO_SPREAD = "node(s) didn't match pod topology spread constraints";
const ZONES = { a: { zone: "1" }, b: { zone: "1" }, c: { zone: "2" } };
const MEBIBYTE = 1024 * 1024;

const cases: Readonly<Record<string, Readonly<Record<string, Case>>>> = {
  NodeUnschedulable: {
    "closed nodes, but for who bears it": {
      nodes: { a: { unschedulable: true }, b: {} },
      pod: {},
      verdicts: { a: "node(s) were unschedulable (for good)", b: "" },
    },
    "a pod that bears it": {
      nodes: { a: { unschedulable: true } },
      pod: { spec: { tolerations: [{ key: names.taintUnschedulable, operator: "Exists" }] } },
      verdicts: { a: "" },
    },
  },
  NodeName: {
    "the node that a pod names": {
      nodes: { a: {}, b: {} },
      pod: { on: "b" },
      verdicts: { a: "node(s) didn't match the requested node name (for good)", b: "" },
    },
  },
  TaintToleration: {
    "effects, keys and values": {
      nodes: {
        a: { taints: [{ key: "k", value: "v", effect: "NoSchedule" }] },
        b: { taints: [{ key: "k", value: "w", effect: "NoExecute" }] },
        c: { taints: [{ key: "k", value: "w", effect: "PreferNoSchedule" }] },
      },
      pod: { spec: { tolerations: [{ key: "k", value: "v" }] } },
      verdicts: { a: "", b: "node(s) had untolerated taint(s) (for good)", c: "" },
      scores: { a: 100, b: 100, c: 0 },
    },
  },
  NodeAffinity: {
    "labels, operators, and any of the terms": {
      nodes: { a: { labels: { size: "5" } }, b: { labels: { size: "20" } }, c: {} },
      pod: {
        spec: {
          affinity: {
            nodeAffinity: {
              requiredDuringSchedulingIgnoredDuringExecution: {
                nodeSelectorTerms: [
                  {},
                  { matchExpressions: [{ key: "size", operator: "Gt", values: ["10"] }] },
                  { matchExpressions: [{ key: "size", operator: "DoesNotExist" }] },
                ],
              },
              preferredDuringSchedulingIgnoredDuringExecution: [{
                weight: 5,
                preference: { matchExpressions: [{ key: "size", operator: "Exists" }] },
              }],
            },
          },
        },
      },
      verdicts: { a: "node(s) didn't match Pod's node affinity/selector (for good)", b: "", c: "" },
      scores: { a: 100, b: 100, c: 0 },
    },
    "names that no node can have": {
      nodes: { a: {} },
      pod: {
        spec: {
          affinity: {
            nodeAffinity: {
              requiredDuringSchedulingIgnoredDuringExecution: {
                nodeSelectorTerms: [{
                  matchFields: ["a", "b"].map((name) => ({
                    key: "metadata.name",
                    operator: "In",
                    values: [name],
                  })),
                }],
              },
            },
          },
        },
      },
      first: "pod affinity terms conflict",
    },
    "what the profile adds": {
      nodes: { a: { labels: { kind: "x" } }, b: {} },
      pod: {},
      settings: {
        args: new Map([["NodeAffinity", {
          addedAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: {
              nodeSelectorTerms: [{ matchExpressions: [{ key: "kind", operator: "Exists" }] }],
            },
          },
        }]]),
      },
      verdicts: {
        a: "",
        b: "node(s) didn't match scheduler-enforced node affinity (for good)",
      },
    },
  },
  NodePorts: {
    "ports of the same address, or of any": {
      nodes: { a: {}, b: {}, c: {} },
      pods: [
        { on: "a", ports: [{ hostPort: 80 }] },
        { on: "b", ports: [{ hostPort: 80, hostIP: "10.0.0.1" }] },
        { on: "c", ports: [{ hostPort: 80, protocol: "UDP" }] },
      ],
      pod: { ports: [{ hostPort: 80, hostIP: "10.0.0.2" }] },
      verdicts: {
        a: "node(s) didn't have free ports for the requested pod ports",
        b: "",
        c: "",
      },
    },
  },
  NodeResourcesFit: {
    "each resource that is short, and what is more than there is at all": {
      nodes: {
        a: {},
        b: { allocatable: { cpu: "1", memory: "8Gi", pods: "10" } },
        c: { allocatable: { cpu: "8", memory: "8Gi", pods: "1" } },
        d: { allocatable: { cpu: "8", memory: "8Gi" } },
      },
      pods: [{ on: "a", requests: { cpu: "7", memory: "7Gi" } }, { on: "c" }],
      pod: { requests: { cpu: "2", memory: "2Gi" } },
      verdicts: {
        a: "Insufficient cpu, Insufficient memory",
        b: "Insufficient cpu (for good)",
        c: "Too many pods",
        d: "Too many pods",
      },
    },
    "resources of others, unless they are ignored": {
      nodes: { a: {} },
      pod: { requests: { "example.com/card": "1" } },
      verdicts: { a: "Insufficient example.com/card (for good)" },
    },
    "resources that are ignored, of others alone": {
      nodes: { a: {} },
      pod: {
        requests: { "example.com/card": "1", "other.example/card": "1", "hugepages-2Mi": "2Mi" },
      },
      settings: {
        args: new Map([["NodeResourcesFit", {
          ...DEFAULT_ARGS.NodeResourcesFit,
          ignoredResources: ["example.com/card", "hugepages-2Mi"],
          ignoredResourceGroups: ["other.example"],
        }]]),
      },
      verdicts: { a: "Insufficient hugepages-2Mi (for good)" },
    },
    "more left is better": {
      nodes: { a: {}, b: {} },
      pods: [{ on: "a", requests: { cpu: "4", memory: "4Gi" } }],
      pod: { requests: { cpu: "2", memory: "2Gi" } },
      scores: { a: 25, b: 75 },
    },
  },
  NodeResourcesBalancedAllocation: {
    "a pod that evens out what is taken": {
      nodes: { a: {}, b: {} },
      pods: [{ on: "a", requests: { memory: "4Gi" } }],
      pod: { requests: { cpu: "4" } },
      // a: 75 without and 100 with it; b: 100 without and 75 with it.
      scores: { a: 87, b: 62 },
    },
  },
  NodeDeclaredFeatures: {
    "nodes whose agent can restart all containers": {
      nodes: {
        a: { features: ["RestartAllContainersOnContainerExits"] },
        b: { features: ["Other"] },
      },
      pod: {
        spec: {
          initContainers: [{
            name: "i",
            image: "image",
            restartPolicyRules: [{ action: "RestartAllContainers" }],
          }],
        },
      },
      verdicts: { a: "", b: "node(s) didn't match Pod's required features (for good)" },
    },
    "nodes whose agent can map users on the host's network": {
      nodes: { a: { features: ["UserNamespacesHostNetworkSupport"] }, b: {} },
      pod: { spec: { hostNetwork: true, hostUsers: false } },
      verdicts: { a: "", b: "node(s) didn't match Pod's required features (for good)" },
    },
    "pods that need nothing": {
      nodes: { a: {} },
      pod: { spec: { hostNetwork: true } },
      verdicts: { a: "" },
    },
  },
  ImageLocality: {
    "nodes that have the image": {
      nodes: { a: { images: { "image:latest": 1023 * 2 * MEBIBYTE } }, b: {} },
      pod: {},
      scores: { a: 100, b: 0 },
    },
  },
  PodTopologySpread: {
    "no more than so many above the emptiest zone": {
      nodes: ZONES,
      pods: [{ on: "a", labels: web }, { on: "b", labels: web }, { on: "c", labels: web }],
      pod: { labels: web, spec: spread(1, ZONE) },
      verdicts: { a: NO_SPREAD, b: NO_SPREAD, c: "" },
    },
    "pods of other namespaces and those that go do not count": {
      nodes: ZONES,
      pods: [
        { on: "a", labels: web, namespace: "other" },
        { on: "b", labels: web, deleting: true },
      ],
      pod: { labels: web, spec: spread(1, ZONE) },
      verdicts: { a: "", b: "", c: "" },
    },
    "nodes without the label": {
      nodes: { a: { zone: "1" }, b: {} },
      pod: { labels: web, spec: spread(1, ZONE) },
      verdicts: { a: "", b: `${NO_SPREAD} (missing required label) (for good)` },
    },
    "too few zones count as an empty one": {
      nodes: ZONES,
      pods: [{ on: "a", labels: web }, { on: "c", labels: web }],
      pod: { labels: web, spec: spread(1, ZONE, { minDomains: 3 }) },
      verdicts: { a: NO_SPREAD, b: NO_SPREAD, c: NO_SPREAD },
    },
    "nodes that a pod can't be on do not count, unless that is said": {
      nodes: { a: { zone: "1", labels: { kind: "x" } }, b: { zone: "2" } },
      pods: [{ on: "a", labels: web }],
      pod: { labels: web, spec: { ...spread(1, ZONE), nodeSelector: { kind: "x" } } },
      verdicts: { a: "", b: "" },
    },
    "a keyed label narrows who counts": {
      nodes: ZONES,
      pods: [{ on: "a", labels: { ...web, hash: "old" } }],
      pod: {
        labels: { ...web, hash: "new" },
        spec: spread(1, ZONE, { matchLabelKeys: ["hash"] }),
      },
      verdicts: { a: "", b: "", c: "" },
    },
    "fewer in the zone is better where it is no demand": {
      nodes: ZONES,
      pods: [{ on: "a", labels: web }, { on: "b", labels: web }],
      pod: { labels: web, spec: spread(1, ZONE, { whenUnsatisfiable: "ScheduleAnyway" }) },
      scores: { a: 0, b: 0, c: 100 },
    },
  },
  InterPodAffinity: {
    "away from pods in the same zone": {
      nodes: { ...ZONES, d: {} },
      pods: [{ on: "a", labels: web }],
      pod: { spec: anti("web", ZONE) },
      verdicts: {
        a: "node(s) didn't match pod anti-affinity rules",
        b: "node(s) didn't match pod anti-affinity rules",
        c: "",
        d: "",
      },
    },
    "what pods that are there want holds too": {
      nodes: ZONES,
      pods: [{ on: "c", spec: anti("web", ZONE) }],
      pod: { labels: web },
      verdicts: {
        a: "",
        b: "",
        c: "node(s) didn't satisfy existing pods anti-affinity rules",
      },
    },
    "beside pods in the same zone": {
      nodes: { ...ZONES, d: {} },
      pods: [{ on: "a", labels: web }],
      pod: { spec: beside("web", ZONE) },
      verdicts: {
        a: "",
        b: "",
        c: "node(s) didn't match pod affinity rules (for good)",
        d: "node(s) didn't match pod affinity rules (for good)",
      },
    },
    "the first of those that want to be together": {
      nodes: { ...ZONES, d: {} },
      pod: { labels: web, spec: beside("web", ZONE) },
      verdicts: { a: "", b: "", c: "", d: "node(s) didn't match pod affinity rules (for good)" },
    },
    "pods of namespaces that are selected": {
      nodes: ZONES,
      pods: [{ on: "a", labels: web, namespace: "other" }],
      pod: {
        spec: anti("web", ZONE, { namespaceSelector: { matchLabels: { team: "blue" } } }),
      },
      verdicts: {
        a: "node(s) didn't match pod anti-affinity rules",
        b: "node(s) didn't match pod anti-affinity rules",
        c: "",
      },
    },
    "preferences of the pod, and of those that are there": {
      nodes: ZONES,
      pods: [{ on: "a", labels: web }, { on: "c", spec: prefers("podAntiAffinity", 10, "new") }],
      pod: { labels: { app: "new" }, spec: prefers("podAffinity", 10, "web") },
      scores: { a: 100, b: 100, c: 0 },
    },
  },
};

for (const [plugin, table] of Object.entries(cases)) {
  for (const [name, wanted] of Object.entries(table)) {
    Deno.test(`${plugin} decides on ${name}`, () => check(plugin, wanted));
  }
}
