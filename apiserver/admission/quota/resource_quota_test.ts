import { testPlugin, type Write } from "../../../testing/admission.ts";
import type { AnyObject } from "../../../testing/api_client.ts";

const PLUGINS = { plugins: ["ResourceQuota", "Priority"] };

type Amounts = Readonly<Record<string, string>>;

/** A quota whose usage is known: nothing is used unless `used` says so. */
function quota(name: string, hard: Amounts, used: Amounts = {}, spec: AnyObject = {}): Write[] {
  const none = Object.fromEntries(Object.keys(hard).map((one) => [one, "0"]));
  return [
    ["post", "resourcequotas", { metadata: { name }, spec: { hard, ...spec } }],
    ["patch", `resourcequotas/${name}/status`, { status: { hard, used: { ...none, ...used } } }],
  ];
}

const container = (requests?: Amounts, limits?: Amounts, more: AnyObject = {}) => ({
  name: "c",
  image: "i",
  ...((requests ?? limits) && { resources: { requests, limits } }),
  ...more,
});
const pod = (spec: AnyObject = {}, name = "p"): Write => [
  "post",
  "pods",
  { metadata: { name }, spec: { containers: [container()], ...spec } },
];
const service = (spec: AnyObject): Write => [
  "post",
  "services",
  {
    metadata: { name: "s" },
    spec: { ports: [{ name: "a", port: 1 }, { name: "b", port: 2 }], ...spec },
  },
];
const claim = (storage: string, spec: AnyObject = {}): Write => [
  "post",
  "persistentvolumeclaims",
  {
    metadata: { name: "c" },
    spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage } }, ...spec },
  },
];
const NAMES = "/api/v1/namespaces/$namespace";
const CLASS: Write = [
  "post",
  "/apis/scheduling.k8s.io/v1/priorityclasses",
  { metadata: { name: "high" }, value: 10 },
];
const exists = (scopeName: string) => ({
  scopeSelector: { matchExpressions: [{ scopeName, operator: "Exists" }] },
});

