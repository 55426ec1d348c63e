import { assertEquals, assertThrows } from "../../../toolkit/deps/assert.ts";
import { DIRECTLY, type Egress } from "../../egress/mod.ts";
import { readAuthentication } from "./configuration.ts";

const ISSUER = { url: "https://issuer.example.com", audiences: ["api"] };
const NAME = { username: { claim: "sub", prefix: "" } };

const fileOf = (jwt: readonly object[], more: object = {}) =>
  JSON.stringify({
    kind: "AuthenticationConfiguration",
    apiVersion: "apiserver.config.k8s.io/v1",
    jwt,
    ...more,
  });

const read = (text: string, taken: readonly string[] = [], egress = DIRECTLY) =>
  readAuthentication(text, { dialect: "kubernetes", taken, egress });

/** A file with one issuer that is otherwise. */
const one = (changes: { issuer?: object; claimMappings?: object; [field: string]: unknown }) =>
  fileOf([{
    ...changes,
    issuer: { ...ISSUER, ...changes.issuer },
    claimMappings: changes.claimMappings ?? NAME,
  }]);

const REFUSED: [name: string, text: string, why: RegExp][] = [
  ["another kind", `{kind: Pod, apiVersion: v1}`, /must hold kind "AuthenticationConfiguration"/],
  ["an unknown field", one({ extra: 1 }), /unknown field "jwt\[0\]\.extra"/],
  ["no TLS", one({ issuer: { url: "http://a" } }), /issuer\.url: .*URL scheme must be https/],
  ["no URL", one({ issuer: { url: "a" } }), /is no URL/],
  ["no issuer", one({ issuer: { url: "" } }), /issuer\.url: Required value/],
  ["a query", one({ issuer: { url: "https://a?b" } }), /must not contain a query/],
  ["a password", one({ issuer: { url: "https://a:b@c" } }), /username or password/],
  [
    "a discovery URL that is the issuer's",
    one({ issuer: { discoveryURL: `${ISSUER.url}/` } }),
    /discoveryURL must be different from URL/,
  ],
  [
    "an issuer twice",
    fileOf([1, 2].map(() => ({ issuer: ISSUER, claimMappings: NAME }))),
    /Duplicate/,
  ],
  ["no audience", one({ issuer: { audiences: [] } }), /audiences: Required value/],
  [
    "an audience twice",
    one({ issuer: { audiences: ["a", "a"], audienceMatchPolicy: "MatchAny" } }),
    /audiences\[1\]: Duplicate/,
  ],
  ["two audiences", one({ issuer: { audiences: ["a", "b"] } }), /must be MatchAny for multiple/],
  [
    "another policy",
    one({ issuer: { audienceMatchPolicy: "MatchAll" } }),
    /must be empty or MatchAny/,
  ],
  ["no certificate", one({ issuer: { certificateAuthority: "x" } }), /certificateAuthority/],
  ["no name", one({ claimMappings: { username: {} } }), /username: Required value/],
  [
    "a claim without a prefix",
    one({ claimMappings: { username: { claim: "sub" } } }),
    /prefix is required/,
  ],
  [
    "a claim and an expression",
    one({ claimMappings: { username: { claim: "sub", prefix: "", expression: "claims.sub" } } }),
    /can't both be set/,
  ],
  [
    "an expression with a prefix",
    one({ claimMappings: { username: { prefix: "a", expression: "claims.sub" } } }),
    /may not be specified when expression is set/,
  ],
  [
    "an expression that is none",
    one({ claimMappings: { username: { expression: "claims.(" } } }),
    /username\.expression: .*compilation failed/,
  ],
  [
    "a name that is a number",
    one({ claimMappings: { username: { expression: "1" } } }),
    /must evaluate to string but got int/,
  ],
  [
    "groups that are a map",
    one({ claimMappings: { ...NAME, groups: { expression: "{'a': 'b'}" } } }),
    /must evaluate to string or list\(string\)/,
  ],
  [
    "mail that nobody has verified",
    one({ claimMappings: { username: { expression: "claims.email" } } }),
    /claims\.email_verified must be used/,
  ],
  [
    "mail by an index",
    one({ claimMappings: { username: { expression: "claims['email']" } } }),
    /claims\.email_verified must be used/,
  ],
  [
    "mail that may be missing",
    one({ claimMappings: { username: { expression: "'m:' + claims.?email.orValue('')" } } }),
    /claims\.email_verified must be used/,
  ],
  [
    "a word about whether mail is verified",
    one({ claimMappings: { username: { expression: "claims.email + 'email_verified'" } } }),
    /claims\.email_verified must be used/,
  ],
  [
    "a rule twice",
    one({ claimValidationRules: [{ expression: "true" }, { expression: "true" }] }),
    /claimValidationRules\[1\]\.expression: Duplicate value: "true"/,
  ],
  [
    "a rule of users twice",
    one({ userValidationRules: [{ expression: "true" }, { expression: "true" }] }),
    /userValidationRules\[1\]\.expression: Duplicate value: "true"/,
  ],
  [
    "a key without a domain",
    one({ claimMappings: { ...NAME, extra: [{ key: "a", valueExpression: "'b'" }] } }),
    /must be a domain-prefixed path/,
  ],
  [
    "a reserved key",
    one({ claimMappings: { ...NAME, extra: [{ key: "a.k8s.io/b", valueExpression: "'b'" }] } }),
    /are reserved/,
  ],
  [
    "a key in capitals",
    one({ claimMappings: { ...NAME, extra: [{ key: "a.com/B", valueExpression: "'b'" }] } }),
    /key must be lowercase/,
  ],
  [
    "a key twice",
    one({
      claimMappings: {
        ...NAME,
        extra: [1, 2].map(() => ({ key: "a.com/b", valueExpression: "'b'" })),
      },
    }),
    /extra\[1\]\.key: Duplicate/,
  ],
  ["an empty rule", one({ claimValidationRules: [{}] }), /claim or expression is required/],
  [
    "a rule of both",
    one({ claimValidationRules: [{ claim: "a", expression: "true" }] }),
    /can't both be set/,
  ],
  [
    "a rule with a value for an expression",
    one({ claimValidationRules: [{ expression: "true", requiredValue: "a" }] }),
    /may not be specified when expression is set/,
  ],
  [
    "a rule that is no condition",
    one({ claimValidationRules: [{ expression: "'a'" }] }),
    /must evaluate to bool but got string/,
  ],
  [
    "a rule that nobody knows to be a condition",
    one({ claimValidationRules: [{ expression: "claims.email_verified" }] }),
    /must evaluate to bool but got any/,
  ],
  [
    "a walk through what nobody knows to be a list",
    one({ claimValidationRules: [{ expression: "claims.roles.all(r, r != 'a')" }] }),
    /expression of type 'any' cannot be range of a comprehension/,
  ],
  [
    "a rule of users about claims",
    one({ userValidationRules: [{ expression: "claims.a == 'b'" }] }),
    /undeclared reference to 'claims'/,
  ],
  [
    "conditions for nobody",
    fileOf([], { anonymous: { enabled: false, conditions: [{ path: "/healthz" }] } }),
    /enabled should be set to true when conditions are defined/,
  ],
  [
    "65 issuers",
    fileOf(Array.from({ length: 65 }, (_, at) => ({
      issuer: { ...ISSUER, url: `https://issuer-${at}` },
      claimMappings: NAME,
    }))),
    /must have at most 64 items/,
  ],
];

