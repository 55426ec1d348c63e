/**
 * Users by the claims of their tokens.
 *
 * @module
 */

import { quoteText } from "../../../toolkit/values/mod.ts";
import type { ClaimRules, Claims, PrefixedClaim } from "./issuer_settings.ts";

/** Which claims make a user. */
export interface ClaimNames {
  readonly username: PrefixedClaim;
  /** Undefined: no groups. */
  readonly groups?: PrefixedClaim | undefined;
  readonly uid?: string | undefined;
  /** Claims that must be there with these values. */
  readonly required: Readonly<Record<string, string>>;
}

/** The rules of named claims. */
export function claimRules({ username, groups, uid, required }: ClaimNames): ClaimRules {
  return {
    groupsClaim: groups?.claim,
    user: (claims) => ({
      name: username.prefix + usernameIn(claims, username.claim),
      groups: groups === undefined ? [] : groupsIn(claims, groups),
      uid: uid === undefined ? "" : uidIn(claims, uid),
      extra: {},
    }),
    check(claims) {
      for (const [claim, wanted] of Object.entries(required)) {
        if (!Object.hasOwn(claims, claim)) {
          throw new Error(`required claim ${claim} not present in ID token`);
        }
        const got = textIn(claims, claim, `parse claim ${claim}`);
        if (got !== wanted) {
          throw new Error(
            `required claim ${claim} value does not match. Got = ${got}, want = ${wanted}`,
          );
        }
      }
    },
  };
}

/** The value of a user's claim. An address of mail that its issuer has not verified is nobody's. */
export function usernameIn(claims: Claims, claim: string): string {
  const name = textIn(claims, claim, `parse username claims ${quoteText(claim)}`);
  if (claim === "email" && Object.hasOwn(claims, "email_verified")) {
    const { email_verified: isVerified } = claims;
    if (typeof isVerified !== "boolean") {
      throw new Error("parse 'email_verified' claim: must be true or false");
    }
    if (!isVerified) throw new Error("email not verified");
  }
  return name;
}

/** The groups of a claim: a text, or a list of texts; none where it is not there, or null. */
export function groupsIn(claims: Claims, { claim, prefix }: PrefixedClaim): string[] {
  const value = Object.hasOwn(claims, claim) ? claims[claim] : null;
  if (value === null) return [];
  const all = typeof value === "string" ? [value] : value;
  if (!Array.isArray(all) || !all.every((one) => typeof one === "string")) {
    throw new Error(`parse groups claim ${quoteText(claim)}: must be a text or a list of texts`);
  }
  return all.map((group) => prefix + group);
}

/** The value of a uid's claim; none where it is null. */
export function uidIn(claims: Claims, claim: string): string {
  return claims[claim] === null ? "" : textIn(claims, claim, `parse uid claim ${quoteText(claim)}`);
}

function textIn(claims: Claims, claim: string, doing: string): string {
  if (!Object.hasOwn(claims, claim)) throw new Error(`${doing}: claim not present`);
  const value = claims[claim];
  if (typeof value !== "string") throw new Error(`${doing}: must be a text`);
  return value;
}
