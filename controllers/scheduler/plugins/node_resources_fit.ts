/**
 * A node has to have what a pod asks for, and the better ones have more of it left, or less.
 *
 * @module
 */

import type { NodeInfo, NodeView } from "../cluster/node_info.ts";
import { clusterDevicesOf } from "../devices/cluster_devices.ts";
import type { NodeResourcesFitArgs } from "./plugin_args.ts";
import {
  ACTION,
  type Plugin,
  type SchedulerHandle,
  SKIP,
  type Status,
  unresolvable,
  unschedulable,
} from "../framework/mod.ts";
import type { PendingPod, PodInfo } from "../pod/pod_info.ts";
import { amountOf, type Resources } from "../../../toolkit/pods/resources.ts";
import { scorerOf } from "./resource_scores.ts";

/** Whether nobody looks here at a resource of which a node has `all`. */
type IsLeftOut = (name: string, all: number) => boolean;

/** A resource that a node has too little of. */
interface Shortage {
  readonly reason: string;
  /** Nobody who goes would help: it is more than the node has at all. */
  readonly isHopeless: boolean;
}

/** Makes the plugin. */
export function nodeResourcesFit(handle: SchedulerHandle, args: NodeResourcesFitArgs): Plugin {
  const devices = clusterDevicesOf(handle);
  const ignored = new Set(args.ignoredResources);
  const ignoredGroups = new Set(args.ignoredResourceGroups);
  const own = `${handle.client.names.domain}/`;
  // Only those of others can be ignored: huge pages and the like are the system's own.
  const isIgnored = (name: string) =>
    (ignored.has(name) || ignoredGroups.has(name.slice(0, Math.max(0, name.indexOf("/"))))) &&
    name.includes("/") && !name.includes(own);
  // What a node does not have by itself may be devices there: that is looked at with the claims.
  const areDevices: IsLeftOut = (name, all) =>
    all === 0 && devices.classOfResource(name) !== undefined;
  const isLeftOut: IsLeftOut = (name, all) => isIgnored(name) || areDevices(name, all);
  const scorer = scorerOf(args.scoringStrategy);
  const fits = (pod: PendingPod, { allowedPods, allocatable }: NodeView) =>
    allowedPods >= 1 && isFree(pod.requests, allocatable, isLeftOut);
  return {
    name: "NodeResourcesFit",
    events: [
      {
        resource: "Pod",
        action: ACTION.delete | ACTION.podScaleDown,
        hint: (pod, before, after) => isRoomLeft(pod, before, after) ? "Queue" : "Skip",
      },
      {
        resource: "Node",
        action: ACTION.add | ACTION.nodeAllocatable,
        hint: (pod, before, after) =>
          fits(pod, after as NodeView) && hasGrown(pod, before, after as NodeView, areDevices)
            ? "Queue"
            : "Skip",
      },
      {
        resource: "DeviceClass",
        action: ACTION.add | ACTION.update,
        hint: ({ requests: { scalars } }, _, after) =>
          devices.resourcesOf((after as { metadata: { name: string } }).metadata.name)
              .some((name) => (scalars.get(name) ?? 0) > 0)
            ? "Queue"
            : "Skip",
      },
    ],
    filter: (_, { requests }, node) => shortageOf(requests, node, isLeftOut),
    preScore: () => scorer.resources.length === 0 ? SKIP : undefined,
    score: (_, pod, node) => scorer.score(pod, node),
  };
}

/** Why a pod does not fit a node; undefined: it does. Made only where it does not. */
function shortageOf(
  requests: Resources,
  node: NodeInfo,
  isLeftOut: IsLeftOut,
): Status | undefined {
  const { requested, node: { allocatable, allowedPods }, pods } = node;
  const isFull = pods.length + 1 > allowedPods;
  if (!isFull && isFreeBeside(requests, requested, allocatable, isLeftOut)) return undefined;
  const short: Shortage[] = [];
  if (isFull) short.push({ reason: "Too many pods", isHopeless: false });
  const look = (name: string, asked: number, taken: number, all: number) => {
    if (asked === 0 || asked <= all - taken) return;
    short.push({ reason: `Insufficient ${name}`, isHopeless: asked > all });
  };
  look("cpu", requests.milliCpu, requested.milliCpu, allocatable.milliCpu);
  look("memory", requests.memory, requested.memory, allocatable.memory);
  look(
    "ephemeral-storage",
    requests.ephemeralStorage,
    requested.ephemeralStorage,
    allocatable.ephemeralStorage,
  );
  for (const [name, asked] of requests.scalars) {
    const all = allocatable.scalars.get(name) ?? 0;
    if (!isLeftOut(name, all)) look(name, asked, requested.scalars.get(name) ?? 0, all);
  }
  const reasons = short.map(({ reason }) => reason);
  return short.some(({ isHopeless }) => isHopeless)
    ? unresolvable(...reasons)
    : unschedulable(...reasons);
}

function isFreeBeside(
  asked: Resources,
  taken: Resources,
  all: Resources,
  isLeftOut: IsLeftOut,
): boolean {
  if (asked.milliCpu > 0 && asked.milliCpu > all.milliCpu - taken.milliCpu) return false;
  if (asked.memory > 0 && asked.memory > all.memory - taken.memory) return false;
  if (
    asked.ephemeralStorage > 0 &&
    asked.ephemeralStorage > all.ephemeralStorage - taken.ephemeralStorage
  ) return false;
  for (const [name, amount] of asked.scalars) {
    const most = all.scalars.get(name) ?? 0;
    if (amount === 0 || amount <= most - (taken.scalars.get(name) ?? 0)) continue;
    if (!isLeftOut(name, most)) return false;
  }
  return true;
}

const NOTHING: Resources = { milliCpu: 0, memory: 0, ephemeralStorage: 0, scalars: new Map() };

function isFree(asked: Resources, all: Resources, isLeftOut: IsLeftOut): boolean {
  return isFreeBeside(asked, NOTHING, all, isLeftOut);
}

function namesOf({ scalars }: Resources): string[] {
  return ["cpu", "memory", "ephemeral-storage", ...scalars.keys()];
}

/** Whether a pod that went, or asks for less, leaves anything that this one asks for. */
function isRoomLeft(pod: PendingPod, before: unknown, after: unknown): boolean {
  const was = before as PodInfo;
  const is = after as PodInfo | undefined;
  if (is === undefined) return was.nodeName !== "" || was.nominatedNodeName !== "";
  if (is.uid === pod.uid) return true;
  if (was.nodeName === "") return false;
  return namesOf(pod.requests).some((name) =>
    amountOf(pod.requests, name) > 0 && amountOf(is.requests, name) < amountOf(was.requests, name)
  );
}

/** Whether a node has more of anything that a pod asks for than it had, or has it as devices now. */
function hasGrown(
  pod: PendingPod,
  before: unknown,
  after: NodeView,
  areDevices: IsLeftOut,
): boolean {
  if (before === undefined) return true;
  const was = before as NodeView;
  return after.allowedPods > was.allowedPods ||
    namesOf(pod.requests).some((name) => {
      if (amountOf(pod.requests, name) === 0) return false;
      const all = amountOf(after.allocatable, name);
      return all > amountOf(was.allocatable, name) || areDevices(name, all);
    });
}
