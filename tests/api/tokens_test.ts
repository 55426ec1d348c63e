import { DEFAULT_FEATURES } from "../../apiserver/flags/features.ts";
import type { TokenClaims, TokenIssuer } from "../../apiserver/authentication/token_issuer.ts";
import { startTestServer, type TestServer } from "../../testing/api_server.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { FakeClock } from "../../toolkit/clock.ts";
import { withKubectl } from "./with_kubectl.ts";

const ALGORITHM = { name: "ECDSA", namedCurve: "P-256" } as const;
const SIGNING = { name: "ECDSA", hash: "SHA-256" } as const;
const NOW = Date.UTC(2026, 0, 1);

const base64 = (bytes: Uint8Array) => bytes.toBase64({ alphabet: "base64url", omitPadding: true });
const utf8 = new TextEncoder();

/** Signs with a key of its own: what tokens of the real issuer look like is not its matter. */
class TestIssuer implements TokenIssuer {
  readonly audiences = ["https://api.example.com"];
  readonly maxExpirationSeconds = 7200;
  readonly #keys = crypto.subtle.generateKey(ALGORITHM, false, ["sign", "verify"]);

  async issue(claims: TokenClaims): Promise<string> {
    const signed = base64(utf8.encode(JSON.stringify(claims)));
    const { privateKey } = await this.#keys;
    const signature = await crypto.subtle.sign(SIGNING, privateKey, utf8.encode(signed));
    return `${signed}.${base64(new Uint8Array(signature))}`;
  }

  /** What a token says that this issuer signed. */
  async claimsOf(token: string): Promise<TokenClaims> {
    const [signed = "", signature = ""] = token.split(".");
    const bytes = Uint8Array.fromBase64(signature, { alphabet: "base64url" });
    const { publicKey } = await this.#keys;
    assert(await crypto.subtle.verify(SIGNING, publicKey, bytes, utf8.encode(signed)), "signed");
    const json = Uint8Array.fromBase64(signed, { alphabet: "base64url" });
    return JSON.parse(new TextDecoder().decode(json));
  }
}

const ACCOUNTS = "/api/v1/namespaces/default/serviceaccounts";
const TOKEN = `${ACCOUNTS}/robot/token`;

async function made(server: TestServer, path: string, object: object): Promise<string> {
  const { status, json, text } = await server.client.post(path, object);
  assertEquals(status, 201, text);
  return json.metadata.uid;
}

/** A server with an account, a pod of it on a node that is there, another on one that is not, a secret. */
async function started(issuer?: TokenIssuer) {
  const clock = new FakeClock(NOW);
  const server = await startTestServer(issuer === undefined ? {} : { tokenIssuer: issuer, clock });
  const account = await made(server, ACCOUNTS, { metadata: { name: "robot" } });
  const node = await made(server, "/api/v1/nodes", { metadata: { name: "n" } });
  const pods = "/api/v1/namespaces/default/pods";
  const pod = (name: string, nodeName: string, serviceAccountName = "robot") => ({
    metadata: { name },
    spec: { serviceAccountName, nodeName, containers: [{ name: "c", image: "i" }] },
  });
  const uid = await made(server, pods, pod("p", "n"));
  const lost = await made(server, pods, pod("lost", "gone"));
  await made(server, pods, pod("other", "n", "someone"));
  const secret = await made(server, "/api/v1/namespaces/default/secrets", {
    metadata: { name: "s" },
  });
  return { server, uids: { account, node, pod: uid, lost, secret } };
}

