import { assert, assertEquals, assertThrows } from "../deps/assert.ts";
import fc from "../deps/fast_check.ts";
import {
  canonicalQuantity,
  parseQuantity,
  Quantity,
  QUANTITY_LIMIT_CHARS,
  QUANTITY_LIMIT_EXPONENT,
  QuantityError,
} from "./quantity.ts";

const CANONICAL: [name: string, text: string, canonical: string][] = [
  ["zero", "0", "0"],
  ["minus zero", "-0", "0"],
  ["zero with a binary suffix", "0Ki", "0"],
  ["zero with an exponent", "0e7", "0"],
  ["many zeros", "000.000m", "0"],
  ["a bare sign", "+", "0"],
  ["a bare suffix", "m", "0"],
  ["a whole number", "4", "4"],
  ["a whole number below 1024 of no suffix", "1024", "1024"],
  ["thousands", "1000", "1k"],
  ["thousandths", "100m", "100m"],
  ["thousandths that make a whole", "2000m", "2"],
  ["a fraction", "1.5", "1500m"],
  ["a fraction without a whole", ".5", "500m"],
  ["a fraction of exa", "0.3E", "300P"],
  ["a point without a fraction", "10.", "10."],
  ["an upper case E alone is exa", "1E", "1E"],
  ["an upper case E with digits is an exponent", "1E3", "1E3"],
  ["an exponent", "12e6", "12e6"],
  ["an exponent that is no multiple of three", "1e2", "100"],
  ["an exponent with a fraction", "1.5e3", "1500"],
  ["an exponent with a sign", "1000e-3", "1"],
  ["a small exponent", "5e-7", "500e-9"],
  ["tenths of micro", "1.5u", "1500n"],
  ["less than nano", "0.1n", "1n"],
  ["less than nano, negative", "-0.1n", "-1n"],
  ["more digits than nano", "1.0000000001", "1000000001n"],
  ["an exponent far below nano", "1e-1000000", "1e-9"],
  ["binary", "64Mi", "64Mi"],
  ["binary with a fraction", "0.5Gi", "512Mi"],
  ["binary with a fraction that stays", "1.5Gi", "1536Mi"],
  ["binary that fits the next suffix", "1024Ki", "1Mi"],
  ["binary that fits two suffixes on", "1048576Ki", "1Gi"],
  ["binary below 1024", "0.5Ki", "512"],
  ["binary with a fraction of one", "0.0001Ki", "102400u"],
  ["binary, negative", "-2048Ki", "-2Mi"],
  ["binary at the limit", "8Ei", "9223372036854775807"],
  ["binary past the limit", "-100Ei", "-9223372036854775807"],
  ["binary past the limit with a fraction", "8.5Ei", "9223372036854775807"],
  ["decimal past 2^63", "9223372036854775808", "9223372036854775808"],
  ["decimal past exa", "1000E", "1e21"],
  ["an exponent past exa", "1e21", "1e21"],
  ["eighteen digits", "123456789012345678", "123456789012345678"],
  ["text that the reference keeps: a plus sign", "+1", "+1"],
  ["text that the reference keeps: a leading zero", "01Ki", "01Ki"],
  ["text that the reference keeps: three decimals", "1.234", "1.234"],
  ["a plus sign that it does not keep", "+1024Ki", "1Mi"],
];

for (const [name, text, canonical] of CANONICAL) {
  Deno.test(`canonicalQuantity() prints ${canonical} for ${text}: ${name}`, () => {
    assertEquals(parseQuantity(text).toString(), canonical);
    assertEquals(canonicalQuantity(text), canonical);
    assertEquals(canonicalQuantity(` ${text}\n`), canonical);
  });
}

const FORMAT = "quantities must match the regular expression " +
  "'^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
const NUMERIC = "unable to parse numeric part of quantity";
const SUFFIX = "unable to parse quantity's suffix";

const REFUSED: [text: string, message: string][] = [
  ["", FORMAT],
  ["one", FORMAT],
  [" 1", FORMAT],
  ["1 ", FORMAT],
  ["1\n", FORMAT],
  ["1.1.M", FORMAT],
  ["1+1.0M", FORMAT],
  ["0.1am", FORMAT],
  ["--1", SUFFIX],
  ["1e3.5", FORMAT],
  ["0x10", FORMAT],
  ["١", FORMAT],
  ["NaN", FORMAT],
  ["1i", SUFFIX],
  ["0.1mi", SUFFIX],
  ["1e", SUFFIX],
  ["1ee3", SUFFIX],
  ["1K", SUFFIX],
  ["1+3", SUFFIX],
  ["1e9223372036854775808", SUFFIX],
  [`1e${QUANTITY_LIMIT_EXPONENT + 1}`, SUFFIX],
  ["Ei", NUMERIC],
  ["E-12", NUMERIC],
  ["9".repeat(QUANTITY_LIMIT_CHARS + 1), NUMERIC],
];

for (const [text, message] of REFUSED) {
  Deno.test(`parseQuantity() refuses ${JSON.stringify(text.slice(0, 24))}`, () => {
    const error = assertThrows(() => parseQuantity(text));
    assert(error instanceof QuantityError);
    assertEquals(error.message, message);
  });
}

Deno.test("canonicalQuantity() trims as the reference does when a text has odd spaces", () => {
  assertEquals(canonicalQuantity("\u00a0\u0085\u2003100m\t"), "100m");
  assertThrows(() => canonicalQuantity("\ufeff1"), FORMAT);
});

