import { assert, assertEquals, assertThrows } from "../../toolkit/deps/assert.ts";
import fc from "../../toolkit/deps/fast_check.ts";
import { type IpRange, parseCidrSloppy } from "../../toolkit/validation/mod.ts";
import { BlockSet } from "./block_set.ts";

const range = (text: string): IpRange => parseCidrSloppy(text)!;
const setOf = (text: string, bits: number) => new BlockSet(range(text), bits);

const TAKEN: Readonly<Record<string, readonly [string, number, string[]]>> = {
  "IPv4": ["10.1.0.0/16", 24, ["10.1.0.0/24", "10.1.1.0/24", "10.1.2.0/24"]],
  "IPv4 whose blocks end within a byte": ["10.1.2.0/24", 27, ["10.1.2.0/27", "10.1.2.32/27"]],
  "a range that is one block": ["10.1.2.0/24", 24, ["10.1.2.0/24"]],
  "single addresses": ["10.1.2.252/30", 32, [
    "10.1.2.252/32",
    "10.1.2.253/32",
    "10.1.2.254/32",
    "10.1.2.255/32",
  ]],
  "IPv6": ["fd00:10:20::/48", 64, ["fd00:10:20::/64", "fd00:10:20:1::/64"]],
  "IPv6 whose blocks cross the middle": ["fd00:10:20:fff0::/60", 68, [
    "fd00:10:20:fff0::/68",
    "fd00:10:20:fff0:1000::/68",
  ]],
};

for (const [name, [text, bits, blocks]] of Object.entries(TAKEN)) {
  Deno.test(`take() hands out blocks in turn: ${name}`, () => {
    const set = setOf(text, bits);
    assertEquals(blocks.map((_, index) => set.take(`n${index}`)?.block), blocks);
    assertEquals(set.take("n0"), { block: blocks[0]!, passed: undefined });
    assertEquals(set.used, blocks.length);
  });
}

Deno.test("take() goes on behind the last block, and comes back to those that are free again", () => {
  const set = setOf("10.0.0.0/22", 24);
  assertEquals(set.take("a"), { block: "10.0.0.0/24", passed: 0 });
  assertEquals(set.take("b"), { block: "10.0.1.0/24", passed: 0 });
  set.release("a");
  assertEquals(set.take("c"), { block: "10.0.2.0/24", passed: 0 });
  assertEquals(set.take("d"), { block: "10.0.3.0/24", passed: 0 });
  assertEquals(set.take("e"), { block: "10.0.0.0/24", passed: 0 });
  assertEquals(set.take("f"), undefined);
  set.release("d");
  assertEquals(set.take("f"), { block: "10.0.3.0/24", passed: 2 }, "two are held before it");
  assertEquals([set.used, set.size, set.taken, set.freed], [4, 4, 6, 2]);
});

Deno.test("a block that several hold is free when none of them does", () => {
  const set = setOf("10.0.0.0/22", 24);
  assert(set.hold("a", range("10.0.0.0/24")));
  assert(set.hold("b", range("10.0.0.0/23")));
  assert(set.hold("c", range("10.0.0.128/25")));
  assertEquals(set.used, 2);
  const freed = ["b", "a", "c", "c"].map((holder) => {
    set.release(holder);
    return set.freed;
  });
  assertEquals(freed, [1, 1, 2, 2]);
  assertEquals([set.used, set.taken], [0, 2]);
});

const HELD: Readonly<Record<string, readonly [string, number | undefined]>> = {
  "a block": ["10.0.1.0/24", 1],
  "an address": ["10.0.1.7/32", 1],
  "two blocks": ["10.0.2.0/23", 2],
  "the range itself": ["10.0.0.0/22", 4],
  "a larger range": ["10.0.0.0/8", 4],
  "another range": ["10.0.4.0/24", undefined],
  "another family": ["fd00::/64", undefined],
};

for (const [name, [text, used]] of Object.entries(HELD)) {
  Deno.test(`hold() holds what overlaps: ${name}`, () => {
    const set = setOf("10.0.0.0/22", 24);
    assertEquals(set.hold("n", range(text)), used !== undefined);
    assertEquals(set.used, used ?? 0);
  });
}

const WRONG: Readonly<Record<string, readonly [string, number, RegExp]>> = {
  "blocks larger than the range": ["10.0.0.0/24", 16, /10\.0\.0\.0\/24.*\/16.*less than or equal/],
  "blocks of no address": ["10.0.0.0/24", 33, /\/33.*which is 32 at most/],
  "more blocks of IPv6 than a bitmap has": ["fd00::/32", 64, /16 bits, and differ by 32/],
  "more blocks of IPv4 than a bitmap has": ["10.0.0.0/7", 32, /24 bits, and differ by 25/],
};

for (const [name, [text, bits, pattern]] of Object.entries(WRONG)) {
  Deno.test(`a set of blocks is refused: ${name}`, () => {
    assertThrows(() => setOf(text, bits), pattern);
  });
}

Deno.test("a set of blocks never hands out what is held, and all that is not", () => {
  const act = fc.record({
    what: fc.constantFrom("take", "hold", "release"),
    who: fc.integer({ min: 0, max: 30 }),
    at: fc.integer({ min: 0, max: 63 }),
    bits: fc.integer({ min: 16, max: 26 }),
  });
  fc.assert(fc.property(fc.array(act, { maxLength: 200 }), (acts) => {
    const set = setOf("10.0.0.0/18", 24);
    const held = new Map<string, Set<number>>();
    const isHeld = (index: number) => [...held.values()].some((all) => all.has(index));
    for (const { what, who, at, bits } of acts) {
      const name = `n${who}`;
      if (what === "release") {
        set.release(name);
        held.delete(name);
      } else if (what === "hold") {
        const wanted = range(`10.0.${at}.0/${bits}`);
        assert(set.hold(name, wanted));
        const [first] = wanted.first.bytes.slice(2);
        const count = 2 ** Math.max(0, 24 - bits);
        held.set(name, new Set(Array.from({ length: Math.min(64, count) }, (_, i) => i + first!)));
      } else {
        const block = set.take(name)?.block;
        const index = Number(block?.split(".")[2]);
        const had = held.get(name);
        if (had?.size === 1) assertEquals(index, [...had][0]);
        else {
          held.delete(name);
          const isFull = Array.from({ length: 64 }, (_, each) => isHeld(each)).every(Boolean);
          assertEquals(block === undefined, isFull);
          if (block !== undefined) {
            assert(!isHeld(index), `${block} is held`);
            held.set(name, new Set([index]));
          }
        }
      }
      const used = Array.from({ length: 64 }, (_, each) => isHeld(each)).filter(Boolean).length;
      assertEquals(set.used, used);
    }
  }));
});