testPlugin("resourceQuota() refuses what there is no room for", { ...PLUGINS, before: [CLASS] }, [
  {
    name: "one pod more",
    before: quota("q", { pods: "3" }, { pods: "3" }),
    write: pod(),
    status: 403,
    message:
      'pods "p" is forbidden: exceeded quota: q, requested: pods=1, used: pods=3, limited: pods=3',
  },
  {
    name: "a pod without a name yet",
    before: quota("q", { pods: "0" }),
    write: ["post", "pods", {
      metadata: { generateName: "p-" },
      spec: { containers: [container()] },
    }],
    status: 403,
    message: "exceeded quota: q, requested: pods=1, used: pods=0, limited: pods=0",
  },
  {
    name: "a dry run",
    before: quota("q", { pods: "0" }),
    write: ["post", `${NAMES}/pods?dryRun=All`, {
      metadata: { name: "p" },
      spec: { containers: [container()] },
    }],
    status: 403,
    message: "exceeded quota: q",
  },
  {
    name: "several amounts, by their names",
    before: quota("q", { "requests.cpu": "1", "limits.memory": "1Gi", pods: "9" }, {
      "limits.memory": "512Mi",
    }),
    write: pod({ containers: [container({ cpu: "1100m" }, { memory: "600Mi", cpu: "2" })] }),
    status: 403,
    message: "exceeded quota: q, requested: limits.memory=600Mi,requests.cpu=1100m, " +
      "used: limits.memory=512Mi,requests.cpu=0, limited: limits.memory=1Gi,requests.cpu=1",
  },
  {
    name: "what init containers need, and those that stay",
    before: quota("q", { cpu: "4" }),
    write: pod({
      containers: [container({ cpu: "1" })],
      initContainers: [
        container({ cpu: "1" }, undefined, { name: "stays", restartPolicy: "Always" }),
        container({ cpu: "3500m" }, undefined, { name: "starts" }),
      ],
    }),
    status: 403,
    message: "requested: cpu=4500m",
  },
  {
    name: "what a pod says of itself",
    before: quota("q", { "requests.memory": "1Gi" }),
    write: pod({ resources: { requests: { memory: "2Gi" } } }),
    status: 403,
    message: "requested: requests.memory=2Gi",
  },
  {
    name: "huge pages, under both names",
    before: quota("q", { "hugepages-2Mi": "2Mi", "requests.hugepages-2Mi": "2Mi" }),
    write: pod({
      containers: [
        container({ cpu: "1", "hugepages-2Mi": "4Mi" }, { cpu: "1", "hugepages-2Mi": "4Mi" }),
      ],
    }),
    status: 403,
    message: "requested: hugepages-2Mi=4Mi,requests.hugepages-2Mi=4Mi",
  },
  {
    name: "devices",
    before: quota("q", { "requests.example.com/gpu": "1" }),
    write: pod({ containers: [container({ "example.com/gpu": "2" }, { "example.com/gpu": "2" })] }),
    status: 403,
    message: "requested: requests.example.com/gpu=2, used: requests.example.com/gpu=0",
  },
  {
    name: "what is stored on nodes",
    before: quota("q", { "requests.ephemeral-storage": "1Gi" }),
    write: pod({ containers: [container({ "ephemeral-storage": "2Gi" })] }),
    status: 403,
    message: "requested: requests.ephemeral-storage=2Gi",
  },
  {
    name: "containers that don't say what is counted",
    before: quota("q", { cpu: "1", "limits.memory": "1Gi" }),
    write: pod({
      containers: [
        container({ cpu: "1" }, undefined, { name: "b" }),
        container(undefined, { memory: "1Mi", cpu: "1" }, { name: "a" }),
        container(undefined, undefined, { name: "d" }),
      ],
    }),
    status: 403,
    message: "failed quota: q: must specify cpu for: d; limits.memory for: b,d",
  },
  {
    name: "anything while nobody knows how much is used",
    before: [
      ["post", "resourcequotas", { metadata: { name: "q" }, spec: { hard: { pods: "3" } } }],
      ["patch", "resourcequotas/q/status", { status: { hard: { pods: "3", "count/pods": "3" } } }],
    ],
    write: pod(),
    status: 403,
    message: "status unknown for quota: q, resources: count/pods,pods",
  },
  {
    name: "pods that end",
    before: quota("q", { pods: "0" }, {}, { scopes: ["Terminating"] }),
    write: pod({ activeDeadlineSeconds: 5 }),
    status: 403,
    message: "exceeded quota: q",
  },
  {
    name: "pods that are to end from now on",
    before: [...quota("q", { pods: "0" }, {}, { scopes: ["Terminating"] }), pod()],
    write: ["patch", "pods/p", { spec: { activeDeadlineSeconds: 5 } }],
    status: 403,
    message: "exceeded quota: q, requested: pods=1",
  },
  {
    name: "pods that don't end",
    before: quota("q", { pods: "0" }, {}, { scopes: ["NotTerminating"] }),
    write: pod(),
    status: 403,
    message: "exceeded quota: q",
  },
  {
    name: "pods that ask for nothing",
    before: quota("q", { pods: "0" }, {}, { scopes: ["BestEffort"] }),
    write: pod(),
    status: 403,
    message: "exceeded quota: q",
  },
  {
    name: "pods that ask for something",
    before: quota("q", { pods: "0" }, {}, { scopes: ["NotBestEffort"] }),
    write: pod({ containers: [container({ cpu: "1" })] }),
    status: 403,
    message: "exceeded quota: q",
  },
  {
    name: "pods of a class",
    before: quota("q", { pods: "0" }, {}, {
      scopeSelector: {
        matchExpressions: [{ scopeName: "PriorityClass", operator: "In", values: ["high"] }],
      },
    }),
    write: pod({ priorityClassName: "high" }),
    status: 403,
    message: "exceeded quota: q",
  },
  {
    name: "pods that look into other namespaces",
    before: quota("q", { pods: "0" }, {}, exists("CrossNamespacePodAffinity")),
    write: pod({
      affinity: {
        podAntiAffinity: {
          preferredDuringSchedulingIgnoredDuringExecution: [{
            weight: 1,
            podAffinityTerm: { topologyKey: "a", labelSelector: {}, namespaces: ["b"] },
          }],
        },
      },
    }),
    status: 403,
    message: "exceeded quota: q",
  },
  {
    name: "a resize",
    before: [
      ...quota("q", { "requests.cpu": "2" }),
      pod({ containers: [container({ cpu: "1" }, { cpu: "4" })] }),
    ],
    write: ["patch", "pods/p/resize", {
      spec: { containers: [container({ cpu: "3" }, { cpu: "4" })] },
    }],
    status: 403,
    message:
      "exceeded quota: q, requested: requests.cpu=2, used: requests.cpu=1, limited: requests.cpu=2",
  },
  {
    name: "ports on nodes",
    before: quota("q", { "services.nodeports": "1" }),
    write: service({ type: "NodePort" }),
    status: 403,
    message:
      "requested: services.nodeports=2, used: services.nodeports=0, limited: services.nodeports=1",
  },
  {
    name: "a service that becomes another",
    before: [...quota("q", { "services.loadbalancers": "0", services: "1" }), service({})],
    write: ["patch", "services/s", { spec: { type: "LoadBalancer" } }],
    status: 403,
    message: "requested: services.loadbalancers=1",
  },
  {
    name: "ports that a balanced service names",
    before: quota("q", { "services.nodeports": "0" }),
    write: service({
      type: "LoadBalancer",
      allocateLoadBalancerNodePorts: false,
      ports: [{ name: "a", port: 1, nodePort: 30_001 }, { name: "b", port: 2 }],
    }),
    status: 403,
    message: "requested: services.nodeports=1",
  },
  {
    name: "storage, rounded up",
    before: quota("q", { "requests.storage": "1" }),
    write: claim("1001m"),
    status: 403,
    message: "requested: requests.storage=2",
  },
  {
    name: "storage of a class",
    before: quota("q", {
      "gold.storageclass.storage.k8s.io/requests.storage": "1Gi",
      "gold.storageclass.storage.k8s.io/persistentvolumeclaims": "1",
    }),
    write: claim("2Gi", { storageClassName: "gold" }),
    status: 403,
    message: "requested: gold.storageclass.storage.k8s.io/requests.storage=2Gi",
  },
  {
    name: "claims of a class of attributes",
    before: quota("q", { persistentvolumeclaims: "0" }, {}, {
      scopeSelector: {
        matchExpressions: [{ scopeName: "VolumeAttributesClass", operator: "In", values: ["v"] }],
      },
    }),
    write: claim("1Gi", { volumeAttributesClassName: "v" }),
    status: 403,
    message: "exceeded quota: q",
  },
  {
    name: "claims of devices: of alternatives the most, and of all there are as many as can be",
    before: quota("q", {
      "gpu.deviceclass.resource.k8s.io/devices": "33",
      "count/resourceclaims.resource.k8s.io": "5",
    }),
    write: ["post", "/apis/resource.k8s.io/v1/namespaces/$namespace/resourceclaims", {
      metadata: { name: "r" },
      spec: {
        devices: {
          requests: [
            {
              name: "a",
              firstAvailable: [
                { name: "x", deviceClassName: "gpu", count: 1 },
                { name: "y", deviceClassName: "gpu", count: 2 },
              ],
            },
            { name: "b", exactly: { deviceClassName: "gpu", allocationMode: "All" } },
          ],
        },
      },
    }],
    status: 403,
    message: "requested: gpu.deviceclass.resource.k8s.io/devices=34",
  },
  ...["configmaps", "secrets"].map((resource) => ({
    name: `${resource}, under the old name`,
    before: quota("q", { [resource]: "0" }),
    write: ["post", resource, { metadata: { name: "x" } }] as const,
    status: 403,
    message: `exceeded quota: q, requested: ${resource}=1`,
  })),
  {
    name: "objects of any resource",
    before: quota("q", { "count/deployments.apps": "0", "count/leases.coordination.k8s.io": "0" }),
    write: ["post", "/apis/coordination.k8s.io/v1/namespaces/$namespace/leases", {
      metadata: { name: "l" },
    }],
    status: 403,
    message: 'leases.coordination.k8s.io "l" is forbidden: exceeded quota: q, requested: ' +
      "count/leases.coordination.k8s.io=1",
  },
  {
    name: "what one of several quotas has no room for",
    before: [...quota("a", { pods: "5" }), ...quota("b", { "count/pods": "0" })],
    write: pod(),
    status: 403,
    message: "exceeded quota: b, requested: count/pods=1",
  },
  {
    name: "what is there already, for that alone",
    before: [pod(), ...quota("q", { pods: "1" })],
    write: pod(),
    status: 409,
    message: 'pods "p" already exists',
  },
]);

