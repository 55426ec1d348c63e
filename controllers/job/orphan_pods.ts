/**
 * Pods whose end nobody will count any more, and that must not stay for it: their job is gone or finished.
 *
 * @module
 */

import { Job, type ObjectOf, type Pod } from "../../toolkit/mod.ts";
import type { Runnable } from "../../toolkit/runnable.ts";
import {
  controllerOf,
  keyedLoop,
  type LoopParts,
  type SharedInformer,
  type SyncWork,
  type Wake,
} from "../loop/mod.ts";
import type { JobPod } from "./job_pod.ts";
import { isFinished, type LiveJob, otherManager } from "./job_rules.ts";
import { type PodTracking, untrackPod } from "./track_pod.ts";

/** What the loop is made with. */
export interface OrphanOptions {
  readonly jobs: SharedInformer<LiveJob>;
  readonly tracking: PodTracking;
  /** What is looked at of a pod. */
  readonly viewOf: (pod: ObjectOf<typeof Pod>) => JobPod;
  readonly workers: number;
  readonly backoff: { readonly base: number; readonly max: number; readonly jitter: number };
}

/** Takes the finalizer from such pods. */
export function createOrphanLoop(parts: LoopParts, options: OrphanOptions): Runnable {
  const { workers, backoff } = options;
  const orphans = new OrphanPods(parts, options);
  return keyedLoop(parts, {
    name: "job-controller",
    queue: "job_orphan_pod",
    workers,
    backoff,
    listen: (wake) => orphans.listen(wake),
    sync: (key, work) => orphans.sync(key, work),
  });
}

class OrphanPods {
  readonly #parts: LoopParts;
  readonly #options: OrphanOptions;

  constructor(parts: LoopParts, options: OrphanOptions) {
    this.#parts = parts;
    this.#options = options;
  }

  listen(wake: Wake): Disposable[] {
    const { jobs, tracking: { pods, open, names }, viewOf } = this.#options;
    const views = pods.derive(viewOf);
    return [
      pods.subscribe(({ type, key, object, resync }) => {
        if (resync || type === "Deleted") return;
        const { finalizers = [] } = object.metadata;
        if (!finalizers.includes(names.tracking)) return;
        const controller = controllerOf(object);
        if (controller !== undefined && controller.kind !== Job.kind) return;
        const { namespace } = object.metadata;
        const job = controller && jobs.lister.get(`${namespace}/${controller.name}`);
        if (job === undefined || job.metadata.uid !== controller?.uid || isFinished(job)) wake(key);
      }),
      jobs.subscribe(({ type, object, resync }) => {
        if (resync || (type !== "Deleted" && !isFinished(object))) return;
        for (const pod of views.by(open, object.metadata.uid)) {
          if (pod.isTracked) wake(pod.key);
        }
      }),
    ];
  }

  async sync(key: string, { doubts, signal }: SyncWork): Promise<void> {
    const { tracking } = this.#options;
    const live = tracking.pods.lister.get(key);
    const pod = live && this.#options.viewOf(live);
    if (pod === undefined || !pod.isTracked || !await this.#isOrphan(pod, signal)) return;
    // Whoever adopts it meanwhile has changed it.
    const { resourceVersion } = live!.metadata;
    await untrackPod(pod, tracking, { key, doubts, resourceVersion });
  }

  async #isOrphan({ controller, namespace }: JobPod, signal: AbortSignal): Promise<boolean> {
    if (controller === undefined) return true;
    const { jobs, tracking: { names } } = this.#options;
    const { kind, apiVersion, name, uid } = controller;
    if (kind !== Job.kind || apiVersion !== `${Job.group}/${Job.version}`) return false;
    const known = jobs.lister.get(`${namespace}/${name}`);
    // Pods may be known before their job is.
    const job = known?.metadata.uid === uid
      ? known
      : await this.#parts.client.find(Job, { namespace, name }, { signal });
    if (job?.metadata.uid !== uid) return true;
    return isFinished(job) && otherManager(job, names.manager) === undefined;
  }
}
