/**
 * Every failure that the API has a reason for, made with the code and the message that clients of
 * the reference know and match on.
 *
 * @module
 */

import type { StatusCause, StatusDetails } from "../api/meta_v1.ts";
import { quoteText } from "../values/quote.ts";
import { type FieldError, printMessages } from "./field_error.ts";
import { StatusError } from "./status_error.ts";

/** A resource: the plural name and its group, which is empty for the core group. */
export interface GroupResource {
  readonly group: string;
  readonly resource: string;
}

/** A kind and its group, which is empty for the core group. */
export interface GroupKind {
  readonly group: string;
  readonly kind: string;
}

/** `deployments.apps`, or `pods` in the core group. */
export function printResource(resource: GroupResource): string {
  return dotted(resource.resource, resource.group);
}

/** `Deployment.apps`, or `Pod` in the core group. */
export function printKind(kind: GroupKind): string {
  return dotted(kind.kind, kind.group);
}

function dotted(name: string, group: string): string {
  return group === "" ? name : `${name}.${group}`;
}

/** What of an object the details name: the kind field holds the resource, as in the reference. */
function detailsOf(resource: GroupResource, name = "", more: StatusDetails = {}): StatusDetails {
  return { name, group: resource.group, kind: resource.resource, ...more };
}

/** 404: there is no object of this name. */
export function notFound(resource: GroupResource, name: string): StatusError {
  return new StatusError({
    code: 404,
    reason: "NotFound",
    message: `${printResource(resource)} ${quoteText(name)} not found`,
    details: detailsOf(resource, name),
  });
}

/** 409: there is an object of this name already. */
export function alreadyExists(resource: GroupResource, name: string): StatusError {
  return new StatusError({
    code: 409,
    reason: "AlreadyExists",
    message: `${printResource(resource)} ${quoteText(name)} already exists`,
    details: detailsOf(resource, name),
  });
}

/** A 409 of a name that is taken, by what is being deleted: the name will be free. */
export function beingDeleted({ status }: StatusError): StatusError {
  const { code, reason = "", message = "", details = {} } = status;
  return new StatusError({ code, reason, message: `object is being deleted: ${message}`, details });
}

/** 409: names were generated until the server gave up, and all were taken. */
export function generateNameConflict(
  resource: GroupResource,
  name: string,
  retryAfterSeconds: number,
): StatusError {
  return new StatusError({
    code: 409,
    reason: "AlreadyExists",
    message: `${printResource(resource)} ${quoteText(name)} already exists, ` +
      "the server was not able to generate a unique name for the object",
    details: detailsOf(resource, name, { retryAfterSeconds }),
  });
}

/** Why an update of a stale object is refused. */
export const OBJECT_MODIFIED =
  "the object has been modified; please apply your changes to the latest version and try again";

/** 409: the object is not as the client thinks. */
export function conflict(
  resource: GroupResource,
  name: string,
  why: string = OBJECT_MODIFIED,
): StatusError {
  return new StatusError({
    code: 409,
    reason: "Conflict",
    message: `Operation cannot be fulfilled on ${printResource(resource)} ${
      quoteText(name)
    }: ${why}`,
    details: detailsOf(resource, name),
  });
}

/** 409: an apply would take fields that other managers own, which `causes` lists. */
export function applyConflict(causes: StatusCause[], message: string): StatusError {
  return new StatusError({ code: 409, reason: "Conflict", message, details: { causes } });
}

/** Characters of errors that one status tells: a client that sends so many reads no more. */
const TOLD_CHARACTERS = 1 << 19;

/** 422: the object breaks rules of its kind. */
export function invalid(kind: GroupKind, name: string, errors: readonly FieldError[]): StatusError {
  const subject = `${printKind(kind)} ${quoteText(name)} is invalid`;
  const causes: StatusCause[] = [];
  const messages = new Set<string>();
  let left = TOLD_CHARACTERS;
  for (const error of errors) {
    if (left < 0) break;
    const cause = error.toCause();
    causes.push(cause);
    messages.add(`${cause.field}: ${cause.message}`);
    left -= (cause.field?.length ?? 0) + (cause.message?.length ?? 0);
  }
  const untold = errors.length - causes.length;
  if (untold > 0) messages.add(`and ${untold} more`);
  return new StatusError({
    code: 422,
    reason: "Invalid",
    message: errors.length === 0 ? subject : `${subject}: ${printMessages(messages)}`,
    details: { name, group: kind.group, kind: kind.kind, causes },
  });
}

/** 401: the client must say who it is. */
export function unauthorized(message = ""): StatusError {
  return new StatusError({
    code: 401,
    reason: "Unauthorized",
    message: message || "not authorized",
  });
}

