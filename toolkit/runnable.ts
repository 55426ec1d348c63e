/**
 * What lives long: one shape for the loops of a server, for controllers, and for whole servers, so
 * that one thing starts and stops all of them.
 *
 * @module
 */

import type { Logger } from "./logger.ts";

/** What a {@link Runnable} runs with. */
export interface Running {
  /** Aborts when it is to end. */
  readonly signal: AbortSignal;
  /** Said once by those that announce their start: what comes in later groups may rely on them now. */
  started(): void;
}

/** Something that works until it is told to end. */
export interface Runnable {
  /** What logs and errors call it. */
  readonly name: string;
  /**
   * Whether later groups wait until it says that it has started, or ends. Default: they don't, as it
   * has started as soon as it runs.
   */
  readonly announcesStart?: boolean;
  /**
   * Settles only when all of its work is over, soon after the signal has aborted. Rejects for what it
   * can't go on after: everything that runs beside it then ends.
   */
  run(running: Running): Promise<void>;
}

/** What {@link runGroups} runs with. */
export interface GroupsOptions {
  /** Aborts when everything is to end. */
  readonly signal: AbortSignal;
  readonly logger: Logger;
  /** Called once all groups have started. */
  started?(): void;
}

/**
 * Runs groups in their order: the next one starts when all of the one before have that announce it. When the signal
 * aborts, or one of them fails, they end in the opposite order, a group once all later ones are over.
 * Settles when all are; rejects with the first failure, after the others have ended.
 */
export async function runGroups(
  groups: readonly (readonly Runnable[])[],
  { signal, logger, started }: GroupsOptions,
): Promise<void> {
  const failure = Promise.withResolvers<never>();
  failure.promise.catch(() => {});
  const stopping = untilAborted(signal);
  const running: RunningGroup[] = [];
  try {
    for (const group of groups) {
      if (signal.aborted) break;
      const one = startGroup(group, logger, failure.reject);
      running.push(one);
      await Promise.race([one.started, stopping, failure.promise]);
    }
    if (!signal.aborted) started?.();
    await Promise.race([
      stopping,
      failure.promise,
      Promise.all(running.map(({ ended }) => ended)),
    ]);
  } finally {
    for (const one of running.toReversed()) {
      one.stop();
      await one.ended;
    }
  }
  // What failed while it ended counts as well.
  await Promise.race([failure.promise, Promise.resolve()]);
}

/** One for all: to make one takes longer than most parts take to stop. */
const STOPPED = new DOMException("it is told to stop", "AbortError");

interface RunningGroup {
  readonly started: Promise<unknown>;
  /** Never rejects. */
  readonly ended: Promise<unknown>;
  stop(): void;
}

function startGroup(
  group: readonly Runnable[],
  logger: Logger,
  fail: (error: unknown) => void,
): RunningGroup {
  const stop = new AbortController();
  const { signal } = stop;
  const started: Promise<void>[] = [];
  const ended = group.map(async (runnable) => {
    const ready = Promise.withResolvers<void>();
    if (runnable.announcesStart) started.push(ready.promise);
    try {
      await runnable.run({ signal, started: ready.resolve });
    } catch (error) {
      if (signal.aborted && error === signal.reason) return;
      logger.error("A part of the process has failed", error, { part: runnable.name });
      fail(error);
    } finally {
      ready.resolve();
    }
  });
  return {
    started: Promise.all(started),
    ended: Promise.all(ended),
    stop: () => stop.abort(STOPPED),
  };
}

/** Settles when the signal aborts. */
export function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
