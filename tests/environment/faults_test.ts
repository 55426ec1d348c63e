/** Each fault: what it does to an operator, that it ends by itself, and which aims are refused. */
import { assert, assertEquals, assertRejects, assertThrows } from "../../toolkit/deps/assert.ts";
import {
  ConfigMap,
  defineController,
  defineOperator,
  defineWebhook,
  isInternalError,
  Lease,
  Secret,
} from "../../mod.ts";
import { type Fault, fault, RequeueStorm, type TestEnv, testEnv } from "../../testing.ts";
import { Bucket, operator as bucketOperator } from "../compiler/programs/bucket.ts";

/** A secret for each config map. */
const copier = defineOperator({
  name: "copier",
  namespaces: ["default"],
  controllers: [defineController({
    for: ConfigMap,
    owns: [Secret],
    async reconcile({ metadata: { name }, data = {} }, ctx) {
      await ctx.apply(Secret, { metadata: { name }, stringData: data });
    },
  })],
});

const met = ({ trace }: TestEnv) =>
  trace.filter((line) => line.includes("fault:")).map((line) => line.split("fault: ")[1]);
const since = ({ trace }: TestEnv, from: number) =>
  trace.slice(from).map((line) => line.split(" ").slice(1).join(" "));

async function write(env: TestEnv, name: string, value: string): Promise<void> {
  const config = { metadata: { name }, data: { k: value } };
  await env.client.apply(ConfigMap, config, { force: true });
}

async function copyOf(env: TestEnv, name: string): Promise<string | undefined> {
  const found = await env.client.find(Secret, name);
  return found && atob(found.data?.k ?? "");
}

Deno.test("compact() makes a watch that comes back from before list again", async () => {
  await using env = await testEnv({ operator: copier });
  await write(env, "a", "1");
  await env.settle();
  const before = env.trace.length;
  // A watch that comes back to what is kept just goes on.
  env.inject(fault.cutWatch({ kind: ConfigMap }));
  await env.settle("2m");
  await write(env, "a", "2");
  await env.settle("1m");
  assertEquals(await copyOf(env, "a"), "2");
  assert(!since(env, before).includes("list configmaps default"), env.trace.join("\n"));
  // What happens while nobody watches is forgotten before it is told.
  env.inject(fault.delay({ verb: "watch", kind: ConfigMap, for: "5s" }), fault.compact());
  await env.settle();
  await write(env, "a", "3");
  env.inject(fault.compact());
  await env.settle("1m");
  assertEquals(await copyOf(env, "a"), "3");
  assert(since(env, before).includes("list configmaps default"), env.trace.join("\n"));
  const aimed = fault.compact({ verb: "apply", kind: Secret });
  env.inject(aimed);
  await write(env, "b", "1");
  await env.settle("1m");
  assertEquals([await copyOf(env, "b"), met(env).at(-1)], ["1", "compact"]);
});

Deno.test("oldReplica() has the operator hear of nothing for its span, and then of all", async () => {
  await using env = await testEnv({ operator: copier });
  env.inject(fault.oldReplica({ verb: "apply", kind: Secret, for: "1m" }));
  await write(env, "a", "1");
  await env.settle("1s");
  assertEquals([await copyOf(env, "a"), met(env)], ["1", ["oldReplica"]]);
  await write(env, "b", "1");
  await env.settle("50s");
  assertEquals(await copyOf(env, "b"), undefined, "the replica is behind");
  await env.settle("1m");
  assertEquals(await copyOf(env, "b"), "1");
  // Who starts anew in that time is told of an old state, too, and does not stay with it.
  env.inject(
    fault.oldReplica({ verb: "apply", kind: Secret, for: "1m" }),
    fault.kill({ verb: "apply", kind: Secret, nth: 1 }),
  );
  await write(env, "c", "1");
  await env.settle("5m");
  assertEquals(await copyOf(env, "c"), "1");
  // An environment that ends before its faults do leaves nothing.
  env.inject(fault.oldReplica({ verb: "apply", kind: Secret, for: "24h" }));
  await write(env, "d", "1");
  await env.settle();
});

Deno.test("hangWebhook() keeps who writes waiting, as long as the webhook is waited for", async () => {
  const operator = defineOperator({
    name: "judge",
    controllers: [],
    webhooks: [defineWebhook({
      for: ConfigMap,
      name: "limits",
      timeout: "7s",
      validate: ({ object }) => object.data?.k === "bad" ? "it is bad" : undefined,
    })],
  });
  await using env = await testEnv({ operator });
  const create = (name: string, value: string) =>
    env.client.create(ConfigMap, { metadata: { name }, data: { k: value } });
  await create("a", "good");
  await assertRejects(() => create("b", "bad"), /it is bad/);
  using _ = env.inject(fault.hangWebhook({ verb: "create", kind: ConfigMap, times: 2 }));
  const began = env.clock.now();
  const error = await assertRejects(() => create("c", "good"));
  assert(isInternalError(error) && /deadline exceeded/.test(error.message), String(error));
  assertEquals(env.clock.now() - began, 7000);
  await assertRejects(() => create("d", "good"), /deadline exceeded/);
  await create("e", "good");
  await env.kill();
  await assertRejects(() => create("f", "good"), /nobody answers at/);
});

