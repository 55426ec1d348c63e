/**
 * What a pool keeps: a connection that carries one request at a time, or many.
 *
 * @module
 */

import type { ClientIdentity, Protocol } from "./endpoint.ts";
import type { ExchangeOptions, TransportResponse } from "./exchange.ts";

/**
 * A client's connection as its pool sees it, whether HTTP/1.1 or HTTP/2. Each `reserve()` is
 * followed by one `exchange()` or one `release()`.
 */
export interface Connection {
  readonly protocol: Protocol;
  /** What it was made with. */
  readonly identity: ClientIdentity | undefined;
  /** Whether it takes another request now. */
  readonly isFree: boolean;
  /** Whether it carries none. */
  readonly isIdle: boolean;
  /** Whether it is over. */
  readonly isClosed: boolean;
  /** Whether it carried a request before: its server may have given it up since. */
  readonly isUsed: boolean;
  /** Takes the place of one request, which `exchange()` then sends, or `release()` gives back. */
  reserve(): void;
  /** Gives back what was reserved. */
  release(): void;
  /**
   * Sends a request and settles with the head of the answer. What was reserved is given back when
   * the answer has been read, or has failed.
   */
  exchange(options: ExchangeOptions): Promise<TransportResponse>;
  /** Takes no more requests, and ends when those under way are done. */
  retire(): void;
  /** Ends at once. */
  destroy(): void;
}

/** What a connection tells its pool. */
export interface ConnectionEvents {
  /** It may take another request than before, or is idle. */
  changed(connection: Connection): void;
  /** It is over, or no longer the pool's. Once. */
  closed(connection: Connection): void;
}
