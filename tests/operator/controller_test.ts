/** Controllers against a real server: children, status, finalizers, events, retries, causes, stops. */
import {
  changed,
  child,
  type Client,
  ConfigMap,
  createClient,
  defineController,
  defineIndex,
  defineOperator,
  Deployment,
  type Dialect,
  DIALECTS,
  Event,
  isNotFound,
  Lease,
  Namespace,
  Pod,
  type RunningOperator,
  type RunOptions,
  Secret,
  Service,
  silentLogger,
  Terminal,
  watch,
} from "../../mod.ts";
import { startTestServer, TEST_TOKEN, type TestServer } from "../../testing/api_server.ts";
import { eventually } from "../../testing/eventually.ts";
import { assert, assertEquals, assertRejects, assertThrows } from "../../toolkit/deps/assert.ts";

/** A server and a client; what was asked can be counted. */
class Env implements AsyncDisposable {
  readonly server: TestServer;
  readonly client: Client;
  readonly asked: string[];
  readonly #http: Deno.HttpClient;
  readonly #running: RunningOperator[] = [];

  private constructor(server: TestServer, client: Client, asked: string[], http: Deno.HttpClient) {
    this.server = server;
    this.client = client;
    this.asked = asked;
    this.#http = http;
  }

  static async start(dialect: Dialect = "kubernetes"): Promise<Env> {
    const server = await startTestServer({ dialect, uid: () => crypto.randomUUID() });
    const asked: string[] = [];
    const http = Deno.createHttpClient({});
    const client = await createClient({
      config: server.url,
      logger: silentLogger,
      transport: {
        fetch(request) {
          asked.push(`${request.method} ${new URL(request.url).pathname}`);
          const headers = new Headers(request.headers);
          headers.set("authorization", `Bearer ${TEST_TOKEN}`);
          return fetch(new Request(request, { headers, signal: request.signal }), { client: http });
        },
      },
    });
    return new Env(server, client, asked, http);
  }

  async run(operator: ReturnType<typeof defineOperator>, options: RunOptions = {}) {
    const running = await operator.run({ client: this.client, ...options });
    this.#running.push(running);
    return running;
  }

  /** Settles when an object is as wanted. */
  async until<K extends Parameters<Client["get"]>[0]>(
    kind: K,
    ref: string,
    is: (object: Awaited<ReturnType<Client["get"]>> | undefined) => boolean,
  ) {
    return await this.client.waitFor(kind, ref, is as never, { timeout: "10s" });
  }

