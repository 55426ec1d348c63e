import { assertEquals, assertRejects } from "../deps/assert.ts";
import { issue } from "../certificates/testdata/issue.ts";
import { clientSettings, parseClientConfig } from "../clientconfig/mod.ts";
import { ClientTransport, endpointOf, Transport } from "./mod.ts";
import { http2Server, NAME, secure } from "./testdata/servers.ts";

const GET = { method: "GET", path: "/api" };
const base64 = (text: string) => new TextEncoder().encode(text).toBase64();

const settingsOf = (cluster: Record<string, unknown>, user: Record<string, unknown> = {}) =>
  clientSettings(parseClientConfig(
    JSON.stringify({
      apiVersion: "v1",
      kind: "Config",
      "current-context": "x",
      clusters: [{ name: "x", cluster }],
      users: [{ name: "x", user }],
      contexts: [{ name: "x", context: { cluster: "x", user: "x" } }],
    }),
    "a test",
  ));

Deno.test("ClientTransport speaks as a client config has it", async () => {
  const seen: unknown[] = [];
  await using server = await http2Server((http2) =>
    http2.on("stream", (stream, headers) => {
      seen.push([headers[":path"], headers.authorization, headers["impersonate-group"]]);
      stream.respond({ ":status": headers[":path"] === "/prefix/no" ? 401 : 200 });
      stream.end("yes");
    })
  );
  const { tls, port } = secure(server);
  const settings = await settingsOf({
    server: `https://127.0.0.1:${port}/prefix/`,
    "certificate-authority-data": base64(tls.roots),
    "tls-server-name": NAME,
  }, { token: "t", as: "jane", "as-groups": ["a", "b"] });
  let refused = 0;
  const credentials = { ...settings.credentials, refused: () => refused++ };
  using transport = new Transport();
  const client = new ClientTransport({ ...settings, credentials }, transport);
  assertEquals((await client.call(GET)).status, 200);
  assertEquals((await client.call({ ...GET, path: "/no" })).status, 401);
  assertEquals(seen, [["/prefix/api", "Bearer t", "a, b"], ["/prefix/no", "Bearer t", "a, b"]]);
  assertEquals(refused, 1);
  const other = await settingsOf({
    server: `https://127.0.0.1:${port}`,
    "certificate-authority-data": base64(tls.roots),
  });
  const wrong = new ClientTransport(other, transport);
  await assertRejects(() => wrong.call(GET), /doesn't contain any IP SANs/);
});

Deno.test("ClientTransport believes the authorities that there are by now", async () => {
  await using server = await http2Server((http2) =>
    http2.on("stream", (stream) => {
      stream.respond({ ":status": 200 });
      stream.end("yes");
    })
  );
  const { tls, port } = secure(server);
  const { certificate: other } = await issue({ name: "another authority" });
  const settings = await settingsOf({
    server: `https://127.0.0.1:${port}`,
    "certificate-authority-data": base64(other),
    "tls-server-name": NAME,
  });
  let ca = other;
  const currentCa = () => Promise.resolve(ca);
  using transport = new Transport();
  const client = new ClientTransport(
    { ...settings, tls: { ...settings.tls, currentCa } },
    transport,
  );
  await assertRejects(() => client.call(GET), /failed to verify certificate/);
  ca = tls.roots;
  assertEquals((await client.call(GET)).status, 200);
  ca = other;
  await assertRejects(() => client.call(GET), /failed to verify certificate/);
});

Deno.test("endpointOf() maps what a client config may say", async () => {
  const plain = endpointOf(await settingsOf({ server: "http://h/x" }));
  assertEquals([plain.host, plain.port, plain.tls], ["h", 80, undefined]);
  const six = endpointOf(
    await settingsOf({ server: "https://[::1]", "insecure-skip-tls-verify": true }),
  );
  assertEquals([six.host, six.port, six.tls?.serverName, six.tls?.insecure], [
    "::1",
    443,
    "::1",
    true,
  ]);
  const proxied = async (url: string) =>
    endpointOf(await settingsOf({ server: "https://h", "proxy-url": url })).proxy;
  const http = await proxied("http://u%20x:p%40@p:3128");
  assertEquals([http?.host, http?.port, http?.kind, http?.tls], ["p", 3128, "http", undefined]);
  assertEquals([http?.login?.user, http?.login?.password.reveal()], ["u x", "p@"]);
  const https = await proxied("https://p");
  assertEquals([https?.port, https?.tls?.serverName, https?.login], [443, "p", undefined]);
  const socks = await proxied("socks5://p");
  assertEquals([socks?.port, socks?.kind], [1080, "socks5"]);
});

Deno.test("endpointOf() gives the same identity for as long as it is the same", async () => {
  const { certificate, key } = await issue({ name: "jane" });
  const data = { "client-certificate-data": base64(certificate), "client-key-data": base64(key) };
  const { tls } = endpointOf(await settingsOf({ server: "https://h" }, data));
  const first = await tls?.identity?.();
  assertEquals(first, { certificate, key });
  assertEquals(await tls?.identity?.() === first, true);
});
