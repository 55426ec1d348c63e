/** Replica sets and replication controllers keep their pods. */
import { testEnv } from "../../testing.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { coreV1, Pod, ReplicaSet, ReplicationController } from "../../mod.ts";

const template = (labels: Record<string, string>) => ({
  metadata: { labels },
  spec: { containers: [{ name: "c", image: "i" }] },
});

const web = (replicas: number, name = "web") => ({
  metadata: { name },
  spec: {
    replicas,
    selector: { matchLabels: { app: name } },
    template: template({ app: name }),
  },
});

const CONTROLLERS = ["namespace", "garbagecollector", "replicaset", "replicationcontroller"];

Deno.test("a replica set makes its pods, replaces them, and deletes those that are too many", async () => {
  await using env = await testEnv({ controllers: CONTROLLERS, nodes: 2 });
  const { client } = env;
  const set = await client.create(ReplicaSet, web(3));
  await env.settle("10m");
  let { items } = await client.list(Pod);
  assertEquals(items.length, 3);
  for (const { metadata } of items) {
    assert(/^web-[bcdfghjklmnpqrstvwxz2456789]{5}$/.test(metadata.name), metadata.name);
    assertEquals(metadata.generateName, "web-");
    assertEquals(metadata.ownerReferences, [{
      apiVersion: "apps/v1",
      kind: "ReplicaSet",
      name: "web",
      uid: set.metadata.uid,
      controller: true,
      blockOwnerDeletion: true,
    }]);
  }
  const { status } = await client.get(ReplicaSet, "web");
  assertEquals(status, {
    replicas: 3,
    fullyLabeledReplicas: 3,
    readyReplicas: 3,
    availableReplicas: 3,
    terminatingReplicas: 0,
    observedGeneration: 1,
  });
  await client.delete(Pod, items[0]!.metadata.name);
  await env.settle("10m");
  ({ items } = await client.list(Pod));
  assertEquals(items.length, 3);
  await client.patch(ReplicaSet, "web", { spec: { replicas: 1 } });
  await env.settle("10m");
  assertEquals((await client.list(Pod)).items.length, 1);
  assertEquals((await client.get(ReplicaSet, "web")).status?.replicas, 1);
  const events = (await client.list(coreV1.Event)).items;
  const reasons = events.filter(({ involvedObject }) => involvedObject.kind === "ReplicaSet")
    .map(({ reason, message = "", source, count }) => [
      reason,
      message.replace(/web-\w+/, "POD"),
      source?.component,
      count,
    ]);
  assertEquals(
    new Set(reasons.map(String)),
    new Set([
      "SuccessfulCreate,Created pod: POD,replicaset-controller,1",
      "SuccessfulDelete,Deleted pod: POD,replicaset-controller,1",
    ]),
  );
  assertEquals(reasons.length, 6);
  await client.delete(ReplicaSet, "web");
  await env.settle("10m");
  assertEquals((await client.list(Pod)).items, []);
});

Deno.test("a replica set adopts pods that match, and lets go of those that do not any more", async () => {
  await using env = await testEnv({ controllers: CONTROLLERS, nodes: 1 });
  const { client } = env;
  const { spec } = template({});
  await client.create(Pod, { metadata: { name: "bare", labels: { app: "web" } }, spec });
  await env.settle();
  const set = await client.create(ReplicaSet, web(1));
  await env.settle("10m");
  const bare = await client.get(Pod, "bare");
  assertEquals(bare.metadata.ownerReferences?.[0]?.uid, set.metadata.uid);
  assertEquals((await client.list(Pod)).items.length, 1);
  await client.patch(Pod, "bare", { metadata: { labels: { app: "other" } } });
  await env.settle("10m");
  assertEquals((await client.get(Pod, "bare")).metadata.ownerReferences, undefined);
  assertEquals((await client.list(Pod)).items.length, 2);
});

Deno.test("a replica set leaves pods alone that are over, and replaces its own that end", async () => {
  await using env = await testEnv({ controllers: CONTROLLERS, nodes: 0 });
  const { client } = env;
  const over = { status: { phase: "Succeeded" } } as never;
  const { spec } = template({});
  await client.create(Pod, { metadata: { name: "over", labels: { app: "web" } }, spec });
  await client.patch(Pod, "over", over, { subresource: "status" });
  await client.create(ReplicaSet, web(1));
  await env.settle("1m");
  assertEquals((await client.get(Pod, "over")).metadata.ownerReferences, undefined);
  const own = (await client.list(Pod)).items.find(({ metadata }) => metadata.name !== "over")!;
  await client.patch(Pod, own.metadata.name, over, { subresource: "status" });
  await client.patch(Pod, own.metadata.name, { metadata: { labels: { app: "other" } } });
  await env.settle("1m");
  assertEquals((await client.list(Pod)).items.length, 3);
  assertEquals((await client.get(Pod, own.metadata.name)).metadata.ownerReferences?.length, 1);
  assertEquals((await client.get(ReplicaSet, "web")).status?.replicas, 1);
});

Deno.test("a replication controller does the same, and says what keeps it from that", async () => {
  await using env = await testEnv({ controllers: CONTROLLERS, nodes: 1 });
  const { client } = env;
  const labels = { app: "old" };
  await client.create(ReplicationController, {
    metadata: { name: "old" },
    spec: { replicas: 2, selector: labels, template: template(labels) },
  });
  await env.settle("10m");
  assertEquals((await client.list(Pod)).items.length, 2);
  const { status } = await client.get(ReplicationController, "old");
  assertEquals(status, {
    replicas: 2,
    fullyLabeledReplicas: 2,
    readyReplicas: 2,
    availableReplicas: 2,
    observedGeneration: 1,
  });
});
