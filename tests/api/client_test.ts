/** The toolkit's client, as scripts use it, against a real server: over TLS, and over a `fetch`. */
import {
  type Client,
  type ClientOptions,
  clientSettings,
  ConfigMap,
  createClient,
  type Dialect,
  DIALECTS,
  dynamicKind,
  FakeClock,
  isConflict,
  isForbidden,
  isInvalid,
  isNotFound,
  type Logger,
  Namespace,
  Node,
  parseClientConfig,
  Pod,
  ReplicationController,
  Role,
  RoleBinding,
  silentLogger,
  StatusError,
} from "../../mod.ts";
import {
  startTestServer,
  TEST_TOKEN,
  type TestServer,
  type TestServerOptions,
} from "../../testing/api_server.ts";
import { assert, assertEquals, assertRejects } from "../../toolkit/deps/assert.ts";
import { fixedTls } from "../../toolkit/serving/mod.ts";
import { material, serverAuthority } from "../../toolkit/serving/testdata/pki.ts";

/** A server, and a client of it that was made as a script makes one. */
interface Running extends AsyncDisposable {
  readonly server: TestServer;
  readonly client: Client;
}

function configOf(url: string): string {
  const authority = new TextEncoder().encode(serverAuthority.certificate).toBase64();
  return JSON.stringify({
    clusters: [{ name: "c", cluster: { server: url, "certificate-authority-data": authority } }],
    users: [{ name: "u", user: { token: TEST_TOKEN } }],
    contexts: [{ name: "x", context: { cluster: "c", user: "u", namespace: "shop" } }],
    "current-context": "x",
  });
}

const WAYS = {
  async network(server: TestServer): Promise<ClientOptions> {
    return { config: await clientSettings(parseClientConfig(configOf(server.url))) };
  },
  async fetch(server: TestServer): Promise<ClientOptions> {
    const settings = await clientSettings(parseClientConfig(configOf(server.url)));
    const http = Deno.createHttpClient({ caCerts: [serverAuthority.certificate] });
    servers.set(server, http);
    return {
      config: settings,
      transport: { fetch: (request) => fetch(request, { client: http }) },
    };
  },
};

const servers = new WeakMap<TestServer, Deno.HttpClient>();

async function start(
  way: keyof typeof WAYS,
  dialect: Dialect,
  options: TestServerOptions = {},
): Promise<Running> {
  const serving = { listen: { hostname: "127.0.0.1", port: 0 }, tls: fixedTls(material) };
  const server = await startTestServer({ dialect, serving, withNamespace: false, ...options });
  await server.server.client.create(Namespace, { metadata: { name: "default" } });
  await server.server.client.create(Namespace, { metadata: { name: "shop" } });
  const client = await createClient(await WAYS[way](server));
  return {
    server,
    client,
    async [Symbol.asyncDispose]() {
      await client[Symbol.asyncDispose]();
      servers.get(server)?.close();
      await server[Symbol.asyncDispose]();
    },
  };
}

