/**
 * The place in a paged list where its next page begins. Any replica of the server can go on with it.
 *
 * @module
 */

import { badRequest, StatusError } from "../../toolkit/errors/mod.ts";

/** Version of the token's content. */
const VERSION = "1";

/** What a token says. */
export interface ContinueToken {
  /** The revision that all pages show; -1: each page shows what is there when it is asked for. */
  readonly revision: number;
  /** The key, without the list's prefix, after which the page begins. */
  readonly after: string;
}

/** Writes a token. */
export function printContinue({ revision, after }: ContinueToken): string {
  const bytes = new TextEncoder().encode(JSON.stringify({ v: VERSION, rv: revision, after }));
  return bytes.toBase64({ alphabet: "base64url", omitPadding: true });
}

const TOKEN_LIMIT_CHARS = 4096;

/** Reads a token. Throws a 400 for one that no server wrote. */
export function parseContinue(text: string): ContinueToken {
  try {
    if (text.length > TOKEN_LIMIT_CHARS) throw new Error("it is too long");
    const bytes = Uint8Array.fromBase64(text, { alphabet: "base64url" });
    const { v, rv, after } = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    const sound = v === VERSION && Number.isSafeInteger(rv) && rv >= -1 && rv !== 0 &&
      typeof after === "string" && after !== "";
    if (!sound) throw new Error("its content is not that of a continue token");
    return { revision: rv, after };
  } catch (error) {
    throw badRequest(`continue key is not valid: ${(error as Error).message}`);
  }
}

/** The 410 for a token whose revision is gone; it carries one with which the list can go on. */
export function continueExpired(after: string): StatusError {
  return new StatusError({
    code: 410,
    reason: "Expired",
    message: "The provided continue parameter is too old to display a consistent list result. " +
      "You can start a new list without the continue parameter, or use the continue token in " +
      "this response to retrieve the remainder of the results. Continuing with the provided " +
      "token results in an inconsistent list - objects that were created, modified, or deleted " +
      "between the time the first chunk was returned and now may show up in the list.",
    continue: printContinue({ revision: -1, after }),
  });
}
