import fc from "../../deps/fast_check.ts";
import { assertEquals, assertThrows } from "../../deps/assert.ts";
import { HeaderDecoder } from "./decoder.ts";
import { HeaderEncoder } from "./encoder.ts";

const LIMITS = { bytes: 100_000, fields: 1000 };
const bytes = (hex: string) => Uint8Array.fromHex(hex.replaceAll(" ", ""));

Deno.test("HeaderDecoder reads requests one after the other, each by those before it", () => {
  // RFC 7541, C.4.
  const decoder = new HeaderDecoder();
  const first = [
    ":method",
    "GET",
    ":scheme",
    "http",
    ":path",
    "/",
    ":authority",
    "www.example.com",
  ];
  assertEquals(decoder.decode(bytes("8286 8441 8cf1 e3c2 e5f2 3a6b a0ab 90f4 ff"), LIMITS), first);
  const second = [...first, "cache-control", "no-cache"];
  assertEquals(decoder.decode(bytes("8286 84be 5886 a8eb 1064 9cbf"), LIMITS), second);
  const third = decoder.decode(
    bytes("8287 85bf 4088 25a8 49e9 5ba9 7d7f 8925 a849 e95b b8e8 b4bf"),
    LIMITS,
  );
  assertEquals(third.slice(2), [
    ...[":scheme", "https", ":path", "/index.html", ":authority", "www.example.com"],
    ...["custom-key", "custom-value"],
  ]);
});

Deno.test("HeaderDecoder forgets the oldest fields first, as its peer does", () => {
  const decoder = new HeaderDecoder();
  // A table of 70 bytes has room for two fields of a name and a value of one byte each.
  const add = (
    name: string,
    value: string,
  ) => [0x40, 1, name.charCodeAt(0), 1, value.charCodeAt(0)];
  const block = [0x3f, 70 - 31, ...add("a", "1"), ...add("b", "2"), ...add("c", "3")];
  decoder.decode(Uint8Array.from(block), LIMITS);
  assertEquals(decoder.decode(Uint8Array.of(0xbe, 0xbf), LIMITS), ["c", "3", "b", "2"]);
  assertThrows(() => decoder.decode(Uint8Array.of(0xc0), LIMITS), "a field that nobody has");
});

const BAD: readonly [name: string, hex: string, why: string][] = [
  ["an entry of number 0", "80", "a field that nobody has"],
  ["an entry past the table", "be", "a field that nobody has"],
  ["a name past the table", "7e 01 61", "a field that nobody has"],
  ["a number without an end", "ff ff ff ff ff ff ff", "a number that is too large"],
  ["a number that is cut off", "ff", "a head that is cut off"],
  ["a text that is cut off", "40 05 61", "a text that is cut off"],
  ["a text longer than all", "40 7f ff ff ff 7f", "a text that is cut off"],
  ["a text in no known code", "40 81 ff 01 61", "a text in no known code"],
  ["a value that is missing", "40 01 61", "a head that is cut off"],
  ["a table larger than allowed", "3f e2 1f", "a table size that is not allowed"],
  ["a table size after a field", "82 20", "a table size that is not allowed"],
];

for (const [name, hex, why] of BAD) {
  Deno.test(`HeaderDecoder refuses ${name}`, () => {
    const error = assertThrows(() => new HeaderDecoder().decode(bytes(hex), LIMITS), why);
    assertEquals(error.name, "ConnectionError");
  });
}

Deno.test("HeaderDecoder keeps one field past its limits, and reads on", () => {
  const decoder = new HeaderDecoder();
  const block = Uint8Array.from(Array.from({ length: 50 }, () => 0x82));
  assertEquals(decoder.decode(block, { bytes: 25, fields: 1000 }).length, 2 * 3);
  assertEquals(decoder.decode(block, { bytes: 1000, fields: 4 }).length, 2 * 5);
  const many = [0x40, 1, 97, 1, 49, ...block, 0x40, 1, 98, 1, 50];
  decoder.decode(Uint8Array.from(many), { bytes: 1, fields: 1 });
  // What was cut off is in the table all the same: the next head speaks of it.
  assertEquals(decoder.decode(Uint8Array.of(0xbe, 0xbf), LIMITS), ["b", "2", "a", "1"]);
});

Deno.test("HeaderEncoder writes what HeaderDecoder reads, whatever it is", () => {
  const text = fc.string({
    unit: fc.integer({ min: 0, max: 255 }).map((at) => String.fromCharCode(at)),
  });
  const name = fc.oneof(
    fc.constantFrom(":status", "content-type", "date", "x"),
    text.filter((one) => one !== "" && one !== "__proto__"),
  );
  const head = fc.dictionary(name, fc.oneof(text, fc.array(text), fc.nat()));
  fc.assert(fc.property(fc.array(head), (heads) => {
    const [encoder, decoder] = [new HeaderEncoder(), new HeaderDecoder()];
    for (const one of heads) {
      const rank = ([key]: readonly [string, unknown]) => key === ":status" ? 0 : 1;
      const entries = Object.entries(one).sort((a, b) => rank(a) - rank(b));
      const expected = entries.flatMap(([key, value]) =>
        (typeof value === "object" ? value : [String(value)]).flatMap((each) => [key, each])
      );
      assertEquals(decoder.decode(encoder.encode(one), LIMITS), expected);
    }
  }));
});

Deno.test("HeaderEncoder agrees to a smaller table, once", () => {
  const encoder = new HeaderEncoder();
  encoder.readerKeeps(0);
  assertEquals([...encoder.encode({ ":status": 200 })], [0x20, 0x88]);
  assertEquals([...encoder.encode({ ":status": 200 })], [0x88]);
});

Deno.test("HeaderEncoder writes the status before all others, whatever their names", () => {
  const encoded = new HeaderEncoder().encode({ ":status": 200, "1": "a", "x": "b" });
  assertEquals(new HeaderDecoder().decode(encoded, LIMITS), [":status", "200", "1", "a", "x", "b"]);
});
