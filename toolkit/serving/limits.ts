/**
 * What one client can cost a server. Every bound of serving is here, with its unit in its name.
 *
 * @module
 */

/**
 * Bounds on what one client can cost a server, each with its default. Sizes and times are the
 * reference's where it has any.
 */
export interface ServingLimits {
  /** All header fields of a request together; more is a 431. Default 1 MiB. */
  readonly headerBytes: number;
  /** Header fields of a request; more is a 431. Default 1,000. */
  readonly headerCount: number;
  /** Path and query of a request; more is a 414. Default 64 KiB. */
  readonly targetBytes: number;
  /** From the connection to the end of its TLS handshake. Default 10 s. */
  readonly handshakeTimeoutMs: number;
  /** From the end of the handshake to the first request of HTTP/1.1, complete. Default 32 s. */
  readonly headersTimeoutMs: number;
  /** Without a request on a connection that had one. Default 90 s. */
  readonly idleTimeoutMs: number;
  /** That a body, either way, may stand still while this side waits for the client. Default 2 min. */
  readonly stallTimeoutMs: number;
  /** Requests at a time on one HTTP/2 connection. Default 100. */
  readonly streamsPerConnection: number;
  /** Connections at a time; further ones are closed at once. Default 65,536. */
  readonly connections: number;
}

/** The limits of a server that is told of none. */
const DEFAULT_LIMITS: ServingLimits = {
  headerBytes: 1024 * 1024,
  headerCount: 1000,
  targetBytes: 64 * 1024,
  handshakeTimeoutMs: 10_000,
  headersTimeoutMs: 32_000,
  idleTimeoutMs: 90_000,
  stallTimeoutMs: 120_000,
  streamsPerConnection: 100,
  connections: 65_536,
};

/** `given` over the defaults. Throws on a bound that is none. */
export function completeLimits(given: Partial<ServingLimits> = {}): ServingLimits {
  const limits = { ...DEFAULT_LIMITS, ...given };
  for (const [name, value] of Object.entries(limits)) {
    if (!(Number.isFinite(value) && value > 0)) {
      throw new RangeError(`the limit ${name} must be a positive number, not ${value}`);
    }
  }
  return limits;
}

/** Bytes of a TLS client's first message past which it is not read on. */
export const CLIENT_HELLO_BYTES = 32 * 1024;

/** How often connections are looked at for being late, in parts of the shortest timeout. */
export const SWEEPS_PER_TIMEOUT = 4;

/** Bytes of one WebSocket message, unless the handler says otherwise. */
export const WEBSOCKET_MESSAGE_BYTES = 1024 * 1024;

/** Bytes of WebSocket messages that wait for their reader before the client has to. */
export const WEBSOCKET_QUEUE_BYTES = 1024 * 1024;

/**
 * Bytes of a response that are handed to the runtime at once: more is sent piece by piece. The
 * runtime moves the rest of a piece with every part that it encrypts, so that a list of 9 MB takes
 * twice the time in pieces of 1 MB (measured).
 */
export const PIECE_BYTES = 128 * 1024;

/** Bytes that wait on one connection past which its client is not read for any more. */
export const BACKLOG_BYTES = 64 * 1024 * 1024;

/** Bytes of a request's body that are taken in unread, to keep a connection that is in use. */
export const DISCARDED_BODY_BYTES = 256 * 1024;

/** The same on a stream of HTTP/2, whose connection carries other requests. */
export const DISCARDED_STREAM_BYTES = 16 * 1024 * 1024;

/**
 * How long a connection stays open with a body that nobody takes in: closed at once, it would take from its client, which
 * still sends, the response.
 */
export const UNREAD_BODY_MS = 500;
