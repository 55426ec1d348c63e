import { createClient } from "../client/create_client.ts";
import { defineController } from "../controller/mod.ts";
import { makeCertificate } from "../certificates/mod.ts";
import { assert, assertEquals, assertRejects } from "../deps/assert.ts";
import { ConfigMap } from "../kinds/built_in.ts";
import { silentLogger } from "../logger.ts";
import { defineResource, Type } from "../resource/mod.ts";
import { defineWebhook } from "../webhook/mod.ts";
import { VirtualClock } from "../../testing/virtual_clock.ts";
import { freePort } from "../../testing/free_port.ts";
import { defineOperator } from "./mod.ts";

Deno.test("run() answers on all addresses, and says where it can't", async () => {
  await using client = await createClient({
    dialect: "kubernetes",
    logger: silentLogger,
    transport: { fetch: () => Promise.resolve(new Response(null, { status: 503 })) },
  });
  const operator = defineOperator({
    name: "op",
    controllers: [],
    webhooks: [defineWebhook({ for: ConfigMap, mutate() {} })],
  });
  const port = await freePort();
  await using _ = await operator.run({
    client,
    listen: { port },
    webhookServer: { url: "https://a", inProcess: () => ({ [Symbol.dispose]() {} }) },
  });
  for (const host of ["127.0.0.1", "[::1]"]) {
    const answer = await fetch(`http://${host}:${port}/readyz`);
    assertEquals([answer.status, await answer.text()], [200, "ok"]);
  }
  await assertRejects(
    () => operator.run({ client, listen: { port } }),
    new RegExp(`can't answer on :${port}: Address already in use`),
  );
});

