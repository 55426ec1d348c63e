import { compareUtf8 } from "../../toolkit/codec/mod.ts";
import { runs } from "../../testing/requirements.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import fc from "../../toolkit/deps/fast_check.ts";
import { type ElementScalar, fieldElement, keyElement, valueElement } from "./element.ts";
import { areSorted, compareElements, sortElements } from "./element_order.ts";

/** Texts that need escapes, that come before a quote, that are of two units or of half a character. */
const text = fc.array(
  fc.constantFrom("a", "b", "1", " ", "!", "#", '"', "\\", "<", "\n", ",", "}", ":", "é", "\ue000")
    .chain((each) => fc.constantFrom(each, each, "\u{1f600}", "\ud83d", "\ude00")),
  { maxLength: 4 },
).map((parts) => parts.join(""));

const number = fc.oneof(
  fc.integer({ min: -20, max: 1200 }),
  fc.constantFrom(0.5, 1.5, 10.25, 1e21, 1e-7, 99999999999999999999, 123456789012345680),
  fc.bigInt({ min: 99_999_999_999_999n, max: 10_000_000_000_000_000_000n }),
);

const scalar: fc.Arbitrary<ElementScalar> = fc.oneof(text, number, fc.boolean(), fc.constant(null));

const keys = fc.dictionary(fc.constantFrom("a", "b", "ab", "port", "1", "10", "9", 'q"'), scalar, {
  minKeys: 1,
  maxKeys: 3,
});

const element = fc.oneof(
  text.map(fieldElement),
  scalar.map(valueElement),
  keys.map(keyElement),
  fc.nat(20).map((index) => `i:${index}`),
);

/** The order by what steps hold, parsed: what the order of texts stands for. */
function compareHeld(left: string, right: string): number {
  const [kind, other] = [left, right].map((each) => "fkvi".indexOf(each.charAt(0)));
  if (kind !== other) return kind! - other!;
  if (kind === 0) return compareUtf8(left, right);
  const [held, against] = [left, right].map((each) => JSON.parse(each.slice(2)));
  const order = kind === 1 ? compareKeys(held, against) : compareScalars(held, against);
  return order || compareUtf8(left, right);
}

function compareKeys(left: object, right: object): number {
  const names = Object.entries(left), others = Object.entries(right);
  for (let i = 0; i < Math.min(names.length, others.length); i++) {
    const [name, value] = names[i]!, [other, against] = others[i]!;
    const order = compareUtf8(name, other) || compareScalars(value, against);
    if (order !== 0) return order;
  }
  return names.length - others.length;
}

function compareScalars(left: unknown, right: unknown): number {
  const kinds = ["number", "string", "boolean", "object"];
  const order = kinds.indexOf(typeof left) - kinds.indexOf(typeof right);
  if (order !== 0) return order;
  return typeof left === "string"
    ? compareUtf8(left, right as string)
    : Number(left) - Number(right);
}

Deno.test("compareElements() orders steps by what they hold, whatever their texts", () => {
  fc.assert(
    fc.property(element, element, (left, right) => {
      const order = Math.sign(compareHeld(left, right));
      assertEquals(Math.sign(compareElements(left, right)), order);
      if (areSorted(left, right)) assertEquals(order, -1);
    }),
    { numRuns: runs(5000) },
  );
});

Deno.test("sortElements() sorts lists of any kinds of steps by what they hold", () => {
  const plain = fc.string({ unit: fc.constantFrom(" ", "!", "#", "a"), maxLength: 4 });
  const kinds = [text.map(fieldElement), plain.map(valueElement), text.map(valueElement)];
  const lists = [element, ...kinds, keys.map(keyElement)];
  fc.assert(
    fc.property(fc.oneof(...lists.map((each) => fc.uniqueArray(each))), (elements) => {
      assertEquals(sortElements([...elements]), elements.toSorted(compareHeld));
    }),
    { numRuns: runs(2000) },
  );
});

Deno.test("compareElements() takes numbers as parsing rounds them", () => {
  // Both are 1e17: the texts decide, though one has more digits.
  const [more, fewer] = ["v:100000000000000000", "v:99999999999999999"];
  assert(compareElements(more, fewer) < 0);
  assertEquals(sortElements([fewer, more]), [more, fewer]);
});

Deno.test("areSorted() sees that lists come in order", () => {
  const cases: [left: string, right: string][] = [
    ["f:a", "f:b"],
    ['v:"a"', 'v:"ab"'],
    ["v:9", "v:10"],
    ['k:{"name":"a"}', 'k:{"name":"b"}'],
    ['k:{"port":80,"protocol":"TCP"}', 'k:{"port":443,"protocol":"TCP"}'],
    ['k:{"port":80,"protocol":"TCP"}', 'k:{"port":80,"protocol":"UDP"}'],
  ];
  for (const [left, right] of cases) {
    assert(areSorted(left, right), `${left} ${right}`);
    assert(!areSorted(right, left), `${right} ${left}`);
    assert(!areSorted(left, left), left);
  }
});
