/**
 * A metric from which nothing can be made.
 *
 * @module
 */

/** Its message is what the controller tells of all metrics of an autoscaler. */
export class MetricFailure extends Error {
  override name = "MetricFailure";
  /** Of the event and of the condition. */
  readonly reason: string;
  /** What the event and the condition say. */
  readonly said: string;

  constructor(reason: string, said: string, message: string, cause: unknown) {
    super(message, { cause });
    this.reason = reason;
    this.said = said;
  }
}
