/**
 * Bearer tokens that an issuer of ID tokens has signed (OpenID Connect).
 *
 * @module
 */

import type { Clock } from "../../../toolkit/clock.ts";
import { type Dialect, NAMES } from "../../../toolkit/names.ts";
import { ABSENT, type Identity } from "../../../toolkit/authentication/authenticator.ts";
import { type JsonWebToken, parseJsonWebToken } from "../../../toolkit/tokens/json_web_token.ts";
import type { TokenAuthenticator } from "../../../toolkit/authentication/token_authenticator.ts";
import type { IssuerMeasures } from "./issuer_metrics.ts";
import type { Claims, IssuerSettings } from "./issuer_settings.ts";
import type { IssuerKeys } from "./key_set.ts";
import { issuerOf, secondsOf, verifyToken } from "./verification.ts";

/** What tokens of one issuer are checked with. */
export interface IdTokenOptions {
  readonly issuer: IssuerSettings;
  readonly keys: Pick<IssuerKeys, "keysFor" | "problem">;
  readonly measures: Pick<IssuerMeasures, "judged">;
  readonly clock: Clock;
  readonly dialect: Dialect;
  /** Adds the claims that are elsewhere. Default: none are looked for. */
  readonly elsewhere?: ((claims: Claims, signal: AbortSignal) => Promise<Claims>) | undefined;
}

/** A token that is refused, and why. */
class Refused extends Error {}

/**
 * Knows the tokens of one issuer, for whichever audience of its own; tokens of others are absent. What is
 * wrong with a token is told in words that hold no part of it but its claims' values.
 */
export function idTokens(options: IdTokenOptions): TokenAuthenticator {
  const { issuer, keys, measures, clock } = options;
  return {
    async authenticateToken(text, { signal }): Promise<Identity> {
      const token = parseJsonWebToken(text);
      if (token === undefined || issuerOf(token) !== issuer.url) return ABSENT;
      const began = clock.monotonic();
      const judged = (result: "success" | "failure") =>
        measures.judged(issuer.url, result, clock.monotonic() - began);
      try {
        if (keys.problem !== undefined) throw new Refused("oidc: authenticator not initialized");
        const claims = await claimsOf(token, options, signal);
        const identity = identityOf(claims, options);
        judged("success");
        return identity;
      } catch (error) {
        judged("failure");
        return { is: "refused", reason: (error as Error).message };
      }
    },
  };
}

/** All claims of a token that is good, those that are elsewhere too. */
async function claimsOf(
  token: JsonWebToken,
  options: IdTokenOptions,
  signal: AbortSignal,
): Promise<Claims> {
  try {
    await verifyToken(token, options);
    return await options.elsewhere?.(token.claims, signal) ?? token.claims;
  } catch (error) {
    throw new Refused(`oidc: ${(error as Error).message}`);
  }
}

function identityOf(
  claims: Claims,
  { issuer: { claims: rules }, dialect }: IdTokenOptions,
): Identity {
  try {
    const { jti } = claims;
    const isNamed = typeof jti === "string" && jti !== "";
    const made = rules.user(claims);
    const user = {
      ...made,
      extra: {
        ...made.extra,
        ...(isNamed && {
          [`authentication.${NAMES[dialect].domain}/credential-id`]: [`JTI=${jti}`],
        }),
      },
    };
    if (user.name === "") throw new Error("the token names no user");
    rules.check(claims);
    return { is: "known", user, expiresMs: secondsOf(claims.exp) * 1000 };
  } catch (error) {
    throw new Refused(`oidc: ${(error as Error).message}`);
  }
}
