// Invariants, for any messages and any cuts: what comes out is what was put in; a stream that ends
// within a message says so; nothing is kept of messages that were handed out.

import { encodeWatchFrame, framed } from "../codec/envelope.ts";
import { assertEquals, assertRejects } from "../deps/assert.ts";
import fc from "../deps/fast_check.ts";
import { joinedBytes } from "../joined_bytes.ts";
import { framesOf } from "./watch_frames.ts";

async function* cut(bytes: Uint8Array, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  let at = 0;
  for (const size of sizes) {
    yield await Promise.resolve(bytes.subarray(at, at + size));
    at += size;
  }
  yield bytes.subarray(at);
}

Deno.test("framesOf() gives the messages back, however they are cut", async () => {
  const messages = fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 8 });
  const sizes = fc.array(fc.nat(40), { maxLength: 60 });
  await fc.assert(fc.asyncProperty(messages, sizes, async (messages, sizes) => {
    const stream = joinedBytes(messages.map((message) => framed(message)));
    const found: Uint8Array[] = [];
    for await (const message of framesOf(cut(stream, sizes))) found.push(message.slice());
    assertEquals(found, messages.map((message) => message.slice()));
  }));
});

Deno.test("framesOf() says when the stream ends within a message", async () => {
  const whole = encodeWatchFrame({ type: "ADDED", object: new Uint8Array(20) });
  for (const length of [1, 3, 4, 5, whole.length - 1]) {
    const error = await assertRejects(() =>
      Array.fromAsync(framesOf(cut(whole.subarray(0, length), [2])))
    );
    assertEquals(error.message, "the watch broke off within an event");
  }
});

Deno.test("framesOf() refuses a message that is too long before it has come", async () => {
  const head = Uint8Array.from([0x7f, 0xff, 0xff, 0xff, 1]);
  const error = await assertRejects(() => Array.fromAsync(framesOf(cut(head, []))));
  assertEquals(/over the limit/.test(error.message), true);
});
