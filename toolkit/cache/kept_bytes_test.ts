import { assertEquals, assertThrows } from "../deps/assert.ts";
import { KeptBytes, SHARED_PARTS_LIMIT } from "./kept_bytes.ts";

const bytes = (...all: number[]) => Uint8Array.from(all);

Deno.test("KeptBytes hands out what was put in, which never changes", () => {
  const kept = new KeptBytes();
  const entry = kept.add(bytes(1, 2), [bytes(3), bytes(4)]);
  const before = kept.get(entry);
  kept.replace(entry, bytes(5), [bytes(4)]);
  kept.add(bytes(6), [bytes(7)]);
  assertEquals(before, { bytes: bytes(1, 2), shared: [bytes(3), bytes(4)] });
  assertEquals(kept.get(entry), { bytes: bytes(5), shared: [bytes(4)] });
  kept.replace(entry, bytes());
  assertEquals(kept.get(entry), { bytes: bytes(), shared: undefined });
});

Deno.test("KeptBytes counts what is shared once, and nothing of what is gone", () => {
  const kept = new KeptBytes();
  const entries = [1, 2, 3].map((at) => kept.add(bytes(at), [bytes(9, 9, 9), bytes(at, at)]));
  assertEquals(kept.liveBytes, 3 + 3 + 6);
  kept.replace(entries[0]!, bytes(1), [bytes(9, 9, 9)]);
  assertEquals(kept.liveBytes, 3 + 3 + 4);
  for (const entry of entries) kept.remove(entry);
  assertEquals(kept.liveBytes, 0);
});

Deno.test("KeptBytes refuses more parts than it can number, and keeps what was there", () => {
  const kept = new KeptBytes();
  const many = Array.from({ length: SHARED_PARTS_LIMIT }, (_, at) => bytes(at));
  const entry = kept.add(bytes(1), many);
  assertEquals(kept.get(entry).shared?.length, SHARED_PARTS_LIMIT);
  assertThrows(() => kept.replace(entry, bytes(1), [...many, bytes(1)]), "256 shared parts");
  assertEquals(kept.get(entry), { bytes: bytes(1), shared: many });
});
