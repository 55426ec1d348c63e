/** The namespace controller against a real server, in both dialects. */
import { createNamespaceController } from "../../controllers/namespace.ts";
import { ConfigMap, type coreV1, DIALECTS, Namespace, Pod, Secret, Service } from "../../mod.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { Environment, failure, type Meddle } from "./environment.ts";

async function withController(env: Environment, meddle?: Meddle) {
  const client = await env.clientFor(meddle);
  return await env.run(createNamespaceController(client, { delayMs: 0, random: () => 0 }));
}

async function makeNamespace({ client }: Environment, name = "shop") {
  return await client.create(Namespace, { metadata: { name } });
}

const pod = (name: string, more: coreV1.PodSpec = { containers: [] }) => ({
  metadata: { name, namespace: "shop" },
  spec: { ...more, containers: [{ name: "web", image: "web:1" }] },
});

/** Settles with a namespace's conditions as soon as one of them is as wanted. */
async function condition(
  { client }: Environment,
  type: string,
  status: string,
  name = "shop",
): Promise<coreV1.NamespaceCondition> {
  const is = (one: coreV1.NamespaceCondition) => one.type === type && one.status === status;
  const found = await client.waitFor(
    Namespace,
    name,
    (one) => one?.status?.conditions?.some(is) ?? false,
    { timeout: "120s" },
  );
  return found!.status!.conditions!.find(is)!;
}

for (const dialect of DIALECTS) {
  Deno.test(`a deleted namespace goes with all that is in it (${dialect})`, async () => {
    await using env = await Environment.start(dialect);
    const { client } = env;
    const Widget = await env.define("Widget");
    await makeNamespace(env);
    await client.create(Namespace, { metadata: { name: "other" } });
    for (const namespace of ["shop", "other"]) {
      await client.create(ConfigMap, { metadata: { name: "settings", namespace } });
      await client.create(Widget, { metadata: { name: "one", namespace } });
    }
    await client.create(Service, {
      metadata: { name: "web", namespace: "shop" },
      spec: { ports: [{ port: 80 }] },
    });
    await client.create(Pod, pod("web"));
    await withController(env);
    await client.delete(Namespace, "shop");
    await env.gone(Namespace, "shop");
    for (const kind of [ConfigMap, Widget, Service, Pod]) {
      const { items } = await client.list(kind, { namespace: "shop" });
      assertEquals(items, [], kind.kind);
    }
    assertEquals((await client.list(ConfigMap, { namespace: "other" })).items.length, 1);
    assertEquals((await client.list(Widget, { namespace: "other" })).items.length, 1);
  });
}

Deno.test("a namespace that is not being deleted keeps everything", async () => {
  await using env = await Environment.start();
  const asked: string[] = [];
  await withController(env, (request, next) => {
    if (request.method !== "GET") asked.push(`${request.method} ${request.url}`);
    return next(request);
  });
  await makeNamespace(env);
  await env.client.create(ConfigMap, { metadata: { name: "a", namespace: "shop" } });
  await env.client.patch(Namespace, "shop", { metadata: { labels: { a: "b" } } });
  await makeNamespace(env, "next");
  await env.client.delete(Namespace, "next");
  await env.gone(Namespace, "next");
  assertEquals((await env.client.list(ConfigMap, { namespace: "shop" })).items.length, 1);
  assertEquals(asked.filter((one) => one.includes("/shop")), []);
});