for (const dialect of DIALECTS) {
  for (const way of ["network", "fetch"] as const) {
    const test = (what: string, run: (running: Running) => Promise<void>) =>
      Deno.test(`createClient(), ${way}, ${dialect}: ${what}`, async () => {
        await using running = await start(way, dialect);
        await run(running);
      });

    test("finds the dialect, and the namespace of the config", ({ client }) => {
      assertEquals([client.dialect, client.namespace], [dialect, "shop"]);
      assertEquals(
        client.names.labelHostName.startsWith(dialect === "orch" ? "orch." : "kube"),
        true,
      );
      return Promise.resolve();
    });

    test("objects: every verb", async ({ client }) => {
      const made = await client.create(ConfigMap, { metadata: { name: "a" }, data: { k: "1" } });
      assertEquals([made.metadata.namespace, made.apiVersion], ["shop", "v1"]);
      assertEquals(await client.get(ConfigMap, "a"), made);
      assertEquals(await client.find(ConfigMap, "shop/b"), undefined);
      const error = await assertRejects(() => client.get(ConfigMap, "b"));
      assert(isNotFound(error));
      const patched = await client.patch(ConfigMap, made, { data: { k: null, l: "2" } });
      assertEquals(patched.data, { l: "2" });
      await client.patch(ConfigMap, made, [{ op: "add", path: "/data/m", value: "3" }]);
      const updated = await client.update(ConfigMap, "a", (map) => void (map.data!.n = "4"));
      assertEquals(updated.data, { l: "2", m: "3", n: "4" });
      assert(isConflict(await assertRejects(() => client.replace(ConfigMap, made))));
      const applied = await client.apply(ConfigMap, { metadata: { name: "a" }, data: { o: "5" } }, {
        fieldManager: "me",
      });
      assertEquals(applied.data, { l: "2", m: "3", n: "4", o: "5" });
      await client.create(ConfigMap, { metadata: { name: "dry" } }, { dryRun: true });
      assertEquals(await client.find(ConfigMap, "dry"), undefined);
      await client.delete(ConfigMap, "a", { uid: made.metadata.uid });
      assert(isNotFound(await assertRejects(() => client.delete(ConfigMap, "a"))));
      await client.delete(ConfigMap, "a", { ignoreNotFound: true });
    });

    test("a name that is none leads nowhere", async ({ client }) => {
      await client.create(ConfigMap, { metadata: { name: "a" } });
      for (const ref of ["", "..", "shop/", "shop/../../secrets", "../kube-system/a", "."]) {
        const error = await assertRejects(() => client.delete(ConfigMap, ref));
        assert(error instanceof TypeError, `${ref}: ${error}`);
        await assertRejects(() => client.get(ConfigMap, ref));
      }
      assertEquals((await client.list(ConfigMap)).items.length, 1);
    });

    test("lists and pages, selected", async ({ client }) => {
      for (let i = 0; i < 7; i++) {
        await client.create(ConfigMap, {
          metadata: { name: `m${i}`, labels: { odd: String(i % 2 === 1) } },
        });
      }
      await client.create(ConfigMap, { metadata: { name: "elsewhere", namespace: "default" } });
      const names = (objects: readonly { metadata: { name: string } }[]) =>
        objects.map(({ metadata }) => metadata.name).join();
      assertEquals(
        names((await client.list(ConfigMap, { pageSize: 2 })).items),
        "m0,m1,m2,m3,m4,m5,m6",
      );
      const odd = { labelSelector: { odd: "true" } };
      assertEquals(names((await client.list(ConfigMap, odd)).items), "m1,m3,m5");
      const one = { fieldSelector: { "metadata.name": "m4" } };
      assertEquals(names((await client.list(ConfigMap, one)).items), "m4");
      const all = { allNamespaces: true, pageSize: 3 };
      assertEquals(
        names(await Array.fromAsync(client.iterate(ConfigMap, all))),
        "elsewhere,m0,m1,m2,m3,m4,m5,m6",
      );
      const { resourceVersion } = await client.list(ConfigMap);
      assert(Number(resourceVersion) > 0);
      await client.deleteAll(ConfigMap, odd);
      assertEquals(names((await client.list(ConfigMap)).items), "m0,m2,m4,m6");
    });

    Deno.test(`createClient(), ${way}, ${dialect}: iterate() goes on when the pages take too long`, async () => {
      await using running = await start(way, dialect, { windowFor: () => 1 });
      const { client, server: { store } } = running;
      for (const name of ["a", "b", "c", "d"]) {
        await client.create(ConfigMap, { metadata: { name } });
      }
      const seen: string[] = [];
      for await (const map of client.iterate(ConfigMap, { pageSize: 1 })) {
        seen.push(map.metadata.name);
        if (map.metadata.name !== "b") continue;
        await client.delete(ConfigMap, "c");
        // The server keeps the states of its latest pages: it must forget this one too.
        for (let count = 0; count < 40; count++) {
          await client.patch(ConfigMap, "a", { data: { count: String(count) } });
          for await (const _ of client.iterate(ConfigMap, { pageSize: 1 })) break;
        }
        await store.compact(await store.revision());
      }
      assertEquals(seen, ["a", "b", "d"]);
    });

    test("scale, evictions, bindings", async ({ client }) => {
      const template = {
        metadata: { labels: { a: "b" } },
        spec: { containers: [{ name: "c", image: "i" }] },
      };
      await client.create(ReplicationController, {
        metadata: { name: "rc" },
        spec: { replicas: 1, selector: { a: "b" }, template },
      });
      assertEquals((await client.scale(ReplicationController, "rc")).spec?.replicas, 1);
      assertEquals((await client.scale(ReplicationController, "rc", 4)).spec?.replicas, 4);
      assertEquals((await client.get(ReplicationController, "rc")).spec.replicas, 4);
      await client.create(Pod, { metadata: { name: "p" }, spec: template.spec });
      await client.create(Node, { metadata: { name: "n" } });
      await client.createSubresource(Pod, "p", "binding", {
        apiVersion: "v1",
        kind: "Binding",
        metadata: { name: "p" },
        target: { kind: "Node", name: "n" },
      });
      assertEquals((await client.get(Pod, "p")).spec.nodeName, "n");
      const status = await client.patch(Pod, "p", { status: { phase: "Running" } }, {
        subresource: "status",
      });
      assertEquals(status.status?.phase, "Running");
      await client.createSubresource(Pod, "p", "eviction", {
        apiVersion: "policy/v1",
        kind: "Eviction",
        metadata: { name: "p" },
      });
      assert((await client.get(Pod, "p")).metadata.deletionTimestamp !== undefined);
      await client.delete(Pod, "p", { gracePeriod: 0 });
      assertEquals(await client.find(Pod, "p"), undefined);
    });

    test("groups inside of objects are spelled as the server does", async ({ client }) => {
      const rules = [{
        apiGroups: ["networking.k8s.io", "example.com"],
        resources: ["*"],
        verbs: ["*"],
      }];
      const role = await client.create(Role, { metadata: { name: "r" }, rules });
      const networking = dialect === "orch" ? "networking.orch.io" : "networking.k8s.io";
      assertEquals(role.rules?.[0]?.apiGroups, [networking, "example.com"]);
      assertEquals(rules[0]!.apiGroups[0], "networking.k8s.io");
      const roleRef = { apiGroup: "rbac.authorization.orch.io", kind: "Role", name: "r" };
      const bound = await client.apply(RoleBinding, { metadata: { name: "b" }, roleRef });
      assertEquals(bound.roleRef.apiGroup, client.names.group("rbac.authorization"));
    });

    test("manifests: definitions first, in either dialect", async ({ client }) => {
      await client.applyManifests(MANIFESTS);
      const widget = dynamicKind({
        group: "example.com",
        version: "v1",
        kind: "Widget",
        plural: "widgets",
      });
      const made = await client.get(widget, "tools/one");
      assertEquals(made.spec, { size: 3, tags: ["a"] });
      // Again: nothing changes.
      await client.applyManifests(MANIFESTS);
      assertEquals(
        (await client.get(widget, "tools/one")).metadata.resourceVersion,
        made.metadata.resourceVersion,
      );
      const error = await assertRejects(() =>
        client.applyManifests([{
          apiVersion: "example.com/v1",
          kind: "Gadget",
          metadata: { name: "g" },
        }])
      );
      assert(error.message.includes("no kind Gadget in example.com, version v1"), error.message);
      for (const bad of ["a: b", "[1]", "apiVersion: v1\nkind: ConfigMap\nmetadata: {}"]) {
        assert(await assertRejects(() => client.applyManifests(bad)) instanceof TypeError);
      }
    });

    test("waitFor() waits for objects, and for none", async ({ client }) => {
      const there = client.waitFor(ConfigMap, "late", (map) => map?.data?.ready === "yes");
      await client.create(ConfigMap, { metadata: { name: "late" } });
      await client.patch(ConfigMap, "late", { data: { ready: "yes" } });
      assertEquals((await there)?.data, { ready: "yes" });
      const gone = client.waitFor(ConfigMap, "late", (map) => map === undefined);
      await client.delete(ConfigMap, "late");
      assertEquals(await gone, undefined);
    });

    test("watch() tells what there is, then changes; it ends by its signal and by break", async ({ client }) => {
      await client.create(ConfigMap, { metadata: { name: "a" } });
      const stop = new AbortController();
      const seen: string[] = [];
      for await (const event of client.watch(ConfigMap, { signal: stop.signal })) {
        if (event.type === "SYNCED") {
          seen.push("SYNCED");
          await client.create(ConfigMap, { metadata: { name: "b" } });
        } else {
          seen.push(`${event.type} ${event.object.metadata.name}`);
          if (event.type === "ADDED" && event.object.metadata.name === "b") {
            await client.patch(ConfigMap, "b", { data: { k: "v" } });
          }
          if (event.type === "MODIFIED") await client.delete(ConfigMap, "a");
          if (event.type === "DELETED") stop.abort();
        }
      }
      assertEquals(seen, ["ADDED a", "SYNCED", "ADDED b", "MODIFIED b", "DELETED a"]);
      for await (const _ of client.watch(ConfigMap)) break;
    });

    test("what is refused is told, and what ends a call", async ({ client }) => {
      const nothing = dynamicKind({
        group: "example.com",
        version: "v1",
        kind: "None",
        plural: "nones",
      });
      assert(isNotFound(await assertRejects(() => Array.fromAsync(client.watch(nothing)))));
      const invalid = await assertRejects(() =>
        client.create(ConfigMap, { metadata: { name: "A_" } })
      );
      assert(isInvalid(invalid) && invalid instanceof StatusError);
      const reason = new Error("enough");
      assertEquals(
        await assertRejects(() => client.list(Pod, { signal: AbortSignal.abort(reason) })),
        reason,
      );
      const wait = client.waitFor(ConfigMap, "never", (map) => map !== undefined, {
        timeout: "20ms",
      });
      assertEquals((await assertRejects(() => wait)).name, "TimeoutError");
      assert(
        await assertRejects(() => client.get(Pod, "p", { timeout: "5 m" as "5m" })) instanceof
          TypeError,
      );
      const other = client.with({ namespace: "default", dryRun: true });
      await other.create(ConfigMap, { metadata: { name: "dry" } });
      assertEquals((await other.list(ConfigMap)).items, []);
      const ended = client.with({ signal: AbortSignal.abort(reason) });
      assertEquals(await assertRejects(() => ended.get(Pod, "p")), reason);
    });

    test("fetch() and can() ask as the caller", async ({ client }) => {
      const response = await client.fetch("/version");
      assertEquals(response.status, 200);
      assert(typeof (await response.json()).gitVersion === "string");
      const posted = await client.fetch("/api/v1/namespaces/shop/configmaps?dryRun=All", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ metadata: { name: "x" } }),
      });
      assertEquals(posted.status, 201);
      await posted.body?.cancel();
      assert(await assertRejects(() => client.fetch("version")) instanceof TypeError);
      assertEquals(await client.can("create", Pod), true);
    });

    test("with({ impersonate }) says who acts", async ({ client }) => {
      const acting = client.with({ impersonate: { user: "somebody", groups: ["a", "b"] } });
      const answer = await acting.get(ConfigMap, "x").catch((error) => error);
      // The server of the test lets nobody impersonate, or does what it is asked: never as the caller.
      assert(isForbidden(answer) || isNotFound(answer), String(answer));
    });
  }
}

