import { assertEquals } from "../deps/assert.ts";
import type { JsonObject } from "../codec/mod.ts";
import { FakeClock } from "../clock.ts";
import { NAMES } from "../names.ts";
import { type Devices, objectCounts, type QuotaEvaluator, quotaEvaluators } from "./mod.ts";

const NOW = Date.UTC(2026, 0, 1);
const DEVICES: Devices = {
  generation: 0,
  hasClass: (name) => name === "gpu",
  hasResource: (name) => name === "example.com/gpu",
  resourceOf: (name) => name === "gpu" ? "example.com/gpu" : undefined,
  usageOfOwner: () => undefined,
};
const [pods, services, volumeClaims, deviceClaims] = quotaEvaluators({
  clock: new FakeClock(NOW),
  names: NAMES.kubernetes,
  devices: DEVICES,
}) as [QuotaEvaluator, QuotaEvaluator, QuotaEvaluator, QuotaEvaluator];

interface UsageCase {
  readonly name: string;
  readonly of: QuotaEvaluator;
  readonly object: unknown;
  /** Without what is counted of every object. */
  readonly usage: Readonly<Record<string, string>>;
}

const requests = (amounts: object, more: object = {}) => ({
  resources: { requests: amounts },
  ...more,
});
const podOf = (spec: object, status: object = {}, metadata: object = {}) => ({
  metadata,
  spec,
  status,
});
const CPU = (amount: string) => ({ cpu: amount, "requests.cpu": amount });
const sized = podOf({ containers: [requests({ cpu: "1" })] });
const deleted = (deletionTimestamp: string) => ({
  deletionTimestamp,
  deletionGracePeriodSeconds: 30,
});
const resizing = (reason: string) => ({
  conditions: [{ type: "PodResizePending", status: "True", reason }],
  containerStatuses: [{
    name: "c",
    allocatedResources: { cpu: "3" },
    resources: { requests: { cpu: "2" }, limits: { cpu: "4" } },
  }],
});
const claim = (requests: object[]) => ({
  metadata: { name: "r" },
  spec: { devices: { requests } },
});
const GPU = (count: string) => ({
  "gpu.deviceclass.resource.k8s.io/devices": count,
  "requests.deviceclass.resource.kubernetes.io/gpu": count,
  "requests.example.com/gpu": count,
});