Deno.test("/metrics has what the process uses and what webhooks answered", async () => {
  await using client = await createClient({
    dialect: "kubernetes",
    logger: silentLogger,
    transport: { fetch: () => Promise.resolve(new Response(null, { status: 503 })) },
  });
  const isMade = Promise.withResolvers<void>();
  const operator = defineOperator({
    name: "op",
    controllers: [],
    webhooks: [
      defineWebhook({
        for: ConfigMap,
        mutate() {},
        async validate() {
          await isMade.promise;
          throw new Error("it is broken");
        },
      }),
    ],
    // What is declared already stays as it is.
    metrics: (registry) =>
      void registry.gauge({ name: "process_open_fds", help: "Mine." }).with({}).set(-1),
  });
  let ask: (request: Request) => Promise<Response> = () => Promise.reject(new Error("too early"));
  await using running = await operator.run({
    client,
    webhookServer: {
      url: "https://a",
      inProcess(answer) {
        ask = answer;
        return { [Symbol.dispose]() {} };
      },
    },
  });
  const shown = async () => await (await running.fetch(new Request("http://x/metrics"))).text();
  const webhook = "controller_runtime_webhook";
  const total = (path: string, code: number, count: number) =>
    `\n${webhook}_requests_total{webhook="${path}",code="${code}"} ${count}\n`;
  const before = await shown();
  for (const path of ["/mutate/configmap", "/validate/configmap"]) {
    for (const code of [200, 500]) assert(before.includes(total(path, code, 0)), before);
  }
  for (const name of ["cpu_seconds_total", "resident_memory_bytes", "start_time_seconds"]) {
    assert(before.includes(`\nprocess_${name} `), before);
  }
  assert(before.includes("\nprocess_open_fds -1\n"), before);

  const review = (path: string, operation = "CREATE") => {
    const kind = { group: "", version: "v1", kind: "ConfigMap" };
    const resource = { group: "", version: "v1", resource: "configmaps" };
    const object = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" } };
    const asked = { uid: "u", kind, resource, operation, object, name: "a", userInfo: {} };
    const body = { apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview", request: asked };
    return new Request(`https://a${path}`, { method: "POST", body: JSON.stringify(body) });
  };
  assertEquals((await ask(review("/mutate/configmap"))).status, 200);
  assertEquals((await ask(new Request("https://a/mutate/configmap"))).status, 405);
  assertEquals((await ask(review("/nothing"))).status, 404);
  const failing = ask(review("/validate/configmap"));
  const inFlight = `\n${webhook}_requests_in_flight{webhook="/validate/configmap"}`;
  assert((await shown()).includes(`${inFlight} 1\n`));
  isMade.resolve();
  assertEquals((await failing).status, 500);
  const after = await shown();
  assert(after.includes(`${inFlight} 0\n`), after);
  assert(after.includes(total("/mutate/configmap", 200, 1)), after);
  assert(after.includes(total("/mutate/configmap", 405, 1)), after);
  assert(after.includes(total("/validate/configmap", 500, 1)), after);
  assert(after.includes(`\n${webhook}_latency_seconds_count{webhook="/mutate/configmap"} 2\n`));
  for (const bound of ["1e-08", "1000", "+Inf"]) assert(after.includes(`,le="${bound}"}`), bound);
  assert(!after.includes("/nothing"), after);
});

const Site = defineResource({
  group: "example.com",
  version: "v1",
  kind: "Site",
  spec: Type.Object({ image: Type.String() }),
});

Deno.test("run() says why a definition that it installs is not served", async () => {
  const clock = new VirtualClock();
  const conditions = [
    { type: "NamesAccepted", status: "False", message: '"sites" is already in use' },
    { type: "Established", status: "False" },
  ];
  const metadata = { name: "sites.example.com", uid: "u", resourceVersion: "5" };
  const definition = { ...Site.definition(), metadata, status: { conditions } };
  const resources = [{ name: "customresourcedefinitions", kind: "CustomResourceDefinition" }];
  const watched = Promise.withResolvers<void>();
  await using client = await createClient({
    clock,
    dialect: "kubernetes",
    logger: silentLogger,
    protobuf: false,
    transport: {
      fetch(request) {
        const { pathname, searchParams } = new URL(request.url);
        if (searchParams.has("watch")) {
          watched.resolve();
          return new Promise(() => {});
        }
        const answer = pathname.endsWith("/v1")
          ? { kind: "APIResourceList", resources }
          : request.method === "PATCH"
          ? definition
          : { kind: "List", metadata: { resourceVersion: "9" }, items: [definition] };
        return Promise.resolve(Response.json(answer));
      },
    },
  });
  const running = assertRejects(
    () =>
      defineOperator({ name: "op", controllers: [defineController({ for: Site, reconcile() {} })] })
        .run({ client, install: true }),
    /sites\.example\.com is not served: NamesAccepted is false, "sites" is already in use; Established is false/,
  );
  // What is loaded until then takes no time of this clock.
  await watched.promise;
  await clock.run(60_000);
  await running;
});

for (
  const [what, options] of [
    ["its caches", { controllers: [defineController({ for: ConfigMap, reconcile() {} })] }],
    ["its definitions", { controllers: [defineController({ for: Site, reconcile() {} })] }],
    ["its certificates", {
      controllers: [],
      webhooks: [defineWebhook({ for: ConfigMap, mutate() {} })],
    }],
  ] as const
) {
  Deno.test(`run() ends when it is told to, while a server does not answer about ${what}`, async () => {
    const asked = Promise.withResolvers<void>();
    await using client = await createClient({
      dialect: "kubernetes",
      logger: silentLogger,
      transport: {
        fetch() {
          asked.resolve();
          return new Promise(() => {});
        },
      },
    });
    const told = new AbortController();
    const running = defineOperator({ name: "op", ...options }).run({
      client,
      install: true,
      signal: told.signal,
      webhookServer: { hostname: "127.0.0.1", port: await freePort() },
    });
    await asked.promise;
    told.abort(new Error("enough"));
    await assertRejects(() => running, /the operator stops/);
  });
}

Deno.test("run() announces no webhooks for as long as another process leads", async () => {
  const clock = new VirtualClock();
  const folder = await Deno.makeTempDir();
  try {
    const { certificate, key } = await makeCertificate({
      commonName: "hooks",
      hosts: ["127.0.0.1"],
      now: new Date(clock.now()),
    });
    const files = { "tls.crt": certificate, "tls.key": key, "ca.crt": certificate };
    for (const [name, text] of Object.entries(files)) {
      await Deno.writeTextFile(`${folder}/${name}`, text);
    }
    let [isTaken, announced] = [false, 0];
    const first = Promise.withResolvers<void>();
    const lease = (holderIdentity: string) =>
      Response.json({
        apiVersion: "coordination.k8s.io/v1",
        kind: "Lease",
        metadata: { name: "op", uid: "u", resourceVersion: isTaken ? "2" : "1" },
        spec: { holderIdentity, leaseDurationSeconds: 86_400 },
      });
    await using client = await createClient({
      clock,
      dialect: "kubernetes",
      logger: silentLogger,
      protobuf: false,
      retries: 0,
      transport: {
        fetch({ method, url }) {
          const refused = (status: number) => Promise.resolve(new Response(null, { status }));
          if (!url.includes("/leases")) {
            announced++;
            first.resolve();
            return refused(503);
          }
          if (method === "PUT") return refused(isTaken ? 409 : 503);
          if (method === "GET" && !isTaken) return refused(404);
          return Promise.resolve(lease(isTaken ? "another" : "this"));
        },
      },
    });
    const port = await freePort();
    const running = await defineOperator({
      name: "op",
      controllers: [],
      webhooks: [defineWebhook({ for: ConfigMap, mutate() {} })],
      leaderElection: true,
    }).run({
      client,
      identity: "this",
      webhookServer: {
        url: `https://127.0.0.1:${port}`,
        hostname: "127.0.0.1",
        port,
        certificates: { directory: folder },
      },
    });
    await first.promise;
    isTaken = true;
    const leads = 'leader_election_master_status{name="op"} 1';
    assert(running.metrics.render().includes(leads));
    await clock.run(10 * 60_000, () => !running.metrics.render().includes(leads));
    announced = 0;
    await clock.run(5 * 60_000);
    assertEquals([announced, running.leading], [0, false]);
    await running.stop();
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
