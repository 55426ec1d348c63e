/** Values and keys of every size and content. @module */

import { TooLarge } from "../errors.ts";
import { MAX_COMMIT_BYTES, MAX_KEY_BYTES, MAX_VALUE_BYTES } from "../limits.ts";
import type { Op } from "../store.ts";
import { assert, assertEquals, put, rejects, type Suite, takeChanges } from "./suite.ts";

const KIB = 1024;

/** The contract for values of every size, in reads, changes and history. */
export function valueContract(suite: Suite): void {
  suite.test("values of every size come back as they were", async (store, base) => {
    const sizes = [0, 1, 1023, 4096, 60 * KIB, 60 * KIB + 1, 64 * KIB, 200 * KIB, 1000 * KIB]
      .concat([3 * KIB * KIB + 17, MAX_VALUE_BYTES])
      .filter((size) => size <= suite.maxValueBytes);
    for (const size of sizes) {
      await store.commit([{ type: "put", key: `/registry/${size}`, value: pattern(size) }]);
    }
    for (const size of sizes) {
      assertSame((await store.get(`/registry/${size}`))?.value, pattern(size));
    }
    const { items } = await store.range("/registry/");
    for (const { key, value } of items) assertSame(value, pattern(Number(key.slice(10))));
    const changes = await takeChanges(store, base, sizes.length);
    changes.forEach(({ value }, index) => assertSame(value, pattern(sizes[index] ?? -1)));
  });

  suite.test(
    "large values are replaced, read at old revisions, and deleted",
    async (store, base) => {
      const large = (seed: number) => pattern(Math.min(300 * KIB, suite.maxValueBytes), seed);
      const key = "/registry/large";
      for (let seed = 1; seed <= 3; seed++) {
        await store.commit([{ type: "put", key, value: large(seed) }]);
      }
      await store.commit([{ type: "delete", key }]);
      for (let seed = 1; seed <= 3; seed++) {
        assertSame((await store.get(key, { at: base + seed }))?.value, large(seed));
      }
      const changes = await takeChanges(store, base, 4);
      for (let seed = 1; seed <= 3; seed++) assertSame(changes[seed]?.previous?.value, large(seed));
      await store.compact(base + 3);
      assertSame((await store.get(key, { at: base + 3 }))?.value, large(3));
      await store.compact(base + 4);
      assertEquals(await store.get(key), undefined);
    },
  );

  suite.test("a commit of many values at once is whole", async (store, base) => {
    const total = Math.min(MAX_COMMIT_BYTES, suite.maxValueBytes);
    const count = 40;
    const ops = Array.from({ length: count }, (_, index): Op => ({
      type: "put",
      key: `/registry/${index}`,
      value: pattern(Math.floor(total / count / 2), index),
    }));
    assertEquals(await store.commit(ops), base + 1);
    for (const [index, op] of ops.entries()) {
      assertSame((await store.get(op.key))?.value, pattern(Math.floor(total / count / 2), index));
    }
  });

  suite.test("too large is refused as such, and nothing is written", async (store, base) => {
    const key = "/registry/a";
    const over = new Uint8Array(MAX_VALUE_BYTES + 1);
    const error = await rejects(
      TooLarge,
      () => store.commit([put("/registry/b", "x"), { type: "put", key, value: over }]),
    );
    assert(error.size >= error.limit);
    const longKey = "/registry/" + "k".repeat(MAX_KEY_BYTES);
    await rejects(TooLarge, () => store.commit([put(longKey, "x")]));
    await rejects(TooLarge, () => store.get(longKey));
    await rejects(TooLarge, () => store.range(longKey));
    const half = new Uint8Array(MAX_VALUE_BYTES);
    const many = ["1", "2", "3"].map((name): Op => ({
      type: "put",
      key: `/registry/${name}`,
      value: half,
    }));
    await rejects(TooLarge, () => store.commit(many));
    assertEquals(await store.revision(), base);
  });

  suite.test("any well-formed text is a key", async (store) => {
    const names = [
      " ",
      "\u0000",
      "a\u0000b",
      "\u0001\u007f",
      "..",
      "//",
      "%2f",
      "é",
      "e\u0301",
      "\ufeff",
      "\uffff",
      "🙂/🙂",
      "constructor",
      "__proto__",
      "k".repeat(MAX_KEY_BYTES - "/registry/".length),
      "é".repeat((MAX_KEY_BYTES - "/registry/".length) / 2),
      "😀".repeat(Math.floor((MAX_KEY_BYTES - "/registry/".length) / 4)),
    ];
    for (const name of names) await store.commit([put(`/registry/${name}`, name, 0)]);
    for (const name of names) {
      const found = await store.get(`/registry/${name}`);
      assertEquals(
        found && new TextDecoder("utf-8", { ignoreBOM: true }).decode(found.value),
        name,
      );
    }
    const { items } = await store.range("/registry/");
    assertEquals(new Set(items.map(({ key }) => key)), new Set(names.map((n) => `/registry/${n}`)));
  });

  suite.test("any bytes are a value", async (store) => {
    const values = [
      Uint8Array.of(0),
      Uint8Array.of(0xff),
      Uint8Array.of(0xff, 0xfe, 0x00),
      Uint8Array.from({ length: 256 }, (_, index) => index),
      new TextEncoder().encode("x-long-enough").subarray(2, 6),
    ];
    for (const [index, value] of values.entries()) {
      await store.commit([{ type: "put", key: `/registry/${index}`, value }]);
    }
    for (const [index, value] of values.entries()) {
      assertSame((await store.get(`/registry/${index}`))?.value, value);
    }
  });
}

/** Bytes that differ from place to place and from seed to seed. */
function pattern(size: number, seed = 1): Uint8Array {
  const bytes = new Uint8Array(size);
  let state = seed * 2654435761 >>> 0;
  for (let index = 0; index < size; index++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    bytes[index] = state >>> 24;
  }
  return bytes;
}

/** Equality of long values, without printing them. */
function assertSame(actual: Uint8Array | undefined, expected: Uint8Array): void {
  assertEquals(actual?.length, expected.length);
  const at = expected.findIndex((byte, index) => actual?.[index] !== byte);
  assertEquals(at, -1, "the first place where the bytes differ");
}
