/** Tokens of service accounts on a server: what is believed of them, and all that is not. */
import { createHmac, generateKeyPairSync, sign } from "node:crypto";
import {
  startTestServer,
  TEST_TOKEN,
  TESTER,
  type TestServer,
} from "../../../testing/api_server.ts";
import { FakeClock } from "../../../toolkit/clock.ts";
import { assert, assertEquals } from "../../../toolkit/deps/assert.ts";
import { silentLogger } from "../../../toolkit/logger.ts";
import { type Dialect, DIALECTS, NAMES } from "../../../toolkit/names.ts";
import { bearerTokens } from "../../../toolkit/authentication/bearer_tokens.ts";
import { signJsonWebToken } from "../../../toolkit/tokens/json_web_token.ts";
import { tokenFile } from "../token_file.ts";
import { privateKeyOfPem } from "../../../toolkit/tokens/keys.ts";
import { serviceAccountTokens } from "./authenticators.ts";
import { type AccountFlags, accountSettings } from "./settings.ts";

const NOW = Date.UTC(2026, 0, 1);
const ISSUER = "https://issuer.example.com";
const OLD_ISSUER = "https://old.example.com";
const ACCOUNTS = "/api/v1/namespaces/default/serviceaccounts";
const SECRETS = "/api/v1/namespaces/default/secrets";
const PODS = "/api/v1/namespaces/default/pods";

const utf8 = new TextEncoder();
const base64 = (value: unknown) =>
  utf8.encode(typeof value === "string" ? value : JSON.stringify(value))
    .toBase64({ alphabet: "base64url", omitPadding: true });

type Curve = "P-256" | "P-384" | "P-521";

function keyPair(curve: Curve | "RSA"): { privateKey: string; publicKey: string } {
  const { privateKey, publicKey } = curve === "RSA"
    ? generateKeyPairSync("rsa", { modulusLength: 2048 })
    : generateKeyPairSync("ec", { namedCurve: curve });
  return {
    privateKey: privateKey.export({ type: "pkcs8", format: "pem" }) as string,
    publicKey: publicKey.export({ type: "spki", format: "pem" }) as string,
  };
}

/** Keys of all tests here, and one that no server knows. */
const KEYS = {
  RSA: keyPair("RSA"),
  "P-256": keyPair("P-256"),
  "P-384": keyPair("P-384"),
  "P-521": keyPair("P-521"),
  stranger: keyPair("P-256"),
} as const;

const DEFAULTS: AccountFlags = {
  "api-audiences": [],
  "service-account-extend-token-expiration": true,
  "service-account-issuer": [ISSUER, OLD_ISSUER],
  "service-account-jwks-uri": "",
  "service-account-key-file": [],
  "service-account-lookup": true,
  "service-account-max-token-expiration": 0,
  "service-account-signing-key-file": "",
  "tls-private-key-file": "",
};

interface World extends AsyncDisposable {
  readonly server: TestServer;
  readonly clock: FakeClock;
  readonly uid: string;
  /** Who bears a token, as the server says; or why nobody does. */
  who(token: string, audiences?: string[]): Promise<Review>;
  /** A token of the account, over the API. */
  issued(spec?: object): Promise<string>;
}

interface Review {
  readonly authenticated?: boolean;
  readonly error?: string;
  readonly user: { username?: string; uid?: string; groups?: string[]; extra?: object };
  readonly audiences?: string[];
}

