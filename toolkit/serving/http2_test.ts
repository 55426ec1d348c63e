import { once } from "node:events";
import { slowTests, testWith } from "../../testing/requirements.ts";
import { turn } from "../../testing/virtual_clock.ts";
import { assert, assertEquals } from "../deps/assert.ts";
import { fixedTls, readBody, serve } from "./mod.ts";
import { askHttp2, portOf, tlsSocket } from "./testdata/client.ts";
import { material } from "./testdata/pki.ts";

const u32 = (value: number) => [value >>> 24, value >>> 16 & 255, value >>> 8 & 255, value & 255];

function frame(type: number, flags: number, stream: number, payload: readonly number[]): number[] {
  return [...u32(payload.length).slice(1), type, flags, ...u32(stream), ...payload];
}

const [DATA, HEADERS, RESET, SETTINGS, PING, WINDOW, CONTINUATION] = [0, 1, 3, 4, 6, 8, 9];
const [END_STREAM, END_HEADERS] = [1, 4];
/** :method GET (or POST), :scheme https, :path /, :authority x */
const GET = [0x82, 0x87, 0x84, 0x41, 1, 120];
const POST = [0x83, ...GET.slice(1)];
const FIELD = [0, 1, 120, 1, 121];
const PREFACE = [
  ...new TextEncoder().encode("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
  ...frame(SETTINGS!, 0, 0, []),
];

const open = (at: number, fields = GET) =>
  frame(HEADERS!, END_STREAM! | END_HEADERS!, 2 * at + 1, fields);

/** What a hostile client repeats, how often in all, and how often at once. */
const ATTACKS: readonly [
  name: string,
  frames: (at: number) => number[],
  all: number,
  once: number,
][] = [
  [
    "streams opened and reset",
    (at) => [...open(at), ...frame(RESET!, 0, 2 * at + 1, u32(8))],
    6000,
    500,
  ],
  [
    "streams opened and reset, in one write",
    (at) => [...open(at), ...frame(RESET!, 0, 2 * at + 1, u32(8))],
    6000,
    6000,
  ],
  ["pings", () => frame(PING!, 0, 0, [1, 2, 3, 4, 5, 6, 7, 8]), 20_000, 2000],
  ["settings", () => frame(SETTINGS!, 0, 0, [0, 3, 0, 0, 0, 100]), 20_000, 2000],
  ["many fields", (at) => open(at, [...GET, ...Array(900).fill(FIELD).flat()]), 200, 20],
  [
    "a head without an end",
    (at) => at === 0 ? frame(HEADERS!, END_STREAM!, 1, GET) : frame(CONTINUATION!, 0, 1, FIELD),
    20_000,
    1000,
  ],
  [
    "empty pieces of a body",
    (at) => at === 0 ? frame(HEADERS!, END_HEADERS!, 1, POST) : frame(DATA!, 0, 1, []),
    20_000,
    2000,
  ],
  [
    "streams that the server is made to reset",
    (at) => [
      ...frame(HEADERS!, END_HEADERS!, 2 * at + 1, [...POST, 0x0f, 13, 1, 49]),
      ...frame(DATA!, 0, 2 * at + 1, [97, 97]),
    ],
    6000,
    6000,
  ],
  ["a window that overflows", () => frame(WINDOW!, 0, 0, [0x7f, 255, 255, 255]), 10, 10],
  ["nonsense", () => [1, 2, 3, 4, 5, 6, 7, 8, 9], 100, 100],
];

for (const [name, frames, all, once] of ATTACKS) {
  Deno.test(`HTTP/2: ${name}, and the server lives on`, async () => {
    let running = 0;
    let most = 0;
    await using server = await serve(
      { listen: { hostname: "127.0.0.1", port: 0 }, tls: fixedTls(material) },
      async () => {
        most = Math.max(most, ++running);
        await new Promise((resolve) => setTimeout(resolve));
        running--;
        return { status: 200, body: "x" };
      },
    );
    for (let round = 0; round < 3; round++) {
      const socket = await tlsSocket(server, {}, ["h2"]);
      socket.on("error", () => {});
      socket.resume();
      socket.write(new Uint8Array(PREFACE));
      for (let at = 0; at < all && !socket.destroyed; at += once) {
        const bytes = Array.from({ length: once }, (_, more) => frames(at + more)).flat();
        await new Promise((resolve) => socket.write(new Uint8Array(bytes), resolve));
      }
      assertEquals((await askHttp2(server)).body, "x");
      socket.destroy();
    }
    // As many as may be open, as many that were taken back, and one of another client.
    assert(most <= 201, `${most} handlers ran at once`);
    while (server.connections > 0) await new Promise((resolve) => setTimeout(resolve));
  });
}

/** Types of the frames in `bytes`, with their streams and payloads. */
function framesOf(bytes: Uint8Array) {
  const frames: { type: number; stream: number; payload: Uint8Array }[] = [];
  for (let at = 0; at + 9 <= bytes.length;) {
    const view = new DataView(bytes.buffer, bytes.byteOffset + at);
    const end = at + 9 + (view.getUint32(0) >>> 8);
    if (end > bytes.length) break;
    const stream = view.getUint32(5) & 0x7fffffff;
    frames.push({ type: view.getUint8(3), stream, payload: bytes.subarray(at + 9, end) });
    at = end;
  }
  return frames;
}

Deno.test("serveHttp2() counts handlers that work on for clients that took their requests back", async () => {
  let running = 0;
  let release = () => {};
  await using server = await serve(
    {
      listen: { hostname: "127.0.0.1", port: 0 },
      tls: fixedTls(material),
      limits: { streamsPerConnection: 10 },
    },
    async () => {
      const ends = running++ % 2 === 0;
      const earlier = release;
      await new Promise<void>((resolve) => {
        release = () => {
          earlier();
          resolve();
        };
      });
      running--;
      if (!ends) throw new Error("as some do when their client is gone");
      return { status: 200 };
    },
  );
  const socket = await tlsSocket(server, {}, ["h2"]);
  let bytes = new Uint8Array();
  const came = (stream: number, type: number) =>
    framesOf(bytes).some((one) => one.stream === stream && one.type === type);
  socket.on("error", () => {});
  socket.on("data", (piece: Uint8Array) => bytes = Uint8Array.from([...bytes, ...piece]));
  socket.write(new Uint8Array(PREFACE));
  const found: unknown[] = [];
  for (let round = 0; round < 3; round++) {
    const ids = Array.from({ length: 10 }, (_, at) => 11 * round + at);
    bytes = new Uint8Array();
    socket.write(new Uint8Array(ids.flatMap((id) => open(id))));
    while (running < 10) await turn();
    const taken = ids.flatMap((id) => frame(RESET!, 0, 2 * id + 1, u32(8)));
    socket.write(new Uint8Array([...taken, ...open(11 * round + 10)]));
    // The answer to this comes after all that is said to that.
    socket.write(new Uint8Array(frame(PING!, 0, 0, [1, 2, 3, 4, 5, 6, 7, 8])));
    while (!came(0, PING!)) await once(socket, "data");
    found.push([running, came(22 * round + 21, RESET!)]);
    while (running > 0) {
      release();
      await new Promise((resolve) => setTimeout(resolve));
    }
  }
  socket.destroy();
  // Those of ten requests, and no more until they end, one way or the other.
  assertEquals(found, [[10, true], [10, true], [10, true]]);
});

Deno.test("serveHttp2() does not begin what is taken back before its turn", async () => {
  const paths: string[] = [];
  await using server = await serve(
    { listen: { hostname: "127.0.0.1", port: 0 }, tls: fixedTls(material) },
    (request) => {
      paths.push(request.headers["x"] === "y" ? "taken back" : "the first");
      return { status: 200 };
    },
  );
  const socket = await tlsSocket(server, {}, ["h2"]);
  const taken = Array.from({ length: 50 }, (_, at) => [
    ...open(at + 1, [...GET, ...FIELD]),
    ...frame(RESET!, 0, 2 * at + 3, u32(8)),
  ]);
  socket.resume();
  socket.write(new Uint8Array([...PREFACE, ...open(0), ...taken.flat()]));
  while (paths.length === 0) await turn();
  for (let turns = 0; turns < 30; turns++) await turn();
  socket.destroy();
  assertEquals(paths, ["the first"]);
});

/** A suite that asks a server everything that the standard says of one. */
const CONFORMANCE = "github.com/summerwind/h2spec/cmd/h2spec@v2.2.1+incompatible";

if (slowTests()) {
  testWith(["go"], "HTTP/2: a suite of conformance finds nothing", async () => {
    await using server = await serve(
      { listen: { hostname: "127.0.0.1", port: 0 }, tls: fixedTls(material) },
      async (request) => {
        await readBody(request, 1_000_000);
        return { status: 200, body: "The suite looks at windows too." };
      },
    );
    const { code, stdout, stderr } = await new Deno.Command("go", {
      args: ["run", CONFORMANCE, "-h", "127.0.0.1", "-p", `${portOf(server)}`, "-t", "-k"],
    }).output();
    const text = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes)).join("");
    assertEquals(code, 0, text);
    assert(/\b14\d tests, 14\d passed, 0 skipped, 0 failed/.test(text), text);
  });
}
