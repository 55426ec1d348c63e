/**
 * Connecting to an API server that may not be there yet.
 *
 * @module
 */

import { keepTrying } from "../backoff.ts";
import type { Clock } from "../clock.ts";
import type { Logger } from "../logger.ts";
import { ClientConfigError, StatusError } from "../mod.ts";

/** How it is waited for. */
export interface ConnectOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly signal: AbortSignal;
  /** A number from 0 up to 1: servers are not to be asked by all at once. */
  random(): number;
}

const WAITS = { firstMs: 250, mostMs: 10_000, jitter: 0.5 };

/**
 * Settles with what `make` makes once the server answers. No waiting mends a config that can't be used, or a
 * refusal: it rejects with these.
 */
export function connected<T>(
  make: () => Promise<T>,
  { clock, logger, signal, random }: ConnectOptions,
): Promise<T> {
  return keepTrying(make, {
    ...WAITS,
    clock,
    signal,
    random: () => random(),
    failed(error, waitMs) {
      const isRefusal = error instanceof StatusError && error.code < 500 && error.code !== 429;
      if (error instanceof ClientConfigError || isRefusal) throw error;
      logger.warning("The server does not answer yet", { error: String(error), waitMs });
    },
  });
}
