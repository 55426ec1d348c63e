/**
 * Definitions that mean ill, or are merely too much: each is refused with a reason or served, in
 * bounded time, and nothing else takes notice.
 */

import type { Answer, AnyObject, ApiClient } from "../../../testing/api_client.ts";
import { startTestServer } from "../../../testing/api_server.ts";
import { mixedText } from "../../../testing/mixed_text.ts";
import { slowTests, testWith } from "../../../testing/requirements.ts";
import { assert, assertEquals } from "../../../toolkit/deps/assert.ts";
import { Replicas, SHARED_STORES } from "../replicas.ts";
import { withServers } from "../server_process.ts";
import { definitionOf, DEFINITIONS, definitionUntil, has, install } from "./definitions.ts";

/** The time in which each case must be over on any machine: none takes a tenth of it. */
const DEADLINE_MS = 30_000;

const MAPS = "/api/v1/namespaces/default/configmaps";
const THINGS = "/apis/example.com/v1/namespaces/default/things";

/** A definition whose objects have fields by these schemas. */
function thingsOf(properties: unknown, plural = "things"): AnyObject {
  const schema = { openAPIV3Schema: { type: "object", properties } };
  return definitionOf({ versions: [{ name: "v1", served: true, storage: true, schema }] }, plural);
}

function thing(fields: object): AnyObject {
  return { apiVersion: "example.com/v1", kind: "Thing", metadata: { name: "x" }, ...fields };
}

function rule(text: string): AnyObject {
  return { "x-kubernetes-validations": [{ rule: text }] };
}

function many(count: number, value: unknown): AnyObject {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, value]));
}

function deep(levels: number, word: (inner: object) => object): object {
  let schema: object = { type: "string" };
  for (let level = 0; level < levels; level++) schema = word(schema);
  return schema;
}

const numbers = { type: "array", maxItems: 300, items: { type: "integer" } };
const everyPair = rule("self.all(x, self.all(y, x + y >= 0))");

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

/** Runs with a server, on which a watch on other objects must go on, and other requests pass. */
async function undisturbed(run: (client: ApiClient) => Promise<void>): Promise<void> {
  await using server = await startTestServer();
  const { client } = server;
  const watch = await client.watch(`${MAPS}?watch=true`);
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error("it takes too long")), DEADLINE_MS);
  using _ = { [Symbol.dispose]: () => clearTimeout(timer) };
  await Promise.race([late, run(client)]);
  assertEquals((await client.post(MAPS, { metadata: { name: "other" } })).status, 201);
  assertEquals((await Promise.race([late, watch.next()]))?.object.metadata.name, "other");
  watch.close();
  for (const path of ["/openapi/v2", "/openapi/v3", "/apis"]) {
    assertEquals((await client.get(path)).status, 200, path);
  }
}

const LOOSE = { sanitizeOps: false, sanitizeResources: false };

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

/** What takes long: a definition's versions, and what an object of the first of them says. */
const LONG: readonly (readonly [string, versions: AnyObject[], fields: object])[] = [
  ["100,000 fields", versionsOf([many(100_000, { type: "string" })]), { p1: "x" }],
  [
    "20,000 rules",
    versionsOf([many(20_000, { type: "integer", ...rule("self < 5") })]),
    many(20_000, 1),
  ],
  [
    "1,000 versions, one of which is different",
    versionsOf(Array.from({ length: 1000 }, (_, index) => {
      return many(index === 999 ? 101 : 100, { type: "string" });
    })),
    { p1: "x" },
  ],
];

function versionsOf(properties: readonly AnyObject[]): AnyObject[] {
  return properties.map((each, index) => ({
    name: `v${index + 1}`,
    served: true,
    storage: index === 0,
    schema: { openAPIV3Schema: { type: "object", properties: each } },
  }));
}

/** How many others are served at least while something takes long: a turn is a hundredth of that. */
const SERVED_MEANWHILE = 8;

/** Runs something, and counts the requests of somebody else that are answered meanwhile, one by one. */
async function servedDuring<T>(client: ApiClient, run: () => Promise<T>): Promise<[T, number]> {
  let served = 0;
  let isOver = false;
  const result = run().finally(() => isOver = true);
  while (!isOver) {
    await client.get("/api/v1/namespaces/default");
    if (!isOver) served++;
  }
  return [await result, served];
}

