/**
 * Plugins whose answer is always the same.
 *
 * @module
 */

import type { ServerContext } from "../server_context.ts";
import type { AdmissionPlugin, AdmissionRequest } from "./admission.ts";
import { refused } from "./refusal.ts";

/** Says yes to everything, as saying nothing does: there for whoever names it. */
export function alwaysAdmit({ logger }: ServerContext): undefined {
  logger.warning(
    "The admission plugin AlwaysAdmit does nothing: take it off --enable-admission-plugins",
  );
}

/** Says no to everything. */
export function alwaysDeny({ logger }: ServerContext): AdmissionPlugin {
  logger.warning(
    "The admission plugin AlwaysDeny is on: every write is refused, those of the server itself too",
  );
  const deny = (request: AdmissionRequest) => {
    throw refused(request, "admission control is denying all modifications");
  };
  return { mutate: deny, validate: deny };
}
