/** The clients of an API server, in its own process and over HTTP, keep one contract. */
import { startTestServer } from "../../testing/api_server.ts";
import { clientContract, type ContractServer } from "../../toolkit/client/contract.ts";
import { HttpClient } from "../../toolkit/client/http_client.ts";
import type { RequestSender } from "../../toolkit/client/sender.ts";
import type { TestServer } from "../../testing/api_server.ts";
import type { Dialect } from "../../toolkit/names.ts";

/** Sends requests as the tests' client does. */
function senderOf(server: TestServer): RequestSender {
  return {
    async send({ method, path, headers, body, signal }) {
      const response = await fetch(`${server.url}${path}`, {
        method,
        headers: { ...headers, authorization: "Bearer test-token" },
        ...(body && { body: body as Uint8Array<ArrayBuffer> }),
        ...(signal && { signal }),
      });
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: response.body ?? new ReadableStream<Uint8Array>({ start: (one) => one.close() }),
      };
    },
  };
}

function contractServer(
  server: TestServer,
  client: ContractServer["client"],
): ContractServer {
  return {
    client,
    compact: async () => await server.store.compact(await server.store.revision()),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

for (const dialect of ["kubernetes", "orch"] satisfies Dialect[]) {
  clientContract(`loopback client, ${dialect}`, async () => {
    const server = await startTestServer({ dialect });
    return contractServer(server, server.server.client);
  });

  clientContract(`HTTP client, ${dialect}`, async () => {
    const server = await startTestServer({ dialect });
    return contractServer(
      server,
      new HttpClient({ sender: senderOf(server), dialect, fieldManager: "tester" }),
    );
  });
}
