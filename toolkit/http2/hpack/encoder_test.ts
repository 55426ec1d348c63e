import { assert, assertEquals } from "../../deps/assert.ts";
import fc from "../../deps/fast_check.ts";
import { DEFAULT_TABLE_BYTES, HeaderDecoder } from "./decoder.ts";
import { HeaderEncoder } from "./encoder.ts";

const LIMITS = { bytes: 100_000, fields: 1000 };
const TOKEN = { "authorization": `Bearer ${"x".repeat(900)}` };

Deno.test("HeaderEncoder repeats nothing that its reader keeps", () => {
  const [encoder, decoder] = [new HeaderEncoder(DEFAULT_TABLE_BYTES), new HeaderDecoder()];
  const lengths = [1, 2, 3].map((at) => {
    const block = encoder.encode({ ":path": `/${at}`, ...TOKEN, "user-agent": "a" });
    const read = decoder.decode(block, LIMITS);
    assertEquals(read, [
      ":path",
      `/${at}`,
      ...Object.entries({ ...TOKEN, "user-agent": "a" }).flat(),
    ]);
    return block.length;
  });
  assert(lengths[0]! > 900 && lengths[1]! < 10, lengths.join());
  assertEquals(lengths[1], lengths[2]);
});

Deno.test("HeaderEncoder has its reader keep nothing unless told so", () => {
  const encoder = new HeaderEncoder();
  const [first, second] = [encoder.encode(TOKEN), encoder.encode(TOKEN)];
  assertEquals(first, second);
});

Deno.test("HeaderEncoder keeps no field that would take the place of all others", () => {
  const [encoder, decoder] = [new HeaderEncoder(DEFAULT_TABLE_BYTES), new HeaderDecoder()];
  const long = { authorization: "x".repeat(3000) };
  for (const head of [{ accept: "a" }, long, long, { accept: "a" }]) {
    assertEquals(decoder.decode(encoder.encode(head), LIMITS), Object.entries(head).flat());
  }
  assertEquals(encoder.encode({ accept: "a" }).length, 1);
});

Deno.test("HeaderEncoder's heads are read as they were, whatever came before and however much is kept", () => {
  const name = fc.constantFrom(":authority", "accept", "authorization", "user-agent", "x-a", "te");
  const value = fc.oneof(
    fc.constantFrom("a", "b", "trailers"),
    fc.string({ minLength: 100, maxLength: 700, unit: "grapheme-ascii" }),
  );
  const head = fc.dictionary(name, value, { maxKeys: 5, noNullPrototype: true });
  const size = fc.integer({ min: 0, max: 6000 });
  fc.assert(fc.property(
    fc.constantFrom(0, DEFAULT_TABLE_BYTES),
    fc.array(fc.oneof({ weight: 8, arbitrary: head }, size), { maxLength: 60 }),
    (kept, steps) => {
      const [encoder, decoder] = [new HeaderEncoder(kept), new HeaderDecoder()];
      for (const step of steps) {
        if (typeof step === "number") encoder.readerKeeps(step);
        else {assertEquals(
            decoder.decode(encoder.encode(step), LIMITS),
            Object.entries(step).flat(),
          );}
      }
    },
  ));
});