Deno.test("tokens are signed, with what they were asked for and what they are bound to", async () => {
  const issuer = new TestIssuer();
  const { server, uids } = await started(issuer);
  await using _ = server;
  const common = {
    namespace: "default",
    account: { name: "robot", uid: uids.account },
    audiences: issuer.audiences,
    expirationSeconds: 3600,
    issuedMs: NOW,
  };
  const bound = (kind: string, name: string, more = {}) => ({
    boundObjectRef: { kind, apiVersion: "v1", name, ...more },
  });
  const node = { name: "n", uid: uids.node };
  const cases: [name: string, spec: object, claims: object][] = [
    ["nothing is asked for", {}, {}],
    ["for others, a while", { audiences: ["a", "b"], expirationSeconds: 600 }, {
      audiences: ["a", "b"],
      expirationSeconds: 600,
    }],
    ["for a pod", bound("Pod", "p", { uid: uids.pod }), {
      pod: { name: "p", uid: uids.pod },
      node,
    }],
    ["for a pod whose node is gone", bound("Pod", "lost"), {
      pod: { name: "lost", uid: uids.lost },
      node: { name: "gone" },
    }],
    ["for a node", bound("Node", "n"), { node }],
    ["for a secret", bound("Secret", "s"), { secret: { name: "s", uid: uids.secret } }],
  ];
  for (const [name, spec, claims] of cases) {
    const { status, json, text } = await server.client.post(TOKEN, { spec });
    assertEquals(status, 201, `${name}: ${text}`);
    const said = { ...common, ...claims };
    const { id, ...more } = await issuer.claimsOf(json.status.token);
    assertEquals(more, said as Omit<TokenClaims, "id">, name);
    assert(id !== "", name);
    assertEquals([json.kind, json.apiVersion, json.metadata.name, json.metadata.namespace], [
      "TokenRequest",
      "authentication.k8s.io/v1",
      "robot",
      "default",
    ]);
    const ends = new Date(NOW + said.expirationSeconds * 1000).toISOString().replace(".000", "");
    assertEquals(json.status.expirationTimestamp, ends, name);
    assertEquals([json.spec.audiences, json.spec.expirationSeconds], [
      said.audiences,
      said.expirationSeconds,
    ]);
  }
});

Deno.test("tokens live no longer than they may, and the client is told", async () => {
  const { server } = await started(new TestIssuer());
  await using _ = server;
  const { status, json, headers } = await server.client.post(TOKEN, {
    spec: { expirationSeconds: 7201 },
  });
  assertEquals([status, json.spec.expirationSeconds], [201, 7200]);
  assert(
    headers.get("warning")?.includes(
      "requested expiration of 7201 seconds shortened to 7200 seconds",
    ),
  );
});

Deno.test("tokens are refused that nobody may have", async () => {
  const { server } = await started(new TestIssuer());
  await using _ = server;
  const ref = (boundObjectRef: object) => ({ spec: { boundObjectRef } });
  const INVALID = 'TokenRequest.authentication.k8s.io "" is invalid: spec.expirationSeconds: ' +
    "Invalid value:";
  const cases: [name: string, sent: object, code: number, message: string][] = [
    [
      "a moment",
      { spec: { expirationSeconds: 599 } },
      422,
      `${INVALID} 599: may not specify a duration less than 10 minutes`,
    ],
    [
      "for ever",
      { spec: { expirationSeconds: 2 ** 32 + 1 } },
      422,
      `${INVALID} 4294967297: may not specify a duration larger than 2^32 seconds`,
    ],
    [
      "another account",
      { metadata: { name: "other" } },
      422,
      'TokenRequest.authentication.k8s.io "robot" is invalid: metadata.name: Invalid value: ' +
      '"other": must match the service account name if specified',
    ],
    [
      "another namespace",
      { metadata: { namespace: "other" } },
      400,
      "the namespace of the provided object does not match the namespace sent on the request",
    ],
    [
      "a pod that is not there",
      ref({ kind: "Pod", apiVersion: "v1", name: "x" }),
      404,
      'pods "x" not found',
    ],
    [
      "another account's pod",
      ref({ kind: "Pod", apiVersion: "v1", name: "other" }),
      400,
      'cannot bind token for serviceaccount "robot" to pod running with different serviceaccount ' +
      "name.",
    ],
    [
      "a pod that was replaced",
      ref({ kind: "Pod", apiVersion: "v1", name: "p", uid: "old" }),
      409,
      'Operation cannot be fulfilled on Pod "p": the UID in the bound object reference (old) does ' +
      "not match the UID in record. The object might have been deleted and then recreated",
    ],
    [
      "something that tokens are not bound to",
      ref({ kind: "ConfigMap", apiVersion: "v1", name: "c" }),
      400,
      "cannot bind token to object of type /v1, Kind=ConfigMap",
    ],
    [
      "something without a name",
      ref({ kind: "Secret", apiVersion: "v1" }),
      400,
      "Name parameter required.",
    ],
    [
      "something with a name that nothing has",
      ref({ kind: "Node", apiVersion: "v1", name: "../x" }),
      400,
      "Name parameter invalid: \"../x\": may not contain '/'",
    ],
    [
      "something of no version",
      ref({ kind: "Thing", apiVersion: "a/b/c", name: "p" }),
      400,
      "cannot bind token to object of type /, Kind=Thing",
    ],
    [
      "something of another group",
      ref({ kind: "Pod", apiVersion: "example.com/v1", name: "p" }),
      400,
      "cannot bind token to object of type example.com/v1, Kind=Pod",
    ],
  ];
  for (const [name, sent, code, message] of cases) {
    const { status, json } = await server.client.post(TOKEN, sent);
    assertEquals([status, json.message], [code, message], name);
  }
  const { status, json } = await server.client.post(`${ACCOUNTS}/nobody/token`, {});
  assertEquals([status, json.message], [404, 'serviceaccounts "nobody" not found']);
});

