/**
 * What stands before the pages of a process.
 *
 * @module
 */

import { declareAuthenticationMetrics } from "../authentication/authentication_metrics.ts";
import type { Authenticator, Identity } from "../authentication/authenticator.ts";
import { withCommonGroup } from "../authentication/common_groups.ts";
import { ANONYMOUS, type User } from "../authentication/user.ts";
import { declareAuthorizationMetrics } from "../authorization/authorization_metrics.ts";
import { forbiddenTo } from "../authorization/forbidden.ts";
import type { Clock } from "../clock.ts";
import {
  internalError,
  serviceUnavailable,
  type StatusError,
  unauthorized,
} from "../errors/mod.ts";
import type { Logger } from "../logger.ts";
import type { Registry } from "../metrics/mod.ts";
import type { Handler, HttpRequest, HttpResponse } from "../serving/mod.ts";
import type { AccessQuestion, DelegatedAuthorizer } from "./question.ts";

/** What decides. */
export interface GuardOptions {
  readonly authenticator: Authenticator;
  readonly authorizer: DelegatedAuthorizer;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly metrics: Registry;
  /** What a request is about besides its path. Default: nothing, with the method as the verb. */
  question?(request: HttpRequest): Omit<AccessQuestion, "user">;
}

/**
 * Lets requests through to `handler` of those who may send them. Wrong credentials are a 401, whatever the path;
 * without any a client is anonymous. Who may not is told so by a 403; where that can't be found out, by a 500.
 */
export function guarded(options: GuardOptions, handler: Handler): Handler {
  const { authenticator, authorizer, logger, clock, metrics, question = byPath } = options;
  const tellAuthentication = declareAuthenticationMetrics(metrics);
  const tellAuthorization = declareAuthorizationMetrics(metrics);
  return async (request) => {
    try {
      const began = clock.monotonic();
      const identity = await authenticator.authenticate(request);
      const user = userOf(identity);
      const known = clock.monotonic();
      tellAuthentication(identity, user, known - began);
      if (user === undefined) return answer(unauthorized("Unauthorized"));
      const asked = { ...question(request), user };
      const verdict = await authorizer.authorize(asked, request.signal);
      tellAuthorization(verdict, clock.monotonic() - known);
      if (verdict.decision !== "allow") return answer(refusal(asked, verdict.reason));
      return await handler(request);
    } catch (error) {
      // What the API server said of a question of this process is no answer to this request.
      if (!request.signal.aborted) {
        logger.error("A request failed", error, { path: request.path });
      }
      return answer(internalError("the request failed; this process has logged why", error));
    }
  };
}

/** The answer to who may be somebody, while the process has no API server yet that would say so. */
export function notKnownYet(): HttpResponse {
  const error = serviceUnavailable(
    "who may ask this is not known yet: the API server has not answered",
  );
  return { ...answer(error), headers: { ...answer(error).headers, "retry-after": "1" } };
}

function byPath({ method, path }: HttpRequest): Omit<AccessQuestion, "user"> {
  return { verb: method.toLowerCase(), path };
}

function userOf(identity: Identity): User | undefined {
  if (identity.is === "absent") return ANONYMOUS;
  if (identity.is === "refused") return undefined;
  return withCommonGroup(identity.user);
}

function refusal({ user, verb, path, resource }: AccessQuestion, reason: string) {
  return forbiddenTo({
    user,
    verb,
    path,
    isResource: resource !== undefined,
    group: resource?.group ?? "",
    resource: resource?.resource ?? "",
    subresource: resource?.subresource ?? "",
    namespace: resource?.namespace ?? "",
    name: resource?.name ?? "",
  }, reason);
}

function answer({ code, status }: StatusError): HttpResponse {
  return {
    status: code,
    headers: { "content-type": "application/json", "x-content-type-options": "nosniff" },
    body: `${JSON.stringify(status)}\n`,
  };
}
