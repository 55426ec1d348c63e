/** Identity headers of a proxy, over TLS: who is believed, and who is not. */
import { firstKnown } from "../../toolkit/authentication/authenticator.ts";
import { bearerTokens } from "../../toolkit/authentication/bearer_tokens.ts";
import { clientCertificates } from "../../toolkit/authentication/client_certificate.ts";
import { requestHeaders } from "../../toolkit/authentication/request_header.ts";
import { tokenFile } from "../../apiserver/authentication/token_file.ts";
import { startTestServer, TEST_TOKEN, TESTER, type TestServer } from "../../testing/api_server.ts";
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
import { systemClock } from "../../toolkit/clock.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";
import { Registry } from "../../toolkit/metrics/mod.ts";
import { NAMES } from "../../toolkit/names.ts";
import { fixedTls } from "../../toolkit/serving/mod.ts";

const NOW = new Date();
const DAY_MS = 24 * 60 * 60 * 1000;

const HEADERS = {
  username: ["x-remote-user", "x-other-user"],
  uid: ["x-remote-uid"],
  group: ["x-remote-group", "x-other-group"],
  extraPrefixes: ["x-remote-extra-"],
};

/** Asks who it is by header lines as they are, over a connection of its own. */
async function whoIs(
  server: TestServer,
  authority: string,
  pair: KeyPair | undefined,
  lines: readonly string[],
): Promise<[status: number, user: unknown]> {
  const { port } = new URL(server.url);
  const connection = await Deno.connectTls({
    hostname: "127.0.0.1",
    port: Number(port),
    caCerts: [authority],
    ...(pair && { cert: pair.certificate, key: pair.key }),
  });
  const body = "{}";
  const head = [
    "POST /apis/authentication.k8s.io/v1/selfsubjectreviews HTTP/1.1",
    `host: 127.0.0.1:${port}`,
    "content-type: application/json",
    `content-length: ${body.length}`,
    "connection: close",
    ...lines,
  ].join("\r\n");
  // Bytes as they are: a header may be UTF-8.
  await connection.write(new TextEncoder().encode(`${head}\r\n\r\n${body}`));
  const text = await new Response(connection.readable).text();
  const status = Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]);
  const json = JSON.parse(text.slice(text.indexOf("\r\n\r\n") + 4));
  return [status, json.status?.userInfo];
}

async function startedWith(allowedNames: readonly string[]) {
  const [servers, users, proxies, others] = await Promise.all(
    ["servers", "users", "proxies", "others"].map((name) => makeAuthority(name, NOW)),
  ) as [Issuer, Issuer, Issuer, Issuer];
  const main = await makeCertificate(
    { commonName: "server", hosts: ["127.0.0.1"], usages: [USAGE.server], now: NOW },
    servers,
  );
  const rootsIn = ({ certificate }: Issuer) => {
    const roots = rootsOf(certificatesOfPem(certificate, "authorities"));
    return () => roots;
  };
  const server = await startTestServer({
    serving: {
      listen: { hostname: "127.0.0.1", port: 0 },
      tls: fixedTls({
        main,
        named: [],
        clientAuthorities: users.certificate + proxies.certificate,
      }),
    },
    identityHeaders: HEADERS,
    authenticator: firstKnown([
      requestHeaders({
        roots: rootsIn(proxies),
        allowedNames,
        headers: HEADERS,
        clock: systemClock,
      }),
      clientCertificates({
        roots: rootsIn(users),
        clock: systemClock,
        names: NAMES.kubernetes,
        metrics: new Registry(),
      }),
      bearerTokens([tokenFile(new Map([[TEST_TOKEN, TESTER]]))]),
    ]),
    withNamespace: false,
  });
  const make = (more: Partial<CertificateOptions> = {}, issuer = proxies) =>
    makeCertificate({ commonName: "proxy", usages: [USAGE.client], now: NOW, ...more }, issuer);
  return { server, servers, users, others, make };
}

const JANE = ["X-Remote-User: jane"];

