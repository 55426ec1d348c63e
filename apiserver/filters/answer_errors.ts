/**
 * Turns whatever the rest of the chain throws into a Status, and puts the headers on every answer.
 *
 * @module
 */

import { fromUnknown, internalError, type StatusError } from "../../toolkit/errors/mod.ts";
import type { Logger } from "../../toolkit/logger.ts";
import { ClientGone, type HttpResponse } from "../../toolkit/serving/mod.ts";
import { statusAnswer } from "../endpoints/answer.ts";
import type { RequestContext } from "../http/context.ts";
import { fromStore } from "../resource/store_errors.ts";
import { warningHeaders } from "../http/warnings.ts";
import type { Filter } from "./filter.ts";

/**
 * Turns whatever the rest of the chain throws into a Status, and puts the common headers on every
 * answer. Faults of the server are logged with their cause; errors that it answers on purpose are
 * not.
 */
export function answerErrors(logger: Logger): Filter {
  return async (context, next) => {
    let response: HttpResponse;
    try {
      response = await next();
    } catch (error) {
      response = errorAnswer(context, error, logger);
    }
    return withHeaders(context, response);
  };
}

/** The answer to a request that failed. */
export function errorAnswer(context: RequestContext, error: unknown, logger: Logger): HttpResponse {
  const { info, id, knownUser, request } = context;
  const known = fromStore(error, info, info.name, info.verb);
  const isAbandoned = error instanceof ClientGone || isGone(request);
  const made = fromUnknown(known, { requestId: id });
  const isUnexpected = made !== known && made.code === INTERNAL_ERROR;
  // Nobody reads it but in the audit log, where it must not look like a fault.
  const status = isAbandoned && isUnexpected ? internalError(GONE.message, error) : made;
  // What is refused on purpose has no cause, however high its code: clients must not fill the log.
  const isFault = status.code >= 500 && (status !== error || status.cause !== undefined);
  if (isFault && !isAbandoned) {
    if (isUnexpected) {
      context.defect = error;
      context.isGivenUp = true;
    }
    logger.error("A request failed", status.cause ?? error, {
      id,
      verb: info.verb,
      path: info.path,
      user: knownUser?.name,
      code: status.code,
    });
  }
  const response = statusAnswer(context, { ...status.status }, status.code);
  return { ...response, headers: { ...response.headers, ...retryHeader(status) } };
}

const INTERNAL_ERROR = 500;
const GONE = new ClientGone();

function isGone({ signal }: RequestContext["request"]): boolean {
  return signal.aborted && signal.reason instanceof ClientGone;
}

function retryHeader(status: StatusError): Record<string, string> {
  const seconds = status.status.details?.retryAfterSeconds;
  return seconds === undefined ? {} : { "retry-after": String(seconds) };
}

/** An answer with the headers that every one has. */
export function withHeaders(
  { id, warnings, headers: added }: RequestContext,
  response: HttpResponse,
): HttpResponse {
  const headers: Record<string, string | readonly string[]> = {
    "audit-id": id,
    "cache-control": "no-cache, private",
    ...added,
    ...response.headers,
  };
  if (warnings.length > 0) headers.warning = warningHeaders(warnings);
  return { ...response, headers };
}
