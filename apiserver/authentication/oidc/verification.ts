/**
 * Whether a token is one of its issuer: signed by it, for this server, and in its time.
 *
 * @module
 */

import type { Clock } from "../../../toolkit/clock.ts";
import {
  isSignedBy,
  type JsonWebToken,
  type SigningAlgorithm,
} from "../../../toolkit/tokens/json_web_token.ts";
import { quoteText } from "../../../toolkit/values/mod.ts";
import type { IssuerSettings } from "./issuer_settings.ts";
import type { IssuerKeys } from "./key_set.ts";

/** How far clocks of others may be ahead, for the beginning of a token. */
const LEEWAY_MS = 5 * 60_000;

/** What tokens of an issuer are checked with. */
export interface VerificationOptions {
  readonly issuer: Pick<IssuerSettings, "audiences" | "algorithms">;
  readonly keys: Pick<IssuerKeys, "keysFor">;
  readonly clock: Clock;
}

/** Calls itself by either name, the old one in tokens only. */
const GOOGLE = "accounts.google.com";

/** Who a token says that it is from. */
export function issuerOf({ claims: { iss } }: JsonWebToken): unknown {
  return iss === GOOGLE ? `https://${GOOGLE}` : iss;
}

/** Throws an error that says what is wrong with a token. */
export async function verifyToken(
  token: JsonWebToken,
  options: VerificationOptions,
): Promise<void> {
  const { issuer, clock } = options;
  const fail = (why: string) => new Error(`verify token: ${why}`);
  const { header, claims } = token;
  const malformed = FORMS.find(([claim, isOf]) =>
    Object.hasOwn(claims, claim) && !isOf(claims[claim])
  );
  if (malformed !== undefined) {
    throw fail(`failed to unmarshal claims: ${malformed[0]} is of another type`);
  }
  const algorithm = issuer.algorithms.find((one) => one === header.alg);
  if (algorithm === undefined) {
    throw fail(
      `id token signed with unsupported algorithm, expected ${
        JSON.stringify(issuer.algorithms)
      } got ${quoteText(String(header.alg))}`,
    );
  }
  const named = audiencesOf(claims.aud);
  if (!issuer.audiences.some((one) => named.includes(one))) {
    const expected = JSON.stringify([...issuer.audiences].sort());
    throw fail(`expected audience in ${expected} got ${JSON.stringify(named)}`);
  }
  const now = clock.now();
  const { exp, nbf } = claims;
  if (!(secondsOf(exp) * 1000 > now)) {
    throw fail(`token is expired (Token Expiry: ${timeOf(secondsOf(exp))})`);
  }
  if (!isAbsent(nbf) && !(secondsOf(nbf) * 1000 <= now + LEEWAY_MS)) {
    throw fail("current time before the nbf (not before) time");
  }
  if (!await isSigned(token, algorithm, options)) {
    throw fail("failed to verify signature: failed to verify id token signature");
  }
}

/** Keys that are known first, then those that the issuer has now. */
async function isSigned(
  token: JsonWebToken,
  algorithm: SigningAlgorithm,
  { keys }: VerificationOptions,
): Promise<boolean> {
  const { kid } = token.header;
  const id = typeof kid === "string" && kid !== "" ? kid : undefined;
  for (const anew of [false, true]) {
    for (const key of await keys.keysFor(algorithm, id, anew)) {
      if (await isSignedBy(token, { key, algorithm, id: id ?? "" })) return true;
    }
  }
  return false;
}

const isText = (value: unknown) => typeof value === "string";
const orNull = (isOf: (value: unknown) => boolean) => (value: unknown) =>
  value === null || isOf(value);
const isTime = (value: unknown) => !Number.isNaN(secondsOf(value));
const isAbsent = (value: unknown) => value === undefined || value === null;

/** Claims that every token has in the same form, if it has them. */
const FORMS: readonly (readonly [claim: string, isOf: (value: unknown) => boolean])[] = [
  ["sub", orNull(isText)],
  ["aud", orNull((value) => isText(value) || (Array.isArray(value) && value.every(isText)))],
  ["exp", orNull(isTime)],
  ["iat", isTime],
  ["nbf", orNull(isTime)],
];

/** Seconds since 1970, as a number or the text of one; NaN: neither. */
export function secondsOf(value: unknown): number {
  if (typeof value === "number") return value;
  const isNumeric = typeof value === "string" && /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(value);
  return isNumeric ? Number(value) : NaN;
}

function audiencesOf(value: unknown): readonly string[] {
  return isAbsent(value) ? [] : [value].flat() as string[];
}

function timeOf(seconds: number): string {
  if (Number.isNaN(seconds)) return "none";
  const ms = seconds * 1000;
  return Math.abs(ms) <= 8.64e15 ? new Date(ms).toISOString() : String(seconds);
}
