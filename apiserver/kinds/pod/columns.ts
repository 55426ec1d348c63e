/**
 * How lists show pods: their state in a word.
 *
 * @module
 */

import type { ContainerStatus, Pod } from "../../../toolkit/api/core_v1.ts";
import type { TableRowCondition } from "../../../toolkit/api/meta_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { Since } from "../../bodies/since.ts";
import type { Columns } from "../../resource/served_resource.ts";
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
  const sidecars = new Set(
    (spec.initContainers ?? []).filter((one) => one.restartPolicy === "Always")
      .map(({ name }) => name),
  );
  let word = status.reason || status.phase || "";
  for (const { type, reason } of status.conditions ?? []) {
    if (type === "PodScheduled" && reason === "SchedulingGated") word = reason;
  }
  const begun = beginningOf(
    status.initContainerStatuses ?? [],
    spec.initContainers?.length ?? 0,
    sidecars,
  );
  const initialized = status.conditions?.some(({ type, status }) =>
    type === "Initialized" && status === "True"
  );
  const isBeginning = begun.word !== undefined && initialized !== true;
  // A sidecar that fails later is told of as well, unless more is known of what runs beside it.
  word = begun.word ?? word;
  if (!isBeginning) word = runningWord(running, word, status.conditions);
  const shown = isBeginning
    ? begun.looked
    : [...begun.looked.filter(({ name }) => sidecars.has(name)), ...running];
  if (metadata?.deletionTimestamp !== undefined) {
    if (status.reason === "NodeLost") word = "Unknown";
    else if (status.phase !== "Failed" && status.phase !== "Succeeded") word = "Terminating";
  }
  const readyOnes = isBeginning
    ? []
    : running.filter(({ ready, state }) => ready && state?.running !== undefined);
  const ends = shown.map(({ lastState }) => lastState?.terminated?.finishedAt)
    .filter((time) => typeof time === "string").sort();
  return {
    ready: `${begun.ready + readyOnes.length}/${(spec.containers?.length ?? 0) + sidecars.size}`,
    status: word,
    restarts: shown.reduce((sum, { restartCount }) => sum + Number(restartCount ?? 0), 0),
    restartedAt: ends.at(-1),
  };
}

/** How far the containers have come that run before the others, or beside them. */
interface Beginning {
  /** What the first of them that is not through is doing; undefined: all are. */
  readonly word: string | undefined;
  /** Those up to that one: those after it wait for it. */
  readonly looked: readonly ContainerStatus[];
  /** How many of these are sidecars that are ready. */
  readonly ready: number;
}

function beginningOf(
  statuses: readonly ContainerStatus[],
  total: number,
  sidecars: ReadonlySet<string>,
): Beginning {
  let readyOnes = 0;
  for (const [index, { name, state, started, ready }] of statuses.entries()) {
    const { terminated, waiting } = state ?? {};
    if (terminated?.exitCode === 0) continue;
    if (sidecars.has(name) && started) {
      if (ready) readyOnes++;
      continue;
    }
    let why = `${index}/${total}`;
    if (terminated !== undefined) {
      why = terminated.reason || endWord(terminated.signal, terminated.exitCode);
    } else if (waiting?.reason && waiting.reason !== "PodInitializing") why = waiting.reason;
    return { word: `Init:${why}`, looked: statuses.slice(0, index + 1), ready: readyOnes };
  }
  return { word: undefined, looked: statuses, ready: readyOnes };
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

/** What is told of pods that have ended, by their phase. */
const ENDS: ReadonlyMap<string, readonly TableRowCondition[]> = new Map([
  ["Succeeded", ended("Succeeded", "The pod has completed successfully.")],
  ["Failed", ended("Failed", "The pod failed.")],
]);

function ended(reason: string, message: string): TableRowCondition[] {
  return [{ type: "Completed", status: "True", reason, message }];
}

/** The table columns of pods; the status is the same word that kubectl shows for the reference. */
export const podColumns: Columns = {
  ...columnsOf(...COLUMNS),
  conditions: (object) => ENDS.get(pod(object).status?.phase ?? ""),
};
