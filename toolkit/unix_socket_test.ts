/** Unix sockets, beside those of the runtime. */
import type { Socket } from "node:net";
import { once } from "node:events";
import { assert, assertEquals, assertRejects, assertThrows } from "./deps/assert.ts";
import { connectUnix, listenUnix } from "./unix_socket.ts";

async function inFolder(run: (path: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await run(`${folder}/s`);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function allOf(socket: Socket): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of socket) pieces.push(piece);
  return new Uint8Array(await new Blob(pieces as Uint8Array<ArrayBuffer>[]).arrayBuffer());
}

Deno.test("megabytes go both ways, and each end is told of", () =>
  inFolder(async (path) => {
    const sent = crypto.getRandomValues(new Uint8Array(64 * 1024));
    const much = new Uint8Array(64 * sent.length).map((_, at) => sent[at % sent.length]!);
    const accepted = Promise.withResolvers<Socket>();
    const listener = listenUnix(path, accepted.resolve);
    const client = await connectUnix(path);
    const server = await accepted.promise;
    server.pipe(server);
    client.end(much);
    assertEquals(await allOf(client), much);
    if (!server.closed) await once(server, "close");
    assert(client.destroyed);
    listener.close();
    await assertRejects(() => connectUnix(path));
  }));

Deno.test("destroySoon() sends what waits, destroy() ends both sides", () =>
  inFolder(async (path) => {
    const accepted: Socket[] = [];
    const listener = listenUnix(path, (socket) => {
      accepted.push(socket);
      socket.on("error", () => {});
      socket.write(new Uint8Array(4_000_000));
      socket.destroySoon();
    });
    assertEquals((await allOf(await connectUnix(path))).length, 4_000_000);
    const client = await connectUnix(path);
    await once(client, "data");
    const [, other] = accepted;
    const isOver = new Promise((resolve) => other!.once("close", resolve));
    client.destroy();
    await isOver;
    listener.close();
  }));

Deno.test("errors have the system's codes", () =>
  inFolder(async (path) => {
    assertEquals(
      (await assertRejects(() => connectUnix(path)) as { code?: string }).code,
      "ENOENT",
    );
    const listener = listenUnix(path, () => {});
    const again = assertThrows(() => listenUnix(path, () => {})) as { code?: string };
    assertEquals(again.code, "EADDRINUSE");
    listener.close();
  }));
