/**
 * Refuses requests that ask to be somebody else's: answering them as the asker's own would do what
 * was not asked.
 *
 * @module
 */

import { forbidden } from "../../toolkit/errors/mod.ts";
import type { Step } from "./step.ts";

/** See the module's comment. */
export const refuseImpersonation: Step = (context, next) => {
  for (const name in context.request.headers) {
    if (name.startsWith("impersonate-")) {
      throw forbidden(undefined, "", "impersonation is not built yet");
    }
  }
  return next();
};
