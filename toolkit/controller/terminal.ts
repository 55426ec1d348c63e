/**
 * Failures that no further try mends.
 *
 * @module
 */

/**
 * Thrown by a reconcile: it is not tried again until the object changes. The message becomes a
 * condition of the object, where its kind declares one, and a Warning event.
 *
 * ```ts
 * import { Terminal } from "../../mod.ts";
 *
 * const error = new Terminal("spec.schedule is no schedule", { reason: "BadSchedule" });
 * error.condition; // Ready
 * ```
 */
export class Terminal extends Error {
  /** Tells it apart in logs. */
  override name = "Terminal";
  /** In one word, for the condition and the event. */
  readonly reason: string;
  /** The condition that becomes false. */
  readonly condition: string;

  /** `reason`: default `Failed`; `condition`: default `Ready`. */
  constructor(
    message: string,
    options: { reason?: string; condition?: string; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.reason = options.reason ?? "Failed";
    this.condition = options.condition ?? "Ready";
  }
}