  async [Symbol.asyncDispose]() {
    for (const running of this.#running) await running[Symbol.asyncDispose]();
    await this.client[Symbol.asyncDispose]();
    this.#http.close();
    await this.server[Symbol.asyncDispose]();
  }
}

/** Copies each config map with a label to a secret. */
function copier(log: string[] = []) {
  return defineController({
    for: ConfigMap,
    name: "copier",
    owns: [Secret],
    when: changed("data", "metadata.labels"),
    async reconcile(map, ctx) {
      if (map.metadata.labels?.copy === undefined) return;
      log.push(ctx.causes.map(({ type, changed = [] }) => [type, ...changed].join(" ")).join("; "));
      await ctx.apply(Secret, {
        metadata: { name: map.metadata.name },
        stringData: map.data ?? {},
      });
    },
  });
}

for (const dialect of DIALECTS) {
  Deno.test(`a controller makes children, repairs them, and sends what is so only once, ${dialect}`, async () => {
    await using env = await Env.start(dialect);
    const { client } = env;
    const log: string[] = [];
    await env.run(defineOperator({ name: "copies", controllers: [copier(log)] }));
    const labels = { copy: "yes" };
    const made = await client.create(ConfigMap, {
      metadata: { name: "a", labels },
      data: { k: "1" },
    });
    const secret = await env.until(Secret, "a", (one) => one !== undefined);
    assertEquals(secret!.metadata.ownerReferences, [{
      apiVersion: "v1",
      kind: "ConfigMap",
      name: "a",
      uid: made.metadata.uid,
      controller: true,
      blockOwnerDeletion: true,
    }]);
    const { managedFields = [] } = secret!.metadata;
    assertEquals(managedFields.map(({ manager, operation }) => [manager, operation]), [[
      "copies/copier",
      "Apply",
    ]]);
    await client.delete(Secret, "a");
    await env.until(
      Secret,
      "a",
      (one) => one !== undefined && one.metadata.uid !== secret!.metadata.uid,
    );
    await client.patch(ConfigMap, "a", { data: { k: "2" } });
    await env.until(
      Secret,
      "a",
      (one) => atob((one as { data?: Record<string, string> }).data!.k!) === "2",
    );
    const before = env.asked.length;
    // Nothing that counts has changed: another run would send nothing.
    await client.patch(ConfigMap, "a", { metadata: { labels: { more: "x" } } });
    await client.patch(ConfigMap, "a", { metadata: { annotations: { not: "watched" } } });
    const next = await client.create(ConfigMap, { metadata: { name: "b", labels }, data: {} });
    await env.until(Secret, "b", (one) => one !== undefined);
    const writes = env.asked.slice(before).filter((line) =>
      line.startsWith("PATCH") && line.includes("secrets")
    );
    assertEquals(writes, [`PATCH /api/v1/namespaces/default/secrets/${next.metadata.name}`]);
    assert(
      log.includes("Added") && log.some((line) => line.includes("Updated data.k")),
      log.join("\n"),
    );
    assert(log.some((line) => line.includes("Deleted")));
  });
}

Deno.test("a finalizer is set first, and taken off when finalize is done; those of others stay", async () => {
  await using env = await Env.start();
  const { client } = env;
  const steps: string[] = [];
  let waits = 2;
  const controller = defineController({
    for: ConfigMap,
    when: changed("metadata.deletionTimestamp", "data"),
    reconcile({ metadata: { name, finalizers } }) {
      if (name === "a") steps.push(`reconcile ${finalizers?.join()}`);
    },
    finalize({ metadata: { name, finalizers } }) {
      if (name !== "a") return;
      steps.push(`finalize ${finalizers?.join()}`);
      if (waits-- > 0) return { requeueAfter: "5ms" };
    },
  });
  await env.run(defineOperator({ name: "op", controllers: [controller] }));
  await client.create(ConfigMap, { metadata: { name: "a", finalizers: ["other.example/x"] } });
  await env.until(
    ConfigMap,
    "a",
    (one) => one?.metadata.finalizers?.includes("op/configmap") ?? false,
  );
  await client.delete(ConfigMap, "a");
  await env.until(ConfigMap, "a", (one) => one?.metadata.finalizers?.join() === "other.example/x");
  assertEquals(steps, [
    "reconcile other.example/x,op/configmap",
    "finalize other.example/x,op/configmap",
    "finalize other.example/x,op/configmap",
    "finalize other.example/x,op/configmap",
  ]);
  await client.patch(ConfigMap, "a", { metadata: { finalizers: null } });
  await env.until(ConfigMap, "a", (one) => one === undefined);
});

Deno.test("release() takes the finalizers off everything", async () => {
  await using env = await Env.start();
  const { client } = env;
  const controller = defineController({ for: ConfigMap, reconcile() {}, finalize() {} });
  const operator = defineOperator({
    name: "op",
    controllers: [controller],
    namespaces: ["default"],
  });
  const running = await env.run(operator);
  for (const name of ["a", "b"]) {
    await client.create(ConfigMap, { metadata: { name, finalizers: ["keep.example/x"] } });
    await env.until(ConfigMap, name, (one) => one?.metadata.finalizers?.length === 2);
  }
  await running.stop();
  await operator.release(client);
  for await (const map of client.iterate(ConfigMap)) {
    assertEquals(map.metadata.finalizers, ["keep.example/x"]);
  }
});

Deno.test("a status is merged, written once, and not written where nothing changes", async () => {
  await using env = await Env.start();
  const { client } = env;
  let runs = 0;
  const controller = defineController({
    for: Deployment,
    name: "ready",
    reconcile(deployment, ctx) {
      runs++;
      ctx.status({ replicas: 5 });
      ctx.status({ replicas: deployment.spec.replicas, readyReplicas: 1 });
      if (deployment.metadata.annotations?.less) ctx.status({ readyReplicas: undefined });
      if (deployment.metadata.annotations?.fail) throw new Error("still written");
    },
  });
  const running = await env.run(defineOperator({ name: "op", controllers: [controller] }));
  const labels = { app: "x" };
  await client.create(Deployment, {
    metadata: { name: "d" },
    spec: {
      replicas: 2,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: "c", image: "i" }] } },
    },
  });
  const first = await env.until(
    Deployment,
    "d",
    (one) => (one as { status?: { readyReplicas?: number } }).status?.readyReplicas === 1,
  );
  assertEquals(first!.status?.replicas, 2);
  const patched = (path: string) =>
    env.asked.filter((line) => line.startsWith("PATCH") && line.endsWith(path)).length;
  assertEquals(patched("/status"), 1);
  const before = runs;
  await client.patch(Deployment, "d", { metadata: { labels: { new: "label" } } });
  await eventually(
    "the run is over",
    () => runs > before && running.why(Deployment, "d").length >= runs,
  );
  assertEquals(patched("/status"), 1);
  await client.patch(Deployment, "d", { metadata: { annotations: { less: "x", fail: "x" } } });
  await env.until(
    Deployment,
    "d",
    (one) => (one as { status?: { readyReplicas?: number } }).status?.readyReplicas === undefined,
  );
  assert(
    running.why(Deployment, "d").some(({ result, error }) =>
      result === "error" && String(error).includes("still written")
    ),
  );
});

