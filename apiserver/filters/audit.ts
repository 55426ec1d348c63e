/**
 * Has a record kept of each request, from when it is known who sends it to the last byte of what it
 * is answered.
 *
 * @module
 */

import type { Logger } from "../../toolkit/logger.ts";
import type { HttpResponse } from "../../toolkit/serving/mod.ts";
import type { AuditBackend, AuditRecord } from "../audit/backend.ts";
import type { RequestContext } from "../http/context.ts";
import { lasts, whenOver } from "../http/response_end.ts";
import { errorAnswer, withHeaders } from "./answer_errors.ts";
import type { Filter } from "./filter.ts";

/** Begins the record: right after authentication, so that it is known whose request it is. */
export function beginAudit(backend: AuditBackend): Filter {
  return async (context, next) => {
    // One that is refused here is over: nobody begins it again.
    context.record = "none";
    const begun = backend.begin(context);
    const record = begun instanceof Promise ? await begun : begun;
    if (record === undefined) return next();
    context.record = record;
    if (record.wantsRequestBody) {
      context.onBody = (body) => record.requestBody(body);
    }
    return next();
  };
}

/** The lowest code of a refusal. */
const REFUSED = 400;

/**
 * Ends the record, outside of all that makes answers of errors: what is recorded is what is answered.
 * Requests that never got to {@link beginAudit}, as nobody knows who sent them, are recorded here where
 * they were refused.
 */
export function completeAudit(backend: AuditBackend, logger: Logger): Filter {
  return async (context, next) => {
    const response = await next();
    try {
      const { record } = context;
      const audit = record ?? (response.status < REFUSED ? "none" : await backend.begin(context));
      if (audit === undefined || audit === "none") return response;
      return await recorded(audit, context, response);
    } catch (error) {
      return withHeaders(context, errorAnswer(context, error, logger));
    }
  };
}

/** Shows the record the answer as it is before compression: what people read is no gzip. */
export const recordAnswer: Filter = async (context, next) => {
  const response = await next();
  const { record } = context;
  if (record === undefined || record === "none" || !record.wantsResponseBody) return response;
  const { body, headers } = response;
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  if (bytes instanceof Uint8Array) {
    record.responseBody({ contentType: String(headers?.["content-type"] ?? ""), bytes });
  }
  return response;
};

async function recorded(
  audit: AuditRecord,
  context: RequestContext,
  response: HttpResponse,
): Promise<HttpResponse> {
  const { status } = response;
  if (context.isLongRunning) {
    const started = audit.started(status);
    if (started !== undefined) await started;
  }
  if (lasts(response)) return whenOver(response, () => audit.completed(status));
  const completed = audit.completed(status);
  if (completed !== undefined) await completed;
  return response;
}
