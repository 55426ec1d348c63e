/**
 * How lists show pods: their state in a word.
 *
 * @module
 */

import type { ContainerStatus, Pod } from "../../../toolkit/api/core_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { Since } from "../../bodies/since.ts";
import { AGE_COLUMN, type Column, columnsOf, NAME_COLUMN } from "../columns/column.ts";

const NONE = "<none>";

/** What a pod's row tells. */
interface PodState {
  readonly ready: string;
  readonly status: string;
  readonly restarts: number;
  /** When a container ended last, if one did. */
  readonly restartedAt: string | undefined;
}

/** Sums up what the parts of a pod are doing. */
function podState(object: JsonObject): PodState {
  const { metadata, spec = { containers: [] }, status = {} } = object as Pod;
  const running = status.containerStatuses ?? [];
  const begun = status.initContainerStatuses ?? [];
  const sidecars = new Set(
    (spec.initContainers ?? []).filter((one) => one.restartPolicy === "Always")
      .map(({ name }) => name),
  );
  let word = status.reason || status.phase || "";
  for (const { type, reason } of status.conditions ?? []) {
    if (type === "PodScheduled" && reason === "SchedulingGated") word = reason;
  }
  const initializing = initializingWord(begun, spec.initContainers?.length ?? 0, sidecars);
  const initialized = status.conditions?.some(({ type, status }) =>
    type === "Initialized" && status === "True"
  );
  let counted = begun.filter(({ name }) => sidecars.has(name));
  if (initializing !== undefined && initialized !== true) {
    word = initializing;
    counted = begun.slice(0);
  } else word = runningWord(running, word, status.conditions);
  const shown = initializing !== undefined && initialized !== true
    ? counted
    : [...counted, ...running];
  if (metadata?.deletionTimestamp !== undefined) {
    if (status.reason === "NodeLost") word = "Unknown";
    else if (status.phase !== "Failed" && status.phase !== "Succeeded") word = "Terminating";
  }
  const readyOnes = [...begun.filter(({ name }) => sidecars.has(name)), ...running]
    .filter(({ ready, state }) => ready && state?.running !== undefined).length;
  const ends = shown.map(({ lastState }) => lastState?.terminated?.finishedAt)
    .filter((time) => typeof time === "string").sort();
  return {
    ready: `${readyOnes}/${(spec.containers?.length ?? 0) + sidecars.size}`,
    status: word,
    restarts: shown.reduce((sum, { restartCount }) => sum + Number(restartCount ?? 0), 0),
    restartedAt: ends.at(-1),
  };
}

/** What keeps a pod from having begun, in a word; undefined: nothing does. */
function initializingWord(
  statuses: readonly ContainerStatus[],
  total: number,
  sidecars: ReadonlySet<string>,
): string | undefined {
  for (const [index, { name, state, started, ready }] of statuses.entries()) {
    const { terminated, waiting } = state ?? {};
    if (terminated?.exitCode === 0) continue;
    if (sidecars.has(name) && started && (ready || started)) continue;
    if (terminated !== undefined) {
      return `Init:${terminated.reason || endWord(terminated.signal, terminated.exitCode)}`;
    }
    if (waiting?.reason && waiting.reason !== "PodInitializing") return `Init:${waiting.reason}`;
    return `Init:${index}/${total}`;
  }
  return undefined;
}

function endWord(signal: number | undefined, exitCode: number): string {
  return signal ? `Signal:${signal}` : `ExitCode:${exitCode}`;
}

function runningWord(
  statuses: readonly ContainerStatus[],
  start: string,
  conditions: NonNullable<Pod["status"]>["conditions"],
): string {
  let word = start;
  let failure: string | undefined;
  let isRunning = false;
  for (const { state, ready } of statuses.toReversed()) {
    const { waiting, terminated, running } = state ?? {};
    if (waiting?.reason) word = waiting.reason;
    else if (terminated !== undefined) {
      word = terminated.reason || endWord(terminated.signal, terminated.exitCode);
      if (terminated.exitCode !== 0) failure = word;
    } else if (ready && running !== undefined) isRunning = true;
  }
  if (word !== "Completed") return word;
  const ready = conditions?.some(({ type, status }) => type === "Ready" && status === "True");
  if (isRunning && ready) return "Running";
  // That the first container has done its work says nothing of one after it that has not.
  return failure ?? (isRunning ? "NotReady" : word);
}

function restarts(object: JsonObject): unknown {
  const { restarts: count, restartedAt } = podState(object);
  return restartedAt === undefined || count === 0
    ? String(count)
    : new RestartsSince(count, restartedAt);
}

/** How often, and how long ago the last time was. */
class RestartsSince extends Since {
  constructor(readonly count: number, time: string) {
    super(time);
  }

  override at(now: number): string {
    return `${this.count} (${super.at(now)} ago)`;
  }
}

const pod = (object: JsonObject) => object as Pod;

const COLUMNS: readonly Column[] = [
  NAME_COLUMN,
  {
    name: "Ready",
    description: "The number of ready containers, and of all containers",
    cell: (object) => podState(object).ready,
  },
  {
    name: "Status",
    description: "The state of the pod, summed up in a word",
    cell: (object) => podState(object).status,
  },
  {
    name: "Restarts",
    description: "The number of container restarts, and how long ago the last one was",
    cell: restarts,
  },
  AGE_COLUMN,
  {
    name: "IP",
    description: "The primary IP address of the pod",
    wide: true,
    cell: (object) => pod(object).status?.podIPs?.[0]?.ip || pod(object).status?.podIP || NONE,
  },
  {
    name: "Node",
    description: "The node that the pod is assigned to",
    wide: true,
    cell: (object) => pod(object).spec?.nodeName || NONE,
  },
  {
    name: "Nominated Node",
    description: "The node on which other pods are preempted for this one",
    wide: true,
    cell: (object) => pod(object).status?.nominatedNodeName || NONE,
  },
  {
    name: "Readiness Gates",
    description: "The number of readiness gates that are met, and of all readiness gates",
    wide: true,
    cell(object) {
      const { spec, status } = pod(object);
      const gates = spec?.readinessGates ?? [];
      if (gates.length === 0) return NONE;
      const holding = status?.conditions?.filter(({ status }) => status === "True") ?? [];
      const types = new Set(holding.map(({ type }) => type));
      const met = gates.filter(({ conditionType }) => types.has(conditionType));
      return `${met.length}/${gates.length}`;
    },
  },
];

/** The table columns of pods; the status is the same word that kubectl shows for the reference. */
export const podColumns = columnsOf(...COLUMNS);
