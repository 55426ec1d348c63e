/**
 * Quotas: what they are charged, and what they refuse.
 *
 * @module
 */

import type { Area } from "../scenario.ts";
import type { AnyObject } from "../session.ts";
import {
  amounts,
  type Case,
  claim,
  container,
  pod,
  scenario,
  sized,
  type Write,
} from "./admission_case.ts";

const LEASES = "apis/coordination.k8s.io/v1:leases";
const CLAIMS = "apis/resource.k8s.io/v1:resourceclaims";
const PRIORITIES = "/apis/scheduling.k8s.io/v1/priorityclasses";
/** What every quota here has no room for, to find out that a server knows the quota. */
const LEASE = { metadata: { name: "probe" } };

/** Something that a quota refuses. */
interface Probe {
  readonly path: string;
  readonly object: AnyObject;
}

/** Writes of a quota of which it is known what is used; then until a server refuses by it. */
function quota(
  name: string,
  hard: AnyObject,
  { used = {}, spec = {}, probe }: { used?: AnyObject; spec?: AnyObject; probe?: Probe } = {},
): readonly Write[] {
  const all = probe === undefined ? { "count/leases.coordination.k8s.io": "0", ...hard } : hard;
  const none = Object.fromEntries(Object.keys(all).map((one) => [one, "0"]));
  const { path, object } = probe ?? { path: LEASES, object: LEASE };
  return [
    ["post", "resourcequotas", { metadata: { name }, spec: { hard: all, ...spec } }],
    ["patch", `resourcequotas/${name}/status`, {
      status: { hard: all, used: { ...none, ...used } },
    }],
    ["until", path, object, `exceeded quota: ${name}`],
  ];
}

/** Shows a quota: a change of its labels answers with all of it. */
const shown = (
  name: string,
): Write => ["patch", `resourcequotas/${name}`, { metadata: { labels: { a: "b" } } }];
const service = (name: string, spec: AnyObject) => ({
  metadata: { name },
  spec: { ports: [{ name: "a", port: 1 }, { name: "b", port: 2 }], ...spec },
});
const scope = (scopeName: string, operator = "Exists", values?: readonly string[]) => ({
  scopeSelector: { matchExpressions: [{ scopeName, operator, ...(values && { values }) }] },
});
const devices = (name: string, ...requests: AnyObject[]) => ({
  metadata: { name },
  spec: { devices: { requests } },
});
const elsewhere = {
  affinity: {
    podAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: [{
        topologyKey: "a",
        labelSelector: {},
        namespaceSelector: {},
      }],
    },
  },
};

