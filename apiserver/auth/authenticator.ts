/**
 * The seam of authentication.
 *
 * @module
 */

import type { HttpRequest } from "../../toolkit/serving/mod.ts";
import type { User } from "./user.ts";

/** What an authenticator makes of a request's credentials. */
export type Identity =
  /** These are somebody's. */
  | { readonly is: "known"; readonly user: User }
  /** There are none of the kind that it looks at: others may find some. */
  | { readonly is: "absent" }
  /** There are, and they are wrong: the client is nobody, not even anonymous. */
  | { readonly is: "refused"; readonly reason: string };

/** Finds out who sends a request. Must never throw for what a client sent. */
export interface Authenticator {
  authenticate(request: HttpRequest): Identity | Promise<Identity>;
}

/** The answer of an authenticator that finds nothing to look at. */
export const ABSENT: Identity = { is: "absent" };

/**
 * Asks one after another until one knows who it is. Where none does, one that found wrong
 * credentials decides; who sent none at all stays absent.
 */
export function firstKnown(authenticators: readonly Authenticator[]): Authenticator {
  return {
    async authenticate(request) {
      let refused: Identity | undefined;
      for (const authenticator of authenticators) {
        const asked = authenticator.authenticate(request);
        const identity = asked instanceof Promise ? await asked : asked;
        if (identity.is === "known") return identity;
        if (identity.is === "refused") refused ??= identity;
      }
      return refused ?? ABSENT;
    },
  };
}
