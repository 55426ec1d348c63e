/**
 * Requests of this server to others that objects name: webhooks, extension servers. Connections are
 * kept, few and checked: the certificate must be of the authority that the object says, for the name
 * that it says, wherever the connection goes.
 *
 * @module
 */

import type { ClientRequest, IncomingMessage } from "node:http";
import { Agent, request as httpsRequest, type RequestOptions } from "node:https";
import { isIP } from "node:net";
import type { Duplex } from "node:stream";

/** Where a request goes, and whom it takes for the right one. */
export interface Endpoint {
  /** A name or an address, without brackets. */
  readonly host: string;
  readonly port: number;
  /** What the certificate must be for. */
  readonly serverName: string;
  /** PEM of the authorities that are trusted; undefined: those of the machine. */
  readonly authorities?: string | undefined;
  /** Takes any certificate, as an object asked for. */
  readonly insecure?: boolean | undefined;
}

/** What this server proves who it is with, as PEM. */
export interface ClientIdentity {
  readonly certificate: string;
  readonly key: string;
}

export interface OutgoingRequest {
  readonly method: string;
  /** With the query, percent-encoded. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  /** All of it, or pieces as they come. Default: none. */
  readonly body?: Uint8Array | AsyncIterable<Uint8Array> | undefined;
  readonly signal: AbortSignal;
}

/** An answer whose body is read by its caller. */
export interface IncomingAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: AsyncIterable<Uint8Array>;
  /** After `101`: the connection, and what came on it already. */
  readonly upgraded?: { readonly stream: Duplex; readonly head: Uint8Array } | undefined;
}

/** A server that did not answer as HTTP has it, or not at all. */
export class CalloutError extends Error {
  override readonly name = "CalloutError";
}

/** Connections to one place at a time. */
const MOST_CONNECTIONS = 64;
/** Places whose connections are kept. */
const MOST_PLACES = 256;
const KEPT_IDLE_MS = 30_000;

/** See the module's comment. */
export class HttpsClient {
  readonly #identity: (() => ClientIdentity | undefined) | undefined;
  readonly #agents = new Map<string, Agent>();

  /** `identity`: asked for with every new connection, as it may change. */
  constructor(identity?: () => ClientIdentity | undefined) {
    this.#identity = identity;
  }

  /** Sends a request; settles with the head of the answer. Redirects are not followed. */
  send(endpoint: Endpoint, request: OutgoingRequest): Promise<IncomingAnswer> {
    const { method, path, headers, signal } = request;
    return new Promise((resolve, reject) => {
      const outgoing = httpsRequest({
        host: endpoint.host,
        port: endpoint.port,
        method,
        path,
        headers: headers as Record<string, string | string[]>,
        signal,
        ...this.#connectionFor(endpoint, request.body),
      });
      outgoing.on("error", (error) => reject(signal.aborted ? signal.reason : shown(error)));
      outgoing.on("response", (incoming) => resolve(answerOf(incoming, bodyOf(incoming, signal))));
      outgoing.on("upgrade", (incoming, stream, head) => {
        resolve({ ...answerOf(incoming, nothing()), upgraded: { stream, head } });
      });
      sendBody(outgoing, request.body).catch((error) => outgoing.destroy(error));
    });
  }

  /** Sends a request and reads the whole answer, `limitBytes` of it at most. */
  async call(
    endpoint: Endpoint,
    request: OutgoingRequest,
    limitBytes: number,
  ): Promise<{ status: number; headers: IncomingAnswer["headers"]; body: Uint8Array }> {
    const { status, headers, body } = await this.send(endpoint, request);
    const pieces: Uint8Array[] = [];
    let length = 0;
    for await (const piece of body) {
      pieces.push(piece);
      length += piece.length;
      if (length > limitBytes) {
        throw new CalloutError(`the answer is longer than ${limitBytes} bytes`);
      }
    }
    const whole = new Uint8Array(length);
    let at = 0;
    for (const piece of pieces) {
      whole.set(piece, at);
      at += piece.length;
    }
    return { status, headers, body: whole };
  }

