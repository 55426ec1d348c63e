/**
 * The conditions of a pod that its node tells.
 *
 * @module
 */

import type { coreV1 } from "../../../toolkit/mod.ts";
import { quoteGo } from "../../../toolkit/values/mod.ts";
import { mainsOf, type PodRun, rolesOf } from "./pod_run.ts";
import { startsAgain } from "./restarting.ts";

type Stand = Pick<coreV1.PodCondition, "status" | "reason" | "message">;

const TRUE: Stand = { status: "True" };
const FALSE: Stand = { status: "False" };

/** Those that are to be otherwise than they are; `now` is when they change. */
export function podConditions(
  pod: coreV1.Pod,
  run: PodRun,
  statuses: readonly coreV1.ContainerStatus[],
  now: string,
): coreV1.PodCondition[] {
  const end = endOf(pod, run);
  const containersReady = containersReadyOf(run, end, statuses);
  const wanted: readonly (readonly [string, Stand])[] = [
    ["PodReadyToStartContainers", run.over === undefined && run.ip !== "" ? TRUE : FALSE],
    ["Initialized", initializedOf(run, end, statuses)],
    ["Ready", containersReady === TRUE ? gatesOf(pod) : containersReady],
    ["ContainersReady", containersReady],
    ["PodScheduled", TRUE],
  ];
  const generation = pod.metadata?.generation;
  return wanted.flatMap(([type, stand]) => {
    const known = pod.status?.conditions?.find((one) => one.type === type);
    const isSame = known !== undefined && known.status === stand.status &&
      known.reason === stand.reason && known.message === stand.message &&
      known.observedGeneration === generation;
    if (isSame) return [];
    const since = known?.status === stand.status ? known.lastTransitionTime ?? now : now;
    return [{
      type,
      ...(generation !== undefined && { observedGeneration: generation }),
      lastTransitionTime: since,
      ...stand,
      // What it was told for before is no more.
      ...(known?.reason !== undefined && stand.reason === undefined && { reason: null as never }),
      ...(known?.message !== undefined && stand.message === undefined &&
        { message: null as never }),
    }];
  });
}

/**
 * What a pod comes to; undefined: that is open. It is known, and no client is to be sent there any more, before its
 * phase says so, which waits until nothing runs.
 */
function endOf(pod: coreV1.Pod, run: PodRun): PodRun["over"] {
  if (run.over !== undefined) return run.over;
  if (run.failure !== undefined) return "Failed";
  if (run.stage === run.inits && mainsOf(run).some(({ state }) => state.type !== "ended")) return;
  const roles = rolesOf(pod);
  let isOpen = false;
  let hasFailed = false;
  for (const [index, { role, state }] of run.containers.entries()) {
    if (role === "ephemeral") continue;
    if (role === "sidecar") isOpen ||= state.type === "running";
    else if (state.type !== "ended") isOpen = true;
    else if (startsAgain(pod, roles[index]![0], role, state.exitCode)) isOpen = true;
    else if (state.exitCode !== 0 && role === "init") return "Failed";
    else hasFailed ||= state.exitCode !== 0;
  }
  if (isOpen) return undefined;
  return hasFailed ? "Failed" : "Succeeded";
}

function containersReadyOf(
  run: PodRun,
  end: PodRun["over"],
  statuses: readonly coreV1.ContainerStatus[],
): Stand {
  if (end === "Succeeded") return { ...FALSE, reason: "PodCompleted" };
  if (end === "Failed") return { ...FALSE, reason: "PodFailed" };
  const unready = statuses.filter(({ ready }, index) => {
    const { role } = run.containers[index]!;
    return !ready && (role === "main" || role === "sidecar");
  });
  if (unready.length === 0) return TRUE;
  const message = `containers with unready status: ${namesOf(unready)}`;
  return { ...FALSE, reason: "ContainersNotReady", message };
}

function initializedOf(
  run: PodRun,
  end: PodRun["over"],
  statuses: readonly coreV1.ContainerStatus[],
): Stand {
  if (end === "Succeeded") return { ...TRUE, reason: "PodCompleted" };
  if (run.stage === run.inits) return TRUE;
  // A sidecar that has started may rest again meanwhile.
  const incomplete = statuses.slice(0, run.inits).filter(({ ready, started }, index) =>
    run.containers[index]!.role === "sidecar" ? !started : !ready
  );
  const message = `containers with incomplete status: ${namesOf(incomplete)}`;
  return { ...FALSE, reason: "ContainersNotInitialized", message };
}

/** Whether what others have to say of its readiness is said. */
function gatesOf({ spec, status }: coreV1.Pod): Stand {
  const wrong = (spec?.readinessGates ?? []).flatMap(({ conditionType }) => {
    const found = status?.conditions?.find(({ type }) => type === conditionType);
    const gate = quoteGo(conditionType);
    if (found === undefined) {
      return [`corresponding condition of pod readiness gate ${gate} does not exist.`];
    }
    if (found.status === "True") return [];
    return [`the status of pod readiness gate ${gate} is not "True", but ${found.status}`];
  });
  if (wrong.length === 0) return TRUE;
  return { ...FALSE, reason: "ReadinessGatesNotReady", message: wrong.join(", ") };
}

function namesOf(statuses: readonly coreV1.ContainerStatus[]): string {
  return `[${statuses.map(({ name }) => name).join(" ")}]`;
}
