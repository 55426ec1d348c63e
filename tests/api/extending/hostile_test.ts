/**
 * Definitions that mean ill, or are merely too much: each is refused with a reason or served, in
 * bounded time, and nothing else takes notice.
 */
import { mixedText } from "../../../testing/mixed_text.ts";
import { slowTests } from "../../../testing/requirements.ts";
import { assert, assertEquals } from "../../../toolkit/deps/assert.ts";
import { withServers } from "../server_process.ts";
import { definitionOf, DEFINITIONS, install } from "./definitions.ts";
import {
  deep,
  everyPair,
  gone,
  LONG,
  LOOSE,
  many,
  numbers,
  rule,
  thing,
  THINGS,
  thingsOf,
  undisturbed,
} from "./hostile.ts";

/** What is refused: the fields' schemas, the status, and what the message says. */
const REFUSED: readonly (readonly [string, unknown, status: number, message: RegExp])[] = [
  [
    "refers to itself",
    { a: { $ref: "#/properties/a" } },
    422,
    /properties\[a\]\.\$ref: Forbidden: \$ref is not supported/,
  ],
  ["has 10,000 wrong fields", many(10_000, { type: "wrong" }), 422, /Unsupported value: "wrong"/],
  [
    "is 1,000 levels deep",
    { a: deep(1000, (a) => ({ type: "object", properties: { a } })) },
    400,
    /properties\.a\.properties\.a/,
  ],
  ["denies 1,000 times", { a: deep(1000, (not) => ({ not })) }, 400, /not\.not\.not/],
  [
    "repeats repetitions",
    { a: { type: "string", pattern: "((a{1,100}){1,100}){1,100}" } },
    422,
    /pattern: Invalid value: .*invalid repeat/,
  ],
  [
    "has a pattern that becomes too large",
    { a: { type: "string", pattern: "a{1000}".repeat(1000) } },
    422,
    /pattern: Invalid value: .*expression too large/,
  ],
  [
    "has 30,000 large patterns",
    Object.fromEntries(Array.from({ length: 30_000 }, (_, index) => {
      return [`p${index}`, { type: "string", pattern: `^[a-z]{${index % 999}}(a|b)*${index}$` }];
    })),
    422,
    /patterns of this definition are too large together/,
  ],
  [
    "names 250,000 keys of a list",
    {
      a: {
        type: "array",
        "x-kubernetes-list-type": "map",
        "x-kubernetes-list-map-keys": Array.from({ length: 250_000 }, (_, index) => `k${index}`),
        items: { type: "object", properties: { k: { type: "string" } } },
      },
    },
    422,
    /entries must all be names of item properties/,
  ],
  [
    "has a rule that costs too much",
    {
      a: { type: "array", items: { type: "string" }, ...rule("self.all(x, self.all(y, x != y))") },
    },
    422,
    /estimated rule cost exceeds budget by factor of more than 100x/,
  ],
  [
    "has rules that cost too much together",
    many(200, { ...numbers, ...everyPair }),
    422,
    /cost total for entire OpenAPIv3 schema exceeds budget/,
  ],
  [
    "has a rule of 5,000 parentheses",
    { a: { type: "string", ...rule(`${"(".repeat(5000)}true${")".repeat(5000)}`) } },
    422,
    /rule: Invalid value/,
  ],
  [
    "is longer than 3 MiB",
    { a: { type: "string", description: "x".repeat(3_200_000) } },
    413,
    /too large: limit is 3145728/,
  ],
];

