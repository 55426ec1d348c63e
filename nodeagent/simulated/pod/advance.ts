/**
 * Pods as time passes.
 *
 * @module
 */

import type { coreV1 } from "../../../toolkit/mod.ts";
import type { ContainerBehaviour, PodBehaviour } from "./behaviour.ts";
import { afterStartMs, beforeStopMs } from "./hooks.ts";
import {
  type ContainerRun,
  type Ended,
  mainsOf,
  type PodRun,
  rolesOf,
  type Stopping,
  takeOn,
  toldEnds,
} from "./pod_run.ts";
import {
  tellDeadline,
  tellFailedPull,
  tellPullRest,
  tellRest,
  tellStart,
  tellStop,
} from "./happenings.ts";
import { GOOD_RUN_MS, nextBackoff, pullBackoff, startsAgain } from "./restarting.ts";

/** How long a pull that has failed is told of before its rest is. */
const PULL_TOLD_MS = 1000;
/** Of who was killed. */
const KILLED = 137;
/** Of who was told to end, and heeds it no further. */
const INTERRUPTED = 143;
const USUAL_GRACE_S = 30;
/** What a container has at least from when it hears that it is to end. */
const LEAST_GRACE_MS = 2000;
/** After so many at once others have their turn, and what was due is no longer told to have been then. */
const STEPS_LIMIT = 10_000;

/** A container with what it is made of, and what it is to do. */
interface Actor {
  readonly run: ContainerRun;
  readonly spec: coreV1.Container;
  readonly behaviour: ContainerBehaviour;
}

/** What happens next. */
interface Step {
  readonly at: number;
  take(at: number): void;
}

/**
 * Moves a pod on to `now`, through all that happens until then, each at its time; tells when something
 * happens next, Infinity for never. What is due earlier than it was moved to last is so because the pod has been
 * told something else since: that happens now.
 */
export function advance(
  run: PodRun,
  pod: coreV1.Pod,
  behaviour: PodBehaviour,
  now: number,
): number {
  const roles = rolesOf(pod);
  takeOn(run, roles, now);
  const actors = roles.map(([spec, role], index): Actor => ({
    run: run.containers[index]!,
    spec,
    behaviour: behaviour.of(spec, role),
  }));
  const movedAt = run.movedAt;
  // Another process may have begun to stop it.
  if (movedAt === 0 && run.over === undefined) finish(run, pod, lastEndOf(run) || now);
  let next = Infinity;
  for (let steps = 0; run.over === undefined; steps++) {
    if (steps === STEPS_LIMIT) {
      next = now;
      break;
    }
    const step = nextStep(run, pod, actors, behaviour);
    if (step === undefined) break;
    const at = step.at < movedAt ? now : step.at;
    if (at > now) {
      next = at;
      break;
    }
    step.take(at);
    finish(run, pod, at);
  }
  for (const { run: { state }, run: container, behaviour: { cpu, memory } } of actors) {
    if (state.type !== "running") continue;
    use(container, cpu, now);
    container.memory = memory;
  }
  run.movedAt = now;
  return next;
}

/** Tells the containers of a pod to end, and until when; once told, only the time left gets shorter. */
export function beginToStop(run: PodRun, at: number, deadline: number): void {
  if (run.stopping !== undefined) {
    run.stopping.deadline = Math.min(run.stopping.deadline, deadline);
    return;
  }
  run.stopping = { beganAt: at, deadline };
  for (const container of run.containers) {
    const { state, role } = container;
    if (state.type === "running") tellStop(run, container);
    else if (state.type === "ended") container.state = { ...state, restartAt: Infinity };
    else if (state.type === "waiting" && role === "main" && run.stage === run.inits) {
      container.state = {
        type: "ended",
        startedAt: undefined,
        endedAt: at,
        exitCode: KILLED,
        reason: "ContainerStatusUnknown",
        message: "The container could not be located when the pod was terminated",
        restartAt: Infinity,
      };
    }
  }
  end(run);
}

