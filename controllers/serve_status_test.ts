import { FakeClock } from "../toolkit/clock.ts";
import { assert, assertEquals, assertRejects } from "../toolkit/deps/assert.ts";
import { silentLogger } from "../toolkit/logger.ts";
import { Registry } from "../toolkit/metrics/mod.ts";
import { serveStatus, type StatusOptions } from "./serve_status.ts";

async function inFolder(use: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await use(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

const optionsOf = (more: Partial<StatusOptions>): StatusOptions => ({
  socket: "",
  port: 0,
  isReady: () => false,
  metrics: new Registry(),
  clock: new FakeClock(),
  logger: silentLogger,
  ...more,
});

Deno.test("serveStatus() answers on its socket, until it ends", async () => {
  await inFolder(async (folder) => {
    const socket = `${folder}/s`;
    let isReady = false;
    const page = (query: URLSearchParams) => ({ status: 200, body: `{"q":"${query.get("q")}"}` });
    const status = await serveStatus(
      optionsOf({ socket, isReady: () => isReady, pages: { "/page": page } }),
    );
    using client = Deno.createHttpClient({ proxy: { transport: "unix", path: socket } });
    const ask = async (path: string, method = "GET") => {
      const response = await fetch(`http://status${path}`, { client, method });
      return [response.status, await response.text()];
    };
    assertEquals(await ask("/readyz"), [500, "not all controllers have started\n"]);
    isReady = true;
    for (const path of ["/livez", "/healthz", "/readyz"]) {
      assertEquals(await ask(path), [200, "ok"]);
    }
    assertEquals(await ask("/page?q=1"), [200, '{"q":"1"}']);
    assertEquals((await ask("/metrics"))[0], 200);
    assertEquals((await ask("/else"))[0], 404);
    assertEquals((await ask("/livez", "POST"))[0], 405);
    assertEquals((await Deno.stat(socket)).mode! & 0o777, 0o600);
    await status[Symbol.asyncDispose]();
    await assertRejects(() => Deno.stat(socket));
  });
});

Deno.test("serveStatus() ends beside a client that has sent half a request", async () => {
  await inFolder(async (folder) => {
    const socket = `${folder}/s`;
    const clock = new FakeClock();
    const status = await serveStatus(optionsOf({ socket, clock }));
    using client = await Deno.connect({ transport: "unix", path: socket });
    await client.write(new TextEncoder().encode("GET /livez HTTP/1.1\r\nHost: x\r\n"));
    const ended = status[Symbol.asyncDispose]();
    await clock.advance(1000);
    await ended;
  });
});

Deno.test("serveStatus() leaves no socket where its port is taken", async () => {
  await inFolder(async (folder) => {
    using taken = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const { port } = taken.addr as Deno.NetAddr;
    const error = await assertRejects(() =>
      serveStatus(optionsOf({ socket: `${folder}/s`, port }))
    );
    const text = `--status-port: cannot listen on 127.0.0.1:${port}: address already in use`;
    assert(error.message.startsWith(text), error.message);
    assertEquals([...Deno.readDirSync(folder)], []);
  });
});
