import { testEnv } from "../../testing.ts";
import { ConfigMap, defineIndex, type ObjectOf, Secret } from "../../mod.ts";
import { assert, assertEquals, assertThrows } from "../../toolkit/deps/assert.ts";
import { SharedInformers } from "./shared_informers.ts";

const never = new AbortController().signal;
const byTeam = defineIndex(ConfigMap, "team", ({ metadata }) => metadata.labels?.team);
const byName = defineIndex(ConfigMap, "name", ({ metadata }) => metadata.name);

Deno.test("of() has one informer a kind, with the indexes that all asked for", async () => {
  await using env = await testEnv({ controllers: [] });
  await env.client.create(ConfigMap, { metadata: { name: "a", labels: { team: "x" } } });
  await using informers = new SharedInformers(env.client);
  const one = informers.of(ConfigMap, [byTeam]);
  const other = informers.of(ConfigMap, [byName]);
  assert(one === other);
  await Promise.all([informers.start(never), informers.start(never)]);
  assertEquals(one.lister.by(byTeam, "x").length, 1);
  assertEquals(other.lister.by(byName, "a").length, 1);
  assert(informers.of(ConfigMap, [byName]) === one);
  const another = defineIndex(ConfigMap, "another", () => "x");
  assertThrows(() => informers.of(ConfigMap, [another]), /runs already/);
});

Deno.test("start() starts kinds that were asked for since, too", async () => {
  await using env = await testEnv({ controllers: [] });
  await env.client.create(Secret, { metadata: { name: "a" } });
  await using informers = new SharedInformers(env.client);
  informers.of(ConfigMap);
  await informers.start(never);
  const secrets = informers.of(Secret);
  await informers.start(never);
  assertEquals(secrets.lister.size, 1);
});

Deno.test("start() tries again for a kind whose start was given up", async () => {
  await using env = await testEnv({ controllers: [] });
  await using informers = new SharedInformers(env.client);
  const maps = informers.of(ConfigMap);
  const stopped = AbortSignal.abort(new Error("stopped"));
  const error = await informers.start(stopped).then(() => undefined, (error) => error);
  assert(error !== undefined);
  assertEquals(maps.lister.size, 0);
});

Deno.test("derive() makes what two want of an object once", async () => {
  await using env = await testEnv({ controllers: [] });
  await env.client.create(ConfigMap, { metadata: { name: "a" } });
  await using informers = new SharedInformers(env.client);
  const maps = informers.of(ConfigMap);
  await informers.start(never);
  let made = 0;
  const view = ({ metadata }: ObjectOf<typeof ConfigMap>) => ({
    name: metadata.name,
    order: ++made,
  });
  const first = maps.derive(view).get("default/a");
  assert(first !== undefined && maps.derive(view).get("default/a") === first);
  assertEquals(made, 1);
});
