import { assert, assertEquals } from "../../../toolkit/deps/assert.ts";
import fc from "../../../toolkit/deps/fast_check.ts";
import { runs } from "../../../testing/requirements.ts";
import { DeclaredConversion, declaredConverter } from "./declared.ts";

const VERSIONS = ["v1", "v2", "v3"];

const RULES = `
- from: v1
  to: v2
  rules:
  - move: {from: .spec.size, to: .spec.replicas}
  - move: {from: .spec.owner, to: .info.owner}
- from: v2
  to: v3
  rules:
  - default: {path: .spec.mode, value: {name: fast}}
  - remove: .spec.legacy
  - set: {path: .spec.title, expression: 'self.metadata.name + ": " + string(self.spec.replicas * 2)'}
- from: v3
  to: v2
  rules:
  - remove: .spec.title
`;

function read(text: string): DeclaredConversion {
  const { conversion, problems } = DeclaredConversion.read(text, VERSIONS);
  assertEquals(problems, []);
  assert(conversion !== undefined);
  return conversion;
}

const object = (spec: unknown, more = {}) => ({
  apiVersion: "example.com/v1",
  kind: "Gadget",
  metadata: { name: "a" },
  spec,
  ...more,
});

const CONVERTED: readonly (readonly [
  name: string,
  from: string,
  to: string,
  before: object,
  after: object,
])[] = [
  ["moves fields", "v1", "v2", { spec: { size: 3, owner: "me" } }, {
    spec: { replicas: 3 },
    info: { owner: "me" },
  }],
  ["moves them back", "v2", "v1", { spec: { replicas: 3 }, info: { owner: "me" } }, {
    spec: { size: 3, owner: "me" },
  }],
  ["leaves what is not there", "v1", "v2", { spec: { other: 1 } }, { spec: { other: 1 } }],
  ["goes by way of others", "v1", "v3", { spec: { size: 2, legacy: true } }, {
    spec: { replicas: 2, mode: { name: "fast" }, title: "a: 4" },
  }],
  ["keeps what a default is for", "v2", "v3", { spec: { replicas: 1, mode: 1 } }, {
    spec: { replicas: 1, mode: 1, title: "a: 2" },
  }],
];

for (const [name, from, to, before, after] of CONVERTED) {
  Deno.test(`a declared conversion ${name}`, () => {
    const { apiVersion, kind, metadata } = object({});
    const head = { apiVersion, kind, metadata };
    assertEquals(read(RULES).convert({ ...head, ...before }, from, to), { ...head, ...after });
  });
}

const WRONG: readonly (readonly [name: string, text: string, problem: RegExp])[] = [
  ["no list", "a: 1", /must be a list/],
  ["no YAML", "[", /yaml|end|flow/i],
  ["an unknown version", "[{from: v1, to: v9, rules: []}]", /"v9" is not a version/],
  ["the same version", "[{from: v1, to: v1, rules: []}]", /same version/],
  ["no rules", "[{from: v1, to: v2}]", /list of rules/],
  ["an unknown field", "[{from: v1, to: v2, rules: [], x: 1}]", /x: no such field/],
  ["an unknown rule", "[{from: v1, to: v2, rules: [{rename: 1}]}]", /one of move/],
  ["two rules in one", "[{from: v1, to: v2, rules: [{remove: .a, move: {}}]}]", /one of move/],
  ["metadata", "[{from: v1, to: v2, rules: [{remove: .metadata.name}]}]", /metadata can't be/],
  ["lists", "[{from: v1, to: v2, rules: [{remove: '.spec.a[0]'}]}]", /only field names/],
  ["a bad path", "[{from: v1, to: v2, rules: [{remove: spec}]}]", /can't read the path/],
  [
    "a bad expression",
    "[{from: v1, to: v2, rules: [{set: {path: .a, expression: '1 +'}}]}]",
    /compilation failed/,
  ],
  [
    "a pair twice",
    "[{from: v1, to: v2, rules: []}, {from: v1, to: v2, rules: []}]",
    /declared twice/,
  ],
  [
    "no way back",
    "[{from: v1, to: v2, rules: [{remove: .a}]}, {from: v2, to: v3, rules: []}]",
    /no rules convert from v2 to v1/,
  ],
  ["too much", "x".repeat(70_000), /longer than/],
];

for (const [name, text, problem] of WRONG) {
  Deno.test(`a declared conversion refuses ${name}`, () => {
    const { conversion, problems } = DeclaredConversion.read(text, VERSIONS);
    assert(conversion === undefined && problem.test(problems.join("\n")), problems.join("\n"));
  });
}

Deno.test("a declared conversion that moves gives the object back when it is reversed", () => {
  const conversion = read(`
- {from: v1, to: v2, rules: [{move: {from: .spec.a, to: .spec.b.c}}, {move: {from: .x, to: .y}}]}
- {from: v2, to: v3, rules: [{move: {from: .spec.b.c, to: .top}}]}
`);
  const value = fc.json({ maxDepth: 2 }).map((text) => JSON.parse(text));
  fc.assert(
    fc.property(fc.record({ a: value, k: fc.integer() }), value, (spec, x) => {
      // Objects that fast-check makes may have no prototype.
      const before = structuredClone(object(spec, { x }));
      const there = conversion.convert(before, "v1", "v3");
      assertEquals(conversion.convert(there, "v3", "v1"), before);
    }),
    { numRuns: runs(300), seed: Number(Deno.env.get("SEED") ?? Date.now() % 1e9), verbose: 1 },
  );
});

Deno.test("declaredConverter() writes the version that is asked for", async () => {
  const converter = declaredConverter("example.com", read(RULES));
  const [one] = await converter.convert(
    [object({ size: 1 })],
    "example.com/v2",
    AbortSignal.timeout(1e3),
  );
  assertEquals([one?.apiVersion, one?.spec], ["example.com/v2", { replicas: 1 }]);
});

Deno.test("an expression that costs too much is an error, and harms nobody", () => {
  const heavy =
    "lists.range(1000).all(a, lists.range(1000).all(b, lists.range(1000).all(c, c >= 0)))";
  const conversion = read(
    `[{from: v1, to: v2, rules: [{set: {path: .a, expression: "${heavy}"}}]}, ` +
      "{from: v2, to: v1, rules: []}, {from: v2, to: v3, rules: []}]",
  );
  let message = "";
  try {
    conversion.convert(object({}), "v1", "v2");
  } catch (error) {
    message = String(error);
  }
  assert(/cost limit exceeded/.test(message), message);
});
