/** Cron jobs make jobs when their time has come, and look after them. */
import { type TestEnv, testEnv } from "../../testing.ts";
import { type Client, coreV1, CronJob, Job, type ObjectOf } from "../../mod.ts";
import { createCronJobController } from "../../controllers/cronjob.ts";
import { slowTests } from "../../testing/requirements.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { type Fate, Mortal } from "./mortal.ts";

type LiveJob = ObjectOf<typeof Job>;

const OTHERS = ["namespace", "garbagecollector"];
const START = "2026-01-01T00:00:30Z";
const SCHEDULED = "batch.kubernetes.io/cronjob-scheduled-timestamp";

const cronOf = (schedule: string, spec: object = {}) => ({
  metadata: { name: "tick" },
  spec: {
    schedule,
    jobTemplate: {
      metadata: { labels: { app: "tick" }, annotations: { note: "template" } },
      spec: {
        template: {
          spec: { restartPolicy: "Never", containers: [{ name: "main", image: "one" }] },
        },
      },
    },
    ...spec,
  } as never,
});

async function withEnv(
  act: (env: TestEnv) => Promise<void>,
  { now = START, controllers = [...OTHERS, "cronjob"] } = {},
): Promise<void> {
  await using env = await testEnv({ controllers, now });
  await act(env);
}

/** The minute for which a job was made. */
function minuteOf({ metadata: { name } }: LiveJob): string {
  const minutes = Number(name.replace("tick-", ""));
  return new Date(minutes * 60_000).toISOString().slice(5, 16);
}

async function minutes(client: Client): Promise<string[]> {
  const { items } = await client.list(Job);
  return items.filter(({ metadata }) => /^tick-\d+$/.test(metadata.name)).map(minuteOf).sort();
}

/** Ends jobs that run, as a job controller does. */
async function end({ client, clock }: TestEnv, type: "Complete" | "Failed", count = Infinity) {
  const { items } = await client.list(Job);
  const running = items.filter(({ status }) => status?.conditions === undefined);
  for (const { metadata } of running.slice(0, count)) {
    const now = new Date(clock.now()).toISOString().replace(/\.\d+Z$/, "Z");
    const before = type === "Complete" ? "SuccessCriteriaMet" : "FailureTarget";
    const said = { status: "True", lastProbeTime: now, lastTransitionTime: now };
    await client.patch(Job, metadata.name, {
      status: {
        startTime: metadata.creationTimestamp!,
        ...(type === "Complete" && { completionTime: now }),
        conditions: [{ type: before, ...said }, { type, ...said }],
      },
    } as never, { subresource: "status" });
  }
}

interface CronState {
  readonly active: readonly string[];
  readonly lastScheduleTime?: string;
  readonly lastSuccessfulTime?: string;
}

async function state(client: Client): Promise<CronState> {
  const { status = {} } = await client.get(CronJob, "tick");
  const { active = [], ...times } = status;
  return { active: active.map(({ name = "" }) => name), ...times };
}

async function said(client: Client): Promise<string[]> {
  const { items } = await client.list(coreV1.Event);
  return items.filter(({ involvedObject }) => involvedObject.kind === "CronJob")
    .map(({ reason, message }) => `${reason}: ${message}`);
}

Deno.test("a cron job makes a job for each of its times", () =>
  withEnv(async (env) => {
    const { client } = env;
    const made = await client.create(CronJob, cronOf("*/5 * * * *"));
    await env.settle("4m");
    assertEquals(await minutes(client), []);
    await env.settle("7m");
    assertEquals(await minutes(client), ["01-01T00:05", "01-01T00:10"]);
    const [first, second] = (await client.list(Job)).items as [LiveJob, LiveJob];
    const { labels, annotations, ownerReferences } = first.metadata;
    assertEquals([labels!.app, annotations], ["tick", {
      note: "template",
      [SCHEDULED]: "2026-01-01T00:05:00Z",
    }]);
    assertEquals(ownerReferences, [{
      apiVersion: "batch/v1",
      kind: "CronJob",
      name: "tick",
      uid: made.metadata.uid,
      controller: true,
      blockOwnerDeletion: true,
    }]);
    assertEquals(await state(client), {
      active: [first.metadata.name, second.metadata.name],
      lastScheduleTime: "2026-01-01T00:10:00Z",
    });
    await end(env, "Complete", 1);
    await env.settle("5s");
    assertEquals(await state(client), {
      active: [second.metadata.name],
      lastScheduleTime: "2026-01-01T00:10:00Z",
      lastSuccessfulTime: "2026-01-01T00:11:30Z",
    });
    const told = await said(client);
    for (
      const text of [
        `SuccessfulCreate: Created job ${first.metadata.name}`,
        `SawCompletedJob: Saw completed job: ${first.metadata.name}, condition: Complete`,
      ]
    ) assert(told.includes(text), told.join("\n"));
  }));

