/**
 * Opens the store in a remote Deno KV database, by KV Connect.
 *
 * @module
 */

import { StoreError, Unavailable } from "../errors.ts";
import { KvStore } from "../kv/store.ts";
import type { BackendOptions } from "../options.ts";
import type { Store } from "../store.ts";
import { checkTls } from "../tls.ts";
import { KvConnectClient } from "./client.ts";
import { StoreHttp } from "./http.ts";
import { isToken } from "./metadata.ts";
import { RemoteKv } from "./remote_kv.ts";
import { checkUrl, TOKEN_VARIABLE } from "./url.ts";

/** Options of {@link openKvConnectStore}. */
export interface KvConnectOptions extends BackendOptions {
  /** How long one call may take, in milliseconds. Default 15,000. */
  readonly timeoutMs?: number;
}

const DEFAULT_TIMEOUT_MS = 15_000;

/** Opens it. Throws `Unavailable`, `WrongDialect`, `NewerFormat`, `Corrupt`. */
export async function openKvConnectStore(url: string, options: KvConnectOptions): Promise<Store> {
  checkUrl(url);
  const { clock, logger, dialect, historyBytes, create } = options;
  const where = `store ${new URL(url).origin}`;
  const kv = new RemoteKv(connect(url, where, options));
  try {
    return await KvStore.open(kv, {
      where,
      backend: "kvconnect",
      dialect,
      exclusive: false,
      clock,
      logger,
      historyBytes,
      create,
    });
  } catch (error) {
    if (error instanceof StoreError) throw error;
    throw new Unavailable(`opening ${where}`, "nothing written", error);
  }
}

/** The client; nothing is sent before its first call. */
function connect(url: string, where: string, options: KvConnectOptions): KvConnectClient {
  const { tls, accessToken, clock, logger, timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  if (accessToken === undefined) {
    throw new StoreError(
      `${where} needs an access token, in the environment variable ${TOKEN_VARIABLE}`,
    );
  }
  if (!isToken(accessToken.reveal())) {
    throw new StoreError(
      `${where} can't take the access token in ${TOKEN_VARIABLE}: it is empty, or has a blank or ` +
        "a character that is not ASCII",
    );
  }
  checkTls(tls, where);
  if (tls !== undefined && new URL(url).protocol === "http:") {
    logger.warning("Certificates have no effect on a store without encryption: use https://", {
      server: where,
    });
  }
  const http = new StoreHttp(tls, options.proxy);
  return new KvConnectClient({ url, accessToken, http, clock, logger, timeoutMs });
}
