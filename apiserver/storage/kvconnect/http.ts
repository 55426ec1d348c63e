/**
 * Requests of KV Connect, with bounded answers.
 *
 * @module
 */

import { joinedBytes } from "../../../toolkit/joined_bytes.ts";
import {
  type Endpoint,
  type Proxy,
  Transport,
  type TransportResponse,
} from "../../../toolkit/transport/mod.ts";
import type { StoreTls } from "../options.ts";
import { KvConnectError, shownText } from "./error.ts";

/** One request; all of them are POSTs. */
export interface HttpRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer>;
  /** That it must not be sent twice, whatever happens. Default false. */
  readonly once?: boolean;
  /** Ends it and the reading of its answer. */
  readonly signal: AbortSignal;
  /** What errors must not show. */
  readonly secrets: readonly string[];
}

/** The part of an answer other than 200 that is read: what people need of it fits. */
const MAX_ERROR_BYTES = 16 * 1024;

/** Sends requests, to whatever server they name, with the same certificates. */
export class StoreHttp {
  readonly #transport: Transport;
  readonly #roots: string | undefined;

  /** `tls` has been checked. */
  constructor(tls: StoreTls | undefined, proxy?: Proxy) {
    const identity = tls?.cert === undefined || tls.key === undefined
      ? undefined
      : { certificate: tls.cert, key: tls.key };
    this.#roots = tls?.ca;
    this.#transport = new Transport({ identity: () => identity, proxy });
  }

  /** Sends a request; the answer may have any status, and the caller reads its body or discards it. */
  async send(request: HttpRequest): Promise<TransportResponse> {
    const { url, headers, body, signal } = request;
    const { pathname, search } = new URL(url);
    try {
      // Redirects are not followed: other servers must not get the token.
      return await this.#transport.send(this.#endpointOf(new URL(url)), {
        method: "POST",
        path: pathname + search,
        headers,
        body,
        // A request whose connection was closed before it was answered may have been done.
        replayable: request.once !== true,
        signal,
      });
    } catch (error) {
      throw failure(request, "failed", error);
    }
  }

  #endpointOf({ protocol, hostname, port }: URL): Endpoint {
    const host = hostname.replace(/^\[(.*)\]$/, "$1");
    const isSecure = protocol === "https:";
    return {
      host,
      port: port === "" ? (isSecure ? 443 : 80) : Number(port),
      ...(isSecure && { tls: { serverName: host, roots: this.#roots } }),
    };
  }

  /** Ends the connections that nobody uses. */
  close(): void {
    this.#transport.close();
  }
}

/** The error of an answer other than 200, with what the server says about it. */
export async function refusal(
  request: HttpRequest,
  response: TransportResponse,
): Promise<KvConnectError> {
  const { status } = response;
  const text = await beginningOf(response, request.secrets);
  const message = `${request.url} answered HTTP status ${status}${text === "" ? "" : `: ${text}`}`;
  const unauthorized = status === 401 || status === 403;
  const passing = status >= 500 || status === 408 || status === 429;
  return new KvConnectError(
    message,
    unauthorized ? "with a new token" : passing ? "later" : "not at all",
  );
}

async function beginningOf(
  { body }: TransportResponse,
  secrets: readonly string[],
): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  try {
    for await (const piece of body) {
      text += decoder.decode(piece, { stream: true });
      if (text.length >= MAX_ERROR_BYTES) break;
    }
  } catch {
    // The status is known, and says enough.
  }
  return shownText(text.slice(0, MAX_ERROR_BYTES), secrets);
}

/** All of an answer's body; throws once it is longer than `limitBytes`. */
export async function readBody(
  request: HttpRequest,
  { headers, body }: TransportResponse,
  limitBytes: number,
): Promise<Uint8Array> {
  if (headers["content-encoding"] !== undefined) {
    body.discard();
    const message = `${request.url} answered with a Content-Encoding that nobody asked for`;
    throw new KvConnectError(message, "not at all");
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of body) {
      length += chunk.length;
      if (length > limitBytes) {
        const message = `${request.url} answered with more than ${limitBytes} bytes`;
        throw new KvConnectError(message, "not at all");
      }
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof KvConnectError) throw error;
    throw failure(request, "broke off", error);
  }
  return joined(chunks, length);
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const [first] = chunks;
  return first !== undefined && first.length === length ? first : joinedBytes(chunks, length);
}

/** What a request failed with on its way: the reason of its signal if that ended it. */
export function failure(
  { url, signal, secrets }: HttpRequest,
  how: string,
  cause: unknown,
): unknown {
  if (signal.aborted) return signal.reason;
  const { message } = cause as Error;
  return new KvConnectError(`the call to ${url} ${how}: ${shownText(message, secrets)}`, "later");
}
