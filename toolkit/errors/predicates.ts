/**
 * Questions about a failure. Each looks through causes for the {@link StatusError}, takes anything
 * that was caught, and is false for what is no API failure.
 *
 * @module
 */

import type { metaV1, StatusReason } from "../api/meta_v1.ts";
import { statusErrorOf } from "./status_error.ts";

/** Reasons that tell all: with another one, of a newer or foreign server, the code decides. */
const KNOWN_REASONS: ReadonlySet<StatusReason> = new Set<StatusReason>([
  "Unauthorized",
  "Forbidden",
  "NotFound",
  "AlreadyExists",
  "Conflict",
  "Gone",
  "Invalid",
  "ServerTimeout",
  "StorageReadError",
  "Timeout",
  "TooManyRequests",
  "BadRequest",
  "MethodNotAllowed",
  "NotAcceptable",
  "RequestEntityTooLarge",
  "UnsupportedMediaType",
  "InternalError",
  "Expired",
  "ServiceUnavailable",
]);

/** The reason of a failure, empty when there is none. */
export function reasonOf(error: unknown): metaV1.StatusReason {
  return statusErrorOf(error)?.reason ?? "";
}

function has(error: unknown, reason: StatusReason, code?: number): boolean {
  const found = statusErrorOf(error);
  if (found === undefined) return false;
  if (found.reason === reason) return true;
  return code === found.code && !KNOWN_REASONS.has(found.reason);
}

/**
 * The object, or the resource, is not there.
 *
 * ```ts
 * import { isNotFound, StatusError } from "../../mod.ts";
 *
 * const missing = new StatusError({ code: 404, reason: "NotFound", message: "no such pod" });
 * isNotFound(missing); // true
 * isNotFound(new Error("no such pod")); // false
 * ```
 */
export function isNotFound(error: unknown): boolean {
  return has(error, "NotFound", 404);
}

/** An object of that name is there already. */
export function isAlreadyExists(error: unknown): boolean {
  return has(error, "AlreadyExists");
}

/** The object has changed since it was read, or other managers own the fields. */
export function isConflict(error: unknown): boolean {
  return has(error, "Conflict", 409);
}

/** The object breaks rules of its kind. */
export function isInvalid(error: unknown): boolean {
  return has(error, "Invalid", 422);
}

/** The thing is gone for good. */
export function isGone(error: unknown): boolean {
  return has(error, "Gone", 410);
}

/** The revision or the continue token is too old: list anew. */
export function isResourceExpired(error: unknown): boolean {
  return has(error, "Expired");
}

/** The server has none of the accepted forms. */
export function isNotAcceptable(error: unknown): boolean {
  return has(error, "NotAcceptable", 406);
}

/** The server does not read this form. */
export function isUnsupportedMediaType(error: unknown): boolean {
  return has(error, "UnsupportedMediaType", 415);
}

/** The resource has no such verb. */
export function isMethodNotSupported(error: unknown): boolean {
  return has(error, "MethodNotAllowed", 405);
}

/** A part that the request needs is not there. */
export function isServiceUnavailable(error: unknown): boolean {
  return has(error, "ServiceUnavailable", 503);
}

/** The request makes no sense. */
export function isBadRequest(error: unknown): boolean {
  return has(error, "BadRequest", 400);
}

/** The client must say who it is. */
export function isUnauthorized(error: unknown): boolean {
  return has(error, "Unauthorized", 401);
}

/** The client may not do this. */
export function isForbidden(error: unknown): boolean {
  return has(error, "Forbidden", 403);
}

/** Time ran out; the operation may still complete. */
export function isTimeout(error: unknown): boolean {
  return has(error, "Timeout", 504);
}

/** Something passing was in the way: repeat. */
export function isServerTimeout(error: unknown): boolean {
  return has(error, "ServerTimeout");
}

/** The server failed. */
export function isInternalError(error: unknown): boolean {
  return has(error, "InternalError", 500);
}

/** The server wants fewer requests. The code alone says so too, whatever the reason. */
export function isTooManyRequests(error: unknown): boolean {
  return has(error, "TooManyRequests") || statusErrorOf(error)?.code === 429;
}

/** The body is too large. The code alone says so too, whatever the reason. */
export function isRequestEntityTooLarge(error: unknown): boolean {
  return has(error, "RequestEntityTooLarge") || statusErrorOf(error)?.code === 413;
}

/** Stored data can't be read or decoded. */
export function isStorageReadError(error: unknown): boolean {
  return has(error, "StorageReadError");
}

/** The revision that was asked for is ahead of the server. */
export function isTooLargeResourceVersion(error: unknown): boolean {
  return isTimeout(error) && causeOf(error, "ResourceVersionTooLarge") !== undefined;
}

/** What answered was no API server, or not in the form of one. */
export function isUnexpectedServerError(error: unknown): boolean {
  return causeOf(error, "UnexpectedServerResponse") !== undefined;
}

/** The first cause of this type, if the failure has one. */
export function causeOf(error: unknown, type: string): metaV1.StatusCause | undefined {
  return statusErrorOf(error)?.status.details?.causes?.find((cause) => cause.reason === type);
}

/** With which a list that has expired can go on, as things are now; undefined where it can't. */
export function continueOf(error: unknown): string | undefined {
  return statusErrorOf(error)?.status.metadata?.continue || undefined;
}

/** How many seconds the server asks to wait before the next try; undefined when it asks for none. */
export function suggestedDelaySeconds(error: unknown): number | undefined {
  const found = statusErrorOf(error);
  const seconds = found?.status.details?.retryAfterSeconds ?? 0;
  if (seconds > 0) return seconds;
  return found?.reason === "ServerTimeout" && found.status.details ? 0 : undefined;
}
