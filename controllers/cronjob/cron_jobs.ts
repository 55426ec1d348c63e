/**
 * Wakes cron jobs, and has turns of work done on them.
 *
 * @module
 */

import { CronJob, type DerivedValues, Job, type metaV1, type ObjectOf } from "../../toolkit/mod.ts";
import { NAMES } from "../../toolkit/names.ts";
import { CronError, isTimeZone, type TimeZone } from "../../toolkit/schedule/mod.ts";
import { Recorder } from "../../toolkit/events/recorder.ts";
import {
  controllerOf,
  type LoopParts,
  type SharedInformer,
  type SyncWork,
  type Wake,
} from "../loop/mod.ts";
import { CronTurn, type CronTurnParts } from "./cron_turn.ts";
import { untilNextMs } from "./due_time.ts";
import { readSchedule } from "./read_schedule.ts";
import {
  type CronChild,
  cronChildViews,
  jobsByController,
  type LiveCronJob,
} from "./scheduled_job.ts";

type LiveJob = ObjectOf<typeof Job>;

const SECONDS: readonly number[] = Array.from({ length: 10 }, (_, power) => 2 ** power);

/** Of the controller and of its events. */
export const CRON_JOB_CONTROLLER = "cronjob-controller";

/** See the module. */
export class CronJobs {
  readonly #turn: CronTurnParts;
  readonly #cronJobs: SharedInformer<LiveCronJob>;
  readonly #jobs: SharedInformer<LiveJob>;
  #views: DerivedValues<LiveJob, CronChild> | undefined;

  /** `zone`: of schedules that name none. */
  constructor({ client, informers, clock, logger, metrics }: LoopParts, zone: TimeZone) {
    this.#cronJobs = informers.of(CronJob);
    this.#jobs = informers.of(Job, [jobsByController]);
    this.#turn = {
      client,
      cronJobs: this.#cronJobs,
      jobs: this.#jobs as SharedInformer<unknown>,
      events: new Recorder({ client, component: CRON_JOB_CONTROLLER, clock, logger }),
      zone,
      lateness: metrics.histogram({
        name: "cronjob_controller_job_creation_skew_duration_seconds",
        help: "How late jobs were made.",
        buckets: SECONDS,
        stability: "STABLE",
      }).with({}),
      nowMs: () => clock.now(),
    };
  }

  listen(wake: Wake): Disposable[] {
    this.#views = this.#jobs.derive(cronChildViews(NAMES[this.#turn.client.dialect]));
    return [
      this.#cronJobs.subscribe(({ type, key, object, previous }) => {
        if (type === "Deleted") return;
        const isRescheduled = previous?.metadata.uid === object.metadata.uid &&
          (previous.spec?.schedule !== object.spec?.schedule ||
            previous.spec?.timeZone !== object.spec?.timeZone);
        if (!isRescheduled) return wake(key);
        const next = this.#untilNext(object);
        if (next !== undefined) wake(key, next);
      }),
      this.#jobs.subscribe(({ object, previous, resync }) => {
        if (resync) return;
        const controller = controllerOf(object);
        const before = previous && controllerOf(previous);
        if (before !== undefined && before.uid !== controller?.uid) {
          this.#wakeCronJob(object, before, wake);
        }
        if (controller !== undefined) this.#wakeCronJob(object, controller, wake);
      }),
    ];
  }

  async sync(key: string, work: SyncWork): Promise<number | void> {
    const cronJob = this.#cronJobs.lister.get(key);
    if (cronJob === undefined) return;
    const { namespace, uid } = cronJob.metadata;
    const children = this.#views!.by(jobsByController, uid)
      .filter((child) => child.namespace === namespace);
    return await new CronTurn(this.#turn, work, cronJob, children).run();
  }

  /** In how many milliseconds a new schedule comes first; undefined: never, or it is none. */
  #untilNext(cronJob: LiveCronJob): number | undefined {
    const { zone, events, nowMs } = this.#turn;
    const { metadata: { creationTimestamp = "" }, spec, status } = cronJob;
    // Its turn tells of that.
    if (spec?.timeZone !== undefined && !isTimeZone(spec.timeZone)) return 0;
    try {
      return untilNextMs(readSchedule(cronJob, zone), {
        createdMs: Date.parse(creationTimestamp),
        lastMs: status?.lastScheduleTime ? Date.parse(status.lastScheduleTime) : undefined,
      }, nowMs());
    } catch (error) {
      if (!(error instanceof CronError)) throw error;
      const what = `unparseable schedule for cronjob: ${spec?.schedule}`;
      events.warning(cronJob, "UnParseableCronJobSchedule", what);
      return undefined;
    }
  }

  /** Wakes the controller of a job, if it is a cron job that is there. */
  #wakeCronJob(
    { metadata }: LiveJob,
    { kind, name, uid }: metaV1.OwnerReference,
    wake: Wake,
  ): void {
    if (kind !== CronJob.kind) return;
    const key = `${metadata.namespace}/${name}`;
    if (this.#cronJobs.lister.get(key)?.metadata.uid === uid) wake(key);
  }
}
