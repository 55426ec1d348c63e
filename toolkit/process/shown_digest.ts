/**
 * How texts that nobody is to read are told apart.
 *
 * @module
 */

import { createHash } from "node:crypto";

/** What logs and metrics show in the place of a text; "" for none. */
export function shownDigest(text: string): string {
  return text === "" ? "" : `sha256:${createHash("sha256").update(text).digest("hex")}`;
}