const MANIFESTS = `
apiVersion: example.com/v1
kind: Widget
metadata: {name: one, namespace: tools}
spec: {size: 3, tags: [a]}
---
---
apiVersion: v1
kind: List
items:
- {apiVersion: v1, kind: Namespace, metadata: {name: tools}}
- apiVersion: apiextensions.k8s.io/v1
  kind: CustomResourceDefinition
  metadata: {name: widgets.example.com}
  spec:
    group: example.com
    names: {kind: Widget, plural: widgets}
    scope: Namespaced
    versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec:
              type: object
              x-kubernetes-validations: [{rule: "self.size < 10"}]
              properties:
                size: {type: integer}
                tags: {type: array, x-kubernetes-list-type: set, items: {type: string}}
`;

Deno.test("createClient() says what it looked at where there is no server to be found", async () => {
  const error = await assertRejects(() => createClient({ config: "/nowhere/config" }));
  assert(error.message.includes("/nowhere/config"), error.message);
  const context = await assertRejects(() => createClient({ config: "http://a", context: "x" }));
  assert(context.message.includes("an address has no contexts"), context.message);
});

Deno.test("createClient() finds a config whose address has spaces in it", async () => {
  const config = new URL("file:///nowhere/my%20config");
  const error = await assertRejects(() => createClient({ config }));
  assert(error.message.includes("/nowhere/my config"), error.message);
});

