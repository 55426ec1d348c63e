/**
 * One turn of work on a job: pods are made or deleted, what has ended is counted, and the status says so.
 *
 * @module
 */

import { type Client, isNotFound, Job } from "../../toolkit/mod.ts";
import type { Recorder } from "../../toolkit/events/recorder.ts";
import type { SharedInformer, SyncWork } from "../loop/mod.ts";
import { isTerminating, type PodControl, slowStart } from "../pods/mod.ts";
import { writeStatus } from "../write_status.ts";
import { notePods, raiseCounts } from "./count_pods.ts";
import { failuresAfter, type KnownFailures } from "./failure_backoff.ts";
import { indexAdditions, withHostname, withIndexVariable } from "./index_template.ts";
import { type JobLook, lookAt } from "./job_look.ts";
import type { JobAction, JobMetrics } from "./job_metrics.ts";
import type { JobPod } from "./job_pod.ts";
import type { LiveJob } from "./job_rules.ts";
import type { LetGoPods } from "./let_go_pods.ts";
import { MOST_AT_ONCE, nextStep } from "./next_step.ts";
import { changesOf, draftOf, ensureCondition, type StatusDraft } from "./status_draft.ts";
import { type PodTracking, trackPod, untrackPod } from "./track_pod.ts";
import { COMPLETED, deadlineMs, type Verdict, verdictOn } from "./verdict.ts";

/** What a turn is done with. */
export interface TurnParts {
  readonly client: Client;
  readonly jobs: SharedInformer<LiveJob>;
  readonly tracking: PodTracking;
  readonly letGo: LetGoPods;
  readonly control: PodControl;
  readonly events: Recorder;
  readonly metrics: JobMetrics;
  readonly failures: KnownFailures;
}

/** After a write so much time passes before the next turn: others' news come together. */
export const BATCH_MS = 1000;

/** Reasons of events that are no warnings. */
const NORMAL: ReadonlySet<string> = new Set(["Suspended", "Resumed", "Completed"]);

/** See the module. */
export class JobTurn {
  readonly #parts: TurnParts;
  readonly #work: SyncWork;
  readonly #key: string;
  readonly #look: JobLook;
  readonly #nowMs: number;
  readonly #now: string;
  readonly #draft: StatusDraft;
  /** As it was written last. */
  #job: LiveJob;
  #verdict: Verdict | undefined;
  /** What pods were not made or deleted for. */
  #error: unknown;
  #restMs: number | undefined;
  /** What is told once it has been written. */
  #news: [reason: string, message: string][] = [];
  /** What it did about pods. */
  action: JobAction = "reconciling";

