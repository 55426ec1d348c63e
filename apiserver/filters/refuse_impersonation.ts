/**
 * Refuses impersonation.
 *
 * @module
 */

import { forbidden } from "../../toolkit/errors/mod.ts";
import type { Filter } from "./filter.ts";

/**
 * Refuses every request with an `Impersonate-` header with a 403: answering it as the sender's own
 * would do what was not asked.
 */
export const refuseImpersonation: Filter = (context, next) => {
  for (const name in context.request.headers) {
    if (name.startsWith("impersonate-")) {
      throw forbidden(
        undefined,
        "",
        "impersonation is not built yet: send the request without Impersonate- headers",
      );
    }
  }
  return next();
};
