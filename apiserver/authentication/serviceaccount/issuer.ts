/**
 * Signs tokens of service accounts.
 *
 * @module
 */

import type { Names } from "../../../toolkit/names.ts";
import { signJsonWebToken, type TokenKey } from "../../../toolkit/tokens/json_web_token.ts";
import type { TokenClaims, TokenIssuer } from "../token_issuer.ts";
import { boundClaims } from "./bound_token.ts";

/** What admission asks for in the name of pods: clients of then are known to read such tokens once only. */
const EXTENDED_FROM_SECONDS = 3607;

/** How long tokens last that such clients hold on to. */
export const EXTENDED_SECONDS = 365 * 24 * 60 * 60;

/** What an issuer is made of. */
export interface AccountIssuerOptions {
  /** What tokens say of who issued them. */
  readonly issuer: string;
  readonly key: TokenKey;
  /** The API's own names. */
  readonly audiences: readonly string[];
  /** 0 for any. */
  readonly maxExpirationSeconds: number;
  /** Whether tokens of pods for the API itself last a year where an hour was asked for in their name. */
  readonly extendsExpiration: boolean;
  readonly names: Names;
}

/** An issuer with a key of its own. */
export function accountIssuer(options: AccountIssuerOptions): TokenIssuer {
  const { issuer, key, audiences, maxExpirationSeconds, names } = options;
  return {
    audiences,
    maxExpirationSeconds,
    async issue(claims) {
      const { aud, exp, iat, ...more } = boundClaims(extended(claims, options), names);
      return await signJsonWebToken(key, { aud, exp, iat, iss: issuer, ...more });
    },
  };
}

function extended(
  claims: TokenClaims,
  { extendsExpiration, audiences: own }: AccountIssuerOptions,
): TokenClaims {
  const { pod, expirationSeconds, audiences } = claims;
  const isExtended = extendsExpiration && pod !== undefined &&
    expirationSeconds === EXTENDED_FROM_SECONDS && audiences.every((one) => own.includes(one));
  if (!isExtended) return claims;
  return { ...claims, expirationSeconds: EXTENDED_SECONDS, warnAfterSeconds: expirationSeconds };
}
