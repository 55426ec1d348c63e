/**
 * Random nodes, and pods that ask for all that a scheduler looks at.
 *
 * @module
 */

import type { Random } from "../../testing/random_objects.ts";

/** A node: what it says, and what it has. */
export interface RandomNode {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly spec: object;
  readonly status: object;
}

/** A pod: its labels and what it asks for. */
export interface RandomPod {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly spec: object;
}

const HOST = "kubernetes.io/hostname";
const ZONE = "topology.kubernetes.io/zone";
const REGION = "topology.kubernetes.io/region";
const EXTENDED = "example.com/gpu";
const APPS = ["web", "db", "batch"];
const IMAGES = ["registry.example/large:1", "registry.example/small:1", "other"];
const EFFECTS = ["NoSchedule", "PreferNoSchedule", "PreferNoSchedule", "NoExecute"];

/** So many priority classes there are: of a higher number the more important. */
export const CLASSES = 30;

/** The name of the priority class of a number. */
export function classOf(index: number): string {
  return `class-${index}`;
}

/**
 * Claims that have volumes: `local` in one zone by what the volume says of nodes, `zonal` by its label, and `single` for
 * one pod at a time.
 */
export const CLAIMS = ["local", "zonal", "single"] as const;

/** Up to so many. */
function some<T>(random: Random, most: number, make: () => T): T[] {
  return Array.from({ length: random.below(most + 1) }, make);
}

/** Nodes in up to three zones; some are tainted, small, without labels, or closed. */
export function randomNodes(random: Random): RandomNode[] {
  const zones = 1 + random.below(3);
  return Array.from({ length: 2 + random.below(6) }, (_, index): RandomNode => {
    const name = `node-${index}`;
    const taints = random.chance(50) ? [] : some(random, 2, () => ({
      key: random.pick(["k", "dedicated"]),
      value: random.pick(["a", "b"]),
      effect: random.pick(EFFECTS),
    }));
    return {
      name,
      labels: {
        [HOST]: name,
        ...(random.chance(85) && { [ZONE]: `zone-${index % zones}` }),
        ...(random.chance(50) && { [REGION]: "region" }),
        ...(random.chance(60) && { disk: random.pick(["ssd", "hdd"]) }),
        ...(random.chance(60) && { rank: String(random.below(4)) }),
      },
      spec: {
        ...(random.chance(8) && { unschedulable: true }),
        taints: taints.filter(({ key, effect }, at) =>
          taints.findIndex((one) => one.key === key && one.effect === effect) === at
        ),
      },
      status: {
        allocatable: {
          cpu: random.pick(["2", "4", "3500m", "8"]),
          memory: random.pick(["4Gi", "8Gi", "7000Mi"]),
          pods: random.pick(["3", "6", "110"]),
          "ephemeral-storage": "20Gi",
          ...(random.chance(40) && { [EXTENDED]: random.pick(["1", "4"]) }),
        },
        images: random.chance(50) ? [] : [
          { names: [IMAGES[0]!, "registry.example/large@sha256:1"], sizeBytes: 700_000_000 },
          ...(random.chance(50) ? [{ names: [IMAGES[1]!], sizeBytes: 40_000_000 }] : []),
        ],
      },
    };
  });
}

/** A pod that has some of all that can be asked for. */
export function randomPod(random: Random, name: string): RandomPod {
  const app = random.pick(APPS);
  return {
    name,
    labels: { app, ...(random.chance(50) && { version: random.pick(["1", "2"]) }) },
    spec: {
      containers: some(random, 1, () => container(random, "more")).concat(container(random, "c")),
      ...(random.chance(15) && {
        initContainers: [{
          ...container(random, "init"),
          ports: [],
          ...(random.chance(50) && { restartPolicy: "Always" }),
        }],
      }),
      ...(random.chance(20) && { nodeSelector: { disk: random.pick(["ssd", "hdd", "none"]) } }),
      ...(random.chance(45) && { affinity: affinity(random) }),
      ...(random.chance(40) && { tolerations: some(random, 2, () => toleration(random)) }),
      ...(random.chance(30) && {
        topologySpreadConstraints: spreads(random),
      }),
      ...(random.chance(15) && {
        volumes: [{
          name: "v",
          persistentVolumeClaim: {
            claimName: random.pick([...CLAIMS, ...CLAIMS, "missing", "unbound"]),
          },
        }],
      }),
      ...(random.chance(3) && { nodeSelector: { [HOST]: "nowhere" } }),
    },
  };
}

function container(random: Random, name: string) {
  const requests = {
    ...(random.chance(70) && { cpu: random.pick(["50m", "100m", "250m", "500m", "2500m"]) }),
    ...(random.chance(60) && { memory: random.pick(["64Mi", "300Mi", "1Gi", "1500Mi"]) }),
    ...(random.chance(8) && { "ephemeral-storage": random.pick(["1Gi", "15Gi"]) }),
  };
  const gpus = random.chance(8) ? { [EXTENDED]: random.pick(["1", "2"]) } : {};
  return {
    name,
    image: random.pick(IMAGES),
    resources: {
      requests: { ...requests, ...gpus },
      limits: { ...gpus, ...(random.chance(20) && { memory: "4Gi" }) },
    },
    ports: name === "c" && random.chance(12)
      ? [{
        containerPort: 80,
        hostPort: random.pick([8080, 8081]),
        ...(random.chance(40) && { hostIP: random.pick(["127.0.0.1", "0.0.0.0"]) }),
        protocol: random.pick(["TCP", "UDP"]),
      }]
      : [],
  };
}

