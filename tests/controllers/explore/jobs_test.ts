/** Jobs, cron jobs and the end of finished ones under schedules of faults. */
import { CronJob, Job, Pod } from "../../../mod.ts";
import { endState } from "./end_state.ts";
import { testExplored } from "./explored.ts";
import { allOf, mostPods, type Witness, witness } from "./witness.ts";
import type { Client } from "../../../mod.ts";

/** Pods that end by themselves. */
const template = (seconds: number) => ({
  metadata: { annotations: { "simulated.orch.io/run-for": `${seconds}s` } },
  spec: { restartPolicy: "Never" as const, containers: [{ name: "c", image: "i" }] },
});

/** Sees whether more pods succeed than a job has to complete. */
async function mostSuccesses(client: Client, most: number): Promise<Witness> {
  return await witness(client, Pod, (pods) => {
    const succeeded = pods.filter(({ status }) => status?.phase === "Succeeded").length;
    return succeeded > most && `${succeeded} pods succeeded, ${most} at most`;
  });
}

testExplored("a job completes as often as it should, with no pod beside", {
  on: ["job"],
  isLong: true,
  nodes: 1,
  async scenario(env) {
    const { client } = env;
    await using seen = allOf(await mostPods(client, 2), await mostSuccesses(client, 3));
    await client.create(Job, {
      metadata: { name: "sum" },
      spec: { parallelism: 2, completions: 3, template: template(20) },
    });
    await env.settle("20m");
    seen.check();
    return await endState(client, [Job, Pod]);
  },
});

testExplored("an indexed job completes each index once", {
  on: ["job"],
  nodes: 1,
  async scenario(env) {
    const { client } = env;
    await using seen = allOf(
      await mostPods(client, 3),
      await mostSuccesses(client, 3),
      await witness(client, Pod, (pods) => {
        const indexes = pods.map(({ metadata }) =>
          metadata.annotations?.["batch.kubernetes.io/job-completion-index"]
        );
        const twice = indexes.find((index, at) => indexes.indexOf(index) < at);
        return twice !== undefined && `index ${twice} has two pods`;
      }),
    );
    await client.create(Job, {
      metadata: { name: "sum" },
      spec: { parallelism: 3, completions: 3, completionMode: "Indexed", template: template(10) },
    });
    await env.settle("20m");
    seen.check();
    return await endState(client, [Job, Pod]);
  },
});

testExplored("a job whose pods fail gives up, and holds none of them", {
  on: ["job"],
  isLong: true,
  nodes: 1,
  async scenario(env) {
    const { client } = env;
    await using seen = await mostPods(client, 1);
    const { metadata: { annotations }, spec } = template(1);
    await client.create(Job, {
      metadata: { name: "sum" },
      spec: {
        backoffLimit: 2,
        template: {
          metadata: { annotations: { ...annotations, "simulated.orch.io/exit-code": "1" } },
          spec,
        },
      },
    });
    await env.settle("30m");
    seen.check();
    return await endState(client, [Job, Pod]);
  },
});

testExplored("a job that is suspended and resumed completes", {
  on: ["job"],
  isLong: true,
  nodes: 1,
  async scenario(env) {
    const { client } = env;
    await using seen = allOf(await mostPods(client, 2), await mostSuccesses(client, 2));
    await client.create(Job, {
      metadata: { name: "sum" },
      spec: { parallelism: 2, completions: 2, template: template(3600) },
    });
    await env.settle("10s");
    await client.patch(Job, "sum", { spec: { suspend: true } });
    await env.settle("10m");
    await client.patch(Job, "sum", { spec: { suspend: false } });
    await env.settle("2h");
    seen.check();
    return await endState(client, [Job, Pod]);
  },
});