for (const [name, text, why] of REFUSED) {
  Deno.test(`readAuthentication() refuses ${name}`, () => {
    assertThrows(() => read(text), why);
  });
}

Deno.test("readAuthentication() refuses an issuer that others have", () => {
  assertThrows(() => read(one({}), [ISSUER.url]), /must not overlap with disallowed issuers/);
});

Deno.test("readAuthentication() finds the proxy of an issuer's network", () => {
  const proxy = { host: "proxy", port: 1 };
  const egress: Egress = {
    isChosen: (network) => network === "cluster",
    proxyTo: (network) => network === "cluster" ? proxy : null,
  };
  const inside = (egressSelectorType: string) => one({ issuer: { ...ISSUER, egressSelectorType } });
  assertEquals(read(inside("cluster"), [], egress).issuers[0]?.proxy, proxy);
  assertEquals(read(one({}), [], egress).issuers[0]?.proxy, null);
  const cases: [network: string, egress: Egress, why: RegExp][] = [
    ["etcd", egress, /egressSelectorType: Invalid value: "etcd": egress selector must be either/],
    ["controlplane", egress, /no egress selection of this name/],
    ["cluster", DIRECTLY, /no egress selection of this name/],
  ];
  for (const [network, given, why] of cases) {
    assertThrows(() => read(inside(network), [], given), why);
  }
});

Deno.test("readAuthentication() reads who is anonymous, in either version and dialect's names", () => {
  const cases: [anonymous: object | undefined, expected: unknown][] = [
    [undefined, undefined],
    [{ enabled: true }, true],
    [{ enabled: false }, false],
    [{ enabled: true, conditions: [{ path: "/livez" }] }, new Set(["/livez"])],
  ];
  for (
    const apiVersion of [
      "apiserver.config.k8s.io/v1beta1",
      "apiserver.config.k8s.io/v1alpha1",
      "apiserver.config.orch.io/v1",
    ]
  ) {
    for (const [anonymous, expected] of cases) {
      // No issuer need be named.
      for (const jwt of [[], undefined]) {
        const text = fileOf(jwt as [], { apiVersion, ...(anonymous && { anonymous }) });
        assertEquals(read(text).anonymous, expected);
      }
    }
  }
});

