/** Tokens of issuers and of a webhook: whose they are here, and on the reference's server. */
import { createHmac, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { eventually } from "../../testing/eventually.ts";
import { HttpsPeer, type PeerAnswer, type PeerRequest } from "../../testing/https_peer.ts";
import { slowTests } from "../../testing/requirements.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";
import { type Side, SIDES, startPair } from "./servers.ts";

const TOKEN_REVIEWS = "/apis/authentication.k8s.io/v1/tokenreviews";

interface Key {
  readonly id: string;
  readonly algorithm: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

const RSA: Key = {
  id: "rsa",
  algorithm: "RS256",
  ...generateKeyPairSync("rsa", { modulusLength: 2048 }),
};
const STRANGE: Key = { ...RSA, ...generateKeyPairSync("rsa", { modulusLength: 2048 }) };
const CURVE: Key = {
  id: "ec",
  algorithm: "ES256",
  ...generateKeyPairSync("ec", { namedCurve: "P-256" }),
};

const bytesOf = (text: string) => new TextEncoder().encode(text);
const base64 = (value: unknown) =>
  bytesOf(JSON.stringify(value)).toBase64({ alphabet: "base64url", omitPadding: true });

function signed(key: Key, claims: object, head: object = {}): string {
  const text = `${base64({ alg: key.algorithm, kid: key.id, ...head })}.${base64(claims)}`;
  const signature = sign("sha256", bytesOf(text), {
    key: key.privateKey,
    dsaEncoding: "ieee-p1363",
  });
  return `${text}.${signature.toString("base64url")}`;
}

function issuerAnswer({ path, headers }: PeerRequest): PeerAnswer {
  const url = `https://${headers.host}`;
  if (path === "/.well-known/openid-configuration") {
    return { body: { issuer: url, jwks_uri: `${url}/keys` } };
  }
  const keys = [RSA, CURVE].map(({ id, publicKey, algorithm }) => ({
    ...publicKey.export({ format: "jwk" }),
    ...{ kid: id, alg: algorithm, use: "sig" },
  }));
  return path === "/keys" ? { body: { keys } } : { status: 404 };
}

/** Tokens by what they are. */
function tokensOf(issuer: string): Record<string, string> {
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    iss: issuer,
    aud: "client",
    sub: "jane",
    exp: now + 3600,
    iat: now,
    groups: ["devs", "ops"],
    email: "jane@example.com",
    hd: "example.com",
    level: 3,
  };
  const of = (changes: object) => signed(RSA, { ...claims, ...changes });
  const [head, body, signature] = of({}).split(".") as [string, string, string];
  const text = `${base64({ alg: "HS256", kid: "rsa" })}.${base64(claims)}`;
  const pem = RSA.publicKey.export({ type: "spki", format: "pem" });
  return {
    "as it is": of({}),
    "of an elliptic curve": signed(CURVE, claims),
    "over": of({ exp: now - 120 }),
    "over for a second": of({ exp: now - 1 }),
    "without an end": of({ exp: undefined }),
    "ends as a text": of({ exp: String(now + 60) }),
    "not yet valid": of({ nbf: now + 600 }),
    "not yet valid for a minute": of({ nbf: now + 60 }),
    "from the future": of({ iat: now + 3600 }),
    "for others": of({ aud: "other" }),
    "for several": of({ aud: ["other", "client"] }),
    "for nobody in particular": of({ aud: undefined }),
    "of another issuer": of({ iss: "https://other.example.com" }),
    "of the issuer with a slash": of({ iss: `${issuer}/` }),
    "no user": of({ sub: undefined }),
    "an empty user": of({ sub: "" }),
    "a number for a user": of({ sub: 7 }),
    "groups as a text": of({ groups: "devs" }),
    "groups as numbers": of({ groups: [1] }),
    "no groups": of({ groups: undefined }),
    "groups null": of({ groups: null }),
    "without what is required": of({ hd: undefined }),
    "with another of what is required": of({ hd: "example.org" }),
    "what is required as a list": of({ hd: ["example.com"] }),
    "an email not verified": of({ email_verified: false }),
    "an email verified": of({ email_verified: true }),
    "an email verified as a text": of({ email_verified: "true" }),
    "level low": of({ level: 1 }),
    "signed by a stranger": signed(STRANGE, claims),
    "of an unknown key": signed(STRANGE, claims, { kid: "unknown" }),
    "of no key in particular": signed(RSA, claims, { kid: undefined }),
    "of an algorithm that is not allowed": signed(RSA, claims, { alg: "RS512" }),
    "of no algorithm": `${base64({ alg: "none" })}.${body}.`,
    "by the public key as a secret": `${text}.${
      createHmac("sha256", pem).update(text).digest("base64url")
    }`,
    "with another body": `${head}.${base64({ ...claims, sub: "root" })}.${signature}`,
    "without a signature": `${head}.${body}.`,
    "with a fourth part": `${head}.${body}.${signature}.x`,
    "padded": `${head}.${body}.${signature}=`,
    "with critical headers": signed(RSA, claims, { crit: ["b64"], b64: false }),
    "no token": "x",
  };
}

/** How servers are told of an issuer, by what that shows. */
const SETTINGS: Record<string, (issuer: HttpsPeer, folder: string) => Promise<string[]>> = {
  "by flags": (issuer, folder) => byFlags(issuer, folder, []),
  "by flags, with groups and what is required": (issuer, folder) =>
    byFlags(issuer, folder, [
      "--oidc-groups-claim=groups",
      "--oidc-groups-prefix=g:",
      "--oidc-required-claim=hd=example.com",
      "--oidc-signing-algs=RS256,ES256",
    ]),
  "by flags, by email": (issuer, folder) =>
    byFlags(issuer, folder, ["--oidc-username-claim=email"]),
  "by flags, without a prefix": (issuer, folder) =>
    byFlags(issuer, folder, ["--oidc-username-prefix=-", "--oidc-groups-claim=groups"]),
  "by a file": (issuer, folder) =>
    byFile(issuer, folder, {
      claimValidationRules: [{ claim: "hd", requiredValue: "example.com" }],
      claimMappings: {
        username: { claim: "sub", prefix: "f:" },
        groups: { claim: "groups", prefix: "" },
      },
    }),
  "by a file with expressions": (issuer, folder) =>
    byFile(issuer, folder, {
      claimValidationRules: [{ expression: "claims.level > 2", message: "too low" }],
      claimMappings: {
        username: { expression: "'x:' + claims.sub" },
        groups: { expression: "claims.?groups.orValue([])" },
        uid: { expression: "string(claims.level)" },
        extra: [{ key: "example.com/mail", valueExpression: "claims.email" }],
      },
      userValidationRules: [{ expression: "!user.username.startsWith('x:root')" }],
    }),
};

async function byFlags(issuer: HttpsPeer, folder: string, more: string[]): Promise<string[]> {
  const path = `${folder}/issuer.crt`;
  await Deno.writeTextFile(path, issuer.authority);
  return [
    `--oidc-issuer-url=${issuer.url}`,
    "--oidc-client-id=client",
    `--oidc-ca-file=${path}`,
    ...more,
  ];
}

async function byFile(issuer: HttpsPeer, folder: string, jwt: object): Promise<string[]> {
  const path = `${folder}/authentication.json`;
  const { url, authority: certificateAuthority } = issuer;
  await Deno.writeTextFile(
    path,
    JSON.stringify({
      kind: "AuthenticationConfiguration",
      apiVersion: "apiserver.config.k8s.io/v1",
      jwt: [{ issuer: { url, certificateAuthority, audiences: ["client"] }, ...jwt }],
    }),
  );
  return [`--authentication-config=${path}`];
}

/** Whose a token is. */
async function reviewed(
  url: string,
  client: Deno.HttpClient,
  spec: { token: string; audiences?: string[] },
) {
  const response = await fetch(url + TOKEN_REVIEWS, {
    method: "POST",
    client,
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ spec }),
  });
  const { status = {} } = await response.json();
  const { authenticated = false, user, audiences, error } = status;
  return { code: response.status, authenticated, user, audiences, hasError: error !== undefined };
}

