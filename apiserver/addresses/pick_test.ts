import { deterministicRandom } from "../../testing/api_server.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import fc from "../../toolkit/deps/fast_check.ts";
import { IpAddress, parseIpSloppy } from "../../toolkit/validation/mod.ts";
import { AddressRange } from "./address_range.ts";
import { pickFree } from "./pick.ts";

Deno.test("pickFree() takes all, each once, and those that are kept last", () => {
  fc.assert(fc.property(fc.nat(200), fc.nat(300), fc.nat(), (size, kept, seed) => {
    const band = Math.min(size, kept);
    const random = deterministicRandom(seed);
    const taken: number[] = [];
    const used = new Set<number>();
    for (
      let number;
      (number = pickFree({ size, band }, (one) => used.has(one), random)) !== undefined;
    ) {
      assert(!used.has(number) && number >= 0 && number < size, `${number} is free`);
      used.add(number);
      taken.push(number);
    }
    assertEquals(taken.length, size);
    assert(taken.slice(0, size - band).every((number) => number >= band));
  }));
});

Deno.test("pickFree() finds the last one that is free", () => {
  fc.assert(fc.property(fc.integer({ min: 1, max: 3000 }), fc.nat(), fc.nat(), (size, at, seed) => {
    const free = at % size;
    const found = pickFree({ size, band: 16 }, (one) => one !== free, deterministicRandom(seed));
    assertEquals(found, size > 16 || free < 16 ? free : found);
  }));
});

Deno.test("pickFree() copes with chance at its edges", () => {
  for (const chance of [0, 1 - 2 ** -53, 1]) {
    assertEquals(pickFree({ size: 1, band: 0 }, () => false, () => chance), 0);
    assertEquals(pickFree({ size: 3, band: 3 }, (one) => one !== 1, () => chance), 1);
  }
});

const RANGES: readonly (readonly [
  range: string,
  size: number,
  band: number,
  first: string,
  last: string,
])[] = [
  ["10.0.0.0/24", 254, 16, "10.0.0.1", "10.0.0.254"],
  ["10.0.0.0/28", 14, 0, "10.0.0.1", "10.0.0.14"],
  ["10.0.0.248/29", 6, 0, "10.0.0.249", "10.0.0.254"],
  ["10.0.0.0/27", 30, 16, "10.0.0.1", "10.0.0.30"],
  ["10.96.0.0/12", 1048574, 256, "10.96.0.1", "10.111.255.254"],
  ["10.0.0.0/22", 1022, 64, "10.0.0.1", "10.0.3.254"],
  ["fd00::/120", 255, 16, "fd00::1", "fd00::ff"],
  ["fd00::/108", 1048575, 256, "fd00::1", "fd00::f:ffff"],
  ["10.0.0.0/31", 0, 0, "", ""],
];

for (const [text, size, band, first, last] of RANGES) {
  Deno.test(`AddressRange has ${size} addresses of ${text}`, () => {
    const range = AddressRange.parse(text)!;
    assertEquals([range.size, range.band, String(range)], [size, band, text]);
    if (size === 0) return;
    assertEquals([range.at(0), range.at(size - 1)], [first, last]);
  });
}

Deno.test("AddressRange refuses what is none, and what is too large", () => {
  for (const text of ["", "10.0.0.0", "10.0.0.0/33", "fd00::/63"]) {
    assertEquals(AddressRange.parse(text), undefined, text);
  }
  assertEquals(AddressRange.parse("fd00::/64")?.size, Number.MAX_SAFE_INTEGER);
});

Deno.test("AddressRange: every number has an address of its own that can be had", () => {
  fc.assert(
    fc.property(
      fc.boolean(),
      fc.array(fc.nat(255), { minLength: 16, maxLength: 16 }),
      fc.nat(),
      fc.nat(63),
      (v4, bytes, pick, bits) => {
        const address = new IpAddress(v4 ? bytes.slice(0, 4) : [0xfd, ...bytes.slice(1)]);
        const range = AddressRange.parse(`${address}/${v4 ? 4 + bits % 26 : 64 + bits % 60}`)!;
        const number = pick % range.size;
        const text = range.at(number);
        const found = parseIpSloppy(text)!;
        assert(range.contains(found), `${range} contains ${text}`);
        assert(range.canBeHad(found), `${text} of ${range} can be had`);
        if (number > 0) assert(range.at(number - 1) !== text);
      },
    ),
  );
});

const OUT: readonly (readonly [range: string, address: string, can: boolean])[] = [
  ["10.0.0.0/24", "10.0.0.0", false],
  ["10.0.0.0/24", "10.0.0.255", false],
  ["10.0.0.0/23", "10.0.0.255", true],
  ["10.0.0.0/23", "10.0.1.255", false],
  ["10.0.0.128/25", "10.0.0.128", false],
  ["fd00::/120", "fd00::", false],
  ["fd00::/120", "fd00::ff", true],
];

for (const [range, address, can] of OUT) {
  Deno.test(`AddressRange: ${address} of ${range} can ${can ? "" : "not "}be had`, () => {
    assertEquals(AddressRange.parse(range)!.canBeHad(parseIpSloppy(address)!), can);
  });
}
