/** The scheduler gives pods nodes where their volumes can be reached. */
import { type TestEnv, testEnv } from "../../testing.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";
import {
  type coreV1,
  CSIDriver,
  CSINode,
  CSIStorageCapacity,
  Node,
  PersistentVolume,
  PersistentVolumeClaim,
  Pod,
  StorageClass,
} from "../../mod.ts";

const CONTROLLERS = ["namespace", "garbagecollector", "scheduler"];

const using = (claimName: string) => ({
  spec: {
    containers: [{ name: "c", image: "i" }],
    volumes: [{ name: "v", persistentVolumeClaim: { claimName } }],
  },
});

/** `node`: from where alone it can be reached; "": from everywhere. */
async function makeVolume(
  { client }: TestEnv,
  name: string,
  node: string,
  storage = "5Gi",
  mode: coreV1.PersistentVolumeAccessMode = "ReadWriteOnce",
) {
  await client.create(PersistentVolume, {
    metadata: { name },
    spec: {
      capacity: { storage },
      accessModes: [mode],
      storageClassName: "late",
      csi: { driver: "example.com", volumeHandle: name },
      ...(node !== "" && {
        nodeAffinity: {
          required: {
            nodeSelectorTerms: [{
              matchExpressions: [{
                key: client.names.labelHostName,
                operator: "In",
                values: [node],
              }],
            }],
          },
        },
      }),
    },
  });
  await client.patch(PersistentVolume, name, { status: { phase: "Available" } }, {
    subresource: "status",
  });
}

async function makeClaim(
  { client }: TestEnv,
  name: string,
  storageClassName: string,
  mode: coreV1.PersistentVolumeAccessMode = "ReadWriteOnce",
) {
  await client.create(PersistentVolumeClaim, {
    metadata: { name },
    spec: {
      accessModes: [mode],
      resources: { requests: { storage: "1Gi" } },
      storageClassName,
    },
  });
}

/** What whoever binds claims does. */
async function bind({ client }: TestEnv, claim: string, volumeName: string) {
  await client.patch(PersistentVolumeClaim, claim, {
    metadata: { annotations: { [`pv.${client.names.domain}/bind-completed`]: "yes" } },
    spec: { volumeName },
  });
}

async function messageOf({ client }: TestEnv, name: string) {
  const { status } = await client.get(Pod, name);
  return status?.conditions?.find(({ type }) => type === "PodScheduled")?.message
    ?.replace(/ no new claims.*/, "");
}

Deno.test("the scheduler picks the volume of a claim that waits for its first pod, and binds the pod then", async () => {
  await using env = await testEnv({ controllers: CONTROLLERS, nodes: 3 });
  const { client } = env;
  await env.settle("1m");
  await client.create(StorageClass, {
    metadata: { name: "late" },
    provisioner: `${client.names.domain}/no-provisioner`,
    volumeBindingMode: "WaitForFirstConsumer",
  });
  await makeVolume(env, "large", "node-3");
  await makeVolume(env, "small", "node-2", "2Gi");
  await makeClaim(env, "data", "late");
  await client.create(Pod, { metadata: { name: "p" }, ...using("data") });
  await env.settle("5s");
  assertEquals((await client.get(Pod, "p")).spec.nodeName, undefined);
  const claimed = (await client.list(PersistentVolume)).items
    .flatMap(({ metadata: { name }, spec }) => spec?.claimRef ? [name] : []);
  assertEquals(claimed.length, 1);
  const [volume] = claimed as [string];
  const node = { small: "node-2", large: "node-3" }[volume];
  assertEquals((await client.get(Pod, "p")).status?.nominatedNodeName, node);
  await bind(env, "data", volume);
  await env.settle("5s");
  assertEquals((await client.get(Pod, "p")).spec.nodeName, node);
  // Who comes later goes where the volume is.
  await client.create(Pod, { metadata: { name: "q" }, ...using("data") });
  await env.settle("5s");
  assertEquals((await client.get(Pod, "q")).spec.nodeName, node);
});