for (const [name, flagsOf] of Object.entries(SETTINGS)) {
  Deno.test({
    name: `tokens of an issuer ${name} are whose the reference says`,
    ignore: !slowTests(),
    fn: async () => {
      await using issuer = await HttpsPeer.start(issuerAnswer);
      await using pair = await startPair({ files: (folder) => flagsOf(issuer, folder) });
      const client = pair.http();
      const tokens = tokensOf(issuer.url);
      const found = {} as Record<Side, Record<string, unknown>>;
      for (const side of SIDES) {
        const { url } = pair.servers[side];
        // An issuer is asked for its keys once the server runs.
        await eventually(
          `${side} has the keys of the issuer`,
          async () => {
            const last = await reviewed(url, client, { token: tokens["as it is"]! });
            return last.authenticated === true;
          },
          { shows: pair.logs },
        );
        const results: Record<string, unknown> = found[side] = {};
        for (const [what, token] of Object.entries(tokens)) {
          results[what] = await reviewed(url, client, { token });
        }
      }
      if (name === "by flags, without a prefix") {
        // The reference lets in a user without a name.
        const nobody = { audiences: undefined, authenticated: false, user: {}, hasError: true };
        assertEquals(found.ours["an empty user"], { code: 201, ...nobody });
        for (const side of SIDES) delete found[side]["an empty user"];
      }
      assertEquals(found.ours, found.reference);
    },
  });
}