const number = fc.tuple(
  fc.constantFrom("", "-", "+"),
  fc.stringMatching(/^(0|[1-9]\d{0,20})(\.\d{0,12})?$/),
).map((parts) => parts.join(""));
const suffix = fc.constantFrom(
  ..."n u m k M G T P E Ki Mi Gi Ti Pi Ei e3 E6 e-3 e+2 e1 e-7 e18 e20".split(" "),
  "",
);
const texts = fc.tuple(number, suffix).map((parts) => parts.join(""));

/** The amount of a printed quantity in nano units, by other means than the code under test. */
function nano(quantity: Quantity): bigint {
  const [, sign, whole = "", fraction = "", unit = ""] =
    /^([+-]?)(\d*)\.?(\d*)(.*)$/.exec(quantity.toString()) ?? [];
  const decimal = "num_kMGTPE".indexOf(unit);
  const binary = "KMGTPE".indexOf(unit[0] ?? "?") + 1;
  const [up, power] = unit === ""
    ? [1n, 0]
    : unit.endsWith("i")
    ? [1024n ** BigInt(binary), 0]
    : /^[eE]./.test(unit)
    ? [1n, Number(unit.slice(1))]
    : [1n, 3 * decimal - 9];
  const scale = 9 + power - fraction.length;
  const digits = BigInt(whole + fraction) * up * (sign === "-" ? -1n : 1n);
  if (scale >= 0) return digits * 10n ** BigInt(scale);
  assertEquals(digits % 10n ** BigInt(-scale), 0n, "nothing finer than nano is printed");
  return digits / 10n ** BigInt(-scale);
}

Deno.test("parseQuantity() gives an equal quantity and the same text when it reads a printed one", () => {
  fc.assert(fc.property(texts, (text) => {
    const quantity = parseQuantity(text);
    const again = parseQuantity(quantity.toString());
    assert(again.equals(quantity));
    assertEquals(again.toString(), quantity.toString());
    assertEquals(canonicalQuantity(text), quantity.toString());
  }));
});

Deno.test("Quantity orders, adds and subtracts as exact numbers when notations are mixed", () => {
  fc.assert(fc.property(texts, texts, (left, right) => {
    const [a, b] = [parseQuantity(left), parseQuantity(right)];
    const [x, y] = [nano(a), nano(b)];
    assertEquals(a.compare(b), x < y ? -1 : x > y ? 1 : 0);
    assertEquals(b.compare(a), 0 - a.compare(b) || 0);
    assertEquals(nano(a.add(b)), x + y);
    assertEquals(nano(a.subtract(b)), x - y);
    assert(a.add(b).subtract(b).equals(a));
    assertEquals(nano(a.multiply(-3)), x * -3n);
    assert(a.negate().add(a).isZero);
  }));
});

Deno.test("Quantity rounds away from zero when it is asked for a coarser unit", () => {
  fc.assert(fc.property(texts, fc.integer({ min: -9, max: 6 }), (text, scale) => {
    const quantity = parseQuantity(text);
    const [exact, unit] = [nano(quantity), 10n ** BigInt(scale + 9)];
    const scaled = quantity.scaledValue(scale) * unit;
    const absolute = (n: bigint) => n < 0n ? -n : n;
    assert(absolute(scaled) >= absolute(exact));
    assert(absolute(scaled) - absolute(exact) < unit);
    assertEquals(nano(quantity.roundUp(scale)), scaled);
  }));
});

Deno.test("Quantity keeps its notation when it is added to, and takes the other's when it is zero", () => {
  const cases: [string, string, string][] = [
    ["1Gi", "1Mi", "1025Mi"],
    ["1Gi", "1m", "1073741824001m"],
    ["1k", "24", "1024"],
    ["0", "1Ki", "1Ki"],
    ["1e3", "1k", "2e3"],
    ["6Ei", "6Ei", "12Ei"],
    ["+1", "0", "1"],
  ];
  for (const [left, right, sum] of cases) {
    assertEquals(parseQuantity(left).add(parseQuantity(right)).toString(), sum, `${left}+${right}`);
  }
  assertEquals(parseQuantity("1Gi").multiply(1 << 20).multiply(1 << 20).toString(), "1024Ei");
});

Deno.test("Quantity gives numbers", () => {
  assertEquals(parseQuantity("1500m").value(), 2n);
  assertEquals(parseQuantity("-1500m").value(), -2n);
  assertEquals(parseQuantity("1.5").milliValue(), 1500n);
  assertEquals(parseQuantity("1500m").wholeValue(), undefined);
  assertEquals(parseQuantity("2000m").wholeValue(), 2n);
  assertEquals(parseQuantity("1Ki").wholeValue(), 1024n);
  assertEquals(parseQuantity("100m").toNumber(), 0.1);
  assertEquals(parseQuantity("1e400").toNumber(), Infinity);
  assertEquals(Quantity.of(1536, 0, "BinarySI").toString(), "1536");
  assertEquals(Quantity.of(3 * 1024, 0, "BinarySI").toString(), "3Ki");
  assertEquals(Quantity.of(250n, -3).toString(), "250m");
  assertEquals(Quantity.of(15n, -10).toString(), "2n");
  assertEquals(parseQuantity("1024").withFormat("BinarySI").toString(), "1Ki");
  assertEquals(JSON.stringify({ cpu: parseQuantity("1.5") }), '{"cpu":"1500m"}');
  assertThrows(() => Quantity.of(1, QUANTITY_LIMIT_EXPONENT + 1), "out of bounds");
});
