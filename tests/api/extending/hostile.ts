/**
 * Definitions that mean no good, and servers that go on serving others meanwhile.
 *
 * @module
 */

import type { AnyObject, ApiClient } from "../../../testing/api_client.ts";
import { startTestServer } from "../../../testing/api_server.ts";
import { threadMs } from "../../../testing/thread_time.ts";
import { assertEquals } from "../../../toolkit/deps/assert.ts";
import { definitionOf, DEFINITIONS } from "./definitions.ts";

/** What each case may compute on any machine: none takes a tenth of it. */
const WORK_MS = 30_000;
/** How often that is looked at, and after how many looks a case hangs. */
const LOOK_MS = 100;
const MOST_LOOKS = 3000;

const MAPS = "/api/v1/namespaces/default/configmaps";
export const THINGS = "/apis/example.com/v1/namespaces/default/things";

/** A definition whose objects have fields by these schemas. */
export function thingsOf(properties: unknown, plural = "things"): AnyObject {
  const schema = { openAPIV3Schema: { type: "object", properties } };
  return definitionOf({ versions: [{ name: "v1", served: true, storage: true, schema }] }, plural);
}

/** An object of {@link thingsOf}. */
export function thing(fields: object): AnyObject {
  return { apiVersion: "example.com/v1", kind: "Thing", metadata: { name: "x" }, ...fields };
}

/** A schema with a rule. */
export function rule(text: string): AnyObject {
  return { "x-kubernetes-validations": [{ rule: text }] };
}

/** So many of the same, by names. */
export function many(count: number, value: unknown): AnyObject {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, value]));
}

/** So many levels, each made of the one below it. */
export function deep(levels: number, word: (inner: object) => object): object {
  let schema: object = { type: "string" };
  for (let level = 0; level < levels; level++) schema = word(schema);
  return schema;
}

export const numbers = { type: "array", maxItems: 300, items: { type: "integer" } };
export const everyPair = rule("self.all(x, self.all(y, x + y >= 0))");

/** Runs with a server, on which a watch on other objects must go on, and other requests pass. */
export async function undisturbed(run: (client: ApiClient) => Promise<void>): Promise<void> {
  await using server = await startTestServer();
  const { client } = server;
  const watch = await client.watch(`${MAPS}?watch=true`);
  const { promise: late, reject } = Promise.withResolvers<never>();
  const began = threadMs();
  const look = () => {
    if (threadMs() - began > WORK_MS) reject(new Error("it takes too long"));
  };
  let looks = 0;
  const timer = setInterval(() => {
    look();
    if (++looks > MOST_LOOKS) reject(new Error("it hangs"));
  }, LOOK_MS);
  using _ = { [Symbol.dispose]: () => clearInterval(timer) };
  await Promise.race([late, run(client)]);
  look();
  assertEquals((await client.post(MAPS, { metadata: { name: "other" } })).status, 201);
  assertEquals((await Promise.race([late, watch.next()]))?.object.metadata.name, "other");
  watch.close();
  for (const path of ["/openapi/v2", "/openapi/v3", "/apis"]) {
    assertEquals((await client.get(path)).status, 200, path);
  }
}

export const LOOSE = { sanitizeOps: false, sanitizeResources: false };

/** What takes long: a definition's versions, and what an object of the first of them says. */
export const LONG: readonly (readonly [string, versions: AnyObject[], fields: object])[] = [
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

/** Waits until a definition is gone, with all of its objects. */
export async function gone(client: ApiClient, name: string): Promise<void> {
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
