/**
 * A status error out of a response that carries no status: from a proxy, or for a path that no API
 * server knows.
 *
 * @module
 */

import type { StatusReason } from "../api/meta_v1.ts";
import { quoteText } from "../values/quote.ts";
import { type GroupResource, printResource } from "./reasons.ts";
import { StatusError } from "./status_error.ts";

/** What is known of the exchange. */
export interface ResponseFacts {
  /** The HTTP status code. */
  code: number;
  /** The HTTP method, in capitals. */
  method: string;
  /** What was asked for, where that is known. */
  resource?: GroupResource;
  /** Its name, or empty. */
  name?: string;
  /** What the server said, or empty: cut it before, it becomes part of the message. */
  serverMessage?: string;
  /** From the Retry-After header. Default 0: none. */
  retryAfterSeconds?: number;
  /** Marks the failure as one of something that is no API server. */
  unexpected?: boolean;
}

const MESSAGES: Readonly<Record<number, [StatusReason, message: string]>> = {
  400: ["BadRequest", "the server rejected our request for an unknown reason"],
  401: ["Unauthorized", "the server has asked for the client to provide credentials"],
  403: ["Forbidden", ""],
  404: ["NotFound", "the server could not find the requested resource"],
  405: ["MethodNotAllowed", "the server does not allow this method on the requested resource"],
  406: [
    "NotAcceptable",
    "the server was unable to respond with a content type that the client supports",
  ],
  409: ["Conflict", "the server reported a conflict"],
  415: ["UnsupportedMediaType", ""],
  422: ["Invalid", "the server rejected our request due to an error in our request"],
  429: [
    "TooManyRequests",
    "the server has received too many requests and has asked us to try again later",
  ],
  503: ["ServiceUnavailable", "the server is currently unable to handle the request"],
  504: [
    "Timeout",
    "the server was unable to return a response in the time allotted, " +
    "but may still be processing the request",
  ],
};

/** The failure that a bare HTTP response tells of. */
export function fromResponse(facts: ResponseFacts): StatusError {
  const { code, method, resource, name = "", serverMessage = "" } = facts;
  const asked = resource === undefined || printResource(resource) === ""
    ? ""
    : ` (${method.toLowerCase()} ${printResource(resource)}${name && ` ${name}`})`;
  return new StatusError({
    code,
    reason: reasonOfCode(code, method),
    message: messageOf(code, serverMessage) + asked,
    details: {
      name,
      ...(resource && { group: resource.group, kind: resource.resource }),
      causes: facts.unexpected
        ? [{ reason: "UnexpectedServerResponse", ...(serverMessage && { message: serverMessage }) }]
        : [],
      retryAfterSeconds: facts.retryAfterSeconds ?? 0,
    },
  });
}

function reasonOfCode(code: number, method: string): StatusReason {
  if (code === 409 && method === "POST") return "AlreadyExists";
  return MESSAGES[code]?.[0] ?? (code >= 500 ? "InternalError" : "");
}

function messageOf(code: number, serverMessage: string): string {
  // These three say what is allowed, so the server's words are the better ones.
  if (code === 403 || code === 415) return serverMessage;
  if (code === 406 && serverMessage !== "" && serverMessage !== "unknown") return serverMessage;
  const known = MESSAGES[code]?.[1];
  if (known !== undefined) return known;
  return code >= 500
    ? `an error on the server (${
      quoteText(serverMessage)
    }) has prevented the request from succeeding`
    : `the server responded with the status code ${code} but did not return more information`;
}