Deno.test("a cron job keeps its zone's time, and says so", () =>
  withEnv(async (env) => {
    const { client } = env;
    await client.create(CronJob, cronOf("0 9 * * *", { timeZone: "America/New_York" }));
    await env.settle("48h");
    // Clocks are put forward on the 8th.
    assertEquals(await minutes(client), ["03-07T14:00", "03-08T13:00"]);
    const { items } = await client.list(Job);
    assertEquals(items.map(({ metadata }) => metadata.annotations![SCHEDULED]), [
      "2026-03-07T09:00:00-05:00",
      "2026-03-08T09:00:00-04:00",
    ]);
  }, { now: "2026-03-07T00:00:00Z" }));

const POLICIES = {
  Allow: [["00:01", "00:02", "00:03"], 3, undefined],
  Forbid: [["00:01"], 1, "JobAlreadyActive"],
  Replace: [["00:03"], 1, "SuccessfulDelete"],
} as const;

for (const [concurrencyPolicy, [made, active, reason]] of Object.entries(POLICIES)) {
  Deno.test(`a cron job whose jobs last: ${concurrencyPolicy}`, () =>
    withEnv(async (env) => {
      const { client } = env;
      await client.create(CronJob, cronOf("* * * * *", { concurrencyPolicy }));
      await env.settle("3m");
      assertEquals(await minutes(client), made.map((time) => `01-01T${time}`));
      assertEquals((await state(client)).active.length, active);
      if (reason === undefined) return;
      assert((await said(client)).some((text) => text.startsWith(`${reason}: `)));
    }));
}

Deno.test("a cron job that is suspended makes nothing, and then only the last that it missed", () =>
  withEnv(async (env) => {
    const { client } = env;
    await client.create(CronJob, cronOf("*/10 * * * *", { suspend: true }));
    await env.settle("45m");
    assertEquals(await minutes(client), []);
    await client.patch(CronJob, "tick", { spec: { suspend: false } });
    await env.settle("1m");
    assertEquals(await minutes(client), ["01-01T00:40"]);
  }));

Deno.test("a cron job is too late after its starting deadline, and says so", () =>
  withEnv(async (env) => {
    const { client } = env;
    const spec = { suspend: true, startingDeadlineSeconds: 60 };
    await client.create(CronJob, cronOf("0 * * * *", spec));
    await env.settle("62m");
    await client.patch(CronJob, "tick", { spec: { suspend: false } });
    await env.settle("1m");
    assertEquals(await minutes(client), []);
    await env.settle("1h");
    assertEquals(await minutes(client), ["01-01T02:00"]);
  }));

Deno.test("a cron job that missed more than a hundred times says so, and makes the last", () =>
  withEnv(async (env) => {
    const { client } = env;
    await client.create(CronJob, cronOf("* * * * *", { suspend: true }));
    await env.settle("3h");
    await client.patch(CronJob, "tick", { spec: { suspend: false } });
    await env.settle("10s");
    assertEquals(await minutes(client), ["01-01T03:00"]);
    assert((await said(client)).some((text) => /^TooManyMissedTimes: too many missed/.test(text)));
  }));

Deno.test("a cron job keeps as many jobs of each end as it should", () =>
  withEnv(async (env) => {
    const { client } = env;
    const limits = { successfulJobsHistoryLimit: 2, failedJobsHistoryLimit: 1 };
    await client.create(CronJob, cronOf("* * * * *", limits));
    for (const type of ["Complete", "Failed", "Complete", "Failed", "Complete"] as const) {
      await env.settle("1m");
      await end(env, type);
    }
    await env.settle("5s");
    assertEquals(await minutes(client), ["01-01T00:03", "01-01T00:04", "01-01T00:05"]);
  }));

Deno.test("a cron job takes up another schedule", () =>
  withEnv(async (env) => {
    const { client } = env;
    await client.create(CronJob, cronOf("0 0 1 6 *"));
    await env.settle("1m");
    await client.patch(CronJob, "tick", { spec: { schedule: "*/7 * * * *" } });
    await env.settle("10m");
    assertEquals(await minutes(client), ["01-01T00:07"]);
  }));

const WRONG = {
  "a day that never comes": [
    "0 0 31 2 *",
    {},
    /^InvalidSchedule: invalid schedule: 0 0 31 2 \* : /,
  ],
} as const;

for (const [name, [schedule, spec, event]] of Object.entries(WRONG)) {
  Deno.test(`a cron job with ${name} says so`, () =>
    withEnv(async (env) => {
      const { client } = env;
      await client.create(CronJob, cronOf(schedule, spec));
      await env.settle("10m");
      assertEquals(await minutes(client), []);
      const told = await said(client);
      assert(told.some((text) => event.test(text)), told.join("\n"));
    }));
}

