/**
 * Claims of tokens, as far as all of them are alike. Whoever signed them might have written anything.
 *
 * @module
 */

/** A token that is not to be believed, and why: for the record, and for whoever reviews it. */
export class TokenRefused extends Error {
  override name = "TokenRefused";

  constructor(reason: string, readonly annotations: Readonly<Record<string, string>> = {}) {
    super(reason);
  }
}

/** The claims of a token. */
export type Claims = Readonly<Record<string, unknown>>;

/** How far clocks may be apart. */
export const LEEWAY_MS = 60_000;

/** A claim that is a text; "" where it is absent. */
export function textClaim(claims: Claims, name: string): string {
  const value = Object.hasOwn(claims, name) ? claims[name] : undefined;
  if (value === undefined || value === null) return "";
  if (typeof value !== "string") throw malformed(name);
  return value;
}

/** A claim that is an object; undefined where it is absent. */
export function objectClaim(claims: Claims, name: string): Claims | undefined {
  const value = Object.hasOwn(claims, name) ? claims[name] : undefined;
  if (value === undefined || value === null) return undefined;
  if (typeof value !== "object" || Array.isArray(value)) throw malformed(name);
  return value as Claims;
}

/** A claim that is a time, in milliseconds since 1970; undefined where it is absent. */
export function timeClaim(claims: Claims, name: string): number | undefined {
  const value = Object.hasOwn(claims, name) ? claims[name] : undefined;
  if (value === undefined || value === null) return undefined;
  if (typeof value !== "number" || !Number.isFinite(value)) throw malformed(name);
  return Math.trunc(value) * 1000;
}

/** Whom a token is for. */
export function audiencesOf(claims: Claims): string[] {
  const value = Object.hasOwn(claims, "aud") ? claims.aud : undefined;
  if (value === undefined) return [];
  const list: unknown[] = Array.isArray(value) ? value : [value];
  if (!list.every((one) => typeof one === "string")) throw malformed("aud");
  return list;
}

/** Throws unless each of the claims that all tokens may have is of its type, whether anybody looks at it or not. */
export function checkForms(claims: Claims): void {
  audiencesOf(claims);
  for (const name of ["sub", "jti"]) textClaim(claims, name);
  for (const name of TIMES) timeClaim(claims, name);
}

const TIMES = ["nbf", "exp", "iat"] as const;

/** Throws unless the token is valid at this time, with some leeway. */
export function checkTimes(claims: Claims, nowMs: number): void {
  const [begins, ends, issued] = TIMES.map((name) => timeClaim(claims, name));
  if (begins !== undefined && nowMs + LEEWAY_MS < begins) {
    throw new TokenRefused("service account token is not valid yet");
  }
  if (ends !== undefined && nowMs - LEEWAY_MS > ends) {
    throw new TokenRefused("service account token has expired");
  }
  if (issued !== undefined && nowMs + LEEWAY_MS < issued) {
    throw new TokenRefused("service account token is issued in the future");
  }
}

function malformed(name: string): TokenRefused {
  return new TokenRefused(`the token's claim ${name} is malformed`);
}
