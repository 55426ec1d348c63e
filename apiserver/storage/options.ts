/**
 * What a store is opened with.
 *
 * @module
 */

import type { Clock } from "../../toolkit/clock.ts";
import type { Logger, Redacted } from "../../toolkit/logger.ts";
import type { Dialect } from "../../toolkit/names.ts";
import type { Proxy } from "../../toolkit/transport/mod.ts";

/** Options of `openStore`. */
export interface StoreOptions {
  readonly dialect: Dialect;
  /** `--store-prefix`: what all keys of this server start with. A store that others may use too, for
   * keys of their own, looks at nothing else; one of our own needs no such bound. */
  readonly prefix: string;
  readonly clock: Clock;
  readonly logger: Logger;
  /** `--store-compaction-interval` in milliseconds, 0 for none. Default five minutes. */
  readonly compactionIntervalMs?: number | undefined;
  /** `--store-history-bytes`, 0 for no bound. Default 2 GiB. */
  readonly historyBytes?: number | undefined;
  /** Certificates for remote stores, in PEM. */
  readonly tls?: StoreTls | undefined;
  /** The way to remote stores. Default: no proxy is on it. */
  readonly proxy?: Proxy | undefined;
  /** The access token of a remote KV database. */
  readonly accessToken?: Redacted | undefined;
  /** Make a store where there is none; otherwise that is an error. Default true. */
  readonly create?: boolean | undefined;
  /** Open a store with half of a backup in it too: to restore it again. Default false. */
  readonly unfinishedRestore?: boolean | undefined;
}

/** Certificates for remote stores, in PEM. */
export interface StoreTls {
  /** Authorities that the store's certificate may come from. Default: those of the machine. */
  readonly ca?: string;
  /** Our certificate and its key. */
  readonly cert?: string;
  readonly key?: string;
}

/** {@link StoreOptions}, complete. */
export interface BackendOptions extends StoreOptions {
  readonly compactionIntervalMs: number;
  readonly historyBytes: number;
}

/** One parsed server of `--store-servers`. */
export interface Server {
  /** Its scheme, without the colon. */
  readonly scheme: string;
  /** All of it, with the scheme. */
  readonly url: string;
}
