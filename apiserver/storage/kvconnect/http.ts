/**
 * Requests of KV Connect over the runtime's HTTP client, with bounded answers.
 *
 * @module
 */

import { joinedBytes } from "../../../toolkit/joined_bytes.ts";
import { certificatesOfPem } from "../../../toolkit/certificates/pem.ts";
import { StoreError } from "../errors.ts";
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

/** Makes the client. Throws `StoreError` for certificates that can't be used. */
export function createHttpClient(tls: StoreTls | undefined, where: string): Deno.HttpClient {
  try {
    // The runtime takes a text without certificates for none, and would trust the machine's alone.
    if (tls?.ca !== undefined) certificatesOfPem(tls.ca, "the file of authorities");
    return Deno.createHttpClient({
      // Over HTTP/2 the runtime's client stalls for 44 ms on bodies of 64 KiB and more.
      http1: true,
      http2: false,
      ...(tls?.ca !== undefined && { caCerts: [tls.ca] }),
      ...(tls?.cert !== undefined && tls.key !== undefined && { cert: tls.cert, key: tls.key }),
    });
  } catch (cause) {
    const { message } = cause as Error;
    throw new StoreError(`${where} can't be reached with these certificates: ${message}`, {
      cause,
    });
  }
}

/** Sends a request; the answer may have any status, and the caller reads its body or cancels it. */
export async function send(client: Deno.HttpClient, request: HttpRequest): Promise<Response> {
  const { url, headers, signal } = request;
  // The runtime sends a request again, without a word, whose connection was closed before it was
  // answered; but not one whose body it can't read a second time.
  const body = request.once ? ReadableStream.from([request.body]) : request.body;
  try {
    // Other origins must not get the token: whoever may follow a redirect does so by itself.
    const options = { method: "POST", headers, body, signal, redirect: "manual", client } as const;
    return await fetch(url, options);
  } catch (error) {
    throw failure(request, "failed", error);
  }
}

/** The error of an answer other than 200, with what the server says about it. */
export async function refusal(request: HttpRequest, response: Response): Promise<KvConnectError> {
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

async function beginningOf(response: Response, secrets: readonly string[]): Promise<string> {
  const reader = response.body?.getReader();
  if (reader === undefined) return "";
  const decoder = new TextDecoder();
  let text = "";
  try {
    while (text.length < MAX_ERROR_BYTES) {
      const { done, value } = await reader.read();
      if (done) break;
      text += decoder.decode(value, { stream: true });
    }
    await reader.cancel();
  } catch {
    // The status is known, and says enough.
  }
  return shownText(text.slice(0, MAX_ERROR_BYTES), secrets);
}

/** All of an answer's body; throws once it is longer than `limitBytes`. */
export async function readBody(
  request: HttpRequest,
  response: Response,
  limitBytes: number,
): Promise<Uint8Array> {
  // A length that was announced is kept to; there is none where the runtime unpacks the body.
  const announced = response.headers.get("content-length");
  if (announced !== null && Number(announced) <= limitBytes) {
    try {
      return await response.bytes();
    } catch (error) {
      throw failure(request, "broke off", error);
    }
  }
  const reader = response.body?.getReader();
  if (reader === undefined) return new Uint8Array(0);
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      length += value.length;
      if (length > limitBytes) {
        await reader.cancel();
        const message = `${request.url} answered with more than ${limitBytes} bytes`;
        throw new KvConnectError(message, "not at all");
      }
      chunks.push(value);
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
