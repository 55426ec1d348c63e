/**
 * The seam of auditing: who is told what became of requests.
 *
 * @module
 */

import type { AuditRecord } from "../http/audit_record.ts";
import type { RequestContext } from "../http/context.ts";

export type { AuditedBody, AuditRecord } from "../http/audit_record.ts";

/** Keeps records of requests. */
export interface AuditBackend {
  /**
   * Begins the record of a request as soon as it is known who sends it, or that nobody knows; what the
   * client is answered waits for it. Undefined: nobody wants to know of it. A rejection refuses the
   * request: what must be recorded and can't be does not happen.
   */
  begin(
    context: RequestContext,
  ): AuditRecord | undefined | Promise<AuditRecord | undefined>;
  /** Called once, after the last record is complete: settles when all of them are kept. */
  close?(): Promise<void>;
}

/** Wants to know of nothing. */
export const noAudit: AuditBackend = { begin: () => undefined };