  /** Ends all connections that nobody uses. */
  close(): void {
    for (const agent of this.#agents.values()) agent.destroy();
    this.#agents.clear();
  }

  /**
   * A connection that is kept, or one of its own for a body that comes in pieces: on Deno 2.7.14 the
   * request after such a one waits on the same connection until that is closed.
   */
  #connectionFor(endpoint: Endpoint, body: OutgoingRequest["body"]): RequestOptions {
    if (body === undefined || body instanceof Uint8Array) return { agent: this.#agentOf(endpoint) };
    return { agent: false, ...trustOf(endpoint, this.#identity?.()) };
  }

  #agentOf(endpoint: Endpoint): Agent {
    const { serverName, authorities, insecure } = endpoint;
    const identity = this.#identity?.();
    const key = [serverName, insecure, authorities, identity?.certificate].join("\n");
    const known = this.#agents.get(key);
    if (known !== undefined) {
      // The one that was used longest ago goes first.
      this.#agents.delete(key);
      this.#agents.set(key, known);
      return known;
    }
    const agent = new Agent({
      keepAlive: true,
      maxSockets: MOST_CONNECTIONS,
      timeout: KEPT_IDLE_MS,
      ...trustOf(endpoint, identity),
    });
    if (this.#agents.size >= MOST_PLACES) {
      for (const [oldest, one] of this.#agents) {
        one.destroy();
        this.#agents.delete(oldest);
        break;
      }
    }
    this.#agents.set(key, agent);
    return agent;
  }
}

interface Trust {
  readonly servername?: string;
  readonly rejectUnauthorized: boolean;
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
}

/** Whom a connection takes for the right one, and what it proves itself with. */
function trustOf(
  { serverName, authorities, insecure }: Endpoint,
  identity: ClientIdentity | undefined,
): Trust {
  return {
    // An address is no name: then the certificate must be for the address itself.
    ...(isIP(serverName) === 0 && { servername: serverName }),
    rejectUnauthorized: insecure !== true,
    ...(authorities !== undefined && { ca: authorities }),
    ...(identity !== undefined && { cert: identity.certificate, key: identity.key }),
  };
}

async function sendBody(
  outgoing: ClientRequest,
  body: OutgoingRequest["body"],
): Promise<void> {
  if (body === undefined || body instanceof Uint8Array) {
    outgoing.end(body);
    return;
  }
  for await (const piece of body) {
    if (outgoing.destroyed) return;
    if (!outgoing.write(piece)) await drained(outgoing);
  }
  outgoing.end();
}

function drained(outgoing: ClientRequest): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      outgoing.off("drain", done);
      outgoing.off("close", done);
      resolve();
    };
    outgoing.on("drain", done);
    outgoing.on("close", done);
  });
}

function answerOf(incoming: IncomingMessage, body: AsyncIterable<Uint8Array>): IncomingAnswer {
  const headers: Record<string, string | readonly string[]> = {};
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined) headers[name] = value;
  }
  return { status: incoming.statusCode ?? 0, headers, body };
}

async function* bodyOf(
  incoming: IncomingMessage,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const abort = () => incoming.destroy();
  signal.addEventListener("abort", abort, { once: true });
  try {
    for await (const piece of incoming) yield piece;
    if (!incoming.complete) throw new CalloutError("unexpected EOF");
  } catch (error) {
    throw signal.aborted ? signal.reason : shown(error);
  } finally {
    signal.removeEventListener("abort", abort);
    if (!incoming.complete) incoming.destroy();
  }
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

function shown(error: unknown): Error {
  if (error instanceof CalloutError || !(error instanceof Error)) {
    return error instanceof Error ? error : new CalloutError(String(error));
  }
  return new CalloutError(error.message, { cause: error });
}
