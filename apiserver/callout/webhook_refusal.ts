/**
 * What webhooks say by answers that are none.
 *
 * @module
 */

import { decodeUntypedJson } from "../../toolkit/codec/mod.ts";
import { fromResponse, statusErrorFromObject } from "../../toolkit/errors/mod.ts";

/** Characters of an answer that is none that an error shows. */
const SHOWN_CHARS = 1024;

/** An answer of another status than that of success. */
export interface RefusingAnswer {
  readonly status: number;
  readonly body: Uint8Array;
}

/** What such an answer tells: the Status in it, or what its code means. */
export function webhookRefusal(
  { status, body }: RefusingAnswer,
): { readonly message: string; readonly code: number } {
  try {
    const told = statusErrorFromObject(decodeUntypedJson(body));
    if (told !== undefined) return { message: shortened(told.message), code: told.code };
  } catch {
    // Then it is a text like any other.
  }
  const serverMessage = shortened(new TextDecoder().decode(body.subarray(0, SHOWN_CHARS)));
  const facts = { code: status, method: "POST", serverMessage, unexpected: true };
  return { message: fromResponse(facts).message, code: status };
}

/** The beginning of a text that somebody else made. */
export function shortened(text: string): string {
  return text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}…` : text;
}