const CASES: readonly UsageCase[] = [
  {
    name: "a pod that asks for nothing",
    of: pods,
    object: podOf({ containers: [{}] }),
    usage: { pods: "1" },
  },
  {
    name: "a pod that asks for something",
    of: pods,
    object: sized,
    usage: { pods: "1", ...CPU("1") },
  },
  {
    name: "limits alone",
    of: pods,
    object: podOf({
      containers: [{ resources: { limits: { cpu: "1", "example.com/gpu": "1" } } }],
    }),
    usage: { pods: "1", "limits.cpu": "1" },
  },
  {
    name: "what is no resource of quotas",
    of: pods,
    object: podOf({
      containers: [requests({ "kubernetes.io/x": "1", "requests.example.com/x": "1" })],
    }),
    usage: { pods: "1" },
  },
  {
    name: "devices of a class",
    of: pods,
    object: podOf({ containers: [requests({ "deviceclass.resource.kubernetes.io/gpu": "1" })] }),
    usage: { pods: "1", "requests.deviceclass.resource.kubernetes.io/gpu": "1" },
  },
  {
    name: "what a runtime costs, of limits where there are any",
    of: pods,
    object: podOf({
      overhead: { cpu: "250m", memory: "1Mi" },
      containers: [{ resources: { requests: { cpu: "1" }, limits: { cpu: "1" } } }],
    }),
    usage: {
      pods: "1",
      ...CPU("1250m"),
      "limits.cpu": "1250m",
      memory: "1Mi",
      "requests.memory": "1Mi",
    },
  },
  ...["Failed", "Succeeded"].map((phase) => ({
    name: `a pod that has ${phase}`,
    of: pods,
    object: { ...sized, status: { phase } },
    usage: {},
  })),
  {
    name: "a pod that is to be gone by now",
    of: pods,
    object: { ...sized, metadata: deleted("2025-12-31T23:59:29Z") },
    usage: {},
  },
  {
    name: "a pod that has time to go",
    of: pods,
    object: { ...sized, metadata: deleted("2025-12-31T23:59:30Z") },
    usage: { pods: "1", ...CPU("1") },
  },
  {
    name: "a pod that is being resized: the most of what it has and is to have",
    of: pods,
    object: podOf({ containers: [{ name: "c", ...requests({ cpu: "1" }) }] }, resizing("Deferred")),
    usage: { pods: "1", ...CPU("3"), "limits.cpu": "4" },
  },
  {
    name: "a pod that can't be resized: what it has",
    of: pods,
    object: podOf(
      { containers: [{ name: "c", ...requests({ cpu: "9" }) }] },
      resizing("Infeasible"),
    ),
    usage: { pods: "1", ...CPU("3"), "limits.cpu": "4" },
  },
  { name: "a service", of: services, object: { spec: { ports: [{}] } }, usage: { services: "1" } },
  {
    name: "a service on nodes",
    of: services,
    object: { spec: { type: "NodePort", ports: [{}, {}] } },
    usage: { services: "1", "services.nodeports": "2" },
  },
  {
    name: "a balanced service",
    of: services,
    object: { spec: { type: "LoadBalancer", ports: [{}, {}] } },
    usage: { services: "1", "services.nodeports": "2", "services.loadbalancers": "1" },
  },
  {
    name: "a claim that has got more than it asks for",
    of: volumeClaims,
    object: {
      metadata: { annotations: { "volume.beta.kubernetes.io/storage-class": "old" } },
      spec: { storageClassName: "new", resources: { requests: { storage: "5G" } } },
      status: { allocatedResources: { storage: "10G" } },
    },
    usage: {
      persistentvolumeclaims: "1",
      "requests.storage": "10G",
      "old.storageclass.storage.k8s.io/persistentvolumeclaims": "1",
      "old.storageclass.storage.k8s.io/requests.storage": "10G",
    },
  },
  { name: "a claim of no device", of: deviceClaims, object: claim([]), usage: {} },
  {
    name: "a claim of devices of a kind that nobody knows",
    of: deviceClaims,
    object: claim([{ exactly: { deviceClassName: "gpu", allocationMode: "Some", count: 3 } }, {}]),
    usage: { "gpu.deviceclass.resource.k8s.io/devices": "0" },
  },
  {
    name: "a claim of devices",
    of: deviceClaims,
    object: claim([
      { exactly: { deviceClassName: "gpu", allocationMode: "ExactCount", count: 2 } },
      {
        firstAvailable: [
          { deviceClassName: "gpu", allocationMode: "ExactCount", count: 3 },
          { deviceClassName: "gpu", allocationMode: "ExactCount", count: 1 },
        ],
      },
    ]),
    usage: GPU("5"),
  },
  {
    name: "secrets, under both names",
    of: objectCounts({ group: "", resource: "secrets" }),
    object: {},
    usage: { secrets: "1" },
  },
  { name: "anything", of: objectCounts({ group: "a.b", resource: "c" }), object: {}, usage: {} },
];

Deno.test("usage() is what an object uses", async (t) => {
  for (const { name, of, object, usage } of CASES) {
    await t.step(name, () => {
      const { group, resource } = of.about;
      const count = `count/${resource}${group && `.${group}`}`;
      const found = [...of.usage(object as JsonObject)].map(([one, amount]) => [one, `${amount}`]);
      const shown = of === services ? found.filter(([, amount]) => amount !== "0") : found;
      assertEquals(Object.fromEntries(shown), { [count]: "1", ...usage });
    });
  }
});

Deno.test("counts() knows what quotas call what is measured", () => {
  const cases: readonly (readonly [QuotaEvaluator, readonly string[], readonly string[]])[] = [
    [
      pods,
      [
        "pods",
        "count/pods",
        "limits.cpu",
        "hugepages-2Mi",
        "requests.hugepages-1Gi",
        "requests.a.b/c",
      ],
      [
        "services",
        "a.b/c",
        "limits.a.b/c",
        "requests.storage",
        "requests.kubernetes.io/x",
        "constructor",
      ],
    ],
    [services, ["count/services", "services.nodeports"], ["pods", "services.x"]],
    [
      volumeClaims,
      ["requests.storage", "gold.storageclass.storage.k8s.io/requests.storage"],
      [
        "storage",
        "gold.storageclass.storage.k8s.io/storage",
        "gold.storage.k8s.io/requests.storage",
      ],
    ],
    [
      deviceClaims,
      [
        "count/resourceclaims.resource.k8s.io",
        "x.deviceclass.resource.k8s.io/devices",
        "requests.deviceclass.resource.kubernetes.io/gpu",
        "requests.example.com/gpu",
      ],
      ["requests.deviceclass.resource.kubernetes.io/x", "requests.example.com/x", "resourceclaims"],
    ],
    [objectCounts({ group: "", resource: "services" }), ["count/services"], ["services"]],
  ];
  for (const [evaluator, known, unknown] of cases) {
    assertEquals([...known, ...unknown].filter((name) => evaluator.counts(name)), [...known]);
  }
});