Deno.test("kubectl create token", async () => {
  const issuer = new TestIssuer();
  await withKubectl("kubernetes", async (kubectl) => {
    await kubectl.ok("create serviceaccount robot");
    const token = await kubectl.ok("create token robot --duration=15m --audience=a");
    const { account, audiences, expirationSeconds } = await issuer.claimsOf(token.trim());
    assertEquals([account.name, audiences, expirationSeconds], ["robot", ["a"], 900]);
  }, { tokenIssuer: issuer });
});

Deno.test("a server without a key to sign with says so, and makes up nothing", async () => {
  const { server } = await started();
  await using _ = server;
  const { status, json } = await server.client.post(TOKEN, {});
  assertEquals([status, json.reason, json.message], [
    503,
    "ServiceUnavailable",
    "this server issues no tokens for service accounts: --service-account-issuer and " +
    "--service-account-signing-key-file would name who signs them and with what",
  ]);
  const bad: [name: string, path: string, sent: object, code: number][] = [
    ["no such account", TOKEN.replace("robot", "nobody"), {}, 404],
    ["another kind", TOKEN, { kind: "Pod", apiVersion: "v1" }, 400],
    ["too short", TOKEN, { spec: { expirationSeconds: 1 } }, 422],
    ["another account", TOKEN, { metadata: { name: "other" } }, 422],
    ["an account that was there before", TOKEN, { metadata: { uid: "gone" } }, 409],
    ["no such pod", TOKEN, { spec: { boundObjectRef: { kind: "Pod", name: "x" } } }, 404],
  ];
  for (const [name, path, sent, code] of bad) {
    const answer = await server.client.post(path, sent);
    assertEquals(answer.status, code, `${name}: ${answer.text}`);
  }
});

Deno.test("without the feature there is no such subresource, and nobody is told of one", async () => {
  const features = new Set(DEFAULT_FEATURES);
  features.delete("TokenRequest");
  await using server = await startTestServer({ features, tokenIssuer: new TestIssuer() });
  await made(server, ACCOUNTS, { metadata: { name: "robot" } });
  const { status, json } = await server.client.post(TOKEN, {});
  assertEquals([status, json.reason], [404, "NotFound"]);
  const { resources } = (await server.client.get("/api/v1")).json;
  const names = resources.map(({ name }: { name: string }) => name);
  assertEquals([names.includes("serviceaccounts"), names.includes("serviceaccounts/token")], [
    true,
    false,
  ]);
});