Deno.test("createClient() keeps to its pace", async () => {
  const clock = new FakeClock();
  const answers: number[] = [];
  const transport = {
    fetch() {
      answers.push(clock.monotonic());
      return Promise.resolve(Response.json({ kind: "ConfigMap", apiVersion: "v1", metadata: {} }));
    },
  };
  await using client = await createClient({
    transport,
    clock,
    dialect: "kubernetes",
    qps: 10,
    burst: 3,
    protobuf: false,
  });
  const calls = Promise.all(Array.from({ length: 6 }, () => client.get(ConfigMap, "a")));
  await clock.advance(1000);
  await calls;
  assertEquals(answers, [0, 0, 0, 100, 200, 300]);
});

/** Answers in turn, and what was asked when. */
function scripted(answers: readonly (() => Response)[]) {
  const clock = new FakeClock();
  const asked: [method: string, at: number][] = [];
  const transport = {
    fetch(request: Request) {
      asked.push([request.method, clock.monotonic()]);
      return Promise.resolve((answers[asked.length - 1] ?? answers.at(-1)!)());
    },
  };
  return { clock, asked, transport };
}

const FINE = () => Response.json({ kind: "ConfigMap", apiVersion: "v1", metadata: { name: "a" } });
const refused = (status: number, seconds?: string) => () =>
  new Response("later", { status, ...(seconds && { headers: { "retry-after": seconds } }) });

