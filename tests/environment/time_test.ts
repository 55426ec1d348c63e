/** How time passes in an environment: for watches that lag, for what stands in for others, and really. */
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { sleep } from "../../toolkit/clock.ts";
import { ConfigMap, defineController, defineOperator, Secret } from "../../mod.ts";
import { fault, testEnv } from "../../testing.ts";

/** Counts what it sees of config maps, with the seconds since the beginning. */
function watcher(seen: string[]) {
  let beganMs: number | undefined;
  return defineOperator({
    name: "watcher",
    namespaces: ["default"],
    controllers: [defineController({
      for: ConfigMap,
      reconcile({ metadata: { name }, data = {} }, ctx) {
        beganMs ??= ctx.now();
        seen.push(`${name} ${data.k} at ${(ctx.now() - beganMs) / 1000}`);
      },
    })],
  });
}

Deno.test("holdCache() delays each event by as much, stallWatch() all until its end", async () => {
  const cases = [
    [fault.holdCache({ for: "30s" }), ["a 1 at 0", "a 2 at 20"]],
    [fault.stallWatch({ for: "40s" }), ["a 1 at 0", "a 2 at 0"]],
  ] as const;
  for (const [one, wanted] of cases) {
    const seen: string[] = [];
    await using env = await testEnv({ operator: watcher(seen), faults: [one] });
    await env.client.create(ConfigMap, { metadata: { name: "a" }, data: { k: "1" } });
    await env.settle("20s");
    await env.client.patch(ConfigMap, "a", { data: { k: "2" } });
    assertEquals(seen, []);
    await env.settle("1m");
    assertEquals(seen, [...wanted], one.fault);
  }
});

Deno.test("what stands in for another server may take its time", async () => {
  const operator = defineOperator({
    name: "caller",
    namespaces: ["default"],
    controllers: [defineController({
      for: ConfigMap,
      owns: [Secret],
      async reconcile({ metadata: { name } }, ctx) {
        const answer = await ctx.fetch("https://slow.example.com/", { signal: ctx.signal });
        await ctx.apply(Secret, { metadata: { name }, stringData: { text: await answer.text() } });
      },
    })],
  });
  const env = await testEnv({
    operator,
    fetch: async (input, init) => {
      const { signal } = new Request(input, init);
      await sleep(env.clock, 5000, signal);
      return new Response("at last");
    },
  });
  await using _ = env;
  await env.client.create(ConfigMap, { metadata: { name: "a" } });
  await env.settle("4s");
  assertEquals(await env.client.find(Secret, "a"), undefined);
  await env.settle("1s");
  assertEquals(atob((await env.client.get(Secret, "a")).data!.text!), "at last");
  assertEquals(env.access.hosts, ["slow.example.com"]);
});

Deno.test("time may be real", async () => {
  const seen: string[] = [];
  await using env = await testEnv({ operator: watcher(seen), time: "real" });
  await env.client.create(ConfigMap, { metadata: { name: "a" }, data: { k: "1" } });
  await env.until(() => seen.length === 1);
  await env.client.delete(ConfigMap, "a");
  await env.settle();
  assert(Math.abs(env.clock.now() - Date.now()) < 60_000);
  await env.reset();
  assertEquals(await env.client.find(ConfigMap, "a"), undefined);
});
