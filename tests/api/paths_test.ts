/** Paths that are no objects: discovery, health, version, and what is not there. */
import { MemoryStore, type Store } from "../../apiserver/storage/mod.ts";
import { schemaOf } from "../../toolkit/schema/mod.ts";
import type { AnyObject } from "../../testing/api_client.ts";
import { errorsKept, startTestServer } from "../../testing/api_server.ts";
import { customDefinition } from "../../testing/custom_definition.ts";
import { eventually } from "../../testing/eventually.ts";
import { passTimeUntil } from "../../testing/time.ts";
import { decodeEnveloped } from "../../toolkit/codec/mod.ts";
import { FakeClock } from "../../toolkit/clock.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { DEFINITIONS, install } from "./extending/definitions.ts";

const MAPS = "/api/v1/namespaces/default/configmaps";
const AGGREGATED = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

Deno.test("discovery tells of groups, versions and resources", async () => {
  await using server = await startTestServer();
  const { client } = server;
  const core = (await client.get("/api")).json;
  assertEquals([core.kind, core.versions], ["APIVersions", ["v1"]]);
  const { serverAddress } = core.serverAddressByClientCIDRs[0];
  assertEquals(serverAddress, server.url.slice("http://".length));

  const groups = (await client.get("/apis")).json;
  assertEquals([groups.kind, groups.apiVersion], ["APIGroupList", "v1"]);
  const autoscaling = groups.groups.find((one: AnyObject) => one.name === "autoscaling");
  assertEquals(autoscaling, {
    name: "autoscaling",
    versions: [
      { groupVersion: "autoscaling/v2", version: "v2" },
      { groupVersion: "autoscaling/v1", version: "v1" },
    ],
    preferredVersion: { groupVersion: "autoscaling/v2", version: "v2" },
  });
  for (const path of ["/apis/autoscaling", "/apis/autoscaling/"]) {
    assertEquals((await client.get(path)).json, {
      kind: "APIGroup",
      apiVersion: "v1",
      ...autoscaling,
    });
  }
  const apps = (await client.get("/apis/apps/v1")).json;
  assertEquals([apps.kind, apps.apiVersion, apps.groupVersion], [
    "APIResourceList",
    "v1",
    "apps/v1",
  ]);
  const oldest = (await client.get("/api/v1")).json;
  assertEquals([oldest.kind, oldest.apiVersion, oldest.groupVersion], [
    "APIResourceList",
    undefined,
    "v1",
  ]);
  const named = (name: string) => apps.resources.find((one: AnyObject) => one.name === name);
  const { storageVersionHash, ...deployments } = named("deployments");
  assert(/^[A-Za-z0-9+/]{11}=$/.test(storageVersionHash));
  assertEquals(deployments, {
    name: "deployments",
    singularName: "deployment",
    namespaced: true,
    kind: "Deployment",
    verbs: ["create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"],
    shortNames: ["deploy"],
    categories: ["all"],
  });
  assertEquals(named("deployments/status"), {
    name: "deployments/status",
    singularName: "",
    namespaced: true,
    kind: "Deployment",
    verbs: ["get", "patch", "update"],
  });
  for (const path of ["/apis/nothing", "/apis/apps/v9", "/api/v9", "/apis/apps/v1beta1"]) {
    const { status, json } = await client.get(path);
    assertEquals([status, json.kind, json.reason], [404, "Status", "NotFound"], path);
  }
  const yaml = await client.get("/apis", { accept: "application/yaml" });
  assert(yaml.text.endsWith("\nkind: APIGroupList\n"), yaml.text);
  const protobuf = await client.get("/api/v1", { accept: "application/vnd.kubernetes.protobuf" });
  const { object } = decodeEnveloped(
    protobuf.bytes,
    (_group, _version, kind) => schemaOf("kubernetes").struct("meta/v1", kind),
  );
  assertEquals(object.groupVersion, "v1");
});

Deno.test("every resource that discovery tells of answers a list", async () => {
  for (const dialect of ["kubernetes", "orch"] as const) {
    await using server = await startTestServer({ dialect });
    const { client } = server;
    const accept = dialect === "orch" ? AGGREGATED.replace("k8s.io", "orch.io") : AGGREGATED;
    let count = 0;
    for (const root of ["/api", "/apis"]) {
      for (const group of (await client.get(root, { accept })).json.items) {
        for (const { version, resources } of group.versions) {
          const prefix = group.metadata.name === undefined
            ? "/api"
            : `/apis/${group.metadata.name}`;
          for (const { resource, verbs, responseKind } of resources) {
            // What can't be watched is no stored object.
            if (!verbs.includes("watch")) continue;
            count++;
            const { status, json } = await client.get(`${prefix}/${version}/${resource}`);
            assertEquals([status, json.kind], [200, `${responseKind.kind}List`], resource);
          }
        }
      }
    }
    assert(count > 50, `${count}`);
  }
});

