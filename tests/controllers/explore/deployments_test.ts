/** Deployments under schedules of faults. */
import { Deployment, Pod, ReplicaSet } from "../../../mod.ts";
import type { TestEnv } from "../../../testing.ts";
import { endState } from "./end_state.ts";
import { testExplored } from "./explored.ts";
import { allOf, fewestReady, mostPods, witness } from "./witness.ts";

const labels = { app: "web" };
const REPLICAS = 2;
const MOST = REPLICAS + 1;

/** `most`: pods at once. */
async function rollOut(env: TestEnv, most: number): Promise<unknown> {
  const { client } = env;
  await using seen = allOf(
    await mostPods(client, most),
    await fewestReady(client, REPLICAS),
    await witness(client, ReplicaSet, (sets) => {
      const wanted = sets.reduce((sum, { spec }) => sum + (spec.replicas ?? 0), 0);
      return wanted > MOST && `replica sets want ${wanted} pods, ${MOST} at most`;
    }),
  );
  await client.create(Deployment, {
    metadata: { name: "web" },
    spec: {
      replicas: REPLICAS,
      strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } },
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: "c", image: "one" }] } },
    },
  });
  await env.settle("10m");
  await client.patch(Deployment, "web", {
    spec: { template: { spec: { containers: [{ name: "c", image: "two" }] } } },
  });
  await env.settle("10m");
  seen.check();
  return await endState(client, [Deployment, ReplicaSet, Pod]);
}

testExplored("a deployment rolls out, with neither a pod too many nor one too few", {
  on: ["deployment"],
  isLong: true,
  beside: ["replicaset"],
  nodes: 1,
  scenario: (env) => rollOut(env, MOST),
});

testExplored("a deployment rolls out where its replica sets fail, too", {
  on: ["deployment", "replicaset"],
  isLong: true,
  nodes: 1,
  // A replica set may have pods still that it is not to have any more, while another has its new ones.
  scenario: (env) => rollOut(env, 2 * REPLICAS),
});

testExplored("a deployment is made anew, with no pod of the old one beside", {
  on: ["deployment"],
  beside: ["replicaset"],
  nodes: 1,
  async scenario(env) {
    const { client } = env;
    await using seen = await mostPods(client, 2);
    await client.create(Deployment, {
      metadata: { name: "web" },
      spec: {
        replicas: 2,
        strategy: { type: "Recreate" },
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { containers: [{ name: "c", image: "one" }] } },
      },
    });
    await env.settle("10m");
    await client.patch(Deployment, "web", {
      spec: {
        revisionHistoryLimit: 0,
        template: { spec: { containers: [{ name: "c", image: "two" }] } },
      },
    });
    await env.settle("10m");
    seen.check();
    return await endState(client, [Deployment, ReplicaSet, Pod]);
  },
});

testExplored("a deployment follows whoever changes their mind", {
  on: ["deployment", "replicaset", "garbagecollector"],
  isLong: true,
  groups: ["core", "apps"],
  nodes: 1,
  async scenario(env) {
    const { client } = env;
    const template = (image: string) => ({
      metadata: { labels },
      spec: { containers: [{ name: "c", image }] },
    });
    await using seen = await witness(client, ReplicaSet, (sets) => {
      const wanted = sets.reduce((sum, { spec }) => sum + (spec.replicas ?? 0), 0);
      return wanted > 4 && `replica sets want ${wanted} pods, 4 at most`;
    });
    await client.create(Deployment, {
      metadata: { name: "web" },
      spec: {
        replicas: 3,
        strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: 1, maxUnavailable: 1 } },
        selector: { matchLabels: labels },
        template: template("one"),
      },
    });
    for (
      const spec of [
        { template: template("two") },
        { paused: true },
        { replicas: 1, template: template("one") },
        { paused: false },
        { replicas: 2, template: template("three") },
      ]
    ) {
      await env.settle("2s");
      await client.patch(Deployment, "web", { spec });
    }
    await env.settle("20m");
    seen.check();
    const { status } = await client.get(Deployment, "web");
    const sets = (await client.list(ReplicaSet)).items;
    const { items } = await client.list(Pod);
    return [
      status?.conditions?.map(({ type, status }) => [type, status]),
      [status?.replicas, status?.updatedReplicas, status?.availableReplicas],
      sets.map(({ spec, status }) => [spec.replicas, status?.replicas]).filter(([want]) => want),
      items.map(({ spec, status }) => [spec.containers[0]!.image, status?.phase]),
    ];
  },
});
