/**
 * Answers in plain text.
 *
 * @module
 */

import type { HttpResponse } from "../../../toolkit/serving/mod.ts";

/** An answer with a text. */
export function text(
  status: number,
  body: string,
  type = "text/plain; charset=utf-8",
): HttpResponse {
  return {
    status,
    headers: { "content-type": type, "x-content-type-options": "nosniff" },
    body,
  };
}
