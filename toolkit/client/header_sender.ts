/**
 * Requests with headers of their own: what the client is called, and as whom it acts.
 *
 * @module
 */

import { type HeaderList, impersonationHeaders } from "../clientconfig/credentials.ts";
import type { Headers, TransportRequest, TransportResponse } from "../transport/exchange.ts";
import type { Impersonation } from "./client.ts";
import type { WebSocketRequest } from "../transport/websocket.ts";
import type { MessageStream, RequestSender } from "./sender.ts";

/** Adds headers to each request. */
export class HeaderSender implements RequestSender {
  readonly #sender: RequestSender;
  readonly #headers: Headers;

  constructor(sender: RequestSender, headers: HeaderList) {
    this.#sender = sender;
    const byName = Map.groupBy(headers, ([name]) => name.toLowerCase());
    this.#headers = Object.fromEntries(
      [...byName].map(([name, values]) => [name, values.map(([, value]) => value)]),
    );
  }

  async send(request: TransportRequest): Promise<TransportResponse> {
    return await this.#sender.send({
      ...request,
      headers: { ...this.#headers, ...request.headers },
    });
  }

  async webSocket(request: WebSocketRequest): Promise<MessageStream> {
    return await this.#sender.webSocket({
      ...request,
      headers: { ...this.#headers, ...request.headers },
    });
  }
}

/** The headers by which a client acts as somebody; throws where one can't be written. */
export function headersOf({ user, uid, groups, extra }: Impersonation): HeaderList {
  return impersonationHeaders({
    as: user,
    ...(uid !== undefined && { "as-uid": uid }),
    ...(groups !== undefined && { "as-groups": [...groups] }),
    ...(extra !== undefined && {
      "as-user-extra": Object.fromEntries(
        Object.entries(extra).map(([key, values]) => [key, [...values]]),
      ),
    }),
  });
}
