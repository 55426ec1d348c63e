/**
 * How far a pod has come: what its containers do, and since when. It moves with time alone; see `advance.ts`.
 *
 * @module
 */

import type { coreV1 } from "../../../toolkit/mod.ts";
import type { ContainerRole } from "./behaviour.ts";
import { nextBackoff } from "./restarting.ts";

/** The end of one run of a container. Times are milliseconds since 1970. */
export interface Ended {
  readonly type: "ended";
  /** Undefined: it had never run. */
  readonly startedAt: number | undefined;
  readonly readyAt?: number | undefined;
  readonly endedAt: number;
  readonly exitCode: number;
  readonly reason: string;
  readonly message?: string;
  /** When it starts again; Infinity: never. */
  readonly restartAt: number;
}

/** What a container is doing. */
export type ContainerState =
  | {
    readonly type: "waiting";
    /** How often its image could not be pulled. */
    readonly pulls: number;
    /** When that was last tried. */
    readonly pulledAt: number;
    /** Whether it rests before the next time. */
    readonly rests: boolean;
  }
  | { readonly type: "running"; readonly startedAt: number }
  | Ended;

/** One container. */
export interface ContainerRun {
  readonly name: string;
  readonly role: ContainerRole;
  /** Since when its pod has it. */
  readonly addedAt: number;
  state: ContainerState;
  /** The end of the run before. */
  last: Ended | undefined;
  restarts: number;
  /** How long it rests when it ends the next time. */
  backoffMs: number;
  isReady: boolean;
  /** When this run of it was ready first. */
  readyAt: number | undefined;
  /** Seconds of processors used, up to a moment, and how many of them are in use since. */
  cpu: { readonly seconds: number; readonly at: number; readonly cores: number };
  memory: number;
  /** Seconds of processors that its runs before have used. */
  pastCpu: number;
}

/** Something that a node tells of. */
export interface Happening {
  /** The container that it happened to; undefined: the pod as a whole. */
  readonly container: ContainerRun | undefined;
  readonly type: "Normal" | "Warning";
  readonly reason: string;
  readonly message: string;
}

/** Its containers have to end. */
export interface Stopping {
  readonly beganAt: number;
  /** Whoever has not ended by then is killed. */
  deadline: number;
}

/** One pod. */
export interface PodRun {
  readonly uid: string;
  /** In the order of {@link rolesOf}. Ephemeral ones, the last, come while it runs. */
  readonly containers: ContainerRun[];
  /** How many init containers come first in {@link containers}. */
  readonly inits: number;
  readonly startedAt: number;
  /** How many init containers are done, from the first one on, and since when. */
  stage: number;
  stageAt: number;
  /** Up to when it has been moved on. */
  movedAt: number;
  stopping: Stopping | undefined;
  /** Why it fails, whatever its containers end with. */
  failure: { readonly reason: string; readonly message: string } | undefined;
  /** What its containers wait for where they can't be made. */
  problem: { readonly reason: string; readonly message: string } | undefined;
  /** The phase that it has for good, as nothing of it runs any more. */
  over: "Succeeded" | "Failed" | undefined;
  /** Its address; "": none yet. */
  ip: string;
  /** What has happened since somebody took it from here; in its order. */
  happened: Happening[];
}

/** A pod that begins at `now`. */
export function newRun(pod: coreV1.Pod, now: number): PodRun {
  return {
    uid: pod.metadata!.uid!,
    containers: rolesOf(pod).map(([{ name }, role]) => newContainer(name, role, now)),
    inits: pod.spec?.initContainers?.length ?? 0,
    startedAt: now,
    stage: 0,
    stageAt: now,
    movedAt: 0,
    stopping: undefined,
    failure: undefined,
    problem: undefined,
    over: undefined,
    ip: "",
    happened: [],
  };
}

function newContainer(name: string, role: ContainerRole, addedAt: number): ContainerRun {
  return {
    name,
    role,
    addedAt,
    state: { type: "waiting", pulls: 0, pulledAt: 0, rests: false },
    last: undefined,
    restarts: 0,
    backoffMs: 0,
    isReady: false,
    readyAt: undefined,
    cpu: { seconds: 0, at: addedAt, cores: 0 },
    memory: 0,
    pastCpu: 0,
  };
}

/**
 * Takes on the ephemeral containers that a pod has been given since; none is ever taken from it. `roles`: what
 * {@link rolesOf} tells of it now.
 */
export function takeOn(
  { containers }: PodRun,
  roles: ReturnType<typeof rolesOf>,
  now: number,
): void {
  for (const [{ name }, role] of roles.slice(containers.length)) {
    containers.push(newContainer(name, role, now));
  }
}

