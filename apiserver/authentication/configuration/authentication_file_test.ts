/** A server that goes by a configuration file, and follows it. */
import { createPrivateKey, generateKeyPairSync, sign } from "node:crypto";
import { startTestServer } from "../../../testing/api_server.ts";
import { ConnectProxy } from "../../../testing/connect_proxy.ts";
import { eventually } from "../../../testing/eventually.ts";
import { HttpsPeer } from "../../../testing/https_peer.ts";
import { metricValues } from "../../../testing/metric_samples.ts";
import { testContext } from "../../../testing/server_context.ts";
import { FakeClock, systemClock } from "../../../toolkit/clock.ts";
import { assert, assertEquals, assertRejects } from "../../../toolkit/deps/assert.ts";
import { silentLogger } from "../../../toolkit/logger.ts";
import { shownDigest } from "../../../toolkit/process/shown_digest.ts";
import { DIRECTLY } from "../../egress/mod.ts";
import type { ApiServerFlagValues } from "../../surroundings.ts";
import { bearerTokens } from "../../../toolkit/authentication/bearer_tokens.ts";
import { AuthenticationFile } from "./authentication_file.ts";

const KEYS = generateKeyPairSync("rsa", { modulusLength: 2048 });
const base64 = (value: unknown) =>
  new TextEncoder().encode(JSON.stringify(value)).toBase64({
    alphabet: "base64url",
    omitPadding: true,
  });

function tokenOf(issuer: string, sub: string): string {
  const exp = Math.floor(Date.now() / 1000) + 600;
  const text = `${base64({ alg: "RS256", kid: "a" })}.${
    base64({ iss: issuer, aud: "api", sub, exp })
  }`;
  const key = createPrivateKey(KEYS.privateKey.export({ type: "pkcs8", format: "pem" }));
  return `${text}.${sign("sha256", new TextEncoder().encode(text), key).toString("base64url")}`;
}

/** `isAway`: whether it says nothing of use. */
async function issuer(isAway = () => false): Promise<HttpsPeer> {
  const jwk = { ...KEYS.publicKey.export({ format: "jwk" }), kid: "a" };
  const peer: HttpsPeer = await HttpsPeer.start(({ path }) =>
    isAway()
      ? { status: 503 }
      : path === "/keys"
      ? { body: { keys: [jwk] } }
      : { body: { issuer: peer.url, jwks_uri: `${peer.url}/keys` } }
  );
  return peer;
}

const jwtOf = ({ url, authority }: HttpsPeer, prefix: string) => ({
  issuer: { url, certificateAuthority: authority, audiences: ["api"] },
  claimMappings: { username: { claim: "sub", prefix } },
});

const FLAGS = {
  "authentication-config": "",
  "anonymous-auth": true,
  "oidc-issuer-url": "",
  "oidc-client-id": "",
  "oidc-ca-file": "",
  "oidc-groups-claim": "",
  "oidc-groups-prefix": "",
  "oidc-username-prefix": "",
  "oidc-username-claim": "sub",
  "oidc-required-claim": {},
} as unknown as ApiServerFlagValues;

const REVIEWS = "/apis/authentication.k8s.io/v1/selfsubjectreviews";

