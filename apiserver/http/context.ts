/**
 * One request on its way through the chain: what is known of it so far.
 *
 * @module
 */

import type { HttpRequest } from "../../toolkit/serving/mod.ts";
import { ANONYMOUS, type User } from "../auth/user.ts";
import { Query } from "./query.ts";
import type { RequestInfo } from "./request_info.ts";

/** See the module's comment. Each step of the chain adds what it finds out. */
export class RequestContext {
  readonly request: HttpRequest;
  readonly info: RequestInfo;
  /** Tells this request apart: in the log, in the audit log, and in its answer's `Audit-ID`. */
  readonly id: string;
  /** When it arrived, in milliseconds of the server's clock. */
  readonly arrived: number;
  /** Who asks; set by authentication. */
  user: User = ANONYMOUS;
  /** What the client is to be warned of, in `Warning` headers. */
  readonly warnings: string[] = [];
  /** What admission and authorization say to the audit log. */
  readonly annotations: Record<string, string> = {};
  #query: Query | undefined;

  constructor(request: HttpRequest, info: RequestInfo, id: string, arrived: number) {
    this.request = request;
    this.info = info;
    this.id = id;
    this.arrived = arrived;
  }

  /** Aborts when the client is gone, the request takes too long, or the server stops. */
  get signal(): AbortSignal {
    return this.request.signal;
  }

  /** The query, read when it is first asked for. */
  get query(): Query {
    return this.#query ??= new Query(this.request.query);
  }

  /** True for a request that is meant to last: a watch, a connection to a container. */
  get isLongRunning(): boolean {
    const { verb, subresource } = this.info;
    return verb === "watch" || LONG_SUBRESOURCES.has(subresource);
  }
}

const LONG_SUBRESOURCES = new Set(["attach", "exec", "log", "portforward", "proxy"]);
