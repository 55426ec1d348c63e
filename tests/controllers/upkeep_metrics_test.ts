/** What the controllers of what goes, and of what every namespace has, count. */
import { createEphemeralVolumeController } from "../../controllers/ephemeral_volume.ts";
import { createRootCaPublisher } from "../../controllers/root_ca_publisher.ts";
import { createTtlAfterFinished } from "../../controllers/ttl_after_finished.ts";
import { ConfigMap, Job, Pod } from "../../mod.ts";
import { testEnv } from "../../testing.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { counted, samples } from "./counted.ts";
import { type Fate, Mortal } from "./mortal.ts";

const OTHERS = ["namespace", "garbagecollector"];
const NEVER: Fate = { how: "killed", at: Infinity };
const containers = [{ name: "c", image: "i" }];

Deno.test("the publisher of authorities counts its turns by the codes that they end with", async () => {
  await using env = await testEnv({ controllers: OTHERS });
  const { client } = env;
  // Somebody's map can't be changed.
  await client.create(ConfigMap, { metadata: { name: "kube-root-ca.crt" }, immutable: true });
  await using mortal = new Mortal(
    env,
    (parts) => createRootCaPublisher(parts, { authorities: "CERTIFICATE" }),
    NEVER,
  );
  await mortal.settle("1s");
  const turns = counted(mortal.metrics, "root_ca_cert_publisher_sync_total");
  assertEquals(turns.map((line) => line.split(" ")[0]), ['{code="200"}', '{code="422"}']);
  const times = counted(mortal.metrics, "root_ca_cert_publisher_sync_duration_seconds_count");
  assertEquals(times, turns);
});

Deno.test("jobs that go when their time is over are counted by how late that is", async () => {
  const now = "2026-01-02T03:04:05Z";
  await using env = await testEnv({ controllers: OTHERS, now });
  const { client } = env;
  const spec = { ttlSecondsAfterFinished: 60, template: { spec: { containers } } };
  const template = { spec: { containers, restartPolicy: "Never" as const } };
  await client.create(Job, { metadata: { name: "late" }, spec: { ...spec, template } });
  const at = new Date(Date.parse(now)).toISOString().replace(".000", "");
  const conditions = ["SuccessCriteriaMet", "Complete"].map((type) => ({
    type,
    status: "True",
    lastTransitionTime: at,
  }));
  const status = { startTime: at, completionTime: at, succeeded: 1, conditions };
  await client.patch(Job, "late", { status } as never, { subresource: "status" });
  await env.advance("100s");
  await using mortal = new Mortal(env, (parts) => createTtlAfterFinished(parts), NEVER);
  const metric = "ttl_after_finished_controller_job_deletion_duration_seconds";
  await mortal.settle("1s");
  assertEquals(samples(mortal.metrics, metric), ["_count 1"]);
  const sum = new RegExp(`^${metric}_sum (\\S+)$`, "m").exec(mortal.metrics.render())?.[1];
  assert(Number(sum) >= 40 && Number(sum) < 42, `${sum} s`);
});

Deno.test("claims of ephemeral volumes are counted, those that can't be made besides", async () => {
  await using env = await testEnv({ controllers: OTHERS });
  const { client } = env;
  await using mortal = new Mortal(env, (parts) => createEphemeralVolumeController(parts), {
    how: "lost",
    at: 1,
  });
  const shown = () => samples(mortal.metrics, "ephemeral_volume_controller_");
  await mortal.settle("1s");
  assertEquals(shown(), ["create_failures_total 0", "create_total 0"]);
  const claim = {
    accessModes: ["ReadWriteOnce"],
    resources: { requests: { storage: "1Gi" } },
  };
  const volume = (name: string) => ({ name, ephemeral: { volumeClaimTemplate: { spec: claim } } });
  await client.create(Pod, {
    metadata: { name: "p" },
    spec: { containers, volumes: [volume("a"), volume("b")] } as never,
  });
  await mortal.settle("1m");
  assertEquals(shown(), ["create_failures_total 1", "create_total 2"]);
});