Deno.test("a cron job forgets a job that is gone, and wonders about one that it did not make", () =>
  withEnv(async (env) => {
    const { client } = env;
    const { metadata: { uid } } = await client.create(CronJob, cronOf("0 * * * *"));
    await env.settle("60m");
    const [job] = (await client.list(Job)).items;
    await client.delete(Job, job!.metadata.name, { propagation: "Background" });
    await env.settle("10s");
    assertEquals((await state(client)).active, []);
    const { spec: { jobTemplate: { spec } } } = cronOf("* * * * *") as never as {
      spec: { jobTemplate: { spec: never } };
    };
    const owner = { apiVersion: "batch/v1", kind: "CronJob", name: "tick", uid, controller: true };
    await client.create(Job, {
      metadata: { name: "by-hand", ownerReferences: [owner as never] },
      spec,
    });
    await env.settle("10s");
    assertEquals((await state(client)).active, []);
    const told = await said(client);
    for (
      const text of [
        `MissingJob: Active job went missing: ${job!.metadata.name}`,
        "UnexpectedJob: Saw a job that the controller did not create or forgot: by-hand",
      ]
    ) assert(told.includes(text), told.join("\n"));
  }));

Deno.test("a cron job leaves a job alone that has the name of its own, and goes on", () =>
  withEnv(async (env) => {
    const { client } = env;
    const { spec: { jobTemplate: { spec } } } = cronOf("* * * * *") as never as {
      spec: { jobTemplate: { spec: never } };
    };
    const minute = Date.parse("2026-01-01T00:01:00Z") / 60_000;
    await client.create(Job, { metadata: { name: `tick-${minute}` }, spec });
    await client.create(CronJob, cronOf("* * * * *"));
    await env.settle("1m");
    assertEquals((await state(client)).active, []);
    await env.settle("1m");
    assertEquals((await state(client)).active, [`tick-${minute + 1}`]);
  }));

Deno.test("jobs of a cron job run, end and are noted together with the job controller", async () => {
  const controllers = [...OTHERS, "cronjob", "job"];
  await using env = await testEnv({ controllers, now: START, nodes: 1 });
  const { client } = env;
  await client.create(CronJob, cronOf("* * * * *", { concurrencyPolicy: "Replace" }));
  await env.settle("160s");
  assertEquals(await minutes(client), ["01-01T00:03"]);
  await client.delete(CronJob, "tick", { propagation: "Background" });
  await env.settle("10s");
  assertEquals(await minutes(client), []);
});

/** Lets a cron job make jobs while its controller is killed after a write, or the answer to it is lost. */
async function survived(fate: Fate): Promise<{ readonly end: unknown; readonly writes: number }> {
  await using env = await testEnv({ controllers: OTHERS, now: START, seed: 1 });
  const { client } = env;
  await using mortal = new Mortal(env, (parts) => createCronJobController(parts), fate);
  const limits = { successfulJobsHistoryLimit: 0, failedJobsHistoryLimit: 1 };
  await client.create(CronJob, cronOf("*/10 * * * *", { concurrencyPolicy: "Forbid", ...limits }));
  const seen = new Map<string, string>();
  const look = async (span: "4m" | "10m" | "2m" | "1m") => {
    await mortal.settle(span);
    const { items } = await client.list(Job);
    for (const { metadata } of items) {
      assertEquals(seen.get(metadata.name) ?? metadata.uid, metadata.uid, "it was made twice");
      seen.set(metadata.name, metadata.uid);
    }
    const running = items.filter(({ status }) => status?.conditions === undefined);
    assert(running.length <= 1, `${running.length} jobs run at once`);
  };
  for (let round = 0; round < 14; round++) await look("1m");
  await end(env, "Complete");
  for (let round = 0; round < 12; round++) await look("1m");
  await end(env, "Failed");
  for (let round = 0; round < 24; round++) await look("1m");
  const { active, lastScheduleTime, lastSuccessfulTime } = await state(client);
  assert(lastSuccessfulTime !== undefined);
  return {
    end: { made: [...seen.keys()], left: await minutes(client), active, lastScheduleTime },
    writes: mortal.writes,
  };
}

for (const how of ["killed", "lost"] as const) {
  const what = how === "killed" ? "its controller is killed" : "an answer is lost";
  Deno.test(`a cron job makes each job once, and none beside another, when ${what} after any write`, async () => {
    const { end, writes } = await survived({ how, at: Infinity });
    assert(writes > 6, `there were ${writes} writes`);
    const step = slowTests() ? 1 : 9;
    for (let at = 1; at <= writes; at += step) {
      assertEquals((await survived({ how, at })).end, end, `after write ${at}`);
    }
  });
}
