/**
 * The address of a remote database.
 *
 * @module
 */

import { StoreError } from "../errors.ts";

/** The environment variable that commands take the access token from. */
export const TOKEN_VARIABLE = "DENO_KV_ACCESS_TOKEN";

/** Throws unless `url` is one that a database can have. */
export function checkUrl(url: string): void {
  const shown = JSON.stringify(url.replace(/\/\/[^/]*@/, "//"));
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    throw new StoreError(`store server ${shown} is not a URL`);
  }
  if (parsed.username !== "" || parsed.password !== "") {
    throw new StoreError(
      `store server ${shown} must not contain a user: KV Connect takes a token, from ${TOKEN_VARIABLE}`,
    );
  }
}
