/**
 * Wakes jobs, and has turns of work done on them.
 *
 * @module
 */

import { type DerivedValues, Job, type metaV1, type ObjectOf, Pod } from "../../toolkit/mod.ts";
import { NAMES } from "../../toolkit/names.ts";
import { selectorOf } from "../../toolkit/selectors/mod.ts";
import { Recorder } from "../../toolkit/events/recorder.ts";
import {
  claimChildren,
  controllerOf,
  type LoopParts,
  type SharedInformer,
  type SyncWork,
  type Wake,
} from "../loop/mod.ts";
import { orphanPods, PodControl } from "../pods/mod.ts";
import { KnownFailures } from "./failure_backoff.ts";
import { type JobMetrics, jobMetrics } from "./job_metrics.ts";
import { jobNames } from "./job_names.ts";
import { type JobPod, jobPodViews, openPods } from "./job_pod.ts";
import { isFinished, type LiveJob, otherManager, rulesOf } from "./job_rules.ts";
import { BATCH_MS, JobTurn, type TurnParts } from "./job_turn.ts";
import { LetGoPods } from "./let_go_pods.ts";
import type { PodTracking } from "./track_pod.ts";

type LivePod = ObjectOf<typeof Pod>;

/** Of the controller and of its events. */
export const JOB_CONTROLLER = "job-controller";

/** See the module. */
export class Jobs {
  readonly #parts: LoopParts;
  readonly #turn: TurnParts;
  readonly #metrics: JobMetrics;
  readonly jobs: SharedInformer<LiveJob>;
  readonly tracking: PodTracking;
  /** What is looked at of a pod. */
  readonly viewOf: (pod: LivePod) => JobPod;
  #views: DerivedValues<LivePod, JobPod> | undefined;

  constructor(parts: LoopParts) {
    const { client, informers, clock, logger } = parts;
    const names = jobNames(NAMES[client.dialect]);
    const open = openPods(names);
    const pods = informers.of(Pod, [open, orphanPods]);
    const events = new Recorder({ client, component: JOB_CONTROLLER, clock, logger });
    this.#parts = parts;
    this.#metrics = jobMetrics(parts.metrics);
    this.viewOf = jobPodViews(names);
    this.jobs = informers.of(Job);
    this.tracking = { client, pods, open, names };
    const letGo = new LetGoPods(names);
    this.#turn = {
      client,
      jobs: this.jobs,
      tracking: this.tracking,
      letGo,
      control: new PodControl({ kind: Job, client, pods, events, random: () => parts.random() }),
      events,
      metrics: this.#metrics,
      failures: new KnownFailures(),
    };
  }

  listen(wake: Wake): Disposable[] {
    const { pods, names } = this.tracking;
    this.#views = pods.derive(this.viewOf);
    const selectors = this.jobs.derive(selectionOf);
    return [
      this.jobs.subscribe(({ type, key, object, previous }) => {
        const manager = otherManager(object, names.manager);
        if (type === "Added" && manager !== undefined) this.#metrics.external(manager);
        // News of pods, and what was written here, come together.
        const isStatus = type === "Updated" && previous?.metadata.uid === object.metadata.uid &&
          previous.metadata.generation === object.metadata.generation;
        if (isStatus && isFinished(object)) return;
        wake(key, isStatus ? BATCH_MS : 0);
      }),
      pods.subscribe(({ type, object, previous, resync }) => {
        if (resync) return;
        this.#turn.letGo.saw(object, previous, type === "Deleted");
        this.#countTerminated(type === "Deleted" ? object : previous, type !== "Deleted" && object);
        const controller = controllerOf(object);
        const before = previous && controllerOf(previous);
        if (before !== undefined && before.uid !== controller?.uid) {
          this.#wakeJob(previous!, before, wake);
        }
        if (controller !== undefined) return this.#wakeJob(object, controller, wake);
        if (type === "Deleted") return;
        const isNew = previous === undefined || before !== undefined ||
          JSON.stringify(previous.metadata.labels) !== JSON.stringify(object.metadata.labels);
        if (!isNew) return;
        const { namespace, labels = {} } = object.metadata;
        for (const { key, selector } of selectors.list({ namespace })) {
          if (selector.matches(labels)) wake(key, BATCH_MS);
        }
      }),
    ];
  }

  async sync(key: string, work: SyncWork): Promise<number | void> {
    const { failures, events } = this.#turn;
    const job = this.jobs.lister.get(key);
    if (job === undefined || isFinished(job)) return failures.forget(key);
    if (otherManager(job, this.tracking.names.manager) !== undefined) return;
    const { completionMode = "NonIndexed" } = job.spec ?? {};
    if (completionMode !== "NonIndexed" && completionMode !== "Indexed") {
      const why = "Skipped Job sync because completion mode is unknown";
      return events.warning(job, "UnknownCompletionMode", why);
    }
    const { clock } = this.#parts;
    const begun = clock.monotonic();
    let turn: JobTurn | undefined;
    let isDone = false;
    try {
      const pods = await this.#claim(job, work);
      turn = new JobTurn(this.#turn, work, { job, pods, nowMs: clock.now() });
      const again = await turn.run();
      isDone = true;
      return again;
    } finally {
      const seconds = (clock.monotonic() - begun) / 1000;
      this.#metrics.synced(rulesOf(job), isDone, turn?.action ?? "reconciling", seconds);
    }
  }

  /** Its pods that are not counted. Those that are adopted get the finalizer. */
  async #claim(job: LiveJob, { doubts }: SyncWork): Promise<JobPod[]> {
    const { client, pods, open, names } = this.tracking;
    const { namespace = "", name } = job.metadata;
    return await claimChildren({
      parent: job,
      selector: selectorOf(job.spec?.selector ?? undefined),
      reference: this.#turn.control.ownerReference(job),
      finalizer: names.tracking,
      live: () => client.get(Job, { namespace, name }),
    }, {
      kind: Pod,
      client,
      informer: pods,
      views: this.#views!,
      byController: open,
      orphans: orphanPods,
      doubts,
    });
  }

  /** Wakes the controller of a pod, if it is a job that is there. */
  #wakeJob({ metadata }: LivePod, { kind, name, uid }: metaV1.OwnerReference, wake: Wake): void {
    if (kind !== Job.kind) return;
    const key = `${metadata.namespace}/${name}`;
    if (this.jobs.lister.get(key)?.metadata.uid === uid) wake(key, BATCH_MS);
  }

  #countTerminated(before: LivePod | undefined, now: LivePod | false): void {
    const { tracking } = this.tracking.names;
    const isHeld = (pod: LivePod | undefined | false) =>
      pod && ["Succeeded", "Failed"].includes(pod.status?.phase ?? "") &&
      pod.metadata.finalizers?.includes(tracking) === true;
    const [was, is] = [isHeld(before) === true, isHeld(now) === true];
    if (was !== is) this.#metrics.terminated(is ? "add" : "delete");
  }
}

function selectionOf({ metadata: { namespace, name }, spec }: LiveJob) {
  return { key: `${namespace}/${name}`, selector: selectorOf(spec?.selector ?? undefined) };
}
