import { connect, createServer, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { turn } from "../../testing/virtual_clock.ts";
import { assertEquals } from "../deps/assert.ts";
import { peekServerName } from "./peek.ts";

/** The two ends of a connection. */
async function ends(): Promise<AsyncDisposable & { server: Socket; client: Socket }> {
  const accepted = Promise.withResolvers<Socket>();
  const listener = createServer((socket) => accepted.resolve(socket));
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  const { port } = listener.address() as { port: number };
  const client = connect({ host: "127.0.0.1", port });
  client.on("error", () => {});
  const server = await accepted.promise;
  return {
    server,
    client,
    async [Symbol.asyncDispose]() {
      client.destroy();
      server.destroy();
      await new Promise((resolve) => listener.close(resolve));
    },
  };
}

/** The first bytes that the runtime's TLS sends when it asks for a name. */
async function helloFor(servername: string): Promise<Uint8Array> {
  await using both = await ends();
  const { server, client } = both;
  connectTls({ socket: client, servername }).on("error", () => {});
  const hello: Uint8Array = await new Promise((resolve) => server.once("data", resolve));
  return Uint8Array.from(hello);
}

/** What comes of a socket until it is so many bytes. */
async function taken(socket: Socket, length: number): Promise<Uint8Array> {
  const bytes: number[] = [];
  socket.on("data", (piece: Uint8Array) => void bytes.push(...piece));
  while (bytes.length < length) await turn();
  return Uint8Array.from(bytes);
}

for (const turns of [0, 20]) {
  Deno.test(`peekServerName() puts all back that came, ${turns} turns later`, async () => {
    const hello = await helloFor("a.example");
    const more = Uint8Array.from([...new TextEncoder().encode("more")]);
    await using both = await ends();
    const { server, client } = both;
    const found = Promise.withResolvers<string | undefined>();
    let rest: Promise<Uint8Array> | undefined;
    peekServerName(server, (name, putBack) => {
      found.resolve(name);
      const takeOver = () => {
        putBack();
        rest = taken(server, hello.length + more.length);
      };
      if (turns === 0) takeOver();
      else later.promise.then(takeOver).catch(found.reject);
    });
    const later = Promise.withResolvers<void>();
    // In two pieces: the first one is not enough.
    client.write(hello.subarray(0, 20));
    await turn();
    client.write(hello.subarray(20));
    assertEquals(await found.promise, "a.example");
    client.write(more);
    for (let at = 0; at < turns; at++) await turn();
    later.resolve();
    await turn();
    assertEquals(await rest, Uint8Array.from([...hello, ...more]));
  });
}
