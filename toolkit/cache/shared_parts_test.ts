import { assert, assertEquals } from "../deps/assert.ts";
import { SharedParts } from "./shared_parts.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const bytes = (text: string) => encoder.encode(text);

Deno.test("SharedParts keeps the same bytes once, until their last use ends", () => {
  const parts = new SharedParts();
  const one = parts.add(bytes("one"));
  assertEquals(parts.add(bytes("one")), one);
  const other = parts.add(bytes("other"));
  assert(other !== one);
  assertEquals([parts.size, parts.liveBytes], [2, 8]);
  parts.release(one);
  assertEquals(decoder.decode(parts.bytesOf(one)), "one");
  parts.release(one);
  assertEquals([parts.size, parts.liveBytes], [1, 5]);
  const again = parts.add(bytes("one"));
  assertEquals(decoder.decode(parts.bytesOf(again)), "one");
});

Deno.test("SharedParts says what a map says, whatever comes and goes", () => {
  const seed = crypto.getRandomValues(new Uint32Array(1))[0]!;
  let state = seed;
  const below = (limit: number) => {
    state = Math.imul(state ^ state >>> 15, 0x2c1b3c6d) + 0x9e3779b9 >>> 0;
    return (state >>> 8) % limit;
  };
  const parts = new SharedParts();
  const uses: { readonly part: number; readonly text: string }[] = [];
  for (let step = 0; step < 20_000; step++) {
    if (uses.length > 0 && below(5) < 2) {
      const [gone] = uses.splice(below(uses.length), 1);
      parts.release(gone!.part);
    } else {
      const text = `part ${below(2000)}`;
      uses.push({ part: parts.add(bytes(text)), text });
    }
    if (step % 1000 !== 0) continue;
    for (const { part, text } of uses) {
      assertEquals(decoder.decode(parts.bytesOf(part)), text, `seed ${seed}`);
    }
    assertEquals(parts.size, new Set(uses.map(({ text }) => text)).size, `seed ${seed}`);
  }
  for (const { part } of uses) parts.release(part);
  assertEquals([parts.size, parts.liveBytes], [0, 0]);
});

/** Texts whose hashes end alike: they all come to one place of a table of 65,536. */
function colliding(count: number): string[] {
  const found: string[] = [];
  for (let at = 0; found.length < count; at++) {
    const text = at.toString(36);
    let hash = 0x811c9dc5;
    for (const byte of bytes(text)) hash = Math.imul(hash ^ byte, 0x01000193);
    if (((hash ^ hash >>> 15) & 0xfff) === 0) found.push(text);
  }
  return found;
}

Deno.test("SharedParts takes what collides, and loses nothing of it", () => {
  const texts = colliding(200);
  const parts = new SharedParts();
  const numbers = texts.map((text) => parts.add(bytes(text)));
  // Past the bound they are not looked for, and kept twice.
  const twice = texts.map((text) => parts.add(bytes(text)));
  assertEquals(parts.size, 2 * texts.length);
  const last = parts.add(bytes(texts.at(-1)!));
  assertEquals(last, twice.at(-1));
  parts.release(last);
  for (const [at, text] of texts.entries()) {
    assertEquals(decoder.decode(parts.bytesOf(numbers[at]!)), text);
    assertEquals(decoder.decode(parts.bytesOf(twice[at]!)), text);
  }
  for (const part of [...numbers, ...twice]) parts.release(part);
  assertEquals([parts.size, parts.liveBytes], [0, 0]);
});
