import { assertEquals } from "../deps/assert.ts";

/** When a connection is ended, seen from one of its streams. */
const MOMENTS: Readonly<Record<string, string>> = {
  "as a request comes in": "end()",
  "right after a request has come in": "queueMicrotask(end)",
  "while answers are written": "stream.write(large); end()",
  "after answers were written": "stream.write(large); setTimeout(end)",
  "while a body is read": "stream.on('data', end)",
  "as a stream ends": "stream.on('close', end); stream.close(8)",
  "twice": "stream.write(large); end(); setTimeout(end)",
};

/**
 * Ends connections with some hundred streams, and says so at the end. What the runtime can't do
 * takes the whole process with it: so this is one of its own.
 */
const programOf = (moment: string) => `
  import { createSecureServer } from "node:http2";
  import { Connection } from ${JSON.stringify(new URL("./connection.ts", import.meta.url).href)};
  import { guardSession } from ${
  JSON.stringify(new URL("../transport/http2_guard.ts", import.meta.url).href)
};
  import { http2Session } from ${
  JSON.stringify(new URL("./testdata/client.ts", import.meta.url).href)
};
  import { localhost } from ${JSON.stringify(new URL("./testdata/pki.ts", import.meta.url).href)};

  const large = new Uint8Array(300_000);
  const server = createSecureServer({ cert: localhost.certificate, key: localhost.key });
  // One at a time: the socket below a session is out of reach once that has begun.
  let socket;
  server.prependListener("secureConnection", (accepted) => void (socket = accepted));
  server.on("session", (session) => {
    const connection = new Connection(socket, 0);
    session.on("error", () => {});
    connection.session = session;
    connection.guard = guardSession(session);
    let streams = 0;
    session.on("stream", (stream) => {
      stream.on("error", () => {});
      if (stream.destroyed) return;
      stream.respond({ ":status": 200 });
      // Whoever answers is told of the end later than it comes.
      setTimeout(() => stream.write(large));
      const end = () => connection.destroy();
      if (++streams < 50) stream.write(large);
      else { ${moment}; }
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  for (let round = 0; round < 5; round++) {
    const session = await http2Session({ address: server.address() });
    const closed = new Promise((resolve) => session.once("close", resolve));
    session.on("error", () => {});
    for (let stream = 0; stream < 100; stream++) {
      const request = session.request({ ":method": "POST" });
      request.on("error", () => {});
      request.write("a body");
      request.resume();
    }
    await closed;
  }
  console.log("alive");
  Deno.exit();
`;

async function run(program: string): Promise<string> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-check", "--quiet", "--allow-all", "-"],
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
    signal: AbortSignal.timeout(30_000),
  }).spawn();
  await ReadableStream.from([new TextEncoder().encode(program)]).pipeTo(child.stdin);
  const { code, signal, stdout, stderr } = await child.output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes).trim();
  return [text(stdout), text(stderr), code === 0 ? "" : `code ${code} ${signal ?? ""}`]
    .filter((part) => part !== "").join("\n");
}

for (const [moment, does] of Object.entries(MOMENTS)) {
  Deno.test(`Connection.destroy() over HTTP/2 leaves the process alive: ${moment}`, async () => {
    assertEquals(await run(programOf(does)), "alive");
  });
}
