import { equal, ok } from "node:assert/strict";
import { DIALECTS, Job, type ObjectOf } from "../mod.ts";
import { explore, type TestEnv, testEnv } from "../testing.ts";
import { Backup, operator } from "./backup.ts";

const daily = { metadata: { name: "db" }, spec: { claim: "data", keep: 2 } };

const jobsOf = async ({ client }: TestEnv) =>
  (await client.list(Job)).items.sort((a, b) => a.metadata.name < b.metadata.name ? -1 : 1);

/** Ends a job as its controller would. */
async function end(env: TestEnv, job: ObjectOf<typeof Job>, type: "Complete" | "Failed") {
  const now = new Date(env.clock.now()).toISOString().replace(/\.\d+/, "");
  const condition = { status: "True", lastTransitionTime: now, lastProbeTime: now };
  const conditions = [
    { type: type === "Complete" ? "SuccessCriteriaMet" : "FailureTarget", ...condition },
    { type, ...condition },
  ];
  const status = type === "Complete"
    ? { startTime: now, completionTime: now, succeeded: 1, conditions }
    : { startTime: now, failed: 1, conditions };
  await env.client.patch(Job, job.metadata.name, { status }, { subresource: "status" });
}

for (const dialect of DIALECTS) {
  Deno.test(`a backup runs every day, one at a time, and the newest are kept, ${dialect}`, async () => {
    await using env = await testEnv({ operator, dialect, now: "2026-01-01T12:00:00Z" });
    await env.client.create(Backup, daily);
    await env.settle();
    equal((await jobsOf(env)).length, 0);
    equal((await env.client.get(Backup, "db")).status?.next, "2026-01-02T12:00:00Z");
    await env.advance("24h");
    const [first] = await jobsOf(env);
    equal(first?.metadata.name, "db-20260102-1200");
    await env.advance("24h");
    equal((await jobsOf(env)).length, 1, "the first still runs");
    await end(env, first!, "Complete");
    await env.settle();
    equal((await jobsOf(env)).length, 2, "what was missed is made up for");
    for (let day = 0; day < 3; day++) {
      for (const job of await jobsOf(env)) {
        if (!job.status?.conditions) await end(env, job, "Failed");
      }
      await env.advance("24h");
    }
    const { status } = await env.client.get(Backup, "db");
    equal(status?.last, "2026-01-03T12:00:00Z");
    equal(status?.conditions?.find(({ type }) => type === "Ready")?.reason, "Scheduled");
    const names = (await jobsOf(env)).map(({ metadata }) => metadata.name);
    ok(names.includes("db-20260102-1200"), `the last good one is kept: ${names}`);
    equal(names.length, 4);
  });

  Deno.test(`a backup that can't be is said to be so, and not tried again, ${dialect}`, async () => {
    await using env = await testEnv({ operator, dialect });
    await env.client.create(Backup, { ...daily, spec: { claim: "data", every: "5s" } });
    await env.settle("1h");
    const [condition] = (await env.client.get(Backup, "db")).status?.conditions ?? [];
    equal(condition?.reason, "TooOften");
  });

  Deno.test(`a day has one backup, whatever breaks, ${dialect}`, () =>
    explore({ operator, dialect, runs: 4, seed: 1, now: "2026-01-01T00:00:00Z" }, async (env) => {
      await env.client.create(Backup, daily);
      await env.settle();
      await env.advance("24h");
      await env.settle("30m");
      equal((await jobsOf(env)).length, 1);
    }));
}
