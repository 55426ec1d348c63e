import type { RequestListener } from "node:http";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { makeAuthority, makeCertificate, USAGE } from "../../toolkit/certificates/mod.ts";
import { assert, assertEquals, assertRejects } from "../../toolkit/deps/assert.ts";
import { type Endpoint, HttpsClient } from "./https_client.ts";

const NOW = new Date();
const NAME = "hook.default.svc";
const never = new AbortController().signal;

interface Setting {
  readonly endpoint: Endpoint;
  readonly otherAuthority: string;
}

/** A server with a certificate for {@link NAME}; `dates`: made then. */
async function withServer(
  listener: RequestListener,
  run: (setting: Setting) => Promise<void>,
  made = NOW,
): Promise<void> {
  const authority = await makeAuthority("test", made);
  const other = await makeAuthority("other", NOW);
  const { certificate: cert, key } = await makeCertificate(
    { commonName: NAME, hosts: [NAME], usages: [USAGE.server], now: made },
    authority,
  );
  const server: Server = createServer({ cert, key }, listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  try {
    await run({
      endpoint: {
        host: "127.0.0.1",
        port,
        serverName: NAME,
        authorities: authority.certificate,
      },
      otherAuthority: other.certificate,
    });
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

async function withClient(run: (client: HttpsClient) => Promise<void>): Promise<void> {
  const client = new HttpsClient();
  try {
    await run(client);
  } finally {
    client.close();
  }
}

const GET = { method: "GET", path: "/", headers: {}, signal: never };
const echo: RequestListener = (request, response) => {
  response.writeHead(200, { "content-type": "text/plain" });
  request.pipe(response);
};
/** Handles of the runtime's client end a little after the client. */
const LOOSE = { sanitizeOps: false, sanitizeResources: false };

Deno.test(
  "call() sends a body and reads the answer",
  LOOSE,
  () =>
    withServer(echo, ({ endpoint }) =>
      withClient(async (client) => {
        const body = new TextEncoder().encode("hello");
        const answer = await client.call(endpoint, { ...GET, method: "POST", body }, 100);
        assertEquals([answer.status, new TextDecoder().decode(answer.body)], [200, "hello"]);
        assertEquals(answer.headers["content-type"], "text/plain");
        async function* pieces() {
          yield body;
          yield body;
        }
        const more = await client.call(endpoint, { ...GET, method: "POST", body: pieces() }, 100);
        assertEquals(new TextDecoder().decode(more.body), "hellohello");
      })),
);

Deno.test(
  "call() trusts nobody but the one it was told of",
  LOOSE,
  () =>
    withServer(echo, ({ endpoint, otherAuthority }) =>
      withClient(async (client) => {
        const wrong: readonly (readonly [Endpoint, RegExp])[] = [
          [{ ...endpoint, authorities: otherAuthority }, /VERIFY|certificate|issuer/i],
          [{ ...endpoint, authorities: undefined }, /VERIFY|certificate|issuer/i],
          [{ ...endpoint, serverName: "other.default.svc" }, /altnames/],
          [{ ...endpoint, serverName: "127.0.0.1" }, /altnames/],
        ];
        for (const [one, message] of wrong) {
          await assertRejects(() => client.call(one, GET, 100), message);
        }
        const insecure = { ...endpoint, authorities: undefined, insecure: true };
        assertEquals((await client.call(insecure, GET, 100)).status, 200);
        // The connection that took anything is not used where something is asked for.
        await assertRejects(() =>
          client.call({ ...endpoint, authorities: otherAuthority }, GET, 100)
        );
      })),
);

Deno.test("call() refuses a certificate that is over", LOOSE, () =>
  withServer(
    echo,
    ({ endpoint }) =>
      withClient(async (client) => {
        await assertRejects(() => client.call(endpoint, GET, 100), /expired|VERIFY/i);
      }),
    new Date("2001-01-01"),
  ));

Deno.test(
  "call() stops at its limit, at its signal, and at an answer that breaks off",
  LOOSE,
  () =>
    withServer((request, response) => {
      if (request.url === "/hang") return;
      if (request.url === "/drip") {
        response.writeHead(200);
        response.write("a");
        return;
      }
      if (request.url === "/break") {
        response.writeHead(200, { "content-length": "100" });
        response.write("a", () => response.destroy());
        return;
      }
      response.end("x".repeat(10_000));
    }, ({ endpoint }) =>
      withClient(async (client) => {
        await assertRejects(() => client.call(endpoint, GET, 5_000), "longer than 5000 bytes");
        for (const path of ["/hang", "/drip"]) {
          const abort = new AbortController();
          const asked = client.call(endpoint, { ...GET, path, signal: abort.signal }, 100);
          queueMicrotask(() => abort.abort(new Error("enough")));
          await assertRejects(() => asked, "enough");
        }
        await assertRejects(() => client.call(endpoint, { ...GET, path: "/break" }, 1000), /./);
        assertEquals((await client.call(endpoint, GET, 20_000)).body.length, 10_000);
      })),
);

Deno.test(
  "call() does not follow where a redirect leads",
  LOOSE,
  () =>
    withServer((_, response) => {
      response.writeHead(302, { location: "https://127.0.0.1:1/" });
      response.end();
    }, ({ endpoint }) =>
      withClient(async (client) => {
        assertEquals((await client.call(endpoint, GET, 100)).status, 302);
      })),
);

Deno.test("send() keeps connections", LOOSE, () => {
  const ports = new Set<number>();
  return withServer((request, response) => {
    ports.add(request.socket.remotePort ?? 0);
    response.end();
  }, ({ endpoint }) =>
    withClient(async (client) => {
      for (let i = 0; i < 20; i++) await client.call(endpoint, GET, 100);
      assert(ports.size === 1, `${ports.size} connections`);
    }));
});

Deno.test("send() asks again where a kept connection was closed, once", LOOSE, () => {
  const seen = new Map<unknown, number>();
  let asked = 0;
  return withServer((request, response) => {
    asked++;
    const count = (seen.get(request.socket) ?? 0) + 1;
    seen.set(request.socket, count);
    // As a server that stopped waiting for more: the first request on a connection is its last.
    if (count > 1 || request.url === "/never") request.socket.destroy();
    else response.end("yes");
  }, ({ endpoint }) =>
    withClient(async (client) => {
      const body = new TextEncoder().encode("x");
      for (let i = 0; i < 5; i++) {
        const answer = await client.call(endpoint, { ...GET, method: "POST", body }, 100);
        assertEquals(answer.status, 200);
      }
      const before = asked;
      await assertRejects(() => client.call(endpoint, { ...GET, path: "/never" }, 100), /./);
      assert(asked - before <= 2, `asked ${asked - before} times`);
    }));
});
