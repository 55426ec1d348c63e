/**
 * What is done to cron jobs: whoever heeds them, the same comes of it. Their schedules are of days that are long
 * past, so that nobody waits for a clock, and jobs have the same names on both sides.
 *
 * @module
 */

import { type AnyObject, CronJob, Job, Pod } from "../../mod.ts";
import type { WorkloadScenario } from "./replica_scenarios.ts";
import type { WorkloadStage } from "./workload_stage.ts";

const MINUTE_MS = 60_000;

/** On the first of a month, at midnight. */
const monthly = (month: number) => `0 0 1 ${month} *`;

/** The name of the job for the last of these days. */
function jobOf(month: number): string {
  const now = new Date();
  const [year, isPast] = [now.getUTCFullYear(), now.getUTCMonth() >= month - 1];
  return `tick-${Date.UTC(isPast ? year : year - 1, month - 1, 1) / MINUTE_MS}`;
}

/** Months whose first days are the latest, the oldest first: each can be missed after the one before it. */
function months(count: number): number[] {
  const now = new Date().getUTCMonth();
  return Array.from({ length: count }, (_, place) => (now - count + 1 + place + 12) % 12 + 1);
}

const template = {
  metadata: { labels: { app: "tick" }, annotations: { note: "template" } },
  spec: {
    template: { spec: { restartPolicy: "Never", containers: [{ name: "main", image: "one" }] } },
  },
};

/** A cron job that is suspended, and last made a job two years ago. */
async function made(stage: WorkloadStage, schedule: string, spec: object = {}): Promise<void> {
  await stage.client.create(CronJob, {
    metadata: { name: "tick" },
    spec: { schedule, timeZone: "Etc/UTC", suspend: true, jobTemplate: template, ...spec },
  } as never);
  const lastScheduleTime = new Date();
  lastScheduleTime.setUTCFullYear(lastScheduleTime.getUTCFullYear() - 2);
  await stage.client.patch(CronJob, "tick", {
    status: { lastScheduleTime: lastScheduleTime.toISOString().replace(/\.\d+Z$/, "Z") },
  } as never, { subresource: "status" });
}

async function change(stage: WorkloadStage, spec: object): Promise<void> {
  await stage.client.patch(CronJob, "tick", { spec } as never);
}

/** Lets it go on with a schedule. */
async function goOn(stage: WorkloadStage, schedule: string): Promise<void> {
  await change(stage, { suspend: true });
  await change(stage, { schedule });
  await change(stage, { suspend: false });
}

/** Waits until so many of its jobs are active, by its status. */
async function active(stage: WorkloadStage, count: number): Promise<void> {
  await stage.until(CronJob, "tick", (one) => (one?.status?.active ?? []).length === count);
}

async function there(stage: WorkloadStage, name: string): Promise<void> {
  await stage.until(Job, name, (job) => job !== undefined);
}

async function gone(stage: WorkloadStage, name: string): Promise<void> {
  await stage.until(Job, name, (job) => job === undefined);
}

/** Waits until something is told of the cron job. */
async function told(stage: WorkloadStage, reason: string): Promise<void> {
  await stage.told("CronJob", "tick", reason);
}

/** Ends the pods of what runs, and waits until the cron job knows. */
async function end(stage: WorkloadStage, phase: "Succeeded" | "Failed"): Promise<void> {
  await stage.pods(1);
  await stage.end(phase);
  await active(stage, 0);
}

async function runs(stage: WorkloadStage, job: string): Promise<void> {
  await stage.until(Job, job, (one) => one?.status?.active === 1 && one.status.ready === 0);
}

