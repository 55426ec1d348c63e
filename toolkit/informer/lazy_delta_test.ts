import { testEnv } from "../../testing.ts";
import { begun } from "../../testing/informer_setting.ts";
import type { Delta as CacheDelta, StoredObject } from "../cache/mod.ts";
import { assertEquals } from "../deps/assert.ts";
import { ConfigMap } from "../kinds/built_in.ts";
import { RecentMap } from "../recent_map.ts";
import { type LastWrite, LazyDelta } from "./lazy_delta.ts";

Deno.test("a difference names who made it, where that is known of this very state", () => {
  const state = (revision: string): StoredObject => ({
    key: "n/a",
    uid: "u",
    revision,
    bytes: new Uint8Array(),
  });
  const writers = new RecentMap<string, LastWrite>(10);
  writers.set("n/a", { revision: "7", manager: "kubectl" });
  const [before, now] = [state("6"), state("7")];
  const by = (delta: CacheDelta, resync = false) =>
    new LazyDelta(delta, { resync, writers, decode: ({ revision }) => revision }).by;
  const cases: readonly [string, CacheDelta, boolean, string | undefined][] = [
    ["added", { type: "Added", object: now, initial: false }, false, "kubectl"],
    [
      "updated",
      { type: "Updated", object: now, previous: before, initial: false },
      false,
      "kubectl",
    ],
    [
      "another state",
      { type: "Updated", object: state("8"), previous: now, initial: false },
      false,
      undefined,
    ],
    ["deleted", { type: "Deleted", previous: now, initial: false }, false, undefined],
    ["of the first list", { type: "Added", object: now, initial: true }, false, undefined],
    ["said again", { type: "Added", object: now, initial: false }, true, undefined],
  ];
  for (const [label, delta, resync, expected] of cases) {
    assertEquals(by(delta, resync), expected, label);
  }
});

Deno.test("an informer's differences name the field manager that made them", async () => {
  await using env = await testEnv({ controllers: [] });
  const { client } = env;
  await using maps = begun(client, ConfigMap, { namespaces: ["default"] });
  const said: string[] = [];
  maps.subscribe(({ type, key, by }) => void said.push(`${type} ${key} by ${by}`));
  const a = { namespace: "default", name: "a" };
  await env.advance("1s");
  await client.create(ConfigMap, { metadata: a, data: { v: "1" } }, { fieldManager: "one" });
  await env.advance("2s");
  await client.patch(ConfigMap, a, { data: { v: "2" } }, { fieldManager: "other" });
  await env.advance("100ms");
  // Of what two did in the same second nobody knows which came last.
  await client.patch(ConfigMap, a, { data: { w: "3" } }, { fieldManager: "third" });
  await env.advance("2s");
  await client.delete(ConfigMap, a);
  await env.advance("1s");
  assertEquals(said, [
    "Added default/a by one",
    "Updated default/a by other",
    "Updated default/a by undefined",
    "Deleted default/a by undefined",
  ]);
});
