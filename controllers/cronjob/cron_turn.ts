/**
 * One turn of work on a cron job: its jobs are looked after, and the one is made whose time has come.
 *
 * @module
 */

import {
  type Client,
  type coreV1,
  CronJob,
  isAlreadyExists,
  isConflict,
  isNotFound,
  Job,
} from "../../toolkit/mod.ts";
import { groupOnServer } from "../../toolkit/kinds/mod.ts";
import { NAMES } from "../../toolkit/names.ts";
import type { Histogram } from "../../toolkit/metrics/mod.ts";
import { CronError, isTimeZone, TimeZone } from "../../toolkit/schedule/mod.ts";
import { equalJson } from "../../toolkit/values/json.ts";
import type { Recorder } from "../../toolkit/events/recorder.ts";
import {
  controllerOf,
  controllerReference,
  type SharedInformer,
  type SyncWork,
} from "../loop/mod.ts";
import { isNamespaceEnding, messageOf } from "../pods/mod.ts";
import { writeStatus } from "../write_status.ts";
import { type CountingFrom, dueTime, isMany, ScheduleError, untilNextMs } from "./due_time.ts";
import { pastJobs } from "./history.ts";
import type { ZonedRule } from "./next_time.ts";
import { readSchedule } from "./read_schedule.ts";
import { type CronChild, jobFor, type LiveCronJob, nameFor } from "./scheduled_job.ts";

/** What a turn is done with. */
export interface CronTurnParts {
  readonly client: Client;
  readonly jobs: SharedInformer<unknown>;
  readonly cronJobs: SharedInformer<LiveCronJob>;
  readonly events: Recorder;
  /** The zone of schedules that name none. */
  readonly zone: TimeZone;
  /** How late jobs are made, in seconds. */
  readonly lateness: Histogram;
  nowMs(): number;
}

/** A job that stands in the status as active. */
type Reference = coreV1.ObjectReference;

/** See the module. */
export class CronTurn {
  readonly #parts: CronTurnParts;
  readonly #work: SyncWork;
  /** As it was written last. */
  #cronJob: LiveCronJob;
  readonly #children: readonly CronChild[];
  readonly #key: string;
  readonly #nowMs: number;
  #active: Reference[];
  #lastScheduleTime: string | undefined;
  #lastSuccessfulTime: string | undefined;

  constructor(
    parts: CronTurnParts,
    work: SyncWork,
    cronJob: LiveCronJob,
    children: readonly CronChild[],
  ) {
    this.#parts = parts;
    this.#work = work;
    this.#cronJob = cronJob;
    this.#children = children;
    const { metadata: { namespace, name }, status } = cronJob;
    this.#key = `${namespace}/${name}`;
    this.#nowMs = parts.nowMs();
    this.#active = [...status?.active ?? []];
    this.#lastScheduleTime = status?.lastScheduleTime;
    this.#lastSuccessfulTime = status?.lastSuccessfulTime;
  }

  /** Does it; in how many milliseconds the next turn is due, if one is. */
  async run(): Promise<number | undefined> {
    let next: number | undefined;
    let failed: { readonly error: unknown } | undefined;
    this.#noteUnnoted();
    this.#noteSuccesses();
    const kept = await this.#forgetPast();
    try {
      await this.#lookAfterJobs();
      next = await this.#keepTime();
    } catch (error) {
      failed = { error };
    }
    await this.#writeStatus();
    failed ??= kept;
    if (failed !== undefined) throw failed.error;
    return next;
  }

