/** Tokens that end with what they are bound to: pods, nodes, secrets. */
import { assert, assertEquals } from "../../../toolkit/deps/assert.ts";
import {
  ACCOUNTS,
  AUDIENCES,
  PODS,
  SECRETS,
  signed,
  utf8,
  world,
} from "../../../testing/account_world.ts";

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
