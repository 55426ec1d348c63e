/**
 * What a pod takes of a node: of its containers, of those that start first and of those among them that stay,
 * of the pod as a whole, and its overhead.
 *
 * @module
 */

import type * as coreV1 from "../api/core_v1.ts";
import type { Pod } from "../kinds/built_in.ts";
import type { ObjectOf } from "../kinds/mod.ts";
import { GrowingResources, largerOf, type Resources, resourcesOf, sumOf } from "./resources.ts";

/** What a container that does not say counts for where nodes are compared. */
const ASSUMED_MILLI_CPU = 100;
const ASSUMED_MEMORY = 200 * 1024 * 1024;

type LivePod = ObjectOf<typeof Pod>;

/** What a pod takes. */
export interface PodRequests {
  /** As it says. */
  readonly exact: Resources;
  /** With an amount for each container that says nothing of processors or memory: to compare nodes by. */
  readonly assumed: Resources;
}

/** The requests of a pod. Of one on a node, what it has counts as long as it is more than what it asks for. */
export function podRequestsOf(pod: LivePod): PodRequests {
  return { exact: exactRequestsOf(pod), assumed: total(pod, withAssumed) };
}

/** The same as the pod says, and no more. */
export function exactRequestsOf(pod: LivePod): Resources {
  return total(pod, (resources) => resources);
}

function withAssumed(
  resources: Resources,
  said: coreV1.ResourceRequirements | undefined,
): Resources {
  const { cpu, memory } = said?.requests ?? {};
  if (cpu !== undefined && memory !== undefined) return resources;
  return {
    ...resources,
    ...(cpu === undefined && { milliCpu: ASSUMED_MILLI_CPU }),
    ...(memory === undefined && { memory: ASSUMED_MEMORY }),
  };
}

function total(
  { spec, status }: LivePod,
  complete: (resources: Resources, said: coreV1.ResourceRequirements | undefined) => Resources,
): Resources {
  const isInfeasible =
    status?.conditions?.some(({ type, reason }) =>
      type === "PodResizePending" && reason === "Infeasible"
    ) ?? false;
  const statuses = statusesOf(status?.containerStatuses);
  const initStatuses = statusesOf(status?.initContainerStatuses);
  const requestsOf = (one: coreV1.Container, known: typeof statuses) =>
    complete(requestsOfContainer(one, known?.get(one.name), isInfeasible), one.resources);
  const running = new GrowingResources();
  for (const one of spec.containers) running.add(requestsOf(one, statuses));
  const sidecars = new GrowingResources();
  const peak = new GrowingResources();
  for (const one of spec.initContainers ?? []) {
    const stays = one.restartPolicy === "Always";
    const own = requestsOf(one, stays ? initStatuses : undefined);
    // Of all else there is no more than when the last sidecar came.
    peak.reach(own, sidecars);
    if (stays) sidecars.add(own);
  }
  let all = largerOf(sumOf(running, sidecars), peak);
  const whole = spec.resources?.requests;
  if (whole !== undefined && Object.keys(whole).length > 0) {
    all = replaced(all, wholeRequests(whole, status, isInfeasible), whole);
  }
  return spec.overhead === undefined ? all : sumOf(all, resourcesOf(spec.overhead));
}

function statusesOf(
  statuses: readonly coreV1.ContainerStatus[] | undefined,
): Map<string, coreV1.ContainerStatus> | undefined {
  const resized = statuses?.filter(({ resources }) => resources !== undefined) ?? [];
  return resized.length === 0 ? undefined : new Map(resized.map((one) => [one.name, one]));
}

function requestsOfContainer(
  { resources }: coreV1.Container,
  status: coreV1.ContainerStatus | undefined,
  isInfeasible: boolean,
): Resources {
  const asked = resourcesOf(resources?.requests);
  if (status?.resources === undefined || status.resources === null) return asked;
  const given = largerOf(
    resourcesOf(status.resources.requests),
    resourcesOf(status.allocatedResources),
  );
  return isInfeasible ? given : largerOf(asked, given);
}

function wholeRequests(
  asked: Readonly<Record<string, string>>,
  status: LivePod["status"],
  isInfeasible: boolean,
): Resources {
  const said = resourcesOf(asked);
  if (status?.resources === undefined || status.resources === null) return said;
  const given = largerOf(
    resourcesOf(status.resources.requests),
    resourcesOf(status.allocatedResources),
  );
  return isInfeasible ? given : largerOf(said, given);
}

/** `all`, but what the pod as a whole asks for in the place of what its containers do. */
function replaced(
  all: Resources,
  whole: Resources,
  asked: Readonly<Record<string, string>>,
): Resources {
  const scalars = new Map(all.scalars);
  for (const name of Object.keys(asked)) {
    if (name.startsWith("hugepages-")) scalars.set(name, whole.scalars.get(name) ?? 0);
  }
  return {
    ...all,
    ...(asked.cpu !== undefined && { milliCpu: whole.milliCpu }),
    ...(asked.memory !== undefined && { memory: whole.memory }),
    scalars,
  };
}
