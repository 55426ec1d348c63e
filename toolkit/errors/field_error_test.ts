import { assert, assertEquals } from "../deps/assert.ts";
import { parseQuantity } from "../values/quantity.ts";
import { FieldError, printFieldErrors } from "./field_error.ts";
import { FieldPath } from "./field_path.ts";

const path = FieldPath.of("f");

Deno.test("FieldPath prints fields, items and entries", () => {
  const cases: [FieldPath, string][] = [
    [FieldPath.of("spec"), "spec"],
    [FieldPath.of("spec", "ports").index(0).child("port"), "spec.ports[0].port"],
    [FieldPath.of("metadata").child("labels").key("a.b/c"), "metadata.labels[a.b/c]"],
    [FieldPath.of("a").index(1).index(2).key("x"), "a[1][2][x]"],
    [FieldPath.of("").child("x"), "[].x"],
    [FieldPath.of("a", "b", "c"), "a.b.c"],
  ];
  for (const [made, printed] of cases) assertEquals(made.toString(), printed);
});

const BODIES: [name: string, error: FieldError, body: string][] = [
  ["required", FieldError.required(path), "Required value"],
  ["required with a detail", FieldError.required(path, "why"), "Required value: why"],
  [
    "invalid text",
    FieldError.invalid(path, 'a"\n\u0007é', "why"),
    'Invalid value: "a\\"\\n\\aé": why',
  ],
  [
    "invalid text of odd characters",
    FieldError.invalid(path, "\u200b\u{e0001}\x7f", ""),
    'Invalid value: "\\u200b\\U000e0001\\x7f"',
  ],
  ["invalid number", FieldError.invalid(path, -1.5, "why"), "Invalid value: -1.5: why"],
  ["invalid small number", FieldError.invalid(path, 0.00001, "why"), "Invalid value: 1e-05: why"],
  [
    "invalid big integer",
    FieldError.invalid(path, 2n ** 60n, ""),
    "Invalid value: 1152921504606846976",
  ],
  ["invalid boolean", FieldError.invalid(path, false, ""), "Invalid value: false"],
  ["invalid null", FieldError.invalid(path, null, ""), "Invalid value: null"],
  ["invalid absent", FieldError.invalid(path, undefined, ""), "Invalid value: null"],
  [
    "invalid object",
    FieldError.invalid(path, { a: ["<b>"], c: 5n }, ""),
    'Invalid value: {"a":["\\u003cb\\u003e"],"c":5}',
  ],
  [
    "invalid quantity",
    FieldError.invalid(path, parseQuantity("1.5"), ""),
    'Invalid value: "1500m"',
  ],
  [
    "wrong type",
    FieldError.typeInvalid(path, "x", "must be an integer"),
    'Invalid value: "x": must be an integer',
  ],
  ["duplicate", FieldError.duplicate(path, "x"), 'Duplicate value: "x"'],
  ["not found", FieldError.notFound(path, "x"), 'Not found: "x"'],
  [
    "not supported",
    FieldError.notSupported(path, "x", ["a", "b"]),
    'Unsupported value: "x": supported values: "a", "b"',
  ],
  ["not supported, none are", FieldError.notSupported(path, 5, []), "Unsupported value: 5"],
  ["forbidden", FieldError.forbidden(path, "why"), "Forbidden: why"],
  ["too long", FieldError.tooLong(path, 63), "Too long: may not be more than 63 bytes"],
  ["too long by one", FieldError.tooLong(path, 1), "Too long: may not be more than 1 byte"],
  [
    "too many characters",
    FieldError.tooLongCharacters(path, 2),
    "Too long: may not be more than 2 characters",
  ],
  ["too short", FieldError.tooShort(path, 1), "Too short: must be at least 1 character"],
  ["too many", FieldError.tooMany(path, 5, 3), "Too many: 5: must have at most 3 items"],
  ["too few", FieldError.tooFew(path, 0, 1), "Too few: 0: must have at least 1 item"],
  ["internal", FieldError.internal(path, "why"), "Internal error: why"],
];

for (const [name, error, body] of BODIES) {
  Deno.test(`FieldError reads as the reference's when it is ${name}`, () => {
    assertEquals(error.body, body);
    assertEquals(String(error), `f: ${body}`);
    assertEquals(error.toCause(), { reason: error.type, message: body, field: "f" });
  });
}

Deno.test("printFieldErrors() puts several in brackets and shows each once", () => {
  const [a, b] = [FieldError.required(path), FieldError.forbidden(path, "no")];
  assertEquals(printFieldErrors([a]), "f: Required value");
  assertEquals(printFieldErrors([a, a]), "f: Required value");
  assertEquals(printFieldErrors([a, b, a]), "[f: Required value, f: Forbidden: no]");
});

for (
  const [name, value, shown] of [
    ["of many elements", Array(100_000).fill(1), /^\[1,1,1.*1…$/],
    ["that is deep", deep(5_000), /^\[{2,}…?$|^\[.*\]$/],
    ["of a long text", { a: "x".repeat(1_000_000) }, /^\{"a":"x{10001}".?…$/],
    ["that is a long text", "x".repeat(1_000_000), /^"x{10000}"…$/],
    ["of a long name", { ["n".repeat(1_000_000)]: 1 }, /^\{"n{10001}":1.?…$/],
  ] as const
) {
  Deno.test(`FieldError shows the beginning of a value ${name}`, () => {
    const { body } = FieldError.invalid(path, value, "");
    const text = body.replace("Invalid value: ", "");
    assert(text.length < 25_000, `${text.length} characters`);
    assert(shown.test(text), `${text.slice(0, 50)} … ${text.slice(-50)}`);
  });
}

function deep(levels: number): unknown {
  let value: unknown = [];
  for (let level = 0; level < levels; level++) value = [value];
  return value;
}

Deno.test("FieldError shows values that are short as they are", () => {
  const value = { a: [1n, "x<y", null, undefined, true, {}], b: undefined, c: { d: [] } };
  const { body } = FieldError.invalid(path, value, "");
  assertEquals(body, 'Invalid value: {"a":[1,"x\\u003cy",null,null,true,{}],"c":{"d":[]}}');
});
