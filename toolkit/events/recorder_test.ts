import { fault, type TestEnv, testEnv } from "../../testing.ts";
import { type Client, ConfigMap, coreV1, Pod, ReplicaSet } from "../../mod.ts";
import { silentLogger } from "../logger.ts";
import { assert, assertEquals } from "../deps/assert.ts";
import { Recorder } from "./recorder.ts";

async function withRecorder(
  act: (recorder: Recorder, env: TestEnv) => Promise<void>,
  clientOf: (client: Client) => Client = (client) => client,
): Promise<void> {
  await using env = await testEnv({ controllers: [] });
  const { clock } = env;
  const client = clientOf(env.client);
  await act(new Recorder({ client, component: "tester", clock, logger: silentLogger }), env);
}

const about = (name: string) => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { namespace: "default", name, uid: `uid of ${name}` },
});

async function events({ client }: TestEnv) {
  const { items } = await client.list(coreV1.Event);
  return items.map(({ type, reason, message, count }) => [type, reason, message, count]);
}

Deno.test("normal() and warning() write an event, and count the same one again", () =>
  withRecorder(async (recorder, env) => {
    const subject = await env.client.create(ConfigMap, { metadata: { name: "a" } });
    recorder.normal(subject, "Done", "it is done");
    recorder.warning(subject, "Failed", "it has failed");
    await recorder.flushed();
    await env.advance("5s");
    recorder.normal(subject, "Done", "it is done");
    await recorder.flushed();
    assertEquals(await events(env), [
      ["Normal", "Done", "it is done", 2],
      ["Warning", "Failed", "it has failed", 1],
    ]);
    const [event] = (await env.client.list(coreV1.Event)).items;
    const { involvedObject, source, reportingComponent, firstTimestamp, lastTimestamp } = event!;
    assertEquals(involvedObject.uid, subject.metadata.uid);
    assertEquals([source?.component, reportingComponent], ["tester", "tester"]);
    assertEquals(Date.parse(lastTimestamp!) - Date.parse(firstTimestamp!), 5000);
  }));

Deno.test("a recorder tells of many like events with one, and of no more than 25", () =>
  withRecorder(async (recorder, env) => {
    for (let index = 0; index < 40; index++) recorder.normal(about("a"), "Made", `made ${index}`);
    await recorder.flushed();
    const told = await events(env);
    assertEquals(told.length, 10);
    assertEquals(told.at(-1), ["Normal", "Made", "(combined from similar events): made 24", 16]);
    // Others are not held back by that.
    recorder.warning(about("a"), "Failed", "it has failed");
    recorder.normal(about("b"), "Made", "made");
    await env.advance("6m");
    recorder.normal(about("a"), "Other", "one more after a while");
    recorder.normal(about("a"), "Other", "and no other");
    await recorder.flushed();
    assertEquals((await events(env)).length, 13);
  }));

Deno.test("an event that was deleted is written anew, as it was counted", () =>
  withRecorder(async (recorder, env) => {
    const told = env.clock.now();
    recorder.normal(about("a"), "Made", "made");
    await recorder.flushed();
    const [event] = (await env.client.list(coreV1.Event)).items;
    await env.client.delete(coreV1.Event, event!.metadata.name);
    await env.advance("2h");
    recorder.normal(about("a"), "Made", "made");
    await recorder.flushed();
    assertEquals(await events(env), [["Normal", "Made", "made", 2]]);
    const [anew] = (await env.client.list(coreV1.Event)).items;
    assertEquals(anew!.metadata.name, event!.metadata.name);
    assertEquals(Date.parse(anew!.firstTimestamp!), told);
    assertEquals(Date.parse(anew!.lastTimestamp!), env.clock.now());
  }));

Deno.test("what a recorder does not write is counted by what it writes next", () =>
  withRecorder(async (recorder, env) => {
    for (let time = 0; time < 40; time++) recorder.warning(about("a"), "BackOff", "it rests");
    await recorder.flushed();
    assertEquals(await events(env), [["Warning", "BackOff", "it rests", 25]]);
    await env.advance("5m");
    recorder.warning(about("a"), "BackOff", "it rests");
    await recorder.flushed();
    assertEquals(await events(env), [["Warning", "BackOff", "it rests", 41]]);
  }));

Deno.test("an event about an object whose name is as long as can be is written", () =>
  withRecorder(async (recorder, env) => {
    recorder.normal(about(`${"a".repeat(235)}.${"b".repeat(17)}`), "Made", "made");
    await recorder.flushed();
    assertEquals((await events(env)).length, 1);
  }));

