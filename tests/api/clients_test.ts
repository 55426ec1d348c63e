/** Who a client is, and what those may do who are nobody. */
import { firstKnown } from "../../toolkit/authentication/authenticator.ts";
import type { Authorizer } from "../../apiserver/authorization/authorizer.ts";
import { bearerTokens } from "../../toolkit/authentication/bearer_tokens.ts";
import { clientCertificates } from "../../toolkit/authentication/client_certificate.ts";
import { parseTokens, tokenFile } from "../../apiserver/authentication/token_file.ts";
import type { User } from "../../toolkit/authentication/user.ts";
import { startTestServer } from "../../testing/api_server.ts";
import {
  type CertificateOptions,
  certificatesOfPem,
  type Issuer,
  type KeyPair,
  makeAuthority,
  makeCertificate,
  rootsOf,
  USAGE,
} from "../../toolkit/certificates/mod.ts";
import { Registry } from "../../toolkit/metrics/mod.ts";
import { NAMES } from "../../toolkit/names.ts";
import { systemClock } from "../../toolkit/clock.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { fixedTls } from "../../toolkit/serving/mod.ts";

const MAPS = "/api/v1/namespaces/default/configmaps";
const NOW = new Date();
const DAY_MS = 24 * 60 * 60 * 1000;

Deno.test("who has no token reaches health and version only; a wrong one is nobody's", async () => {
  await using server = await startTestServer();
  await server.client.post(MAPS, { metadata: { name: "a" } });
  const clients = {
    anonymous: server.clientWith({}),
    wrong: server.clientWith({ token: "wrong" }),
    known: server.client,
  };
  const cases: [method: string, path: string, anonymous: number, known: number][] = [
    ["GET", "/healthz", 200, 200],
    ["GET", "/livez/ping", 200, 200],
    ["GET", "/readyz?verbose", 200, 200],
    ["GET", "/version", 200, 200],
    ["HEAD", "/version/", 405, 405],
    ["POST", "/version", 403, 405],
    ["GET", "/", 403, 200],
    ["GET", "/api", 403, 200],
    ["GET", "/apis", 403, 200],
    ["GET", "/openapi/v2", 403, 200],
    ["GET", "/metrics", 403, 200],
    ["GET", "/healthzz", 403, 404],
    ["GET", "//healthz", 403, 404],
    ["GET", "/nothing", 403, 404],
    ["GET", MAPS, 403, 200],
    ["GET", `${MAPS}/a`, 403, 200],
    ["GET", `${MAPS}/none`, 403, 404],
    ["GET", `${MAPS}?watch=1&resourceVersion=x`, 403, 400],
    ["DELETE", `${MAPS}/none`, 403, 404],
  ];
  for (const [method, path, anonymous, known] of cases) {
    const expected = { anonymous, wrong: 401, known };
    for (const [who, client] of Object.entries(clients)) {
      const { status } = await client.request(method, path);
      assertEquals(status, expected[who as keyof typeof expected], `${who} ${method} ${path}`);
    }
  }
  const refused = await clients.anonymous.get(MAPS);
  assertEquals([refused.json.reason, refused.json.details], ["Forbidden", { kind: "configmaps" }]);
  assert(
    refused.json.message.startsWith(
      'configmaps is forbidden: User "system:anonymous" cannot list resource "configmaps" in API ' +
        'group "" in the namespace "default"',
    ),
    refused.json.message,
  );
  const path = await clients.anonymous.get("/api");
  assert(
    path.json.message.startsWith(
      'forbidden: User "system:anonymous" cannot get path "/api"',
    ),
    path.json.message,
  );
  assertEquals((await clients.wrong.get(MAPS)).json, {
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Failure",
    message: "Unauthorized",
    reason: "Unauthorized",
    code: 401,
  });
});

Deno.test("where anonymous clients are not wanted they are refused", async () => {
  await using server = await startTestServer({ allowAnonymous: false });
  for (const path of ["/healthz", "/version", MAPS]) {
    assertEquals((await server.clientWith({}).get(path)).status, 401, path);
  }
});

Deno.test("an authorization header is a token or nothing", async () => {
  await using server = await startTestServer();
  const cases: [header: string, status: number][] = [
    ["Bearer test-token", 200],
    ["bearer test-token", 200],
    ["BEARER test-token ", 200],
    ["Bearer test-token more", 200],
    ["Bearer  test-token", 403],
    ["Bearer x test-token", 401],
    [`Bearer ${"x".repeat(15_000)}`, 401],
    ["Bearer test-token2", 401],
    ["Bearer", 403],
    ["Bearer ", 403],
    ["Basic dGVzdDp0ZXN0", 403],
    ["test-token", 403],
  ];
  for (const [authorization, status] of cases) {
    const answer = await server.clientWith({}).get(MAPS, { headers: { authorization } });
    assertEquals(answer.status, status, authorization);
  }
});

