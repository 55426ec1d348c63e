/**
 * What is done to volumes, claims and ranges that are in use, to ephemeral volumes and to quotas: whoever keeps them,
 * the same comes of it.
 *
 * @module
 */

import {
  type AnyObject,
  ConfigMap,
  PersistentVolume,
  PersistentVolumeClaim,
  Pod,
  ResourceQuota,
  Secret,
  Service,
  ServiceCIDR,
  VolumeAttributesClass,
} from "../../mod.ts";
import type { ObjectScenario } from "./account_scenarios.ts";
import type { ObjectStage } from "./object_stage.ts";
import { HELD } from "./stage.ts";

const isDeleting = (one?: AnyObject) => one?.metadata?.deletionTimestamp !== undefined;
const isHeld = (one?: AnyObject) =>
  one?.metadata?.finalizers?.some((name) => name.startsWith("kubernetes.io/")) ?? false;
const isLoose = (one?: AnyObject) => one !== undefined && !isHeld(one);

const CONTAINER = { name: "c", image: "i" };
const CLAIM = {
  accessModes: ["ReadWriteOnce"],
  resources: { requests: { storage: "1Gi" } },
};

async function volume(stage: ObjectStage, name: string, metadata: object = {}): Promise<void> {
  await stage.make(PersistentVolume, name, {
    spec: {
      capacity: { storage: "1Gi" },
      accessModes: ["ReadWriteOnce"],
      csi: { driver: "example.com", volumeHandle: name },
      storageClassName: stage.namespace,
    },
  }, metadata);
  await stage.comes(PersistentVolume, name, isHeld);
}

async function claim(stage: ObjectStage, name: string, metadata: object = {}): Promise<void> {
  await stage.make(PersistentVolumeClaim, name, { spec: CLAIM }, metadata);
  await stage.comes(PersistentVolumeClaim, name, isHeld);
}

async function pod(
  stage: ObjectStage,
  name: string,
  { claimName, node, metadata = {}, spec = {} }: {
    claimName?: string;
    node?: string;
    metadata?: object;
    spec?: object;
  } = {},
): Promise<AnyObject> {
  return await stage.make(Pod, name, {
    spec: {
      containers: [CONTAINER],
      ...(node !== undefined && { nodeName: stage.nameOf(node) }),
      ...(claimName !== undefined && {
        volumes: [{ name: "v", persistentVolumeClaim: { claimName } }],
      }),
      ...spec,
    },
  }, metadata);
}

const takeOff = (
  stage: ObjectStage,
  kind: typeof PersistentVolume | typeof PersistentVolumeClaim,
) => stage.change(kind as typeof PersistentVolume, "x", { metadata: { finalizers: null } });

const VOLUMES: Readonly<Record<string, ObjectScenario>> = {
  async "a volume is held, and goes when nobody has it"(stage) {
    await volume(stage, "free");
    await volume(stage, "stays");
    await stage.remove(PersistentVolume, "free");
    await stage.gone(PersistentVolume, "free");
  },
  async "a volume that is bound stays until it is released"(stage) {
    await volume(stage, "x");
    await stage.say(PersistentVolume, "x", { phase: "Bound" });
    await stage.remove(PersistentVolume, "x");
    await stage.comes(PersistentVolume, "x", isDeleting);
    await stage.pass(1);
    await stage.same("it stays");
    await stage.say(PersistentVolume, "x", { phase: "Released" });
    await stage.gone(PersistentVolume, "x");
  },
  async "volumes in other phases go"(stage) {
    for (const phase of ["Available", "Released", "Failed", "Pending"]) {
      const name = phase.toLowerCase();
      await volume(stage, name);
      await stage.say(PersistentVolume, name, { phase });
      await stage.remove(PersistentVolume, name);
      await stage.gone(PersistentVolume, name);
    }
  },
  async "a volume is held again when it was let go"(stage) {
    await volume(stage, "x");
    await takeOff(stage, PersistentVolume);
    await stage.comes(PersistentVolume, "x", isHeld);
  },
  async "a volume that others hold stays for them"(stage) {
    await volume(stage, "x", { finalizers: [HELD] });
    await stage.remove(PersistentVolume, "x");
    await stage.comes(PersistentVolume, "x", isLoose);
    await stage.pass(1);
  },
};

