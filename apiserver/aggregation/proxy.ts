/**
 * Passes requests on to extension servers: in the name of who asked, whose own credentials stay
 * here.
 *
 * @module
 */

import type { Clock } from "../../toolkit/clock.ts";
import { serviceUnavailable } from "../../toolkit/errors/mod.ts";
import { type HttpResponse, rawUpgrade } from "../../toolkit/serving/mod.ts";
import { type Transport, TransportError } from "../../toolkit/transport/mod.ts";
import type { User } from "../../toolkit/authentication/user.ts";
import { CalloutError, type Locate } from "../callout/mod.ts";
import { encodedPath } from "../callout/webhook_url.ts";
import {
  bodyToPass,
  headersToPass,
  headersToReturn,
  joinStreams,
  type PassedHeaders,
  withholdCrossOrigin,
} from "../connect/mod.ts";
import type { RequestContext } from "../http/context.ts";
import type { RequestInfo } from "../http/request_info.ts";
import type { RemoteService } from "./remote_service.ts";

/** What requests are passed on with. */
export interface ProxyOptions {
  readonly client: Pick<Transport, "send">;
  readonly clock: Clock;
  readonly locate: Locate;
}

/** What a version has is asked for by all clients, of all versions: one server is not to hold them up. */
const DISCOVERY_LIMITS = { connectTimeoutMs: 5_000, headTimeoutMs: 5_000 };

const REMOTE_USER = "x-remote-user";
const REMOTE_UID = "x-remote-uid";
const REMOTE_GROUP = "x-remote-group";
const REMOTE_EXTRA = "x-remote-extra-";

/**
 * Passes a request on, and its answer back. Where that can't be done, the answer is a 503 in plain text, as the
 * reference's: clients say then in their own words that the server can't handle the request now.
 */
export async function forward(
  context: RequestContext,
  remote: RemoteService,
  { client, clock, locate }: ProxyOptions,
): Promise<HttpResponse> {
  if (!remote.available) return unavailable(context);
  const { info, request, signal } = context;
  const { method, query, upgrade } = request;
  // As it was authorized: what is escaped in it might be read otherwise there.
  const path = request.path.includes("%") ? encodedPath(info.path) : request.path;
  const isUpgrade = upgrade !== undefined;
  try {
    const endpoint = remote.endpoint(locate);
    const answer = await client.send(endpoint, {
      method,
      path: query === "" ? path : `${path}?${query}`,
      headers: {
        ...headersToPass(context, endpoint.tls.serverName),
        ...userHeaders(context.user),
        // Both servers' records of it are found by one id.
        "audit-id": context.id,
        ...(!isUpgrade && { "x-forwarded-uri": path }),
      },
      body: await bodyToPass(context),
      ...(isDiscovery(info) && { limits: DISCOVERY_LIMITS }),
      signal,
    });
    const headers = headersToReturn(answer.headers);
    const { upgraded, status, body } = answer;
    if (upgraded === undefined) {
      withholdCrossOrigin(headers);
      if (!isUpgrade && isRedirect(status, headers)) {
        body.discard();
        return plain(502, REDIRECTED);
      }
      return { status, headers, body };
    }
    // Of several that the client offers the server has chosen one.
    const chosen = answer.headers.upgrade;
    return rawUpgrade(
      typeof chosen === "string" ? chosen : upgrade ?? "",
      (stream) => joinStreams(stream, upgraded, { clock }),
      headers,
    );
  } catch (error) {
    signal.throwIfAborted();
    // Nowhere to go to is no more than that the service is not there.
    if (error instanceof CalloutError) return unavailable(context);
    if (error instanceof TransportError) {
      return unreached(`error trying to reach service: ${error.message}`);
    }
    throw error;
  }
}

/** Whether a request asks what a version has: `/apis/GROUP/VERSION`. */
function isDiscovery({ isResource, path }: RequestInfo): boolean {
  return !isResource && path.split("/").filter((part) => part !== "").length === 3;
}

const REDIRECTED = "the backend attempted to redirect this request, which is not permitted";

/** Whether a client is to ask elsewhere, where it would send its credentials for this server. */
function isRedirect(status: number, { location }: PassedHeaders): boolean {
  return status >= 300 && status < 400 && location !== undefined && location !== "";
}

/** The answer where it is known before that nobody is there. */
function unavailable(context: RequestContext): HttpResponse {
  context.isGivenUp = true;
  context.givenUpBy = "aggregator";
  return unreached("service unavailable");
}

function unreached(why: string): HttpResponse {
  return plain(503, `${why}\n`);
}

function plain(status: number, body: string): HttpResponse {
  return {
    status,
    headers: {
      "content-type": "text/plain; charset=utf-8",
      "x-content-type-options": "nosniff",
    },
    body,
  };
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
    throw serviceUnavailable(
      "the user's name can't be sent to the extension server: it has characters that no header may have",
    );
  }
  return String.fromCharCode(...new TextEncoder().encode(text));
}
