/**
 * An issuer of ID tokens, and what is made of what its tokens say.
 *
 * @module
 */

import type { SigningAlgorithm } from "../../../toolkit/tokens/json_web_token.ts";
import type { Proxy } from "../../../toolkit/transport/mod.ts";
import type { User } from "../../../toolkit/authentication/user.ts";

/** A claim, and what comes before its value. */
export interface PrefixedClaim {
  readonly claim: string;
  readonly prefix: string;
}

/** Who tokens come from, and whom they are for. */
export interface IssuerSettings {
  /** As the claim `iss` names it. */
  readonly url: string;
  /** Where its discovery document is, where that is not below {@link url}. */
  readonly discoveryUrl?: string | undefined;
  /** PEM of the authorities of its certificate; undefined: those of the machine. */
  readonly authorities?: string | undefined;
  /** The way to it. Default: no proxy is on it. */
  readonly proxy?: Proxy | null;
  /** A token must name one of these. */
  readonly audiences: readonly string[];
  readonly algorithms: readonly SigningAlgorithm[];
  readonly claims: ClaimRules;
}

/** All claims of a token, by name. */
export type Claims = Readonly<Record<string, unknown>>;

/** Makes a user of the claims of a token. Throws an error that says why there is none. */
export interface ClaimRules {
  /** The claim that says the groups, which may be elsewhere; undefined: none does. */
  readonly groupsClaim?: string | undefined;
  user(claims: Claims): User;
  /** Throws where the claims are not what they must be. */
  check(claims: Claims): void;
}

/** All algorithms that an issuer may be allowed. */
export const ALGORITHMS: readonly SigningAlgorithm[] = [
  ...["RS256", "RS384", "RS512", "ES256", "ES384", "ES512", "PS256", "PS384", "PS512"] as const,
];
