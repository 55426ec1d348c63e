/**
 * The seam of authorization.
 *
 * @module
 */

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

/** Decides who may do what. */
export interface Authorizer {
  authorize(attributes: Attributes): Verdict | Promise<Verdict>;
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
  };
}
