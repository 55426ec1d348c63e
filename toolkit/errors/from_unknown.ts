/**
 * A status error out of whatever was caught.
 *
 * @module
 */

import { internalError, timeout } from "./reasons.ts";
import { type StatusError, statusErrorOf } from "./status_error.ts";

/**
 * The status error that `error` is or was caused by, or one made for it. What is unexpected becomes
 * a 500 that says nothing of its inside, with `error` as the cause, for the log: messages of the
 * platform name paths, hosts and values that are no client's business. With a `requestId` the
 * message leads from the client's complaint to the line in the log.
 */
export function fromUnknown(error: unknown, options: { requestId?: string } = {}): StatusError {
  const known = statusErrorOf(error);
  if (known !== undefined) return known;
  if (error instanceof DOMException && error.name === "TimeoutError") {
    return withCause(timeout("request did not complete within the allotted timeout"), error);
  }
  if (error instanceof DOMException && error.name === "AbortError") {
    return withCause(timeout("the request was canceled"), error);
  }
  const id = options.requestId === undefined ? "" : ` (request ${options.requestId})`;
  return internalError(`an unexpected error, which the server has logged${id}`, error);
}

function withCause(status: StatusError, cause: unknown): StatusError {
  status.cause = cause;
  return status;
}
