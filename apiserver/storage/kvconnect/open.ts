/**
 * Opens the store in a remote Deno KV database, by KV Connect: `Deno.openKv(URL)`.
 *
 * @module
 */

import type { Clock } from "../../../toolkit/clock.ts";
import type { Secret } from "../../../toolkit/logging/logger.ts";
import { StoreError, Unavailable } from "../errors.ts";
import { KvStore } from "../kv/store.ts";
import type { BackendOptions } from "../options.ts";
import type { Store } from "../store.ts";
import { TimedKv, within } from "./timed.ts";
import { checkUrl, TOKEN_VARIABLE } from "./url.ts";

/** Options of {@link openKvConnectStore}. */
export interface KvConnectOptions extends BackendOptions {
  /** How long one call may take, in milliseconds. Default 15,000. */
  readonly timeoutMs?: number;
}

const DEFAULT_TIMEOUT_MS = 15_000;

/** Opens it. Throws `Unavailable`, `WrongDialect`, `NewerFormat`, `Corrupt`. */
export async function openKvConnectStore(url: string, options: KvConnectOptions): Promise<Store> {
  const { tls, accessToken, clock, timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  checkUrl(url);
  const where = `store ${new URL(url).origin}`;
  if (typeof Deno.openKv !== "function") {
    throw new StoreError(`${where} needs Deno's key-value store: run with --unstable-kv`);
  }
  if (tls !== undefined) {
    throw new StoreError(
      `${where} can't be reached with certificates of its own: Deno's client takes authorities ` +
        "from DENO_CERT and DENO_TLS_CA_STORE in the environment, and has no client certificates",
    );
  }
  const kv = await connect(url, where, accessToken, clock, timeoutMs);
  try {
    return await KvStore.open(new TimedKv(kv, clock, timeoutMs), {
      where,
      backend: "kvconnect",
      dialect: options.dialect,
      exclusive: false,
      clock,
      logger: options.logger,
      historyBytes: options.historyBytes,
    });
  } catch (error) {
    if (error instanceof StoreError) throw error;
    // The runtime's client connects only here: a wrong address or token shows now.
    throw new Unavailable(`opening ${where}`, "nothing written", error);
  }
}

async function connect(
  url: string,
  where: string,
  accessToken: Secret | undefined,
  clock: Clock,
  timeoutMs: number,
): Promise<Deno.Kv> {
  const before = accessToken && Deno.env.get(TOKEN_VARIABLE);
  if (accessToken !== undefined) Deno.env.set(TOKEN_VARIABLE, accessToken.reveal());
  const opening = Deno.openKv(url);
  try {
    return await within(clock, timeoutMs, opening);
  } catch (error) {
    // Should it open after all, nobody uses it.
    opening.then((kv) => kv.close(), () => {});
    throw new Unavailable(`opening ${where}`, "nothing written", error);
  } finally {
    if (accessToken !== undefined) {
      if (before === undefined) Deno.env.delete(TOKEN_VARIABLE);
      else Deno.env.set(TOKEN_VARIABLE, before);
    }
  }
}