Deno.test("aggregated discovery comes with a tag that saves sending it again", async () => {
  await using server = await startTestServer();
  const { client } = server;
  const old = AGGREGATED.replace("v=v2", "v=v2beta1");
  const cases: [accept: string, aggregated: boolean][] = [
    [AGGREGATED, true],
    [`${AGGREGATED},${old},application/json`, true],
    [`${old},${AGGREGATED},application/json`, true],
    [AGGREGATED.replace("k8s.io", "orch.io"), true],
    [`application/json,${AGGREGATED}`, false],
    [`${old},application/json`, false],
    ["application/json", false],
  ];
  for (const [accept, aggregated] of cases) {
    const { json } = await client.get("/apis", { accept });
    assertEquals(json.kind, aggregated ? "APIGroupDiscoveryList" : "APIGroupList", accept);
  }
  assertEquals((await client.get("/apis", { accept: old })).status, 406);
  const first = await client.get("/apis", { accept: AGGREGATED });
  const etag = first.headers.get("etag")!;
  assertEquals(
    first.headers.get("content-type"),
    "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList",
  );
  assert(first.headers.get("vary")?.includes("Accept"));
  const again = await client.get("/apis", {
    accept: AGGREGATED,
    headers: { "if-none-match": etag },
  });
  assertEquals([again.status, again.bytes.length, again.headers.get("etag")], [304, 0, etag]);
  const other = await client.get("/api", {
    accept: AGGREGATED,
    headers: { "if-none-match": etag },
  });
  assertEquals([other.status, other.json.items[0].versions[0].version], [200, "v1"]);
});

