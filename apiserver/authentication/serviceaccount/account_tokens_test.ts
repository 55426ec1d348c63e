/** Tokens of service accounts on a server: whose they are, by each kind of key, and for how long. */
import { assertEquals } from "../../../toolkit/deps/assert.ts";
import { DIALECTS, NAMES } from "../../../toolkit/names.ts";
import { signJsonWebToken } from "../../../toolkit/tokens/json_web_token.ts";
import { privateKeyOfPem, publicKeysOfPem } from "../../../toolkit/tokens/keys.ts";
import {
  ACCOUNTS,
  AUDIENCES,
  base64,
  ISSUER,
  KEYS,
  NOW,
  OLD_ISSUER,
  partsOf,
  PODS,
  signed,
  type World,
  world,
} from "../../../testing/account_world.ts";
import { accountTokens } from "./account_tokens.ts";
import { TokenRefused } from "./claims.ts";

for (const dialect of DIALECTS) {
  Deno.test(`a token of an account is the account's, in the dialect ${dialect}`, async () => {
    await using made = await world({}, "P-256", dialect);
    const token = await made.issued();
    const [, { jti, [NAMES[dialect].tokenClaimsKey]: own, ...claims }] = partsOf(token);
    assertEquals(own, { namespace: "default", serviceaccount: { name: "robot", uid: made.uid } });
    assertEquals(claims, {
      aud: [ISSUER, OLD_ISSUER],
      exp: NOW / 1000 + 3600,
      iat: NOW / 1000,
      iss: ISSUER,
      nbf: NOW / 1000,
      sub: "system:serviceaccount:default:robot",
    });
    assertEquals(await made.who(token), {
      authenticated: true,
      user: {
        username: "system:serviceaccount:default:robot",
        uid: made.uid,
        groups: [
          "system:serviceaccounts",
          "system:serviceaccounts:default",
          "system:authenticated",
        ],
        extra: { [`authentication.${NAMES[dialect].domain}/credential-id`]: [`JTI=${jti}`] },
      },
      audiences: [ISSUER, OLD_ISSUER],
    });
    const answer = await made.server.clientWith({ token }).get(ACCOUNTS);
    assertEquals(answer.status, 200, answer.text);
  });
}

Deno.test("each kind of key signs in its own way, and each is known by its own id", async () => {
  const algorithms = {
    RSA: "RS256",
    "P-256": "ES256",
    "P-384": "ES384",
    "P-521": "ES512",
  } as const;
  const ids = new Set<unknown>();
  for (const [key, algorithm] of Object.entries(algorithms)) {
    await using made = await world({}, key as keyof typeof algorithms);
    const token = await made.issued();
    const [{ alg, kid }] = partsOf(token);
    assertEquals(alg, algorithm);
    ids.add(kid);
    assertEquals((await made.who(token)).authenticated, true, key);
    // Signatures of a wrong length, which some libraries do not survive.
    const [head, body, signature = ""] = token.split(".");
    for (
      const other of [signature.slice(0, 8), `${signature}AAAA`, "AA", base64("x".repeat(4096))]
    ) {
      assertEquals((await made.who(`${head}.${body}.${other}`)).authenticated, undefined, key);
    }
  }
  assertEquals(ids.size, 4);
});

Deno.test("what was signed holds as long, for whom and of whom it says", async () => {
  await using made = await world();
  const [, claims] = partsOf(await made.issued());
  const seconds = NOW / 1000;
  const own = claims["kubernetes.io"] as object;
  const account = { name: "robot", uid: made.uid };
  const cases: [name: string, changed: object, error: string | undefined][] = [
    ["as it is", {}, undefined],
    ["an older issuer", { iss: OLD_ISSUER }, undefined],
    ["over", { exp: seconds - 61 }, "service account token has expired"],
    ["over within the leeway", { exp: seconds - 60 }, undefined],
    ["not yet valid", { nbf: seconds + 61 }, "service account token is not valid yet"],
    ["soon valid", { nbf: seconds + 60 }, undefined],
    ["from the future", { iat: seconds + 61 }, "service account token is issued in the future"],
    ["an end that is no number", { exp: "never" }, "the token's claim exp is malformed"],
    ["without an end", { exp: undefined }, undefined],
    ["for others", { aud: ["x"] }, AUDIENCES],
    ["for another one, as a text", { aud: "x" }, AUDIENCES],
    ["for the API as a text", { aud: ISSUER }, undefined],
    ["for nobody in particular", { aud: undefined }, undefined],
    ["for numbers", { aud: [1] }, "the token's claim aud is malformed"],
    ["for null", { aud: null }, "the token's claim aud is malformed"],
    ["called by a number", { jti: 1 }, "the token's claim jti is malformed"],
    ["of nobody", { "kubernetes.io": undefined }, "resource name may not be empty"],
    ["of a text", { "kubernetes.io": "x" }, "the token's claim kubernetes.io is malformed"],
    [
      "of another account",
      { "kubernetes.io": { ...own, serviceaccount: { name: "none", uid: made.uid } } },
      'serviceaccounts "none" not found',
    ],
    [
      "of another namespace",
      { "kubernetes.io": { namespace: "kube-system", serviceaccount: account } },
      'serviceaccounts "robot" not found',
    ],
    [
      "of an earlier account",
      { "kubernetes.io": { ...own, serviceaccount: { name: "robot", uid: "x" } } },
      `service account UID (${made.uid}) does not match claim (x)`,
    ],
    [
      "bound to a secret that is not there",
      { "kubernetes.io": { ...own, secret: { name: "none", uid: "x" } } },
      "service account token has been invalidated",
    ],
    [
      "bound to a pod that is not there",
      { "kubernetes.io": { ...own, pod: { name: "none", uid: "x" } } },
      "service account token has been invalidated",
    ],
    [
      "bound to a node that is not there",
      { "kubernetes.io": { ...own, node: { name: "none", uid: "x" } } },
      "service account token has been invalidated",
    ],
  ];
  for (const [name, changed, error] of cases) {
    const token = await signed("P-256", { ...claims, ...changed });
    const { authenticated = false, error: said } = await made.who(token);
    assertEquals([authenticated, said], [error === undefined, error], name);
    const { status } = await made.server.clientWith({ token }).get(ACCOUNTS);
    assertEquals(status, error === undefined ? 200 : 401, name);
  }
});