Deno.test("hangWebhook() hangs conversions, too", async () => {
  await using env = await testEnv({ operator: bucketOperator });
  await env.client.create(Bucket, { metadata: { name: "b" }, spec: { region: "eu", sizeGiB: 1 } });
  using _ = env.inject(fault.hangWebhook({ verb: "convert", kind: Bucket }));
  await assertRejects(
    () => env.client.get(Bucket.versions.v1beta1, "b"),
    /conversion webhook for .* failed: it did not answer within 30 s/,
  );
  const old = await env.client.get(Bucket.versions.v1beta1, "b") as { spec: unknown };
  assertEquals(old.spec, { region: "eu", size: "1Gi" });
});

Deno.test("loseLease() takes the lead for a while, at once or after a request", async () => {
  const operator = defineOperator({
    name: "elected",
    leaderElection: true,
    namespaces: ["default"],
    controllers: copier.controllers,
  });
  for (const aim of [{}, { verb: "apply", kind: Secret }]) {
    await using env = await testEnv({ operator });
    await env.settle("5s");
    env.inject(fault.loseLease(aim));
    await write(env, "a", "1");
    await env.settle("3s");
    const holder = async () => (await env.client.get(Lease, "elected")).spec.holderIdentity;
    assertEquals(await holder(), "somebody else");
    await write(env, "b", "1");
    await env.settle("5s");
    assertEquals(await copyOf(env, "b"), undefined);
    await env.settle("30s");
    assertEquals([await holder(), await copyOf(env, "b")], ["process-1", "1"]);
  }
  await using env = await testEnv({ operator: copier });
  assertThrows(() => env.inject(fault.loseLease()), /nobody is elected/);
});

Deno.test("kill() of a process that is only being started is survived", async () => {
  const faults = [
    fault.kill({ verb: "list", kind: ConfigMap }),
    fault.kill({ verb: "list", kind: Secret, nth: 2 }),
  ];
  await using env = await testEnv({ operator: copier, faults });
  await write(env, "a", "1");
  await env.settle();
  assertEquals([met(env), await copyOf(env, "a")], [["kill", "kill"], "1"]);
});

const WRONG: readonly [string, () => Fault, RegExp][] = [
  ["an unknown verb", () => fault.reject({ verb: "write", reason: "Conflict" }), /verb is "write"/],
  ["no request at all", () => fault.cutWatch({ nth: 0 }), /nth is 0: write a whole number/],
  ["no time at all", () => fault.kill({ times: 0.5 }), /times is 0.5/],
  ["no span", () => fault.delay({ for: "soon" as never }), /for/],
  ["a read that loses its answer", () => fault.loseAnswer({ verb: "get" }), /verb is "get"/],
  ["a webhook that lists", () => fault.hangWebhook({ verb: "list" }), /write create, update/],
];

for (const [name, make, message] of WRONG) {
  Deno.test(`faults refuse ${name}`, () => {
    assertThrows(() => void make(), message);
  });
}

Deno.test("a requeue storm ends the operator, and says what woke it", async () => {
  const operator = defineOperator({
    name: "restless",
    namespaces: ["default"],
    controllers: [defineController({
      for: ConfigMap,
      name: "counter",
      when: () => true,
      async reconcile({ metadata: { name }, data }, ctx) {
        if (data?.storm === undefined) return;
        await ctx.client.patch(ConfigMap, name, { data: { n: String(Number(data.n ?? 0) + 1) } });
      },
    })],
  });
  await using env = await testEnv({ operator, runsPerMinute: 20 });
  await env.client.create(ConfigMap, { metadata: { name: "a" }, data: { storm: "yes" } });
  const error = await assertRejects(() => env.settle());
  assert(error instanceof RequeueStorm, String(error));
  assert(/counter ran for default\/a more than 20 times/.test(error.message), error.message);
  assert(/Updated ConfigMap default\/a \(data\.n/.test(error.message), error.message);
  await assertRejects(() => env.until(() => true), /a requeue storm/);
  // A new beginning is one.
  await env.reset();
  await env.client.create(ConfigMap, { metadata: { name: "a" } });
  await env.settle("1h");
});
