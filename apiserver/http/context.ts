/**
 * One request on its way through the chain: what is known of it so far.
 *
 * @module
 */

import { type HttpRequest, readBody } from "../../toolkit/serving/mod.ts";
import type { AuditedBody, AuditRecord } from "./audit_record.ts";
import type { User } from "../../toolkit/authentication/user.ts";
import type { JsonObject } from "../../toolkit/codec/mod.ts";
import { Query } from "./query.ts";
import type { RequestInfo } from "./request_info.ts";

/** What the object in a request's body says of itself; "" where it says nothing. */
export interface NamedObject {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly resourceVersion: string;
}

/** What answers a request: a resource, or a page of the server's own by the name that it is counted under. */
export type Reached =
  | { readonly is: "resource"; readonly isDeprecated: boolean }
  | { readonly is: "page"; readonly resource: string; readonly subresource: string };

/**
 * One request on its way through the chain, and what the steps have found out about it so far, such
 * as its user.
 */
export class RequestContext {
  readonly request: HttpRequest;
  readonly info: RequestInfo;
  /** Tells this request apart: in the log, in the audit log, and in its answer's `Audit-ID`. */
  readonly id: string;
  /** When it arrived, in milliseconds of the server's clock. */
  readonly arrived: number;
  /** Is shown what the request carries, as it is recorded; undefined where nobody wants to see it. */
  onBody: ((body: AuditedBody) => void) | undefined;
  /** How long the client will wait, in milliseconds, where it says so; 0: it does not. */
  askedTimeMs = 0;
  /**
   * To be called once a watch has told what there was, or is over before: from then on it only waits. Whoever
   * answers with a watch takes it; undefined once somebody has.
   */
  onBegun: (() => void) | undefined;
  /** What the client is to be warned of, in `Warning` headers. */
  readonly warnings: string[] = [];
  /** What admission and authorization say to the audit log. */
  readonly annotations: Record<string, string> = {};
  /** The record of the request, once it is begun; `none` where nobody wants to know of it. */
  record: AuditRecord | "none" | undefined;
  /** What the authorizer decided, if it could; undefined where it was not asked. */
  authorization:
    | { readonly decision: "allow" | "forbid" | undefined; readonly reason: string }
    | undefined;
  /** Of a request that carries a whole object, once it has been read. */
  named: NamedObject | undefined;
  /** The Status that is answered, where the answer is one. */
  answeredStatus: JsonObject | undefined;
  /** What nobody foresaw, and broke the request off. */
  defect: unknown;
  /** What answers it, once that is known; undefined for what got to nothing that is there. */
  reached: Reached | undefined;
  /** Whether the server gave it up: too many requests, too long, a defect, nobody there to pass it on to. */
  isGivenUp = false;
  /** Which part of the server gave it up, as metrics tell it. */
  givenUpBy: "apiserver" | "aggregator" = "apiserver";
  /** When its time is over, on the clock's scale of spans; undefined: it may last. */
  end: number | undefined;
  /** Milliseconds that it waited for its seat. */
  waitedMs = 0;
  /** Milliseconds that admission webhooks took of it. */
  webhookMs = 0;
  /** Of those, the ones that may change the object. */
  mutatingWebhookMs = 0;
  /** Milliseconds until it was known who asks. */
  authenticationMs = 0;
  /** Milliseconds until it was known whether they may. */
  authorizationMs = 0;
  /** Of its body, once that was read. */
  bodyBytes: number | undefined;
  #user: User | undefined;
  #impersonator: User | undefined;
  #constraint: string | undefined;
  #headers: Record<string, string> | undefined;
  #query: Query | undefined;

  constructor(request: HttpRequest, info: RequestInfo, id: string, arrived: number) {
    this.request = request;
    this.info = info;
    this.id = id;
    this.arrived = arrived;
  }

  /**
   * In whose name the request is done. Throws before authentication: nobody is taken for somebody by
   * a step in the wrong place.
   */
  get user(): User {
    if (this.#user === undefined) throw new Error("nobody knows yet who sends this request");
    return this.#user;
  }

  /** The same, or undefined as long as nobody knows. */
  get knownUser(): User | undefined {
    return this.#user;
  }

  /** Who really asks, where {@link user} is somebody else on their word. */
  get impersonator(): User | undefined {
    return this.#impersonator;
  }

  /** Authentication has found out who asks. */
  authenticated(user: User): void {
    this.#user = user;
  }

  /**
   * The one who asks acts as `user` from here on; `constraint`: the verb that allowed it where it did so for
   * certain requests only.
   */
  actAs(user: User, constraint?: string): void {
    this.#impersonator = this.user;
    this.#user = user;
    this.#constraint = constraint;
  }

  /** What allowed {@link impersonator} to act as {@link user}, where it did so for certain requests only. */
  get impersonationConstraint(): string | undefined {
    return this.#constraint;
  }

  /** Headers that the answer is to have, whatever it is. */
  get headers(): Readonly<Record<string, string>> | undefined {
    return this.#headers;
  }

  /** Adds headers to the answer, whatever it is. */
  addHeaders(headers: Readonly<Record<string, string>> | undefined): void {
    if (headers !== undefined) this.#headers = { ...this.#headers, ...headers };
  }

  /** Aborts when the client is gone, the request takes too long, or the server stops. */
  get signal(): AbortSignal {
    return this.request.signal;
  }

  /**
   * The whole body; asked for once. Throws a 413 past `limitBytes`, and the reason of {@link signal}
   * as soon as that aborts.
   */
  async readBody(limitBytes: number): Promise<Uint8Array> {
    const bytes = await readBody(this.request, limitBytes);
    this.bodyBytes = bytes.length;
    return bytes;
  }

  /** Has the JSON of the body that was read recorded, which is made where somebody wants it. */
  recordBody(json: () => Uint8Array): void {
    this.onBody?.({ contentType: "application/json", bytes: json() });
  }

  /** The same of a body that is recorded as it came. */
  recordRawBody(bytes: Uint8Array): void {
    this.onBody?.({ contentType: String(this.request.headers["content-type"] ?? ""), bytes });
  }

  /** Notes which object the request carries, and has it recorded as `json` makes it. */
  carries(object: JsonObject, json: () => Uint8Array): void {
    this.recordBody(json);
    const { metadata } = object;
    if (typeof metadata !== "object" || metadata === null) return;
    const { namespace, name, uid, resourceVersion } = metadata as JsonObject;
    this.named = {
      namespace: textOf(namespace),
      name: textOf(name),
      uid: textOf(uid),
      resourceVersion: textOf(resourceVersion),
    };
  }

  /** The query, read when it is first asked for. */
  get query(): Query {
    return this.#query ??= new Query(this.request.query);
  }

  /** True for a request that is meant to last: a watch, a connection to a container, a profile. */
  get isLongRunning(): boolean {
    const { verb, isResource, path, subresource } = this.info;
    if (!isResource) return path.startsWith("/debug/pprof/");
    return LONG_VERBS.has(verb) || LONG_SUBRESOURCES.has(subresource);
  }
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

const LONG_VERBS = new Set(["watch", "proxy"]);
const LONG_SUBRESOURCES = new Set(["attach", "exec", "log", "portforward", "proxy"]);