for (
  const [what, verb, answers, asked, fails] of [
    ["a read after 429, when it says", "get", [refused(429, "3"), FINE], [0, 3000], false],
    ["a write after 429, when it says", "create", [refused(429, "3"), FINE], [0, 3000], false],
    ["a write after 503 that says when", "create", [refused(503, "2"), FINE], [0, 2000], false],
    ["no write after 503 that does not", "create", [refused(503), FINE], [0], true],
    ["no write after 500", "create", [refused(500), FINE], [0], true],
    ["no write after 429 that does not", "create", [refused(429), FINE], [0], true],
    ["a read after 429 that does not", "get", [refused(429), FINE], [0, 250], false],
    ["no read after 500", "get", [refused(500), FINE], [0], true],
    ["a read after 500 that says when", "get", [refused(500, "2"), FINE], [0, 2000], false],
    ["a read after 503", "get", [refused(503), FINE], [0, 250], false],
    ["nothing longer than a minute", "get", [refused(429, "86400"), FINE], [0, 60_000], false],
    ["not for ever", "get", [refused(429, "1")], [0, 1000, 2000], true],
  ] as const
) {
  Deno.test(`createClient() tries again: ${what}`, async () => {
    const script = scripted(answers);
    await using client = await createClient({
      ...script,
      dialect: "kubernetes",
      retries: 2,
      random: () => 0,
      protobuf: false,
    });
    const call = verb === "get"
      ? client.get(ConfigMap, "a")
      : client.create(ConfigMap, { metadata: { name: "a" } });
    const outcome = call.then(() => false, () => true);
    await script.clock.advance(100_000);
    assertEquals(await outcome, fails);
    assertEquals(script.asked.map(([, at]) => at), [...asked]);
  });
}

Deno.test("createClient() logs what a server warns of", async () => {
  const warned: unknown[] = [];
  const logger: Logger = {
    ...silentLogger,
    warning: (message, pairs) => void warned.push([message, pairs?.warning]),
    with: () => logger,
  };
  const script = scripted([
    () =>
      Response.json({ kind: "ConfigMap", apiVersion: "v1", metadata: { name: "a" } }, {
        headers: { warning: '299 - "it is old"' },
      }),
  ]);
  await using client = await createClient({
    ...script,
    logger,
    dialect: "kubernetes",
    protobuf: false,
  });
  await client.get(ConfigMap, "a");
  await client.with({ namespace: "b" }).get(ConfigMap, "a");
  assertEquals(warned, [["The server warns", "it is old"]]);
});
