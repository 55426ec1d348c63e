/**
 * Files that may be replaced while a process runs: what is made of one follows it.
 *
 * @module
 */

import { repeatedly } from "../backoff.ts";
import type { Clock } from "../clock.ts";
import { readFlagFile } from "../flags/mod.ts";
import type { Logger } from "../logger.ts";

/** What is followed, and how. */
export interface FollowOptions<T> {
  /** The flag that names the file, without dashes. */
  readonly flag: string;
  readonly path: string;
  /** Makes something of the text. What it throws is told with the flag and the path before it. */
  readonly read: (text: string) => T | Promise<T>;
  /** Told of each new value but the first. What it throws keeps the old one in use. */
  readonly changed?: (value: T) => void | Promise<void>;
  /** Told of each time that the file was seen changed or unreadable, and whether that came to anything. */
  readonly looked?: (outcome: "success" | "failure") => void;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Ends the following. */
  readonly signal: AbortSignal;
  /** Default 10 seconds. */
  readonly intervalMs?: number;
}

/** How soon a change is seen, at most. */
const INTERVAL_MS = 10_000;

/** What a file says now. */
export interface Followed<T> {
  readonly current: T;
  /** Looks at once whether the file has changed. Never rejects. */
  look(): Promise<void>;
}

/**
 * Reads a file, and reads it again at an interval. What can't be used later leaves the last good value in
 * use, is logged once, and is tried again each time: the reason may have been another than the text. Rejects, naming flag and file, where the first text can't be used.
 */
export async function followFile<T>(options: FollowOptions<T>): Promise<Followed<T>> {
  const { flag, path, clock, logger, signal, intervalMs = INTERVAL_MS } = options;
  let used = await readFlagFile(flag, path);
  let tried = used;
  let current = await madeOf(used, options);
  let problem: string | undefined;
  const look = async () => {
    try {
      const now = await readFlagFile(flag, path);
      if (now === used && now === tried) return;
      tried = now;
      const value = await madeOf(now, options);
      await options.changed?.(value);
      used = now;
      current = value;
      problem = undefined;
      options.looked?.("success");
      logger.info("A file was read again", { flag, path });
    } catch (error) {
      const message = (error as Error).message;
      if (message === problem) return;
      problem = message;
      options.looked?.("failure");
      logger.error("A file can't be read again; what it said before stays in use", error, { path });
    }
  };
  // One look at a time: an older text never replaces a newer one.
  let last = Promise.resolve();
  const inTurn = () => last = last.then(look);
  repeatedly(inTurn, { clock, signal, firstMs: intervalMs, intervalMs, failed() {} }).catch(
    () => {},
  );
  return {
    get current() {
      return current;
    },
    look: inTurn,
  };
}

async function madeOf<T>(text: string, { flag, path, read }: FollowOptions<T>): Promise<T> {
  try {
    return await read(text);
  } catch (cause) {
    throw new Error(`--${flag}: ${path}: ${(cause as Error).message}`, { cause });
  }
}
