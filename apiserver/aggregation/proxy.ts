/**
 * Passes requests on to extension servers: in the name of who asked, whose own credentials stay
 * here.
 *
 * @module
 */

import type { Duplex } from "node:stream";
import { StatusError } from "../../toolkit/errors/mod.ts";
import {
  type ByteStream,
  type HttpResponse,
  rawUpgrade,
  readBody,
} from "../../toolkit/serving/mod.ts";
import { type Transport, TransportError } from "../../toolkit/transport/mod.ts";
import type { User } from "../../toolkit/authentication/user.ts";
import { CalloutError, type Locate } from "../callout/mod.ts";
import type { RequestContext } from "../http/context.ts";
import type { RemoteService } from "./remote_service.ts";

/** What requests are passed on with. */
export interface ProxyOptions {
  readonly client: Transport;
  readonly locate: Locate;
}

/** Headers of one connection, and what only this server may say. */
const NOT_PASSED_ON = new Set([
  "authorization",
  "connection",
  "content-length",
  "host",
  "http2-settings",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

const REMOTE_PREFIX = "x-remote-";
const REMOTE_USER = "x-remote-user";
const REMOTE_UID = "x-remote-uid";
const REMOTE_GROUP = "x-remote-group";
const REMOTE_EXTRA = "x-remote-extra-";

/** Passes a request on, and its answer back. Throws a 503 where that can't be done. */
export async function forward(
  context: RequestContext,
  remote: RemoteService,
  { client, locate }: ProxyOptions,
): Promise<HttpResponse> {
  if (!remote.available) throw unavailable("service unavailable");
  const { request, signal } = context;
  const { method, path, query, upgrade } = request;
  try {
    const endpoint = remote.endpoint(locate);
    const answer = await client.send(endpoint, {
      method,
      path: query === "" ? path : `${path}?${query}`,
      headers: headersFor(context, endpoint.tls.serverName),
      body: await bodyFor(context),
      signal,
    });
    const headers = passedBack(answer.headers);
    const { upgraded, status, body } = answer;
    if (upgraded === undefined) return { status, headers, body };
    return rawUpgrade(
      upgrade ?? "",
      (stream) => join(stream, upgraded.stream, upgraded.head),
      headers,
    );
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof CalloutError || error instanceof TransportError) {
      throw unavailable(`error trying to reach service: ${error.message}`);
    }
    throw error;
  }
}

function unavailable(message: string): StatusError {
  return new StatusError({ code: 503, reason: "ServiceUnavailable", message });
}

/** Bodies up to this are sent at once, larger ones and those of unknown length in pieces. */
const WHOLE_BODY_BYTES = 256 * 1024;

async function bodyFor({ request }: RequestContext) {
  if (request.upgrade !== undefined) return undefined;
  const { "content-length": length, "transfer-encoding": transfer, "content-type": type } =
    request.headers;
  const size = Number(length ?? NaN);
  if (size <= WHOLE_BODY_BYTES) return await readBody(request, WHOLE_BODY_BYTES);
  // A request of HTTP/2 may have a body without saying so.
  const none = length === undefined && transfer === undefined && type === undefined;
  return none ? undefined : request.body();
}

function headersFor(
  { request, user }: RequestContext,
  host: string,
): Record<string, string | readonly string[]> {
  const headers: Record<string, string | readonly string[]> = {};
  for (const [name, value] of Object.entries(request.headers)) {
    const kept = value !== undefined && !name.startsWith(":") && !name.startsWith(REMOTE_PREFIX) &&
      !name.startsWith("impersonate-") && !NOT_PASSED_ON.has(name);
    if (kept) headers[name] = value;
  }
  const length = request.headers["content-length"];
  if (length !== undefined) headers["content-length"] = length;
  if (request.upgrade !== undefined) {
    headers.connection = "Upgrade";
    headers.upgrade = request.upgrade;
  }
  headers.host = host;
  headers["x-forwarded-for"] = forwardedFor(
    request.headers["x-forwarded-for"],
    request.peer.address,
  );
  return { ...headers, ...userHeaders(user) };
}

function forwardedFor(before: string | readonly string[] | undefined, address: string): string {
  return [...[before ?? []].flat(), address].join(", ");
}

/** Who asks, as the other server is told. */
export function userHeaders(user: User): Record<string, string | readonly string[]> {
  const headers: Record<string, string | readonly string[]> = {
    [REMOTE_USER]: headerText(user.name),
  };
  if (user.uid !== "") headers[REMOTE_UID] = headerText(user.uid);
  if (user.groups.length > 0) headers[REMOTE_GROUP] = user.groups.map(headerText);
  for (const [key, values] of Object.entries(user.extra)) {
    // A key may hold anything; a header's name may not.
    const name = encodeURIComponent(key.toLowerCase()).replaceAll(/[()'*]/g, percent);
    headers[`${REMOTE_EXTRA}${name}`] = values.map(headerText);
  }
  return headers;
}

function percent(char: string): string {
  return `%${char.charCodeAt(0).toString(16).toUpperCase()}`;
}

/** Bytes of UTF-8 as a header carries them. A name with a line break in it is nobody's. */
function headerText(text: string): string {
  // deno-lint-ignore no-control-regex
  if (/[\x00-\x08\x0a-\x1f\x7f]/.test(text)) {
    throw unavailable(
      "the user's name can't be sent to the extension server: it has characters that no header may have",
    );
  }
  return String.fromCharCode(...new TextEncoder().encode(text));
}

function passedBack(
  headers: Readonly<Record<string, string | readonly string[]>>,
): Record<string, string | readonly string[]> {
  const kept = Object.entries(headers).filter(([name]) =>
    name === "content-length" || !NOT_PASSED_ON.has(name)
  );
  return Object.fromEntries(kept);
}

/** Bytes both ways until both sides have ended. */
async function join(client: ByteStream, server: Duplex, head: Uint8Array): Promise<void> {
  const there = (async () => {
    for await (const piece of client.incoming) {
      if (!server.write(piece)) await new Promise((resolve) => server.once("drain", resolve));
    }
    server.end();
  })();
  const back = (async () => {
    if (head.length > 0) await client.write(head);
    for await (const piece of server) await client.write(piece);
    client.closeWrite();
  })();
  try {
    await Promise.all([there, back]);
  } finally {
    server.destroy();
    client.close();
  }
}
