/**
 * What is done to volumes and the claims on them: whoever binds them, the same comes of it.
 *
 * @module
 */

import { PersistentVolume, PersistentVolumeClaim, Pod, StorageClass } from "../../mod.ts";
import type { WorkloadScenario } from "./replica_scenarios.ts";
import type { WorkloadStage } from "./workload_stage.ts";

const BOUND_BY_CONTROLLER = "pv.kubernetes.io/bound-by-controller";
const BIND_COMPLETED = "pv.kubernetes.io/bind-completed";
const PROVISIONED_BY = "pv.kubernetes.io/provisioned-by";

/** Names of volumes and classes are no namespace's: each scenario has its own. */
const own = ({ namespace }: WorkloadStage, name: string) => `${name}.${namespace}`;

interface VolumeOptions {
  readonly size?: string;
  readonly modes?: readonly string[];
  readonly labels?: Record<string, string>;
  readonly annotations?: Record<string, string>;
  readonly finalizers?: readonly string[];
  readonly spec?: object;
}

/** A volume of the class of the scenario. */
async function volume(
  stage: WorkloadStage,
  name: string,
  { size = "5Gi", modes = ["ReadWriteOnce"], labels = {}, annotations = {}, finalizers, spec = {} }:
    VolumeOptions = {},
): Promise<void> {
  const isElse = ["nfs", "hostPath", "local"].some((source) => source in spec);
  await stage.client.create(PersistentVolume, {
    metadata: {
      name: own(stage, name),
      labels: { ...labels, scenario: stage.namespace },
      annotations,
      ...(finalizers && { finalizers }),
    },
    spec: {
      capacity: { storage: size },
      accessModes: modes,
      storageClassName: own(stage, "plain"),
      persistentVolumeReclaimPolicy: "Retain",
      ...(isElse ? {} : { csi: { driver: "example.com", volumeHandle: name } }),
      ...spec,
    },
  } as never);
}

/** A claim of the class of the scenario. */
async function claim(
  stage: WorkloadStage,
  name: string,
  { size = "1Gi", modes = ["ReadWriteOnce"], annotations = {}, spec = {} }: VolumeOptions = {},
): Promise<string> {
  const { metadata } = await stage.client.create(PersistentVolumeClaim, {
    metadata: { name, annotations },
    spec: {
      accessModes: modes,
      resources: { requests: { storage: size } },
      storageClassName: own(stage, "plain"),
      ...spec,
    },
  } as never);
  return metadata.uid;
}

async function storageClass(stage: WorkloadStage, name: string, more: object = {}): Promise<void> {
  await stage.client.create(StorageClass, {
    metadata: { name: own(stage, name) },
    provisioner: "example.com",
    ...more,
  } as never);
  // A cache that has not heard of it yet would have it told that there is none.
  await stage.pass(1);
}

/** A volume that names a claim. */
const forClaim = ({ namespace }: WorkloadStage, name: string, uid?: string) => ({
  claimRef: { kind: "PersistentVolumeClaim", namespace, name, ...(uid && { uid }) },
});

async function volumeIs(stage: WorkloadStage, name: string, ...phases: string[]): Promise<void> {
  await stage.until(
    PersistentVolume,
    own(stage, name),
    (one) => phases.includes(one?.status?.phase),
  );
}

async function claimIs(stage: WorkloadStage, name: string, ...phases: string[]): Promise<void> {
  await stage.until(PersistentVolumeClaim, name, (one) => phases.includes(one?.status?.phase));
}

/**
 * A volume that the binder knows to be free. That the server says so is not enough: claims are told of by another
 * watch, and here and in the reference the binder passes a volume by whose phase it has not heard of yet. Volumes
 * are told of in their order, so it knows of this one when a later one is free.
 */
async function freeVolume(stage: WorkloadStage, name: string, options: VolumeOptions = {}) {
  await volume(stage, name, options);
  await volumeIs(stage, name, "Available");
  const later = `later-than-${own(stage, name)}`;
  await stage.client.create(PersistentVolume, {
    metadata: { name: later },
    spec: {
      capacity: { storage: "1" },
      accessModes: ["ReadWriteOnce"],
      storageClassName: later,
      csi: { driver: "example.com", volumeHandle: later },
    },
  } as never);
  await stage.until(PersistentVolume, later, (one) => one?.status?.phase === "Available");
  await stage.client.delete(PersistentVolume, later);
}