/** A server with a service account `robot` whose tokens are signed with a key. */
async function world(
  flags: Partial<AccountFlags> = {},
  signsWith: Exclude<keyof typeof KEYS, "stranger"> = "P-256",
  dialect: Dialect = "kubernetes",
): Promise<World> {
  const folder = await Deno.makeTempDir();
  const keyFile = `${folder}/keys.pem`;
  const { stranger: _, ...own } = KEYS;
  await Deno.writeTextFile(keyFile, Object.values(own).map((pair) => pair.publicKey).join("\n"));
  const signingFile = `${folder}/signing.pem`;
  await Deno.writeTextFile(signingFile, KEYS[signsWith].privateKey);
  const settings = await accountSettings({
    ...DEFAULTS,
    "service-account-key-file": [keyFile],
    "service-account-signing-key-file": signingFile,
    ...flags,
  }, { dialect, logger: silentLogger });
  await Deno.remove(folder, { recursive: true });
  const clock = new FakeClock(NOW);
  const server = await startTestServer({
    dialect,
    clock,
    tokenIssuer: settings.tokenIssuer,
    authenticator: (context) =>
      bearerTokens([
        tokenFile(new Map([[TEST_TOKEN, TESTER]])),
        ...serviceAccountTokens(context, settings),
      ]),
  });
  const account = await server.client.post(ACCOUNTS, { metadata: { name: "robot" } });
  assertEquals(account.status, 201, account.text);
  const authentication = NAMES[dialect].group("authentication");
  return {
    server,
    clock,
    uid: account.json.metadata.uid,
    async who(token, audiences) {
      const review = await server.client.post(`/apis/${authentication}/v1/tokenreviews`, {
        spec: { token, audiences },
      });
      assertEquals(review.status, 201, review.text);
      const { error, ...status } = review.json.status;
      // What is told of every token that is nobody's is passed over.
      const [, reason] = /^\[invalid bearer token, (.*)\]$/.exec(error ?? "") ?? [];
      return { ...status, ...(error && { error: reason ?? error }) };
    },
    async issued(spec = {}) {
      const answer = await server.client.post(`${ACCOUNTS}/robot/token`, { spec });
      assertEquals(answer.status, 201, answer.text);
      return answer.json.status.token;
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

function partsOf(
  token: string,
): [header: Record<string, unknown>, claims: Record<string, unknown>] {
  return token.split(".").slice(0, 2).map((part) =>
    JSON.parse(new TextDecoder().decode(Uint8Array.fromBase64(part, { alphabet: "base64url" })))
  ) as [Record<string, unknown>, Record<string, unknown>];
}

/** A token with these claims that a key of the tests signed. */
async function signed(key: keyof typeof KEYS, claims: object): Promise<string> {
  return await signJsonWebToken(await privateKeyOfPem(KEYS[key].privateKey), claims);
}

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

/** A token with any header, signed by the RSA key as that key signs. */
function signedUnder(header: object, claims: object): string {
  const text = `${base64(header)}.${base64(claims)}`;
  return `${text}.${sign("sha256", utf8.encode(text), KEYS.RSA.privateKey).toString("base64url")}`;
}

Deno.test("a good signature is none under a header that says another algorithm", async () => {
  await using made = await world({}, "RSA");
  const [header, claims] = partsOf(await made.issued());
  assertEquals((await made.who(signedUnder(header, claims))).authenticated, true);
  const cases: object[] = [
    ...["none", "HS256", "RS384", "PS256", "rs256", "", undefined, ["RS256"]].map((alg) => ({
      alg,
    })),
    { crit: [] },
    { crit: ["exp"] },
    { b64: false },
  ];
  for (const changed of cases) {
    const { authenticated, error } = await made.who(signedUnder({ ...header, ...changed }, claims));
    assertEquals([authenticated, error], [
      undefined,
      "go-jose/go-jose: error in cryptographic primitive",
    ], JSON.stringify(changed));
  }
});

Deno.test("what was forged is nobody's", async () => {
  await using made = await world({}, "RSA");
  const good = await made.issued();
  const [head = "", body = "", signature = ""] = good.split(".");
  const [header, claims] = partsOf(good);
  const { kid } = header;
  const hmac = (alg: string, secret: string) => {
    const text = `${base64({ alg, kid })}.${body}`;
    return `${text}.${createHmac("sha256", secret).update(text).digest("base64url")}`;
  };
  const other = await signed("P-256", claims);
  const [otherHead = ""] = other.split(".");
  const cases: [name: string, token: string][] = [
    ["no signature, alg none", `${base64({ alg: "none", kid })}.${body}.`],
    ["alg none and a signature", `${base64({ alg: "none", kid })}.${body}.${signature}`],
    ["alg None", `${base64({ alg: "None" })}.${body}.AA`],
    ["no alg", `${base64({ kid })}.${body}.${signature}`],
    ["HS256 with the public key", hmac("HS256", KEYS.RSA.publicKey)],
    ["HS256 with the public key, called RS256", hmac("RS256", KEYS.RSA.publicKey)],
    ["another hash than the key's", `${base64({ alg: "RS512", kid })}.${body}.${signature}`],
    ["another padding", `${base64({ alg: "PS256", kid })}.${body}.${signature}`],
    ["another sort of key", `${base64({ alg: "ES256", kid })}.${body}.${signature}`],
    ["the id of another key", `${otherHead}.${body}.${signature}`],
    ["another key, under this one's id", `${head}.${other.split(".").slice(1).join(".")}`],
    ["a key that nobody knows", await signed("stranger", claims)],
    ["critical extensions", `${base64({ ...header, crit: ["x"], x: 1 })}.${body}.${signature}`],
    ["claims exchanged", `${head}.${base64({ ...claims, sub: "x" })}.${signature}`],
    ["a space after the claims", `${head}.${body} .${signature}`],
    ["padding", `${head}=.${body}.${signature}`],
    ["a part too many", `${good}.${signature}`],
    ["a part too few", `${head}.${body}`],
    ["no parts", "..."],
    ["no JSON", `${head}.${base64("{")}.${signature}`],
    ["a list", `${head}.${base64([claims])}.${signature}`],
    ["no UTF-8", `${head}._w.${signature}`],
    ["deep", `${head}.${base64("[".repeat(50_000))}.${signature}`],
    ["long", `${head}.${body}.${"A".repeat(100_000)}`],
    ["a megabyte", `${head}.${body}.${"A".repeat(1024 ** 2)}`],
    ["another issuer", await signed("RSA", { ...claims, iss: "https://evil.example.com" })],
    ["no issuer", await signed("RSA", { ...claims, iss: undefined })],
    ["an issuer that is a list", await signed("RSA", { ...claims, iss: [ISSUER] })],
  ];
  for (const [name, token] of cases) {
    const { authenticated, user, error = "" } = await made.who(token);
    assertEquals([authenticated, user], [undefined, {}], name);
    // Nothing of a token is told.
    for (const part of token.split(".")) assert(part.length < 8 || !error.includes(part), name);
  }
  assertEquals((await made.who(good)).authenticated, true);
  // A key without an id may have signed it.
  const nameless = await signed("RSA", claims);
  assertEquals((await made.who(nameless)).authenticated, true);
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

const AUDIENCES =
  `token audiences ["x"] is invalid for the target audiences ["${ISSUER}" "${OLD_ISSUER}"]`;

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

Deno.test("a token that is bound ends with what it is bound to", async () => {
  await using made = await world();
  const { client } = made.server;
  const post = async (path: string, object: object) => {
    const { status, json, text } = await client.post(path, object);
    assertEquals(status, 201, text);
    return json.metadata.uid as string;
  };
  const node = await post("/api/v1/nodes", { metadata: { name: "n" } });
  const pod = await post(PODS, {
    metadata: { name: "p", finalizers: ["example.com/wait"] },
    spec: {
      serviceAccountName: "robot",
      nodeName: "n",
      containers: [{ name: "c", image: "i" }],
      terminationGracePeriodSeconds: 0,
    },
  });
  await post(SECRETS, { metadata: { name: "s" } });
  const bound = (kind: string, name: string) =>
    made.issued({ boundObjectRef: { kind, apiVersion: "v1", name } });
  const tokens = {
    pod: await bound("Pod", "p"),
    node: await bound("Node", "n"),
    secret: await bound("Secret", "s"),
  };
  const key = "authentication.kubernetes.io";
  const { user: { extra = {} } } = await made.who(tokens.pod);
  const { [`${key}/credential-id`]: _, ...more } = extra as Record<string, unknown>;
  assertEquals(more, {
    [`${key}/pod-name`]: ["p"],
    [`${key}/pod-uid`]: [pod],
    [`${key}/node-name`]: ["n"],
    [`${key}/node-uid`]: [node],
  });
  const invalid = "service account token has been invalidated";
  const errors = async () =>
    await Promise.all(Object.values(tokens).map(async (token) => (await made.who(token)).error));
  assertEquals(await errors(), [undefined, undefined, undefined]);
  // A node that goes takes its own tokens with it, and not those of its pods.
  await client.request("DELETE", "/api/v1/nodes/n");
  await client.request("DELETE", `${SECRETS}/s`);
  assertEquals(await errors(), [undefined, invalid, invalid]);
  // One that is on its way out is there for another minute.
  await client.request("DELETE", `${PODS}/p`);
  assertEquals((await errors())[0], undefined);
  await made.clock.advance(60_000);
  assertEquals((await errors())[0], undefined);
  await made.clock.advance(1_001);
  assertEquals((await errors())[0], invalid);
  const again = await post("/api/v1/nodes", { metadata: { name: "n" } });
  assertEquals(
    (await errors())[1],
    `node UID (${again}) does not match service account node ref claim (${node})`,
  );
  // The account goes last.
  const plain = await made.issued();
  await client.request("DELETE", `${ACCOUNTS}/robot`);
  assertEquals((await made.who(plain)).error, 'serviceaccounts "robot" not found');
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

Deno.test("a token in a secret holds as long as the secret holds it", async () => {
  await using made = await world();
  const { client } = made.server;
  const prefix = "kubernetes.io/serviceaccount";
  const claims = {
    iss: "kubernetes/serviceaccount",
    sub: "system:serviceaccount:default:robot",
    [`${prefix}/namespace`]: "default",
    [`${prefix}/secret.name`]: "s",
    [`${prefix}/service-account.name`]: "robot",
    [`${prefix}/service-account.uid`]: made.uid,
  };
  const token = await signed("RSA", claims);
  assertEquals((await made.who(token)).error, "Token has been invalidated");
  const secret = {
    metadata: {
      name: "s",
      annotations: { "kubernetes.io/service-account.name": "robot" },
    },
    type: "kubernetes.io/service-account-token",
    data: { token: utf8.encode(token).toBase64() },
  };
  const posted = await client.post(SECRETS, secret);
  assertEquals(posted.status, 201, posted.text);
  assertEquals((await made.who(token)).user, {
    username: "system:serviceaccount:default:robot",
    uid: made.uid,
    groups: ["system:serviceaccounts", "system:serviceaccounts:default", "system:authenticated"],
  });
  assertEquals((await client.get(`${SECRETS}/s`)).json.metadata.labels, {
    "kubernetes.io/legacy-token-last-used": "2026-01-01",
  });
  const cases: [name: string, changed: object, error: string][] = [
    ["another token", { x: 1 }, "Token does not match server's copy"],
    ["no subject", { sub: undefined }, "sub claim is missing"],
    ["another subject", { sub: "system:serviceaccount:default:x" }, "sub claim is invalid"],
    ["no account's subject", { sub: "admin" }, "sub claim is invalid"],
    ["no secret", { [`${prefix}/secret.name`]: "" }, "secretName claim is missing"],
    ["a secret that is a number", { [`${prefix}/secret.name`]: 1 }, MALFORMED],
    ["for others", { aud: ["x"] }, AUDIENCES],
    ["forged", {}, "go-jose/go-jose: error in cryptographic primitive"],
  ];
  for (const [name, changed, error] of cases) {
    const made_ = await signed("RSA", { ...claims, ...changed });
    const [head, body] = made_.split(".");
    const shown = name === "forged" ? `${head}.${body}.AAAA` : made_;
    assertEquals((await made.who(shown)).error, error, name);
  }
  const path = `${SECRETS}/s`;
  const label = "kubernetes.io/legacy-token-invalid-since";
  await client.patch(path, "merge", { metadata: { labels: { [label]: "2026-01-01" } } });
  assert((await made.who(token)).error?.includes("has been marked invalid"));
  await client.patch(path, "merge", { metadata: { labels: { [label]: null } } });
  assertEquals((await made.who(token)).authenticated, true);
  await client.request("DELETE", path);
  assertEquals((await made.who(token)).error, "Token has been invalidated");
  await using lax = await world({ "service-account-lookup": false });
  assertEquals((await lax.who(token)).authenticated, true);
});

const MALFORMED = "the token's claim kubernetes.io/serviceaccount/secret.name is malformed";