/** 403: the client may not do this. No resource: a path that belongs to none. */
export function forbidden(
  resource: GroupResource | undefined,
  name: string,
  why: string,
): StatusError {
  const subject = resource === undefined || printResource(resource) === ""
    ? "forbidden"
    : name === ""
    ? `${printResource(resource)} is forbidden`
    : `${printResource(resource)} ${quoteText(name)} is forbidden`;
  return new StatusError({
    code: 403,
    reason: "Forbidden",
    message: `${subject}: ${why}`,
    details: resource === undefined ? { name } : detailsOf(resource, name),
  });
}

/** 400: the request makes no sense. */
export function badRequest(message: string): StatusError {
  return new StatusError({ code: 400, reason: "BadRequest", message });
}

/** 410: what is asked for is gone for good. */
export function gone(message: string): StatusError {
  return new StatusError({ code: 410, reason: "Gone", message });
}

/** 410: the revision, or the continue token, is older than the history that is kept. */
export function resourceExpired(message: string): StatusError {
  return new StatusError({ code: 410, reason: "Expired", message });
}

/** 405: the resource has no such verb. */
export function methodNotSupported(resource: GroupResource, action: string): StatusError {
  return new StatusError({
    code: 405,
    reason: "MethodNotAllowed",
    message: `${action} is not supported on resources of kind ${
      quoteText(printResource(resource))
    }`,
    details: detailsOf(resource),
  });
}

/** 406: the server has none of the forms that the client accepts. */
export function notAcceptable(accepted: readonly string[]): StatusError {
  return new StatusError({
    code: 406,
    reason: "NotAcceptable",
    message: `only the following media types are accepted: ${accepted.join(", ")}`,
  });
}

/** 415: the server does not read what the client sent. */
export function unsupportedMediaType(accepted: readonly string[]): StatusError {
  return new StatusError({
    code: 415,
    reason: "UnsupportedMediaType",
    message: "the body of the request was in an unknown format - " +
      `accepted media types include: ${accepted.join(", ")}`,
  });
}

/** 413: the body is larger than the server reads. */
export function requestEntityTooLarge(message: string): StatusError {
  return new StatusError({
    code: 413,
    reason: "RequestEntityTooLarge",
    message: `Request entity too large: ${message}`,
  });
}

/** 429: this very request may be repeated later. */
export function tooManyRequests(message: string, retryAfterSeconds: number): StatusError {
  return new StatusError({
    code: 429,
    reason: "TooManyRequests",
    message,
    details: { retryAfterSeconds },
  });
}

/** 429: the server has too many requests in flight. */
export function overloaded(message: string): StatusError {
  return new StatusError({
    code: 429,
    reason: "TooManyRequests",
    message: `Too many requests: ${message}`,
  });
}

/** 500 with the advice to repeat: something passing is in the way of this operation. */
export function serverTimeout(
  resource: GroupResource,
  operation: string,
  retryAfterSeconds: number,
): StatusError {
  return new StatusError({
    code: 500,
    reason: "ServerTimeout",
    message: `The ${operation} operation against ${printResource(resource)} ` +
      "could not be completed at this time, please try again.",
    details: detailsOf(resource, operation, { retryAfterSeconds }),
  });
}

/** 504: time ran out; the operation may still complete. */
export function timeout(message: string, retryAfterSeconds = 0): StatusError {
  return new StatusError({
    code: 504,
    reason: "Timeout",
    message: `Timeout: ${message}`,
    details: { retryAfterSeconds },
  });
}

/** 504: the client asks for a revision that this server has not seen yet. */
export function tooLargeResourceVersion(
  asked: number | bigint,
  current: number | bigint,
  retryAfterSeconds: number,
): StatusError {
  return new StatusError({
    code: 504,
    reason: "Timeout",
    message: `Timeout: Too large resource version: ${asked}, current: ${current}`,
    details: {
      causes: [{ reason: "ResourceVersionTooLarge", message: "Too large resource version" }],
      retryAfterSeconds,
    },
  });
}

/** 503: a part that the request needs is not there. */
export function serviceUnavailable(message: string): StatusError {
  return new StatusError({ code: 503, reason: "ServiceUnavailable", message });
}

/** 500: stored data can't be read or decoded. */
export function storageReadError(message: string, cause?: unknown): StatusError {
  return new StatusError({ code: 500, reason: "StorageReadError", message, cause });
}

/** 500: `message` goes to the client; what must stay in the log goes into `cause`. */
export function internalError(message: string, cause?: unknown): StatusError {
  return new StatusError({
    code: 500,
    reason: "InternalError",
    message: `Internal error occurred: ${message}`,
    details: { causes: [{ message }] },
    cause,
  });
}
