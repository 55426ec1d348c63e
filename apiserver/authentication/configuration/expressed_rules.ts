/**
 * Users by claims and expressions, as a configuration file describes them.
 *
 * @module
 */

import { claimRules, groupsIn, uidIn, usernameIn } from "../oidc/claim_rules.ts";
import type { ClaimRules, Claims, PrefixedClaim } from "../oidc/issuer_settings.ts";
import type { User } from "../../../toolkit/authentication/user.ts";
import { Evaluation, type Expression } from "./expressions.ts";

/** A claim, or an expression over all of them. */
export type ClaimOrExpression = PrefixedClaim | Expression;

/** A rule that must be true. */
export interface Rule {
  readonly expression: Expression;
  /** What is told where it is not; "": the expression. */
  readonly message: string;
}

/** All that a file says of the tokens of an issuer. */
export interface ExpressedRules {
  readonly username: ClaimOrExpression;
  readonly groups?: ClaimOrExpression | undefined;
  readonly uid?: ClaimOrExpression | undefined;
  readonly extra: readonly { readonly key: string; readonly expression: Expression }[];
  readonly required: Readonly<Record<string, string>>;
  readonly claimRules: readonly Rule[];
  readonly userRules: readonly Rule[];
}

/** Makes users as the file says. */
export function expressedRules(rules: ExpressedRules): ClaimRules {
  const named = claimRules({ username: { claim: "", prefix: "" }, required: rules.required });
  const { groups } = rules;
  return {
    groupsClaim: groups === undefined || isExpression(groups) ? undefined : groups.claim,
    user(claims) {
      const run = new Evaluation();
      const user: User = {
        name: usernameOf(rules.username, claims, run),
        groups: groupsOf(rules.groups, claims, run),
        uid: uidOf(rules.uid, claims, run),
        extra: extraOf(rules.extra, claims, run),
      };
      named.check(claims);
      for (const rule of rules.claimRules) {
        obey("claim validation expression", rule, () => run.ofClaims(rule.expression, claims));
      }
      for (const rule of rules.userRules) {
        obey("user info validation rule", rule, () => run.ofUser(rule.expression, user));
      }
      return user;
    },
    check() {},
  };
}

const isExpression = (one: ClaimOrExpression): one is Expression => "program" in one;

function evaluated<T>(what: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new Error(`error evaluating ${what}: ${(error as Error).message}`, { cause: error });
  }
}

function usernameOf(from: ClaimOrExpression, claims: Claims, run: Evaluation): string {
  if (!isExpression(from)) return from.prefix + usernameIn(claims, from.claim);
  const name = evaluated("username claim expression", () => {
    const value = run.ofClaims(from, claims);
    if (typeof value !== "string") {
      throw new Error("username claim expression must return a string");
    }
    return value;
  });
  if (name === "") throw new Error("empty username via CEL expression is not allowed");
  return name;
}

function groupsOf(
  from: ClaimOrExpression | undefined,
  claims: Claims,
  run: Evaluation,
): readonly string[] {
  if (from === undefined) return [];
  if (!isExpression(from)) return groupsIn(claims, from);
  return evaluated("group claim expression", () => textsOf(run.ofClaims(from, claims)));
}

function uidOf(from: ClaimOrExpression | undefined, claims: Claims, run: Evaluation): string {
  if (from === undefined) return "";
  if (!isExpression(from)) return uidIn(claims, from.claim);
  return evaluated("uid claim expression", () => {
    const value = run.ofClaims(from, claims);
    if (typeof value !== "string") throw new Error("uid claim expression must return a string");
    return value;
  });
}

function extraOf(
  all: ExpressedRules["extra"],
  claims: Claims,
  run: Evaluation,
): Record<string, readonly string[]> {
  const extra: Record<string, readonly string[]> = {};
  for (const { key, expression } of all) {
    const values = evaluated(
      `extra claim expression: ${expression.source}`,
      () => textsOf(run.ofClaims(expression, claims)),
    );
    if (values.length > 0) extra[key] = values;
  }
  return extra;
}

/** A text, or texts; an empty text is none. */
function textsOf(value: unknown): string[] {
  if (value === null || value === "") return [];
  const all = typeof value === "string" ? [value] : value;
  if (!Array.isArray(all) || !all.every((one) => typeof one === "string")) {
    throw new Error("expression must return a string or a list of strings");
  }
  return all.filter((one) => one !== "");
}

function obey(what: string, { expression, message }: Rule, run: () => unknown): void {
  evaluated(what, () => {
    const value = run();
    if (typeof value !== "boolean") throw new Error("validation expression must return a boolean");
    if (!value) {
      throw new Error(`validation expression '${expression.source}' failed: ${message}`);
    }
  });
}
