/**
 * What the containers of a pod are to do, as annotations of the pod and their commands tell.
 *
 * @module
 */

import type { coreV1 } from "../../../toolkit/mod.ts";
import type { Names } from "../../../toolkit/names.ts";
import { parseDurationMs, parseQuantity, quoteText } from "../../../toolkit/values/mod.ts";
import { readChoices } from "./choices.ts";
import { commandRun } from "./command.ts";

/** What happens where no annotation says otherwise. */
export interface UsualBehaviour {
  /** From the time that a container may start until it runs. */
  readonly startAfterMs: number;
  /** From then until it is ready. */
  readonly readyAfterMs: number;
  /** From the time that a container is told to end until it has. */
  readonly stopAfterMs: number;
  /** How long the containers of a job's pods run. */
  readonly jobsRunForMs: number;
}

/** What may never happen to a pod. */
export type Never = "started" | "ready" | "stopped";

/** What one container does. Times are milliseconds; Infinity is never. */
export interface ContainerBehaviour {
  readonly startAfterMs: number;
  /** How often its image can't be pulled before it can; Infinity: always. */
  readonly pullFailures: number;
  readonly readyAfterMs: number;
  /** From the start of a run to its end. */
  readonly runForMs: number;
  /** What a run ends with. */
  readonly exitCode: number;
  /** The runs that end with {@link exitCode}; those after them end with 0. */
  readonly failures: number;
  readonly outOfMemoryAfterMs: number;
  readonly stopAfterMs: number;
  /** Processors in use while it runs. */
  readonly cpu: number;
  /** Bytes in use while it runs. */
  readonly memory: number;
}

/** What a pod does. */
export interface PodBehaviour {
  readonly never: ReadonlySet<Never>;
  /** Lines that a container writes once it runs. */
  linesOf(container: coreV1.Container): readonly string[];
  /** What a container does; `role`: see {@link ContainerRole}. */
  of(container: coreV1.Container, role: ContainerRole): ContainerBehaviour;
}

/**
 * An init container that ends before the next one starts, one that goes on, one that somebody adds to a pod that runs,
 * to look at it, or one of the others.
 */
export type ContainerRole = "init" | "sidecar" | "main" | "ephemeral";

/** An annotation that can't be read: no container of the pod starts. */
export class BehaviourError extends Error {
  override readonly name = "BehaviourError";
}

const NEVER: readonly Never[] = ["started", "ready", "stopped"];
/** What a container takes that asks for nothing. */
const USUAL_CPU = 0.001;
const USUAL_MEMORY = 8 * 2 ** 20;
/** A hundred years: no timer is set for longer. */
const LIMIT_MS = 100 * 365 * 86_400_000;

/** Where a kind of annotation is found, and how its values are read. */
interface Reading {
  /** After the prefix that all have. */
  readonly name: string;
  /** Whether init, sidecar and ephemeral containers heed it only where it names them. */
  readonly ofMain?: boolean;
  read(text: string): number;
}

const READINGS = {
  startAfterMs: { name: "start-after", read: span },
  readyAfterMs: { name: "ready-after", read: span },
  runForMs: { name: "run-for", ofMain: true, read: span },
  exitCode: {
    name: "exit-code",
    ofMain: true,
    read: (text) => whole(text, 0, 255),
  },
  failures: {
    name: "failures",
    ofMain: true,
    read: (text) => whole(text, 0, 1e9),
  },
  outOfMemoryAfterMs: { name: "out-of-memory-after", ofMain: true, read: span },
  pullFailures: {
    name: "pull-failures",
    read: (text) => text === "always" ? Infinity : whole(text, 0, 1e9),
  },
  stopAfterMs: { name: "stop-after", read: span },
  cpu: { name: "cpu", read: amount },
  memory: { name: "memory", read: amount },
} as const satisfies Record<keyof ContainerBehaviour, Reading>;

const READINGS_BY_KEY = Object.entries(READINGS) as [keyof ContainerBehaviour, Reading][];

