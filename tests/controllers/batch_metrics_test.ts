/** What the controllers of jobs and cron jobs count. */
import { testEnv } from "../../testing.ts";
import { CronJob, Job, Pod } from "../../mod.ts";
import { createCronJobController } from "../../controllers/cronjob.ts";
import { createJobController } from "../../controllers/job.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";
import { counted, samples } from "./counted.ts";
import { type Fate, Mortal } from "./mortal.ts";

const OTHERS = ["namespace", "garbagecollector"];
const NEVER: Fate = { how: "killed", at: Infinity };
const template = {
  spec: { restartPolicy: "Never" as const, containers: [{ name: "main", image: "one" }] },
};

Deno.test("the job controller counts jobs, pods and indexes", async () => {
  await using env = await testEnv({ controllers: OTHERS, nodes: 1 });
  const { client } = env;
  await using mortal = new Mortal(env, (parts) => createJobController(parts), NEVER);
  const spec = {
    template,
    completionMode: "Indexed",
    completions: 2,
    parallelism: 2,
    backoffLimitPerIndex: 0,
    podFailurePolicy: {
      rules: [{ action: "FailIndex", onPodConditions: [{ type: "DisruptionTarget" }] }],
    },
  } as never;
  await client.create(Job, { metadata: { name: "sum" }, spec });
  const managedBy = "example.com/other";
  await client.create(Job, { metadata: { name: "other" }, spec: { template, managedBy } });
  await mortal.settle("5s");
  assertEquals(samples(mortal.metrics, "job_controller_job_pods_finished_total"), [
    '{completion_mode="Indexed",result="failed"} 0',
    '{completion_mode="Indexed",result="succeeded"} 0',
  ]);
  const conditions = [{ type: "DisruptionTarget", status: "True" }] as const;
  const { items: [one, other] } = await client.list(Pod);
  for (
    const [pod, status] of [[one!, { phase: "Failed", conditions }], [other!, {
      phase: "Succeeded",
    }]] as const
  ) {
    await client.patch(Pod, pod.metadata.name, { status } as never, { subresource: "status" });
  }
  await mortal.settle("10s");
  const lines = counted(mortal.metrics, "job_controller_");
  assertEquals(lines.filter((line) => !line.startsWith("job_sync")), [
    'job_finished_indexes_total{status="failed",backoffLimit="perIndex"} 1',
    'job_finished_indexes_total{status="succeeded",backoffLimit="perIndex"} 1',
    'job_pods_creation_total{reason="new",status="succeeded"} 2',
    'job_pods_finished_total{completion_mode="Indexed",result="failed"} 1',
    'job_pods_finished_total{completion_mode="Indexed",result="succeeded"} 1',
    'jobs_by_external_controller_total{controller_name="example.com/other"} 1',
    'jobs_finished_total{completion_mode="Indexed",result="failed",reason="FailedIndexes"} 1',
    'pod_failures_handled_by_failure_policy_total{action="FailIndex"} 1',
    'terminated_pods_tracking_finalizer_total{event="add"} 2',
    'terminated_pods_tracking_finalizer_total{event="delete"} 2',
  ]);
  const turns = counted(mortal.metrics, "job_controller_job_syncs_total");
  assertEquals(turns.filter((line) => line.includes('action="pods_created"')), [
    '{completion_mode="Indexed",result="success",action="pods_created"} 1',
  ]);
});

Deno.test("the cron job controller tells how late jobs are made", async () => {
  await using env = await testEnv({ controllers: OTHERS, now: "2026-01-01T00:00:30Z" });
  await using mortal = new Mortal(env, (parts) => createCronJobController(parts), NEVER);
  await env.client.create(CronJob, {
    metadata: { name: "tick" },
    spec: { schedule: "* * * * *", jobTemplate: { spec: { template } } },
  });
  await mortal.settle("2m");
  assertEquals(counted(mortal.metrics, "cronjob_controller_"), [
    "job_creation_skew_duration_seconds_count 2",
  ]);
});
