/**
 * Requests for tests of single steps of the chain, as if they had come over a connection.
 *
 * @module
 */

import type { User } from "../toolkit/authentication/user.ts";
import { RequestContext } from "../apiserver/http/context.ts";
import { requestInfoOf } from "../apiserver/http/request_info.ts";

/** What is asked, and by whom. */
export interface TestRequest {
  /** Default `GET`. */
  readonly method?: string;
  /** With its query, if it has one. Default `/api/v1/pods`. */
  readonly path?: string;
  /** Default: one without groups called `somebody`. */
  readonly user?: Partial<User>;
  /** Default: none. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent in JSON. Default: none. */
  readonly body?: unknown;
  /** Default: one that never aborts. */
  readonly signal?: AbortSignal;
}

/** A request whose user is known. */
export function testRequest(
  {
    method = "GET",
    path = "/api/v1/pods",
    user = {},
    headers = {},
    body,
    signal = new AbortController().signal,
  }: TestRequest = {},
): RequestContext {
  const [place = "", query = ""] = path.split("?");
  const context = new RequestContext(
    {
      method,
      path: place,
      query,
      headers,
      version: "1.1",
      peer: { address: undefined } as never,
      signal,
      cancel() {},
      sentBy() {},
      async *body() {
        if (body !== undefined) yield new TextEncoder().encode(JSON.stringify(body));
      },
    },
    requestInfoOf(method, place, query),
    "id",
    0,
  );
  context.authenticated({ name: "somebody", uid: "", groups: [], extra: {}, ...user });
  return context;
}
