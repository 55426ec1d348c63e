/** What is deleted and made again at once under its old name, under schedules of faults. */
import {
  type AnyKind,
  CronJob,
  DaemonSet,
  Deployment,
  Pod,
  ReplicaSet,
  ReplicationController,
  StatefulSet,
} from "../../../mod.ts";
import { testExplored } from "./explored.ts";

const labels = { app: "web" };
const template = (image: string) => ({
  metadata: { labels },
  spec: { containers: [{ name: "c", image }] },
});
const chosen = (image: string) => ({
  selector: { matchLabels: labels },
  template: template(image),
});

const PARENTS: Readonly<
  Record<string, readonly [kind: AnyKind, spec: (image: string) => object, beside?: string]>
> = {
  replicaset: [ReplicaSet, (image) => ({ replicas: 2, ...chosen(image) })],
  replicationcontroller: [
    ReplicationController,
    (image) => ({ replicas: 2, selector: labels, template: template(image) }),
  ],
  deployment: [Deployment, (image) => ({ replicas: 2, ...chosen(image) }), "replicaset"],
  daemonset: [DaemonSet, chosen, "scheduler"],
  statefulset: [StatefulSet, (image) => ({ replicas: 2, serviceName: "web", ...chosen(image) })],
};

/** By the controller. */
const REPLAYS: Readonly<Record<string, readonly string[]>> = {
  // It heard a second late that the set was gone: its pods went before its status said anything else.
  daemonset: [
    "eyJzZWVkIjoxMjIyMTgyODIsIm5vdyI6IjIwMjYtMDEtMDJUMDM6MDQ6MDVaIiwiZmF1bHRzIjpbeyJudGgiOjIsInRpbWVzIjoxLCJmb3IiOiIxcyIsInZlcmIiOiJ3YXRjaCIsImZhdWx0IjoiaG9sZENhY2hlIn1dfQ==",
    // It heard ten seconds late of it, and its history went before its pods did.
    "eyJzZWVkIjo3Mzk1NjU1ODQsIm5vdyI6IjIwMjYtMDEtMDJUMDM6MDQ6MDVaIiwiZmF1bHRzIjpbeyJudGgiOjEsInRpbWVzIjoyLCJmb3IiOiIxMHMiLCJ2ZXJiIjoid2F0Y2giLCJmYXVsdCI6ImhvbGRDYWNoZSJ9XX0=",
  ],
};

for (const [controller, [kind, spec, beside]] of Object.entries(PARENTS)) {
  testExplored(
    `what the ${controller} controller made for one that is gone goes, and the new one has its own`,
    {
      on: [controller, "garbagecollector"],
      beside: beside === undefined ? [] : [beside],
      groups: ["core", "apps", "batch"],
      isLong: true,
      replays: REPLAYS[controller] ?? [],
      nodes: 1,
      async scenario(env) {
        const { client } = env;
        for (const image of ["one", "two", "three"]) {
          await client.create(kind, { metadata: { name: "web" }, spec: spec(image) } as never);
          await env.settle("2s");
          if (image === "two") await env.settle("5m");
          if (image !== "three") await client.delete(kind, "web", { propagation: "Background" });
        }
        await env.settle("20m");
        const { items } = await client.list(Pod);
        const { status } = await client.get(kind, "web") as { status?: { readyReplicas?: number } };
        return [
          status?.readyReplicas,
          items.map(({ spec, status }) => [spec.containers[0]!.image, status?.phase]),
        ];
      },
    },
  );
}

testExplored("a cron job that is made anew starts jobs of its own", {
  on: ["cronjob", "garbagecollector"],
  beside: ["job"],
  groups: ["core", "batch"],
  isLong: true,
  // It heard a minute late of each cron job.
  replays: [
    "eyJzZWVkIjo0OTM5MDQxNzcsIm5vdyI6IjIwMjYtMDEtMDJUMDM6MDQ6MDVaIiwiZmF1bHRzIjpbeyJraW5kIjp7Imdyb3VwIjoiYmF0Y2giLCJ2ZXJzaW9uIjoidjEiLCJraW5kIjoiQ3JvbkpvYiIsInBsdXJhbCI6ImNyb25qb2JzIiwibmFtZXNwYWNlZCI6dHJ1ZX0sIm50aCI6MSwidGltZXMiOjEsImZvciI6IjFtIiwidmVyYiI6IndhdGNoIiwiZmF1bHQiOiJob2xkQ2FjaGUifV19",
  ],
  nodes: 1,
  async scenario(env) {
    const { client } = env;
    for (const image of ["one", "two"]) {
      await client.create(CronJob, {
        metadata: { name: "tick" },
        spec: {
          schedule: "*/2 * * * *",
          successfulJobsHistoryLimit: 1,
          jobTemplate: {
            spec: {
              template: {
                metadata: { annotations: { "simulated.orch.io/run-for": "5s" } },
                spec: { restartPolicy: "Never", containers: [{ name: "c", image }] },
              },
            },
          },
        },
      });
      await env.settle("5m");
      if (image === "one") await client.delete(CronJob, "tick", { propagation: "Background" });
    }
    await env.settle("899s");
    await client.patch(CronJob, "tick", { spec: { suspend: true } });
    await env.settle("15m");
    const { items } = await client.list(Pod);
    const { status } = await client.get(CronJob, "tick");
    return [
      status?.active,
      items.map(({ spec, status }) => [spec.containers[0]!.image, status?.phase]),
    ];
  },
});
