/** Operators against a real server: failures, watches, several processes, their end, their pages. */
import {
  ConfigMap,
  defineController,
  defineIndex,
  defineOperator,
  Event,
  Lease,
  Pod,
  type RunningOperator,
  Secret,
  Service,
  Terminal,
  watch,
} from "../../mod.ts";
import { eventually } from "../../testing/eventually.ts";
import { freePort } from "../../testing/free_port.ts";
import { FakeClock } from "../../toolkit/clock.ts";
import { assert, assertEquals, assertThrows } from "../../toolkit/deps/assert.ts";
import { copier, Env } from "./counted_env.ts";

Deno.test("failures back off; Terminal waits for a change; both are told as events and metrics", async () => {
  await using env = await Env.start();
  const { client } = env;
  const tries: number[] = [];
  const controller = defineController({
    for: ConfigMap,
    name: "failing",
    backoff: { base: 1, max: 5, jitter: 0 },
    reconcile({ metadata, data }, ctx) {
      if (metadata.name !== "a") return;
      tries.push(ctx.attempt);
      if (data?.terminal) throw new Terminal("it can't be", { reason: "Never" });
      if (ctx.attempt < 4) throw new Error("not yet");
      ctx.event("Done", "at last", { action: "Try" });
    },
  });
  const running = await env.run(defineOperator({ name: "op", controllers: [controller] }));
  await client.create(ConfigMap, { metadata: { name: "a" } });
  const seen = async (reason: string) => {
    for await (const event of client.watch(Event)) {
      if (event.type !== "SYNCED" && event.object.reason === reason) return event.object;
    }
  };
  const done = await seen("Done");
  assertEquals([done?.note, done?.regarding?.name, done?.reportingController, done?.action], [
    "at last",
    "a",
    "op",
    "Try",
  ]);
  assertEquals(tries, [1, 2, 3, 4]);
  await client.patch(ConfigMap, "a", { data: { terminal: "x" } });
  const never = await seen("Never");
  assertEquals([never?.type, never?.note], ["Warning", "it can't be"]);
  assertEquals(tries, [1, 2, 3, 4, 1]);
  await client.patch(ConfigMap, "a", { data: { other: "y" } });
  // The same event again is counted.
  for await (const event of client.watch(Event)) {
    if (event.type !== "SYNCED" && event.object.series?.count === 2) break;
  }
  // The event is written within the run, whose end is what is counted.
  const ended = 'workqueue_work_duration_seconds_count{name="failing"} 6';
  await eventually("the last run's end", () => running.metrics.render().includes(ended));
  const metrics = running.metrics.render();
  assert(
    /controller_runtime_reconcile_total\{controller="failing",result="error"\} 5/.test(metrics),
    metrics,
  );
  assert(
    metrics.includes('controller_runtime_terminal_reconcile_errors_total{controller="failing"} 2'),
  );
  assert(metrics.includes('workqueue_depth{name="failing"} 0'));
});

Deno.test("watches wake whom they name, sources whom they yield; indexes and caches are there", async () => {
  await using env = await Env.start();
  const { client } = env;
  const woken: string[] = [];
  const mapsOfSecret = defineIndex(ConfigMap, "secret", ({ data }) => data?.secret);
  const pulled = Promise.withResolvers<string>();
  const controller = defineController({
    for: ConfigMap,
    reads: [Pod],
    watches: [watch(Secret, { to: ({ metadata }) => [{ name: `for-${metadata.name}` }] })],
    sources: [async function* () {
      yield await pulled.promise;
      await new Promise(() => {});
    }],
    reconcile({ metadata: { name } }, ctx) {
      const causes = ctx.causes.map(({ type, kind }) => `${type} ${kind?.kind ?? ""}`.trim());
      const { length } = ctx.cache.by(mapsOfSecret, "s");
      woken.push(`${name}: ${causes.join()} ${ctx.cache.list(Pod).length} ${length}`);
      if (name === "for-s") assert(ctx.cache.get(Secret, "s") !== undefined);
      assertThrows(() => ctx.cache.get(Service as never, "x"), /is not cached/);
    },
  });
  await client.create(ConfigMap, { metadata: { name: "for-s" }, data: { secret: "s" } });
  await client.create(ConfigMap, { metadata: { name: "pulled" } });
  await client.create(Secret, { metadata: { name: "s" } });
  await env.run(defineOperator({
    name: "op",
    controllers: [controller],
    namespaces: ["default"],
    informers: [[ConfigMap, { indexes: [mapsOfSecret] }]],
  }));
  await eventually("both are looked at", () => woken.length >= 2);
  assertEquals(woken.splice(0).sort(), [
    "for-s: Start ConfigMap,Start Secret 0 1",
    "pulled: Start ConfigMap 0 1",
  ]);
  await client.patch(Secret, "s", { metadata: { labels: { a: "b" } } });
  await eventually("somebody is woken", () => woken.length >= 1);
  assertEquals(woken.splice(0), ["for-s: Updated Secret 0 1"]);
  pulled.resolve("default/pulled");
  await eventually("somebody is woken", () => woken.length >= 1);
  assertEquals(woken.splice(0), ["pulled: Source 0 1"]);
});

