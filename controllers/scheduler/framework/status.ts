/**
 * What a plugin says of a pod.
 *
 * @module
 */

/**
 * `Unschedulable`: not as things are, though it may help if other pods go. `UnschedulableAndUnresolvable`:
 * nor does that help. `Pending`: until something is done that is under way. `Skip`: the plugin has nothing to
 * say of this pod. `Error`: something went wrong.
 */
export type Code = "Error" | "Unschedulable" | "UnschedulableAndUnresolvable" | "Pending" | "Skip";

/** What is not plain success. */
export interface Status {
  readonly code: Code;
  /** What people are told. */
  readonly reasons: readonly string[];
  readonly error?: unknown;
}

/** What a plugin answers: undefined is success. */
export type Verdict = Status | undefined;

/** A verdict, and whose it is. */
export interface Rejection {
  readonly status: Status;
  readonly plugin: string;
}

/** A plugin has nothing to say of this pod. */
export const SKIP: Status = { code: "Skip", reasons: [] };

/** Not as things are. */
export function unschedulable(...reasons: readonly string[]): Status {
  return { code: "Unschedulable", reasons };
}

/** Not as things are, even if other pods went. */
export function unresolvable(...reasons: readonly string[]): Status {
  return { code: "UnschedulableAndUnresolvable", reasons };
}

/** Something went wrong. */
export function failed(error: unknown): Status {
  return { code: "Error", reasons: [messageOf(error)], error };
}

/** Whether the pod is turned down, as opposed to something having gone wrong. */
export function isRejected({ code }: Status): boolean {
  return code === "Unschedulable" || code === "UnschedulableAndUnresolvable" || code === "Pending";
}

/** The words of a status. */
export function saidBy({ reasons }: Status): string {
  return reasons.join(", ");
}

/** What an error says. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
