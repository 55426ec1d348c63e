/**
 * What is told of a pod.
 *
 * @module
 */

import type { coreV1 } from "../../../toolkit/mod.ts";
import { equalJson } from "../../../toolkit/values/json.ts";
import { printSecond } from "../print_second.ts";
import { podConditions } from "./conditions.ts";
import { containerStatus, givenResources } from "./container_status.ts";
import { mainsOf, type PodRun, rolesOf } from "./pod_run.ts";

/** What of a status an agent writes. */
type Told = Pick<
  coreV1.PodStatus,
  | "observedGeneration"
  | "phase"
  | "conditions"
  | "reason"
  | "message"
  | "hostIP"
  | "hostIPs"
  | "podIP"
  | "podIPs"
  | "startTime"
  | "initContainerStatuses"
  | "containerStatuses"
  | "ephemeralContainerStatuses"
  | "resources"
  | "allocatedResources"
>;

/** Its phase. */
export function phaseOf(run: PodRun): coreV1.PodPhase {
  if (run.over !== undefined) return run.over;
  const waits = mainsOf(run).some(({ state }) => state.type === "waiting");
  return run.stage < run.inits || waits ? "Pending" : "Running";
}

/**
 * The part of a pod's status that is not as it should be, as a strategic patch has it; undefined: all is.
 * `hostIp`: the address of its node.
 */
export function statusPatch(
  pod: coreV1.Pod,
  run: PodRun,
  hostIp: string,
  now: number,
): Partial<Told> | undefined {
  const { status = {}, metadata, spec: { resources } = {} } = pod;
  const phase = phaseOf(run);
  const statuses = rolesOf(pod).map(([spec], index) =>
    containerStatus(pod, run, run.containers[index]!, spec)
  );
  const mainsEnd = run.inits + mainsOf(run).length;
  const ephemeral = statuses.slice(mainsEnd);
  const generation = metadata?.generation;
  const told: Told = {
    ...(generation !== undefined && { observedGeneration: generation }),
    phase,
    // That it fails is told when nothing of it runs any more.
    ...(run.over !== undefined && run.failure),
    hostIP: hostIp,
    hostIPs: [{ ip: hostIp }],
    ...(run.ip !== "" && { podIP: run.ip, podIPs: [{ ip: run.ip }] }),
    startTime: printSecond(run.startedAt),
    ...(run.inits > 0 && { initContainerStatuses: statuses.slice(0, run.inits) }),
    containerStatuses: statuses.slice(run.inits, mainsEnd),
    ...(ephemeral.length > 0 && { ephemeralContainerStatuses: ephemeral }),
    ...(resources !== undefined && givenResources(resources)),
  };
  const changed = Object.entries(told).filter(([key, value]) =>
    !equalJson(value, status[key as keyof Told])
  );
  // Else the address of before would stay beside it: lists of addresses are merged.
  const hostIps = changed.find(([key]) => key === "hostIPs");
  if (hostIps !== undefined && status.hostIPs !== undefined) {
    hostIps[1] = [{ ip: hostIp }, { $patch: "replace" } as never];
  }
  const conditions = podConditions(pod, run, statuses, printSecond(now));
  if (conditions.length > 0) changed.push(["conditions", conditions]);
  return changed.length === 0 ? undefined : Object.fromEntries(changed);
}
