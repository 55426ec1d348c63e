/** The clients of an API server, in its own process and over HTTP, keep one contract. */
import { startTestServer, TEST_TOKEN, TESTER } from "../../testing/api_server.ts";
import { clientContract, type ContractServer } from "../../toolkit/client/contract.ts";
import { ConfigMap, Namespace } from "../../toolkit/kinds/built_in.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";
import { HttpClient } from "../../toolkit/client/http_client.ts";
import type { TestServer } from "../../testing/api_server.ts";
import { clientSettings, parseClientConfig } from "../../toolkit/clientconfig/mod.ts";
import { systemClock } from "../../toolkit/clock.ts";
import type { Dialect } from "../../toolkit/names.ts";
import { fixedTls } from "../../toolkit/serving/mod.ts";
import { material, serverAuthority } from "../../toolkit/serving/testdata/pki.ts";
import { ClientTransport, Transport } from "../../toolkit/transport/mod.ts";

/** How the test's user reaches a server. */
function settingsOf({ url }: TestServer) {
  const cluster = {
    server: url,
    "certificate-authority-data": new TextEncoder().encode(serverAuthority.certificate).toBase64(),
  };
  const config = {
    clusters: [{ name: "test", cluster }],
    users: [{ name: "test", user: { token: TEST_TOKEN } }],
    contexts: [{ name: "test", context: { cluster: "test", user: "test" } }],
    "current-context": "test",
  };
  return clientSettings(parseClientConfig(JSON.stringify(config)));
}

function contractServer(
  server: TestServer,
  client: ContractServer["client"],
  close: () => void = () => {},
): ContractServer {
  return {
    client,
    compact: async () => await server.store.compact(await server.store.revision()),
    [Symbol.asyncDispose]: async () => {
      close();
      await server[Symbol.asyncDispose]();
    },
  };
}

for (const dialect of ["kubernetes", "orch"] satisfies Dialect[]) {
  clientContract(`loopback client, ${dialect}`, async () => {
    const server = await startTestServer({ dialect });
    return contractServer(server, server.server.client);
  });

  for (const protobuf of [true, false]) {
    clientContract(`client in process, ${dialect}, ${protobuf ? "Protobuf" : "JSON"}`, async () => {
      const server = await startTestServer({ dialect });
      const sender = server.server.sender(TESTER);
      const options = { sender, dialect, protobuf, clock: systemClock, fieldManager: "tester" };
      return contractServer(server, new HttpClient(options));
    });

    clientContract(`HTTP client, ${dialect}, ${protobuf ? "Protobuf" : "JSON"}`, async () => {
      // Credentials are sent over nothing but TLS.
      const serving = { listen: { hostname: "127.0.0.1", port: 0 }, tls: fixedTls(material) };
      const server = await startTestServer({ dialect, serving, withNamespace: false });
      await server.server.client.create(Namespace, { metadata: { name: "default" } });
      const transport = new Transport();
      const sender = new ClientTransport(await settingsOf(server), transport);
      return contractServer(
        server,
        new HttpClient({ sender, dialect, protobuf, clock: systemClock, fieldManager: "tester" }),
        () => transport.close(),
      );
    });
  }
}

for (const protobuf of [true, false]) {
  const form = protobuf ? "Protobuf" : "JSON";
  Deno.test(`a client may read its answers without managed fields, and loses none (${form})`, async () => {
    await using server = await startTestServer({ dialect: "kubernetes" });
    const sender = server.server.sender(TESTER);
    const options = { sender, dialect: "kubernetes", protobuf, clock: systemClock } as const;
    const whole = new HttpClient({ ...options, fieldManager: "one" });
    const less = new HttpClient({ ...options, fieldManager: "other", keepManagedFields: false });
    const managers = async () => {
      const { metadata } = await whole.get(ConfigMap, "a");
      return (metadata.managedFields ?? []).map(({ manager }) => manager).sort();
    };
    await whole.create(ConfigMap, { metadata: { name: "a" }, data: { a: "1" } });
    const read = await less.get(ConfigMap, "a");
    assertEquals(read.metadata.managedFields, undefined);
    assertEquals(read.data, { a: "1" });
    const written = await less.replace(ConfigMap, { ...read, data: { a: "1", b: "2" } });
    assertEquals(written.metadata.managedFields, undefined);
    assertEquals(await managers(), ["one", "other"]);
    const patched = await less.patch(ConfigMap, "a", { data: { c: "3" } });
    assertEquals(patched.metadata.managedFields, undefined);
    assertEquals(await managers(), ["one", "other"]);
  });
}