const CLAIMS: Readonly<Record<string, ObjectScenario>> = {
  async "a claim is held, and goes when nobody uses it"(stage) {
    await claim(stage, "x");
    await claim(stage, "stays");
    await stage.remove(PersistentVolumeClaim, "x");
    await stage.gone(PersistentVolumeClaim, "x");
  },
  async "a claim is held again when it was let go"(stage) {
    await claim(stage, "x");
    await takeOff(stage, PersistentVolumeClaim);
    await stage.comes(PersistentVolumeClaim, "x", isHeld);
  },
  async "a claim stays until the pod that uses it is gone"(stage) {
    await claim(stage, "x");
    await pod(stage, "user", { claimName: "x", node: "n" });
    await stage.remove(PersistentVolumeClaim, "x");
    await stage.pass(1);
    await stage.same("it stays");
    await stage.remove(Pod, "user", { gracePeriod: 0 });
    await stage.gone(PersistentVolumeClaim, "x");
  },
  async "a claim stays while one of two pods uses it"(stage) {
    await claim(stage, "x");
    await pod(stage, "one", { claimName: "x", node: "n" });
    await pod(stage, "other", { claimName: "x", node: "m" });
    await stage.remove(PersistentVolumeClaim, "x");
    await stage.remove(Pod, "one", { gracePeriod: 0 });
    await stage.pass(1);
    await stage.same("it stays");
    await stage.remove(Pod, "other", { gracePeriod: 0 });
    await stage.gone(PersistentVolumeClaim, "x");
  },
  async "a pod without a node holds no claim"(stage) {
    await claim(stage, "x");
    await pod(stage, "waits", { claimName: "x" });
    await stage.remove(PersistentVolumeClaim, "x");
    await stage.gone(PersistentVolumeClaim, "x");
  },
  async "a pod that is over holds its claim"(stage) {
    await claim(stage, "x");
    await pod(stage, "over", { claimName: "x", node: "n" });
    await stage.say(Pod, "over", { phase: "Succeeded" });
    await stage.remove(PersistentVolumeClaim, "x");
    await stage.pass(1);
  },
  async "a pod on its way out holds its claim"(stage) {
    await claim(stage, "x");
    await pod(stage, "user", { claimName: "x", node: "n" });
    await stage.remove(PersistentVolumeClaim, "x");
    await stage.remove(Pod, "user", { gracePeriod: 30 });
    await stage.pass(1);
    await stage.same("it stays");
    await stage.remove(Pod, "user", { gracePeriod: 0 });
    await stage.gone(PersistentVolumeClaim, "x");
  },
  async "a pod that is shut down and held holds its claim"(stage) {
    await claim(stage, "x");
    await pod(stage, "user", { claimName: "x", node: "n", metadata: { finalizers: [HELD] } });
    await stage.remove(Pod, "user", { gracePeriod: 0 });
    await stage.remove(PersistentVolumeClaim, "x");
    await stage.pass(1);
  },
  async "a claim of a pod in another namespace is another claim"(stage) {
    const namespace = await stage.also("other");
    await claim(stage, "x");
    await stage.client.create(Pod, {
      metadata: { name: "user", namespace },
      spec: {
        nodeName: "n",
        containers: [CONTAINER],
        volumes: [{ name: "v", persistentVolumeClaim: { claimName: "x" } }],
      },
    });
    await stage.remove(PersistentVolumeClaim, "x");
    await stage.gone(PersistentVolumeClaim, "x");
  },
  async "a claim that others hold stays for them"(stage) {
    await claim(stage, "x", { finalizers: [HELD] });
    await stage.remove(PersistentVolumeClaim, "x");
    await stage.comes(PersistentVolumeClaim, "x", isLoose);
    await stage.pass(1);
  },
};

async function attributes(stage: ObjectStage, name: string): Promise<void> {
  await stage.make(VolumeAttributesClass, name, {
    driverName: "example.com",
    parameters: { iops: "1" },
  });
  await stage.comes(VolumeAttributesClass, name, isHeld);
}