  /** Jobs that were made here right before the controller ended: the status doesn't know of them yet. */
  #noteUnnoted(): void {
    // Whatever a job says of itself: none was made for a time that has not come.
    const made = ({ scheduledMs = -Infinity }: CronChild) =>
      scheduledMs <= this.#nowMs ? scheduledMs : -Infinity;
    for (const job of this.#children) {
      if (made(job) <= this.#lastMs()) continue;
      if (job.end === undefined && !this.#isActive(job.uid)) {
        this.#active.push(this.#referenceTo(job));
      }
    }
    const last = this.#children.reduce((last, job) => Math.max(last, made(job)), -Infinity);
    if (last > this.#lastMs()) this.#lastScheduleTime = shown(last);
  }

  #noteSuccesses(): void {
    for (const { end, completionTime } of this.#children) {
      if (end !== "Complete" || completionTime === undefined) continue;
      const last = Date.parse(this.#lastSuccessfulTime ?? "");
      if (!(last >= Date.parse(completionTime))) this.#lastSuccessfulTime = completionTime;
    }
  }

  /** Deletes jobs that have been kept for long enough; what kept it from that. What they tell is written before. */
  async #forgetPast(): Promise<{ readonly error: unknown } | undefined> {
    let failed: { readonly error: unknown } | undefined;
    const past = pastJobs(this.#cronJob, this.#children);
    if (past.length > 0) await this.#writeStatus();
    for (const job of past) {
      try {
        await this.#delete(job);
      } catch (error) {
        // The turn goes on, and comes again: the next one may be far away.
        failed ??= { error };
      }
    }
    return failed;
  }

  /** Notes which jobs run, which have ended, and which are gone. */
  async #lookAfterJobs(): Promise<void> {
    const { client, events } = this.#parts;
    for (const { uid, name, end } of this.#children) {
      const isActive = this.#isActive(uid);
      if (end === undefined) {
        if (isActive) continue;
        const what = `Saw a job that the controller did not create or forgot: ${name}`;
        events.warning(this.#cronJob, "UnexpectedJob", what);
        continue;
      }
      if (isActive) {
        this.#forget(uid);
        const what = `Saw completed job: ${name}, condition: ${end}`;
        events.normal(this.#cronJob, "SawCompletedJob", what);
      }
    }
    const known = new Set(this.#children.map(({ uid }) => uid));
    for (const { uid, name = "", namespace = "" } of [...this.#active]) {
      if (known.has(uid!)) continue;
      const live = await client.find(Job, { namespace, name }, { signal: this.#work.signal });
      if (live?.metadata.uid === uid) continue;
      this.#forget(uid!);
      events.normal(this.#cronJob, "MissingJob", `Active job went missing: ${name}`);
    }
  }

  /** Makes the job whose time has come; in how many milliseconds the next one comes. */
  async #keepTime(): Promise<number | undefined> {
    const { metadata, spec } = this.#cronJob;
    const { events, zone } = this.#parts;
    if (metadata.deletionTimestamp !== undefined) return undefined;
    if (spec?.timeZone !== undefined && !isTimeZone(spec.timeZone)) {
      const why = `invalid timeZone: "${spec.timeZone}": unknown time zone ${spec.timeZone}`;
      events.warning(this.#cronJob, "UnknownTimeZone", why);
      return undefined;
    }
    if (spec?.suspend) return undefined;
    const schedule = spec?.schedule ?? "";
    if (schedule.includes("TZ")) {
      const why = `CRON_TZ or TZ used in schedule "${schedule}" is not officially supported, ` +
        `see https://${this.#names.domain}/docs/concepts/workloads/controllers/cron-jobs/ for more details`;
      events.warning(this.#cronJob, "UnsupportedSchedule", why);
    }
    let due: number | undefined;
    let rule: ZonedRule;
    try {
      rule = readSchedule(this.#cronJob, zone);
      due = this.#dueTime(rule);
    } catch (error) {
      const what = this.#explained(error);
      if (what === undefined) throw error;
      events.warning(this.#cronJob, ...what);
      return undefined;
    }
    if (due !== undefined && this.#mayStart(due)) await this.#start(due);
    return untilNextMs(rule, this.#countingFrom(), this.#nowMs);
  }

  #explained(error: unknown): [reason: string, message: string] | undefined {
    const schedule = this.#cronJob.spec?.schedule ?? "";
    if (error instanceof CronError) {
      return ["UnparseableSchedule", `unparseable schedule: "${schedule}" : ${error.message}`];
    }
    if (error instanceof ScheduleError) {
      return ["InvalidSchedule", `invalid schedule: ${schedule} : ${error.message}`];
    }
    return undefined;
  }

  /** The time for which a job is to be made, if there is one. */
  #dueTime(rule: ZonedRule): number | undefined {
    const seconds = this.#cronJob.spec?.startingDeadlineSeconds;
    const notBeforeMs = seconds === undefined ? undefined : this.#nowMs - Number(seconds) * 1000;
    const due = dueTime(rule, { ...this.#countingFrom(), notBeforeMs }, this.#nowMs);
    if (due.dueMs !== undefined && isMany(due)) {
      const why = "too many missed start times. Set or decrease .spec.startingDeadlineSeconds " +
        "or check clock skew";
      this.#parts.events.warning(this.#cronJob, "TooManyMissedTimes", why);
    }
    return due.dueMs;
  }

  #mayStart(dueMs: number): boolean {
    const { events } = this.#parts;
    const { metadata, spec } = this.#cronJob;
    const seconds = spec?.startingDeadlineSeconds;
    if (seconds !== undefined && dueMs + Number(seconds) * 1000 < this.#nowMs) {
      const what = `Missed scheduled time to start a job: ${mailTime(dueMs)}`;
      events.warning(this.#cronJob, "MissSchedule", what);
      return false;
    }
    const job = nameFor(metadata.name, dueMs);
    const isMade = this.#active.some(({ name }) => name === job) || this.#lastMs() === dueMs;
    if (isMade) return false;
    if (spec?.concurrencyPolicy === "Forbid" && this.#active.length > 0) {
      const why =
        "Not starting job because prior execution is running and concurrency policy is Forbid";
      events.normal(this.#cronJob, "JobAlreadyActive", why);
      return false;
    }
    return true;
  }

  async #start(dueMs: number): Promise<void> {
    if (this.#cronJob.spec?.concurrencyPolicy === "Replace") await this.#endActive();
    const job = await this.#create(dueMs);
    if (job === undefined) return;
    const { name, namespace, uid, resourceVersion } = job.metadata;
    if (!this.#isActive(uid)) {
      this.#active.push(
        this.#referenceTo({ namespace: namespace!, name, uid, resourceVersion }),
      );
    }
    this.#lastScheduleTime = shown(dueMs);
  }

  async #endActive(): Promise<void> {
    const { client, events } = this.#parts;
    for (const { name = "", namespace = "", uid = "" } of [...this.#active]) {
      const live = await client.find(Job, { namespace, name }, { signal: this.#work.signal })
        .catch((error) => {
          events.warning(this.#cronJob, "FailedGet", `Get job: ${messageOf(error)}`);
          throw error;
        });
      if (live?.metadata.uid === uid) await this.#delete({ namespace, name, uid });
      else this.#forget(uid);
    }
  }

  /** The job of a time, made now or before; undefined where somebody else's has its name, or none can be made. */
  async #create(dueMs: number) {
    const { client, jobs, events, lateness } = this.#parts;
    const { metadata, spec } = this.#cronJob;
    const job = jobFor(this.#cronJob, dueMs, {
      names: this.#names,
      zone: TimeZone.of(spec?.timeZone ?? ""),
      reference: controllerReference(client, CronJob, metadata),
    });
    const place = { namespace: job.metadata.namespace, name: job.metadata.name };
    try {
      const made = await this.#work.doubts.during(
        this.#key,
        jobs,
        place,
        () => client.create(Job, job as Parameters<typeof client.create<typeof Job>>[1]),
      );
      lateness.observe((Date.parse(made.metadata.creationTimestamp ?? "") - dueMs) / 1000);
      events.normal(this.#cronJob, "SuccessfulCreate", `Created job ${place.name}`);
      return made;
    } catch (error) {
      if (isNamespaceEnding(error)) return undefined;
      if (!isAlreadyExists(error)) {
        events.warning(this.#cronJob, "FailedCreate", `Error creating job: ${messageOf(error)}`);
        throw error;
      }
      const live = await client.get(Job, place, { signal: this.#work.signal });
      const controller = controllerOf(live);
      return controller?.uid === metadata.uid ? live : undefined;
    }
  }

  /** Deletes a job, and no other of its name, with its pods. */
  async #delete(
    { namespace, name, uid }: Pick<CronChild, "namespace" | "name" | "uid">,
  ): Promise<void> {
    const { client, jobs, events } = this.#parts;
    const place = { namespace, name };
    try {
      await this.#work.doubts.during(
        this.#key,
        jobs,
        place,
        () => client.delete(Job, place, { uid, propagation: "Background" }),
      );
    } catch (error) {
      if (!isNotFound(error)) {
        events.warning(this.#cronJob, "FailedDelete", `Deleted job: ${messageOf(error)}`);
        throw error;
      }
    }
    this.#forget(uid);
    events.normal(this.#cronJob, "SuccessfulDelete", `Deleted job ${name}`);
  }

  async #writeStatus(): Promise<void> {
    const { client, cronJobs } = this.#parts;
    const { metadata: { namespace = "", name }, status = {} } = this.#cronJob;
    const changes = {
      ...(!equalJson(this.#active, status.active ?? []) && {
        active: this.#active.length === 0 ? null : this.#active,
      }),
      ...(this.#lastScheduleTime !== status.lastScheduleTime && {
        lastScheduleTime: this.#lastScheduleTime,
      }),
      ...(this.#lastSuccessfulTime !== status.lastSuccessfulTime && {
        lastSuccessfulTime: this.#lastSuccessfulTime,
      }),
    };
    if (Object.keys(changes).length === 0) return;
    try {
      this.#cronJob = await this.#work.doubts.during(
        this.#key,
        cronJobs,
        { namespace, name },
        () => writeStatus(client, CronJob, this.#cronJob, changes),
      );
    } catch (error) {
      // What the informer has is not what there is: it may be one that is gone, and another has its name.
      if (isNotFound(error) || isConflict(error)) {
        this.#work.doubts.raise(this.#key, cronJobs, { namespace, name });
      }
      if (!isNotFound(error)) throw error;
    }
  }

  get #names() {
    return NAMES[this.#parts.client.dialect];
  }

  #countingFrom(): CountingFrom {
    const createdMs = Date.parse(this.#cronJob.metadata.creationTimestamp ?? "");
    const lastMs = this.#lastMs();
    return { createdMs, lastMs: lastMs === -Infinity ? undefined : lastMs };
  }

  /** The time for which a job was made last; before all others where none was. */
  #lastMs(): number {
    return this.#lastScheduleTime === undefined ? -Infinity : Date.parse(this.#lastScheduleTime);
  }

  #referenceTo(
    { namespace, name, uid, resourceVersion }: Pick<
      CronChild,
      "namespace" | "name" | "uid" | "resourceVersion"
    >,
  ): Reference {
    const apiVersion = `${groupOnServer(Job.group, this.#parts.client.dialect)}/${Job.version}`;
    return { kind: Job.kind, namespace, name, uid, apiVersion, resourceVersion };
  }

  #isActive(uid: string): boolean {
    return this.#active.some((one) => one.uid === uid);
  }

  #forget(uid: string): void {
    this.#active = this.#active.filter((one) => one.uid !== uid);
  }
}

/** A time as objects tell it. */
function shown(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, "Z");
}

/** A time as mails tell it. */
function mailTime(ms: number): string {
  return new Date(ms).toUTCString().replace("GMT", "+0000");
}
