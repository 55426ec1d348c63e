/**
 * One connection of a client, from its first byte to its last: what phase it is in, who is at its
 * other end, what it is busy with.
 *
 * @module
 */

import type { Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import { MAX_SENT_CERTIFICATES } from "../certificates/mod.ts";
import type { ServerConnection } from "../http2/mod.ts";
import { type Placed, Slots } from "../slots.ts";
import { unmapped } from "./listener.ts";
import type { Peer } from "./peer.ts";

/** What a connection does. An upgraded one is its handler's own. */
export type Phase = "handshake" | "http1" | "http2" | "upgraded";

/** A request that is not answered in full. */
export interface UnderWay extends Placed {
  /** The client is gone before it is. */
  gone(): void;
}

/**
 * The state of one accepted connection: its socket, phase and peer, and the requests under way.
 * `gone()` tells each of those requests, and all of `onClose`, that the client is no longer
 * there.
 */
export class Connection {
  phase: Phase = "handshake";
  readonly #active = new Slots<UnderWay>();
  /** Handlers that are still at work for requests that are over. */
  abandoned = 0;
  /** Whether there was a request. */
  used = false;
  /** Since when, monotonic, the connection has been in its phase or without a request. */
  since: number;
  /** What carries its requests, where that is HTTP/2. */
  http2: ServerConnection | undefined;
  serverName: string | undefined;
  /** Who sends its requests: an address, until a handler knows better. */
  sender: string;
  /** Told when the connection is no more. */
  readonly onClose = new Set<() => void>();
  #socket: Socket | TLSSocket;
  #peer: Peer;

  constructor(socket: Socket, now: number) {
    this.#socket = socket;
    this.since = now;
    // Read now: a socket that is gone has forgotten them.
    this.#peer = {
      address: unmapped(socket.remoteAddress ?? ""),
      port: socket.remotePort ?? 0,
    };
    this.sender = this.#peer.address;
  }

  get socket(): Socket | TLSSocket {
    return this.#socket;
  }

  /** The handshake is done: `socket` carries the plain bytes. */
  secured(socket: TLSSocket, now: number): void {
    this.#socket = socket;
    const certificates = sentCertificates(socket);
    this.#peer = {
      ...this.#peer,
      ...(this.serverName !== undefined && { serverName: this.serverName }),
      ...(certificates !== undefined && { certificates }),
    };
    this.phase = socket.alpnProtocol === "h2" ? "http2" : "http1";
    this.since = now;
  }

  /** There is no handshake on a plain listener. */
  plain(): void {
    this.phase = "http1";
  }

  get peer(): Peer {
    return this.#peer;
  }

  /** Bytes that wait. */
  get backlogBytes(): number {
    return this.#socket.writableLength;
  }

  /** How many requests are not answered in full. */
  get active(): number {
    return this.#active.size;
  }

  /** A request has begun; it is told when the connection goes before it ends. */
  begin(request: UnderWay): void {
    this.#active.add(request);
    this.used = true;
  }

  /** A request has ended, one way or the other. */
  end(request: UnderWay, now: number): void {
    this.#active.remove(request);
    this.since = now;
  }

  /** The connection is no more: whoever counted on it is told. */
  gone(): void {
    for (const request of [...this.#active]) request.gone();
    for (const told of [...this.onClose]) told();
    this.#active.clear();
    this.onClose.clear();
  }

  /** Lets what is under way finish, and takes nothing new. */
  closeWhenIdle(): void {
    if (this.http2 !== undefined) this.http2.close();
    else if (this.#active.size === 0 && this.phase !== "upgraded") this.#socket.destroySoon();
  }

  destroy(): void {
    this.http2?.destroy();
    this.#socket.destroy();
  }
}

/** What stands for certificates that the runtime can't parse: nothing that ever verifies. */
const MALFORMED: readonly Uint8Array[] = [new Uint8Array(0)];

function sentCertificates(socket: TLSSocket): readonly Uint8Array[] | undefined {
  try {
    const sent: Uint8Array[] = [];
    const seen = new Set<unknown>();
    let next = socket.getPeerCertificate(true) as
      | { raw?: Uint8Array; issuerCertificate?: typeof next }
      | undefined;
    // One more than may be sent is enough for the refusal.
    while (next?.raw !== undefined && !seen.has(next) && sent.length <= MAX_SENT_CERTIFICATES) {
      seen.add(next);
      sent.push(next.raw);
      next = next.issuerCertificate;
    }
    return sent.length === 0 ? undefined : sent;
  } catch {
    return MALFORMED;
  }
}
