/**
 * Connecting to an API server that may not be there yet.
 *
 * @module
 */

import { keepTrying } from "../backoff.ts";
import { findSettings } from "../client/find_settings.ts";
import type { Clock } from "../clock.ts";
import type { Logger } from "../logger.ts";
import {
  type Client,
  ClientConfigError,
  type ClientOptions,
  createClient,
  StatusError,
} from "../mod.ts";

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
 * Settles with a client once the server answers; the client outlives the signal that ends the waiting. No waiting mends
 * a config that can't be used, or a refusal: it rejects with these.
 */
export async function connected(
  options: ClientOptions,
  connect: ConnectOptions,
): Promise<Client> {
  const { context: _, ...more } = options;
  const settings = await findSettings(options);
  // What is warned of is said once.
  const made = { ...more, config: { ...settings, warnings: [] } };
  for (const warning of settings.warnings) connect.logger.warning(warning);
  const { signal } = connect;
  // A client tries a request again by itself, for a minute, without a word.
  const dialect = options.dialect ?? await answered(async () => {
    await using client = await createClient({ ...made, retries: 0, signal });
    return client.dialect;
  }, connect);
  return await createClient({ ...made, dialect });
}

function answered<T>(
  ask: () => Promise<T>,
  { clock, logger, signal, random }: ConnectOptions,
): Promise<T> {
  return keepTrying(ask, {
    ...WAITS,
    clock,
    signal,
    random: () => random(),
    failed(error, waitMs) {
      const isRefusal = error instanceof StatusError && error.code < 500 && error.code !== 429;
      if (error instanceof ClientConfigError || isRefusal) throw error;
      logger.warning("The server does not answer yet", {
        error: String(error),
        waitMs: Math.round(waitMs),
      });
    },
  });
}
