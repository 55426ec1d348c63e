/**
 * The one error of the API: whatever fails ends as a {@link StatusError}, whose status is what goes
 * over the wire, and comes back out of it at the client.
 *
 * @module
 */

import type {
  CauseType,
  metaV1,
  StatusCause,
  StatusDetails,
  StatusReason,
} from "../api/meta_v1.ts";

/** What a {@link StatusError} is made of. */
export interface StatusFields {
  /** The HTTP status code. */
  code: number;
  /** Machine-readable; empty when unknown. */
  reason: StatusReason;
  message: string;
  /** Fields that are empty, and 0 seconds, are left out. */
  details?: StatusDetails;
  /** With which a list that has expired can go on, as things are now. */
  continue?: string;
  /** What led to this: for the log, never for the client. */
  cause?: unknown;
}

/** A failure with the status that tells a client of it. */
export class StatusError extends Error {
  /** Tells it apart in logs. */
  override name = "StatusError";
  /** The object that is sent; its fields are in the order in which the reference writes them. */
  readonly status: Readonly<metaV1.Status> & { readonly code: number };

  /** A failure with these fields; the rest follows from them. */
  constructor(fields: StatusFields) {
    super(fields.message, fields.cause === undefined ? undefined : { cause: fields.cause });
    this.status = {
      kind: "Status",
      apiVersion: "v1",
      metadata: fields.continue ? { continue: fields.continue } : {},
      status: "Failure",
      ...(fields.message !== "" && { message: fields.message }),
      ...(fields.reason !== "" && { reason: fields.reason }),
      ...(fields.details !== undefined && { details: withoutEmpty(fields.details) }),
      code: fields.code,
    };
  }

  /** The HTTP status code. */
  get code(): number {
    return this.status.code;
  }

  /** The machine-readable reason, empty when unknown. */
  get reason(): metaV1.StatusReason {
    return this.status.reason ?? "";
  }

  /** The status, as it is sent. */
  toJSON(): metaV1.Status {
    return this.status;
  }
}

function withoutEmpty(details: StatusDetails): StatusDetails {
  return {
    ...(details.name && { name: details.name }),
    ...(details.group && { group: details.group }),
    ...(details.kind && { kind: details.kind }),
    ...(details.uid && { uid: details.uid }),
    ...(details.causes?.length && { causes: details.causes }),
    ...(details.retryAfterSeconds && { retryAfterSeconds: details.retryAfterSeconds }),
  };
}

/** No chain of causes is followed further than this. */
const LIMIT_CAUSES = 16;

/** The status error that `error` is, or that it was caused by; undefined when there is none. */
export function statusErrorOf(error: unknown): StatusError | undefined {
  let at = error;
  for (let depth = 0; depth < LIMIT_CAUSES && at instanceof Error; depth++) {
    if (at instanceof StatusError) return at;
    at = at.cause;
  }
  return undefined;
}

/**
 * The error that a received object tells of, or undefined when it is no Status of a failure. The
 * object comes from outside: fields of a wrong type are dropped.
 */
export function statusErrorFromObject(value: unknown): StatusError | undefined {
  if (!isRecord(value) || value.kind !== "Status" || value.status === "Success") return undefined;
  if (value.apiVersion !== "v1" && !/^meta\.[^/]+\/v1$/.test(text(value.apiVersion))) {
    return undefined;
  }
  return new StatusError({
    code: integer(value.code),
    reason: text(value.reason),
    message: text(value.message),
    ...(isRecord(value.details) && { details: readDetails(value.details) }),
    ...(isRecord(value.metadata) && { continue: text(value.metadata.continue) }),
  });
}

function readDetails(details: Record<string, unknown>): StatusDetails {
  return {
    name: text(details.name),
    group: text(details.group),
    kind: text(details.kind),
    uid: text(details.uid),
    causes: Array.isArray(details.causes) ? details.causes.filter(isRecord).map(readCause) : [],
    retryAfterSeconds: integer(details.retryAfterSeconds),
  };
}

function readCause(cause: Record<string, unknown>): StatusCause {
  const [reason, message, field] = [text(cause.reason), text(cause.message), text(cause.field)];
  return {
    ...(reason && { reason: reason as CauseType }),
    ...(message && { message }),
    ...(field && { field }),
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function integer(value: unknown): number {
  return Number.isSafeInteger(value) ? value as number : 0;
}