/**
 * Ends at once whatever runs: somebody else has said that the pod is over. What they say of how containers have
 * ended holds.
 */
export function cutOff(
  run: PodRun,
  pod: coreV1.Pod,
  phase: "Succeeded" | "Failed",
  at: number,
): void {
  for (const [container, ended] of toldEnds(run, pod)) {
    use(container, 0, at);
    container.memory = 0;
    container.isReady = false;
    container.state = ended;
  }
  beginToStop(run, at, at);
  for (const container of run.containers) {
    const { state } = container;
    if (state.type !== "running") continue;
    endRun(container, at, { exitCode: KILLED, reason: "Error", restartAt: Infinity });
  }
  run.over = phase;
}

/** How long containers have to end, where nobody says. */
export function graceMs({ spec }: coreV1.Pod): number {
  return Number(spec?.terminationGracePeriodSeconds ?? USUAL_GRACE_S) * 1000;
}

/** Seconds of processors that a container has used until `now`. */
export function cpuSeconds({ cpu: { seconds, at, cores } }: ContainerRun, now: number): number {
  return seconds + Math.max(0, now - at) / 1000 * cores;
}

/** Seconds of processors that all containers of a pod have used until `now`. */
export function podCpu({ containers }: PodRun, now: number): number {
  return containers.reduce((sum, one) => sum + one.pastCpu + cpuSeconds(one, now), 0);
}

function use(container: ContainerRun, cores: number, at: number): void {
  if (container.cpu.cores === cores) return;
  container.cpu = { seconds: cpuSeconds(container, at), at, cores };
}

/** The first of all that may happen; of several at one time, what concerns the first container. */
function nextStep(
  run: PodRun,
  pod: coreV1.Pod,
  actors: readonly Actor[],
  behaviour: PodBehaviour,
): Step | undefined {
  let first: Step | undefined;
  const consider = (step: Step | undefined) => {
    if (step !== undefined && step.at < (first?.at ?? Infinity)) first = step;
  };
  const limit = pod.spec?.activeDeadlineSeconds;
  if (limit !== undefined && run.stopping === undefined) {
    consider({
      at: run.startedAt + Number(limit) * 1000,
      take(at) {
        run.failure = {
          reason: "DeadlineExceeded",
          message: "Pod was active on the node longer than the specified deadline",
        };
        tellDeadline(run, run.failure.reason, run.failure.message);
        beginToStop(run, at, at + graceMs(pod));
      },
    });
  }
  const turns = run.stopping && turnsToStop(run.containers, run.stopping);
  for (const [index, actor] of actors.entries()) {
    const { state } = actor.run;
    if (state.type === "waiting") {
      if (!mayStart(run, index) || run.stopping !== undefined || behaviour.never.has("started")) {
        continue;
      }
      consider(startOf(run, actor));
    } else if (state.type === "running") {
      consider(readinessOf(actor, behaviour));
      consider(endOf(run, pod, actor, behaviour, turns?.[index]));
    } else if (state.restartAt < Infinity) {
      consider({ at: state.restartAt, take: (at) => restart(run, actor, state, at) });
    }
  }
  return first;
}

/** Whether it is the turn of a container: ephemeral ones wait for no other. */
function mayStart({ containers, inits, stage }: PodRun, index: number): boolean {
  if (containers[index]!.role === "ephemeral") return true;
  return index < inits ? index === stage : stage === inits;
}

