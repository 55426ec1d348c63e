/** States of an environment: snapshots, resets, forks, and several of them at once. */
import { assert, assertEquals, assertRejects } from "../../toolkit/deps/assert.ts";
import { ConfigMap, defineController, defineOperator, Namespace, Secret } from "../../mod.ts";
import { explore, fault, testEnv } from "../../testing.ts";
import { Website } from "../compiler/programs/website.ts";

/** A secret for each config map, with the time at which it was made. */
function stamper() {
  return defineOperator({
    name: "stamper",
    namespaces: ["default"],
    controllers: [defineController({
      for: ConfigMap,
      owns: [Secret],
      async reconcile({ metadata: { name } }, ctx) {
        const at = ctx.cache.get(Secret, name)?.data?.at;
        const stringData = { at: at === undefined ? String(ctx.now()) : atob(at) };
        await ctx.apply(Secret, { metadata: { name }, stringData });
      },
    })],
  });
}

Deno.test("reset() brings back objects, time and chance, and the operator starts anew", async () => {
  await using env = await testEnv({ operator: stamper(), now: "2026-01-02T03:04:05Z", seed: 5 });
  const { client } = env;
  const play = async () => {
    await client.create(ConfigMap, { metadata: { name: "a" } });
    await env.settle("1h");
    const { metadata, data } = await client.get(Secret, "a");
    const at = new Date(Number(atob(data!.at!))).toISOString();
    return { uid: metadata.uid, at, now: env.clock.now(), lines: [...env.trace] };
  };
  const first = await play();
  assertEquals(first.at, "2026-01-02T03:04:05.000Z");
  const later = env.snapshot();
  await env.reset();
  assertEquals(await client.find(Secret, "a"), undefined);
  await env.reset();
  assertEquals(new Date(env.clock.now()).toISOString(), "2026-01-02T03:04:05.000Z");
  const second = await play();
  assertEquals([second.uid, second.at, second.now], [first.uid, first.at, first.now]);
  assertEquals(second.lines.map(withoutTime), first.lines.map(withoutTime));
  await client.delete(ConfigMap, "a");
  await env.until(async () => await client.find(Secret, "a") === undefined);
  await env.reset(later);
  assertEquals((await client.get(Secret, "a")).metadata.uid, first.uid);
  assertEquals([env.clock.now(), later.now], [first.now, first.now]);
  // What came back is not taken for lost because it had been deleted.
  await env.settle("1h");
  assertEquals((await client.get(Secret, "a")).metadata.uid, first.uid);
  await client.delete(Secret, "a");
  await env.settle();
  assert((await client.get(Secret, "a")).metadata.uid !== first.uid, "the operator works");
});

const withoutTime = (line: string) => line.replace(/^\S+ /, "");

Deno.test("reset() takes faults back, and refuses the snapshots of others", async () => {
  await using env = await testEnv({ operator: stamper() });
  await using other = await testEnv();
  env.inject(fault.reject({ verb: "apply", reason: "InternalError", times: 1000 }));
  await env.reset();
  await env.client.create(ConfigMap, { metadata: { name: "a" } });
  await env.settle();
  assert(await env.client.find(Secret, "a") !== undefined);
  await assertRejects(() => env.reset({ revision: "1", now: 0 }), /none of snapshot\(\)/);
  // All begin with the same state: that is taken, though of another environment.
  await env.reset(other.snapshot());
  assertEquals(await env.client.find(ConfigMap, "a"), undefined);
});

Deno.test("fork() begins with the state and time of its origin, and both go their own ways", async () => {
  await using env = await testEnv({ operator: stamper() });
  await env.client.create(ConfigMap, { metadata: { name: "both" } });
  await env.settle("1h");
  await using fork = await env.fork();
  assertEquals([fork.clock.now(), fork.seed], [env.clock.now(), env.seed]);
  const both = await env.client.get(Secret, "both");
  assertEquals((await fork.client.get(Secret, "both")).metadata.uid, both.metadata.uid);
  await fork.client.delete(ConfigMap, "both");
  await fork.client.create(ConfigMap, { metadata: { name: "fork" } });
  await env.client.create(ConfigMap, { metadata: { name: "origin" } });
  await Promise.all([fork.settle("5m"), env.settle("1h")]);
  const names = async ({ client }: typeof env) =>
    (await client.list(Secret)).items.map(({ metadata }) => metadata.name);
  assertEquals([await names(env), await names(fork)], [["both", "origin"], ["fork"]]);
  assertEquals(env.clock.now() - fork.clock.now(), 55 * 60_000);
  await using second = await fork.fork();
  await fork[Symbol.asyncDispose]();
  assertEquals(await names(second), ["fork"]);
  await second.reset(env.snapshot());
  assertEquals(await names(second), ["both", "origin"]);
});

Deno.test("definitions come and go with snapshots", async () => {
  await using env = await testEnv();
  const before = env.snapshot();
  const site = { apiVersion: "example.com/v1", kind: "Website", metadata: { name: "a" } };
  await env.apply([Website.definition(), { ...site, spec: { image: "nginx" } }]);
  await using fork = await env.fork();
  await env.reset(before);
  await assertRejects(() => env.client.list(Website), /not find|not served|could not/i);
  assertEquals((await fork.client.get(Website, "a")).spec.replicas, 1);
  // Its collector follows them, too.
  const { metadata } = await fork.client.get(Website, "a");
  const owner = { apiVersion: "example.com/v1", kind: "Website", name: "a", uid: metadata.uid };
  await fork.client.create(ConfigMap, { metadata: { name: "owned", ownerReferences: [owner] } });
  await fork.client.delete(Website, "a");
  await fork.until(async () => await fork.client.find(ConfigMap, "owned") === undefined);
});

Deno.test("environments run beside each other, and leave nothing", async () => {
  const scenario = async (index: number) => {
    await using env = await testEnv({ operator: stamper(), seed: index });
    const { client } = env;
    for (let object = 0; object < 5; object++) {
      await client.create(ConfigMap, { metadata: { name: `of-${index}-${object}` } });
    }
    await env.settle(`${index + 1}h`);
    await using fork = await env.fork();
    await Promise.all([env.settle("1h"), fork.settle("2h")]);
    const { items } = await fork.client.list(Secret);
    assert(items.every(({ metadata }) => metadata.name.startsWith(`of-${index}-`)));
    await client.create(Namespace, { metadata: { name: "own" } });
    return items.length;
  };
  const counts = await Promise.all(Array.from({ length: 8 }, (_, index) => scenario(index)));
  assertEquals(counts, Array(8).fill(5));
  await Promise.all(
    [1, 2, 3].map((seed) =>
      explore({ operator: stamper(), runs: 5, seed }, async (env) => {
        await env.client.create(ConfigMap, { metadata: { name: `of-${seed}` } });
        await env.settle("10m");
        assertEquals((await env.client.list(Secret)).items.length, 1);
      })
    ),
  );
});
