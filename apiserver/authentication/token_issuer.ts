/**
 * The seam of tokens that service accounts get: who signs them.
 *
 * @module
 */

/** An object that a token is bound to: without it the token is no more. */
export interface BoundObject {
  readonly name: string;
  /** Absent for a node that is not there: its name is known all the same. */
  readonly uid?: string;
}

/** What a token is to say. */
export interface TokenClaims {
  readonly namespace: string;
  readonly account: BoundObject;
  readonly pod?: BoundObject;
  readonly secret?: BoundObject;
  /** The node that the token is bound to, or the one that its pod runs on. */
  readonly node?: BoundObject;
  /** Whom it is for; at least one. */
  readonly audiences: readonly string[];
  /** How long it is valid, from `issuedMs` on. */
  readonly expirationSeconds: number;
  /** Milliseconds since 1970. */
  readonly issuedMs: number;
  /** After how long the client is to have another one, where the token lasts longer than it was asked for. */
  readonly warnAfterSeconds?: number | undefined;
  /** The token's own. */
  readonly id: string;
}

/** Signs tokens. */
export interface TokenIssuer {
  /** The API's own names: whom tokens are for that name nobody. */
  readonly audiences: readonly string[];
  /** The longest time, in seconds, that tokens are valid; 0 for any. */
  readonly maxExpirationSeconds: number;
  /** A signed token. */
  issue(claims: TokenClaims, signal: AbortSignal): Promise<string>;
}
