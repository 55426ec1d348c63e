/**
 * What clients are told when the store or the cache fails.
 *
 * @module
 */

import {
  alreadyExists,
  conflict,
  type GroupResource,
  requestEntityTooLarge,
  resourceExpired,
  serverTimeout,
  serviceUnavailable,
  StatusError,
  timeout,
  tooLargeResourceVersion,
  tooManyRequests,
} from "../../toolkit/errors/mod.ts";
import { NotYetSeen } from "../storage/cache/mod.ts";
import {
  Closed,
  Compacted,
  Conflict,
  Corrupt,
  FutureRevision,
  NewerFormat,
  Overloaded,
  SetBack,
  TooLarge,
  Unavailable,
} from "../storage/mod.ts";

const RETRY_AFTER_SECONDS = 1;

/**
 * The status that a failure of the store is, for a request on an object or a collection; `operation`
 * is what could not be done, as requests call it.
 */
export function fromStore(
  error: unknown,
  resource: GroupResource,
  name: string,
  operation: string,
): unknown {
  if (error instanceof Conflict) {
    return error.expected === 0 ? alreadyExists(resource, name) : conflict(resource, name);
  }
  if (error instanceof Compacted) {
    return resourceExpired(
      `The resourceVersion for the provided list is too old: ${error.requested} ` +
        `(the oldest that is kept is ${error.oldest})`,
    );
  }
  if (error instanceof FutureRevision) {
    return tooLargeResourceVersion(error.requested, error.newest, RETRY_AFTER_SECONDS);
  }
  if (error instanceof NotYetSeen) {
    return tooLargeResourceVersion(error.requested, error.seen, RETRY_AFTER_SECONDS);
  }
  if (error instanceof TooLarge) return requestEntityTooLarge(error.message);
  if (error instanceof Overloaded) {
    return tooManyRequests("the store is overloaded, please try again later", 1);
  }
  if (error instanceof Closed) return serviceUnavailable("the server is shutting down");
  if (error instanceof NewerFormat) {
    return serviceUnavailable(
      "the store has been upgraded to a format that this version of the server can't read",
    );
  }
  if (error instanceof SetBack) {
    return serviceUnavailable(
      "the store was set back to an earlier state: the server has to be started anew",
    );
  }
  if (error instanceof Unavailable) return unavailable(error, resource, operation);
  if (error instanceof Corrupt) {
    return new StatusError({
      code: 500,
      reason: "StorageReadError",
      message: "a stored object can't be read; the server's log says which",
      cause: error,
    });
  }
  return error;
}

function unavailable(
  error: Unavailable,
  resource: GroupResource,
  operation: string,
): StatusError {
  const answer = error.outcome === "nothing written"
    ? serverTimeout(resource, operation, RETRY_AFTER_SECONDS)
    : timeout("the store did not answer: the write may have happened or not");
  answer.cause = error;
  return answer;
}