Deno.test("a token for others is theirs alone", async () => {
  await using made = await world({ "api-audiences": ["api", "other-api"] });
  const token = await made.issued({ audiences: ["vault", "api"] });
  assertEquals((await made.who(token)).audiences, ["api"]);
  assertEquals((await made.who(token, ["vault", "x"])).audiences, ["vault"]);
  assertEquals((await made.who(token, ["x"])).authenticated, undefined);
  const vault = await made.issued({ audiences: ["vault"] });
  assertEquals((await made.who(vault)).authenticated, undefined);
  assertEquals((await made.who(vault, ["vault"])).authenticated, true);
  assertEquals((await made.server.clientWith({ token: vault }).get(ACCOUNTS)).status, 401);
});

Deno.test("a pod's token for the API lasts a year where admission asked for an hour", async () => {
  const pod = {
    metadata: { name: "p" },
    spec: { serviceAccountName: "robot", containers: [{ name: "c", image: "i" }] },
  };
  const boundObjectRef = { kind: "Pod", apiVersion: "v1", name: "p" };
  const lifetimes = async (made: World, spec: object) => {
    const [, { exp, iat, "kubernetes.io": own }] = partsOf(await made.issued(spec));
    const { warnafter } = own as { warnafter?: number };
    return [Number(exp) - Number(iat), warnafter && warnafter - Number(iat)];
  };
  await using made = await world();
  await made.server.client.post(PODS, pod);
  const cases: [name: string, spec: object, seconds: number, warnAfter: number | undefined][] = [
    ["as admission asks", { expirationSeconds: 3607, boundObjectRef }, 31_536_000, 3607],
    ["another time", { expirationSeconds: 3606, boundObjectRef }, 3606, undefined],
    ["without a pod", { expirationSeconds: 3607 }, 3607, undefined],
    [
      "for others",
      { expirationSeconds: 3607, boundObjectRef, audiences: ["x", ISSUER] },
      3607,
      undefined,
    ],
  ];
  for (const [name, spec, ...expected] of cases) {
    assertEquals(await lifetimes(made, spec), expected, name);
  }
  const token = await made.issued({ expirationSeconds: 3607, boundObjectRef });
  await made.clock.advance(3_608_000);
  assertEquals((await made.who(token)).authenticated, true);
  await using strict = await world({ "service-account-extend-token-expiration": false });
  await strict.server.client.post(PODS, pod);
  assertEquals(await lifetimes(strict, { expirationSeconds: 3607, boundObjectRef }), [
    3607,
    undefined,
  ]);
});

Deno.test("that a token names no audience is said of one that is refused, too", async () => {
  const key = await privateKeyOfPem(KEYS["P-256"].privateKey);
  const keys = await publicKeysOfPem(KEYS["P-256"].publicKey);
  const tokens = accountTokens({
    issuers: [ISSUER],
    keys,
    audiences: [ISSUER],
    check: () => Promise.reject(new TokenRefused("over", { a: "b" })),
    unbound: ({ sub }) => ({ unbound: String(sub) }),
  });
  const said = async (claims: object) => {
    const token = await signJsonWebToken(key, { iss: ISSUER, sub: "robot", ...claims });
    return await tokens.authenticateToken(token, { signal: new AbortController().signal });
  };
  const refused = { is: "refused", reason: "over" } as const;
  assertEquals(await said({}), { ...refused, annotations: { unbound: "robot", a: "b" } });
  assertEquals(await said({ aud: ISSUER }), { ...refused, annotations: { a: "b" } });
});