Deno.test("handles() takes writes that can change what is used, and no others", () => {
  const write = (operation: string, subresource = "", object = {}, old = {}) => ({
    operation,
    subresource,
    object,
    old,
  });
  const all = [
    pods,
    services,
    volumeClaims,
    deviceClaims,
    objectCounts({ group: "", resource: "x" }),
  ];
  const handling = (one: ReturnType<typeof write>) => all.map((each) => each.handles(one));
  assertEquals(handling(write("CREATE")), [true, true, true, true, true]);
  assertEquals(handling(write("UPDATE")), [false, true, true, true, false]);
  assertEquals(handling(write("DELETE")), [false, false, false, false, false]);
  assertEquals(handling(write("UPDATE", "status")), [false, false, true, false, false]);
  assertEquals(handling(write("UPDATE", "resize")), [true, false, false, false, false]);
  assertEquals(handling(write("CREATE", "binding")), [false, false, false, false, false]);
  const ending = podOf({ activeDeadlineSeconds: 0 });
  assertEquals(pods.handles(write("UPDATE", "", ending, podOf({}))), true);
  assertEquals(
    pods.handles(write("UPDATE", "", ending, podOf({ activeDeadlineSeconds: 9 }))),
    false,
  );
});

Deno.test("isIn() goes by the scopes of pods and claims", () => {
  const inClass = (name?: string) => podOf({ ...(name && { priorityClassName: name }) });
  const attributes = (spec?: string, current?: string) => ({
    spec: { ...(spec && { volumeAttributesClassName: spec }) },
    status: { ...(current && { currentVolumeAttributesClassName: current }) },
  });
  const cases: readonly (readonly [QuotaEvaluator, string, string, unknown, boolean])[] = [
    [pods, "PriorityClass", "Exists", inClass("a"), true],
    [pods, "PriorityClass", "Exists", inClass(), false],
    [pods, "PriorityClass", "DoesNotExist", inClass(), true],
    [pods, "PriorityClass", "In", inClass("a"), true],
    [pods, "PriorityClass", "In", inClass("b"), false],
    [pods, "PriorityClass", "In", inClass(), false],
    [pods, "PriorityClass", "NotIn", inClass("a"), false],
    [pods, "PriorityClass", "NotIn", inClass(), true],
    [pods, "Terminating", "Exists", podOf({ activeDeadlineSeconds: 0 }), true],
    [pods, "BestEffort", "Exists", podOf({ containers: [requests({ cpu: "0", x: "1" })] }), true],
    [pods, "BestEffort", "Exists", sized, false],
    [pods, "NotBestEffort", "Exists", podOf({ resources: { limits: { memory: "1" } } }), true],
    [pods, "BestEffort", "Exists", podOf({}, { qosClass: "Burstable" }), false],
    [pods, "VolumeAttributesClass", "Exists", sized, false],
    [volumeClaims, "VolumeAttributesClass", "Exists", attributes("a"), true],
    [volumeClaims, "VolumeAttributesClass", "Exists", attributes(), false],
    [volumeClaims, "VolumeAttributesClass", "In", attributes("b", "a"), true],
    [volumeClaims, "VolumeAttributesClass", "NotIn", attributes("b", "a"), true],
    [volumeClaims, "VolumeAttributesClass", "NotIn", attributes("a", "a"), false],
    [volumeClaims, "VolumeAttributesClass", "NotIn", attributes(), true],
    [services, "BestEffort", "Exists", {}, false],
  ];
  for (const [evaluator, scopeName, operator, object, expected] of cases) {
    const values = operator.endsWith("In") ? ["a"] : [];
    const scope = { scopeName, operator, values } as Parameters<QuotaEvaluator["isIn"]>[0];
    const found = evaluator.isIn(scope, object as JsonObject);
    assertEquals(found, expected, `${scopeName} ${operator} ${JSON.stringify(object)}`);
  }
});

Deno.test("counts() and usage() speak the dialect", () => {
  const [, , ofVolumes, ofDevices] = quotaEvaluators({
    clock: new FakeClock(NOW),
    names: NAMES.orch,
    devices: DEVICES,
  });
  const gold = claim([{ exactly: { deviceClassName: "gpu", allocationMode: "All" } }]);
  assertEquals([...ofDevices?.usage(gold as unknown as JsonObject).keys() ?? []], [
    "count/resourceclaims.resource.orch.io",
    "gpu.deviceclass.resource.orch.io/devices",
    "requests.deviceclass.resource.orch.io/gpu",
    "requests.example.com/gpu",
  ]);
  const name = "gold.storageclass.storage.orch.io/requests.storage";
  assertEquals([ofVolumes?.counts(name), volumeClaims.counts(name)], [true, false]);
});
