/**
 * Clients of the test server: ours, and the runtime's own, which databases may have been written by.
 *
 * @module
 */

import {
  KvConnectClient,
  type KvConnectClientOptions,
} from "../../../apiserver/storage/kvconnect/client.ts";
import { StoreHttp } from "../../../apiserver/storage/kvconnect/http.ts";
import { openKvConnectStore } from "../../../apiserver/storage/kvconnect/mod.ts";
import type { KvConnectOptions } from "../../../apiserver/storage/kvconnect/mod.ts";
import { RemoteKv } from "../../../apiserver/storage/kvconnect/remote_kv.ts";
import type { Store } from "../../../apiserver/storage/store.ts";
import { type Clock, systemClock } from "../../../toolkit/clock.ts";
import { redacted, silentLogger } from "../../../toolkit/logger.ts";
import { KvConnectServer } from "./server.ts";

/** A store in the server's database. */
export function openStore(url: string, more: Partial<KvConnectOptions> = {}): Promise<Store> {
  return openKvConnectStore(url, {
    dialect: "orch",
    prefix: "/registry",
    clock: systemClock,
    logger: silentLogger,
    accessToken: redacted(KvConnectServer.TOKEN),
    compactionIntervalMs: 0,
    historyBytes: 0,
    ...more,
  });
}

/** Options of {@link connect}. */
export interface ConnectOptions {
  readonly clock?: Clock;
  readonly token?: string;
  readonly timeoutMs?: number;
}

/** What {@link connect} makes its client of. */
export function clientOptions(url: string, options: ConnectOptions = {}): KvConnectClientOptions {
  const { clock = systemClock, token = KvConnectServer.TOKEN, timeoutMs = 15_000 } = options;
  return {
    url,
    accessToken: redacted(token),
    http: new StoreHttp(undefined),
    clock,
    logger: silentLogger,
    timeoutMs,
  };
}

/** The server's database, by our client. */
export function connect(url: string, options: ConnectOptions = {}): RemoteKv & Disposable {
  const kv = new RemoteKv(new KvConnectClient(clientOptions(url, options)));
  return Object.assign(kv, { [Symbol.dispose]: () => kv.close() });
}

/** The server's database, by the runtime's client: it takes its token from the environment. */
export async function connectRuntime(url: string): Promise<Deno.Kv> {
  const variable = "DENO_KV_ACCESS_TOKEN";
  const before = Deno.env.get(variable);
  Deno.env.set(variable, KvConnectServer.TOKEN);
  try {
    return await Deno.openKv(url);
  } finally {
    if (before === undefined) Deno.env.delete(variable);
    else Deno.env.set(variable, before);
  }
}
