/**
 * Secrets by which new nodes join a cluster, as controllers look at them.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import type { ObjectOf, Secret } from "../../toolkit/mod.ts";
import { msOfTime, parseTime } from "../../toolkit/values/mod.ts";

/** What the names of such secrets begin with. */
const PREFIX = "bootstrap-token-";

const ID = /^[a-z0-9]{6}$/;

/** A secret of that kind, or of any other. */
export type CachedSecret = ObjectOf<typeof Secret>;

/** What something is signed with. */
export interface SigningToken {
  readonly id: string;
  readonly secret: string;
}

function textOf({ data = {} }: CachedSecret, key: string): string {
  return Buffer.from(data[key] ?? "", "base64").toString();
}

/** When a token ends, in milliseconds since 1970. One whose end can't be read has ended; undefined: never. */
export function expiresMs(token: CachedSecret): number | undefined {
  const text = textOf(token, "expiration");
  if (text === "") return undefined;
  try {
    return msOfTime(parseTime(text));
  } catch {
    return -Infinity;
  }
}

/** What a secret signs with; undefined: it is not for that, has ended, or is not whole. */
export function signingToken(token: CachedSecret, nowMs: number): SigningToken | undefined {
  const { name } = token.metadata;
  const [id, secret] = [textOf(token, "token-id"), textOf(token, "token-secret")];
  if (!ID.test(id) || name !== `${PREFIX}${id}` || secret === "") return undefined;
  if ((expiresMs(token) ?? Infinity) <= nowMs) return undefined;
  return textOf(token, "usage-bootstrap-signing") === "true" ? { id, secret } : undefined;
}
