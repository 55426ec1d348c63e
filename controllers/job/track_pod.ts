/**
 * The finalizer that keeps a pod until its end has been counted.
 *
 * @module
 */

import { type Client, isNotFound, type ObjectOf, Pod } from "../../toolkit/mod.ts";
import type { Doubts, SharedInformer } from "../loop/mod.ts";
import type { JobNames } from "./job_names.ts";
import type { JobPod, openPods } from "./job_pod.ts";

/** With what pods are written. */
export interface PodTracking {
  readonly client: Client;
  readonly pods: SharedInformer<ObjectOf<typeof Pod>>;
  /** Finds pods of jobs that are not both over and counted. */
  readonly open: ReturnType<typeof openPods>;
  readonly names: JobNames;
}

/** On whose behalf, and whether only if the pod is as it was. */
export interface PodWrite {
  /** The key that is worked on. */
  readonly key: string;
  readonly doubts: Doubts;
  /** Nothing is written, and this rejects, where the pod has another one. Default: any. */
  readonly resourceVersion?: string;
}

/** Gives a pod the finalizer, and no other pod of its name. */
export async function trackPod(
  pod: JobPod,
  { names, ...tracking }: PodTracking,
  write: PodWrite,
): Promise<void> {
  await patchPod(pod, { finalizers: [names.tracking] }, tracking, write);
}

/** Takes the finalizer from a pod, and from no other pod of its name; it is as good if the pod is gone. */
export async function untrackPod(
  pod: JobPod,
  { names, ...tracking }: PodTracking,
  write: PodWrite,
): Promise<void> {
  const metadata = { "$deleteFromPrimitiveList/finalizers": [names.tracking] };
  await patchPod(pod, metadata, tracking, write);
}

async function patchPod(
  { namespace, name, uid }: JobPod,
  change: object,
  { client, pods }: Pick<PodTracking, "client" | "pods">,
  { key, doubts, resourceVersion }: PodWrite,
): Promise<void> {
  const metadata = { uid, ...(resourceVersion !== undefined && { resourceVersion }), ...change };
  const place = { namespace, name };
  try {
    await doubts.during(
      key,
      pods,
      place,
      () => client.patch(Pod, place, { metadata } as never, { strategic: true }),
    );
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}
