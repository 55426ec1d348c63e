/**
 * The seam of authorization.
 *
 * @module
 */

import type { NonResourceRule, ResourceRule } from "../../toolkit/api/authorization_v1.ts";
import type { RequestInfo } from "../http/request_info.ts";
import type { User } from "./user.ts";

/** What somebody wants to do. */
export interface Attributes extends Omit<RequestInfo, "rest" | "prefix"> {
  readonly user: User;
}

/** An authorizer's opinion. */
export interface Verdict {
  readonly decision: "allow" | "deny" | "no opinion";
  /** For people. */
  readonly reason: string;
}

/** What somebody may do, as far as an authorizer can list it. */
export interface AllowedRules {
  readonly resourceRules: readonly ResourceRule[];
  readonly nonResourceRules: readonly NonResourceRule[];
  /** There may be more. */
  readonly incomplete: boolean;
  readonly evaluationError?: string;
}

/** Decides who may do what. */
export interface Authorizer {
  authorize(attributes: Attributes): Verdict | Promise<Verdict>;
  /** Lists what a user may do in a namespace; absent where that can't be listed. */
  rulesOf?(user: User, namespace: string): AllowedRules | Promise<AllowedRules>;
}

/** Asks one after another until one has an opinion. */
export function firstOpinion(authorizers: readonly Authorizer[]): Authorizer {
  return {
    async authorize(attributes) {
      const reasons: string[] = [];
      for (const authorizer of authorizers) {
        const verdict = await authorizer.authorize(attributes);
        if (verdict.decision !== "no opinion") return verdict;
        if (verdict.reason !== "") reasons.push(verdict.reason);
      }
      return { decision: "no opinion", reason: reasons.join("\n") };
    },
    async rulesOf(user, namespace) {
      const lists = await Promise.all(
        authorizers.map((authorizer) => authorizer.rulesOf?.(user, namespace)),
      );
      const errors = lists.map((list) =>
        list === undefined ? "an authorizer can't list what it allows" : list.evaluationError
      ).filter((error) => error !== undefined);
      return {
        resourceRules: lists.flatMap((list) => list?.resourceRules ?? []),
        nonResourceRules: lists.flatMap((list) => list?.nonResourceRules ?? []),
        incomplete: lists.some((list) => list?.incomplete ?? true),
        ...(errors.length > 0 && { evaluationError: errors.join(", ") }),
      };
    },
  };
}