/** What the rules of a file make of claims: a user, or why there is none. */
function made(jwt: Readonly<Record<string, unknown>>, claims: object): unknown {
  const [issuer] = read(one(jwt)).issuers;
  try {
    const { name, uid, groups, extra } = issuer!.claims.user(claims as Record<string, unknown>);
    return [name, uid, groups, extra];
  } catch (error) {
    return (error as Error).message;
  }
}

Deno.test("expressedRules() makes users by claims and by expressions, as the rules allow", () => {
  const claims = {
    ...{ sub: "jane", uid: "7", roles: ["a", "b"], tenant: { id: "t" }, n: 5, team: "" },
    ...{ iat: 1700000000, "example.com": { namespace: "shop", "a/b": "x" } },
  };
  const cases: [name: string, jwt: Record<string, unknown>, expected: unknown][] = [
    ["claims", {
      claimMappings: {
        username: { claim: "sub", prefix: "x:" },
        groups: { claim: "roles", prefix: "g:" },
        uid: { claim: "uid" },
      },
    }, ["x:jane", "7", ["g:a", "g:b"], {}]],
    ["expressions", {
      claimMappings: {
        username: { expression: "'x:' + claims.sub" },
        groups: { expression: "dyn(claims.roles).filter(r, r != 'a')" },
        uid: { expression: "claims.tenant.id" },
        extra: [{ key: "a.com/n", valueExpression: "string(claims.n)" }, {
          key: "a.com/none",
          valueExpression: "claims.team",
        }],
      },
    }, ["x:jane", "t", ["b"], { "a.com/n": ["5"] }]],
    ["numbers, which are none but doubles", {
      claimMappings: { username: { expression: "string(claims.iat) + '/' + string(claims.n)" } },
      claimValidationRules: [{ expression: "claims.n == 5 && claims.n / 2.0 == 2.5" }],
    }, ["1.7e+09/5", "", [], {}]],
    ["a whole number, which is none", {
      claimMappings: { ...NAME, uid: { expression: "string(claims.n + 1)" } },
    }, "error evaluating uid claim expression: no such overload"],
    ["names with escapes", {
      claimMappings: {
        username: { expression: "claims.example__dot__com.__namespace__" },
        groups: { expression: "claims['example.com'].a__slash__b" },
      },
      userValidationRules: [{ expression: "has(user.extra) && !('x' in user.extra)" }],
    }, ["shop", "", ["x"], {}]],
    ["a group", { claimMappings: { ...NAME, groups: { expression: "claims.sub" } } }, ["jane", "", [
      "jane",
    ], {}]],
    [
      "a claim that is not there",
      { claimMappings: { username: { expression: "claims.other" } } },
      "error evaluating username claim expression: no such key: other",
    ],
    [
      "a name of another type",
      { claimMappings: { username: { expression: "claims.roles" } } },
      "error evaluating username claim expression: username claim expression must return a string",
    ],
    [
      "an empty name",
      { claimMappings: { username: { expression: "claims.team" } } },
      "empty username via CEL expression is not allowed",
    ],
    [
      "groups of another type",
      { claimMappings: { ...NAME, groups: { expression: "claims.n" } } },
      "error evaluating group claim expression: expression must return a string or a list of strings",
    ],
    ["a rule that holds", {
      claimValidationRules: [{ expression: "claims.n < 6" }, { claim: "uid", requiredValue: "7" }],
    }, ["jane", "", [], {}]],
    [
      "a rule that does not",
      { claimValidationRules: [{ expression: "claims.n > 6", message: "too few" }] },
      "error evaluating claim validation expression: validation expression 'claims.n > 6' failed: too few",
    ],
    [
      "a claim of another value",
      { claimValidationRules: [{ claim: "uid", requiredValue: "8" }] },
      "required claim uid value does not match. Got = 7, want = 8",
    ],
    ["a rule of the user that holds", {
      userValidationRules: [{ expression: "!user.username.startsWith('system:')" }],
    }, ["jane", "", [], {}]],
    [
      "a rule of the user that does not",
      { userValidationRules: [{ expression: "user.groups.size() > 0", message: "no groups" }] },
      "error evaluating user info validation rule: validation expression 'user.groups.size() > 0' failed: no groups",
    ],
  ];
  for (const [name, jwt, expected] of cases) assertEquals(made(jwt, claims), expected, name);
});

Deno.test("expressions of a token end where they cost too much", () => {
  const claims = { sub: "jane", many: Array.from({ length: 1000 }, (_, at) => String(at)) };
  const expression =
    "dyn(claims.many).all(a, dyn(claims.many).all(b, dyn(claims.many).all(c, c != 'x')))";
  const said = made({ claimValidationRules: [{ expression }] }, claims);
  assertEquals(/cost limit exceeded/.test(String(said)), true, String(said));
});