function toleration(random: Random) {
  const key = random.pick(["k", "dedicated", "node.kubernetes.io/unschedulable"]);
  const effect = random.chance(50) ? { effect: random.pick(EFFECTS) } : {};
  if (random.chance(40)) return { key, operator: "Exists", ...effect };
  return { key, operator: "Equal", value: random.pick(["a", "b"]), ...effect };
}

function nodeTerm(random: Random) {
  if (random.chance(12)) {
    return {
      matchFields: [{
        key: "metadata.name",
        operator: random.pick(["In", "NotIn"]),
        values: [`node-${random.below(5)}`],
      }],
    };
  }
  const expressions = [
    { key: "disk", operator: random.pick(["In", "NotIn"]), values: [random.pick(["ssd", "hdd"])] },
    { key: "rank", operator: random.pick(["Gt", "Lt"]), values: [String(random.below(4))] },
    { key: "rank", operator: random.pick(["Exists", "DoesNotExist"]) },
    { key: ZONE, operator: "In", values: ["zone-0", "zone-1"] },
  ];
  return { matchExpressions: [random.pick(expressions)] };
}

function podTerm(random: Random) {
  const topologyKey = random.pick([HOST, ZONE, "disk"]);
  const everywhere = random.chance(10) ? { namespaceSelector: {} } : {};
  if (random.chance(20)) {
    const operator = random.pick(["Exists", "DoesNotExist"]);
    const labelSelector = { matchExpressions: [{ key: "version", operator }] };
    return { topologyKey, labelSelector, ...everywhere };
  }
  return {
    topologyKey,
    labelSelector: { matchLabels: { app: random.pick(APPS) } },
    ...everywhere,
    ...(random.chance(10) && { matchLabelKeys: ["version"] }),
  };
}

function affinity(random: Random) {
  const weighed = <N extends string, T>(name: N, make: () => T) =>
    some(random, 2, () => ({ weight: 1 + random.below(100), [name]: make() }));
  const terms = (percent: number) => ({
    ...(random.chance(percent) && {
      requiredDuringSchedulingIgnoredDuringExecution: [podTerm(random)],
    }),
    preferredDuringSchedulingIgnoredDuringExecution: weighed(
      "podAffinityTerm",
      () => podTerm(random),
    ),
  });
  return {
    ...(random.chance(50) && {
      nodeAffinity: {
        ...(random.chance(40) && {
          requiredDuringSchedulingIgnoredDuringExecution: {
            nodeSelectorTerms: [nodeTerm(random), ...some(random, 1, () => nodeTerm(random))],
          },
        }),
        preferredDuringSchedulingIgnoredDuringExecution: weighed(
          "preference",
          () => nodeTerm(random),
        ),
      },
    }),
    ...(random.chance(40) && { podAffinity: terms(30) }),
    ...(random.chance(40) && { podAntiAffinity: terms(50) }),
  };
}

/** No two of them of the same places and strictness: that is refused. */
function spreads(random: Random) {
  return [ZONE, HOST].filter(() => random.chance(60)).map((topologyKey) => {
    const isStrict = random.chance(50);
    return {
      topologyKey,
      maxSkew: 1 + random.below(2),
      whenUnsatisfiable: isStrict ? "DoNotSchedule" : "ScheduleAnyway",
      labelSelector: { matchLabels: { app: random.pick(APPS) } },
      ...(isStrict && random.chance(20) && { minDomains: 1 + random.below(3) }),
      ...(random.chance(20) && { nodeAffinityPolicy: random.pick(["Honor", "Ignore"]) }),
      ...(random.chance(20) && { nodeTaintsPolicy: random.pick(["Honor", "Ignore"]) }),
      ...(random.chance(15) && { matchLabelKeys: ["version"] }),
    };
  });
}

/** Pods that fill a node, each of another importance, and one that has to push some of them aside. */
export function randomCrowd(random: Random, nodes: readonly RandomNode[]): {
  readonly there: readonly RandomPod[];
  readonly urgent: RandomPod;
} {
  const there = nodes.flatMap(({ name: nodeName }, at) =>
    Array.from({ length: 3 + random.below(5) }, (_, index) => {
      const name = `there-${at}-${index}`;
      const cpu = random.pick(["500m", "1", "1500m"]);
      const labels = { app: random.pick(APPS) };
      const spec = {
        nodeName,
        priorityClassName: classOf(random.below(CLASSES)),
        containers: [{ name: "c", image: "i", resources: { requests: { cpu } } }],
        ...(random.chance(15) && {
          affinity: {
            podAntiAffinity: {
              requiredDuringSchedulingIgnoredDuringExecution: [{
                topologyKey: HOST,
                labelSelector: { matchLabels: { app: "urgent" } },
              }],
            },
          },
        }),
      };
      return { name, labels, spec };
    })
  );
  const spec = {
    priorityClassName: classOf(12 + random.below(CLASSES - 12)),
    containers: [{
      name: "c",
      image: "i",
      resources: { requests: { cpu: random.pick(["1500m", "2", "3"]) } },
    }],
    ...(random.chance(20) && {
      affinity: {
        podAntiAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: [{
            topologyKey: random.pick([HOST, ZONE]),
            labelSelector: { matchLabels: { app: random.pick(APPS) } },
          }],
        },
      },
    }),
  };
  return { there, urgent: { name: "urgent", labels: { app: "urgent" }, spec } };
}
