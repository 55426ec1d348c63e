import { assert, assertEquals } from "../deps/assert.ts";
import type { HttpRequest } from "./http.ts";
import { fixedTls, serve } from "./mod.ts";
import { readBody } from "./read_body.ts";
import { http2Session, onSession, received, tcpSocket } from "./testdata/client.ts";
import { material } from "./testdata/pki.ts";

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

Deno.test("a body that is read piece by piece breaks off too, and its connection goes on", async () => {
  await using server = await serve(
    { listen: { hostname: "127.0.0.1", port: 0 } },
    async (request) => {
      try {
        for await (const _ of request.body()) {
          if (request.path === "/late") request.cancel(new Error("too late"));
        }
        return { status: 200 };
      } catch (error) {
        return { status: 504, body: (error as Error).message };
      }
    },
  );
  const socket = await tcpSocket(server);
  const all = received(socket);
  const answered = new Promise((resolve) => socket.once("data", resolve));
  socket.write("POST /late HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\nabc");
  await answered;
  socket.write("x".repeat(99_997));
  socket.write("POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 4\r\n\r\nabcd");
  const answers = (await all).match(/HTTP\/1.1 \d+|too late/g);
  assertEquals(answers, ["HTTP/1.1 504", "too late", "HTTP/1.1 200"]);
});

Deno.test("readBody() over HTTP/2 reads what came with the head, what comes later, and no more than its limit", async () => {
  const came = Promise.withResolvers<void>();
  await using server = await serve(
    { listen: { hostname: "127.0.0.1", port: 0 }, tls: fixedTls(material) },
    async (request) => {
      if (request.path === "/cancelled") request.cancel(new Error("too late"));
      if (request.path === "/pieces") came.resolve();
      const body = await readBody(request, 100_000).catch((error) => `${error.message}`);
      return { status: 200, body: typeof body === "string" ? body : `${body.length}` };
    },
  );
  const session = await http2Session(server);
  const sent = async (path: string, body?: string) =>
    (await onSession(session, { path, method: "POST", ...(body !== undefined && { body }) })).body;
  assertEquals(await sent("/whole", "abc"), "3");
  assertEquals(await sent("/none"), "0");
  assertEquals(await sent("/large", "x".repeat(90_000)), "90000");
  assertEquals(
    await sent("/too-large", "x".repeat(100_001)),
    "Request entity too large: limit is 100000",
  );
  assertEquals(await sent("/cancelled", "abc"), "too late");
  const stream = session.request({ ":method": "POST", ":path": "/pieces" }, { endStream: false });
  stream.write("abc");
  await came.promise;
  stream.end("defg");
  let answer = "";
  for await (const piece of stream) answer += piece;
  assertEquals(answer, "7");
  session.destroy();
});

Deno.test("a cancelled request over HTTP/2 is answered while its client sends, and others go on", async () => {
  await using server = await serve(
    { listen: { hostname: "127.0.0.1", port: 0 }, tls: fixedTls(material) },
    async (request) => {
      const reading = readBody(request, 1000);
      if (request.path === "/late") request.cancel(new Error("too late"));
      const body = await reading.catch((error) => `${error.message}`);
      return { status: body === "too late" ? 504 : 200, body };
    },
  );
  const session = await http2Session(server);
  const stream = session.request({ ":method": "POST", ":path": "/late" }, { endStream: false });
  stream.on("error", () => {});
  stream.resume();
  stream.write("abc");
  const status = new Promise((resolve) =>
    stream.once("response", (head) => resolve(head[":status"]))
  );
  const closed = new Promise((resolve) => stream.once("close", resolve));
  assertEquals(await status, 504);
  // The client is told to stop; what it sends nevertheless is kept by nobody.
  stream.end(new Uint8Array(300_000));
  await closed;
  assertEquals((await onSession(session, { method: "POST", body: "abc" })).body, "abc");
  session.destroy();
});

Deno.test("a body that is left half read does not hold up what comes after it", async () => {
  await using server = await serve(
    { listen: { hostname: "127.0.0.1", port: 0 } },
    async (request) => {
      for await (const _ of request.body()) break;
      return { status: 200 };
    },
  );
  const socket = await tcpSocket(server);
  const all = received(socket);
  const answered = new Promise((resolve) => socket.once("data", resolve));
  socket.write("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\nabc");
  await answered;
  socket.write("x".repeat(99_997));
  socket.write("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  assertEquals((await all).match(/HTTP\/1.1 \d+/g), ["HTTP/1.1 200", "HTTP/1.1 200"]);
});
