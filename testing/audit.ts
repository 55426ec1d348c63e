/**
 * Audit backends for tests.
 *
 * @module
 */

import type { AuditBackend, AuditedBody } from "../apiserver/audit/backend.ts";
import type { RequestContext } from "../apiserver/http/context.ts";

/** What became of a request. */
export interface Audited {
  readonly context: RequestContext;
  readonly code: number;
  /** Whether the answer was one that lasts. */
  readonly lasted: boolean;
  readonly request: AuditedBody | undefined;
  readonly response: AuditedBody | undefined;
}

/** Hands over each request once it is over, bodies and all. */
export function auditTo(over: (audited: Audited) => void): AuditBackend {
  return {
    begin(context) {
      let request: AuditedBody | undefined;
      let response: AuditedBody | undefined;
      let lasted = false;
      return {
        wantsRequestBody: true,
        wantsResponseBody: true,
        requestBody: (body) => void (request = body),
        responseBody: (body) => void (response = body),
        started: () => void (lasted = true),
        completed: (code) => over({ context, code, lasted, request, response }),
      };
    },
  };
}