Deno.test("headers are believed of a proxy of the right authority, and of nobody else", async () => {
  const { server, servers, users, others, make } = await startedWith(["proxy", "front"]);
  await using _ = server;
  const before = (days: number) => new Date(NOW.getTime() - days * DAY_MS);
  const jane = { username: "jane", groups: ["system:authenticated"] };
  const token = [...JANE, `Authorization: Bearer ${TEST_TOKEN}`];
  const cases: [
    name: string,
    pair: KeyPair | undefined,
    lines: readonly string[],
    status: number,
    user?: string,
  ][] = [
    ["a proxy", await make(), JANE, 201, "jane"],
    ["another one that is allowed", await make({ commonName: "front" }), JANE, 201, "jane"],
    ["one that is not", await make({ commonName: "proxy2" }), JANE, 401],
    ["one without a name", await make({ commonName: "" }), JANE, 401],
    ["one of the users' authority", await make({}, users), JANE, 201, "proxy"],
    ["one of the servers' authority", await make({}, servers), JANE, 401],
    ["one of others", await make({}, others), JANE, 401],
    ["an old one", await make({ now: before(10), days: 5 }), JANE, 401],
    ["one that is not valid yet", await make({ now: before(-5) }), JANE, 401],
    ["one for servers only", await make({ usages: [USAGE.server] }), JANE, 401],
    ["one that names nobody", await make(), [], 401],
    ["one that names an empty user", await make(), ["X-Remote-User:"], 401],
    ["groups without a user", await make(), ["X-Remote-Group: system:masters"], 401],
    ["one with an underscore", await make(), ["X_Remote_User: jane"], 401],
    ["no certificate", undefined, JANE, 403],
    ["no certificate, and a token", undefined, token, 201, "tester"],
    ["the headers go before a token", await make(), token, 201, "jane"],
    ["a proxy that is not allowed, and a token", await make({}, others), token, 201, "tester"],
  ];
  for (const [name, pair, lines, status, user] of cases) {
    const [code, info] = await whoIs(server, servers.certificate, pair, lines);
    assertEquals(code, status, name);
    if (user !== undefined) assertEquals((info as typeof jane).username, user, name);
  }
});

Deno.test("headers say who a client is, in all that they can", async () => {
  const { server, servers, make } = await startedWith([]);
  await using _ = server;
  const pair = await make({ commonName: "anything" });
  const everybody = "system:authenticated";
  const cases: [name: string, lines: readonly string[], user: object][] = [
    ["a name", JANE, { username: "jane", groups: [everybody] }],
    ["in small letters", ["x-remote-user: jane"], { username: "jane", groups: [everybody] }],
    [
      "the first of several",
      ["X-Remote-User: jane", "X-Remote-User: admin"],
      { username: "jane", groups: [everybody] },
    ],
    [
      "the first header that has one",
      ["X-Other-User: joe", "X-Remote-User: jane"],
      { username: "jane", groups: [everybody] },
    ],
    ["another header", ["X-Other-User: joe"], { username: "joe", groups: [everybody] }],
    ["in UTF-8", ["X-Remote-User: jané"], { username: "jané", groups: [everybody] }],
    [
      "groups, in the order of headers",
      [...JANE, "X-Other-Group: c", "X-Remote-Group: a", "X-Remote-Group: b", "X-Remote-Group:"],
      { username: "jane", groups: ["a", "b", "c", everybody] },
    ],
    [
      "a list in one header is one group",
      [...JANE, "X-Remote-Group: a,b"],
      { username: "jane", groups: ["a,b", everybody] },
    ],
    [
      "a uid",
      [...JANE, "X-Remote-Uid: 7"],
      { username: "jane", uid: "7", groups: [everybody] },
    ],
    [
      "more",
      [
        ...JANE,
        "X-Remote-Extra-Scopes: read",
        "X-Remote-Extra-scopes: write",
        "X-Remote-Extra-Acme.com%2fProject: a",
        "X-Remote-Extra-50%: b",
        "X-Remote-Extra-__proto__: c",
      ],
      {
        username: "jane",
        groups: [everybody],
        extra: JSON.parse(
          '{"scopes":["read","write"],"acme.com/project":["a"],"50%":["b"],"__proto__":["c"]}',
        ),
      },
    ],
  ];
  for (const [name, lines, user] of cases) {
    const [status, info] = await whoIs(server, servers.certificate, pair, lines);
    assertEquals(status, 201, name);
    assertEquals(info, user, name);
  }
});
