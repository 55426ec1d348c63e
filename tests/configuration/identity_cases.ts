/**
 * Tokens, and files that say whose they are.
 *
 * @module
 */

const API = "apiserver.config.k8s.io/v1";
export const ISSUER = "https://issuer.example.com";

interface Rules {
  readonly claimMappings: unknown;
  readonly claimValidationRules?: unknown;
  readonly userValidationRules?: unknown;
}

const file = (rules: Rules, issuer: object = {}) => ({
  apiVersion: API,
  kind: "AuthenticationConfiguration",
  jwt: [{ issuer: { url: ISSUER, audiences: ["one"], ...issuer }, ...rules }],
});

const SUB = { username: { claim: "sub", prefix: "" } };

/** Files by what is in them. */
export const FILES: Readonly<Record<string, unknown>> = {
  claims: file({
    claimMappings: {
      username: { claim: "name", prefix: "u:" },
      groups: { claim: "groups", prefix: "g:" },
      uid: { claim: "uid" },
    },
    claimValidationRules: [{ claim: "hd", requiredValue: "example.com" }],
  }),
  mail: file({ claimMappings: { username: { claim: "email", prefix: "" } } }),
  expressions: file({
    claimMappings: {
      username: { expression: "claims.name" },
      groups: { expression: "claims.groups" },
      uid: { expression: "claims.uid" },
      extra: [
        { key: "example.com/tenant", valueExpression: "claims.hd" },
        { key: "example.com/groups", valueExpression: "claims.?groups.orValue([])" },
      ],
    },
  }),
  "expressions that make texts": file({
    claimMappings: {
      username: { expression: "'n:' + string(claims.uid)" },
      groups: { expression: "[string(claims.name), '', string(claims.hd)]" },
      uid: { expression: "string(claims.email_verified)" },
      extra: [{ key: "example.com/x", valueExpression: "[string(claims.name), '']" }],
    },
  }),
  rules: file({
    claimMappings: { ...SUB, groups: { claim: "groups", prefix: "" } },
    claimValidationRules: [
      { expression: "claims.hd == 'example.com'", message: "of another organization" },
      { expression: "has(claims.name) && claims.name != ''" },
    ],
    userValidationRules: [
      { expression: "!user.groups.exists(g, g.startsWith('system:'))", message: "no system" },
      { expression: "user.username != '' && size(user.extra) >= 0" },
    ],
  }),
  "an issuer of two names": file(
    { claimMappings: SUB },
    { url: "https://accounts.google.com" },
  ),
  audiences: file({ claimMappings: SUB }, {
    audiences: ["one", "two"],
    audienceMatchPolicy: "MatchAny",
  }),
};

/** Of a token that all of them know. */
const CLAIMS: Readonly<Record<string, unknown>> = {
  iss: ISSUER,
  sub: "6ba7b810",
  aud: "one",
  exp: 4102444800,
  iat: 1700000000,
  name: "jane",
  email: "jane@example.com",
  email_verified: true,
  groups: ["dev", "ops"],
  uid: "7",
  hd: "example.com",
};

/** What is put in the place of each claim; undefined: it is not there. */
const VALUES: readonly unknown[] = [
  undefined,
  null,
  "",
  " ",
  "x",
  "one",
  "two",
  "system:masters",
  "true",
  "4102444800",
  "é😀\u0000",
  0,
  7,
  -1,
  1.5,
  1e300,
  4102444800,
  4102444800.9,
  true,
  false,
  [],
  [""],
  ["x"],
  ["two", "x"],
  ["system:masters"],
  ["x", 1],
  [null],
  [["x"]],
  {},
  { x: "y" },
  "accounts.google.com",
  "https://accounts.google.com",
];

/** Claims of tokens: each with another value in one place, and those that have more. */
export function* changedClaims(): Generator<
  readonly [name: string, claims: Readonly<Record<string, unknown>>]
> {
  yield ["as it is", CLAIMS];
  for (const claim of [...Object.keys(CLAIMS), "nbf", "jti"]) {
    for (const value of VALUES) {
      const { [claim]: _, ...others } = CLAIMS;
      const name = `${claim} is ${value === undefined ? "missing" : JSON.stringify(value)}`;
      yield [name, value === undefined ? others : { ...others, [claim]: value }];
    }
  }
}