/** What is served: the fields' schemas, an object, and what is said to it; undefined: nothing. */
const SERVED: readonly (readonly [string, unknown, object, message: RegExp | undefined])[] = [
  [
    "has 10,000 fields",
    many(10_000, { type: "string" }),
    many(10_000, "x"),
    undefined,
  ],
  [
    "fills in 10,000 defaults",
    {
      a: {
        type: "object",
        default: {},
        properties: many(10_000, { type: "string", default: "x" }),
      },
    },
    {},
    undefined,
  ],
  [
    "contradicts itself in its bounds",
    { a: { type: "integer", minimum: 5, maximum: 1 } },
    { a: 3 },
    /greater than or equal to 5.*less than or equal to 1/,
  ],
  [
    "contradicts itself in a rule",
    { a: { type: "integer", ...rule("self > 1 && self < 1") } },
    { a: 3 },
    /failed rule: self > 1 && self < 1/,
  ],
  [
    "has a pattern that explodes elsewhere",
    { a: { type: "string", pattern: "(a+)+$" } },
    { a: `${"a".repeat(1_000_000)}b` },
    /should match '\(a\+\)\+\$'/,
  ],
  [
    "has a large pattern for large texts",
    { a: { type: "string", pattern: "(a|b)*a(a|b){900}$" } },
    { a: mixedText(1_000_000) },
    /can't be matched .* together too large/,
  ],
  [
    "has a large pattern for large texts that repeat themselves",
    { a: { type: "string", pattern: "(a{0,1000}b?){0,1}$" } },
    { a: "a".repeat(1_000_000) },
    undefined,
  ],
  [
    "has rules that cost too much in an object",
    many(100, { ...numbers, ...everyPair }),
    many(100, Array(300).fill(1)),
    /running out of cost budget/,
  ],
  [
    "has rules with a large pattern for many texts",
    {
      a: {
        type: "array",
        maxItems: 5,
        items: {
          type: "string",
          maxLength: 50_000,
          ...rule("!self.matches('(a|b)*a(a|b){900}$')"),
        },
      },
    },
    { a: Array.from({ length: 5 }, (_, index) => mixedText(50_000, index + 1)) },
    /too much work/,
  ],
  [
    "is almost 3 MiB long",
    { a: { type: "string", description: "x".repeat(2_900_000) } },
    { a: "x" },
    undefined,
  ],
  [
    "has 50,000 alternatives",
    { a: { type: "string", allOf: Array(50_000).fill({ maxLength: 5 }) } },
    { a: "xxxxxxxxx" },
    /may not be more than 5 bytes/,
  ],
];

for (const [name, properties, status, message] of REFUSED) {
  Deno.test(
    `a definition that ${name} is refused, and says why`,
    LOOSE,
    () =>
      undisturbed(async (client) => {
        const { text, json, status: said } = await client.post(DEFINITIONS, thingsOf(properties));
        assertEquals([said, json.kind, json.code], [status, "Status", status], text.slice(0, 500));
        assert(message.test(json.message), json.message.slice(0, 500));
        assert(text.length < 1_000_000, `an answer of ${text.length} characters`);
        assertEquals((await client.get(DEFINITIONS)).json.items, []);
      }),
  );
}

for (const [name, properties, fields, message] of SERVED) {
  Deno.test(`a definition that ${name} is served`, LOOSE, () =>
    undisturbed(async (client) => {
      await install(client, thingsOf(properties));
      const { status, text, json } = await client.post(THINGS, thing(fields));
      assertEquals(status, message === undefined ? 201 : 422, text.slice(0, 500));
      if (message !== undefined) assert(message.test(json.message), json.message.slice(-500));
      await client.delete(`${DEFINITIONS}/things.example.com`);
      assertEquals((await client.get(DEFINITIONS)).status, 200);
    }));
}

/** MiB of heap, where an idle server takes 40: past it the runtime ends the process. */
const HEAP_LIMIT = 400;

if (slowTests()) {
  Deno.test(`all of these definitions fit into ${HEAP_LIMIT} MiB, one after the other`, () =>
    withServers(async (servers) => {
      const { port } = await servers.start({
        store: `file:${servers.folder}/store.kv`,
        env: { DENO_V8_FLAGS: `--max-old-space-size=${HEAP_LIMIT}` },
      });
      const client = servers.client(port);
      await client.post("/api/v1/namespaces", { metadata: { name: "default" } });
      for (const [name, properties, status] of REFUSED) {
        assertEquals((await client.post(DEFINITIONS, thingsOf(properties))).status, status, name);
      }
      for (const [name, properties, fields, message] of SERVED) {
        await install(client, thingsOf(properties));
        const { status } = await client.post(THINGS, thing(fields));
        assertEquals(status, message === undefined ? 201 : 422, name);
        await client.delete(`${DEFINITIONS}/things.example.com`);
        await gone(client, "things.example.com");
      }
      for (const [name, versions, fields] of LONG) {
        await install(client, definitionOf({ versions }, "things"));
        assertEquals((await client.post(THINGS, thing(fields))).status, 201, name);
        assertEquals((await client.get("/openapi/v2")).status, 200, name);
        await client.delete(`${DEFINITIONS}/things.example.com`);
        await gone(client, "things.example.com");
      }
      assertEquals((await client.get("/readyz")).status, 200);
    }));
}