testPlugin("resourceQuota() takes what there is room for", { ...PLUGINS, before: [CLASS] }, [
  { name: "without a quota", write: pod() },
  {
    name: "with a quota that nobody has looked at yet",
    before: [["post", "resourcequotas", {
      metadata: { name: "q" },
      spec: { hard: { pods: "0" } },
    }]],
    write: pod(),
  },
  { name: "the last one", before: quota("q", { pods: "3" }, { pods: "2" }), write: pod() },
  { name: "what a quota says nothing of", before: quota("q", { services: "0" }), write: pod() },
  {
    name: "pods of another scope",
    before: [
      ...quota("a", { pods: "0" }, {}, { scopes: ["Terminating"] }),
      ...quota("b", { pods: "0" }, {}, { scopes: ["NotBestEffort"] }),
      ...quota("c", { pods: "0" }, {}, exists("PriorityClass")),
      ...quota("d", { pods: "0" }, {}, exists("CrossNamespacePodAffinity")),
    ],
    write: pod(),
  },
  {
    name: "an update that needs nothing more",
    before: [pod(), ...quota("q", { pods: "0", cpu: "0" })],
    write: ["patch", "pods/p", { metadata: { labels: { a: "b" } } }],
  },
  {
    name: "a service that needs less, of a quota that is overdrawn",
    before: [
      service({ type: "NodePort" }),
      ...quota("q", { "services.nodeports": "0" }, { "services.nodeports": "2" }),
    ],
    write: ["patch", "services/s", { spec: { type: "ClusterIP" } }],
  },
  {
    name: "pods that say as a whole what they need",
    before: quota("q", { cpu: "1" }),
    write: pod({ resources: { requests: { cpu: "1" } } }),
  },
  {
    name: "events",
    before: quota("q", { "count/events": "0" }),
    write: ["post", "events", {
      metadata: { name: "e" },
      involvedObject: { namespace: "$namespace" },
    }],
  },
  {
    name: "reviews",
    before: quota("q", { "count/localsubjectaccessreviews.authorization.k8s.io": "0" }),
    write: [
      "post",
      "/apis/authorization.k8s.io/v1/namespaces/$namespace/localsubjectaccessreviews",
      {
        metadata: { namespace: "$namespace" },
        spec: { user: "u", resourceAttributes: { namespace: "$namespace", verb: "get" } },
      },
    ],
  },
]);

