/**
 * Whether somebody may do something.
 *
 * @module
 */

/** An authorizer's opinion. */
export interface Verdict {
  readonly decision: "allow" | "deny" | "no opinion";
  /** For people. */
  readonly reason: string;
  /** What kept the authorizer from finding out more: reviews tell it, and nothing is allowed by it. */
  readonly evaluationError?: string | undefined;
}