/** The containers that a pod is there for. */
export function mainsOf({ containers }: PodRun): ContainerRun[] {
  return containers.filter(({ role }) => role === "main");
}

/** The containers of a pod: those that start first, the others, those that were added. */
export function rolesOf({ spec }: coreV1.Pod): [coreV1.Container, ContainerRole][] {
  const { initContainers = [], containers = [], ephemeralContainers = [] } = spec ?? {};
  return [
    ...initContainers.map((one): [coreV1.Container, ContainerRole] => [
      one,
      one.restartPolicy === "Always" ? "sidecar" : "init",
    ]),
    ...containers.map((one): [coreV1.Container, ContainerRole] => [one, "main"]),
    ...ephemeralContainers.map((one): [coreV1.Container, ContainerRole] => [one, "ephemeral"]),
  ];
}

/** A pod as it goes on that another process has left: as its status tells. */
export function resumedRun(pod: coreV1.Pod, now: number): PodRun {
  const { status = {} } = pod;
  const run = newRun(pod, status.startTime ? Date.parse(status.startTime) : now);
  const known = toldOf(status);
  for (const container of run.containers) {
    const told = known.get(container.name);
    if (told !== undefined) resume(container, told, now);
  }
  while (run.stage < run.inits && isDone(run.containers[run.stage]!)) run.stage++;
  // Who runs already has been let start.
  const hasBegun = mainsOf(run).some(({ state }) => state.type !== "waiting");
  if (hasBegun) run.stage = run.inits;
  run.stageAt = now;
  run.ip = status.podIP ?? "";
  if (status.phase === "Succeeded" || status.phase === "Failed") run.over = status.phase;
  return run;
}

/** What a status tells of each container, by name. */
function toldOf(status: coreV1.PodStatus): Map<string, coreV1.ContainerStatus> {
  const { initContainerStatuses = [], containerStatuses = [] } = status;
  const { ephemeralContainerStatuses = [] } = status;
  const all = [...initContainerStatuses, ...containerStatuses, ...ephemeralContainerStatuses];
  return new Map(all.map((one) => [one.name, one]));
}

/** The containers of a pod that have ended, as its status tells it. */
export function toldEnds(run: PodRun, { status = {} }: coreV1.Pod): [ContainerRun, Ended][] {
  const known = toldOf(status);
  return run.containers.flatMap((container): [ContainerRun, Ended][] => {
    const told = known.get(container.name)?.state?.terminated;
    if (told === undefined) return [];
    const ended = endedOf(told, Infinity);
    // Who has an end has run, though nobody says since when.
    const startedAt = ended.startedAt ?? (ended.endedAt === 0 ? undefined : ended.endedAt);
    return [[container, { ...ended, startedAt }]];
  });
}

function isDone({ role, state }: ContainerRun): boolean {
  if (role === "sidecar") return state.type !== "waiting";
  return state.type === "ended" && state.exitCode === 0;
}

function resume(container: ContainerRun, told: coreV1.ContainerStatus, now: number): void {
  const { state = {}, lastState } = told;
  container.restarts = told.restartCount;
  container.isReady = told.ready;
  for (let count = 0; count < Math.min(told.restartCount, 10); count++) {
    container.backoffMs = nextBackoff(container.backoffMs);
  }
  container.last = lastState?.terminated && endedOf(lastState.terminated, Infinity);
  if (state.running) {
    const startedAt = Date.parse(state.running.startedAt ?? "") || now;
    container.state = { type: "running", startedAt };
    if (told.ready) container.readyAt = startedAt;
    container.cpu = { seconds: 0, at: startedAt, cores: 0 };
  } else if (state.terminated) {
    container.state = endedOf(state.terminated, Infinity);
  } else if (container.last !== undefined) {
    // It was to start again after a rest.
    const restartAt = container.last.endedAt + container.backoffMs;
    container.state = { ...container.last, restartAt };
    container.last = undefined;
    container.backoffMs = nextBackoff(container.backoffMs);
  }
}

function endedOf(told: coreV1.ContainerStateTerminated, restartAt: number): Ended {
  const { exitCode, reason = "", message } = told;
  const startedAt = Date.parse(told.startedAt ?? "");
  return {
    type: "ended",
    startedAt: Number.isNaN(startedAt) ? undefined : startedAt,
    endedAt: Date.parse(told.finishedAt ?? "") || 0,
    exitCode,
    reason,
    ...(message !== undefined && { message }),
    restartAt,
  };
}
