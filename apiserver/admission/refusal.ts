/**
 * How plugins say no.
 *
 * @module
 */

import { forbidden, StatusError } from "../../toolkit/errors/mod.ts";
import { type AdmissionRequest, calledInRefusals } from "./admission.ts";

/** The refusal of a request: a 403 that names its object and says why. */
export function refused(request: AdmissionRequest, why: string): StatusError {
  return forbidden(request.resource, calledInRefusals(request), why);
}

/**
 * Several reasons as one: as it is where there is one, else `[one, another]`, each said once; undefined
 * where there is none.
 */
export function together(reasons: readonly string[]): string | undefined {
  const different = [...new Set(reasons)];
  return different.length > 1 ? `[${different.join(", ")}]` : different[0];
}

/** A 500 that says no more than what went wrong: so the reference answers what is nobody's fault. */
export function failure(message: string): StatusError {
  return new StatusError({ code: 500, reason: "", message });
}