  constructor(
    parts: TurnParts,
    work: SyncWork,
    { job, pods, nowMs }: {
      readonly job: LiveJob;
      readonly pods: readonly JobPod[];
      readonly nowMs: number;
    },
  ) {
    this.#parts = parts;
    this.#work = work;
    this.#job = job;
    this.#key = `${job.metadata.namespace}/${job.metadata.name}`;
    this.#nowMs = nowMs;
    this.#now = new Date(nowMs).toISOString().replace(/\.\d+Z$/, "Z");
    this.#look = lookAt(job, pods, this.#now);
    const { active, startTime } = this.#look;
    this.#draft = {
      ...draftOf(job.status),
      startTime,
      active: active.length,
      ready: active.filter(({ isReady }) => isReady).length,
      terminating: pods.filter(isTerminating).length,
    };
  }

  /**
   * Does it; in how many milliseconds the next turn is due, if one is. Rejects with what kept pods from being
   * made or deleted when all else is done, and with what kept the status from being written at once.
   */
  async run(): Promise<number | undefined> {
    const { failures } = this.#parts;
    const { newSucceeded, newFailed } = this.#look;
    const { uid, deletionTimestamp } = this.#job.metadata;
    const ended = failuresAfter(failures.of(this.#key, uid), newSucceeded, newFailed);
    this.#verdict = verdictOn(this.#look, this.#nowMs);
    const deadline = this.#verdict ? undefined : deadlineMs(this.#look, this.#nowMs);
    if (this.#verdict !== undefined) {
      if (!await this.#endPods(this.#verdict)) return undefined;
    } else {
      const isEnding = deletionTimestamp !== undefined;
      if (!isEnding) await this.#step(ended);
      if (this.#isComplete()) this.#verdict = COMPLETED;
      else if (!isEnding) this.#noteSuspension();
    }
    const isWritten = await this.#count(() => failures.set(this.#key, uid, ended));
    if (isWritten && this.#error !== undefined) throw this.#error;
    const next = Math.min(deadline ?? Infinity, this.#restMs ?? Infinity);
    return next === Infinity ? undefined : next;
  }

  /**
   * Deletes what runs, as far as that goes. It keeps its finalizer until its end is counted. Of a success it is
   * written first: otherwise these pods would look like failures. False: the job is gone.
   */
  async #endPods(verdict: Verdict): Promise<boolean> {
    const { active } = this.#look;
    const { control } = this.#parts;
    if (active.length === 0) return true;
    if (verdict.isSuccess && !verdict.isKnown) {
      this.#judge(verdict);
      if (!await this.#write()) return false;
    }
    const deleted = await this.#delete(
      active.slice(0, MOST_AT_ONCE),
      (pod) => control.delete(this.#job, pod, this.#work.doubts),
    );
    if (deleted === active.length) return true;
    // While any is left the job is not over. It is said all the same: the pod that it is said for may be counted now,
    // and is not looked at again.
    this.#judge(verdict);
    this.#verdict = undefined;
    return true;
  }

  async #step(ended: Parameters<typeof nextStep>[1]): Promise<void> {
    const step = nextStep(this.#look, ended, this.#nowMs);
    this.action = step.type === "Delete"
      ? "pods_deleted"
      : step.type === "None"
      ? "tracking"
      : "pods_created";
    if (step.type === "Delete") {
      // What is superfluous counts as nothing: it loses its finalizer first.
      const { control, tracking, letGo } = this.#parts;
      const { doubts } = this.#work;
      await this.#delete(step.pods, async (pod) => {
        if (pod.isTracked) {
          letGo.letGo(pod.uid);
          await untrackPod(pod, tracking, { key: this.#key, doubts });
        }
        await control.delete(this.#job, pod, doubts);
      });
      return;
    }
    await this.#retrack();
    if (step.type === "Create") await this.#create(step.indexes);
    if (step.type === "Rest") this.#restMs = Math.max(step.ms, BATCH_MS);
  }

  /** Deletes pods; how many of them. */
  async #delete(
    pods: readonly JobPod[],
    one: (pod: JobPod) => Promise<void>,
  ): Promise<number> {
    const results = await Promise.allSettled(pods.map(one));
    const deleted = pods.filter((_, place) => results[place]!.status === "fulfilled");
    this.#draft.active -= deleted.length;
    this.#draft.terminating += deleted.length;
    this.#draft.ready -= deleted.filter(({ isReady }) => isReady).length;
    this.#noteErrors(results);
    return deleted.length;
  }

  /**
   * Pods that were to be deleted, and lost their finalizer, run on where the controller ended right then and
   * they are needed again: they are given it back, so that their end is counted. Not where somebody else took it.
   */
  async #retrack(): Promise<void> {
    const { tracking, letGo } = this.#parts;
    const write = { key: this.#key, doubts: this.#work.doubts };
    const untracked = this.#look.active.filter((pod) => !pod.isTracked && !letGo.has(pod.uid));
    this.#noteErrors(
      await Promise.allSettled(untracked.map((pod) => trackPod(pod, tracking, write))),
    );
  }

  async #create(indexes: readonly (number | undefined)[]): Promise<void> {
    const { control, metrics, tracking: { names } } = this.#parts;
    const { rules, held, failed } = this.#look;
    const { name } = this.#job.metadata;
    const plain = this.#job.spec!.template;
    const template = rules.isIndexed ? withIndexVariable(plain, names) : plain;
    const finalizers = plain.metadata?.finalizers?.includes(names.tracking)
      ? {}
      : { finalizers: [names.tracking] };
    const { done, error } = await slowStart(indexes.length, async (place) => {
      const index = indexes[place];
      const [own, additions] = index === undefined ? [template, {}] : [
        withHostname(template, name, index),
        indexAdditions(name, index, { rules, names, before: held.get(index) }),
      ];
      await control.create(this.#job, own, this.#work.doubts, { ...additions, ...finalizers });
    });
    const reason = reasonOfCreation(this.#job, failed, this.#draft.terminating);
    metrics.created(reason, true, done);
    this.#draft.active += done;
    if (error === undefined) return;
    metrics.created(reason, false, 1);
    this.#error ??= error;
  }

  #isComplete(): boolean {
    const { rules: { completions }, succeeded } = this.#look;
    if (this.#draft.active > 0) return false;
    return completions === undefined ? succeeded > 0 : succeeded >= completions;
  }

  #noteSuspension(): void {
    const { isSuspended } = this.#look.rules;
    const [status, reason, message] = isSuspended
      ? ["True", "JobSuspended", "Job suspended"] as const
      : ["False", "JobResumed", "Job resumed"] as const;
    const words = { type: "Suspended", status, reason, message };
    if (!ensureCondition(this.#draft, words, this.#now)) return;
    // The time of a job that is suspended stands still: it begins anew.
    this.#draft.startTime = isSuspended ? undefined : this.#now;
    this.#news.push([isSuspended ? "Suspended" : "Resumed", message]);
  }

  /** Counts what has ended, and ends the job where nothing is left to count; false: the job is gone. */
  async #count(noted: () => void): Promise<boolean> {
    const { tracking, metrics } = this.#parts;
    const { toFree, hasMore, byAction } = notePods(this.#draft, this.#look, this.#verdict);
    if (this.#verdict !== undefined) this.#judge(this.#verdict);
    if (!await this.#write()) return false;
    noted();
    for (const [action, count] of byAction) metrics.handled(action, count);
    const write = { key: this.#key, doubts: this.#work.doubts };
    const results = await Promise.allSettled(toFree.map((pod) => untrackPod(pod, tracking, write)));
    const tracked = new Set(
      this.#look.pods.flatMap(({ uid, isTracked }) => isTracked ? [uid] : []),
    );
    for (const [place, { uid }] of toFree.entries()) {
      if (results[place]!.status === "fulfilled") tracked.delete(uid);
    }
    raiseCounts(this.#draft, tracked);
    const failed = results.find(({ status }) => status === "rejected");
    const { uncounted, terminating } = this.#draft;
    const isOver = failed === undefined && !hasMore && terminating === 0 &&
      uncounted.succeeded.length + uncounted.failed.length === 0;
    if (this.#verdict !== undefined && isOver) this.#finish(this.#verdict);
    if (!await this.#write()) return false;
    if (this.#verdict !== undefined && isOver) {
      metrics.finished(this.#look.rules, this.#verdict.isSuccess, this.#verdict.reason);
    }
    if (failed !== undefined) throw (failed as PromiseRejectedResult).reason;
    return true;
  }

  /** Says how it will end. */
  #judge({ isSuccess, isKnown, reason, message }: Verdict): void {
    if (isKnown) return;
    const type = isSuccess ? "SuccessCriteriaMet" : "FailureTarget";
    ensureCondition(this.#draft, { type, status: "True", reason, message }, this.#now);
  }

  /** Says that it has ended. */
  #finish({ isSuccess, reason, message }: Verdict): void {
    const { rules } = this.#look;
    const type = isSuccess ? "Complete" : "Failed";
    ensureCondition(this.#draft, { type, status: "True", reason, message }, this.#now);
    if (!isSuccess) {
      this.#news.push([reason, message]);
      return;
    }
    this.#draft.completionTime = this.#now;
    if (this.#draft.succeeded > (rules.completions ?? Infinity)) {
      const why = "Too many succeeded pods running after completion count reached";
      this.#news.push(["TooManySucceededPods", why]);
    }
    this.#news.push(["Completed", "Job completed"]);
  }

  /** Writes what has changed, and tells of it; false: the job is gone. */
  async #write(): Promise<boolean> {
    const { client, jobs, metrics } = this.#parts;
    const before = this.#job;
    const changes = changesOf(before.status, this.#draft);
    if (changes !== undefined) {
      const { namespace = "", name } = before.metadata;
      try {
        this.#job = await this.#work.doubts.during(
          this.#key,
          jobs,
          { namespace, name },
          () => writeStatus(client, Job, before, changes),
        );
      } catch (error) {
        if (isNotFound(error)) return false;
        throw error;
      }
      metrics.counted(this.#look.rules, before.status, this.#job.status);
    }
    this.#tell();
    return true;
  }

  #tell(): void {
    const { events } = this.#parts;
    for (const [reason, message] of this.#news) {
      if (NORMAL.has(reason)) events.normal(this.#job, reason, message);
      else events.warning(this.#job, reason, message);
    }
    this.#news = [];
  }

  #noteErrors(results: readonly PromiseSettledResult<unknown>[]): void {
    const failed = results.find(({ status }) => status === "rejected");
    if (failed !== undefined) this.#error ??= (failed as PromiseRejectedResult).reason;
  }
}

/** Whether pods come in the place of others, and of which. */
function reasonOfCreation({ spec }: LiveJob, failed: number, terminating: number): string {
  if (spec?.podReplacementPolicy === "Failed" && failed > 0) return "recreate_failed";
  return failed > 0 || terminating > 0 ? "recreate_terminating_or_failed" : "new";
}
