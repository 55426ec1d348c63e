import { assert, assertEquals } from "../deps/assert.ts";
import type { HttpRequest } from "./http.ts";
import { serve } from "./mod.ts";
import { readBody } from "./read_body.ts";
import { received, tcpSocket } from "./testdata/client.ts";

Deno.test("readBody() ends when its request is cancelled, while the client still sends", async () => {
  const begun = Promise.withResolvers<HttpRequest>();
  await using server = await serve(
    { listen: { hostname: "127.0.0.1", port: 0 } },
    async (request) => {
      const reading = readBody(request, 1000);
      begun.resolve(request);
      return { status: 200, body: `${await reading.catch((error) => error.message)}` };
    },
  );
  const socket = await tcpSocket(server);
  const answer = new Promise<string>((resolve) =>
    socket.once("data", (data) => resolve(`${data}`))
  );
  socket.write("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc");
  const request = await begun.promise;
  request.cancel(new Error("too late"));
  assert(request.signal.aborted);
  assert((await answer).includes("too late"));
  socket.destroy();
});

Deno.test("readBody() reads all where nothing comes between", async () => {
  await using server = await serve(
    { listen: { hostname: "127.0.0.1", port: 0 } },
    async (request) => {
      const body = await readBody(request, 1000);
      return { status: 200, body: `${body.length}` };
    },
  );
  const socket = await tcpSocket(server);
  const all = received(socket);
  const head = "POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 10";
  socket.write(`${head}\r\n\r\n0123456789`);
  assertEquals((await all).split("\r\n\r\n")[1], "10");
});
