// Whatever a server sends, in whatever order, while requests are made, taken back and read:
// 1. Nothing is thrown, and in the end each stream is over once, and so is the connection.
// 2. What is read of an answer is what was sent of it, from the front and in order.
// 3. No more of a request's body goes out than the windows of its stream and of the connection allow, in frames no
//    larger than allowed, and nothing after its end or a reset.
import { assert, assertEquals } from "../deps/assert.ts";
import fc from "../deps/fast_check.ts";
import type { ClientStream } from "./client_stream.ts";
import {
  DEFAULT_FRAME_BYTES,
  DEFAULT_WINDOW_BYTES,
  ERROR,
  FLAG,
  FRAME,
  frameOfBytes,
  frameOfNumbers,
  SETTING,
  settingsFrame,
} from "./frame.ts";
import { data, headers } from "./testdata/peer.ts";
import { ServerByHand } from "./testdata/server_by_hand.ts";

type Step = (world: World, stream: Known) => void;

/** A stream, and what is known of it from outside. */
interface Known {
  readonly stream: ClientStream;
  readonly id: number;
  /** Bytes that the server has sent of its body, each one more than the last; and how many were read. */
  sent: number;
  read: number;
  /** What of its own body may go out still. */
  window: number;
  /** Whether it has said that nothing comes any more. */
  isSilent: boolean;
  closes: number;
}

class World {
  readonly server: ServerByHand;
  readonly streams: Known[] = [];
  closes = 0;
  #window = DEFAULT_WINDOW_BYTES;
  #initialWindow = DEFAULT_WINDOW_BYTES;
  #frameBytes = DEFAULT_FRAME_BYTES;

  constructor() {
    this.server = new ServerByHand({ streams: 100, onClose: () => this.closes++ });
  }

  open(body?: "with a body"): void {
    if (this.server.connection.isLeaving) return;
    const stream = this.server.ask(body);
    const known: Known = {
      ...{ stream, id: stream.id, sent: 0, read: 0, isSilent: body === undefined, closes: 0 },
      window: this.#initialWindow,
    };
    stream.onClose = () => known.closes++;
    this.streams.push(known);
  }

  /** The server tells of settings; what it allows holds before anything goes out that heeds them. */
  settings(windowBytes: number, frameBytes: number): void {
    for (const known of this.streams) known.window += windowBytes - this.#initialWindow;
    this.#initialWindow = windowBytes;
    this.#frameBytes = frameBytes;
    const settings = [[SETTING.initialWindowBytes, windowBytes], [
      SETTING.maxFrameBytes,
      frameBytes,
    ]];
    this.server.send(settingsFrame(settings as [number, number][]));
  }

  widen(known: Known | undefined, bytes: number): void {
    if (known === undefined) this.#window += bytes;
    else known.window += bytes;
    this.server.send(frameOfNumbers(FRAME.windowUpdate, known?.id ?? 0, [bytes]));
  }

  read(known: Known): void {
    for (let piece = known.stream.take(); piece; piece = known.stream.take()) {
      for (const byte of piece) assertEquals(byte, known.read++ & 255);
    }
    assert(known.read <= known.sent);
  }

  async checkSent(): Promise<void> {
    for (const { type, flags, stream: id, payload } of await this.server.received()) {
      const known = this.streams.find((one) => one.id === id);
      if (known === undefined) continue;
      if (type === FRAME.data) {
        assert(!known.isSilent, "a body goes on after its end");
        assert(payload.length <= this.#frameBytes, `a frame of ${payload.length} bytes`);
        known.window -= payload.length;
        this.#window -= payload.length;
        // What a setting took away later may leave it below nothing, but nothing goes out then.
        assert(payload.length === 0 || known.window >= 0 && this.#window >= 0, "over the window");
      }
      if (type === FRAME.resetStream) known.isSilent = true;
      if (type === FRAME.data && (flags & FLAG.endStream) !== 0) known.isSilent = true;
    }
  }
}

const body = (known: Known, length: number, end: boolean): Uint8Array => {
  const bytes = Uint8Array.from({ length }, () => known.sent++);
  return data(known.id, bytes, end ? FLAG.endStream : 0);
};
const head = (known: Known, status: string, more = {}, flags = 0) =>
  headers(known.id, { ":status": status, ...more }, FLAG.endHeaders | flags);

const step: fc.Arbitrary<[name: string, step: Step]> = fc.oneof(
  fc.constantFrom<[string, Step]>(
    ["open", (world) => world.open()],
    ["open with a body", (world) => world.open("with a body")],
    ["end", (_, { stream }) => stream.end()],
    ["cancel", (_, { stream }) => stream.reset(ERROR.cancel)],
    ["forget", (_, known) => known.stream.forget()],
    ["read", (world, known) => world.read(known)],
    ["interim", ({ server }, known) => server.send(head(known, "103"))],
    ["head", ({ server }, known) => server.send(head(known, "200"))],
    ["empty", ({ server }, known) => server.send(head(known, "204", {}, FLAG.endStream))],
    [
      "of length",
      ({ server }, known) => server.send(head(known, "200", { "content-length": "9" })),
    ],
    ["trailers", ({ server }, { id }) => server.send(headers(id, { "grpc-status": "0" }))],
    ["reset", ({ server }, { id }) => server.send(frameOfNumbers(FRAME.resetStream, id, [8]))],
    ["refuse", ({ server }, { id }) => server.send(frameOfNumbers(FRAME.resetStream, id, [7]))],
    ["go away", ({ server }, { id }) => server.send(frameOfNumbers(FRAME.goAway, 0, [id, 0]))],
    ["unknown", ({ server }, { id }) => server.send(frameOfBytes(99, 255, id, new Uint8Array(3)))],
  ),
  fc.nat(200_000).map((bytes): [string, Step] => [
    `write ${bytes}`,
    (_, { stream, isSilent }) => isSilent || void stream.write(new Uint8Array(bytes)),
  ]),
  fc.tuple(fc.nat(20_000), fc.boolean()).map(([bytes, end]): [string, Step] => [
    `body ${bytes} ${end}`,
    ({ server }, known) => server.send(body(known, Math.min(bytes, 16_384), end)),
  ]),
  fc.tuple(fc.nat(200_000), fc.integer({ min: 16_384, max: 100_000 })).map((
    [window, frame],
  ): [string, Step] => [`settings ${window} ${frame}`, (world) => world.settings(window, frame)]),
  fc.tuple(fc.integer({ min: 1, max: 100_000 }), fc.boolean()).map((
    [bytes, all],
  ): [string, Step] => [
    `widen ${bytes} ${all}`,
    (world, known) => world.widen(all ? undefined : known, bytes),
  ]),
);

Deno.test("ClientConnection keeps to what it was allowed and told, whatever comes and is done", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(step, fc.nat(5)), { maxLength: 60 }),
      async (steps) => {
        const world = new World();
        world.open();
        world.open("with a body");
        for (const [[, run], which] of steps) {
          run(world, world.streams[which % world.streams.length]!);
          await world.checkSent();
        }
        // What is forgotten is read by nobody else.
        for (const known of world.streams) world.read(known);
        world.server.socket.destroy();
        assertEquals(world.streams.map(({ closes }) => closes), world.streams.map(() => 1));
        assertEquals([world.closes, world.server.clock.pending], [1, 0]);
      },
    ),
    { numRuns: 300 },
  );
});
