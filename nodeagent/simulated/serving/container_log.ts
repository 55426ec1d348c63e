/**
 * What containers have written: what has happened to them.
 *
 * @module
 */

import type { ContainerRun, Ended, PodRun } from "../pod/pod_run.ts";

/** A line, with the time that it was written at. */
export interface LogLine {
  readonly at: number;
  readonly text: string;
}

/** One run of a container. */
export interface Instance {
  readonly restarts: number;
  readonly startedAt: number;
  readonly readyAt: number | undefined;
  readonly ended: Ended | undefined;
}

/**
 * The run whose log is asked for: the one that there is, or was last; `previous`: the one before. A text says why
 * there is none; `waitsFor`: what a container waits for that has not started.
 */
export function instanceOf(
  { name, state, last, restarts, readyAt }: ContainerRun,
  podName: string,
  previous: boolean,
  waitsFor: string,
): Instance | string {
  const rests = state.type === "ended" && state.restartAt < Infinity;
  const before = rests ? state : last;
  const ended = (one: Ended | undefined, restarts: number): Instance | undefined =>
    one?.startedAt === undefined
      ? undefined
      : { restarts, startedAt: one.startedAt, readyAt: one.readyAt, ended: one };
  const earlier = ended(before, rests ? restarts : restarts - 1);
  if (previous) {
    return earlier ?? `previous terminated container "${name}" in pod "${podName}" not found`;
  }
  if (state.type === "running") {
    return { restarts, startedAt: state.startedAt, readyAt, ended: undefined };
  }
  if (state.type === "ended") {
    return ended(state, restarts) ?? earlier ??
      `container "${name}" in pod "${podName}" is terminated`;
  }
  return earlier ?? `container "${name}" in pod "${podName}" is waiting to start: ` +
      (state.pulls === 0
        ? waitsFor
        : state.rests
        ? "trying and failing to pull image"
        : "image can't be pulled");
}

/** The lines of one run, in their order: there are only ever more of them. `says`: lines of its own. */
export function linesOf(
  { name }: ContainerRun,
  { stopping }: PodRun,
  { restarts, startedAt, readyAt, ended }: Instance,
  says: readonly string[],
): LogLine[] {
  const again = restarts === 0 ? "" : `, restart ${restarts}`;
  const lines: LogLine[] = [{ at: startedAt, text: `${name} has started${again}` }];
  for (const text of says) lines.push({ at: startedAt, text });
  if (readyAt !== undefined) lines.push({ at: readyAt, text: `${name} is ready` });
  const toldAt = stopping?.beganAt ?? Infinity;
  if (toldAt >= startedAt && toldAt <= (ended?.endedAt ?? toldAt) && toldAt < Infinity) {
    lines.push({ at: Math.max(toldAt, readyAt ?? 0), text: `${name} is told to end` });
  }
  if (ended !== undefined) {
    const { endedAt, exitCode, reason } = ended;
    lines.push({ at: endedAt, text: `${name} has ended with ${exitCode} (${reason})` });
  }
  return lines;
}
