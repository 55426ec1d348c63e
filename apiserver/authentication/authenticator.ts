/**
 * The seam of authentication.
 *
 * @module
 */

import type { Headers, Peer } from "../../toolkit/serving/mod.ts";
import type { User } from "./user.ts";

/** What somebody shows of themselves: a request, or the credentials in a review. */
export interface Credentials {
  readonly headers: Headers;
  readonly peer: Peer;
  /** Aborts when nobody waits for the answer any more. Asked for only by those that need it. */
  readonly signal: AbortSignal;
  /** Of a request. */
  readonly method?: string;
  /** Of a request, as it was sent, without the query. */
  readonly path?: string;
  /** Of a request, as it was sent, without the question mark. */
  readonly query?: string;
  /** Whom a token must be for; undefined: for the API itself. */
  readonly audiences?: readonly string[] | undefined;
}

/** What an authenticator makes of a request's credentials. */
export type Identity =
  /** These are somebody's. */
  | {
    readonly is: "known";
    readonly user: User;
    /** Which of the audiences that were asked for the credentials are for; undefined: they name none. */
    readonly audiences?: readonly string[] | undefined;
  }
  /** There are none of the kind that it looks at: others may find some. */
  | { readonly is: "absent" }
  /** There are, and they are wrong: the client is nobody, not even anonymous. */
  | { readonly is: "refused"; readonly reason: string };

/**
 * Finds out whose credentials these are. Must never throw for what a client sent, and may reject only
 * with the reason of the signal: who can't be known is refused.
 */
export interface Authenticator {
  authenticate(credentials: Credentials): Identity | Promise<Identity>;
}

/** The answer of an authenticator that finds nothing to look at. */
export const ABSENT: Identity = { is: "absent" };

/**
 * Asks one after another until one knows who it is. Where none does, one that found wrong
 * credentials decides; who sent none at all stays absent.
 */
export function firstKnown(authenticators: readonly Authenticator[]): Authenticator {
  return {
    async authenticate(credentials) {
      let refused: Identity | undefined;
      for (const authenticator of authenticators) {
        const asked = authenticator.authenticate(credentials);
        const identity = asked instanceof Promise ? await asked : asked;
        if (identity.is === "known") return identity;
        if (identity.is === "refused") refused ??= identity;
      }
      return refused ?? ABSENT;
    },
  };
}
