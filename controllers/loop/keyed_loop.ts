/**
 * The form that most controllers have: events wake keys, and workers bring the world of a key to what it
 * should be.
 *
 * @module
 */

import type { Clock } from "../../toolkit/clock.ts";
import type { Logger } from "../../toolkit/logger.ts";
import type { Registry } from "../../toolkit/metrics/mod.ts";
import type { Client } from "../../toolkit/mod.ts";
import type { Runnable } from "../../toolkit/runnable.ts";
import { type QueueBackoff, WorkQueue } from "../../toolkit/workqueue/mod.ts";
import { logFailures, runWorkers } from "../../toolkit/workqueue/workers.ts";
import { Doubts } from "./doubts.ts";
import type { SharedInformers } from "./shared_informers.ts";

/** What every controller is made of. */
export interface LoopParts {
  /** Whom it writes as; the informers see its writes at once. */
  readonly client: Client;
  readonly informers: SharedInformers;
  readonly metrics: Registry;
  readonly clock: Clock;
  readonly logger: Logger;
  /** A number from 0 up to 1. */
  random(): number;
}

/** Has a key worked on: at once, or in so many milliseconds. */
export type Wake = (key: string, afterMs?: number) => void;

/** What a {@link keyedLoop} is. */
export interface KeyedLoopOptions {
  /** As people call it: `replicaset-controller`. */
  readonly name: string;
  /** What metrics call its queue. */
  readonly queue: string;
  /** How many keys are worked on at once. */
  readonly workers: number;
  /** How long a key rests after failures. Default 5 ms, doubled up to 1000 s. */
  readonly backoff?: QueueBackoff;
  /** After so many failures in a row a key is left alone until something happens. Default: never. */
  readonly mostRetries?: number;
  /** Begins to listen; the informers have all that there is, and tell it once more. */
  listen(wake: Wake): readonly Disposable[];
  /** Brings a key's world forward; in how many milliseconds it wants to be called again, if it does. */
  sync(key: string, work: SyncWork): Promise<number | void>;
}

/** One turn of work. */
export interface SyncWork {
  /** Aborts when the controller stops. */
  readonly signal: AbortSignal;
  readonly doubts: Doubts;
}

const BACKOFF: QueueBackoff = { base: 5, max: 1_000_000, jitter: 0 };

/** A controller of that form. It has started when it knows all that it looks at. */
export function keyedLoop(
  { informers, metrics, clock, logger, random }: LoopParts,
  options: KeyedLoopOptions,
): Runnable {
  const { name, queue: queueName, workers, backoff = BACKOFF, mostRetries = Infinity } = options;
  return {
    name,
    announcesStart: true,
    async run({ signal, started }) {
      using queue = new WorkQueue({ name: queueName, backoff, clock, random, metrics });
      const doubts = new Doubts();
      await informers.start(signal);
      const wake: Wake = (key, after = 0) => queue.add(key, { after });
      using listening = new DisposableStack();
      for (const one of options.listen(wake)) listening.use(one);
      started();
      const logFailure = logFailures(logger, `The ${name} tries again`);
      await runWorkers(queue, async (key) => {
        await doubts.settle(key, signal);
        return await options.sync(key, { signal, doubts });
      }, {
        workers,
        signal,
        failed(work, error) {
          logFailure(work, error);
          if (work.attempt > mostRetries) work.done();
        },
      });
    },
  };
}