const ofClass = (resource: string) => ({
  ResourceQuota: {
    apiVersion: "apiserver.config.k8s.io/v1",
    kind: "ResourceQuotaConfiguration",
    limitedResources: [
      { resource, matchScopes: [{ scopeName: "PriorityClass", operator: "In", values: ["high"] }] },
      { resource: "persistentvolumeclaims", matchContains: [".storageclass.storage.k8s.io/"] },
    ],
  },
});

testPlugin("resourceQuota() wants a quota for what is limited", {
  ...PLUGINS,
  before: [CLASS],
  configurations: ofClass("pods"),
}, [
  {
    name: "a class of pods",
    write: pod({ priorityClassName: "high" }),
    status: 500,
    message: "insufficient quota to match these scopes: [{PriorityClass In [high]}]",
  },
  { name: "other pods", write: pod() },
  {
    name: "a class of pods that a quota has",
    before: quota("q", { pods: "1" }, {}, exists("PriorityClass")),
    write: pod({ priorityClassName: "high" }),
  },
  {
    name: "storage of any class",
    write: claim("1Gi", { storageClassName: "gold" }),
    status: 403,
    message:
      "insufficient quota to consume: gold.storageclass.storage.k8s.io/persistentvolumeclaims," +
      "gold.storageclass.storage.k8s.io/requests.storage",
  },
  { name: "storage of none", write: claim("1Gi") },
  {
    name: "storage of a class that a quota has",
    before: quota("q", {
      "gold.storageclass.storage.k8s.io/persistentvolumeclaims": "1",
      "gold.storageclass.storage.k8s.io/requests.storage": "1Gi",
    }),
    write: claim("1Gi", { storageClassName: "gold" }),
  },
]);