Deno.test("the scheduler says what is wrong with the claims of a pod, and goes on when it is mended", async () => {
  await using env = await testEnv({ controllers: CONTROLLERS, nodes: 2 });
  const { client } = env;
  await env.settle("1m");
  await client.create(Pod, { metadata: { name: "p" }, ...using("data") });
  await env.settle("5s");
  assertEquals(
    await messageOf(env, "p"),
    '0/2 nodes are available: persistentvolumeclaim "data" not found.',
  );
  await makeClaim(env, "data", "now");
  await env.settle("30s");
  assertEquals(
    await messageOf(env, "p"),
    "0/2 nodes are available: pod has unbound immediate PersistentVolumeClaims.",
  );
  await bind(env, "data", "gone");
  await env.settle("30s");
  assertEquals(
    await messageOf(env, "p"),
    '0/2 nodes are available: persistentvolume "gone" not found.',
  );
  await makeVolume(env, "gone", "node-2");
  await env.settle("30s");
  assertEquals((await client.get(Pod, "p")).spec.nodeName, "node-2");
});

Deno.test("the scheduler says that a claim of a pod's own is not made yet", async () => {
  await using env = await testEnv({ controllers: CONTROLLERS, nodes: 1 });
  await env.settle("1m");
  const claim = {
    spec: {
      accessModes: ["ReadWriteOnce" as const],
      resources: { requests: { storage: "1Gi" } },
    },
  };
  await env.client.create(Pod, {
    metadata: { name: "p" },
    spec: {
      containers: [{ name: "c", image: "i" }],
      volumes: [{ name: "own", ephemeral: { volumeClaimTemplate: claim } }],
    },
  });
  await env.settle("5s");
  assertEquals(
    await messageOf(env, "p"),
    "0/1 nodes are available: waiting for ephemeral volume controller to create the " +
      'persistentvolumeclaim "p-own".',
  );
});

Deno.test("the scheduler keeps pods to the zones of their volumes", async () => {
  await using env = await testEnv({ controllers: CONTROLLERS, nodes: 2 });
  const { client } = env;
  await env.settle("1m");
  for (const [node, zone] of [["node-1", "a"], ["node-2", "c"]] as const) {
    await client.patch(Node, node, { metadata: { labels: { [client.names.labelZone]: zone } } });
  }
  await makeVolume(env, "v", "");
  await client.patch(PersistentVolume, "v", {
    metadata: { labels: { [client.names.labelZone]: "b__c" } },
  });
  await makeClaim(env, "data", "late");
  await bind(env, "data", "v");
  await client.create(Pod, { metadata: { name: "p" }, ...using("data") });
  await env.settle("5s");
  assertEquals((await client.get(Pod, "p")).spec.nodeName, "node-2");
  await client.patch(Node, "node-2", { spec: { unschedulable: true } });
  await client.create(Pod, { metadata: { name: "q" }, ...using("data") });
  await env.settle("5s");
  assertEquals(
    await messageOf(env, "q"),
    "0/2 nodes are available: 1 node(s) had no available volume zone, 1 node(s) were unschedulable.",
  );
});

Deno.test("the scheduler lets a claim that is for one pod have one pod", async () => {
  await using env = await testEnv({ controllers: CONTROLLERS, nodes: 2 });
  const { client } = env;
  await env.settle("1m");
  await makeVolume(env, "v", "", "5Gi", "ReadWriteOncePod");
  await makeClaim(env, "data", "late", "ReadWriteOncePod");
  await bind(env, "data", "v");
  await client.create(Pod, { metadata: { name: "p" }, ...using("data") });
  await env.settle("5s");
  await client.create(Pod, { metadata: { name: "q" }, ...using("data") });
  await env.settle("5s");
  assertEquals(
    await messageOf(env, "q"),
    "0/2 nodes are available: 2 node(s) unavailable due to PersistentVolumeClaim with " +
      "ReadWriteOncePod access mode already in-use by another pod.",
  );
  await client.delete(Pod, "p");
  await env.settle("30s");
  assertEquals(typeof (await client.get(Pod, "q")).spec.nodeName, "string");
});

