/**
 * Tokens and keys go into a server in every way that there is, good ones and forged ones; then its log at its
 * most talkative, its record of requests, its metrics and everything that it answered are searched for them.
 *
 * @module
 */

import { accountKey } from "../../testing/account_key.ts";
import { HttpsPeer } from "../../testing/https_peer.ts";
import type { AnyObject } from "../../testing/api_client.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { withServers } from "./server_process.ts";

/** What is secret in the request is not to be in its record; all else is there whole. */
const POLICY = `
apiVersion: audit.k8s.io/v1
kind: Policy
rules:
- level: Metadata
  resources:
  - {resources: [secrets, serviceaccounts/token]}
  - {group: authentication.k8s.io}
- level: RequestResponse
`;

const REVIEWS = "/apis/authentication.k8s.io/v1/tokenreviews";
const SELF = "/apis/authentication.k8s.io/v1/selfsubjectreviews";
const ACCOUNTS = "/api/v1/namespaces/default/serviceaccounts";
const SECRETS = "/api/v1/namespaces/kube-system/secrets";

const base64 = (value: unknown) =>
  new TextEncoder().encode(typeof value === "string" ? value : JSON.stringify(value))
    .toBase64({ alphabet: "base64url", omitPadding: true });

/** A token as some issuer would sign it; its signature is nonsense of its own. */
function forgedToken(iss: string, mark: string): string {
  const claims = { iss, aud: "client", sub: `sub-${mark}`, exp: 9_999_999_999, mark };
  return `${base64({ alg: "RS256", kid: "a" })}.${base64(claims)}.${base64(`signature-${mark}`)}`;
}

/** Sends a request by hand: what no client would. */
async function byHand(port: number, authority: string, head: string): Promise<string> {
  using connection = await Deno.connectTls({
    hostname: "127.0.0.1",
    port,
    caCerts: [authority],
  });
  await connection.write(new TextEncoder().encode(head));
  let text = "";
  try {
    for await (const piece of connection.readable) text += new TextDecoder().decode(piece);
  } catch (error) {
    // Some connections end without a word.
    if (!(error instanceof Deno.errors.UnexpectedEof)) throw error;
  }
  return text;
}

/** The parts of a token that each would be told by. */
const partsOf = (token: string) => [token, ...token.split(".").filter((part) => part.length > 15)];

