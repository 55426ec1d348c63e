/** What the controllers of sets count. */
import { DEFAULT_FEATURES } from "../../apiserver/flags/features.ts";
import { SharedInformers } from "../../controllers/loop/mod.ts";
import { createReplicaSetController } from "../../controllers/replicaset.ts";
import { createStatefulSetController } from "../../controllers/statefulset.ts";
import { Pod, ReplicaSet, StatefulSet } from "../../mod.ts";
import { testEnv } from "../../testing.ts";
import { eventually } from "../../testing/eventually.ts";
import { systemClock } from "../../toolkit/clock.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";
import { silentLogger } from "../../toolkit/logger.ts";
import { Registry } from "../../toolkit/metrics/mod.ts";
import { samples } from "./counted.ts";
import { Environment } from "./environment.ts";
import { type Fate, Mortal } from "./mortal.ts";

const OTHERS = ["namespace", "garbagecollector"];
const NEVER: Fate = { how: "killed", at: Infinity };
const selector = { matchLabels: { app: "web" } };
const template = (image: string) => ({
  metadata: { labels: selector.matchLabels },
  spec: { containers: [{ name: "main", image }] },
});

Deno.test("a replica set's pods that are too many are counted by their age", async () => {
  await using env = await testEnv({ controllers: OTHERS, nodes: 1 });
  const { client } = env;
  await using mortal = new Mortal(env, (parts) => createReplicaSetController(parts), NEVER);
  const ages = () => samples(mortal.metrics, "replicaset_controller_sorting_deletion_age_ratio_");
  await client.create(ReplicaSet, {
    metadata: { name: "web" },
    spec: { replicas: 1, selector, template: template("one") },
  });
  await mortal.settle("9m");
  assertEquals(ages(), ["count 0", "sum 0"]);
  await client.patch(ReplicaSet, "web", { spec: { replicas: 2 } });
  await mortal.settle("1m");
  // The cost has the elder one go, which is some ten times as old.
  const pods = (await client.list(Pod)).items.map(({ metadata }) => metadata);
  const [elder] = pods.sort((one, other) =>
    one.creationTimestamp! < other.creationTimestamp! ? -1 : 1
  );
  const annotations = { "controller.kubernetes.io/pod-deletion-cost": "-1" };
  await client.patch(Pod, elder!.name, { metadata: { annotations } });
  await client.patch(ReplicaSet, "web", { spec: { replicas: 1 } });
  await mortal.settle("1m");
  const { items: [left, ...others] } = await client.list(Pod);
  assertEquals([others, left!.metadata.name === elder!.name], [[], false]);
  assertEquals(ages(), ["count 1", "sum 10"]);
  await client.patch(ReplicaSet, "web", { spec: { replicas: 0 } });
  await mortal.settle("1m");
  assertEquals(ages(), ["count 1", "sum 10"], "nobody is chosen where all go");
});

Deno.test("what a stateful set may miss in a rollout is shown as long as it says so", async () => {
  const features = new Set([...DEFAULT_FEATURES, "MaxUnavailableStatefulSet" as const]);
  await using env = await Environment.start("kubernetes", { features });
  const { client } = env;
  await using informers = new SharedInformers(client);
  const metrics = new Registry();
  await env.run(createStatefulSetController({
    client: client.with({ writesSeenBy: client }),
    informers,
    metrics,
    clock: systemClock,
    logger: silentLogger,
    random: Math.random,
  }));
  const make = async (name: string, updateStrategy: object) => {
    const spec = {
      replicas: 3,
      serviceName: name,
      selector,
      template: template("one"),
      podManagementPolicy: "Parallel",
      updateStrategy,
    } as never;
    await client.create(StatefulSet, { metadata: { name }, spec });
  };
  await make("plain", { type: "OnDelete" });
  await make("web", { type: "RollingUpdate", rollingUpdate: { maxUnavailable: 2 } });
  const shows = (...lines: string[]) =>
    eventually(`it shows ${lines}`, () => {
      const shown = samples(metrics, "statefulset_controller_statefulset_");
      return shown.join() === lines.join();
    });
  const OF_WEB = 'statefulset_namespace="default",statefulset_name="web",' +
    'pod_management_policy="Parallel"';
  await shows(`max_unavailable{${OF_WEB}} 2`, `unavailable_replicas{${OF_WEB}} 3`);
  await eventually("there are pods", async () => (await client.list(Pod)).items.length === 6);
  const conditions = [{ type: "Ready", status: "True" }];
  for (const name of ["web-0", "web-1"]) {
    const status = { phase: "Running", conditions } as never;
    await client.patch(Pod, name, { status }, { subresource: "status" });
  }
  await shows(`max_unavailable{${OF_WEB}} 2`, `unavailable_replicas{${OF_WEB}} 1`);
  await client.delete(StatefulSet, "web", { propagation: "Orphan" });
  await client.patch(StatefulSet, "web", { metadata: { finalizers: null } });
  await shows();
});
