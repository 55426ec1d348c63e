/**
 * Finds out who asks.
 *
 * @module
 */

import type { Clock } from "../../toolkit/clock.ts";
import { unauthorized } from "../../toolkit/errors/mod.ts";
import type { Registry } from "../../toolkit/metrics/mod.ts";
import type { Headers } from "../../toolkit/serving/mod.ts";
import { declareAuthenticationMetrics } from "../../toolkit/authentication/authentication_metrics.ts";
import type { Authenticator, Identity } from "../../toolkit/authentication/authenticator.ts";
import { withCommonGroup } from "../../toolkit/authentication/common_groups.ts";
import { subprotocolsWithoutToken } from "../../toolkit/authentication/bearer_tokens.ts";
import {
  type IdentityHeaders,
  STANDARD_IDENTITY_HEADERS,
} from "../../toolkit/authentication/request_header.ts";
import { ANONYMOUS, type User } from "../../toolkit/authentication/user.ts";
import type { RequestContext } from "../http/context.ts";
import type { Filter } from "./filter.ts";

/** What it takes to find out. */
export interface AuthenticateOptions {
  readonly authenticator: Authenticator;
  /** Whether a request without credentials may be anonymous. */
  allowAnonymous(context: RequestContext): boolean;
  /** Headers that say who a client is besides the usual ones; undefined: none. */
  readonly identityHeaders: IdentityHeaders | undefined;
  readonly metrics: Registry;
  readonly clock: Clock;
}

/**
 * Refuses wrong credentials. Without any a client is anonymous, where that is allowed. Credentials go no
 * further than here: nobody who comes later can use them, or pass them on.
 */
export function authenticate(options: AuthenticateOptions): Filter {
  const { authenticator, clock } = options;
  const isOwn = identityHeader(options.identityHeaders);
  const tell = declareAuthenticationMetrics(options.metrics);
  return async (context, next) => {
    const { request } = context;
    const began = clock.monotonic();
    const asked = authenticator.authenticate(request);
    const identity = asked instanceof Promise ? await asked : asked;
    const user = userOf(identity, context, options);
    context.authenticationMs = clock.monotonic() - began;
    tell(identity, user, context.authenticationMs);
    if (identity.annotations !== undefined) {
      Object.assign(context.annotations, identity.annotations);
    }
    if (identity.warnings !== undefined) context.warnings.push(...identity.warnings);
    if (user === undefined) {
      if (identity.is === "refused") context.annotations["authentication"] = identity.reason;
      throw unauthorized("Unauthorized");
    }
    context.authenticated(user);
    request.sentBy(user.name);
    withhold(request.headers, isOwn);
    return next();
  };
}

function userOf(
  identity: Identity,
  context: RequestContext,
  { allowAnonymous }: AuthenticateOptions,
): User | undefined {
  if (identity.is === "known") return withCommonGroup(identity.user);
  return identity.is === "absent" && allowAnonymous(context) ? ANONYMOUS : undefined;
}

/** Takes the credentials out of a request's headers. */
function withhold(headers: Headers, isOwn: (name: string) => boolean): void {
  const own = headers as Record<string, Headers[string]>;
  for (const name in own) {
    if (name === "authorization" || isOwn(name)) delete own[name];
  }
  if (own["sec-websocket-protocol"] === undefined) return;
  const others = subprotocolsWithoutToken(own);
  if (others === undefined) delete own["sec-websocket-protocol"];
  else own["sec-websocket-protocol"] = others;
}

/** Whether a header says who a client is. */
function identityHeader(configured: IdentityHeaders | undefined): (name: string) => boolean {
  const all = [STANDARD_IDENTITY_HEADERS, ...configured === undefined ? [] : [configured]];
  const names = new Set(all.flatMap(({ username, uid, group }) => [...username, ...uid, ...group]));
  const prefixes = [...new Set(all.flatMap(({ extraPrefixes }) => extraPrefixes))];
  return (name) => names.has(name) || prefixes.some((prefix) => name.startsWith(prefix));
}
