/**
 * The seam of authentication.
 *
 * @module
 */

import type { Headers, Peer } from "../serving/mod.ts";
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

/** What an authenticator says besides, of credentials that it knows or refuses. */
export interface Remarks {
  /** For the record of the request. */
  readonly annotations?: Readonly<Record<string, string>>;
  /** What the client is to be warned of. */
  readonly warnings?: readonly string[];
}

/** What an authenticator makes of a request's credentials. */
export type Identity =
  /** These are somebody's. */
  | Remarks & {
    readonly is: "known";
    readonly user: User;
    /** Which of the audiences that were asked for the credentials are for; undefined: they name none. */
    readonly audiences?: readonly string[] | undefined;
    /** When the credentials end, in milliseconds since 1970; undefined: that is not known. */
    readonly expiresMs?: number | undefined;
  }
  /** There are none of the kind that it looks at: others may find some. */
  | Remarks & { readonly is: "absent" }
  /** There are, and they are wrong: the client is nobody, not even anonymous. */
  | Remarks & { readonly is: "refused"; readonly reason: string };

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
 * Asks one after another until one knows who it is. Where none does, those that found wrong credentials
 * decide; who sent none at all stays absent.
 */
export function firstKnown(authenticators: readonly Authenticator[]): Authenticator {
  return {
    authenticate: (credentials) =>
      firstKnownOf(authenticators, (one) => one.authenticate(credentials)),
  };
}

/**
 * Asks one after another until one knows. The reasons of those that refused are told together. No promise is
 * made where all answer at once.
 */
export function firstKnownOf<A>(
  authenticators: readonly A[],
  ask: (authenticator: A) => Identity | Promise<Identity>,
  from = 0,
  before: readonly Identity[] = [],
): Identity | Promise<Identity> {
  const passed = [...before];
  for (let at = from; at < authenticators.length; at++) {
    const asked = ask(authenticators[at]!);
    if (asked instanceof Promise) {
      return asked.then((identity) =>
        identity.is === "known"
          ? identity
          : firstKnownOf(authenticators, ask, at + 1, [...passed, identity])
      );
    }
    if (asked.is === "known") return asked;
    if (asked !== ABSENT) passed.push(asked);
  }
  return together(passed);
}

/** What several that know nobody come to. */
function together(identities: readonly Identity[]): Identity {
  const [only = ABSENT, ...more] = identities;
  if (more.length === 0) return only;
  const reasons = new Set(identities.flatMap((one) => one.is === "refused" ? [one.reason] : []));
  const remarks: Remarks = {
    annotations: Object.assign({}, ...identities.map(({ annotations }) => annotations)),
    warnings: identities.flatMap(({ warnings }) => warnings ?? []),
  };
  if (reasons.size === 0) return { is: "absent", ...remarks };
  const [first = ""] = reasons;
  const reason = reasons.size === 1 ? first : `[${[...reasons].join(", ")}]`;
  return { is: "refused", reason, ...remarks };
}