/** See the module. */
export const CRON_JOBS: Readonly<Record<string, WorkloadScenario>> = {
  async "a time that was missed is made up for, and its job succeeds"(stage) {
    const [month] = months(1) as [number];
    await made(stage, monthly(month));
    await stage.same("suspended");
    await change(stage, { suspend: false });
    await active(stage, 1);
    await runs(stage, jobOf(month));
    await stage.same("it runs");
    await end(stage, "Succeeded");
    await stage.until(CronJob, "tick", (one) => one?.status?.lastSuccessfulTime !== undefined);
  },
  async "a job fails"(stage) {
    const [month] = months(1) as [number];
    const { spec } = template;
    await made(stage, monthly(month), { jobTemplate: { spec: { backoffLimit: 0, ...spec } } });
    await change(stage, { suspend: false });
    await runs(stage, jobOf(month));
    await end(stage, "Failed");
  },
  async "two jobs run at once"(stage) {
    const [first, second] = months(2) as [number, number];
    await made(stage, monthly(first));
    await change(stage, { suspend: false });
    await runs(stage, jobOf(first));
    await goOn(stage, monthly(second));
    await active(stage, 2);
    await runs(stage, jobOf(second));
  },
  async "a job waits for the one before it"(stage) {
    const [first, second] = months(2) as [number, number];
    await made(stage, monthly(first), { concurrencyPolicy: "Forbid" });
    await change(stage, { suspend: false });
    await runs(stage, jobOf(first));
    await goOn(stage, monthly(second));
    await told(stage, "JobAlreadyActive");
    await stage.same("it waits");
    await stage.end("Succeeded");
    await runs(stage, jobOf(second));
  },
  async "a job takes the place of the one before it"(stage) {
    const [first, second] = months(2) as [number, number];
    await made(stage, monthly(first), { concurrencyPolicy: "Replace" });
    await change(stage, { suspend: false });
    await runs(stage, jobOf(first));
    // Who does not know of its job takes it for somebody else's.
    await active(stage, 1);
    await goOn(stage, monthly(second));
    await gone(stage, jobOf(first));
    await runs(stage, jobOf(second));
    await active(stage, 1);
  },
  async "as many jobs are kept as should be"(stage) {
    const [first, second, third] = months(3) as [number, number, number];
    const limits = { successfulJobsHistoryLimit: 1, failedJobsHistoryLimit: 0 };
    await made(stage, monthly(first), limits);
    await change(stage, { suspend: false });
    await runs(stage, jobOf(first));
    await end(stage, "Succeeded");
    await stage.same("the first is kept");
    await goOn(stage, monthly(second));
    await runs(stage, jobOf(second));
    await end(stage, "Succeeded");
    await gone(stage, jobOf(first));
    await stage.same("the second is kept");
    await goOn(stage, monthly(third));
    await runs(stage, jobOf(third));
    await change(stage, { successfulJobsHistoryLimit: 0 });
    await gone(stage, jobOf(second));
  },
  async "more than a hundred times were missed"(stage) {
    await made(stage, "0 0 * * *");
    await change(stage, { suspend: false });
    await told(stage, "TooManyMissedTimes");
    await active(stage, 1);
    await stage.pods(1);
  },
  async "what is too late is not made up for"(stage) {
    const [month] = months(1) as [number];
    await made(stage, monthly(month), { startingDeadlineSeconds: 60 });
    await change(stage, { suspend: false });
    await stage.client.create(CronJob, {
      metadata: { name: "other" },
      spec: { schedule: "0 0 31 2 *", jobTemplate: template },
    } as never);
    await stage.told("CronJob", "other", "InvalidSchedule");
  },
  async "a zone has its own midnight"(stage) {
    const [month] = months(2) as [number];
    await made(stage, monthly(month), { timeZone: "America/New_York" });
    await change(stage, { suspend: false });
    await active(stage, 1);
    await stage.pods(1);
  },
  async "a job is deleted"(stage) {
    const [month] = months(1) as [number];
    await made(stage, monthly(month));
    await change(stage, { suspend: false });
    // What a cron job does not know of as its own yet, it does not miss.
    await active(stage, 1);
    await runs(stage, jobOf(month));
    await stage.client.delete(Job, jobOf(month), { propagation: "Background" });
    await told(stage, "MissingJob");
    await active(stage, 0);
    await stage.pods(0);
  },
  async "a job says that it is of a cron job that did not make it"(stage) {
    const [month] = months(1) as [number];
    await made(stage, monthly(month));
    const { metadata } = await stage.client.get(CronJob, "tick");
    await stage.client.create(Job, {
      metadata: {
        name: "by-hand",
        annotations: { "cronjob.kubernetes.io/instantiate": "manual" },
        ownerReferences: [{
          apiVersion: "batch/v1",
          kind: "CronJob",
          name: "tick",
          uid: metadata.uid,
          controller: true,
        }],
      },
      spec: template.spec as never,
    });
    await told(stage, "UnexpectedJob");
    await stage.pods(1);
    await stage.end("Succeeded");
    await stage.until(CronJob, "tick", (one) => one?.status?.lastSuccessfulTime !== undefined);
  },
  async "a job of somebody else has the name"(stage) {
    const [first, second] = months(2) as [number, number];
    await stage.client.create(Job, {
      metadata: { name: jobOf(first) },
      spec: template.spec as never,
    });
    await runs(stage, jobOf(first));
    await made(stage, monthly(first));
    await change(stage, { suspend: false });
    await goOn(stage, monthly(second));
    await there(stage, jobOf(second));
    await active(stage, 1);
    await stage.pods(2);
  },
  async "a cron job goes, with its jobs and their pods"(stage) {
    const [month] = months(1) as [number];
    await made(stage, monthly(month));
    await change(stage, { suspend: false });
    await runs(stage, jobOf(month));
    await stage.client.delete(CronJob, "tick", { propagation: "Foreground" });
    await stage.until(CronJob, "tick", (one) => one === undefined);
    await gone(stage, jobOf(month));
    const { items } = await stage.client.list(Pod);
    for (const { metadata } of items as AnyObject[]) {
      await stage.until(Pod, metadata!.name!, (pod) => pod === undefined);
    }
  },
};