const ATTRIBUTES: Readonly<Record<string, ObjectScenario>> = {
  async "a class of attributes is held, and goes when nobody names it"(stage) {
    await attributes(stage, "free");
    await attributes(stage, "stays");
    await stage.remove(VolumeAttributesClass, "free");
    await stage.gone(VolumeAttributesClass, "free");
  },
  async "a class of attributes stays until the claim that names it is gone"(stage) {
    await attributes(stage, "x");
    const volumeAttributesClassName = stage.nameOf("x");
    await stage.make(PersistentVolumeClaim, "user", {
      spec: { ...CLAIM, volumeAttributesClassName },
    });
    await stage.comes(PersistentVolumeClaim, "user", isHeld);
    await stage.remove(VolumeAttributesClass, "x");
    await stage.pass(1);
    await stage.same("it stays");
    await stage.remove(PersistentVolumeClaim, "user");
    await stage.gone(VolumeAttributesClass, "x");
  },
};

const ephemeral = (name: string, metadata: object = {}) => ({
  name,
  ephemeral: { volumeClaimTemplate: { metadata, spec: CLAIM } },
});

const isThere = (one?: AnyObject) => one !== undefined;

const EPHEMERAL: Readonly<Record<string, ObjectScenario>> = {
  async "an ephemeral volume has a claim of its pod's"(stage) {
    const metadata = { labels: { a: "b" }, annotations: { c: "d" } };
    await pod(stage, "p", {
      spec: {
        volumes: [ephemeral("data", metadata), { name: "e", emptyDir: {} }, ephemeral("more")],
      },
    });
    for (const name of ["p-data", "p-more"]) {
      await stage.comes(PersistentVolumeClaim, name, isHeld);
    }
  },
  async "a claim that is somebody else's is left alone"(stage) {
    await claim(stage, "p-data");
    await pod(stage, "p", { spec: { volumes: [ephemeral("data")] } });
    await stage.told("Pod", "p", "FailedBinding");
  },
  async "a claim of an earlier pod of the name is left alone"(stage) {
    const spec = { volumes: [ephemeral("data")] };
    await pod(stage, "p", { spec });
    await stage.comes(PersistentVolumeClaim, "p-data", isHeld);
    await stage.remove(Pod, "p", { gracePeriod: 0 });
    await stage.gone(Pod, "p");
    await pod(stage, "p", { spec });
    await stage.told("Pod", "p", "FailedBinding");
  },
  async "a claim that was deleted is made again"(stage) {
    await pod(stage, "p", { spec: { volumes: [ephemeral("data")] } });
    await stage.comes(PersistentVolumeClaim, "p-data", isHeld);
    await stage.remove(PersistentVolumeClaim, "p-data");
    await stage.comes(PersistentVolumeClaim, "p-data", (one) => isThere(one) && !isDeleting(one));
    await stage.comes(PersistentVolumeClaim, "p-data", isHeld);
  },
  async "a pod on its way out gets no claim again"(stage) {
    await pod(stage, "p", {
      node: "n",
      metadata: { finalizers: [HELD] },
      spec: { volumes: [ephemeral("data")] },
    });
    await stage.comes(PersistentVolumeClaim, "p-data", isHeld);
    await stage.remove(Pod, "p", { gracePeriod: 0 });
    await stage.remove(PersistentVolumeClaim, "p-data");
    await stage.gone(PersistentVolumeClaim, "p-data");
    await stage.pass(1);
  },
};

const isReady = (status: string) => (one?: AnyObject) =>
  one?.status?.conditions?.some((one: AnyObject) => one.type === "Ready" && one.status === status);

/** Ranges of the scenarios do not overlap. */
async function range(stage: ObjectStage, name: string, ...cidrs: string[]): Promise<void> {
  await stage.make(ServiceCIDR, name, { spec: { cidrs } });
  await stage.comes(ServiceCIDR, name, isReady("True"));
}

