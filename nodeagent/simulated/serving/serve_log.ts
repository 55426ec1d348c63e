/**
 * Answering for the logs of containers.
 *
 * @module
 */

import type { Clock } from "../../../toolkit/clock.ts";
import type { Names } from "../../../toolkit/names.ts";
import type { HttpRequest, HttpResponse } from "../../../toolkit/serving/mod.ts";
import { behaviourOf, type UsualBehaviour } from "../pod/behaviour.ts";
import { reasonToWait } from "../pod/container_status.ts";
import type { PodKeeper, RunningPod } from "../pod/pod_keeper.ts";
import { rolesOf } from "../pod/pod_run.ts";
import { instanceOf, linesOf, type LogLine } from "./container_log.ts";
import { text } from "./text.ts";

/** What logs are made of. */
export interface LogParts {
  readonly pods: PodKeeper;
  readonly clock: Clock;
  readonly names: Names;
  readonly usual: UsualBehaviour;
}

/** What is asked for of a log. */
interface LogQuery {
  readonly follow: boolean;
  readonly previous: boolean;
  readonly timestamps: boolean;
  readonly tailLines: number;
  readonly limitBytes: number;
  /** Milliseconds since 1970. */
  readonly since: number;
  readonly hasOutput: boolean;
}

/** Answers `/containerLogs/NAMESPACE/POD/CONTAINER`. */
export function serveLog(
  parts: LogParts,
  { query, signal }: HttpRequest,
  [namespace, name, containerName]: readonly [string, string, string],
): HttpResponse {
  const key = `${namespace}/${name}`;
  const found = parts.pods.find(key);
  if (found === undefined) return text(404, `pod "${name}" does not exist\n`);
  const index = found.run.containers.findIndex((one) => one.name === containerName);
  if (index < 0) return text(404, `container "${containerName}" not found in pod "${name}"\n`);
  const asked = readQuery(new URLSearchParams(query), parts.clock.now());
  if (typeof asked === "string") return text(422, `${asked}\n`);
  const { run } = found;
  const container = run.containers[index]!;
  const instance = instanceOf(container, name, asked.previous, reasonToWait(run));
  if (typeof instance === "string") return text(400, `${instance}\n`);
  const lines = (): readonly LogLine[] => linesNow(parts, found, index, asked.previous);
  const headers = { "content-type": "text/plain; charset=utf-8" };
  const body = asked.hasOutput ? told(parts, { key, asked, lines, signal, found, index }) : "";
  return { status: 200, headers, body };
}

function linesNow(
  { pods, names, usual }: LogParts,
  { run, pod }: RunningPod,
  index: number,
  previous: boolean,
): readonly LogLine[] {
  const container = run.containers[index]!;
  const instance = instanceOf(container, pod.metadata.name, previous, reasonToWait(run));
  if (typeof instance === "string") return [];
  const known = pods.find(`${pod.metadata.namespace}/${pod.metadata.name}`)?.pod ?? pod;
  return linesOf(container, run, instance, saidBy(known, container.name, { usual, names }));
}

/** The lines that a container writes by itself; none where the annotations of its pod can't be read. */
function saidBy(
  pod: RunningPod["pod"],
  name: string,
  { usual, names }: Pick<LogParts, "usual" | "names">,
): readonly string[] {
  try {
    const spec = rolesOf(pod).find(([spec]) => spec.name === name)?.[0];
    return spec === undefined ? [] : behaviourOf(pod, usual, names).linesOf(spec);
  } catch {
    return [];
  }
}

interface Telling {
  readonly key: string;
  readonly asked: LogQuery;
  readonly found: RunningPod;
  readonly index: number;
  readonly signal: AbortSignal;
  lines(): readonly LogLine[];
}

/** The log piece by piece; one that is followed ends with the run of its container. */
async function* told({ pods }: LogParts, telling: Telling): AsyncGenerator<Uint8Array> {
  const { key, asked, lines, found: { run }, index, signal } = telling;
  const container = run.containers[index]!;
  const { restarts } = container;
  let left = asked.limitBytes;
  const piece = (some: readonly LogLine[]) => {
    const bytes = new TextEncoder().encode(some.map((line) => print(line, asked)).join(""))
      .subarray(0, left);
    left -= bytes.length;
    return bytes;
  };
  const first = lines();
  const newer = first.filter(({ at }) => at >= asked.since);
  const start = piece(asked.tailLines === 0 ? [] : newer.slice(-asked.tailLines));
  if (start.length > 0) yield start;
  if (!asked.follow || asked.previous) return;
  let seen = first.length;
  while (left > 0 && container.state.type === "running" && container.restarts === restarts) {
    if (pods.find(key)?.run !== run) return;
    await moved(pods, key, signal);
    if (signal.aborted) return;
    // Who runs again has ended before.
    const now = container.restarts === restarts ? lines() : [];
    const more = piece(now.slice(seen));
    seen = Math.max(seen, now.length);
    if (more.length > 0) yield more;
  }
}

/** Settles when something has happened to a pod, or the signal aborts. */
function moved(pods: PodKeeper, key: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const over = () => {
      waiting[Symbol.dispose]();
      signal.removeEventListener("abort", over);
      resolve();
    };
    const waiting = pods.onceMoved(key, over);
    signal.addEventListener("abort", over, { once: true });
    if (signal.aborted) over();
  });
}

function print({ at, text }: LogLine, { timestamps }: LogQuery): string {
  return timestamps ? `${new Date(at).toISOString()} ${text}\n` : `${text}\n`;
}

/** A text says what can't be. */
function readQuery(query: URLSearchParams, now: number): LogQuery | string {
  const wrong: string[] = [];
  const whole = (name: string, least: number): number | undefined => {
    const value = query.get(name);
    if (value === null) return undefined;
    const number = /^\d{1,15}$/.test(value) ? Number(value) : NaN;
    if (number >= least) return number;
    wrong.push(`${name} must be a whole number from ${least} on`);
  };
  const isSet = (name: string) => /^(1|t|true)$/i.test(query.get(name) ?? "");
  const seconds = whole("sinceSeconds", 1);
  const time = query.get("sinceTime");
  if (time !== null && Number.isNaN(Date.parse(time))) wrong.push("sinceTime must be a time");
  const stream = query.get("stream") ?? "All";
  if (!["All", "Stdout", "Stderr"].includes(stream)) {
    wrong.push("stream must be All, Stdout or Stderr");
  }
  const asked = {
    follow: isSet("follow"),
    previous: isSet("previous"),
    timestamps: isSet("timestamps"),
    tailLines: whole("tailLines", 0) ?? Infinity,
    limitBytes: whole("limitBytes", 1) ?? Infinity,
    since: seconds !== undefined
      ? now - seconds * 1000
      : time === null
      ? -Infinity
      : Date.parse(time),
    hasOutput: stream !== "Stderr",
  };
  return wrong.length > 0 ? wrong.join(", ") : asked;
}