Deno.test("a finalizer of others holds the namespace, whose conditions say so", async () => {
  await using env = await Environment.start();
  const { client } = env;
  await makeNamespace(env);
  for (const name of ["a", "b"]) {
    await client.create(Secret, {
      metadata: { name, namespace: "shop", finalizers: ["example.com/hold"] },
    });
  }
  await client.create(ConfigMap, { metadata: { name: "free", namespace: "shop" } });
  const first = await withController(env);
  await client.delete(Namespace, "shop");
  const remaining = await condition(env, "NamespaceContentRemaining", "True");
  assertEquals(
    [remaining.reason, remaining.message],
    ["SomeResourcesRemain", "Some resources are remaining: secrets. has 2 resource instances"],
  );
  const held = await condition(env, "NamespaceFinalizersRemaining", "True");
  assertEquals(
    [held.reason, held.message],
    [
      "SomeFinalizersRemain",
      "Some content in the namespace has finalizers remaining: example.com/hold in 2 resource instances",
    ],
  );
  const content = await condition(env, "NamespaceDeletionContentFailure", "False");
  assertEquals(content.reason, "ContentDeleted");
  await condition(env, "NamespaceDeletionDiscoveryFailure", "False");
  await condition(env, "NamespaceDeletionGroupVersionParsingFailure", "False");
  assertEquals((await client.list(ConfigMap, { namespace: "shop" })).items, []);
  for (const name of ["a", "b"]) {
    await client.patch(Secret, { name, namespace: "shop" }, { metadata: { finalizers: null } });
  }
  // Another process takes over: it need not know anything of the first one.
  await first.stop();
  await withController(env);
  await env.gone(Namespace, "shop");
});

Deno.test("pods go first: what they may need stays until they are gone", async () => {
  await using env = await Environment.start();
  const { client } = env;
  await makeNamespace(env);
  await client.create(ConfigMap, { metadata: { name: "settings", namespace: "shop" } });
  const held = pod("web");
  await client.create(Pod, {
    ...held,
    metadata: { ...held.metadata, finalizers: ["example.com/hold"] },
  });
  const first = await withController(env);
  await client.delete(Namespace, "shop");
  const content = await condition(env, "NamespaceDeletionContentFailure", "False");
  assertEquals(content.reason, "ContentDeleted");
  await condition(env, "NamespaceContentRemaining", "False");
  const found = await client.get(Pod, "shop/web");
  assert(found.metadata.deletionTimestamp !== undefined);
  const settings = await client.get(ConfigMap, "shop/settings");
  assertEquals(settings.metadata.deletionTimestamp, undefined);
  await client.patch(Pod, "shop/web", { metadata: { finalizers: null } });
  await first.stop();
  await withController(env);
  await env.gone(Namespace, "shop");
});

Deno.test("a spec finalizer of others stays when ours goes", async () => {
  await using env = await Environment.start();
  const { client } = env;
  await client.create(Namespace, {
    metadata: { name: "shop" },
    spec: { finalizers: ["example.com/hold"] },
  });
  await withController(env);
  await client.delete(Namespace, "shop");
  const found = await client.waitFor(
    Namespace,
    "shop",
    (one) => one?.spec.finalizers?.length === 1,
    { timeout: "120s" },
  );
  assertEquals(found!.spec.finalizers, ["example.com/hold"]);
  await client.replace(
    Namespace,
    { ...found!, spec: { finalizers: [] } },
    { subresource: "finalize" },
  );
  await env.gone(Namespace, "shop");
});

Deno.test("what fails is tried again, and keeps nothing else from going", async () => {
  await using env = await Environment.start();
  const { client } = env;
  await makeNamespace(env);
  await client.create(ConfigMap, { metadata: { name: "a", namespace: "shop" } });
  await client.create(Secret, { metadata: { name: "a", namespace: "shop" } });
  let isBroken = true;
  await withController(env, async (request, next) => {
    const { pathname } = new URL(request.url);
    const isCollection = request.method === "DELETE" && pathname.endsWith("/configmaps");
    if (isBroken && isCollection) return failure(500, "InternalError");
    return await next(request);
  });
  await client.delete(Namespace, "shop");
  const content = await condition(env, "NamespaceDeletionContentFailure", "True");
  assertEquals(
    [content.reason, content.message],
    [
      "ContentDeletionFailed",
      "Failed to delete all resource types, 1 remaining: the test says InternalError",
    ],
  );
  assertEquals((await client.list(Secret, { namespace: "shop" })).items, []);
  assertEquals((await client.list(ConfigMap, { namespace: "shop" })).items.length, 1);
  isBroken = false;
  await env.gone(Namespace, "shop");
});

