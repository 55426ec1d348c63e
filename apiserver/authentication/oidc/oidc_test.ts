/** Tokens of real issuers over HTTPS: whose they are, and which are nobody's. */
import { createHmac } from "node:crypto";
import { HttpsPeer } from "../../../testing/https_peer.ts";
import {
  base64,
  EC,
  keySetOf,
  OTHER,
  RSA,
  Scene,
  signed,
  told,
  turned,
  UNREADY,
} from "../../../testing/id_token_issuer.ts";
import { metricValue, metricValues } from "../../../testing/metric_samples.ts";
import { assert, assertEquals, assertRejects } from "../../../toolkit/deps/assert.ts";
import { silentLogger } from "../../../toolkit/logger.ts";
import { shownDigest } from "../../../toolkit/process/shown_digest.ts";
import type { Runnable } from "../../../toolkit/runnable.ts";
import { DIRECTLY } from "../../egress/mod.ts";
import type { ServerContext } from "../../server_context.ts";
import type { ApiServerFlagValues } from "../../surroundings.ts";
import { flaggedIssuer, issuerOfFlags } from "./plugin.ts";

const NEVER = new AbortController().signal;

Deno.test("issuerOfFlags() throws on flags that don't go together or can't be", async () => {
  await using scene = await Scene.start();
  const cases: [changes: Partial<ApiServerFlagValues>, why: RegExp][] = [
    [{ "oidc-client-id": "" }, /must be specified together/],
    [{ "oidc-issuer-url": "" }, /must be specified together/],
    [{ "oidc-issuer-url": "http://issuer" }, /URL scheme must be https/],
    [{ "oidc-issuer-url": "issuer" }, /is no URL/],
    [{ "oidc-issuer-url": "https://a:b@issuer" }, /must not contain a username or password/],
    [{ "oidc-issuer-url": "https://issuer?a=b" }, /must not contain a query/],
    [{ "oidc-issuer-url": "https://issuer#a" }, /must not contain a fragment/],
    [{ "oidc-signing-algs": ["RS256", "HS256"] }, /unsupported signing alg: "HS256"/],
    [{ "oidc-signing-algs": ["none"] }, /unsupported signing alg: "none"/],
    [{ "oidc-ca-file": "/nowhere" }, /--oidc-ca-file: \/nowhere can't be read/],
    [{ "oidc-ca-file": "/dev/null" }, /holds no certificate/],
    [{ "oidc-ca-file": "/dev/null" }, /--oidc-ca-file: \/dev\/null holds/],
  ];
  for (const [changes, why] of cases) {
    await assertRejects(() => issuerOfFlags(scene.flags(changes)), why);
  }
  const none = Object.fromEntries(Object.keys(scene.flags()).map((name) => [name, ""]));
  const unset = { ...none, "oidc-username-claim": "sub", "oidc-required-claim": {} };
  assertEquals(await issuerOfFlags(unset as ApiServerFlagValues), undefined);
});

Deno.test("a token of the issuer is its user's, by the claims that the flags name", async () => {
  await using scene = await Scene.start();
  const { url } = scene.peer;
  const cases: [name: string, Partial<ApiServerFlagValues>, claims: object, told: string][] = [
    ["as it is", {}, {}, `${url}#jane []`],
    ["several audiences", {}, { aud: ["a", "client"] }, `${url}#jane []`],
    ["times as texts", {}, { exp: "9999999999", nbf: "0" }, `${url}#jane []`],
    ["no prefix", { "oidc-username-prefix": "-" }, {}, "jane []"],
    ["a prefix", { "oidc-username-prefix": "oidc:" }, {}, "oidc:jane []"],
    ["mail", { "oidc-username-claim": "email" }, { email: "j@x" }, "j@x []"],
    ["mail that is verified", { "oidc-username-claim": "email" }, {
      email: "j@x",
      email_verified: true,
    }, "j@x []"],
    ["mail that is not", { "oidc-username-claim": "email" }, {
      email: "j@x",
      email_verified: false,
    }, "oidc: email not verified"],
    ["mail that says it in words", { "oidc-username-claim": "email" }, {
      email: "j@x",
      email_verified: "true",
    }, "oidc: parse 'email_verified' claim: must be true or false"],
    ["groups", { "oidc-groups-claim": "groups", "oidc-groups-prefix": "g:" }, {
      groups: ["a", "b"],
    }, `${url}#jane [g:a,g:b]`],
    ["a group", { "oidc-groups-claim": "role" }, { role: "a" }, `${url}#jane [a]`],
    ["groups that nobody asked for", {}, { groups: ["a"] }, `${url}#jane []`],
    ["no groups", { "oidc-groups-claim": "groups" }, {}, `${url}#jane []`],
    [
      "groups of numbers",
      { "oidc-groups-claim": "groups" },
      { groups: [1] },
      'oidc: parse groups claim "groups": must be a text or a list of texts',
    ],
    ["a required claim", { "oidc-required-claim": { hd: "x" } }, { hd: "x" }, `${url}#jane []`],
    [
      "another value of it",
      { "oidc-required-claim": { hd: "x" } },
      { hd: "y" },
      "oidc: required claim hd value does not match. Got = y, want = x",
    ],
    [
      "none of it",
      { "oidc-required-claim": { hd: "x" } },
      {},
      "oidc: required claim hd not present in ID token",
    ],
    [
      "a number for it",
      { "oidc-required-claim": { hd: "1" } },
      { hd: 1 },
      "oidc: parse claim hd: must be a text",
    ],
    ["no user", {}, { sub: undefined }, 'oidc: parse username claims "sub": claim not present'],
    [
      "a user of another type",
      { "oidc-username-claim": "name" },
      { name: ["jane"] },
      'oidc: parse username claims "name": must be a text',
    ],
    [
      "an inherited name",
      { "oidc-username-claim": "constructor" },
      {},
      'oidc: parse username claims "constructor": claim not present',
    ],
  ];
  for (const [name, changes, claims, expected] of cases) {
    const show = await scene.shower(changes);
    assertEquals(told(await show(signed(RSA, scene.claims(claims)))), expected, name);
  }
  const show = await scene.shower();
  const identity = await show(signed(RSA, scene.claims({ jti: "7" })));
  assertEquals(identity.is === "known" && identity.user.extra, {
    "authentication.kubernetes.io/credential-id": ["JTI=7"],
  });
});

Deno.test("a token that is not the issuer's, not for this server, or not of this time is nobody's", async () => {
  await using scene = await Scene.start();
  const show = await scene.shower({ "oidc-signing-algs": ["RS256", "ES256", "PS256"] });
  const now = Math.floor(scene.clock.now() / 1000);
  const secret = RSA.publicKey.export({ type: "spki", format: "pem" }) as string;
  const claims = scene.claims();
  const hmac = (head: object) => {
    const text = `${base64(head)}.${base64(claims)}`;
    return `${text}.${createHmac("sha256", secret).update(text).digest("base64url")}`;
  };
  const good = signed(RSA, claims);
  const [head = "", body = "", tail = ""] = good.split(".");
  const refused = /^oidc: verify token: /;
  const cases: [name: string, token: string, told: string | RegExp][] = [
    ["another issuer", signed(RSA, scene.claims({ iss: "https://other" })), "absent"],
    [
      "an issuer that is like it",
      signed(RSA, scene.claims({ iss: `${scene.peer.url}/` })),
      "absent",
    ],
    ["no issuer", signed(RSA, scene.claims({ iss: undefined })), "absent"],
    ["no token", "abc", "absent"],
    ["two parts", `${head}.${body}`, "absent"],
    ["four parts", `${good}.x`, "absent"],
    [
      "another audience",
      signed(RSA, scene.claims({ aud: "other" })),
      /expected audience in \["client"\] got \["other"\]/,
    ],
    ["no audience", signed(RSA, scene.claims({ aud: undefined })), /expected audience/],
    ["expired", signed(RSA, scene.claims({ exp: now - 1 })), /token is expired/],
    ["expires now", signed(RSA, scene.claims({ exp: now })), /token is expired/],
    [
      "no end",
      signed(RSA, scene.claims({ exp: undefined })),
      /token is expired \(Token Expiry: none\)/,
    ],
    ["an end in words", signed(RSA, scene.claims({ exp: "never" })), /unmarshal claims: exp is of/],
    ["no end", signed(RSA, scene.claims({ exp: null })), /token is expired \(Token Expiry: none\)/],
    ["an end that is too much", signed(RSA, scene.claims({ exp: "-1e999" })), /token is expired/],
    ["not yet valid", signed(RSA, scene.claims({ nbf: now + 301 })), /current time before the nbf/],
    ["a beginning in words", signed(RSA, scene.claims({ nbf: "0x0" })), /nbf is of another type/],
    ["issued in words", signed(RSA, scene.claims({ iat: {} })), /iat is of another type/],
    ["a number for a subject", signed(RSA, scene.claims({ sub: 7 })), /sub is of another type/],
    ["a number for an audience", signed(RSA, scene.claims({ aud: ["client", 7] })), /aud is of/],
    ["another key", signed({ ...OTHER, id: "rsa" }, claims), /failed to verify signature/],
    ["a key of no set", signed(OTHER, claims), /failed to verify signature/],
    ["no algorithm", `${base64({ alg: "none" })}.${body}.`, /unsupported algorithm/],
    ["no signature", `${head}.${body}.`, /failed to verify signature/],
    ["HS256 by the public key", hmac({ alg: "HS256", kid: "rsa" }), /unsupported algorithm/],
    ["RS256, but HS256", hmac({ alg: "RS256", kid: "rsa" }), /failed to verify signature/],
    [
      "an algorithm that is not allowed",
      signed({ ...RSA, alg: "RS512" }, claims),
      /unsupported algorithm/,
    ],
    ["EC, called RS256", signed(EC, claims, { alg: "RS256" }), /failed to verify signature/],
    ["RSA, called ES256", signed(RSA, claims, { alg: "ES256" }), /failed to verify signature/],
    [
      "an EC signature that is cut off",
      signed(EC, claims).slice(0, -10),
      /failed to verify signature/,
    ],
    ["another body", `${head}.${base64(scene.claims({ sub: "root" }))}.${tail}`, refused],
    ["a header that must be understood", signed(RSA, claims, { crit: ["exp"] }), refused],
    [
      "1 MB",
      signed(RSA, scene.claims({ sub: undefined, x: "y".repeat(1 << 20) })),
      /claim not present/,
    ],
  ];
  for (const [name, token, expected] of cases) {
    const said = told(await show(token));
    const isIt = typeof expected === "string" ? said === expected : expected.test(said);
    assert(isIt, `${name}: ${said}`);
    for (const part of token.split(".")) assert(part.length < 20 || !said.includes(part), name);
  }
  assert(told(await show(good)).endsWith("#jane []"));
  assert(told(await show(signed(EC, claims))).endsWith("#jane []"));
  assert(told(await show(signed(RSA, claims, { alg: "PS256" }))).endsWith("#jane []"));
  assert(told(await show(signed(RSA, claims, { kid: undefined }))).endsWith("#jane []"));
});

Deno.test("a new key of the issuer is found, and tokens of nobody's key fetch nothing", async () => {
  await using scene = await Scene.start();
  const show = await scene.shower();
  const fetches = () => scene.peer.requests.filter(({ path }) => path === "/keys").length;
  assert(told(await show(signed(RSA, scene.claims()))).endsWith("#jane []"));
  assertEquals(fetches(), 1);
  scene.keys = [OTHER];
  for (let count = 0; count < 5; count++) {
    assert(told(await show(signed(OTHER, scene.claims()))).includes("failed to verify"));
  }
  assertEquals(fetches(), 1);
  await scene.clock.run(10_000);
  assert(told(await show(signed(OTHER, scene.claims()))).endsWith("#jane []"));
  assertEquals(fetches(), 2);
  // The old key is gone: the issuer has taken it back.
  assert(told(await show(signed(RSA, scene.claims()))).includes("failed to verify"));
});

Deno.test("keys that are known do while the issuer is away", async () => {
  await using scene = await Scene.start();
  const show = await scene.shower();
  assert(told(await show(signed(RSA, scene.claims()))).endsWith("#jane []"));
  await scene.clock.run(20_000);
  scene.instead = { status: 500 };
  assert(told(await show(signed(RSA, scene.claims()))).endsWith("#jane []"));
  assert(told(await show(signed(OTHER, scene.claims()))).includes("answered with the status 500"));
});

Deno.test("what becomes of an issuer's tokens is told, and which keys it gave when", async () => {
  await using scene = await Scene.start();
  const show = await scene.shower();
  const { clock, metrics } = scene;
  const name = (of: string) => `apiserver_authentication_jwt_authenticator_${of}`;
  const judged = (result: string) =>
    metricValue(metrics, name("latency_seconds_count"), { result });
  const fetched = (result: string) =>
    metricValue(metrics, name("jwks_fetch_last_timestamp_seconds"), { result });
  const keySets = () => Object.keys(metricValues(metrics, name("jwks_fetch_last_key_set_info")));
  const refused = judged("failure")!;
  const first = clock.now() / 1000;
  await show(signed(RSA, scene.claims()));
  await show(signed(RSA, scene.claims({ aud: "other" })));
  await show(signed(RSA, scene.claims({ iss: "https://other" })));
  await show("no token");
  assertEquals([judged("success"), judged("failure")], [1, refused + 1]);
  assertEquals([fetched("success"), fetched("failure")], [first, undefined]);
  const known = keySets();
  assertEquals(known.length, 1);

  await clock.run(20_000);
  scene.instead = { status: 500 };
  await show(signed(OTHER, scene.claims()));
  assertEquals([fetched("success"), fetched("failure")], [first, first + 20]);
  assertEquals(keySets(), known);

  await clock.run(20_000);
  scene.instead = undefined;
  scene.keys = [OTHER];
  await show(signed(OTHER, scene.claims()));
  assertEquals([fetched("success"), fetched("failure")], [first + 40, first + 20]);
  const digest = shownDigest(JSON.stringify(keySetOf(scene.keys)));
  assertEquals(keySets().map((labels) => labels.includes(`hash="${digest}"`)), [true]);
});

Deno.test("an issuer that can't be believed or asked knows nobody, until it can", async () => {
  const instead: [name: string, scene: Partial<Scene>][] = [
    ["another issuer in the document", { document: { issuer: "https://other" } }],
    ["no keys in the document", { document: { jwks_uri: undefined } }],
    ["keys without TLS", { document: { jwks_uri: "http://keys" } }],
    ["a fault", { instead: { status: 500 } }],
    ["a redirect", { instead: { status: 302, headers: { location: "https://other" } } }],
    ["no JSON", { instead: { body: "<html>" } }],
    ["no object", { instead: { body: [1] } }],
    ["more than anybody reads", { instead: { body: "x".repeat(2 << 20) } }],
    ["no answer", { instead: "nothing" }],
  ];
  for (const [name, changes] of instead) {
    await using scene = await Scene.start();
    Object.assign(scene, changes);
    const show = await scene.shower({}, false);
    while (scene.peer.requests.length === 0) await turned();
    for (let turns = 0; turns < 20; turns++) await turned();
    assertEquals(told(await show(signed(RSA, scene.claims()))), UNREADY, name);
    Object.assign(scene, { instead: undefined, document: {} });
    let said = UNREADY;
    for (let tries = 0; said === UNREADY && tries < 200; tries++) {
      await scene.clock.run(1000);
      await turned();
      said = told(await show(signed(RSA, scene.claims())));
    }
    assert(said.endsWith("#jane []"), `${name}: ${said}`);
  }
});

Deno.test("the issuer's certificate must be of the authorities that the flags name", async () => {
  await using scene = await Scene.start();
  await using other = await HttpsPeer.start(() => ({}));
  const file = await Deno.makeTempFile();
  try {
    await Deno.writeTextFile(file, other.authority);
    const flags = scene.flags({ "oidc-ca-file": file });
    const stop = new AbortController();
    const running: Promise<void>[] = [];
    const tokens = await flaggedIssuer(
      {
        clock: scene.clock,
        logger: silentLogger,
        metrics: scene.metrics,
        identity: "server",
        dialect: "kubernetes",
        egress: DIRECTLY,
        signal: stop.signal,
        background: ({ run }: Runnable) => running.push(run({ signal: stop.signal, started() {} })),
      } as unknown as ServerContext,
      flags,
      [],
    );
    for (let turns = 0; turns < 100; turns++) await turned();
    const identity = await tokens!.authenticateToken(signed(RSA, scene.claims()), {
      signal: NEVER,
    });
    assertEquals(told(identity), UNREADY);
    assertEquals(scene.peer.requests.length, 0);
    stop.abort();
    await Promise.all(running);
  } finally {
    await Deno.remove(file);
  }
});