Deno.test("an event that can't be written is lost, and the next one is not", async () => {
  let isBroken = true;
  const broken = (client: Client): Client =>
    new Proxy(client, {
      get(target, name) {
        if (name === "create" && isBroken) return () => Promise.reject(new Error("no"));
        const value = Reflect.get(target, name, target);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
  await withRecorder(async (recorder, env) => {
    recorder.normal(about("a"), "Made", "lost");
    await recorder.flushed();
    isBroken = false;
    recorder.normal(about("a"), "Made", "kept");
    await recorder.flushed();
    assertEquals(await events(env), [["Normal", "Made", "kept", 1]]);
  }, broken);
});

Deno.test("a recorder drops what comes faster than it can be written", async () => {
  const held = Promise.withResolvers<void>();
  let asked = 0;
  const slow = (client: Client): Client =>
    new Proxy(client, {
      get(target, name) {
        const value = Reflect.get(target, name, target);
        if (name !== "create") return typeof value === "function" ? value.bind(target) : value;
        return async (...args: unknown[]) => {
          asked++;
          await held.promise;
          return await value.apply(target, args);
        };
      },
    });
  await withRecorder(async (recorder) => {
    for (let index = 0; index < 1500; index++) recorder.normal(about(`o${index}`), "Made", "made");
    held.resolve();
    await recorder.flushed();
    assert(asked === 1000, `${asked} were written`);
  }, slow);
});

Deno.test("an event is there once, whatever its answer was lost in", async () => {
  await using env = await testEnv({
    controllers: ["replicaset"],
    faultsOn: ["replicaset"],
    faults: [
      fault.loseAnswer({ verb: "create", kind: coreV1.Event, times: 2 }),
      fault.reject({ verb: "create", kind: coreV1.Event, nth: 5, reason: "ServiceUnavailable" }),
    ],
  });
  const labels = { app: "web" };
  await env.client.create(ReplicaSet, {
    metadata: { name: "web" },
    spec: {
      replicas: 3,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: "web", image: "web" }] } },
    },
  });
  await env.settle("1m");
  const names = (await env.client.list(Pod)).items.map(({ metadata }) => metadata.name);
  assertEquals(names.length, 3);
  assertEquals(
    (await events(env)).toSorted(),
    names.map((name) => ["Normal", "SuccessfulCreate", `Created pod: ${name}`, 1]).toSorted(),
  );
  const met = env.trace.filter((line) => /fault: (reject|loseAnswer)/.test(line));
  assertEquals(met.length, 3);
});

Deno.test("a recorder on a node names it, and the part of an object, which it counts alone", async () => {
  await using env = await testEnv({ controllers: [] });
  const { client, clock } = env;
  const recorder = new Recorder({
    client,
    component: "agent",
    host: "node-1",
    clock,
    logger: silentLogger,
  });
  for (const part of ["a", "b", "a"]) {
    recorder.normal({ ...about("x"), fieldPath: `spec.containers{${part}}` }, "Started", "started");
  }
  await recorder.flushed();
  const { items } = await client.list(coreV1.Event);
  assertEquals(
    items.map(({ involvedObject, count }) => [involvedObject.fieldPath, count]),
    [["spec.containers{a}", 2], ["spec.containers{b}", 1]],
  );
  assertEquals(items[0]!.source, { component: "agent", host: "node-1" });
  assertEquals(items[0]!.reportingInstance, "node-1");
});

Deno.test("an event has the time at which it was told of, however late it is written", async () => {
  await using env = await testEnv({ controllers: [] });
  const gate = Promise.withResolvers<void>();
  const slow = new Proxy(env.client, {
    get(client, name) {
      const value = Reflect.get(client, name);
      if (typeof value !== "function") return value;
      return async (...args: unknown[]) => {
        await gate.promise;
        return await value.apply(client, args);
      };
    },
  });
  const told = env.clock.now();
  const { clock } = env;
  const recorder = new Recorder({ client: slow, component: "tester", clock, logger: silentLogger });
  recorder.normal(about("a"), "Done", "it is done");
  recorder.normal(about("b"), "Done", "it is done");
  recorder.normal(about("a"), "Done", "it is done");
  await env.advance("1m");
  gate.resolve();
  await recorder.flushed();
  const { items } = await env.client.list(coreV1.Event);
  const at = new Date(told).toISOString().replace(/\.\d+Z$/, "Z");
  assertEquals(
    items.map(({ count, firstTimestamp, lastTimestamp }) => [
      count,
      firstTimestamp,
      lastTimestamp,
    ]),
    [[2, at, at], [1, at, at]],
  );
  // Clients read it from the name, too.
  const nanoseconds = BigInt(`0x${items[1]!.metadata.name.split(".")[1]}`);
  assertEquals(Number(nanoseconds / 1_000_000n), told);
});
