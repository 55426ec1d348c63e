/**
 * How much of a request is recorded, and when.
 *
 * @module
 */

/** Levels from the least to the most: each has all of those before it. */
export const LEVELS = ["None", "Metadata", "Request", "RequestResponse"] as const;

/** How much of a request is recorded. */
export type Level = (typeof LEVELS)[number];

/** The moments at which a request may be recorded, in their order. */
export const STAGES = ["RequestReceived", "ResponseStarted", "ResponseComplete", "Panic"] as const;

/** A moment at which a request may be recorded. */
export type Stage = (typeof STAGES)[number];

/** Whether a level is at least another. */
export function reaches(level: Level, other: Level): boolean {
  return LEVELS.indexOf(level) >= LEVELS.indexOf(other);
}

/** What a policy says of one request. */
export interface Recording {
  readonly level: Level;
  /** Moments at which nothing is recorded. */
  readonly omitStages: ReadonlySet<Stage>;
  /** Whether bodies are recorded without who owns which of their fields. */
  readonly omitManagedFields: boolean;
}
