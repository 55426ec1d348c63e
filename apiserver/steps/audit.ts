/**
 * Tells the audit sink of each request.
 *
 * @module
 */

import { fromUnknown } from "../../toolkit/errors/mod.ts";
import type { AuditSink } from "../audit/sink.ts";
import type { Step } from "./step.ts";

/** See the module's comment. */
export function audit(sink: AuditSink): Step {
  return async (context, next) => {
    sink.received(context);
    try {
      const response = await next();
      sink.answered(context, response.status);
      return response;
    } catch (error) {
      sink.answered(context, fromUnknown(error).code);
      throw error;
    }
  };
}
