/**
 * A request's way through the server, from top to bottom.
 *
 * @module
 */

import type { Clock } from "../toolkit/clock.ts";
import { badRequest } from "../toolkit/errors/mod.ts";
import type { Logger } from "../toolkit/logger.ts";
import type { Registry } from "../toolkit/metrics/mod.ts";
import type { Names } from "../toolkit/names.ts";
import type { Handler, HttpRequest, HttpResponse } from "../toolkit/serving/mod.ts";
import type { AuditBackend } from "./audit/backend.ts";
import type { Authenticator } from "../toolkit/authentication/authenticator.ts";
import type { IdentityHeaders } from "../toolkit/authentication/request_header.ts";
import type { Authorizer } from "./authorization/authorizer.ts";
import type { RequestGate } from "./flowcontrol/gate.ts";
import { RequestContext } from "./http/context.ts";
import type { Deadlines } from "./http/deadlines.ts";
import { BadPath, requestInfoOf } from "./http/request_info.ts";
import { answerErrors, errorAnswer, withHeaders } from "./filters/answer_errors.ts";
import { allowOrigins } from "./filters/allow_origins.ts";
import { beginAudit, completeAudit, recordAnswer } from "./filters/audit.ts";
import { authenticate } from "./filters/authenticate.ts";
import { authorize } from "./filters/authorize.ts";
import { limitTime } from "./filters/limit_time.ts";
import { measure } from "./filters/measure.ts";
import { declareRequestMetrics } from "./filters/request_metrics.ts";
import { declareSeatMetrics } from "./filters/seat_metrics.ts";
import { declareAuthorizationMetrics } from "../toolkit/authorization/authorization_metrics.ts";
import { impersonate } from "./filters/impersonate.ts";
import { compress } from "./filters/compress.ts";
import { endAnonymous } from "./filters/end_anonymous.ts";
import { inOrder } from "./filters/filter.ts";
import { takeSeat } from "./filters/take_seat.ts";

/** What the chain is made of. */
export interface ChainParts {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly deadlines: Deadlines;
  readonly audit: AuditBackend;
  readonly authenticator: Authenticator;
  /** Regular expressions of origins whose pages may call the server from a browser. */
  readonly allowedOrigins: readonly string[];
  /** Whether requests on a path may be anonymous. */
  allowAnonymous(path: string): boolean;
  /** Headers that say who a client is besides the usual ones. */
  readonly identityHeaders: IdentityHeaders | undefined;
  readonly metrics: Registry;
  readonly names: Names;
  /** Whether somebody may be allowed to act as somebody else for certain requests only. */
  readonly constrainsImpersonation: boolean;
  readonly gate: RequestGate;
  readonly authorizer: Authorizer;
  /** A new id for a request that brings none. */
  requestId(): string;
  /** Answers what got through. */
  route(context: RequestContext): Promise<HttpResponse>;
  /** Whether large answers are compressed for clients that can read them so. */
  readonly compresses: boolean;
  /** Whether those who have not proved who they are may keep no HTTP/2 connection. */
  readonly endsAnonymous: boolean;
  /** Whether to send the client to a new connection after this answer. */
  shouldMoveOn(): boolean;
}

/** The chain as a handler. */
export function chain(parts: ChainParts): Handler {
  const { clock, logger, metrics, names, gate, authorizer } = parts;
  const requestMetrics = declareRequestMetrics(metrics);
  const run = inOrder([
    ...parts.endsAnonymous ? [endAnonymous] : [],
    measure(requestMetrics, clock),
    completeAudit(parts.audit, logger),
    answerErrors(logger),
    limitTime(parts.deadlines, requestMetrics),
    ...parts.allowedOrigins.length > 0 ? [allowOrigins(parts.allowedOrigins)] : [],
    authenticate({
      authenticator: parts.authenticator,
      allowAnonymous: ({ info }) => parts.allowAnonymous(info.path),
      identityHeaders: parts.identityHeaders,
      metrics,
      clock,
    }),
    beginAudit(parts.audit),
    impersonate({
      authorizer,
      names,
      isConstrained: parts.constrainsImpersonation,
    }),
    takeSeat({ gate, metrics: declareSeatMetrics(metrics, clock), clock }),
    authorize({ authorizer, tell: declareAuthorizationMetrics(metrics), clock }),
    ...parts.compresses ? [compress] : [],
    recordAnswer,
  ], (context) => parts.route(context));
  return async (request) => {
    const id = idOf(request) ?? parts.requestId();
    let response: HttpResponse;
    try {
      const info = requestInfoOf(request.method, request.path, request.query);
      response = await run(new RequestContext(request, info, id, clock.now()));
    } catch (error) {
      if (!(error instanceof BadPath)) throw error;
      const context = new RequestContext(request, requestInfoOf(request.method, "/", ""), id, 0);
      response = withHeaders(context, errorAnswer(context, badRequest(error.message), logger));
    }
    return parts.shouldMoveOn() ? { ...response, goAway: true } : response;
  };
}

/** The id that a client gave its request, so that it finds it again in the audit log. */
function idOf({ headers }: HttpRequest): string | undefined {
  const id = headers["audit-id"];
  return typeof id === "string" && /^[!-~]{1,64}$/.test(id) ? id : undefined;
}