Deno.test("client certificates are believed where all is right with them", async () => {
  const [servers, users, others] = await Promise.all(
    ["servers", "users", "others"].map((name) => makeAuthority(name, NOW)),
  ) as [Issuer, Issuer, Issuer];
  const seen: User[] = [];
  const authorizer: Authorizer = {
    authorize({ user }) {
      seen.push(user);
      return { decision: user.name.startsWith("system:anon") ? "deny" : "allow", reason: "" };
    },
  };
  const pair = await makeCertificate(
    { commonName: "server", hosts: ["127.0.0.1"], usages: [USAGE.server], now: NOW },
    servers,
  );
  const roots = rootsOf(certificatesOfPem(users.certificate, "users"));
  await using server = await startTestServer({
    serving: {
      listen: { hostname: "127.0.0.1", port: 0 },
      tls: fixedTls({ main: pair, named: [], clientAuthorities: users.certificate }),
    },
    authenticator: firstKnown([
      clientCertificates({
        roots: () => roots,
        clock: systemClock,
        names: NAMES.kubernetes,
        metrics: new Registry(),
      }),
      bearerTokens([tokenFile(parseTokens('test-token,tester,1,"a,b"\n', "file", () => {}))]),
    ]),
    authorizer,
    withNamespace: false,
  });
  const make = (more: Partial<CertificateOptions>, issuer: Issuer | undefined = users) =>
    makeCertificate({ commonName: "jane", usages: [USAGE.client], now: NOW, ...more }, issuer);
  const before = (days: number) => new Date(NOW.getTime() - days * DAY_MS);
  const cases: [name: string, certificate: KeyPair | undefined, status: number, who: string][] = [
    ["none", undefined, 403, "system:anonymous of system:unauthenticated"],
    [
      "right",
      await make({ organizations: ["dev", "ops"] }),
      200,
      "jane of dev,ops,system:authenticated",
    ],
    ["no groups", await make({}), 200, "jane of system:authenticated"],
    ["any use", await make({ usages: [] }), 200, "jane of system:authenticated"],
    ["other authority", await make({}, others), 401, ""],
    ["of the servers' authority", await make({}, servers), 401, ""],
    ["expired", await make({ now: before(10), days: 5 }), 401, ""],
    ["not yet valid", await make({ now: before(-5) }), 401, ""],
    ["for servers only", await make({ usages: [USAGE.server] }), 401, ""],
    ["nameless", await make({ commonName: "" }), 401, ""],
  ];
  for (const [name, certificate, status, who] of cases) {
    seen.length = 0;
    const http = Deno.createHttpClient({
      caCerts: [servers.certificate],
      ...(certificate && { cert: certificate.certificate, key: certificate.key }),
    });
    const answer = await server.clientWith({ http }).get("/api/v1/namespaces");
    assertEquals(answer.status, status, `${name}: ${answer.text}`);
    const found = seen.map((user) => `${user.name} of ${user.groups.join(",")}`);
    assertEquals(found, who === "" ? [] : [who], name);
  }
  // A token is looked at where no certificate is, or a wrong one.
  seen.length = 0;
  const http = Deno.createHttpClient({ caCerts: [servers.certificate] });
  const { status } = await server.clientWith({ http, token: "test-token" }).get("/api/v1/nodes");
  assertEquals([status, seen[0]!.name, seen[0]!.groups], [200, "tester", [
    "a",
    "b",
    "system:authenticated",
  ]]);
});

Deno.test("an authorizer is asked for what is about to be done", async () => {
  const asked: string[] = [];
  const authorizer: Authorizer = {
    authorize({ verb, group, resource, subresource, namespace, name, path, isResource, user }) {
      const what = isResource ? [group, resource, subresource, namespace, name].join("|") : path;
      asked.push(`${verb} ${what}`);
      return user.groups.includes("none")
        ? { decision: "allow", reason: "" }
        : { decision: name === "secret" ? "deny" : "allow", reason: "because" };
    },
  };
  await using server = await startTestServer({ authorizer, withNamespace: false });
  const { client } = server;
  const cases: [method: string, path: string, asks: string][] = [
    ["GET", "/version", "get /version"],
    ["GET", `${MAPS}/a`, "get |configmaps||default|a"],
    ["HEAD", `${MAPS}/a`, "get |configmaps||default|a"],
    ["GET", MAPS, "list |configmaps||default|"],
    ["GET", "/api/v1/configmaps", "list |configmaps|||"],
    ["GET", `${MAPS}?watch=1&resourceVersion=x`, "watch |configmaps||default|"],
    ["GET", `${MAPS}?resourceVersion=x&w%61tch=1`, "watch |configmaps||default|"],
    ["GET", `${MAPS}?fieldSelector=metadata.name%3Da`, "list |configmaps||default|a"],
    [
      "GET",
      "/api/v1/watch/namespaces/default/configmaps/a?resourceVersion=x",
      "watch |configmaps||default|a",
    ],
    ["POST", MAPS, "create |configmaps||default|"],
    ["PUT", `${MAPS}/a`, "update |configmaps||default|a"],
    ["PATCH", `${MAPS}/a`, "patch |configmaps||default|a"],
    ["DELETE", `${MAPS}/a`, "delete |configmaps||default|a"],
    ["DELETE", MAPS, "deletecollection |configmaps||default|"],
    ["GET", "/api/v1/namespaces/default", "get |namespaces||default|default"],
    ["PUT", "/api/v1/namespaces/default/finalize", "update |namespaces|finalize|default|default"],
    ["GET", "/apis/apps/v1/namespaces/x/deployments/a/status", "get apps|deployments|status|x|a"],
    ["GET", "/api/v1/namespaces/x/namespaces/y", "get |namespaces||x|y"],
  ];
  for (const [method, path, asks] of cases) {
    asked.length = 0;
    await client.request(method, path);
    assertEquals(asked, [asks], `${method} ${path}`);
  }
  const refused = await client.get(`${MAPS}/secret`);
  assertEquals(refused.status, 403);
  assert(refused.json.message.endsWith('in the namespace "default": because'), refused.text);
});