const COUNTS: readonly Case[] = [
  {
    name: "pods, their number and what they ask for",
    writes: [
      ...quota("q", {
        pods: "3",
        "count/pods": "4",
        cpu: "2",
        "requests.memory": "1Gi",
        "limits.cpu": "4",
        "requests.ephemeral-storage": "1G",
        "requests.example.com/gpu": "1",
      }),
      ["post", "pods", pod("says-nothing")],
      ["post", "pods", sized("half", { cpu: "1" }, { cpu: "1" })],
      ["post", "pods", sized("fits", { cpu: "0.5", memory: "100M" }, { cpu: "1500m" })],
      ["post", "pods", sized("large", { cpu: "1501m", memory: "1" }, { cpu: "3" })],
      ["post", "pods", sized("dry", { cpu: "9", memory: "1" }, { cpu: "9" })],
      ["post", "pods?dryRun=All", sized("dry", { cpu: "1", memory: "1" }, { cpu: "1" })],
      shown("q"),
      [
        "post",
        "pods",
        sized(
          "device",
          { cpu: "1m", memory: "1", "example.com/gpu": "2" },
          { cpu: "1m", "example.com/gpu": "2" },
        ),
      ],
      [
        "post",
        "pods",
        pod("whole", {
          resources: { requests: { cpu: "100m", memory: "1Mi" }, limits: { cpu: "1" } },
        }),
      ],
      [
        "post",
        "pods",
        sized("starting", { cpu: "1m", memory: "1Mi" }, { cpu: "1m" }, {
          initContainers: [
            container("stays", {
              ...amounts({ cpu: "1", memory: "1" }, { cpu: "1" }),
              restartPolicy: "Always",
            }),
            container("starts", amounts({ cpu: "1", memory: "1" }, { cpu: "1" })),
          ],
        }),
      ],
      ["patch", "pods/fits", { metadata: { labels: { a: "b" } } }],
      ["patch", "pods/fits/resize", {
        spec: { containers: [container("c", amounts({ cpu: "9" }, { cpu: "9" }))] },
      }],
      ["post", "pods", {
        ...sized("x", { cpu: "9", memory: "1" }, { cpu: "9" }),
        metadata: { generateName: "g-" },
      }],
      ["delete", "pods/fits?gracePeriodSeconds=0"],
      shown("q"),
    ],
  },
  {
    name: "huge pages",
    writes: [
      ...quota("q", { "hugepages-2Mi": "4Mi", "requests.hugepages-2Mi": "4Mi" }),
      [
        "post",
        "pods",
        sized("p", { cpu: "1", "hugepages-2Mi": "2Mi" }, { cpu: "1", "hugepages-2Mi": "2Mi" }),
      ],
      [
        "post",
        "pods",
        sized("r", { cpu: "1", "hugepages-2Mi": "6Mi" }, { cpu: "1", "hugepages-2Mi": "6Mi" }),
      ],
      shown("q"),
    ],
  },
  {
    name: "services",
    writes: [
      ...quota("q", {
        services: "3",
        "services.nodeports": "3",
        "services.loadbalancers": "0",
        "count/services": "9",
      }),
      ["post", "services", service("a", {})],
      ["post", "services", service("b", { type: "NodePort" })],
      ["post", "services", service("c", { type: "NodePort" })],
      [
        "post",
        "services",
        service("c", { type: "LoadBalancer", allocateLoadBalancerNodePorts: false }),
      ],
      ["patch", "services/a", { spec: { type: "NodePort" } }],
      ["patch", "services/b", { spec: { type: "ClusterIP" } }],
      shown("q"),
    ],
  },
  {
    name: "claims of volumes",
    writes: [
      ...quota("q", {
        persistentvolumeclaims: "2",
        "requests.storage": "10Gi",
        "gold.storageclass.storage.k8s.io/requests.storage": "1Gi",
        "gold.storageclass.storage.k8s.io/persistentvolumeclaims": "5",
      }),
      ["post", "persistentvolumeclaims", claim("a", "1500M")],
      ["post", "persistentvolumeclaims", claim("b", "2Gi", { storageClassName: "gold" })],
      ["post", "persistentvolumeclaims", claim("b", "1", { storageClassName: "gold" })],
      ["post", "persistentvolumeclaims", claim("c", "1")],
      ["patch", "persistentvolumeclaims/a/status", {
        status: { allocatedResources: { storage: "100Gi" } },
      }],
      shown("q"),
    ],
  },
  {
    name: "claims of devices",
    writes: [
      ...quota("q", {
        "count/resourceclaims.resource.k8s.io": "2",
        "gpu.deviceclass.resource.k8s.io/devices": "40",
      }),
      ["post", CLAIMS, devices("a", { name: "a", exactly: { deviceClassName: "gpu", count: 3 } })],
      [
        "post",
        CLAIMS,
        devices("b", { name: "a", exactly: { deviceClassName: "gpu", allocationMode: "All" } }),
      ],
      [
        "post",
        CLAIMS,
        devices("c", {
          name: "a",
          firstAvailable: [
            { name: "x", deviceClassName: "gpu", count: 6 },
            { name: "y", deviceClassName: "other", count: 50 },
          ],
        }),
      ],
      shown("q"),
    ],
  },
  {
    name: "objects of any kind",
    writes: [
      ...quota("q", {
        configmaps: "1",
        secrets: "0",
        "count/secrets": "1",
        resourcequotas: "0",
        "count/deployments.apps": "0",
        "count/events": "0",
      }, { used: { configmaps: "1" } }),
      ["post", "configmaps", { metadata: { name: "a" } }],
      ["post", "secrets", { metadata: { name: "a" } }],
      ["post", "resourcequotas", { metadata: { name: "r" }, spec: { hard: { pods: "1" } } }],
      ["post", "replicationcontrollers", {
        metadata: { name: "a" },
        spec: { replicas: 0, selector: { a: "b" }, template: pod("", {}, { labels: { a: "b" } }) },
      }],
      ["post", "serviceaccounts", { metadata: { name: "a" } }],
      shown("q"),
    ],
  },
];

