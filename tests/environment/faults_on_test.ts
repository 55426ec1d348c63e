/** Controllers of a cluster that meet faults, in environments and under `explore()`. */
import { ConfigMap, defineController, defineOperator, Pod, ReplicaSet } from "../../mod.ts";
import { explore, fault, type TestEnv, testEnv } from "../../testing.ts";
import { assert, assertEquals, assertRejects } from "../../toolkit/deps/assert.ts";

const labels = { app: "web" };
const WEB = {
  metadata: { name: "web" },
  spec: {
    replicas: 2,
    selector: { matchLabels: labels },
    template: { metadata: { labels }, spec: { containers: [{ name: "c", image: "i" }] } },
  },
};
const EXPLORED = { controllers: ["replicaset"], faultsOn: ["replicaset"] };

const countPods = async ({ client }: TestEnv) => (await client.list(Pod)).items.length;
const asked = ({ trace }: TestEnv, what: string) =>
  trace.filter((line) => line.includes(what)).length;

async function makeWeb(env: TestEnv): Promise<void> {
  await env.client.create(ReplicaSet, WEB);
  await env.settle("10m");
}

Deno.test("a controller that is killed starts anew, and looks before it writes", async () => {
  await using env = await testEnv({
    ...EXPLORED,
    faults: [fault.kill({ verb: "create", kind: Pod })],
  });
  assertEquals(asked(env, "list pods"), 1);
  await makeWeb(env);
  assertEquals(asked(env, "fault: kill"), 1);
  assertEquals(asked(env, "list pods"), 2);
  assertEquals(asked(env, "create pods"), 2);
  assertEquals(await countPods(env), 2);
});

Deno.test("a controller whose answers are lost, and that hears late, has its pods all the same", async () => {
  await using env = await testEnv({ ...EXPLORED, nodes: 1 });
  using _ = env.inject(
    fault.loseAnswer({ verb: "create", kind: Pod }),
    fault.reject({ verb: "create", kind: Pod, nth: 2, reason: "Conflict" }),
    fault.expireWatch({ kind: Pod }),
    fault.compact(),
  );
  await makeWeb(env);
  assertEquals(
    ["loseAnswer", "reject", "expireWatch"].map((name) => asked(env, `fault: ${name}`)),
    [1, 1, 1],
  );
  assertEquals(await countPods(env), 2);
});

Deno.test("controllers that are not named meet no faults, and are not in the trace", async () => {
  const faults = [fault.reject({ verb: "create", kind: Pod, reason: "InternalError", times: 9 })];
  await using env = await testEnv({
    controllers: ["replicaset", "deployment"],
    faultsOn: ["deployment"],
    faults,
  });
  await makeWeb(env);
  assertEquals(await countPods(env), 2);
  assertEquals(asked(env, "create pods"), 0);
  assert(asked(env, "list apps/deployments") > 0);
});

Deno.test("an operator and controllers meet the same faults, and the trace says who", async () => {
  const operator = defineOperator({
    name: "watcher",
    namespaces: ["default"],
    controllers: [defineController({ for: ConfigMap, reconcile() {} })],
  });
  await using env = await testEnv({
    ...EXPLORED,
    operator,
    faults: [fault.kill({ verb: "list", times: 2 })],
  });
  await makeWeb(env);
  assertEquals(asked(env, "fault: kill"), 2);
  assert(asked(env, " controllers: create pods default") > 0, env.trace.join("\n"));
  assert(env.trace.some((line) => /^\S+ list configmaps/.test(line)), env.trace.join("\n"));
  assertEquals(await countPods(env), 2);
  assert(env.access.calls.every(({ resource }) => resource !== "pods"));
});

Deno.test("reset() and fork() start controllers anew that meet faults", async () => {
  await using env = await testEnv({
    ...EXPLORED,
    faults: [fault.loseAnswer({ verb: "create", kind: Pod })],
  });
  await makeWeb(env);
  await using fork = await env.fork();
  await fork.client.patch(ReplicaSet, "web", { spec: { replicas: 3 } });
  await fork.settle("1m");
  assertEquals([await countPods(fork), asked(fork, "fault:")], [3, 0]);
  await env.reset();
  assertEquals([await countPods(env), asked(env, "list pods")], [0, 1]);
  await makeWeb(env);
  assertEquals([await countPods(env), asked(env, "fault:")], [2, 1]);
});

Deno.test("controllers that write to one object again and again are a requeue storm", async () => {
  await using env = await testEnv({ ...EXPLORED, runsPerMinute: 1 });
  await env.client.create(ReplicaSet, WEB);
  await assertRejects(
    () => env.settle("1m"),
    /a requeue storm: controllers asked to update apps\/replicasets\/status default\/web more than 1 times/,
  );
});

Deno.test("explore() fails where controllers end in another state, names the fault, and can be replayed", async () => {
  const scenario = async (env: TestEnv) => {
    await makeWeb(env);
    // A process that was killed has listed before.
    return asked(env, "list pods");
  };
  const error = await assertRejects(() => explore({ ...EXPLORED, runs: 300, seed: 1 }, scenario));
  assert(/Expected values to be strictly (deep-)?equal/.test(error.message), error.message);
  const faults = error.message.match(/^ {2}fault\.\w+/gm);
  assertEquals(faults?.length, 1, error.message);
  const [, replay] = /replay: "([^"]+)"/.exec(error.message)!;
  const again = await assertRejects(() =>
    explore({ ...EXPLORED, runs: 1, replay: replay! }, scenario)
  );
  assertEquals(again.message.split("\n").slice(0, 3), error.message.split("\n").slice(0, 3));
});

Deno.test("explore() refuses to explore nobody, and environments faults on who does not run", async () => {
  await assertRejects(
    () => explore({ runs: 1 }, () => Promise.resolve()),
    /nobody meets faults: write an operator, or controllers in faultsOn/,
  );
  await assertRejects(
    () => testEnv({ faultsOn: ["replicaset"] }),
    /faultsOn is "replicaset": name it among the controllers, too/,
  );
});