Deno.test("applySet() keeps to what it is told, and leaves what is not its own", async () => {
  await using env = await Env.start();
  const { client } = env;
  const controller = defineController({
    for: Namespace,
    owns: [ConfigMap, Secret],
    async reconcile({ metadata: { name, labels } }, ctx) {
      if (labels?.set === undefined) return;
      await ctx.applySet(
        labels.set.split("-").map((key, index) =>
          index % 2 === 0
            ? child(ConfigMap, { metadata: { name: key, namespace: name } })
            : child(Secret, { metadata: { name: key, namespace: name } })
        ),
      );
    },
  });
  await env.run(defineOperator({ name: "op", controllers: [controller] }));
  await client.create(Namespace, { metadata: { name: "n", labels: { set: "a-b-c" } } });
  await env.until(ConfigMap, "n/c", (one) => one !== undefined);
  await client.create(ConfigMap, { metadata: { name: "mine", namespace: "n" } });
  await client.patch(Namespace, "n", { metadata: { labels: { set: "a" } } });
  await env.until(ConfigMap, "n/c", (one) => one === undefined);
  await env.until(Secret, "n/b", (one) => one === undefined);
  const names = (await client.list(ConfigMap, { namespace: "n" })).items.map(({ metadata }) =>
    metadata.name
  );
  assertEquals(names, ["a", "mine"]);
});

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
  await first.stop();
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

Deno.test("what was not declared can't be written, and owners are where their children are", async () => {
  await using env = await Env.start();
  const errors: string[] = [];
  const controller = defineController({
    for: ConfigMap,
    owns: [Secret],
    async reconcile({ metadata: { name } }, ctx) {
      if (name !== "a") return;
      const attempts = [
        () => ctx.apply(Pod as never, { metadata: { name: "p" } } as never),
        () => ctx.apply(Secret, { metadata: { name: "s", namespace: "other" } }),
        () => ctx.delete(Pod as never, "p"),
      ];
      for (const attempt of attempts) errors.push((await assertRejects(attempt)).message);
    },
  });
  await env.run(defineOperator({ name: "op", controllers: [controller] }));
  await env.client.create(ConfigMap, { metadata: { name: "a" } });
  await eventually("all attempts are refused", () => errors.length >= 3);
  assert(errors[0]!.includes("name the kind in the controller's owns"), errors[0]);
  assert(errors[1]!.includes("can't be owned by an object of the namespace default"), errors[1]);
  assert(isNotFound(await assertRejects(() => env.client.get(Pod, "p"))));
});

Deno.test("defineController() and defineOperator() refuse what can't work", () => {
  const reconcile = () => {};
  const one = defineController({ for: Pod, reconcile });
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
  ];
  for (const [make, message] of cases) assertThrows(make, message);
});