Deno.test("the scheduler looks for room for new volumes, where their driver tells of it", async () => {
  await using env = await testEnv({ controllers: CONTROLLERS, nodes: 2 });
  const { client } = env;
  await env.settle("1m");
  const driver = "example.com";
  await client.create(CSIDriver, { metadata: { name: driver }, spec: { storageCapacity: true } });
  await client.create(StorageClass, {
    metadata: { name: "late" },
    provisioner: driver,
    volumeBindingMode: "WaitForFirstConsumer",
  });
  const room = (name: string, capacity: string, node?: string, more: object = {}) => ({
    metadata: { name },
    storageClassName: "late",
    capacity,
    ...(node !== undefined && {
      nodeTopology: { matchLabels: { [client.names.labelHostName]: node } },
    }),
    ...more,
  });
  // Enough, were it not for another class, no node, or how large one volume may be.
  await client.create(
    CSIStorageCapacity,
    room("other", "9Gi", "node-1", { storageClassName: "x" }),
  );
  await client.create(CSIStorageCapacity, room("nowhere", "9Gi"));
  await client.create(
    CSIStorageCapacity,
    room("parts", "9Gi", "node-1", { maximumVolumeSize: "1023Mi" }),
  );
  await client.create(CSIStorageCapacity, room("small", "1023Mi", "node-2"));
  await makeClaim(env, "data", "late");
  await client.create(Pod, { metadata: { name: "p" }, ...using("data") });
  await env.settle("5s");
  assertEquals(
    await messageOf(env, "p"),
    "0/2 nodes are available: 2 node(s) did not have enough free storage.",
  );
  const selected = async (claim: string) =>
    (await client.get(PersistentVolumeClaim, claim)).metadata
      .annotations?.[`volume.${client.names.domain}/selected-node`];
  assertEquals(await selected("data"), undefined);
  await client.patch(CSIStorageCapacity, "small", { capacity: "1Gi" });
  await env.settle("30s");
  assertEquals(await selected("data"), "node-2");
  // Who tells of no room is asked for none.
  await client.patch(CSIStorageCapacity, "small", { capacity: "0" });
  await makeClaim(env, "more", "late");
  await client.create(Pod, { metadata: { name: "q" }, ...using("more") });
  await env.settle("5s");
  assertEquals(await selected("more"), undefined);
  await client.patch(CSIDriver, driver, { spec: { storageCapacity: false } });
  await env.settle("30s");
  assertEquals(typeof await selected("more"), "string");
});

Deno.test("the scheduler puts no more volumes of a driver on a node than it can have", async () => {
  await using env = await testEnv({ controllers: CONTROLLERS, nodes: 1 });
  const { client } = env;
  await env.settle("1m");
  const limit = (count: number) => ({
    drivers: [{ name: "example.com", nodeID: "n", topologyKeys: [], allocatable: { count } }],
  });
  await client.create(CSINode, { metadata: { name: "node-1" }, spec: limit(1) });
  for (const name of ["a", "b"]) {
    await makeVolume(env, `of-${name}`, "");
    await makeClaim(env, name, "late");
    await bind(env, name, `of-${name}`);
    await client.create(Pod, { metadata: { name }, ...using(name) });
    await env.settle("5s");
  }
  assertEquals((await client.get(Pod, "a")).spec.nodeName, "node-1");
  assertEquals(
    await messageOf(env, "b"),
    "0/1 nodes are available: 1 node(s) exceed max volume count.",
  );
  // The same volume once more is no other one.
  await client.create(Pod, { metadata: { name: "c" }, ...using("a") });
  await env.settle("5s");
  assertEquals((await client.get(Pod, "c")).spec.nodeName, "node-1");
  for (const name of ["a", "c"]) await client.delete(Pod, name);
  await env.settle("30s");
  assertEquals((await client.get(Pod, "b")).spec.nodeName, "node-1");
});
