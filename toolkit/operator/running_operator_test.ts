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