async function serviceAt(stage: ObjectStage, name: string, clusterIP: string): Promise<void> {
  await stage.make(Service, name, { spec: { clusterIP, ports: [{ port: 1 }] } });
}

const RANGES: Readonly<Record<string, ObjectScenario>> = {
  async "a range is ready, and goes when nobody has an address of it"(stage) {
    await range(stage, "x", "192.168.10.0/24");
    await stage.same("ready");
    await stage.remove(ServiceCIDR, "x");
    await stage.gone(ServiceCIDR, "x");
  },
  async "a range with an address that is in use stays"(stage) {
    await range(stage, "x", "192.168.11.0/24");
    await serviceAt(stage, "s", "192.168.11.7");
    await stage.remove(ServiceCIDR, "x");
    await stage.comes(ServiceCIDR, "x", isReady("False"));
    await stage.same("it stays");
    await stage.remove(Service, "s");
    await stage.gone(ServiceCIDR, "x");
  },
  async "a range goes when another has its addresses"(stage) {
    await range(stage, "x", "192.168.12.0/25");
    await serviceAt(stage, "s", "192.168.12.7");
    await stage.remove(ServiceCIDR, "x");
    await stage.comes(ServiceCIDR, "x", isReady("False"));
    await range(stage, "wider", "192.168.12.0/24");
    await stage.gone(ServiceCIDR, "x");
  },
  async "a range that is let go is held again"(stage) {
    await range(stage, "x", "192.168.13.0/24");
    await stage.change(ServiceCIDR, "x", { metadata: { finalizers: null } });
    const isHeldAgain = (one?: AnyObject) => (one?.metadata?.finalizers?.length ?? 0) > 0;
    await stage.comes(ServiceCIDR, "x", isHeldAgain);
  },
};

const usedIs = (key: string, value: string) => (one?: AnyObject) =>
  one?.status?.used?.[key] === value;

async function quota(
  stage: ObjectStage,
  hard: Record<string, string>,
  more: object = {},
  name = "q",
): Promise<void> {
  await stage.make(ResourceQuota, name, { spec: { hard, ...more } });
  const key = Object.keys(hard)[0]!;
  await stage.comes(ResourceQuota, name, (one) => one?.status?.used?.[key] !== undefined);
}

const asking = (cpu: string, memory: string) => ({
  containers: [{ ...CONTAINER, resources: { requests: { cpu, memory }, limits: { cpu, memory } } }],
});

