/**
 * Passes requests on, and what is answered back.
 *
 * @module
 */

import type { Clock } from "../../toolkit/clock.ts";
import { badRequest, internalError, serviceUnavailable } from "../../toolkit/errors/mod.ts";
import { type HttpResponse, rawUpgrade } from "../../toolkit/serving/mod.ts";
import {
  type Endpoint,
  type Transport,
  TransportError,
  type TransportLimits,
  type TransportRequest,
  type TransportResponse,
} from "../../toolkit/transport/mod.ts";
import type { RequestContext } from "../http/context.ts";
import { joinStreams, type Throttle } from "./join_streams.ts";
import { bodyToPass } from "./passed_body.ts";
import { headersToPass, headersToReturn, type PassedHeaders } from "./passed_headers.ts";

/** What requests are passed on with. */
export interface PassOptions {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly throttle: Throttle;
  /** Ends all that lasts: aborts with what its clients are told. */
  readonly stop: AbortSignal;
}

/** Where a request goes. */
export interface Destination {
  readonly endpoint: Endpoint;
  /** With its query. */
  readonly path: string;
  /** What the place is called in the request. */
  readonly host: string;
  /** What the errors of a connection that fails begin with. */
  readonly failing: string;
  readonly limits?: Partial<TransportLimits> | undefined;
}

/** Passes requests on. */
export class PassOn {
  readonly #options: PassOptions;

  constructor(options: PassOptions) {
    this.#options = options;
  }

  /** Asks on the client's behalf; the answer is read no faster than its reader is. Throws a 503. */
  async send(
    { signal }: RequestContext,
    { endpoint, failing, limits }: Destination,
    request: Pick<TransportRequest, "method" | "path" | "headers" | "body">,
  ): Promise<TransportResponse> {
    const { transport, stop } = this.#options;
    const either = AbortSignal.any([signal, stop]);
    try {
      return await transport.send(endpoint, {
        ...request,
        limits,
        signal: either,
      });
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof TransportError)) throw error;
      throw serviceUnavailable(`${failing}: ${error.message}`);
    }
  }

  /** Passes a request on as it is, but for its headers: see `headersToPass()`. Throws a 503. */
  async request(
    context: RequestContext,
    to: Destination,
    headers: PassedHeaders = {},
  ): Promise<TransportResponse> {
    const body = await bodyToPass(context);
    return await this.send(context, to, {
      method: context.request.method,
      path: to.path,
      headers: { ...headersToPass(context, to.host), ...headers },
      body: body === undefined || body instanceof Uint8Array ? body : this.#options.throttle(body),
    });
  }

  /**
   * Passes on a request to change the protocol: from there on bytes go both ways. Where that is refused the
   * client is told what was answered. Throws a 400 where the client asks for nothing such, a 503 and a 500.
   */
  async upgrade(context: RequestContext, to: Destination): Promise<HttpResponse> {
    const { clock, throttle } = this.#options;
    const { upgrade } = context.request;
    if (upgrade === undefined) throw badRequest("Upgrade request required");
    const answer = await this.request(context, to);
    const { status, upgraded, body } = answer;
    const headers = headersToReturn(answer.headers);
    if (upgraded !== undefined) {
      const answered = answer.headers.upgrade;
      return rawUpgrade(
        typeof answered === "string" ? answered : upgrade,
        (stream) => joinStreams(stream, upgraded, { clock, throttle }),
        headers,
      );
    }
    if (status >= 400) return { status, headers, body: this.body(answer) };
    body.discard();
    throw internalError(`invalid upgrade response: status code ${status}`);
  }

  /** The body of an answer, on its way to the client. */
  body({ body }: TransportResponse): AsyncIterable<Uint8Array> {
    return this.#options.throttle(body);
  }
}