type Chosen = {
  -readonly [K in keyof ContainerBehaviour]?: (
    container: string,
    role: ContainerRole,
  ) => number | undefined;
};

/** Reads the annotations of a pod. Throws a {@link BehaviourError} that names the one that is wrong. */
export function behaviourOf(
  { metadata }: coreV1.Pod,
  usual: UsualBehaviour,
  names: Names,
): PodBehaviour {
  const { annotations = {}, ownerReferences = [] } = metadata ?? {};
  const { annotationSimulatedPrefix: prefix } = names;
  const index = annotations[names.annotationCompletionIndex];
  const chosen: Chosen = {};
  for (const [key, { name, read, ofMain = false }] of READINGS_BY_KEY) {
    const annotation = prefix + name;
    const text = annotations[annotation];
    if (text === undefined) continue;
    const choose = reading(
      annotation,
      () => readChoices(text, read, index === undefined ? undefined : Number(index)),
    );
    chosen[key] = (container, role) => choose(container, ofMain && role !== "main");
  }
  const isOfJob = ownerReferences.some(({ kind, controller }) => controller && kind === "Job");
  const neverName = `${prefix}never`;
  const neverText = annotations[neverName];
  const log = annotations[`${prefix}log`]?.replace(/\n$/, "").split("\n") ?? [];
  return {
    never: neverText === undefined ? NONE : reading(neverName, () => readNever(neverText)),
    linesOf: (container) => [...commandRun(container)?.lines ?? [], ...log],
    of(container, role) {
      const { name, resources = {} } = container;
      const value = (key: keyof ContainerBehaviour, usually: number) =>
        chosen[key]?.(name, role) ?? usually;
      const asked = (resource: string, usually: number) => {
        const text = resources.requests?.[resource];
        return text === undefined ? usually : amount(String(text));
      };
      const known = commandRun(container);
      const usualRun = known?.runForMs ??
        (role === "init" ? 0 : role === "main" && isOfJob ? usual.jobsRunForMs : Infinity);
      // Who is said to fail, or how often, does end.
      const fails = role === "main" && value("exitCode", 0) !== 0;
      return {
        startAfterMs: value("startAfterMs", usual.startAfterMs),
        pullFailures: value("pullFailures", 0),
        readyAfterMs: value("readyAfterMs", usual.readyAfterMs),
        runForMs: value("runForMs", fails ? Math.min(usualRun, usual.jobsRunForMs) : usualRun),
        exitCode: value("exitCode", known?.exitCode ?? 0),
        failures: value("failures", Infinity),
        outOfMemoryAfterMs: value("outOfMemoryAfterMs", Infinity),
        stopAfterMs: value("stopAfterMs", usual.stopAfterMs),
        cpu: value("cpu", asked("cpu", USUAL_CPU)),
        memory: value("memory", asked("memory", USUAL_MEMORY)),
      };
    },
  };
}

const NONE: ReadonlySet<Never> = new Set();

function reading<T>(annotation: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new BehaviourError(`annotation ${annotation}: ${(error as Error).message}`);
  }
}

function readNever(text: string): ReadonlySet<Never> {
  return new Set(
    text.split(",").map((word) => {
      const found = NEVER.find((known) => known === word.trim());
      if (found === undefined) {
        throw new Error(`${quoteText(word.trim())} is none of ${NEVER.join(", ")}`);
      }
      return found;
    }),
  );
}

function span(text: string): number {
  const ms = parseDurationMs(text);
  if (ms < 0) throw new Error(`${quoteText(text)} must not be negative`);
  return Math.min(ms, LIMIT_MS);
}

function whole(text: string, least: number, most: number): number {
  const value = /^\d{1,10}$/.test(text) ? Number(text) : NaN;
  if (value >= least && value <= most) return value;
  throw new Error(`${quoteText(text)} must be a whole number from ${least} to ${most}`);
}

function amount(text: string): number {
  const value = parseQuantity(text).toNumber();
  if (value >= 0 && Number.isFinite(value)) return value;
  throw new Error(`${quoteText(text)} must be an amount that is not negative`);
}
