/**
 * The seam of auditing: who is told of requests.
 *
 * @module
 */

import type { RequestContext } from "../http/context.ts";

/** Is told of each request twice. Must not throw. */
export interface AuditSink {
  /** It has arrived, and nothing of it was done yet. */
  received(context: RequestContext): void;
  /** It was answered, with this status. */
  answered(context: RequestContext, code: number): void;
}

/** Tells nobody. */
export const silentSink: AuditSink = { received() {}, answered() {} };
