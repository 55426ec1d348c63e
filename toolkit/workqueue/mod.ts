/**
 * Work queues: one entry a key, one worker a key, rest after failures.
 *
 * @module
 */

export { type Cause, CAUSES_LIMIT } from "./cause.ts";
export type { QueueMetric, QueueMetricOptions, QueueRegistry } from "./metrics.ts";
export {
  type AddOptions,
  LOW_PRIORITY,
  type QueueBackoff,
  WorkQueue,
  type WorkQueueOptions,
} from "./queue.ts";
export type { Work } from "./work.ts";