Deno.test("objects are deleted one by one where the server has no other way", async () => {
  await using env = await Environment.start();
  const { client } = env;
  await makeNamespace(env);
  for (const name of ["a", "b", "c"]) {
    await client.create(ConfigMap, { metadata: { name, namespace: "shop" } });
  }
  let single = 0;
  await withController(env, async (request, next) => {
    const { pathname } = new URL(request.url);
    if (request.method === "DELETE" && pathname.endsWith("/configmaps")) {
      return failure(405, "MethodNotAllowed");
    }
    if (request.method === "DELETE" && pathname.includes("/configmaps/")) single++;
    return await next(request);
  });
  await client.delete(Namespace, "shop");
  await env.gone(Namespace, "shop");
  assertEquals(single, 3);
});

Deno.test("a group that can't be discovered holds the namespace, and nothing else in it", async () => {
  await using env = await Environment.start();
  const { client } = env;
  await env.define("Widget");
  await makeNamespace(env);
  await client.create(ConfigMap, { metadata: { name: "a", namespace: "shop" } });
  let isStale = true;
  await withController(env, async (request, next) => {
    const response = await next(request);
    if (!isStale || new URL(request.url).pathname !== "/apis") return response;
    const list = await response.json();
    for (const { metadata, versions } of list.items ?? []) {
      if (metadata.name === "example.com") versions[0].freshness = "Stale";
    }
    return Response.json(list);
  });
  await client.delete(Namespace, "shop");
  const discovery = await condition(env, "NamespaceDeletionDiscoveryFailure", "True");
  assertEquals(discovery.reason, "DiscoveryFailed");
  assert(discovery.message?.includes("example.com/v1: stale"), discovery.message);
  assertEquals((await client.list(ConfigMap, { namespace: "shop" })).items, []);
  assert(await client.find(Namespace, "shop") !== undefined);
  isStale = false;
  await env.gone(Namespace, "shop");
});

Deno.test("a namespace that came since under the same name keeps what is in it", async () => {
  await using env = await Environment.start();
  const { client } = env;
  await makeNamespace(env);
  await client.create(ConfigMap, { metadata: { name: "old", namespace: "shop" } });
  // As another controller that is faster: it ends the namespace, and somebody makes it anew.
  let isSwapped = false;
  const asked: string[] = [];
  await withController(env, async (request, next) => {
    const { pathname } = new URL(request.url);
    const response = await next(request);
    if (isSwapped && request.method !== "GET") asked.push(`${request.method} ${pathname}`);
    if (!isSwapped && request.method === "GET" && pathname.endsWith("/shop/configmaps")) {
      isSwapped = true;
      await client.deleteAll(ConfigMap, { namespace: "shop" });
      const ending = await client.get(Namespace, "shop");
      const spec = { finalizers: [] };
      await client.replace(Namespace, { ...ending, spec }, { subresource: "finalize" });
      await makeNamespace(env);
      await client.create(ConfigMap, { metadata: { name: "new", namespace: "shop" } });
    }
    return response;
  });
  await client.delete(Namespace, "shop");
  await client.waitFor(ConfigMap, "shop/new", (one) => one !== undefined, { timeout: "120s" });
  // What comes behind it in the same queue is over when this is.
  await makeNamespace(env, "next");
  await client.delete(Namespace, "next");
  await env.gone(Namespace, "next");
  await client.get(ConfigMap, "shop/new");
  assertEquals(asked.filter((one) => one.includes("/shop")), []);
});

Deno.test("two controllers, conflicts and lost answers end a namespace all the same", async () => {
  await using env = await Environment.start();
  const { client } = env;
  await makeNamespace(env);
  for (let index = 0; index < 50; index++) {
    await client.create(ConfigMap, { metadata: { name: `a${index}`, namespace: "shop" } });
  }
  let lost = 0;
  const losing: Meddle = async (request, next) => {
    const response = await next(request);
    // Done, and never answered.
    if (request.method === "GET" || lost >= 6 || ++lost % 2 === 0) return response;
    await response.body?.cancel();
    throw new TypeError("the connection was lost");
  };
  const stale: Meddle = async (request, next) =>
    request.method === "PUT" && lost++ < 12 ? failure(409, "Conflict") : await next(request);
  await withController(env, losing);
  await withController(env, stale);
  await client.delete(Namespace, "shop");
  await env.gone(Namespace, "shop");
  assertEquals((await client.list(ConfigMap, { namespace: "shop" })).items, []);
});