Deno.test("two processes: one works, the other takes over; what was under way is told to end", async () => {
  await using env = await Env.start();
  const { client } = env;
  const ran: string[] = [];
  const operator = (who: string) =>
    defineOperator({
      name: "elected",
      leaderElection: { lease: "1500ms", renew: "1s", retry: "50ms" },
      controllers: [defineController({
        for: ConfigMap,
        reconcile({ metadata: { name } }) {
          if (name.startsWith("m")) ran.push(`${who} ${name}`);
        },
      })],
    });
  const first = await env.run(operator("first"), { identity: "first" });
  await eventually("the first leads", () => first.leading);
  const second = await env.run(operator("second"), { identity: "second" });
  await client.create(ConfigMap, { metadata: { name: "m1" } });
  await eventually("one works", () => ran.length >= 1);
  assertEquals([first.leading, second.leading], [true, false]);
  const shown = (who: RunningOperator) =>
    /leader_election_master_status\{name="elected"\} (\d)/.exec(who.metrics.render())?.[1];
  assertEquals([shown(first), shown(second)], ["1", "0"]);
  await first.stop();
  assertEquals(shown(first), "0");
  await eventually("the second leads", () => second.leading);
  const lease = await client.get(Lease, "elected");
  assertEquals([lease.spec.holderIdentity, lease.spec.leaseTransitions], ["second", 1]);
  await client.create(ConfigMap, { metadata: { name: "m2" } });
  await eventually("the second works", () => ran.includes("second m2"));
  assert(!ran.includes("first m2"));
});

Deno.test("stop() waits for what is under way, then aborts it; the status is out by then", async () => {
  await using env = await Env.start();
  const { client } = env;
  const begun = Promise.withResolvers<void>();
  const controller = defineController({
    for: Pod,
    async reconcile(_, ctx) {
      ctx.status({ message: "under way" });
      begun.resolve();
      await new Promise((_, reject) =>
        ctx.signal.addEventListener("abort", () => reject(ctx.signal.reason))
      );
    },
  });
  const running = await env.run(defineOperator({ name: "op", controllers: [controller] }));
  await client.create(Pod, {
    metadata: { name: "p" },
    spec: { containers: [{ name: "c", image: "i" }] },
  });
  await begun.promise;
  await running.stop("1ms");
  await running.done;
});

Deno.test("the pages of an operator: alive, ready, metrics, why", async () => {
  await using env = await Env.start();
  const { client } = env;
  const running = await env.run(defineOperator({ name: "copies", controllers: [copier()] }));
  await client.create(ConfigMap, {
    metadata: { name: "a", labels: { copy: "x" } },
    data: { k: "v" },
  });
  await env.until(Secret, "a", (one) => one !== undefined);
  await eventually("the run is over", () => running.why(ConfigMap, "a").length > 0);
  const get = async (path: string) => {
    const response = await running.fetch(new Request(`http://x${path}`));
    return [response.status, await response.text()] as const;
  };
  assertEquals(await get("/livez"), [200, "ok"]);
  assertEquals(await get("/readyz"), [200, "ok"]);
  assertEquals((await get("/metrics"))[0], 200);
  assertEquals((await get("/nothing"))[0], 404);
  const [status, text] = await get("/why?kind=configmap&namespace=default&name=a");
  const [run] = JSON.parse(text);
  assertEquals([status, run.result, run.causes[0].type, run.writes[0].verb, run.writes[0].sent], [
    200,
    "ok",
    "Added",
    "apply",
    true,
  ]);
  assertEquals((await get("/why?kind=nope&name=a"))[0], 400);
});

Deno.test("an operator ends beside a client of its pages that has sent half a request", async () => {
  await using env = await Env.start();
  const clock = new FakeClock();
  const listen = { hostname: "127.0.0.1", port: freePort() };
  const running = await env.run(defineOperator({ name: "op", controllers: [copier()] }), {
    listen,
    clock,
  });
  using client = await Deno.connect(listen);
  await client.write(new TextEncoder().encode("GET /livez HTTP/1.1\r\nHost: x\r\n"));
  // The connection of that one was taken before this one's.
  assertEquals(await (await fetch(`http://127.0.0.1:${listen.port}/livez`)).text(), "ok");
  let isOver = false;
  const stopped = running.stop().then(() => isOver = true);
  await eventually("the operator has ended", async () => {
    await clock.advance(1000);
    return isOver;
  });
  await stopped;
});

Deno.test("defineController() and defineOperator() refuse what can't work", () => {
  const reconcile = () => {};
  const one = defineController({ for: Pod, reconcile });
  const ending = (operator: number, controller: number) =>
    defineOperator({
      name: "o".repeat(operator),
      controllers: [
        defineController({ for: Pod, name: "c".repeat(controller), reconcile, finalize() {} }),
      ],
    });
  const cases: [() => unknown, RegExp][] = [
    [() => defineController({ for: Pod, name: "A b", reconcile }), /the name "A b"/],
    [() => defineController({ for: Pod, concurrency: 0, reconcile }), /concurrency is 0/],
    [() => defineController({ for: Pod, every: "5 m" as "5m", reconcile }), /every is/],
    [() => defineOperator({ name: "", controllers: [one] }), /the name ""/],
    [() => defineOperator({ name: "a", controllers: [] }), /neither a controller nor a webhook/],
    [
      () => defineOperator({ name: "a", controllers: [one, one] }),
      /two controllers are called pod/,
    ],
    [
      () => defineOperator({ name: "a", controllers: [one], namespaces: [] }),
      /namespaces is empty/,
    ],
    [
      () => defineOperator({ name: "a", controllers: [one], informers: [[Secret, {}]] }),
      /informers has options for \/v1\/secrets, and no controller names it/,
    ],
    [
      () => defineOperator({ name: "a", controllers: [one], informers: [[Pod, {}], [Pod, {}]] }),
      /informers has options for \/v1\/pods, and it has some already/,
    ],
    [
      () => ending(63, 55),
      /^defineOperator: o{63}\/c{55}\/finalizer is to be a field manager, and has over 128 char/,
    ],
  ];
  // A server takes no longer ones.
  assertEquals(ending(63, 54).name.length, 63);
  for (const [make, message] of cases) assertThrows(make, message);
});
