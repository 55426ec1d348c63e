/**
 * Errors of KV Connect.
 *
 * @module
 */

/**
 * What may be done about a failed request:
 *
 * - `later`: the server can't be reached or can't answer now. It may have done what it was asked to.
 * - `with a new token`: it did nothing, because it does not take the token.
 * - `elsewhere`: it did nothing, because another server has the database by now.
 * - `not at all`: it would fail again.
 */
export type Again = "later" | "with a new token" | "elsewhere" | "not at all";

/**
 * What a request of KV Connect fails with; `again` says whether it may be sent again. No message
 * holds a token.
 */
export class KvConnectError extends Error {
  override name = "KvConnectError";

  constructor(message: string, readonly again: Again, options?: ErrorOptions) {
    super(message, options);
  }
}

/** Shown of what a server says, so that it can't fill the log. */
const SHOWN_CHARS = 200;

/** A server's own words on one line, without the secrets that it may have echoed. */
export function shownText(text: string, secrets: readonly string[]): string {
  let shown = text;
  for (const secret of secrets) {
    if (secret !== "") shown = shown.replaceAll(secret, "[token]");
  }
  shown = shown.replaceAll(/[\s\p{C}]+/gu, " ").trim();
  return shown.length > SHOWN_CHARS ? `${shown.slice(0, SHOWN_CHARS)} ...` : shown;
}
