/**
 * The record of a running `orch up`.
 *
 * @module
 */

import process from "node:process";
import { writePrivately } from "../../clientconfig/file.ts";
import { type Clock, sleep } from "../../clock.ts";
import { readSmallJson, type StatePaths } from "./state_folder.ts";

/** A process, with what tells it from a later one of the same number, where that is known. */
export interface ProcessMark {
  readonly pid: number;
  readonly started: string | undefined;
}

/**
 * What a running `orch up` leaves in its state folder: its process, the server's address, its
 * socket, and its child processes. Other commands find it by that, and the next run cleans up after
 * one that was killed.
 */
export interface RunRecord {
  readonly pid: number;
  readonly address: string;
  /** Where it answers. */
  readonly socket: string;
  readonly children: readonly ProcessMark[];
}

/** Writes the record; `undefined` takes it away. */
export async function writeRunRecord(
  paths: StatePaths,
  record: RunRecord | undefined,
): Promise<void> {
  if (record !== undefined) return await writePrivately(paths.running, JSON.stringify(record));
  await Deno.remove(paths.running).catch((error) => {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  });
}

/** The record; undefined when there is none, or none that could be used. */
export async function readRunRecord(paths: StatePaths): Promise<RunRecord | undefined> {
  const value = await readSmallJson(paths.running).catch(() => undefined) as
    | Partial<RunRecord>
    | undefined;
  if (
    typeof value?.pid !== "number" || typeof value.address !== "string" ||
    typeof value.socket !== "string" || !Array.isArray(value.children)
  ) return undefined;
  return { ...value, children: value.children.filter(isMark) } as RunRecord;
}

function isMark(value: unknown): value is ProcessMark {
  const { pid, started } = (value ?? {}) as Partial<ProcessMark>;
  return Number.isInteger(pid) && Number(pid) > 1 &&
    (started === undefined || typeof started === "string");
}

/** The mark of a process that runs. */
export function markOf(pid: number): ProcessMark {
  return { pid, started: startOf(pid) };
}

/** How often it is looked whether a process of another parent has ended: nothing tells. */
const LOOK_MS = 20;

/** Waits for processes that somebody else started, `limitMs` at most; gives those that still run. */
export async function outlived(
  marks: readonly ProcessMark[],
  limitMs: number,
  clock: Clock,
  signal: AbortSignal,
): Promise<readonly ProcessMark[]> {
  const end = clock.monotonic() + limitMs;
  for (;;) {
    const running = marks.filter(runs);
    if (running.length === 0 || clock.monotonic() >= end) return running;
    await sleep(clock, LOOK_MS, signal);
  }
}

function runs({ pid, started }: ProcessMark): boolean {
  try {
    // Signal 0 is none: only whether it could be sent counts.
    process.kill(pid, 0);
  } catch (error) {
    return (error as { code?: string }).code === "EPERM" && started === undefined;
  }
  return started === undefined || startOf(pid) === started;
}

/** When a process started, in ticks since the machine did; undefined where the system does not say. */
function startOf(pid: number): string | undefined {
  try {
    const text = Deno.readTextFileSync(`/proc/${pid}/stat`);
    // The second field is the program's name in parentheses, which may hold anything.
    const [state, ...fields] = text.slice(text.lastIndexOf(")") + 2).split(" ");
    // Field 22. A zombie has ended: only its parent has not asked yet.
    return state === "Z" ? undefined : fields[18];
  } catch {
    return undefined;
  }
}