function startOf(run: PodRun, actor: Actor): Step | undefined {
  const { run: container, spec, behaviour: { startAfterMs, pullFailures } } = actor;
  const { state } = container;
  if (state.type !== "waiting") return undefined;
  const { pulls, pulledAt, rests } = state;
  const turnAt = container.role === "ephemeral" ? container.addedAt : run.stageAt;
  if (pulls > 0 && !rests) {
    const take = () => {
      container.state = { ...state, rests: true };
      tellPullRest(run, container, spec);
    };
    return { at: pulledAt + PULL_TOLD_MS, take };
  }
  return {
    at: pulls > 0 ? pulledAt + pullBackoff(pulls) : turnAt + startAfterMs,
    take(at) {
      if (pulls < pullFailures) {
        container.state = { type: "waiting", pulls: pulls + 1, pulledAt: at, rests: false };
        tellFailedPull(run, container, spec);
        return;
      }
      start(run, actor, at, pulls);
      if (container.role === "sidecar" && run.containers[run.stage] === container) {
        toStage(run, at + afterStartMs(spec));
      }
    },
  };
}

function start(
  run: PodRun,
  { run: container, spec, behaviour: { cpu, memory } }: Actor,
  at: number,
  pulls: number,
): void {
  container.state = { type: "running", startedAt: at };
  container.isReady = false;
  container.readyAt = undefined;
  container.pastCpu += container.cpu.seconds;
  container.cpu = { seconds: 0, at, cores: cpu };
  container.memory = memory;
  tellStart(run, container, spec, pulls);
}

function restart(run: PodRun, actor: Actor, ended: Ended, at: number): void {
  actor.run.last = { ...ended, restartAt: Infinity };
  actor.run.restarts++;
  start(run, actor, at, 0);
}

function toStage(run: PodRun, at: number): void {
  run.stage++;
  run.stageAt = at;
}

function readinessOf(
  { run: container, spec, behaviour: { readyAfterMs } }: Actor,
  { never }: PodBehaviour,
): Step | undefined {
  const { state, role, isReady } = container;
  if (state.type !== "running" || role === "init" || role === "ephemeral") return undefined;
  if (never.has("ready") === !isReady) return undefined;
  const take = (at: number) => {
    container.isReady = !isReady;
    if (!isReady) container.readyAt ??= at;
  };
  return { at: isReady ? -Infinity : state.startedAt + afterStartMs(spec) + readyAfterMs, take };
}

/** How a run may end. */
interface Way {
  readonly at: number;
  readonly exitCode: number;
  readonly reason?: string;
}

/** The end of a run: by itself, for want of memory, or because it is told to. */
function endOf(
  run: PodRun,
  pod: coreV1.Pod,
  { run: container, spec, behaviour }: Actor,
  { never }: PodBehaviour,
  turnAt: number | undefined,
): Step | undefined {
  const { state, restarts } = container;
  if (state.type !== "running") return undefined;
  const { startedAt } = state;
  const { runForMs, exitCode, failures, outOfMemoryAfterMs } = behaviour;
  const ways: Way[] = [
    { at: startedAt + runForMs, exitCode: restarts < failures ? exitCode : 0 },
    { at: startedAt + outOfMemoryAfterMs, exitCode: KILLED, reason: "OOMKilled" },
  ];
  if (run.stopping !== undefined && never.has("stopped")) return undefined;
  if (run.stopping !== undefined) {
    const { heardAt, killedAt } = timesOfStop(run.stopping, beforeStopMs(spec), turnAt);
    const at = heardAt + behaviour.stopAfterMs;
    ways.push(
      at <= killedAt
        ? { at, exitCode: isInterrupted(pod, container) ? INTERRUPTED : 0 }
        : { at: killedAt, exitCode: KILLED },
    );
  }
  const way = ways.reduce((first, one) => one.at < first.at ? one : first);
  if (way.at === Infinity) return undefined;
  return {
    at: way.at,
    take(at) {
      const { exitCode, reason = exitCode === 0 ? "Completed" : "Error" } = way;
      const again = run.stopping === undefined &&
        startsAgain(pod, spec, container.role, exitCode);
      const restartAt = again ? at + restOf(container, at - startedAt) : Infinity;
      endRun(container, at, { exitCode, reason, restartAt });
      if (restartAt > at && again) tellRest(run, container, pod);
      if (container.role === "init" && exitCode === 0 && !again) toStage(run, at);
    },
  };
}

