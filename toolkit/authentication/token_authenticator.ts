/**
 * The seam of bearer tokens: who knows whose one is.
 *
 * @module
 */

import { ABSENT, firstKnownOf, type Identity } from "./authenticator.ts";

/** For what a token is shown. */
export interface TokenCall {
  /** Whom it must be for; undefined: for the API itself. */
  readonly audiences?: readonly string[] | undefined;
  /** Aborts when nobody waits for the answer any more. Asked for only by those that need it. */
  readonly signal: AbortSignal;
}

/**
 * Finds out whose token this is: absent for one that it does not know and others may. Must never throw for
 * what a token says, and may reject only with the reason of the signal.
 */
export interface TokenAuthenticator {
  authenticateToken(token: string, call: TokenCall): Identity | Promise<Identity>;
}

/** Asks one after another until one knows whose it is; else those that refuse it decide. */
export function firstToKnowToken(
  authenticators: readonly TokenAuthenticator[],
): TokenAuthenticator {
  const [only] = authenticators;
  if (authenticators.length === 1 && only !== undefined) return only;
  return {
    authenticateToken: (token, call) =>
      firstKnownOf(authenticators, (one) => one.authenticateToken(token, call)),
  };
}

/**
 * Tokens that name no audience are for the API: `own` are its names. One that is asked about for others only
 * is not known.
 */
export function forAudiences(
  own: readonly string[],
  authenticator: TokenAuthenticator,
): TokenAuthenticator {
  return {
    authenticateToken(token, call) {
      const meant = call.audiences === undefined
        ? own
        : own.filter((one) => call.audiences?.includes(one));
      if (meant.length === 0 && call.audiences !== undefined) return ABSENT;
      const tell = (identity: Identity): Identity =>
        identity.is === "known" && meant.length > 0 ? { ...identity, audiences: meant } : identity;
      const asked = authenticator.authenticateToken(token, call);
      return asked instanceof Promise ? asked.then(tell) : tell(asked);
    },
  };
}
