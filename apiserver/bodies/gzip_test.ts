import { gunzipSync } from "node:zlib";
import { runs } from "../../testing/requirements.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import fc from "../../toolkit/deps/fast_check.ts";
import { joinedBytes } from "../../toolkit/joined_bytes.ts";
import { composedOf, gzipped } from "./gzip.ts";

Deno.test("gzipped() gives what any reader makes the body of again", async () => {
  const large = new TextEncoder().encode("some text, ".repeat(20_000));
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    fc.constantFrom(large, large.subarray(1, 65_536), large.subarray(1, 65_537), new Uint8Array()),
  );
  await fc.assert(
    fc.asyncProperty(bytes, bytes, bytes, async (head, kept, tail) => {
      const body = joinedBytes([head, kept, tail]);
      const parts = await gzipped(composedOf(body.slice(), { head, kept, tail }));
      const whole = await gzipped(body);
      for (const gzip of [parts, whole]) {
        assertEquals(new Uint8Array(gunzipSync(gzip)), body);
        // A reader of streams is stricter about what comes after the end.
        const stream = new Blob([gzip as Uint8Array<ArrayBuffer>]).stream()
          .pipeThrough(new DecompressionStream("gzip"));
        assertEquals(new Uint8Array(await new Response(stream).arrayBuffer()), body);
      }
    }),
    { numRuns: runs(50) },
  );
});

Deno.test("gzipped() compresses bytes that are kept once", async () => {
  const kept = new TextEncoder().encode("some text, ".repeat(50_000));
  const make = (text: string) => {
    const head = new TextEncoder().encode(text);
    const tail = new Uint8Array([0x0a]);
    return composedOf(joinedBytes([head, kept, tail]), { head, kept, tail });
  };
  const [first, second] = [await gzipped(make("1")), await gzipped(make("22"))];
  assert(first.length < kept.length / 50, `${first.length}`);
  // All but the little around it is the same.
  assertEquals(first.slice(16, -16), second.slice(17, -16));
});
