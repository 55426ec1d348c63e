/** What the test environment promises: time, rest, faults, deaths, exploration, privilege. */
import { assert, assertEquals, assertRejects } from "../../toolkit/deps/assert.ts";
import { ConfigMap, defineController, defineOperator, Lease, Secret } from "../../mod.ts";
import { assertLeastPrivilege, explore, fault, testEnv } from "../../testing.ts";

/** A secret for each config map; counts its runs. */
function copier(seen: string[] = []) {
  return defineOperator({
    name: "copier",
    namespaces: ["default"],
    controllers: [defineController({
      for: ConfigMap,
      owns: [Secret],
      async reconcile({ metadata: { name }, data }, ctx) {
        seen.push(`${new Date(ctx.now()).toISOString()} ${name}`);
        await ctx.apply(Secret, { metadata: { name }, stringData: data ?? {} });
        if (data?.again) return { requeueAfter: "1h" };
      },
    })],
  });
}

Deno.test("testEnv(): time passes when it is let, and nothing else does", async () => {
  const seen: string[] = [];
  await using env = await testEnv({ operator: copier(seen), now: "2026-02-03T04:05:06Z" });
  assertEquals(new Date(env.clock.now()).toISOString(), "2026-02-03T04:05:06.000Z");
  const made = await env.client.create(ConfigMap, {
    metadata: { name: "a" },
    data: { again: "x" },
  });
  assertEquals(made.metadata.creationTimestamp, "2026-02-03T04:05:06Z");
  await env.settle();
  // Its own child wakes it, too.
  const times = () => [...new Set(seen)];
  assertEquals(times(), ["2026-02-03T04:05:06.000Z a"]);
  await env.advance("59m");
  assertEquals(times().length, 1);
  await env.advance("1m");
  assertEquals(times()[1], "2026-02-03T05:05:06.000Z a");
  await env.settle("1h");
  assertEquals(times().length, 3);
});

Deno.test("until() passes time, and throws what was wrong last", async () => {
  await using env = await testEnv();
  const at = env.clock.now();
  const timer = Promise.withResolvers<void>();
  let done = false;
  const pending = env.clock.after(30_000, () => void (done = true, timer.resolve()));
  await env.until(() => done);
  assertEquals(env.clock.now(), at + 30_000);
  pending.cancel();
  const error = await assertRejects(() =>
    env.until(() => {
      throw new Error("not so");
    }, "1s")
  );
  assertEquals(error.message, "not so");
  await assertRejects(
    () => env.until(() => false, "1s"),
    /did not come true within 1s; the seed was/,
  );
});

Deno.test("faults meet the operator, and nobody else", async () => {
  await using env = await testEnv({ operator: copier(), seed: 7 });
  const met = () =>
    env.trace.filter((line) => line.includes("fault:")).map((line) => line.split("fault: ")[1]);
  const faults = [
    fault.reject({ verb: "apply", kind: Secret, reason: "InternalError", times: 2 }),
    fault.loseAnswer({ verb: "apply", kind: Secret, nth: 2 }),
    fault.cutWatch({ kind: ConfigMap }),
    fault.kill({ verb: "apply", kind: Secret, nth: 4 }),
  ];
  using _ = env.inject(...faults);
  for (const name of ["a", "b", "c", "d"]) {
    await env.client.create(ConfigMap, { metadata: { name }, data: { k: name } });
    await env.settle("10m");
    assertEquals(atob((await env.client.get(Secret, name)).data?.k ?? ""), name);
  }
  assert(
    met().includes("reject") && met().includes("loseAnswer") && met().includes("kill"),
    env.trace.join("\n"),
  );
});

Deno.test("kill() leaves the lease, and another process takes over when it is old", async () => {
  const operator = defineOperator({
    name: "elected",
    leaderElection: true,
    controllers: [defineController({ for: ConfigMap, reconcile() {} })],
  });
  await using env = await testEnv({ operator });
  await env.settle("1m");
  const lease = await env.client.get(Lease, "elected");
  assertEquals(lease.spec.holderIdentity, "process-1");
  await env.kill();
  assertEquals((await env.client.get(Lease, "elected")).spec.holderIdentity, "process-1");
  const second = await env.start(operator);
  await env.settle();
  assertEquals(second.leading, false);
  await env.settle("20s");
  assertEquals(second.leading, true);
  await second.stop();
  assertEquals((await env.client.get(Lease, "elected")).spec.holderIdentity, "");
});

Deno.test("explore() finds a bug that needs a fault, makes it small, and can be replayed", async () => {
  // Forgets what has failed: nobody tries it again.
  const operator = defineOperator({
    name: "buggy",
    namespaces: ["default"],
    controllers: [defineController({
      for: ConfigMap,
      owns: [Secret],
      async reconcile({ metadata: { name, labels } }, ctx) {
        if (labels?.copy === undefined) return;
        await ctx.apply(Secret, { metadata: { name } }).catch(() => {});
      },
    })],
  });
  const scenario = async (env: Awaited<ReturnType<typeof testEnv>>) => {
    await env.client.create(ConfigMap, { metadata: { name: "a", labels: { copy: "yes" } } });
    await env.settle("10m");
    const { items } = await env.client.list(Secret);
    assertEquals(items.length, 1, "one secret");
  };
  const error = await assertRejects(() => explore({ operator, runs: 300, seed: 1 }, scenario));
  assert(
    /with these faults:\n {2}fault\.reject\(/.test(error.message),
    error.message,
  );
  assert(error.message.includes("apply secrets default/a"), error.message);
  const [, replay] = /replay: "([^"]+)"/.exec(error.message)!;
  const again = await assertRejects(() =>
    explore({ operator, runs: 1, replay: replay! }, scenario)
  );
  assertEquals(again.message.split("\n")[0], error.message.split("\n")[0]);
  await assertRejects(
    () => explore({ operator, runs: 1, replay: "nonsense" }, scenario),
    /paste all of it/,
  );
});

Deno.test("assertLeastPrivilege() says what roles lack, and what nobody used", async () => {
  await using env = await testEnv({ operator: copier() });
  await env.client.create(ConfigMap, { metadata: { name: "a" } });
  await env.settle();
  const path = await Deno.makeTempFile({ suffix: ".yaml" });
  try {
    await assertLeastPrivilege(env.access, path, { update: true });
    await assertLeastPrivilege(env.access, path);
    const text = await Deno.readTextFile(path);
    await Deno.writeTextFile(path, text.replace("- watch", "- deletecollection"));
    const error = await assertRejects(() => assertLeastPrivilege(env.access, path));
    assert(/it lacks watch (configmaps|secrets)/.test(error.message), error.message);
    assert(error.message.includes("nobody used deletecollection"), error.message);
  } finally {
    await Deno.remove(path);
  }
});

Deno.test("environments do not see each other, and one without an operator is a server", async () => {
  await using first = await testEnv();
  await using second = await testEnv();
  await first.client.create(ConfigMap, { metadata: { name: "a" } });
  assertEquals(await second.client.find(ConfigMap, "a"), undefined);
  await second.apply("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: b}\n");
  assertEquals((await second.client.get(ConfigMap, "b")).metadata.namespace, "default");
});
