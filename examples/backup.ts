/**
 * Scheduled backups: a job in every span of time, of which the newest are kept. A backup that was
 * missed, as nothing ran, is made up for once; two of one schedule never run at the same time.
 *
 * deno run -A backup.ts run --install
 *
 * @module
 */

import {
  type batchV1,
  defineController,
  defineOperator,
  defineResource,
  Job,
  type ObjectOf,
  parseDurationMs,
  Terminal,
  Type,
} from "../mod.ts";

export const Backup = defineResource({
  group: "backups.example.com",
  version: "v1",
  kind: "Backup",
  spec: Type.Object({
    claim: Type.String({ minLength: 1, description: "The persistent volume claim to back up." }),
    every: Type.Duration({ default: "24h" }),
    keep: Type.Integer({ default: 7, minimum: 1, maximum: 100 }),
    suspend: Type.Boolean({ default: false }),
    image: Type.String({ default: "restic/restic:0.18.0" }),
    args: Type.Array(Type.String(), { default: ["backup", "/data"] }),
    secret: Type.Optional(Type.String({ description: "Its entries are environment variables." })),
  }),
  status: Type.Object({
    last: Type.Optional(Type.Time({ description: "When the last good one ended." })),
    next: Type.Optional(Type.Time()),
    kept: Type.Integer(),
  }),
  columns: [
    { name: "Last", path: ".status.last", type: "date" },
    { name: "Next", path: ".status.next" },
    { name: "Kept", path: ".status.kept" },
  ],
});

/** So that the names of jobs, and of their pods, are short enough. */
const NAME_LIMIT = 40;
const MINUTE_MS = 60_000;

export const operator = defineOperator({
  name: "backup-operator",
  controllers: [defineController({
    for: Backup,
    owns: [Job],
    async reconcile(backup, ctx) {
      const { name, creationTimestamp } = backup.metadata;
      const { every, keep, suspend } = backup.spec;
      const everyMs = parseDurationMs(every);
      if (everyMs < MINUTE_MS) {
        throw new Terminal(`every is ${every}: write a minute or more`, { reason: "TooOften" });
      }
      if (name.length > NAME_LIMIT) {
        throw new Terminal(`the name is longer than ${NAME_LIMIT}`, { reason: "NameTooLong" });
      }
      const jobs = ctx.owned(Job).sort((a, b) => a.metadata.name < b.metadata.name ? 1 : -1);
      const created = Date.parse(creationTimestamp);
      const turns = Math.floor((ctx.now() - created) / everyMs);
      const next = created + (turns + 1) * everyMs;
      // Named after its time: what is asked for twice is there once.
      const wanted = `${name}-${stamp(created + turns * everyMs)}`;
      const runs = jobs.some((job) => endOf(job) === undefined);
      const isDue = turns > 0 && !suspend && !runs && !((jobs[0]?.metadata.name ?? "") >= wanted);
      if (isDue) {
        await ctx.apply(Job, { metadata: { name: wanted }, spec: jobOf(backup.spec) });
        ctx.event("Started", `the backup ${wanted} has begun`);
      }
      const good = jobs.filter((job) => job.status?.succeeded);
      const old = jobs.filter((job) => endOf(job) !== undefined).slice(keep);
      // The last good one is kept, however many failed since.
      for (const { metadata } of old) {
        if (metadata.name !== good[0]?.metadata.name) await ctx.delete(Job, metadata.name);
      }
      const [newest] = jobs;
      const failed = newest !== undefined && endOf(newest) === "Failed";
      ctx.status({
        last: good[0]?.status?.completionTime,
        next: suspend ? undefined : new Date(next).toISOString().replace(/\.\d+/, ""),
        kept: good.length,
        conditions: {
          Ready: failed
            ? { status: false, reason: "Failed", message: `${newest.metadata.name} has failed` }
            : { status: true, reason: suspend ? "Suspended" : "Scheduled" },
        },
      });
      return suspend ? undefined : { requeueAfter: next - ctx.now() };
    },
  })],
});

/** How a job ended; undefined: it has not. */
function endOf({ status }: ObjectOf<typeof Job>): "Complete" | "Failed" | undefined {
  for (const type of ["Complete", "Failed"] as const) {
    if (status?.conditions?.some((one) => one.type === type && one.status === "True")) return type;
  }
  return undefined;
}

/** A time as part of a name: names sort as their times do. */
function stamp(ms: number): string {
  return new Date(ms).toISOString().replaceAll(/[-:]|\..*/g, "").replace("T", "-").slice(0, 13);
}

function jobOf({ image, args, claim, secret }: ObjectOf<typeof Backup>["spec"]): batchV1.JobSpec {
  return {
    backoffLimit: 2,
    template: {
      spec: {
        restartPolicy: "Never",
        containers: [{
          name: "backup",
          image,
          args,
          volumeMounts: [{ name: "data", mountPath: "/data", readOnly: true }],
          ...(secret !== undefined && { envFrom: [{ secretRef: { name: secret } }] }),
        }],
        volumes: [{ name: "data", persistentVolumeClaim: { claimName: claim, readOnly: true } }],
      },
    },
  };
}

if (import.meta.main) await operator.main();
