import { assert, assertEquals, assertRejects } from "../deps/assert.ts";
import { serverChainCases } from "../certificates/testdata/server_chains.ts";
import { Transport } from "./mod.ts";
import { httpsServer, plain, rawServer, secure } from "./testdata/servers.ts";

const GET = { method: "GET", path: "/" };

const cases = (await serverChainCases()).filter(({ isNotServed }) => !isNotServed);

for (const { name, sent, roots, serverName, refused } of cases) {
  Deno.test(`send() ${refused ? "refuses" : "trusts"} a server: ${name}`, async () => {
    let requests = 0;
    await using server = await httpsServer((_, response) => {
      requests++;
      response.end("yes");
    }, sent);
    using transport = new Transport();
    const endpoint = secure(server, undefined, roots, serverName);
    if (refused === undefined) {
      assertEquals((await transport.call(endpoint, GET)).status, 200);
      return;
    }
    await assertRejects(() => transport.call(endpoint, GET), refused);
    assertEquals([requests, transport.connections], [0, 0]);
    await server.drained();
  });
}

Deno.test("send() never uses a connection that trusted more, or somebody else", async () => {
  const [first] = cases;
  assert(first !== undefined);
  await using server = await httpsServer((_, response) => response.end("yes"), first.sent);
  using transport = new Transport();
  const endpoint = secure(server, undefined, first.roots);
  const { tls } = endpoint;
  const insecure = { ...endpoint, tls: { serverName: tls.serverName, insecure: true } };
  assertEquals((await transport.call(insecure, GET)).status, 200);
  const other = await httpsServer(() => {});
  const wrong = [
    { ...endpoint, tls: { serverName: tls.serverName } },
    { ...endpoint, tls: { ...tls, serverName: "other.default.svc" } },
    { ...endpoint, tls: { ...tls, roots: secure(other).tls.roots } },
  ];
  for (const one of wrong) await assertRejects(() => transport.call(one, GET), /x509/);
  assertEquals((await transport.call(endpoint, GET)).status, 200);
  for (const one of wrong) await assertRejects(() => transport.call(one, GET), /x509/);
  await other[Symbol.asyncDispose]();
});

Deno.test("send() refuses a bundle of which nothing can be read, before it connects", async () => {
  using transport = new Transport();
  for (const roots of ["", "garbage"]) {
    const endpoint = { host: "127.0.0.1", port: 1, tls: { serverName: "x", roots } };
    await assertRejects(() => transport.call(endpoint, GET), /holds no certificate/);
  }
});

Deno.test("send() says in plain words why it has no connection", async () => {
  using transport = new Transport();
  const gone = await rawServer(() => {});
  const closed = plain(gone);
  await gone[Symbol.asyncDispose]();
  await assertRejects(() => transport.call(closed, GET), /^\S+: connection refused$/);
  await using server = await rawServer((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"));
  const encrypted = { ...plain(server), tls: { serverName: "localhost", insecure: true } };
  await assertRejects(() => transport.call(encrypted, GET), /the server does not speak TLS/);
});
