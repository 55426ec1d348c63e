/**
 * The status of a job while it is worked on.
 *
 * @module
 */

import type { batchV1 } from "../../toolkit/mod.ts";
import { equalJson } from "../../toolkit/values/json.ts";

type Status = batchV1.JobStatus;

/** A status that may be changed. */
export interface StatusDraft {
  conditions: batchV1.JobCondition[];
  startTime: string | undefined;
  completionTime: string | undefined;
  active: number;
  ready: number;
  terminating: number;
  succeeded: number;
  failed: number;
  completedIndexes: string;
  failedIndexes: string | undefined;
  /** Uids of pods that have ended and are being counted. */
  uncounted: { succeeded: string[]; failed: string[] };
}

/** What a status says, to begin with. */
export function draftOf(status: Status = {}): StatusDraft {
  const { uncountedTerminatedPods: uncounted } = status;
  return {
    conditions: [...status.conditions ?? []],
    startTime: status.startTime,
    completionTime: status.completionTime,
    active: status.active ?? 0,
    ready: status.ready ?? 0,
    terminating: status.terminating ?? 0,
    succeeded: status.succeeded ?? 0,
    failed: status.failed ?? 0,
    completedIndexes: status.completedIndexes ?? "",
    failedIndexes: status.failedIndexes,
    uncounted: {
      succeeded: [...uncounted?.succeeded ?? []],
      failed: [...uncounted?.failed ?? []],
    },
  };
}

/** What is to be written so that a status says what a draft does; undefined: it does. */
export function changesOf(status: Status | undefined, draft: StatusDraft): object | undefined {
  const before = draftOf(status);
  const { uncounted, ...plain } = draft;
  const changes: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(plain)) {
    if (!equalJson(value, before[name as keyof typeof plain])) changes[name] = value ?? null;
  }
  // These say something when they are 0, too.
  if (status?.ready === undefined) changes.ready = draft.ready;
  if (status?.terminating === undefined) changes.terminating = draft.terminating;
  const lists = Object.entries(uncounted).filter(([name, uids]) =>
    !equalJson(uids, before.uncounted[name as keyof typeof uncounted])
  ).map(([name, uids]) => [name, uids.length === 0 ? null : uids]);
  if (lists.length > 0) changes.uncountedTerminatedPods = Object.fromEntries(lists);
  if (Object.keys(changes).length === 0) return undefined;
  if (status?.uncountedTerminatedPods === undefined) changes.uncountedTerminatedPods ??= {};
  return changes;
}

/** A condition that holds from now on, in words. */
export interface ConditionWords {
  readonly type: string;
  readonly status: "True" | "False";
  readonly reason: string;
  readonly message: string;
}

/** Has a draft say so; whether that is new. What was never true is not said to be false. */
export function ensureCondition(draft: StatusDraft, words: ConditionWords, now: string): boolean {
  const place = draft.conditions.findIndex(({ type }) => type === words.type);
  const known = draft.conditions[place];
  if (known === undefined && words.status === "False") return false;
  const says = ({ status, reason = "", message = "" }: batchV1.JobCondition) =>
    status === words.status && reason === words.reason && message === words.message;
  if (known !== undefined && says(known)) return false;
  const condition = { ...words, lastProbeTime: now, lastTransitionTime: now };
  if (known === undefined) draft.conditions.push(condition);
  else draft.conditions[place] = condition;
  return true;
}
