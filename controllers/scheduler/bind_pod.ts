/**
 * Binds a pod to the node that was found for it.
 *
 * @module
 */

import type { Client } from "../../toolkit/mod.ts";
import type { Clock } from "../../toolkit/clock.ts";
import type { NodeExtender } from "./framework/node_extender.ts";
import { type CycleState, failed, type Profile, type Rejection } from "./framework/mod.ts";
import type { WaitingPods } from "./framework/waiting_pods.ts";
import type { PendingPod } from "./pod/pod_info.ts";
import { writePodStatus } from "../pods/write_pod_status.ts";

/** What it is bound with. */
export interface BindOptions {
  readonly client: Client;
  readonly clock: Clock;
  readonly profile: Profile;
  readonly extenders: readonly NodeExtender[];
  readonly waiting: WaitingPods;
  readonly signal: AbortSignal;
  /** Nothing that happens from here on is any help to the pod: it is tried again whatever went wrong. */
  decided(): void;
  /** It could not be told that the pod is about to be bound. */
  untold(error: unknown): void;
}

/** Binds a pod, once the plugins that have it wait have said yes; undefined: it is bound. */
export async function bindPod(
  cycle: CycleState,
  pod: PendingPod,
  nodeName: string,
  permission: Promise<Rejection | undefined>,
  waits: boolean,
  options: BindOptions,
): Promise<Rejection | undefined> {
  const { client, clock, profile, extenders, signal } = options;
  const takesLong = profile.needsPreBind(cycle, pod, nodeName);
  if (waits || takesLong) {
    // Others see where it is going while that takes its time.
    try {
      await writePodStatus(client, clock, pod.object, { nominatedNodeName: nodeName });
    } catch (error) {
      options.untold(error);
    }
  }
  const refused = await permission;
  if (refused !== undefined) return refused;
  options.decided();
  const unready = await profile.preBind(cycle, pod, nodeName, signal);
  if (unready !== undefined) return unready;
  const binders = extenders.filter((one) => one.binds && one.isInterested(pod));
  const rejection = await boundBy(
    binders,
    pod,
    nodeName,
    () => profile.bind(cycle, pod, nodeName, signal),
  );
  if (rejection === undefined) profile.postBind(cycle, pod, nodeName);
  return rejection;
}

/** By the first of the extenders that can and is not to be ignored, or else by plugins. */
async function boundBy(
  binders: readonly NodeExtender[],
  pod: PendingPod,
  nodeName: string,
  byPlugins: () => Promise<Rejection | undefined>,
): Promise<Rejection | undefined> {
  for (const binder of binders) {
    try {
      if (await binder.bind(pod, nodeName)) return undefined;
    } catch (error) {
      return { plugin: binder.name, status: failed(error) };
    }
  }
  return await byPlugins();
}
