/** Claims that pods use, volumes that are bound and classes of attributes that are named stay. */
import { testEnv } from "../../testing.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { PersistentVolume, PersistentVolumeClaim, Pod, VolumeAttributesClass } from "../../mod.ts";

const CONTROLLERS = [
  "namespace",
  "garbagecollector",
  "pv-protection",
  "pvc-protection",
  "vac-protection",
];
const CLAIM_SPEC = {
  accessModes: ["ReadWriteOnce" as const],
  resources: { requests: { storage: "1Gi" } },
};

const podWith = (name: string, volume: object, nodeName?: string) => ({
  metadata: { name },
  spec: {
    ...(nodeName && { nodeName }),
    containers: [{ name: "c", image: "i" }],
    volumes: [{ name: "v", ...volume }],
  },
});

Deno.test("a claim stays while a pod on a node uses it, and goes with the pod", async () => {
  await using env = await testEnv({ controllers: CONTROLLERS });
  const { client } = env;
  for (const name of ["used", "waited-for", "free"]) {
    await client.create(PersistentVolumeClaim, { metadata: { name }, spec: CLAIM_SPEC });
  }
  const naming = (claimName: string) => ({ persistentVolumeClaim: { claimName } });
  await client.create(Pod, podWith("runs", naming("used"), "n"));
  await client.create(Pod, podWith("waits", naming("waited-for")));
  await env.settle("1m");
  const { finalizers } = (await client.get(PersistentVolumeClaim, "free")).metadata;
  assertEquals(finalizers, ["kubernetes.io/pvc-protection"]);
  for (const name of ["used", "waited-for", "free"]) {
    await client.delete(PersistentVolumeClaim, name);
  }
  await env.settle("1m");
  const names = async () =>
    (await client.list(PersistentVolumeClaim)).items.map(({ metadata }) => metadata.name);
  assertEquals(await names(), ["used"]);
  await client.delete(Pod, "runs", { gracePeriod: 0 });
  await env.settle("1m");
  assertEquals(await names(), []);
});

Deno.test("the claim of a pod's own volume goes when nothing of the pod runs any more", async () => {
  await using env = await testEnv({ controllers: CONTROLLERS });
  const { client } = env;
  const own = { ephemeral: { volumeClaimTemplate: { spec: CLAIM_SPEC } } };
  const pod = await client.create(Pod, {
    ...podWith("runs", own, "n"),
    metadata: { name: "runs", finalizers: ["example.com/looked-at"] },
  } as never);
  await client.create(PersistentVolumeClaim, {
    metadata: {
      name: "runs-v",
      ownerReferences: [{
        apiVersion: "v1",
        kind: "Pod",
        name: "runs",
        uid: pod.metadata.uid,
        controller: true,
      }],
    },
    spec: CLAIM_SPEC,
  });
  await env.settle("1m");
  await client.delete(PersistentVolumeClaim, "runs-v");
  await env.settle("1m");
  assert(await client.find(PersistentVolumeClaim, "runs-v") !== undefined);
  await client.delete(Pod, "runs", { gracePeriod: 0 });
  await env.settle("1m");
  assert(await client.find(Pod, "runs") !== undefined, "somebody still looks at the pod");
  assertEquals(await client.find(PersistentVolumeClaim, "runs-v"), undefined);
});

Deno.test("a volume stays while it is bound", async () => {
  await using env = await testEnv({ controllers: CONTROLLERS });
  const { client } = env;
  for (const name of ["bound", "free"]) {
    await client.create(PersistentVolume, {
      metadata: { name },
      spec: {
        capacity: { storage: "1Gi" },
        accessModes: ["ReadWriteOnce"],
        hostPath: { path: "/x" },
      },
    });
  }
  await client.patch(PersistentVolume, "bound", { status: { phase: "Bound" } } as never, {
    subresource: "status",
  });
  await env.settle("1m");
  for (const name of ["bound", "free"]) await client.delete(PersistentVolume, name);
  await env.settle("1m");
  const names = async () =>
    (await client.list(PersistentVolume)).items.map(({ metadata }) => metadata.name);
  assertEquals(await names(), ["bound"]);
  await client.patch(PersistentVolume, "bound", { status: { phase: "Released" } } as never, {
    subresource: "status",
  });
  await env.settle("1m");
  assertEquals(await names(), []);
});

Deno.test("a class of attributes stays while a claim or a volume names it", async () => {
  await using env = await testEnv({ controllers: CONTROLLERS });
  const { client } = env;
  const names = async () =>
    (await client.list(VolumeAttributesClass)).items.map(({ metadata }) => metadata.name);
  for (const name of ["changed", "current", "free", "target", "volume"]) {
    await client.create(VolumeAttributesClass, {
      metadata: { name },
      driverName: "example.com",
      parameters: { iops: "1" },
    });
  }
  await client.create(PersistentVolume, {
    metadata: { name: "v" },
    spec: {
      capacity: { storage: "1Gi" },
      accessModes: ["ReadWriteOnce"],
      csi: { driver: "example.com", volumeHandle: "v" },
      volumeAttributesClassName: "volume",
    },
  });
  const spec = { ...CLAIM_SPEC, volumeAttributesClassName: "changed" };
  await client.create(PersistentVolumeClaim, { metadata: { name: "c" }, spec });
  await client.patch(PersistentVolumeClaim, "c", {
    status: {
      phase: "Bound",
      currentVolumeAttributesClassName: "current",
      modifyVolumeStatus: { targetVolumeAttributesClassName: "target", status: "InProgress" },
    },
  }, { subresource: "status" });
  await env.settle("1m");
  const { finalizers } = (await client.get(VolumeAttributesClass, "free")).metadata;
  assertEquals(finalizers, ["kubernetes.io/vac-protection"]);
  for (const name of await names()) await client.delete(VolumeAttributesClass, name);
  await env.settle("1m");
  assertEquals(await names(), ["changed", "current", "target", "volume"]);
  await client.patch(PersistentVolumeClaim, "c", {
    status: { currentVolumeAttributesClassName: "target", modifyVolumeStatus: null },
  }, { subresource: "status" });
  await env.settle("1m");
  assertEquals(await names(), ["changed", "target", "volume"]);
  await client.delete(PersistentVolumeClaim, "c");
  await client.delete(PersistentVolume, "v");
  await env.settle("1m");
  assertEquals(await names(), []);
});

Deno.test("a class of attributes that was let go is held again", async () => {
  await using env = await testEnv({ controllers: CONTROLLERS });
  const { client } = env;
  await client.create(VolumeAttributesClass, {
    metadata: { name: "x" },
    driverName: "example.com",
    parameters: { iops: "1" },
  });
  await client.patch(VolumeAttributesClass, "x", { metadata: { finalizers: ["example.com/own"] } });
  await env.settle("1m");
  const { finalizers } = (await client.get(VolumeAttributesClass, "x")).metadata;
  assertEquals(finalizers, ["example.com/own", "kubernetes.io/vac-protection"]);
});