const QUOTAS: Readonly<Record<string, ObjectScenario>> = {
  async "what was there before is counted"(stage) {
    await stage.make(ConfigMap, "a");
    await stage.make(Secret, "s");
    await pod(stage, "p", { spec: asking("250m", "1Gi") });
    await quota(stage, {
      configmaps: "5",
      secrets: "5",
      pods: "5",
      "requests.cpu": "2",
      "limits.memory": "4Gi",
      "count/pods": "5",
      "count/roles.rbac.authorization.k8s.io": "3",
    });
    if (stage.side === "ours") {
      await stage.comes(ResourceQuota, "q", usedIs("requests.cpu", "250m"));
    }
    // The reference's counts what its informers have by then, and again when limits change or after five minutes.
    await stage.change(ResourceQuota, "q", { spec: { hard: { configmaps: "6" } } });
    await stage.comes(ResourceQuota, "q", usedIs("requests.cpu", "250m"));
  },
  async "what is gone is given back"(stage) {
    await quota(stage, { configmaps: "5", pods: "5", services: "5", "requests.cpu": "2" });
    await stage.make(ConfigMap, "a");
    await pod(stage, "p", { spec: asking("1500m", "1Gi") });
    await stage.make(Service, "s", { spec: { ports: [{ port: 1 }] } });
    await stage.comes(ResourceQuota, "q", usedIs("services", "1"));
    await stage.same("used");
    await stage.remove(ConfigMap, "a");
    await stage.remove(Pod, "p", { gracePeriod: 0 });
    await stage.remove(Service, "s");
    await stage.comes(ResourceQuota, "q", usedIs("configmaps", "0"));
    await stage.comes(ResourceQuota, "q", usedIs("pods", "0"));
    await stage.comes(ResourceQuota, "q", usedIs("services", "0"));
  },
  async "a pod that is over counts no more"(stage) {
    await quota(stage, { pods: "5", "requests.cpu": "2", "count/pods": "5" });
    await pod(stage, "p", { spec: asking("1", "1Gi"), node: "n" });
    await stage.comes(ResourceQuota, "q", usedIs("pods", "1"));
    await stage.say(Pod, "p", { phase: "Succeeded" });
    await stage.comes(ResourceQuota, "q", usedIs("pods", "0"));
  },
  async "a limit that changes is followed"(stage) {
    await quota(stage, { pods: "1", configmaps: "3" });
    await stage.make(ConfigMap, "a");
    await stage.comes(ResourceQuota, "q", usedIs("configmaps", "1"));
    await stage.change(ResourceQuota, "q", {
      spec: { hard: { configmaps: "0", secrets: "4", pods: null } },
    });
    await stage.comes(ResourceQuota, "q", usedIs("secrets", "0"));
  },
  async "pods of no quality are counted apart"(stage) {
    await quota(stage, { pods: "5" }, { scopes: ["BestEffort"] });
    await quota(stage, { pods: "5", "requests.cpu": "4" }, { scopes: ["NotBestEffort"] }, "other");
    await pod(stage, "none");
    await pod(stage, "some", { spec: asking("1", "1Gi") });
    await stage.comes(ResourceQuota, "q", usedIs("pods", "1"));
    await stage.comes(ResourceQuota, "other", usedIs("requests.cpu", "1"));
    await stage.remove(Pod, "none", { gracePeriod: 0 });
    await stage.comes(ResourceQuota, "q", usedIs("pods", "0"));
  },
  async "pods with an end are counted apart"(stage) {
    await quota(stage, { pods: "5" }, { scopes: ["Terminating"] });
    await quota(stage, { pods: "5" }, { scopes: ["NotTerminating"] }, "other");
    await pod(stage, "ends", { spec: { activeDeadlineSeconds: 600 } });
    await pod(stage, "stays");
    await stage.comes(ResourceQuota, "q", usedIs("pods", "1"));
    await stage.comes(ResourceQuota, "other", usedIs("pods", "1"));
  },
  async "claims are counted by class, and by size"(stage) {
    const ofClass = "gold.storageclass.storage.k8s.io/requests.storage";
    await quota(stage, {
      persistentvolumeclaims: "5",
      "requests.storage": "9Gi",
      [ofClass]: "5Gi",
    });
    await stage.make(PersistentVolumeClaim, "x", { spec: CLAIM });
    await stage.make(PersistentVolumeClaim, "gold", {
      spec: { ...CLAIM, storageClassName: "gold" },
    });
    await stage.comes(ResourceQuota, "q", usedIs("requests.storage", "2Gi"));
    await stage.same("two");
    await stage.remove(PersistentVolumeClaim, "gold");
    await stage.comes(ResourceQuota, "q", usedIs("requests.storage", "1Gi"));
  },
  async "ports of nodes are counted"(stage) {
    await quota(stage, { "services.nodeports": "5", "services.loadbalancers": "5", services: "5" });
    const ports = [{ name: "a", port: 1 }, { name: "b", port: 2 }];
    await stage.make(Service, "node", { spec: { type: "NodePort", ports } });
    await stage.make(Service, "balanced", { spec: { type: "LoadBalancer", ports } });
    await stage.comes(ResourceQuota, "q", usedIs("services", "2"));
    await stage.remove(Service, "balanced");
    await stage.comes(ResourceQuota, "q", usedIs("services", "1"));
  },
  async "a limit of what nobody knows has no use"(stage) {
    await quota(stage, { configmaps: "5", "count/things.example.com": "3" });
  },
};

/** All of them. */
export const PROTECTION_SCENARIOS: Readonly<Record<string, ObjectScenario>> = {
  ...VOLUMES,
  ...CLAIMS,
  ...ATTRIBUTES,
  ...EPHEMERAL,
  ...RANGES,
  ...QUOTAS,
};