/**
 * When a container hears that it is to end, and when it is killed. Its hook sleeps from the beginning, its turn comes
 * meanwhile or later (undefined: nobody knows yet), and when the time of its pod is over neither is waited for. It has
 * a little time from then on, whatever its pod has.
 */
function timesOfStop({ beganAt, deadline }: Stopping, hookMs: number, turnAt = Infinity) {
  const lastAt = Math.max(deadline, beganAt);
  const heardAt = Math.min(Math.max(beganAt + hookMs, turnAt), lastAt);
  return { heardAt, killedAt: Math.max(lastAt, heardAt + LEAST_GRACE_MS) };
}

/** Whether it has work to do that it has not done when it is told to end. */
function isInterrupted({ spec }: coreV1.Pod, { role }: ContainerRun): boolean {
  return role === "main" && (spec?.restartPolicy ?? "Always") !== "Always";
}

function endRun(
  container: ContainerRun,
  at: number,
  how: Pick<Ended, "exitCode" | "reason" | "restartAt">,
): void {
  const { state } = container;
  const startedAt = state.type === "running" ? state.startedAt : undefined;
  const { readyAt } = container;
  container.state = { type: "ended", startedAt, readyAt, endedAt: at, ...how };
  container.isReady = false;
  use(container, 0, at);
  container.memory = 0;
}

/** How long it rests; the next rest is longer. */
function restOf(container: ContainerRun, ranForMs: number): number {
  if (ranForMs > GOOD_RUN_MS) container.backoffMs = 0;
  const rest = container.backoffMs;
  container.backoffMs = nextBackoff(rest);
  return rest;
}

/**
 * When it is the turn of each container to end, undefined: not yet. That of sidecars comes once the containers have ended
 * that the pod is there for, the one that started last first.
 */
function turnsToStop(
  containers: readonly ContainerRun[],
  { beganAt }: Stopping,
): readonly (number | undefined)[] {
  const times = containers.map((): number | undefined => beganAt);
  let at: number | undefined = beganAt;
  const wait = ({ state }: ContainerRun) => {
    if (state.type === "running") at = undefined;
    else if (state.type === "ended" && at !== undefined) at = Math.max(at, state.endedAt);
  };
  containers.filter(({ role }) => role === "main").forEach(wait);
  for (let index = containers.length - 1; index >= 0; index--) {
    const container = containers[index]!;
    if (container.role !== "sidecar") continue;
    times[index] = at;
    wait(container);
  }
  return times;
}

/** Once nothing is left to do sidecars are told to end, and once nothing runs the pod is over. */
function finish(run: PodRun, pod: coreV1.Pod, at: number): void {
  if (run.stopping !== undefined) return end(run);
  const isFinal = ({ state }: ContainerRun) =>
    state.type === "ended" && state.restartAt === Infinity;
  const inits = run.containers.slice(0, run.inits);
  const hasFailed = inits.some((one) =>
    one.role === "init" && isFinal(one) && (one.state as Ended).exitCode !== 0
  );
  const isDone = run.stage === run.inits && mainsOf(run).every(isFinal);
  if (isDone || hasFailed) beginToStop(run, at, at + graceMs(pod));
}

/** When the last container ended that is no sidecar; 0: none has, or it is not known. */
function lastEndOf({ containers }: PodRun): number {
  return containers.reduce(
    (last, { role, state }) =>
      state.type === "ended" && (role === "init" || role === "main")
        ? Math.max(last, state.endedAt)
        : last,
    0,
  );
}

function end(run: PodRun): void {
  if (run.containers.some(({ state }) => state.type === "running")) return;
  const hasSucceeded = run.failure === undefined &&
    mainsOf(run).every(({ state }) => state.type === "ended" && state.exitCode === 0);
  run.over = hasSucceeded ? "Succeeded" : "Failed";
}
