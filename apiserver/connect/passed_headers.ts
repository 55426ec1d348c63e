/**
 * Which headers of a request and its answer are passed on. Who asks, and what proves it, stays here; so does what
 * is about one connection only.
 *
 * @module
 */

import type { RequestContext } from "../http/context.ts";

/** Headers by lower-case name. */
export type PassedHeaders = Record<string, string | readonly string[]>;

/** Headers of one connection, and what proves who a client is. */
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

/** What says who somebody is, to a server that believes this one. */
const IDENTITY = /^(?:x-remote-|impersonate-)/;

/** The headers of a request for whoever it is passed on to; `host` is what that is called. */
export function headersToPass({ request }: RequestContext, host: string): PassedHeaders {
  const named = ofConnection(request.headers.connection);
  const headers: PassedHeaders = {};
  for (const [name, value] of Object.entries(request.headers)) {
    const stays = value === undefined || name.startsWith(":") || IDENTITY.test(name) ||
      NOT_PASSED_ON.has(name) || named.has(name);
    if (!stays) headers[name] = value;
  }
  const length = request.headers["content-length"];
  if (length !== undefined) headers["content-length"] = length;
  if (request.upgrade !== undefined) {
    headers.connection = "Upgrade";
    headers.upgrade = request.upgrade;
  }
  headers.host = host;
  headers["x-forwarded-for"] = [
    ...[request.headers["x-forwarded-for"] ?? []].flat(),
    request.peer.address,
  ].join(", ");
  return headers;
}

/** The headers of an answer for the client. */
export function headersToReturn(
  headers: Readonly<Record<string, string | readonly string[]>>,
): PassedHeaders {
  const named = ofConnection(headers.connection);
  const kept = Object.entries(headers).filter(([name]) =>
    name === "content-length" || !NOT_PASSED_ON.has(name) && !named.has(name)
  );
  return Object.fromEntries(kept);
}

/** Headers by which an answer would let the pages of others read it: that is this server's to say. */
const CROSS_ORIGIN = [
  "access-control-allow-credentials",
  "access-control-allow-headers",
  "access-control-allow-methods",
  "access-control-allow-origin",
];

/** Takes out what an answer says of who may read it. */
export function withholdCrossOrigin(headers: PassedHeaders): void {
  for (const header of CROSS_ORIGIN) delete headers[header];
}

/** The headers that a `Connection` header says are its own. */
function ofConnection(value: string | readonly string[] | undefined): ReadonlySet<string> {
  if (value === undefined) return new Set();
  return new Set([value].flat().join(",").toLowerCase().split(",").map((one) => one.trim()));
}
