/** Hostile definitions that take long, come many at once, or end while a server is killed. */
import type { Answer, AnyObject, ApiClient } from "../../../testing/api_client.ts";
import { slowTests, testWith } from "../../../testing/requirements.ts";
import { assert, assertEquals } from "../../../toolkit/deps/assert.ts";
import { Replicas, SHARED_STORES } from "../replicas.ts";
import { withServers } from "../server_process.ts";
import { definitionOf, DEFINITIONS, definitionUntil, has, install } from "./definitions.ts";
import { gone, LONG, LOOSE, thing, THINGS, thingsOf, undisturbed } from "./hostile.ts";

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
    assertEquals([refused.status, refused.json.reason], [403, "Forbidden"], refused.text);
    const held = await after.patch(`${THINGS}/x50`, "merge", { metadata: { finalizers: null } });
    assertEquals(held.status, 200, held.text);
    await gone(after, "things.example.com");
    assertEquals((await after.get(THINGS)).status, 404);
    // What has the name next begins without them.
    await install(after, thingsOf({ a: { type: "string" } }));
    assertEquals((await after.get(THINGS)).json.items, []);
    assertEquals((await after.get("/api/v1/namespaces/default")).status, 200);
  }));