for (const [name, versions, fields] of slowTests() ? LONG : LONG.slice(0, 1)) {
  Deno.test(
    `others are served while a definition of ${name} is judged`,
    LOOSE,
    () =>
      undisturbed(async (client) => {
        const definition = definitionOf({ versions }, "things");
        const [made, served] = await servedDuring(
          client,
          () => client.post(DEFINITIONS, definition),
        );
        assertEquals(made.status, 201, made.text.slice(0, 500));
        assert(served >= SERVED_MEANWHILE, `only ${served} were served`);
        await definitionUntil(client, "things.example.com", has("Established", "True"));
        const { status, text } = await client.post(THINGS, thing(fields));
        assertEquals(status, 201, text.slice(0, 500));
      }),
  );
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

Deno.test("names of a prototype are names as any", LOOSE, () =>
  undisturbed(async (client) => {
    const properties = JSON.parse(
      '{"__proto__":{"type":"string"},"constructor":{"type":"integer","default":3},' +
        '"toString":{"type":"object","properties":{"__proto__":{"type":"string"}}}}',
    );
    await install(client, thingsOf(properties, "constructors"));
    const path = THINGS.replace("things", "constructors");
    const head = '{"apiVersion":"example.com/v1","kind":"Constructor","metadata":{"name":"x"}';
    const body = `${head},"__proto__":"mine","toString":{"__proto__":"x","dropped":1},` +
      '"valueOf":{"polluted":1}}';
    const { status, text } = await client.post(path, body);
    assertEquals(status, 201, text);
    const read = (await client.get(`${path}/x`)).text;
    for (const part of ['"__proto__":"mine"', '"constructor":3', '"toString":{"__proto__":"x"}']) {
      assert(read.includes(part), `${part} in ${read}`);
    }
    assert(!/dropped|polluted/.test(read.replace(/"managedFields".*/, "")), read);
    const patch = '{"__proto__":"other","constructor":null,"prototype":{"polluted":1}}';
    const patched = await client.patch(`${path}/x`, "merge", patch);
    assert(patched.text.includes('"__proto__":"other"'), patched.text);
    assert(patched.text.includes('"constructor":3'), patched.text);
    assertEquals(({} as AnyObject).polluted, undefined);
  }));

for (
  const [group, plural] of [["example.com", "__proto__"], ["__proto__", "things"], ["", "things"]]
) {
  Deno.test(
    `a definition of "${plural}" in the group "${group}" is refused`,
    LOOSE,
    () =>
      undisturbed(async (client) => {
        const definition = definitionOf({ group }, plural);
        definition.metadata.name = `${plural}.${group}`;
        const { status, json } = await client.post(DEFINITIONS, definition);
        assertEquals([status, json.reason], [422, "Invalid"]);
        assertEquals((await client.get(`/apis/${group}/v1/${plural}`)).status, 404);
      }),
  );
}

/** Names of definitions that nothing else is called. */
function plurals(count: number): string[] {
  const letters = "abcdefghijklmnopqrstuvwxyz";
  return Array.from({ length: count }, (_, index) => {
    return `thing${letters[Math.floor(index / 26)]}${letters[index % 26]}s`;
  });
}

async function gone(client: ApiClient, name: string): Promise<void> {
  const { json } = await client.get(DEFINITIONS);
  const path = `${DEFINITIONS}?watch=true&resourceVersion=${json.metadata.resourceVersion}`;
  const watch = await client.watch(path);
  const isThere = json.items.some((one: AnyObject) => one.metadata.name === name);
  for (let there = isThere; there;) {
    const event = await watch.next();
    if (event === undefined) throw new Error("the watch ended");
    there = event.type !== "DELETED" || event.object.metadata.name !== name;
  }
  watch.close();
}

/** One of those who ask at once is first. */
function oneFirst(answers: readonly Answer[], first: number, others: readonly number[]): void {
  const codes = answers.map(({ status }) => status).sort();
  assert(codes.filter((code) => code === first).length >= 1, codes.join());
  assert(codes.every((code) => code === first || others.includes(code)), codes.join());
}

Deno.test(
  "two clients create and delete 50 definitions at once, with objects in them",
  LOOSE,
  () =>
    undisturbed(async (client) => {
      await Promise.all(
        plurals(50).map(async (plural) => {
          const definition = definitionOf({}, plural);
          const { name } = definition.metadata;
          const both = () => [1, 2];
          const made = await Promise.all(both().map(() => client.post(DEFINITIONS, definition)));
          oneFirst(made, 201, [409]);
          await definitionUntil(client, name, has("Established", "True"));
          const object = {
            apiVersion: "example.com/v1",
            kind: definition.spec.names.kind,
            metadata: { name: "x" },
            spec: { size: 1 },
          };
          const path = THINGS.replace("things", plural);
          const { status, text } = await client.post(path, object);
          assertEquals(status, 201, text);
          const ended = await Promise.all(
            both().map(() => client.delete(`${DEFINITIONS}/${name}`)),
          );
          oneFirst(ended, 200, [404, 409]);
          await gone(client, name);
          assertEquals((await client.get(path)).status, 404);
        }),
      );
      assertEquals((await client.get(DEFINITIONS)).json.items, []);
    }),
);

const [shared] = SHARED_STORES;
if (shared !== undefined) {
  testWith(
    shared.needs,
    "what one server installs another one on the same store serves at once, and no longer",
    () =>
      shared.run((options) =>
        Replicas.run(2, options, async (replicas) => {
          const [one, other] = [replicas.client(0), replicas.client(1)];
          await one.post("/api/v1/namespaces", { metadata: { name: "default" } });
          for (const plural of plurals(5)) {
            const definition = definitionOf({}, plural);
            await install(one, definition);
            const path = THINGS.replace("things", plural);
            const object = {
              apiVersion: "example.com/v1",
              kind: definition.spec.names.kind,
              metadata: { name: "x" },
              spec: { size: 1 },
            };
            const made = await other.post(path, object);
            assertEquals(made.status, 201, made.text);
            assertEquals((await one.get(`${path}/x`)).json.metadata.uid, made.json.metadata.uid);
            await other.delete(`${DEFINITIONS}/${definition.metadata.name}`);
            await gone(one, definition.metadata.name);
            for (const client of [one, other]) assertEquals((await client.get(path)).status, 404);
          }
        })
      ),
  );
}

Deno.test("a server that is killed while a definition ends goes on with it", () =>
  withServers(async (servers) => {
    const store = `file:${servers.folder}/store.kv`;
    const first = await servers.start({ store });
    const before = servers.client(first.port);
    await before.post("/api/v1/namespaces", { metadata: { name: "default" } });
    await install(before, thingsOf({ a: { type: "string" } }));
    const names = Array.from({ length: 100 }, (_, index) => `x${index}`);
    await Promise.all(names.map(async (name) => {
      // One of them is there as long as somebody says so, and with it the definition.
      const finalizers = name === "x50" ? ["example.com/held"] : [];
      const object = { ...thing({}), metadata: { name, finalizers } };
      const { status, text } = await before.post(THINGS, object);
      assertEquals(status, 201, text);
    }));
    const { resourceVersion } = (await before.get(THINGS)).json.metadata;
    const watch = await before.watch(`${THINGS}?watch=true&resourceVersion=${resourceVersion}`);
    await before.delete(`${DEFINITIONS}/things.example.com`);
    for (let event = await watch.next(); event?.type !== "DELETED"; event = await watch.next()) {
      assert(event !== undefined, "the watch ended");
    }
    await first.kill();
    const second = await servers.start({ store });
    const after = servers.client(second.port);
    const ending = await definitionUntil(
      after,
      "things.example.com",
      ({ status: { conditions } }) =>
        conditions.some(({ reason }: AnyObject) => reason === "InstanceDeletionInProgress"),
    );
    assert(ending.metadata.deletionTimestamp !== undefined);
    const refused = await after.post(THINGS, { ...thing({}), metadata: { name: "late" } });
    assertEquals([refused.status, refused.json.reason], [405, "MethodNotAllowed"], refused.text);
    const held = await after.patch(`${THINGS}/x50`, "merge", { metadata: { finalizers: null } });
    assertEquals(held.status, 200, held.text);
    await gone(after, "things.example.com");
    assertEquals((await after.get(THINGS)).status, 404);
    // What has the name next begins without them.
    await install(after, thingsOf({ a: { type: "string" } }));
    assertEquals((await after.get(THINGS)).json.items, []);
    assertEquals((await after.get("/api/v1/namespaces/default")).status, 200);
  }));
