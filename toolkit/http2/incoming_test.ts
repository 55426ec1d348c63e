import { assert, assertEquals } from "../deps/assert.ts";
import fc from "../deps/fast_check.ts";
import { joinedBytes } from "../joined_bytes.ts";
import { Incoming } from "./incoming.ts";

function takeAll(incoming: Incoming): Uint8Array[] {
  const taken: Uint8Array[] = [];
  for (let piece = incoming.take(); piece !== undefined; piece = incoming.take()) taken.push(piece);
  return taken;
}
const joined = (pieces: readonly Uint8Array[]) =>
  joinedBytes(pieces, pieces.reduce((sum, { length }) => sum + length, 0));

Deno.test("Incoming puts the bytes of a body that comes one by one together", () => {
  const incoming = new Incoming();
  for (let at = 0; at < 256 * 1024; at++) incoming.add(Uint8Array.of(at));
  const taken = takeAll(incoming);
  assertEquals([taken.length, incoming.isEmpty], [16, true]);
  assert(joined(taken).every((byte, at) => byte === (at & 255)));
});

Deno.test("Incoming holds few pieces, however short and long ones alternate", () => {
  const incoming = new Incoming();
  for (let bytes = 0; bytes < 256 * 1024; bytes += 4097) {
    incoming.add(Uint8Array.of(1));
    incoming.add(new Uint8Array(4096));
  }
  assertEquals(takeAll(incoming).length, 2 * 64);
});

Deno.test("Incoming copies what is short, and hands over what is long", () => {
  const incoming = new Incoming();
  const [short, long] = [Uint8Array.of(1, 2), new Uint8Array(4096)];
  incoming.add(short);
  incoming.add(long);
  short.fill(9);
  const [first, second] = takeAll(incoming);
  assertEquals([...first!], [1, 2]);
  assert(second === long);
});

Deno.test("Incoming hands over all at once where it is one piece or none", () => {
  const short = Uint8Array.of(1, 2), long = new Uint8Array(4096);
  const cases: Record<string, { readonly added: Uint8Array[]; readonly only: number | undefined }> =
    {
      "nothing": { added: [], only: 0 },
      "a short piece": { added: [short], only: 2 },
      "short pieces, put together": { added: [short, short], only: 4 },
      "a long piece": { added: [long], only: 4096 },
      "two long pieces": { added: [long, long], only: undefined },
      "a long piece and a short one": { added: [long, short], only: undefined },
    };
  for (const [name, { added, only }] of Object.entries(cases)) {
    const incoming = new Incoming();
    for (const piece of added) incoming.add(piece);
    assertEquals(incoming.takeOnly()?.length, only, name);
    assertEquals(incoming.isEmpty, only !== undefined, name);
  }
});

Deno.test("Incoming loses and changes nothing, whatever comes and whenever it is taken", () => {
  const step = fc.oneof(
    fc.record({ add: fc.integer({ min: 0, max: 9000 }) }),
    fc.record({ add: fc.integer({ min: 0, max: 40 }) }),
    fc.constantFrom("take" as const, "take only" as const),
  );
  fc.assert(fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
    const incoming = new Incoming();
    const added: Uint8Array[] = [];
    const taken: Uint8Array[] = [];
    let next = 0;
    for (const one of steps) {
      if (one === "take") {
        const isEmpty = incoming.isEmpty;
        const piece = incoming.take();
        assertEquals(piece === undefined, isEmpty);
        if (piece !== undefined) taken.push(piece);
      } else if (one === "take only") {
        const piece = incoming.takeOnly();
        if (piece !== undefined) {
          taken.push(piece);
          assertEquals(incoming.isEmpty, true);
        }
      } else {
        const piece = Uint8Array.from({ length: one.add }, () => next++);
        added.push(piece.slice());
        incoming.add(piece);
      }
    }
    taken.push(...takeAll(incoming));
    assertEquals(joined(taken), joined(added));
  }));
});