Deno.test("the issuers of the file are known, and who is anonymous, as it changes", async () => {
  const path = await Deno.makeTempFile();
  await using one = await issuer();
  await using other = await issuer();
  await using proxy = await ConnectProxy.start();
  const write = (jwt: readonly object[], more: object = {}) =>
    Deno.writeTextFile(
      path,
      JSON.stringify({
        kind: "AuthenticationConfiguration",
        apiVersion: "apiserver.config.k8s.io/v1",
        jwt,
        ...more,
      }),
    );
  try {
    const flags = { ...FLAGS, "authentication-config": path };
    const open = (given: string[] = []) =>
      AuthenticationFile.open(flags, {
        dialect: "kubernetes",
        given: new Map(given.map((name) => [name, name])),
        taken: [],
        egress: { isChosen: () => true, proxyTo: () => ({ host: "127.0.0.1", port: proxy.port }) },
      });
    await Deno.writeTextFile(path, "{");
    await assertRejects(open, /^--authentication-config: \S+: /);
    await write([], { anonymous: { enabled: true, conditions: [{ path: "/livez" }] } });
    await assertRejects(() => open(["anonymous-auth"]), /--anonymous-auth flag cannot be set/);
    await write([jwtOf(one, "one:")], {
      anonymous: { enabled: true, conditions: [{ path: "/livez" }] },
    });
    const file = (await open())!;
    let look = () => Promise.resolve();
    await using server = await startTestServer({
      withNamespace: false,
      clock: systemClock,
      logger: silentLogger,
      allowAnonymous: (asked) => file.allowsAnonymous(asked),
      async authenticator(context) {
        const tokens = await file.follow(context);
        look = () => tokens.look();
        return bearerTokens([tokens]);
      },
    });
    const nameOf = async (token: string) => {
      const { status, json } = await server.clientWith({ token }).post(REVIEWS, {});
      return status === 201 ? json.status.userInfo.username : status;
    };
    const comesToBe = (token: string, expected: unknown) =>
      eventually(`its bearer is ${expected}`, async () => await nameOf(token) === expected);
    const [ones, others] = [tokenOf(one.url, "jane"), tokenOf(other.url, "jim")];
    await comesToBe(ones, "one:jane");
    assertEquals(await nameOf(others), 401);
    const nobody = server.clientWith({});
    const anonymous = async (asked: string) => (await nobody.get(asked)).status;
    assertEquals([await anonymous("/livez"), await anonymous("/readyz")], [200, 401]);

    await Deno.writeTextFile(path, "jwt: [");
    await look();
    assertEquals(await nameOf(ones), "one:jane");

    assertEquals(proxy.targets, []);
    const behind = jwtOf(other, "other:");
    const inside = { ...behind, issuer: { ...behind.issuer, egressSelectorType: "cluster" } };
    await write([inside], { anonymous: { enabled: false } });
    await look();
    await comesToBe(others, "other:jim");
    const { text } = await server.clientWith({ token: others }).get("/metrics");
    const inForce = /^apiserver_authentication_config_controller_last_config_info\{(.*)\} 1$/gm;
    const labelled = /^apiserver_id_hash="sha256:\w{64}",hash="sha256:(\w{64})"$/;
    const digests = [...text.matchAll(inForce)].map(([, labels = ""]) =>
      labelled.exec(labels)?.[1]
    );
    const now = new TextEncoder().encode(await Deno.readTextFile(path));
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", now)).toHex();
    assertEquals(digests, [digest]);
    // Who is no longer asked for keys is no longer told of.
    const asked = ["jwks_fetch_last_timestamp_seconds", "jwks_fetch_last_key_set_info"].map((of) =>
      Object.keys(metricValues(text, `apiserver_authentication_jwt_authenticator_${of}`))
        .map((labels) => /jwt_issuer_hash="([^"]*)"/.exec(labels)?.[1])
    );
    assertEquals(asked, [[shownDigest(other.url)], [shownDigest(other.url)]]);
    assertEquals(await nameOf(ones), 401);
    assertEquals([await anonymous("/livez"), await anonymous("/readyz")], [401, 401]);
    assert(one.requests.length > 0);
    assertEquals(new Set(proxy.targets), new Set([new URL(other.url).host]));
  } finally {
    await Deno.remove(path);
  }
});

Deno.test("a changed file is in force once all of its issuers answer, and the last one until then", async () => {
  const path = await Deno.makeTempFile();
  const stop = new AbortController();
  let isAway = true;
  await using one = await issuer();
  await using other = await issuer(() => isAway);
  const write = (jwt: readonly object[]) =>
    Deno.writeTextFile(
      path,
      JSON.stringify({
        kind: "AuthenticationConfiguration",
        apiVersion: "apiserver.config.k8s.io/v1",
        jwt,
      }),
    );
  try {
    await write([jwtOf(one, "one:")]);
    const file = (await AuthenticationFile.open({ ...FLAGS, "authentication-config": path }, {
      dialect: "kubernetes",
      given: new Map(),
      taken: [],
      egress: DIRECTLY,
    }))!;
    const clock = new FakeClock(Date.now());
    const { signal } = stop;
    const nothing = { source: null as never, client: null as never };
    // It is looked at when the test says so, and not before.
    const tokens = await file.follow(testContext({ ...nothing, clock, signal }), 3_600_000);
    const nameOf = async (issuer: string) => {
      const identity = await tokens.authenticateToken(tokenOf(issuer, "jane"), { signal });
      return identity.is === "known" ? identity.user.name : identity.is;
    };
    await eventually("the first is asked", async () => await nameOf(one.url) === "one:jane");

    await write([jwtOf(one, "first:"), jwtOf(other, "second:")]);
    const seen = tokens.look();
    await eventually("the other is asked", () => Promise.resolve(other.requests.length > 0));
    assertEquals([await nameOf(one.url), await nameOf(other.url)], ["one:jane", "absent"]);
    await clock.advance(60_000);
    await seen;
    assertEquals([await nameOf(one.url), await nameOf(other.url)], ["one:jane", "absent"]);

    isAway = false;
    await tokens.look();
    assertEquals([await nameOf(one.url), await nameOf(other.url)], ["first:jane", "second:jane"]);
  } finally {
    stop.abort();
    await Deno.remove(path);
  }
});