/** A store whose newest revision can't be told while it is ill. */
function illStore(): { store: Store; ill: (now: boolean) => void } {
  let isIll = false;
  const real = new MemoryStore();
  const store = new Proxy<Store>(real, {
    get(target, name) {
      if (name === "revision" && isIll) return () => Promise.reject(new Error("ill"));
      const value = target[name as keyof Store];
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  return { store, ill: (now) => void (isIll = now) };
}

Deno.test("health says of each check whether it passes, and why to nobody", async () => {
  const { store, ill } = illStore();
  const { logger } = errorsKept();
  let lost: string | undefined;
  await using server = await startTestServer({ store, logger, logProblem: () => lost });
  const client = server.clientWith({});
  for (const endpoint of ["healthz", "livez", "readyz"]) {
    const plain = await client.get(`/${endpoint}`);
    assertEquals([plain.status, plain.text], [200, "ok"]);
    assertEquals(plain.headers.get("content-type"), "text/plain; charset=utf-8");
    const shutdown = endpoint === "readyz" ? ["[+]shutdown ok"] : [];
    const verbose = (await client.get(`/${endpoint}?verbose`)).text.split("\n");
    assertEquals(verbose.slice(0, 3), ["[+]ping ok", "[+]log ok", "[+]etcd ok"]);
    const end = [...shutdown, `${endpoint} check passed`, ""];
    assertEquals(verbose.slice(-end.length), end);
    assertEquals(verbose.includes("[+]shutdown ok"), endpoint === "readyz");
    const excluded = await client.get(`/${endpoint}?verbose=1&exclude=etcd&exclude=log`);
    assertEquals(
      excluded.text.split("\n").slice(1, 3),
      ["[+]log excluded: ok", "[+]etcd excluded: ok"],
    );
    const unknown = await client.get(`/${endpoint}?verbose&exclude=none`);
    assert(unknown.text.includes('cannot be excluded: no matches for "none"'), unknown.text);
    for (const check of ["ping", "log", "etcd"]) {
      assertEquals((await client.get(`/${endpoint}/${check}`)).text, "ok");
    }
    assertEquals((await client.get(`/${endpoint}/none`)).status, 404);
    assertEquals((await client.post(`/${endpoint}`, {})).status, 403);

    ill(true);
    const failed = await client.get(`/${endpoint}`);
    assertEquals(failed.status, 500);
    assert(failed.text.includes("[+]ping ok\n"), failed.text);
    assert(failed.text.includes("[-]etcd failed: reason withheld\n"), failed.text);
    assert(failed.text.endsWith(`${endpoint} check failed\n`), failed.text);
    assertEquals((await client.get(`/${endpoint}?exclude=etcd`)).status, 200);
    const one = await client.get(`/${endpoint}/etcd`);
    assertEquals([one.status, one.text.includes("ill")], [500, false]);
    assertEquals((await client.get(`/${endpoint}/ping`)).status, 200);
    ill(false);
    lost = "no space left";
    const silent = await client.get(`/${endpoint}?verbose`);
    assertEquals([silent.status, silent.text.includes("[-]log failed")], [500, true]);
    lost = undefined;
    assertEquals((await client.get(`/${endpoint}`)).status, 200);
  }
});

Deno.test("a server that stops is not ready at once, and serves on for a while", async () => {
  const clock = new FakeClock();
  const server = await startTestServer({ clock, shutdownDelayMs: 20_000 });
  const { client } = server;
  const watch = await client.watch(`${MAPS}?watch=1`);
  const stopped = server.server.close();
  const ready = await client.get("/readyz");
  assertEquals([ready.status, ready.text.includes("[-]shutdown failed")], [500, true]);
  assertEquals((await client.get("/livez")).status, 200);
  const made = await client.post(MAPS, { metadata: { name: "a" } });
  assertEquals(made.status, 201);
  assertEquals(await watch.take(1), ["ADDED a"]);
  await passTimeUntil(clock, stopped, 5000);
  assertEquals(await watch.rest(), []);
  await server[Symbol.asyncDispose]();
});

Deno.test("paths and methods that are not there say so", async () => {
  await using server = await startTestServer();
  const { client } = server;
  await client.post(MAPS, { metadata: { name: "a" } });
  await client.post("/api/v1/namespaces", { metadata: { name: "other" } });
  const cases: [method: string, path: string, status: number][] = [
    ["GET", "/nothing", 404],
    ["GET", "/api/v1/nothing", 404],
    ["GET", "/api/v2/pods", 404],
    ["GET", "/apis/apps/v1/namespaces/default/pods", 404],
    ["GET", "/apis/apps/v1/namespaces", 404],
    ["GET", "/api/v1/namespaces/default/nodes", 404],
    ["GET", "/api/v1/namespaces/default/namespaces", 404],
    ["GET", "/api/v1/namespaces/default/namespaces/other", 404],
    ["DELETE", "/api/v1/namespaces/default/namespaces/other", 404],
    ["GET", "/api/v1/configmaps/a", 404],
    ["PUT", "/api/v1/configmaps/a", 404],
    ["DELETE", "/api/v1/configmaps/a", 404],
    ["GET", "/api/v1/watch/configmaps/a", 404],
    ["GET", "/api/v1//configmaps", 404],
    ["GET", "/api/v1/namespaces/default//configmaps", 404],
    ["GET", `${MAPS}//a`, 404],
    ["PUT", `/api/v1/namespaces/default/pods//status`, 405],
    ["DELETE", "/api/v1/namespaces//configmaps", 405],
    ["GET", `${MAPS}/a%25b`, 400],
    ["GET", `${MAPS}/a/b/c`, 404],
    ["GET", `${MAPS}/none`, 404],
    ["GET", `${MAPS}/${"x".repeat(300)}`, 404],
    ["GET", `${MAPS}/a%2Fb`, 404],
    ["GET", `${MAPS}/%00`, 404],
    ["GET", `${MAPS}/..%2F..%2Fsecrets%2Fa`, 404],
    ["GET", "/api/v1/namespaces/%2e%2e/configmaps/a", 404],
    ["GET", `${MAPS}/%zz`, 400],
    ["GET", "/api/v1/%ff", 400],
    ["POST", "/api", 405],
    ["DELETE", "/version", 405],
    ["POST", "/nothing", 405],
    ["PUT", MAPS, 405],
    ["PATCH", MAPS, 405],
    ["POST", `${MAPS}/a`, 405],
    ["OPTIONS", MAPS, 405],
    ["PROPFIND", MAPS, 405],
    ["DELETE", "/api/v1/namespaces", 405],
    ["GET", "/apis/authorization.k8s.io/v1/subjectaccessreviews", 405],
  ];
  for (const [method, path, status] of cases) {
    const answer = await client.request(method, path);
    assertEquals(
      [answer.status, answer.json.kind, answer.json.code],
      [status, "Status", status],
      `${method} ${path}`,
    );
    assert(answer.headers.get("audit-id") !== null);
  }
});

Deno.test("queries that are huge or broken are refused or read as far as they go", async () => {
  await using server = await startTestServer();
  const { client } = server;
  const cases: [query: string, status: number][] = [
    [`labelSelector=${"a".repeat(50_000)}`, 400],
    [`labelSelector=${Array.from({ length: 5000 }, (_, at) => `a${at}`).join(",")}`, 400],
    [`fieldSelector=${Array.from({ length: 2000 }, () => "metadata.name!%3Da").join(",")}`, 400],
    [`continue=${"a".repeat(60_000)}`, 400],
    [`limit=${"9".repeat(500)}`, 400],
    ["limit=999999999999999999", 200],
    ["limit=1&limit=x", 200],
    ["%zz=%zz&%", 200],
    ["&&&==&", 200],
    ["watch=false", 200],
    ["timeoutSeconds=x", 200],
  ];
  for (const [query, status] of cases) {
    const answer = await client.get(`${MAPS}?${query}`);
    assertEquals(answer.status, status, `${query.slice(0, 60)}: ${answer.text.slice(0, 200)}`);
  }
});

Deno.test("a request that takes too long is a 504", async () => {
  const clock = new FakeClock();
  const real = new MemoryStore();
  let hangs = false;
  const store = new Proxy<Store>(real, {
    get(target, name) {
      if (name === "commit" && hangs) {
        return () => new Promise(() => {});
      }
      // It has to be asked for, as that of a store that others write to.
      if (name === "ownRevision") return undefined;
      if (name === "revision" && hangs) {
        return ({ signal }: { signal: AbortSignal }) =>
          new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
      }
      const value = target[name as keyof Store];
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  await using server = await startTestServer({ clock, store, requestTimeoutMs: 30_000 });
  const { client } = server;
  hangs = true;
  const slow = await passTimeUntil(clock, client.get(MAPS));
  assertEquals([slow.status, slow.json.reason], [504, "Timeout"], slow.text);
  const at = clock.monotonic();
  assert(at >= 30_000 && at < 40_000, `${at}`);
  const own = await passTimeUntil(clock, client.get(`${MAPS}?timeout=5s`));
  assertEquals(own.status, 504);
  assert(clock.monotonic() < at + 10_000);
  const write = await passTimeUntil(clock, client.post(MAPS, { metadata: { name: "a" } }));
  assertEquals(write.status, 504, write.text);
  hangs = false;
  assertEquals((await client.get(`${MAPS}?timeout=soon`)).status, 400);
  assertEquals((await client.get(`${MAPS}?timeout=1m`)).status, 200);
});

Deno.test("every answer carries the id that its request brought, or one of its own", async () => {
  await using server = await startTestServer();
  const { client } = server;
  const given = await client.get("/version", { headers: { "audit-id": "my-id" } });
  assertEquals(given.headers.get("audit-id"), "my-id");
  const made = await client.get("/version", { headers: { "audit-id": "x".repeat(65) } });
  assert(/^[0-9a-f-]{36}$/.test(made.headers.get("audit-id")!));
  assertEquals(made.headers.get("cache-control"), "no-cache, private");
});

Deno.test("the root lists all paths that are no resources: groups, versions and health checks among them", async () => {
  await using server = await startTestServer();
  const { client } = server;
  const listed = async (): Promise<string[]> => (await client.get("/")).json.paths;
  const before = await listed();
  for (
    const path of [
      "/api",
      "/api/v1",
      "/apis",
      "/apis/",
      "/apis/apps",
      "/apis/apps/v1",
      "/healthz/ping",
      "/livez/ping",
      "/metrics",
      "/openapi/v3/",
      "/readyz/shutdown",
      "/version",
    ]
  ) {
    assert(before.includes(path), path);
  }
  assertEquals(before, [...new Set(before)].sort());
  for (const path of before) assertEquals((await client.get(path)).status, 200, path);
  const definition = customDefinition({ kind: "Thing", plural: "things" });
  await install(client, definition);
  assertEquals((await listed()).filter((path) => !before.includes(path)), [
    "/apis/example.com",
    "/apis/example.com/v1",
  ]);
  await client.delete(`${DEFINITIONS}/things.example.com`);
  await eventually(
    "the group is gone",
    async () => !(await listed()).includes("/apis/example.com"),
  );
});

Deno.test("a version with built-in kinds describes none that are defined besides", async () => {
  await using server = await startTestServer();
  const { client } = server;
  const definition: AnyObject = customDefinition({ kind: "Bar", plural: "bars" });
  definition.metadata = {
    name: "bars.networking.k8s.io",
    annotations: { "api-approved.kubernetes.io": "https://example.com/1" },
  };
  definition.spec.group = "networking.k8s.io";
  const [version] = definition.spec.versions;
  definition.spec.versions = [version, { ...version, name: "v9", storage: false }];
  await install(client, definition);
  const names = async (path: string) =>
    (await client.get(path)).json.resources.map(({ name }: AnyObject) => name);
  assertEquals(await names("/apis/networking.k8s.io/v9"), ["bars"]);
  const own: string[] = await names("/apis/networking.k8s.io/v1");
  assertEquals([own.includes("ingresses"), own.includes("bars")], [true, false]);
});