const SCOPES: readonly Case[] = [
  {
    name: "pods that end and pods that don't",
    writes: [
      ...quota("q", { pods: "0" }, {
        spec: { scopes: ["Terminating"] },
        probe: { path: "pods", object: pod("probe", { activeDeadlineSeconds: 9 }) },
      }),
      ["post", "pods", pod("a")],
      ["patch", "pods/a", { spec: { activeDeadlineSeconds: 9 } }],
      ["post", "pods", pod("b", { activeDeadlineSeconds: 9 })],
      shown("q"),
    ],
  },
  {
    name: "pods of best effort",
    writes: [
      ...quota("q", { pods: "0" }, {
        spec: { scopes: ["BestEffort", "NotTerminating"] },
        probe: { path: "pods", object: pod("probe") },
      }),
      ["post", "pods", sized("a", { cpu: "1" })],
      ["post", "pods", sized("b", { "example.com/a": "1" }, { "example.com/a": "1" })],
      ["post", "pods", pod("c", { activeDeadlineSeconds: 9 })],
    ],
  },
  {
    name: "pods of a class",
    writes: [
      ["post", PRIORITIES, { metadata: { name: "quota-$" }, value: 5 }],
      ["until", "pods", pod("probe", { priorityClassName: "quota-$" }), '"priority":5'],
      ...quota("q", { pods: "0" }, {
        spec: scope("PriorityClass", "In", ["quota-$"]),
        probe: { path: "pods", object: pod("probe", { priorityClassName: "quota-$" }) },
      }),
      ["post", "pods", pod("a", { priorityClassName: "quota-$" })],
      ["post", "pods", pod("b", { priorityClassName: "system-node-critical" })],
      ["post", "pods", pod("c")],
      ["delete", `${PRIORITIES}/quota-$`],
    ],
  },
  {
    name: "pods of no such class",
    writes: [
      ...quota("q", { pods: "0" }, {
        spec: scope("PriorityClass", "NotIn", ["system-node-critical"]),
        probe: { path: "pods", object: pod("probe") },
      }),
      ["post", "pods", pod("a", { priorityClassName: "system-node-critical" })],
      ["post", "pods", pod("b", { priorityClassName: "system-cluster-critical" })],
    ],
  },
  {
    name: "claims of a class of attributes",
    writes: [
      ...quota("q", { persistentvolumeclaims: "0", "requests.storage": "9Gi" }, {
        spec: scope("VolumeAttributesClass", "In", ["v"]),
        probe: {
          path: "persistentvolumeclaims",
          object: claim("probe", "1Gi", { volumeAttributesClassName: "v" }),
        },
      }),
      ["post", "persistentvolumeclaims", claim("a", "1Gi", { volumeAttributesClassName: "w" })],
      ["post", "persistentvolumeclaims", claim("b", "1Gi")],
      ["post", "persistentvolumeclaims", claim("c", "1Gi", { volumeAttributesClassName: "v" })],
    ],
  },
];

const LIMITED: readonly Case[] = [
  {
    name: "what may only be used where a quota says how much",
    writes: [
      ["post", "persistentvolumeclaims", claim("a", "1Gi", { storageClassName: "gold" })],
      ["post", "persistentvolumeclaims", claim("b", "1Gi")],
      ["post", "pods", pod("a", elsewhere)],
      ["post", "pods", pod("b")],
      ...quota("q", { "gold.storageclass.storage.k8s.io/requests.storage": "2Gi" }),
      ["post", "persistentvolumeclaims", claim("c", "1Gi", { storageClassName: "gold" })],
      ["post", "persistentvolumeclaims", claim("d", "1Gi", { storageClassName: "tin" })],
      ["post", "pods", pod("c", elsewhere)],
      shown("q"),
    ],
  },
  {
    name: "pods that look elsewhere, with a quota for them",
    writes: [
      ...quota("q", { pods: "1" }, {
        used: { pods: "1" },
        spec: scope("CrossNamespacePodAffinity"),
        probe: { path: "pods", object: pod("probe", elsewhere) },
      }),
      ["post", "pods", pod("a", elsewhere)],
      ["patch", "resourcequotas/q/status", { status: { hard: { pods: "2" } } }],
      // The reference sees it a moment later.
      ["until", "pods", pod("probe", elsewhere), '"kind":"Pod"'],
      ["post", "pods", pod("a", elsewhere)],
      shown("q"),
    ],
  },
];

const BEFORE: readonly Case[] = [
  {
    name: "a quota of which nobody knows how much is used",
    writes: [
      ["post", "resourcequotas", { metadata: { name: "q" }, spec: { hard: { pods: "1" } } }],
      ["post", "pods", pod("a")],
      ["patch", "resourcequotas/q/status", { status: { hard: { pods: "1", "count/pods": "1" } } }],
      ["until", "pods", pod("probe"), "status unknown"],
      ["post", "pods", pod("b")],
      ["post", "configmaps", { metadata: { name: "a" } }],
    ],
  },
  {
    name: "what is there already",
    writes: [
      ["post", "configmaps", { metadata: { name: "a" } }],
      ...quota("q", { configmaps: "1" }, { used: { configmaps: "1" } }),
      ["post", "configmaps", { metadata: { name: "a" } }],
      ["put", "configmaps/a", { data: { a: "b" } }],
      ["delete", "configmaps/a"],
      ["post", "configmaps", { metadata: { name: "a" } }],
    ],
  },
];

/** Quotas, with a configuration that limits storage of classes and pods that look elsewhere. */
export const admissionOfQuotas: Area = {
  name: "quotas",
  scenarios: () => [...COUNTS, ...SCOPES, ...LIMITED, ...BEFORE].map((one) => scenario(one)),
};
