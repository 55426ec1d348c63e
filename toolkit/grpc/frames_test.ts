import { assertEquals, assertThrows } from "../deps/assert.ts";
import fc from "../deps/fast_check.ts";
import { frame, FrameReader } from "./frames.ts";

const LIMIT_BYTES = 1000;

Deno.test("FrameReader cuts messages out of any chunks", () => {
  const message = fc.uint8Array({ maxLength: 40 });
  const sizes = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1 });
  fc.assert(fc.property(fc.array(message), sizes, (messages, sizes) => {
    const wire = messages.flatMap((message) => [...frame(message)]);
    const reader = new FrameReader(LIMIT_BYTES);
    const read: Uint8Array[] = [];
    for (let at = 0, turn = 0; at < wire.length; turn++) {
      const size = sizes[turn % sizes.length] ?? 1;
      reader.push(Uint8Array.from(wire.slice(at, at + size)));
      at += size;
      for (let next = reader.next(); next !== undefined; next = reader.next()) read.push(next);
    }
    assertEquals(read.map((bytes) => [...bytes]), messages.map((bytes) => [...bytes]));
  }));
});

Deno.test("FrameReader refuses what it can't read", () => {
  const cases: [string, number[], RegExp][] = [
    ["compressed", [1, 0, 0, 0, 1], /compressed/],
    ["too long", [0, 0xff, 0xff, 0xff, 0xff], new RegExp(`over the limit of ${LIMIT_BYTES}`)],
  ];
  for (const [, wire, pattern] of cases) {
    const reader = new FrameReader(LIMIT_BYTES);
    reader.push(Uint8Array.from(wire));
    assertThrows(() => reader.next(), pattern);
  }
});
