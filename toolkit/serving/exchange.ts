/**
 * What the two protocol versions have in common: running the handler, and what becomes of its
 * failures.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import type { Clock } from "../clock.ts";
import { isRequestEntityTooLarge } from "../errors/mod.ts";
import type { Logger } from "../logger.ts";
import type { Connections } from "./connections.ts";
import type { DateField } from "./date_field.ts";
import { checkField } from "./fields.ts";
import type { Handler, HttpRequest, HttpResponse, PushBody } from "./http.ts";
import type { ServingLimits } from "./limits.ts";
import { ClientGone, type Pieces, PieceSender } from "./pieces.ts";
import type { Turns } from "./turns.ts";
import { isPushed, PushSender } from "./push.ts";

/** What requests of one server share. */
export interface Serving {
  readonly handler: Handler;
  readonly limits: ServingLimits;
  readonly logger: Logger;
  readonly connections: Connections;
  readonly clock: Clock;
  readonly date: DateField;
  readonly turns: Turns;
  readonly handshakeFailed: (() => void) | undefined;
}

/** The answer to what no handler answered. */
const INTERNAL_ERROR: HttpResponse = {
  status: 500,
  headers: { "content-type": "text/plain; charset=utf-8", "x-content-type-options": "nosniff" },
  body: "Internal Server Error\n",
};

/** A short answer in plain words. */
export function plain(status: number, text: string): HttpResponse {
  return { ...INTERNAL_ERROR, status, body: `${text}\n`, closeConnection: true };
}

/** Aborts late and only where somebody listens: a signal costs more than most requests. */
export class LazyAbort {
  #controller: AbortController | undefined;
  #callbacks: Set<() => void> | undefined;
  #reason: unknown;
  #gone = false;

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#reason !== undefined) this.#controller.abort(this.#reason);
    }
    return this.#controller.signal;
  }

  /** Why it is to end; undefined while it is not. */
  get reason(): unknown {
    return this.#reason;
  }

  /** Whether there is nobody to answer any more. */
  get gone(): boolean {
    return this.#gone;
  }

  /** The client is gone, or all ends at once. */
  abort(reason: unknown = new ClientGone()): void {
    this.#gone = true;
    this.cancel(reason);
  }

  /** The work is to end; the client is still there. */
  cancel(reason: unknown): void {
    if (this.#reason !== undefined) return;
    this.#reason = reason ?? new DOMException("the request was cancelled", "AbortError");
    this.#controller?.abort(this.#reason);
    for (const callback of this.#callbacks ?? []) callback();
    this.#callbacks = undefined;
  }

  /** Calls back once when there is a reason to end; returns what takes that back. */
  onAbort(callback: () => void): () => void {
    const callbacks = this.#callbacks ??= new Set();
    callbacks.add(callback);
    return () => callbacks.delete(callback);
  }
}

/** The handler's response; a 500 in place of what it throws. */
export function respond(
  serving: Pick<Serving, "handler" | "logger">,
  request: HttpRequest,
  send: (response: HttpResponse) => void,
  aborted: () => boolean,
): void {
  try {
    const response = serving.handler(request);
    if (!(response instanceof Promise)) send(response);
    else response.then(send).catch((error) => failed(serving, request, error, send, aborted));
  } catch (error) {
    failed(serving, request, error, send, aborted);
  }
}

function failed(
  { logger }: Pick<Serving, "logger">,
  request: HttpRequest,
  error: unknown,
  send: (response: HttpResponse) => void,
  aborted: () => boolean,
): void {
  // A handler that ends because its client went has nothing to report, and nobody to answer.
  if (aborted()) return;
  if (isRequestEntityTooLarge(error)) {
    return send(plain(413, (error as Error).message));
  }
  logger.error("A request failed", error, { method: request.method, path: request.path });
  try {
    send(INTERNAL_ERROR);
  } catch (second) {
    logger.error("A response could not be sent", second, { path: request.path });
  }
}

/** A text or bytes as what the runtime sends without another copy. */
export function bytesOf(body: Uint8Array | string): Buffer {
  return typeof body === "string"
    ? Buffer.from(body)
    : Buffer.from(body.buffer, body.byteOffset, body.byteLength);
}

/** Statuses whose responses have no body by definition. */
export function bodiless(status: number): boolean {
  return status === 204 || status === 304 || status < 200;
}

/** A body that is there as a whole. */
export function isWhole(body: HttpResponse["body"]): body is Uint8Array | string | undefined {
  return body === undefined || typeof body === "string" || body instanceof Uint8Array;
}

/** What sends a body piece by piece, until it has ended or is cancelled. */
export interface Sender {
  start(): void;
  /** The client is gone: the body's maker is told, and nothing more is asked of it. */
  cancel(): void;
}

/** What sends a body that is not whole to `pieces`. */
export function senderOf(
  body: AsyncIterable<Uint8Array> | PushBody,
  pieces: Pieces,
  serving: Serving,
): Sender {
  return isPushed(body)
    ? new PushSender(body, pieces, serving)
    : new PieceSender(body, pieces, serving);
}

/** Gives up a response that nobody is there for: what makes its body is told. */
export function discard({ body, upgrade }: HttpResponse): void {
  upgrade?.abandoned?.();
  if (isWhole(body)) return;
  if (isPushed(body)) return body.cancel();
  Promise.resolve(body[Symbol.asyncIterator]().return?.()).catch(() => {});
}

/** The fields of a response, each checked, in an object of its own. */
export function fieldsOf({ headers }: HttpResponse): Record<string, string | number | string[]> {
  const fields: Record<string, string | number | string[]> = {};
  for (const name in headers) {
    const value = headers[name];
    if (value === undefined) continue;
    checkField(name, value);
    fields[name] = value as string | string[];
  }
  return fields;
}
