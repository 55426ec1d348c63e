/**
 * How a call of gRPC fails, and what a failure says about what the server did.
 *
 * @module
 */

/** The status codes that matter here. */
export const CODE = {
  ok: 0,
  cancelled: 1,
  unknown: 2,
  invalidArgument: 3,
  deadlineExceeded: 4,
  notFound: 5,
  permissionDenied: 7,
  resourceExhausted: 8,
  failedPrecondition: 9,
  outOfRange: 11,
  unimplemented: 12,
  internal: 13,
  unavailable: 14,
  unauthenticated: 16,
} as const;

/** The names of all codes, in their order. */
const NAMES = [
  "OK",
  "Canceled",
  "Unknown",
  "InvalidArgument",
  "DeadlineExceeded",
  "NotFound",
  "AlreadyExists",
  "PermissionDenied",
  "ResourceExhausted",
  "FailedPrecondition",
  "Aborted",
  "OutOfRange",
  "Unimplemented",
  "Internal",
  "Unavailable",
  "DataLoss",
  "Unauthenticated",
];

/** The name of a code, as metrics and people call it; of one that there is not, its number. */
export function codeName(code: number): string {
  return NAMES[code] ?? `Code(${code})`;
}

/** Codes of a server that has looked at the request and refuses it. */
const REFUSALS: ReadonlySet<number> = new Set([
  CODE.invalidArgument,
  CODE.notFound,
  CODE.permissionDenied,
  CODE.resourceExhausted,
  CODE.failedPrecondition,
  CODE.outOfRange,
  CODE.unimplemented,
  CODE.unauthenticated,
]);

/** A call that failed. */
export class GrpcError extends Error {
  override name = "GrpcError";

  /** `sent` is false when no byte of the request can have reached the server. */
  constructor(readonly code: number, message: string, readonly sent = true, cause?: unknown) {
    super(message, { cause });
  }

  /** True when another attempt, or another server, would say the same. */
  get final(): boolean {
    return REFUSALS.has(this.code) && !this.busy;
  }

  /** True when the server has too much to do. */
  get busy(): boolean {
    return this.code === CODE.resourceExhausted && this.message.includes("too many requests");
  }

  /** True when the server may have done, or may yet do, what it was asked. */
  get mayHaveActed(): boolean {
    return this.sent && !REFUSALS.has(this.code);
  }
}

/** An answer is longer than what is taken: the same question would be answered so by any server. */
export class MessageTooLarge extends GrpcError {
  override name = "MessageTooLarge";

  constructor(lengthBytes: number, limitBytes: number) {
    const text = `a message of ${lengthBytes} bytes is over the limit of ${limitBytes}`;
    super(CODE.internal, text);
  }

  override get final(): boolean {
    return true;
  }
}
