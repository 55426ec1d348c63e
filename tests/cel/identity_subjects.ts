/**
 * What expressions of a server's own configuration are about: claims of a token, the user that was made of them, and a
 * question to an authorization webhook.
 *
 * @module
 */

import {
  claimsValue,
  userValue,
} from "../../apiserver/authentication/configuration/claim_values.ts";
import { ENVIRONMENTS } from "../../apiserver/authentication/configuration/expressions.ts";
import {
  ENVIRONMENT as QUESTIONS,
  questionValue,
} from "../../apiserver/authorization/webhook/conditions.ts";
import { answerOf } from "../../testing/cel_answers.ts";
import { activationOf } from "../../toolkit/cel/mod.ts";

export const CLAIMS = {
  sub: "6ba7b810",
  name: "Jane",
  email: "jane@example.com",
  email_verified: true,
  iat: 1700000000,
  exp: 1700003600,
  level: 3,
  big: 12345678901234567890,
  part: 0.5,
  groups: ["dev", "ops"],
  none: [],
  nothing: null,
  roles: [{ name: "admin", "example.com/scope": ["a", "b"], level: 1 }, { name: "user" }],
  "kubernetes.io": { pod: "p", "node/name": "n", nested: { "a.b": 1, "__x": 2, namespace: "ns" } },
  "my-claim": "dashed",
  namespace: "shop",
  "__under": "score",
  "a__dot__b": "literally",
  "": "empty",
  "héllo": "wörld",
};

export const USER = {
  name: "jane",
  uid: "",
  groups: ["dev", "system:authenticated"],
  extra: { "example.com/scopes": ["read", "write"], plain: ["x"], "a__dot__b": ["y"] },
};

export const QUESTION = {
  user: "jane",
  groups: ["dev"],
  resourceAttributes: {
    verb: "list",
    resource: "pods",
    namespace: "shop",
    fieldSelector: { requirements: [{ key: "spec.nodeName", operator: "In", values: ["n1"] }] },
    labelSelector: { rawSelector: "a=b" },
  },
};

/** What comes of an expression over {@link CLAIMS}. */
export function answerOfClaims(expression: string): readonly [answer: string] {
  const [answer] = answerOf(
    expression,
    ENVIRONMENTS.claims,
    activationOf({ claims: claimsValue(CLAIMS) }),
  );
  return [answer];
}

/** The same over {@link USER}. */
export function answerOfUser(expression: string): readonly [answer: string] {
  const [answer] = answerOf(expression, ENVIRONMENTS.user, activationOf({ user: userValue(USER) }));
  return [answer];
}

/** The same over {@link QUESTION}. */
export function answerOfQuestion(expression: string): readonly [answer: string] {
  const [answer] = answerOf(
    expression,
    QUESTIONS,
    activationOf({ request: questionValue(QUESTION) }),
  );
  return [answer];
}