/** What a webhook says of a token, by the token. */
const VERDICTS: Record<string, PeerAnswer> = {
  jane: said({ authenticated: true, user: { username: "jane", uid: "7", groups: ["a", "b"] } }),
  extra: said({ authenticated: true, user: { username: "x", extra: { scopes: ["p", "q"] } } }),
  nameless: said({ authenticated: true, user: {} }),
  nobody: said({ authenticated: false, user: { username: "jane" } }),
  reason: said({ authenticated: false, error: "expired" }),
  audiences: said({ authenticated: true, user: { username: "a" }, audiences: ["api"] }),
  others: said({ authenticated: true, user: { username: "a" }, audiences: ["x"] }),
  empty: { body: {} },
  garbage: { body: "garbage" },
  refused: { status: 403, body: { kind: "Status", apiVersion: "v1", status: "Failure" } },
};

function said(status: object): PeerAnswer {
  const apiVersion = "authentication.k8s.io/v1";
  return { body: { kind: "TokenReview", apiVersion, metadata: {}, status } };
}

Deno.test({
  name: "what a webhook says of tokens comes to the same as on the reference",
  ignore: !slowTests(),
  fn: async () => {
    await using webhook = await HttpsPeer.start(({ body }) =>
      VERDICTS[JSON.parse(body).spec.token]!
    );
    await using pair = await startPair({
      async files(folder) {
        await Deno.writeTextFile(`${folder}/webhook`, webhook.clientConfig("/review"));
        return [
          `--authentication-token-webhook-config-file=${folder}/webhook`,
          "--authentication-token-webhook-version=v1",
          "--api-audiences=api,other",
        ];
      },
    });
    const client = pair.http();
    const found = {} as Record<Side, Record<string, unknown>>;
    const asked = {} as Record<Side, unknown[]>;
    for (const side of SIDES) {
      const results: Record<string, unknown> = found[side] = {};
      webhook.requests.length = 0;
      for (const token of Object.keys(VERDICTS)) {
        for (const audiences of [undefined, ["other"]]) {
          results[`${token} for ${audiences ?? "the server"}`] = await reviewed(
            pair.servers[side].url,
            client,
            { token, ...(audiences && { audiences }) },
          );
        }
      }
      asked[side] = webhook.requests.map(({ method, path, body }) => {
        const { kind, apiVersion, spec } = JSON.parse(body);
        return { method, path, kind, apiVersion, spec };
      });
    }
    assertEquals(found.ours, found.reference);
    assertEquals(asked.ours, asked.reference, "what it was asked");
  },
});