/** A claim and a volume that are bound to each other. */
async function pair(stage: WorkloadStage, options: VolumeOptions = {}): Promise<void> {
  await freeVolume(stage, "v", options);
  await claim(stage, "c", options.spec && "volumeMode" in options.spec ? options : {});
  await claimIs(stage, "c", "Bound");
}

async function dropClaim(stage: WorkloadStage, name: string): Promise<void> {
  await stage.client.delete(PersistentVolumeClaim, name);
}

async function pod(stage: WorkloadStage, name: string, claimName: string): Promise<void> {
  await stage.client.create(Pod, {
    metadata: { name },
    spec: {
      containers: [{ name: "c", image: "i" }],
      volumes: [{ name: "v", persistentVolumeClaim: { claimName } }],
    },
  });
}

/** See the module. */
export const VOLUMES: Readonly<Record<string, WorkloadScenario>> = {
  async "the smallest volume that is large enough is bound"(stage) {
    for (const [name, size] of [["a", "1Gi"], ["b", "10Gi"], ["c", "5Gi"], ["d", "100Gi"]]) {
      await freeVolume(stage, name!, { size: size! });
    }
    await claim(stage, "data", { size: "3Gi" });
    await claimIs(stage, "data", "Bound");
    await claim(stage, "more", { size: "5Gi" });
    await claimIs(stage, "more", "Bound");
    await claim(stage, "most", { size: "101Gi" });
    await stage.told("PersistentVolumeClaim", "most", "ProvisioningFailed");
    await stage.same();
    await stage.client.delete(PersistentVolumeClaim, "most");
  },

  async "volumes that can do less go first"(stage) {
    await freeVolume(stage, "all", {
      size: "1Gi",
      modes: ["ReadWriteOnce", "ReadOnlyMany", "ReadWriteMany"],
    });
    await freeVolume(stage, "one", { size: "9Gi" });
    await claim(stage, "data");
    await claimIs(stage, "data", "Bound");
    await claim(stage, "many", { modes: ["ReadWriteMany"] });
    await claimIs(stage, "many", "Bound");
  },

  async "a claim says which labels its volume has"(stage) {
    await freeVolume(stage, "plain", { size: "1Gi" });
    await freeVolume(stage, "fast", { size: "2Gi", labels: { disk: "fast" } });
    await claim(stage, "data", {
      spec: { selector: { matchLabels: { disk: "fast" } } },
    });
    await claim(stage, "other", {
      spec: { selector: { matchExpressions: [{ key: "disk", operator: "DoesNotExist" }] } },
    });
    await claimIs(stage, "data", "Bound");
    await claimIs(stage, "other", "Bound");
  },

  async "a claim waits for a volume of its class"(stage) {
    await freeVolume(stage, "other", { spec: { storageClassName: own(stage, "other") } });
    await claim(stage, "data", { spec: { storageClassName: "" } });
    await stage.told("PersistentVolumeClaim", "data", "FailedBinding");
    await stage.same("waiting");
    await volume(stage, "none", { spec: { storageClassName: "" } });
    await claimIs(stage, "data", "Bound");
  },

  async "the class may stand in the old annotation"(stage) {
    const annotations = { "volume.beta.kubernetes.io/storage-class": own(stage, "old") };
    await freeVolume(stage, "old", { annotations, spec: { storageClassName: "" } });
    await claim(stage, "data", { annotations, spec: { storageClassName: undefined } });
    await claimIs(stage, "data", "Bound");
  },

  async "block devices and file systems are different"(stage) {
    await freeVolume(stage, "files", { size: "1Gi" });
    await freeVolume(stage, "blocks", { size: "2Gi", spec: { volumeMode: "Block" } });
    await claim(stage, "data", { spec: { volumeMode: "Block" } });
    await claimIs(stage, "data", "Bound");
  },

  async "classes of attributes have to be the same"(stage) {
    await freeVolume(stage, "plain", { size: "1Gi" });
    await freeVolume(stage, "gold", { size: "2Gi", spec: { volumeAttributesClassName: "gold" } });
    await claim(stage, "data", { spec: { volumeAttributesClassName: "gold" } });
    await claimIs(stage, "data", "Bound");
  },

  async "a volume that names a claim is kept for it"(stage) {
    await freeVolume(stage, "kept", { size: "50Gi", spec: forClaim(stage, "data") });
    await freeVolume(stage, "free", { size: "1Gi" });
    await claim(stage, "other");
    await claimIs(stage, "other", "Bound");
    await stage.same("before");
    await claim(stage, "data");
    await claimIs(stage, "data", "Bound");
  },

  async "a volume that names a claim may have another class"(stage) {
    const spec = { ...forClaim(stage, "data"), storageClassName: own(stage, "other") };
    await freeVolume(stage, "kept", { spec });
    await claim(stage, "data");
    await claimIs(stage, "data", "Bound");
  },

  async "a claim that names a volume gets it"(stage) {
    await freeVolume(stage, "small", { size: "1Gi" });
    await freeVolume(stage, "wanted", { size: "9Gi" });
    await claim(stage, "data", { spec: { volumeName: own(stage, "wanted") } });
    await claimIs(stage, "data", "Bound");
  },

  async "a claim and a volume that name each other are bound"(stage) {
    await freeVolume(stage, "v", { spec: forClaim(stage, "data") });
    await claim(stage, "data", { spec: { volumeName: own(stage, "v") } });
    await claimIs(stage, "data", "Bound");
  },

  async "a volume that does not do is told of"(stage) {
    const cases: Record<string, VolumeOptions> = {
      small: { size: "1Mi" },
      "other-class": { spec: { storageClassName: own(stage, "other") } },
      attributes: { spec: { volumeAttributesClassName: "gold" } },
      blocks: { spec: { volumeMode: "Block" } },
      modes: { modes: ["ReadOnlyMany"] },
    };
    for (const [name, options] of Object.entries(cases)) {
      await freeVolume(stage, name, options);
      await claim(stage, name, { spec: { volumeName: own(stage, name) } });
      await stage.told("PersistentVolumeClaim", name, "VolumeMismatch");
    }
  },

  async "a volume that is being deleted is not given away"(stage) {
    await freeVolume(stage, "v", { finalizers: ["example.com/holds"] });
    await stage.client.delete(PersistentVolume, own(stage, "v"));
    await claim(stage, "named", { spec: { volumeName: own(stage, "v") } });
    await stage.told("PersistentVolumeClaim", "named", "VolumeMismatch");
    await claim(stage, "any");
    await stage.told("PersistentVolumeClaim", "any", "ProvisioningFailed");
  },

  async "a volume that another claim has is waited for"(stage) {
    await pair(stage);
    await claim(stage, "late", { spec: { volumeName: own(stage, "v") } });
    await stage.told("PersistentVolumeClaim", "late", "FailedBinding");
    await stage.same("waiting");
    await dropClaim(stage, "c");
    await volumeIs(stage, "v", "Released");
    await stage.client.patch(
      PersistentVolume,
      own(stage, "v"),
      { spec: { claimRef: null } } as never,
    );
    await claimIs(stage, "late", "Bound");
  },

  async "a volume that does not exist yet is waited for"(stage) {
    await claim(stage, "data", { spec: { volumeName: own(stage, "v") } });
    await claimIs(stage, "data", "Pending");
    await stage.same("waiting");
    await volume(stage, "v");
    await claimIs(stage, "data", "Bound");
  },

  async "a class that binds late waits for a pod"(stage) {
    await storageClass(stage, "plain", {
      provisioner: "kubernetes.io/no-provisioner",
      volumeBindingMode: "WaitForFirstConsumer",
    });
    await freeVolume(stage, "v");
    await claim(stage, "data");
    await stage.told("PersistentVolumeClaim", "data", "WaitForFirstConsumer");
    await stage.same("without a pod");
    await pod(stage, "p", "data");
    await stage.told("PersistentVolumeClaim", "data", "WaitForPodScheduled");
    await stage.same("with a pod");
    // The scheduler has chosen.
    await stage.client.patch(PersistentVolume, own(stage, "v"), {
      metadata: { annotations: { [BOUND_BY_CONTROLLER]: "yes" } },
      spec: forClaim(stage, "data"),
    } as never);
    await claimIs(stage, "data", "Bound");
  },

  async "a class that binds late has a volume made for the node that was chosen"(stage) {
    await storageClass(stage, "plain", { volumeBindingMode: "WaitForFirstConsumer" });
    await claim(stage, "data");
    await stage.told("PersistentVolumeClaim", "data", "WaitForFirstConsumer");
    await stage.client.patch(PersistentVolumeClaim, "data", {
      metadata: { annotations: { "volume.kubernetes.io/selected-node": "n" } },
    });
    await stage.told("PersistentVolumeClaim", "data", "ExternalProvisioning");
  },

  async "a provisioner is asked, and its volume is bound"(stage) {
    await storageClass(stage, "plain");
    const uid = await claim(stage, "data");
    await stage.told("PersistentVolumeClaim", "data", "ExternalProvisioning");
    await stage.same("asked");
    await volume(stage, "made", {
      annotations: { [PROVISIONED_BY]: "example.com" },
      spec: { ...forClaim(stage, "data", uid), persistentVolumeReclaimPolicy: "Delete" },
    });
    await claimIs(stage, "data", "Bound");
    await stage.same("bound");
    await dropClaim(stage, "data");
    await volumeIs(stage, "made", "Released");
  },

  async "of a class without a provisioner it is told why there is no volume"(stage) {
    const provisioners: Record<string, string> = {
      none: "kubernetes.io/no-provisioner",
      unknown: "kubernetes.io/unknown",
      nfs: "kubernetes.io/nfs",
      "host-path": "kubernetes.io/host-path",
    };
    for (const [name, provisioner] of Object.entries(provisioners)) {
      await storageClass(stage, name, { provisioner });
      await claim(stage, name, { spec: { storageClassName: own(stage, name) } });
      await stage.told("PersistentVolumeClaim", name, "ProvisioningFailed");
    }
  },

  async "drivers do what plugins did"(stage) {
    for (const plugin of ["aws-ebs", "gce-pd", "portworx-volume"]) {
      await storageClass(stage, plugin, { provisioner: `kubernetes.io/${plugin}` });
      await claim(stage, plugin, { spec: { storageClassName: own(stage, plugin) } });
      await stage.told("PersistentVolumeClaim", plugin, "ExternalProvisioning");
    }
    await claim(stage, "old", {
      annotations: { "volume.beta.kubernetes.io/storage-provisioner": "kubernetes.io/cinder" },
    });
    await stage.until(
      PersistentVolumeClaim,
      "old",
      (one) =>
        one?.metadata?.annotations?.["pv.kubernetes.io/migrated-to"] === "cinder.csi.openstack.org",
    );
    await freeVolume(stage, "old", {
      annotations: { [PROVISIONED_BY]: "kubernetes.io/aws-ebs" },
      spec: { persistentVolumeReclaimPolicy: "Delete", storageClassName: "x" },
    });
  },

  async "a claim without a class gets the default when there is one"(stage) {
    await claim(stage, "data", { spec: { storageClassName: undefined } });
    await stage.told("PersistentVolumeClaim", "data", "FailedBinding");
    await stage.same("without");
    await storageClass(stage, "default", {
      metadata: {
        name: own(stage, "default"),
        annotations: { "storageclass.kubernetes.io/is-default-class": "true" },
      },
    });
    await stage.told("PersistentVolumeClaim", "data", "ExternalProvisioning");
    await stage.client.delete(StorageClass, own(stage, "default"));
  },

  async "a volume whose claim is gone stays until somebody frees it"(stage) {
    await pair(stage);
    await dropClaim(stage, "c");
    await volumeIs(stage, "v", "Released");
    await stage.same("released");
    await claim(stage, "c");
    await stage.told("PersistentVolumeClaim", "c", "ProvisioningFailed");
    await stage.same("no other claim of the name has it");
    await stage.client.patch(PersistentVolume, own(stage, "v"), {
      spec: { claimRef: { uid: null, resourceVersion: null } },
    } as never);
    await claimIs(stage, "c", "Bound");
  },

  async "volumes are deleted by whoever has made them"(stage) {
    const cases: Record<string, VolumeOptions> = {
      csi: {},
      made: { annotations: { [PROVISIONED_BY]: "other.example.com" } },
      nfs: { spec: { nfs: { server: "s", path: "/p" } } },
      local: {
        spec: {
          local: { path: "/mnt" },
          nodeAffinity: {
            required: {
              nodeSelectorTerms: [{
                matchExpressions: [{ key: "a", operator: "Exists" }],
              }],
            },
          },
        },
      },
      unknown: { annotations: { [PROVISIONED_BY]: "kubernetes.io/unknown" } },
    };
    for (const [name, { annotations, spec }] of Object.entries(cases)) {
      await freeVolume(stage, name, {
        annotations: annotations ?? {},
        spec: { ...spec, persistentVolumeReclaimPolicy: "Delete" },
      });
      await claim(stage, name, { spec: { volumeName: own(stage, name) } });
      await claimIs(stage, name, "Bound");
    }
    for (const name of Object.keys(cases)) {
      await dropClaim(stage, name);
      const isFailed = ["nfs", "local", "unknown"].includes(name);
      await volumeIs(stage, name, isFailed ? "Failed" : "Released");
    }
  },

  async "what can't be emptied is not given away again"(stage) {
    await pair(stage, { spec: { persistentVolumeReclaimPolicy: "Recycle" } });
    await pod(stage, "p", "c");
    await dropClaim(stage, "c");
    await volumeIs(stage, "v", "Released");
    await stage.toldOfVolume(own(stage, "v"), "VolumeFailedRecycle");
    await stage.same("in use");
    await stage.client.delete(Pod, "p", { gracePeriod: 0 });
    await volumeIs(stage, "v", "Failed");
  },

  async "a claim whose volume is gone has lost its data"(stage) {
    await pair(stage);
    await stage.client.delete(PersistentVolume, own(stage, "v"));
    await claimIs(stage, "c", "Lost");
    await stage.same("lost");
    await volume(stage, "v");
    await claimIs(stage, "c", "Bound");
  },

  async "a claim that says that it is bound and names no volume is lost"(stage) {
    await claim(stage, "c", { annotations: { [BIND_COMPLETED]: "yes" } });
    await claimIs(stage, "c", "Lost");
  },

  async "of two claims on one volume one is wrong"(stage) {
    await pair(stage);
    await claim(stage, "second", {
      annotations: { [BIND_COMPLETED]: "yes" },
      spec: { volumeName: own(stage, "v") },
    });
    await claimIs(stage, "second", "Lost");
  },

  async "a volume that a bound claim does not need is given back"(stage) {
    await pair(stage);
    const { metadata: { uid } } = await stage.client.get(PersistentVolumeClaim, "c");
    await volume(stage, "ours", {
      annotations: { [BOUND_BY_CONTROLLER]: "yes" },
      spec: forClaim(stage, "c", uid),
    });
    await volumeIs(stage, "ours", "Available");
    await volume(stage, "theirs", { spec: forClaim(stage, "c", uid) });
    await volumeIs(stage, "theirs", "Available");
    await volume(stage, "made", {
      annotations: { [PROVISIONED_BY]: "example.com" },
      spec: { ...forClaim(stage, "c", uid), persistentVolumeReclaimPolicy: "Delete" },
    });
    await volumeIs(stage, "made", "Released");
  },

  async "a volume for a claim of another mode is told of"(stage) {
    const uid = await claim(stage, "data");
    await volume(stage, "blocks", {
      spec: { ...forClaim(stage, "data", uid), volumeMode: "Block" },
    });
    await stage.told("PersistentVolumeClaim", "data", "VolumeMismatch");
    await stage.toldOfVolume(own(stage, "blocks"), "VolumeMismatch");
  },

  async "a claim says how large its volume was before it grew"(stage) {
    await pair(stage, {
      size: "9Gi",
      annotations: { "volume.alpha.kubernetes.io/pre-resize-capacity": "4096Mi" },
    });
  },

  async "volumes of plugins are held until they are deleted"(stage) {
    const annotations = { [PROVISIONED_BY]: "kubernetes.io/host-path" };
    const spec = { hostPath: { path: "/srv" }, persistentVolumeReclaimPolicy: "Delete" };
    await freeVolume(stage, "v", { annotations, spec });
    const finalizers = (held: boolean) => (one?: { metadata?: { finalizers?: string[] } }) =>
      (one?.metadata?.finalizers ?? []).includes("kubernetes.io/pv-controller") === held;
    await stage.until(PersistentVolume, own(stage, "v"), finalizers(true));
    await stage.same("held");
    await stage.client.patch(PersistentVolume, own(stage, "v"), {
      spec: { persistentVolumeReclaimPolicy: "Retain" },
    });
    await stage.until(PersistentVolume, own(stage, "v"), finalizers(false));
  },

  async "a claim that lost its mark is bound again, and one that lost its volume's"(stage) {
    await pair(stage);
    await stage.client.patch(PersistentVolumeClaim, "c", {
      metadata: { annotations: { [BIND_COMPLETED]: null } },
    } as never);
    await stage.until(
      PersistentVolumeClaim,
      "c",
      (one) => one?.metadata?.annotations?.[BIND_COMPLETED] === "yes",
    );
    await stage.client.patch(
      PersistentVolume,
      own(stage, "v"),
      { spec: { claimRef: null } } as never,
    );
    await stage.until(
      PersistentVolume,
      own(stage, "v"),
      (one) =>
        (one?.spec as { claimRef?: { uid?: string } })?.claimRef?.uid !== undefined &&
        one?.status?.phase === "Bound",
    );
  },
};
