/**
 * How asking a webhook ends badly: it says no, or it can't be asked, or its answer can't be used.
 *
 * @module
 */

import type { Status } from "../../../toolkit/api/meta_v1.ts";
import { badRequest, StatusError } from "../../../toolkit/errors/mod.ts";
import { quoteText } from "../../../toolkit/values/mod.ts";

/** A webhook could not be asked: its failure policy says what that means. */
export class CallFailure extends Error {
  override readonly name = "CallFailure";
  /** The status of what went wrong, for the metrics. */
  readonly code: number;

  constructor(webhook: string, why: string, code: number, cause?: unknown) {
    super(`failed calling webhook ${quoteText(webhook)}: ${why}`, { cause });
    this.code = code;
  }
}

/** A webhook said no. */
export class Denial extends Error {
  override readonly name = "Denial";

  constructor(readonly status: StatusError) {
    super(status.message);
  }
}

/** Statuses below this are none of refusals. */
const LEAST_REFUSAL = 400;
const MOST_REFUSAL = 599;

/** The denial that a webhook's status makes; undefined: it did not say why. */
export function denial(webhook: string, status: Status | undefined): Denial {
  const { code = 0, message = "", reason = "", details } = status ?? {};
  const denied = `admission webhook ${quoteText(webhook)} denied the request`;
  const why = message || reason;
  return new Denial(
    new StatusError({
      code: code < LEAST_REFUSAL || code > MOST_REFUSAL ? LEAST_REFUSAL : code,
      reason,
      message: why === "" ? `${denied} without explanation` : `${denied}: ${why}`,
      ...(details !== undefined && { details }),
    }),
  );
}

/** A webhook that may do more than answer is not asked about a dry run. */
export function noDryRun(webhook: string): StatusError {
  return badRequest(`admission webhook ${quoteText(webhook)} does not support dry run`);
}
