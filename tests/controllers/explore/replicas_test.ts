/** Replica sets and replication controllers under schedules of faults. */
import { Pod, ReplicaSet, ReplicationController } from "../../../mod.ts";
import type { TestEnv } from "../../../testing.ts";
import { endState } from "./end_state.ts";
import { testExplored } from "./explored.ts";
import { isActive, mostPods } from "./witness.ts";

const labels = { app: "web" };
const template = { metadata: { labels }, spec: { containers: [{ name: "c", image: "i" }] } };
const makeOrphan = ({ client }: TestEnv) =>
  client.create(Pod, { metadata: { name: "orphan", labels }, spec: template.spec });

async function deleteOne({ client }: TestEnv): Promise<void> {
  const [first] = (await client.list(Pod)).items.filter(isActive);
  await client.delete(Pod, first!.metadata.name);
}

testExplored("a replica set has its pods, and never one too many", {
  on: ["replicaset"],
  isLong: true,
  nodes: 1,
  async scenario(env) {
    const { client } = env;
    await using pods = await mostPods(client, 3);
    await makeOrphan(env);
    // All know of it: who hears of one later has too many.
    await env.settle("5m");
    await client.create(ReplicaSet, {
      metadata: { name: "web" },
      spec: { replicas: 2, selector: { matchLabels: labels }, template },
    });
    await env.settle("20s");
    await client.patch(ReplicaSet, "web", { spec: { replicas: 3 } });
    await env.settle("10m");
    await deleteOne(env);
    await env.settle("5m");
    await client.patch(ReplicaSet, "web", { spec: { replicas: 1 } });
    await env.settle("10m");
    pods.check();
    return await endState(client, [ReplicaSet, Pod]);
  },
});

testExplored("a replication controller has its pods, and never one too many", {
  on: ["replicationcontroller"],
  nodes: 1,
  async scenario(env) {
    const { client } = env;
    await using pods = await mostPods(client, 3);
    await makeOrphan(env);
    await env.settle("5m");
    await client.create(ReplicationController, {
      metadata: { name: "web" },
      spec: { replicas: 3, selector: labels, template },
    });
    await env.settle("10s");
    await deleteOne(env);
    await env.settle("10m");
    await client.patch(ReplicationController, "web", { spec: { replicas: 1 } });
    await env.settle("10m");
    pods.check();
    return await endState(client, [ReplicationController, Pod]);
  },
});