testExplored("a cron job starts one job at a time, and keeps the last of them", {
  on: ["cronjob"],
  isLong: true,
  beside: ["job", "garbagecollector"],
  nodes: 1,
  async scenario(env) {
    const { client } = env;
    const started = new Set<string>();
    await using seen = await witness(client, Job, (jobs) => {
      for (const { metadata: { name, uid } } of jobs) started.add(`${name} ${uid}`);
      const names = [...started].map((one) => one.split(" ")[0]!);
      const twice = names.find((name, at) => names.indexOf(name) < at);
      if (twice !== undefined) return `${twice} was started twice`;
      const active = jobs.filter(({ status }) => status?.completionTime === undefined).length;
      return active > 1 && `${active} jobs at once`;
    });
    await client.create(CronJob, {
      metadata: { name: "tick" },
      spec: {
        schedule: "*/5 * * * *",
        concurrencyPolicy: "Forbid",
        successfulJobsHistoryLimit: 1,
        jobTemplate: { spec: { template: template(10) } },
      },
    });
    await env.settle("1790s");
    await client.patch(CronJob, "tick", { spec: { suspend: true } });
    await env.settle("20m");
    seen.check();
    return await endState(client, [CronJob, Job]);
  },
});

testExplored("a job follows whoever changes their mind, and counts each pod once", {
  on: ["job"],
  isLong: true,
  beside: ["garbagecollector"],
  nodes: 1,
  async scenario(env) {
    const { client } = env;
    await using seen = allOf(await mostPods(client, 3), await mostSuccesses(client, 4));
    await client.create(Job, {
      metadata: { name: "sum" },
      spec: { parallelism: 3, completions: 4, backoffLimit: 100, template: template(60) },
    });
    for (const parallelism of [1, 3, 2]) {
      await env.settle("2s");
      await client.patch(Job, "sum", { spec: { parallelism } });
      const [first] = (await client.list(Pod)).items;
      if (first !== undefined) await client.delete(Pod, first.metadata.name);
    }
    await env.settle("20m");
    seen.check();
    const { status } = await client.get(Job, "sum");
    const { items } = await client.list(Pod);
    return [
      status?.succeeded,
      status?.active,
      status?.uncountedTerminatedPods,
      status?.conditions?.map(({ type, status, reason }) => [type, status, reason]),
      items.map(({ metadata }) => metadata.finalizers),
    ];
  },
});

testExplored("a job that is made anew has pods of its own", {
  on: ["job", "garbagecollector"],
  isLong: true,
  groups: ["core", "batch"],
  nodes: 1,
  async scenario(env) {
    const { client } = env;
    const job = (image: string) => {
      const { metadata, spec } = template(30);
      return {
        metadata: { name: "sum" },
        spec: {
          parallelism: 2,
          completions: 2,
          template: { metadata, spec: { ...spec, containers: [{ name: "c", image }] } },
        },
      };
    };
    await client.create(Job, job("one"));
    await env.settle("3s");
    await client.delete(Job, "sum", { propagation: "Background" });
    await env.settle("1s");
    await client.create(Job, job("two"));
    await env.settle("20m");
    return await endState(client, [Job, Pod]);
  },
});

testExplored("a job whose time is prolonged stays", {
  on: ["ttl-after-finished"],
  beside: ["job"],
  nodes: 1,
  async scenario(env) {
    const { client } = env;
    await client.create(Job, {
      metadata: { name: "sum" },
      spec: { ttlSecondsAfterFinished: 60, template: template(10) },
    });
    await env.settle("50s");
    await client.patch(Job, "sum", { spec: { ttlSecondsAfterFinished: 36_000 } });
    await env.settle("20m");
    return (await client.list(Job)).items.map(({ metadata }) => metadata.name);
  },
});

testExplored("jobs that are over go when their time is over", {
  on: ["ttl-after-finished"],
  beside: ["job", "garbagecollector"],
  nodes: 1,
  async scenario(env) {
    const { client } = env;
    for (const [name, ttlSecondsAfterFinished] of [["soon", 30], ["late", 36_000]] as const) {
      await client.create(Job, {
        metadata: { name },
        spec: { ttlSecondsAfterFinished, template: template(10) },
      });
    }
    await env.settle("20m");
    return await endState(client, [Job, Pod]);
  },
});