Deno.test("tokens and keys reach no log, no record, no metric and no answer", () =>
  withServers(async (servers) => {
    const { folder } = servers;
    await using peer = await HttpsPeer.start(({ path }) =>
      path.startsWith("/.well-known")
        ? { body: { issuer: peer.url, jwks_uri: `${peer.url}/keys` } }
        : path === "/keys"
        ? { body: { keys: [] } }
        : { body: { kind: "TokenReview", apiVersion: "authentication.k8s.io/v1", status: {} } }
    );
    const pem = await accountKey();
    const encryptionKey = crypto.getRandomValues(new Uint8Array(32)).toBase64();
    const fileToken = "token-of-a-file-7c1f";
    const webhookToken = "token-for-the-webhook-5d2e";
    const write = async (name: string, text: string) => {
      await Deno.writeTextFile(`${folder}/${name}`, text, {
        mode: 0o600,
        append: name === "tokens.csv",
      });
      return `${folder}/${name}`;
    };
    await write("tokens.csv", `${fileToken},jane,2\n`);
    const config = peer.clientConfig("/review").replace('"user": {}', '"user": {}').replace(
      /user: \{\}/,
      `user: {token: ${webhookToken}}`,
    );
    assert(config.includes(webhookToken), config);
    const server = await servers.start({
      store: "memory:",
      args: [
        "--v=10",
        "--authorization-mode=RBAC",
        "--enable-bootstrap-token-auth",
        `--service-account-key-file=${await write("accounts.key", pem)}`,
        `--service-account-signing-key-file=${folder}/accounts.key`,
        "--service-account-issuer=https://accounts.example.com",
        `--encryption-provider-config=${await write(
          "encryption.json",
          JSON.stringify({
            kind: "EncryptionConfiguration",
            apiVersion: "apiserver.config.k8s.io/v1",
            resources: [{
              resources: ["secrets"],
              providers: [{ secretbox: { keys: [{ name: "k", secret: encryptionKey }] } }],
            }],
          }),
        )}`,
        `--oidc-issuer-url=${peer.url}`,
        "--oidc-client-id=client",
        `--oidc-ca-file=${await write("issuer.crt", peer.authority)}`,
        `--authentication-token-webhook-config-file=${await write("webhook", config)}`,
        "--authentication-token-webhook-version=v1",
        `--audit-policy-file=${await write("policy.yaml", POLICY)}`,
        `--audit-log-path=${folder}/audit.log`,
      ],
    });
    const { port } = server;
    const admin = servers.client(port);
    const answers: string[] = [];
    const made = async (path: string, object: object): Promise<AnyObject> => {
      const { status, json, text } = await admin.post(path, object);
      assertEquals(status, 201, text);
      return json;
    };
    await made(ACCOUNTS, { metadata: { name: "robot" } });
    const bound = (await made(`${ACCOUNTS}/robot/token`, { spec: {} })).status.token;
    const bootstrapSecret = "0123456789abcdef";
    await made(SECRETS, {
      metadata: { name: "bootstrap-token-abcdef" },
      type: "bootstrap.kubernetes.io/token",
      stringData: {
        "token-id": "abcdef",
        "token-secret": bootstrapSecret,
        "usage-bootstrap-authentication": "true",
      },
    });
    const [head, claims] = bound.split(".");
    const tokens: string[] = [
      fileToken,
      bound,
      `abcdef.${bootstrapSecret}`,
      "abcdef.fedcba9876543210",
      "a-token-of-nobody-9b7a",
      `${head}.${claims}.${base64("a-signature-that-is-forged")}`,
      forgedToken(peer.url, "of-the-issuer"),
      forgedToken("https://accounts.example.com", "of-accounts"),
      forgedToken("https://elsewhere.example.com", "of-others"),
      `not-a-token.${"long-".repeat(200)}`,
    ];
    for (const token of tokens) {
      const client = servers.client(port, { token });
      for (const path of ["/api/v1/pods", "/version", "/nowhere"]) {
        answers.push((await client.get(path)).text);
      }
      answers.push((await client.post(SELF, {})).text);
      answers.push(
        (await client.request("GET", "/api/v1/pods", { headers: { "impersonate-user": "bob" } }))
          .text,
      );
      const reviewed = await admin.post(REVIEWS, { spec: { token } });
      // A review tells back what it was asked.
      answers.push(JSON.stringify(reviewed.json.status ?? reviewed.text));
      const protocol = `base64url.bearer.authorization.k8s.io.${base64(token)}`;
      answers.push(
        await byHand(
          port,
          servers.authority,
          "GET /api/v1/pods?watch=true&timeoutSeconds=1 HTTP/1.1\r\nhost: x\r\n" +
            "connection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n" +
            `sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\nsec-websocket-protocol: ${protocol}\r\n\r\n`,
        ),
        await byHand(
          port,
          servers.authority,
          `GET /api/v1/pods HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n` +
            "transfer-encoding: nonsense\r\n\r\n",
        ),
      );
    }
    const loaded = await admin.get("/api/v1/namespaces/kube-system/secrets?limit=500");
    assert(loaded.text.includes(btoa(bootstrapSecret)), "secrets are read");
    const metrics = (await admin.get("/metrics")).text;
    const code = await server.stop();
    const record = await Deno.readTextFile(`${folder}/audit.log`);
    assert(record.split("\n").length > 100, "requests are recorded");
    assert(server.log.includes("Serving"), server.log);
    assert(peer.requests.some(({ body }) => body.includes("a-token-of-nobody-9b7a")));
    assertEquals(code, 0);

    const secret = [
      ...[...tokens, webhookToken].flatMap(partsOf),
      ...tokens.map(base64),
      bootstrapSecret,
      btoa(bootstrapSecret),
      encryptionKey,
      ...pem.split("\n").filter((line) => line.length > 40),
    ];
    const places = { log: server.log, record, metrics, answers: answers.join("\n") };
    for (const [place, text] of Object.entries(places)) {
      const found = secret.filter((one) => text.includes(one));
      assertEquals([place, found], [place, []]);
    }
  }));
