/** The garbage collector against a real server: who is deleted, who is let go, who is left alone. */
import { createGarbageCollector } from "../../controllers/garbage_collector.ts";
import { SharedInformers } from "../../controllers/loop/mod.ts";
import {
  type AnyKind,
  ConfigMap,
  coreV1,
  CustomResourceDefinition,
  DIALECTS,
  Namespace,
  type ObjectOf,
  PersistentVolume,
  Secret,
} from "../../mod.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { Environment, failure, type Meddle, type Running } from "./environment.ts";

interface Owning {
  readonly metadata: { readonly name: string; readonly uid: string };
}

/** A reference to a config map, or to whatever else is said. */
function owner(
  { metadata: { name, uid } }: Owning,
  more: { kind?: string; apiVersion?: string; name?: string; blockOwnerDeletion?: boolean } = {},
) {
  return { apiVersion: "v1", kind: "ConfigMap", name, uid, ...more };
}

const BLOCKING = { blockOwnerDeletion: true };

async function make(
  { client }: Environment,
  name: string,
  owners: ReturnType<typeof owner>[] = [],
  more: { namespace?: string; finalizers?: string[] } = {},
): Promise<ObjectOf<typeof ConfigMap>> {
  const metadata = { name, namespace: "default", ...more, ownerReferences: owners };
  return await client.create(ConfigMap, { metadata });
}

async function collect(env: Environment, meddle?: Meddle): Promise<Running> {
  const client = await env.clientFor(meddle);
  return await env.run(createGarbageCollector(client, { discoveryMs: 500, random: () => 0 }));
}

async function names({ client }: Environment, kind: AnyKind = ConfigMap): Promise<string[]> {
  const { items } = await client.list(kind, { allNamespaces: true });
  return items.map(({ metadata }) => metadata.name as string).sort();
}

/**
 * Settles when all that was to be collected before is: an object and what owns it, made now, went
 * through the same queue.
 */
async function settled(env: Environment): Promise<void> {
  const { client } = env;
  for (const round of ["a", "b"]) {
    const first = await make(env, `settled-${round}`);
    await make(env, `settles-${round}`, [owner(first)]);
    await client.delete(ConfigMap, `settled-${round}`);
    await env.gone(ConfigMap, `settles-${round}`);
  }
}

for (const dialect of DIALECTS) {
  Deno.test(`what is owned goes with its owner, five levels deep (${dialect})`, async () => {
    await using env = await Environment.start(dialect);
    await collect(env);
    let last = await make(env, "level-0");
    for (let level = 1; level <= 5; level++) {
      last = await make(env, `level-${level}`, [owner(last)]);
    }
    await make(env, "other");
    await env.client.delete(ConfigMap, "level-0");
    await env.gone(ConfigMap, "level-5");
    assertEquals(await names(env), ["other"]);
  });
}

Deno.test("an object stays as long as one of its owners does, and forgets those that are gone", async () => {
  await using env = await Environment.start();
  const { client } = env;
  await collect(env);
  const [one, two] = [await make(env, "one"), await make(env, "two")];
  await make(env, "child", [owner(one), owner(two)]);
  await client.delete(ConfigMap, "one");
  const left = await client.waitFor(
    ConfigMap,
    "child",
    (child) => child?.metadata.ownerReferences?.length !== 2,
    { timeout: "120s" },
  );
  assertEquals(left?.metadata.ownerReferences?.map(({ name }) => name), ["two"]);
  await settled(env);
  assertEquals(await names(env), ["child", "two"]);
  await client.delete(ConfigMap, "two");
  await env.gone(ConfigMap, "child");
});

Deno.test("what nobody owns, or a live owner does, is left alone", async () => {
  await using env = await Environment.start();
  const { client } = env;
  const parent = await make(env, "parent");
  await make(env, "free");
  await make(env, "child", [owner(parent)]);
  const versions = async () => (await client.list(ConfigMap)).items.map((one) => one.metadata);
  const before = await versions();
  const writes: string[] = [];
  await collect(env, (request, next) => {
    if (request.method !== "GET") writes.push(`${request.method} ${request.url}`);
    return next(request);
  });
  await client.patch(ConfigMap, "child", { data: { a: "b" } });
  await client.patch(ConfigMap, "child", { data: null });
  await settled(env);
  const after = await versions();
  assertEquals(after.map(({ name }) => name), before.map(({ name }) => name));
  assertEquals(writes.filter((one) => !one.includes("/settles-")), []);
});

Deno.test("an owner that came since under the same name is another one", async () => {
  await using env = await Environment.start();
  const { client } = env;
  const first = await make(env, "parent");
  await make(env, "child", [owner(first)]);
  await client.delete(ConfigMap, "parent");
  const second = await make(env, "parent");
  await make(env, "new-child", [owner(second)]);
  await collect(env);
  await env.gone(ConfigMap, "child");
  await settled(env);
  assertEquals(await names(env), ["new-child", "parent"]);
});

Deno.test("what was owned by somebody who is gone before it comes, goes", async () => {
  await using env = await Environment.start();
  await collect(env);
  const parent = await make(env, "parent");
  await env.client.delete(ConfigMap, "parent");
  await make(env, "late", [owner(parent)]);
  await make(env, "free");
  await env.gone(ConfigMap, "late");
  assertEquals(await names(env), ["free"]);
});

Deno.test("a deletion while nobody collected is made up for", async () => {
  await using env = await Environment.start();
  const first = await collect(env);
  const parent = await make(env, "parent");
  await make(env, "child", [owner(parent)]);
  await settled(env);
  await first.stop();
  await env.client.delete(ConfigMap, "parent");
  assertEquals(await names(env), ["child"]);
  await collect(env);
  await env.gone(ConfigMap, "child");
});

Deno.test("wrong references", async (t) => {
  await using env = await Environment.start();
  const { client } = env;
  await client.create(Namespace, { metadata: { name: "other" } });
  const real = await make(env, "real");
  const cases: [name: string, reference: ReturnType<typeof owner>][] = [
    ["another kind", owner(real, { kind: "Secret" })],
    ["another name", owner(real, { name: "unreal" })],
  ];
  await collect(env);
  for (const [name, reference] of cases) {
    await t.step(`${name}: the owner is absent, and others of it stay`, async () => {
      await make(env, "right", [owner(real)]);
      await make(env, "wrong", [reference]);
      await env.gone(ConfigMap, "wrong");
      await settled(env);
      assertEquals(await names(env), ["real", "right"]);
      await client.delete(ConfigMap, "right");
    });
  }
  await t.step(
    "wrong ones that come before the right ones are taken at their word by nobody",
    async () => {
      const second = await make(env, "second");
      const reference = owner(second);
      await client.delete(ConfigMap, "second");
      for (const name of ["a", "b"]) {
        await make(env, name, [{ ...reference, name: `not-${name}` }, owner(real)]);
      }
      await settled(env);
      assertEquals((await client.get(ConfigMap, "a")).metadata.ownerReferences, [owner(real)]);
      assertEquals((await client.get(ConfigMap, "b")).metadata.ownerReferences, [owner(real)]);
      for (const name of ["a", "b"]) await client.delete(ConfigMap, name);
    },
  );
  await t.step("an owner in another namespace: absent, and an event says so", async () => {
    const wrong = await make(env, "abroad", [owner(real)], { namespace: "other" });
    await env.gone(ConfigMap, "other/abroad");
    const event = await client.waitFor(Namespace, "other", () => true)
      .then(async () => {
        for await (const told of client.watch(coreV1.Event, { namespace: "other" })) {
          if (told.type !== "SYNCED") return told.object;
        }
      });
    assertEquals([event?.type, event?.reason, event?.message], [
      "Warning",
      "OwnerRefInvalidNamespace",
      `ownerRef [v1/ConfigMap, namespace: other, name: real, uid: ${real.metadata.uid}] ` +
      'does not exist in namespace "other"',
    ]);
    assertEquals(event?.involvedObject.uid, wrong.metadata.uid);
    assert(await client.find(ConfigMap, "real") !== undefined);
  });
  await t.step("what is in no namespace is never collected for what is in one", async () => {
    await client.create(PersistentVolume, {
      metadata: { name: "volume", ownerReferences: [{ ...owner(real), uid: crypto.randomUUID() }] },
      spec: {
        capacity: { storage: "1Gi" },
        accessModes: ["ReadWriteOnce"],
        hostPath: { path: "/data" },
      },
    });
    await settled(env);
    assertEquals(await names(env, PersistentVolume), ["volume"]);
  });
  await t.step("a kind that is not served: nothing is known of the owner", async () => {
    const reference = { ...owner(real), apiVersion: "example.com/v9", kind: "Nothing" };
    await make(env, "unsure", [reference]);
    await settled(env);
    assertEquals(await names(env), ["real", "unsure"]);
  });
});

Deno.test("an owner that can't be asked about keeps what it owns", async (t) => {
  const answers: [name: string, answer: () => Response | Promise<Response>][] = [
    ["403", () => failure(403, "Forbidden")],
    ["500", () => failure(500, "InternalError")],
    ["a 404 of no API server", () => new Response("404 page not found", { status: 404 })],
    ["a 404 of a kind", () => failure(404, "NotFound")],
    ["a lost connection", () => Promise.reject(new TypeError("lost"))],
    ["no JSON", () => new Response("<html>", { headers: { "content-type": "application/json" } })],
  ];
  for (const [name, answer] of answers) {
    await t.step(name, async () => {
      await using env = await Environment.start();
      const parent = await make(env, "parent");
      await make(env, "child", [owner(parent)]);
      let asked = 0;
      let isBroken = true;
      const tried = Promise.withResolvers<void>();
      const first = await collect(env, async (request, next) => {
        if (
          !isBroken ||
          new URL(request.url).pathname !== "/api/v1/namespaces/default/configmaps/parent"
        ) {
          return await next(request);
        }
        if (++asked === 3) tried.resolve();
        return await answer();
      });
      await env.client.delete(ConfigMap, "parent");
      await Promise.race([tried.promise, env.gone(ConfigMap, "child")]);
      assertEquals(await names(env), ["child"]);
      isBroken = false;
      await env.gone(ConfigMap, "child");
      await first.stop();
    });
  }
});

Deno.test("in the foreground an owner waits for those that block it, and for no others", async () => {
  await using env = await Environment.start();
  const { client } = env;
  await collect(env);
  const parent = await make(env, "parent");
  const hold = { finalizers: ["example.com/hold"] };
  await make(env, "blocking", [owner(parent, BLOCKING)], hold);
  await make(env, "other", [owner(parent)], hold);
  await settled(env);
  await client.delete(ConfigMap, "parent", { propagation: "Foreground" });
  for (const name of ["blocking", "other"]) {
    await client.waitFor(
      ConfigMap,
      name,
      (one) => one?.metadata.deletionTimestamp !== undefined,
      { timeout: "120s" },
    );
  }
  await settled(env);
  const waiting = await client.get(ConfigMap, "parent");
  assertEquals(waiting.metadata.finalizers, ["foregroundDeletion"]);
  await client.patch(ConfigMap, "blocking", { metadata: { finalizers: null } });
  await env.gone(ConfigMap, "parent");
  await client.get(ConfigMap, "other");
  await client.patch(ConfigMap, "other", { metadata: { finalizers: null } });
  await env.gone(ConfigMap, "other");
});

Deno.test("in the foreground all levels go from below, and a reference that no longer blocks lets go", async () => {
  await using env = await Environment.start();
  const { client } = env;
  await collect(env);
  const top = await make(env, "top");
  const middle = await make(env, "middle", [owner(top, BLOCKING)]);
  await make(env, "leaf", [owner(middle, BLOCKING)], { finalizers: ["example.com/hold"] });
  await settled(env);
  await client.delete(ConfigMap, "top", { propagation: "Foreground" });
  const found = await client.waitFor(
    ConfigMap,
    "leaf",
    (one) => one?.metadata.deletionTimestamp !== undefined,
    { timeout: "120s" },
  );
  for (const name of ["top", "middle"]) {
    const { metadata } = await client.get(ConfigMap, name);
    assertEquals(metadata.finalizers, ["foregroundDeletion"], name);
  }
  const ownerReferences = found!.metadata.ownerReferences!.map((one) => ({
    ...one,
    blockOwnerDeletion: false,
  }));
  await client.patch(ConfigMap, "leaf", { metadata: { ownerReferences } });
  await env.gone(ConfigMap, "top");
  await client.patch(ConfigMap, "leaf", { metadata: { finalizers: null } });
  await env.gone(ConfigMap, "leaf");
});

Deno.test("an owner that orphans lets its dependents go, those included that watches tell of late", async () => {
  await using env = await Environment.start();
  const { client } = env;
  const Widget = await env.define("Widget");
  let hold: Promise<void> = Promise.resolve();
  await collect(env, async (request, next) => {
    // The watch of secrets stands still.
    const { pathname, searchParams } = new URL(request.url);
    const response = await next(request);
    if (pathname !== "/api/v1/secrets" || !searchParams.has("watch")) return response;
    const body = response.body!.pipeThrough(
      new TransformStream({
        async transform(piece, controller) {
          await hold;
          controller.enqueue(piece);
        },
      }),
    );
    return new Response(body, { headers: response.headers });
  });
  const parent = await make(env, "parent");
  const free = Promise.withResolvers<void>();
  hold = free.promise;
  const ownerReferences = [owner(parent, BLOCKING)];
  await make(env, "built-in", ownerReferences);
  await client.create(Widget, {
    metadata: { name: "custom", namespace: "default", ownerReferences },
  });
  await client.create(Secret, {
    metadata: { name: "late", namespace: "default", ownerReferences },
  });
  await settled(env);
  await client.delete(ConfigMap, "parent", { propagation: "Orphan" });
  await env.gone(ConfigMap, "parent");
  free.resolve();
  for (
    const [kind, name] of [[ConfigMap, "built-in"], [Widget, "custom"], [Secret, "late"]] as const
  ) {
    const left = await client.waitFor(
      kind as typeof Secret,
      name,
      (one) => one === undefined || one.metadata.ownerReferences === undefined,
      { timeout: "120s" },
    );
    assert(left !== undefined, `${name} is gone`);
    assertEquals(left.metadata.deletionTimestamp, undefined, name);
  }
});

Deno.test("a circle of three goes, in the background and in the foreground", async () => {
  for (const propagation of ["Background", "Foreground"] as const) {
    await using env = await Environment.start();
    const { client } = env;
    await collect(env);
    const one = await make(env, "one");
    const two = await make(env, "two", [owner(one, BLOCKING)]);
    const three = await make(env, "three", [owner(two, BLOCKING)]);
    await client.patch(ConfigMap, "one", {
      metadata: { ownerReferences: [owner(three, BLOCKING)] },
    });
    await settled(env);
    assertEquals(await names(env), ["one", "three", "two"]);
    await client.delete(ConfigMap, "one", { propagation });
    for (const name of ["one", "two", "three"]) await env.gone(ConfigMap, name);
  }
});

Deno.test("custom resources come and go, as owners and as dependents", async () => {
  await using env = await Environment.start();
  const { client } = env;
  await collect(env);
  const Widget = await env.define("Widget");
  const Plan = await env.define("Plan", false);
  const plan = await client.create(Plan, { metadata: { name: "plan" } });
  const ofPlan = owner(plan as Owning, { kind: "Plan", apiVersion: "example.com/v1" });
  const widget = await client.create(Widget, {
    metadata: { name: "widget", namespace: "default", ownerReferences: [ofPlan] },
  });
  const reference = owner(widget as Owning, { kind: "Widget", apiVersion: "example.com/v1" });
  await make(env, "child", [reference]);
  await make(env, "stays");
  await settled(env);
  assertEquals(await names(env), ["child", "stays"]);
  await client.delete(Plan, "plan");
  await env.gone(ConfigMap, "child");

  // The kind goes with its objects, and comes back.
  const second = await client.create(Widget, {
    metadata: { name: "second", namespace: "default" },
  });
  const ofSecond = owner(second as Owning, { kind: "Widget", apiVersion: "example.com/v1" });
  await make(env, "of-second", [ofSecond]);
  await settled(env);
  await client.delete(CustomResourceDefinition, "widgets.example.com");
  await env.gone(CustomResourceDefinition, "widgets.example.com");
  // It was seen to go, before its kind did.
  await env.gone(ConfigMap, "of-second");
  // Nothing is known of the kind: what it owned is not touched for that alone.
  await make(env, "unsure", [{ ...ofSecond, uid: crypto.randomUUID() }]);
  await settled(env);
  assert((await names(env)).includes("unsure"));
  await env.define("Widget");
  await env.gone(ConfigMap, "unsure");
  const third = await client.create(Widget, { metadata: { name: "third", namespace: "default" } });
  await make(env, "of-third", [
    owner(third as Owning, { kind: "Widget", apiVersion: "example.com/v1" }),
  ]);
  await client.delete(Widget, "third");
  await env.gone(ConfigMap, "of-third");
  assertEquals(await names(env), ["stays"]);
});

for (const dialect of DIALECTS) {
  Deno.test(`what other controllers follow is not followed again (${dialect})`, async () => {
    await using env = await Environment.start(dialect);
    const watches: string[] = [];
    const client = await env.clientFor((request, next) => {
      const { pathname, searchParams } = new URL(request.url);
      if (searchParams.has("watch")) {
        const isPartial = request.headers.get("accept")!.includes("PartialObjectMetadata");
        watches.push(`${pathname.split("/").at(-1)} ${isPartial ? "metadata" : "whole"}`);
      }
      return next(request);
    });
    await using informers = new SharedInformers(client);
    const maps = informers.of(ConfigMap);
    // Not all of them: whoever collects has to know of each.
    informers.of(Secret, [], { namespace: "default" });
    const stop = new AbortController();
    await informers.start(stop.signal);
    const before = await make(env, "before");
    await make(env, "of-before", [owner(before)]);
    const parts = { discoveryMs: 500, random: () => 0, informers };
    const running = await env.run(createGarbageCollector(client, parts));
    const after = await make(env, "after");
    await make(env, "of-after", [owner(after)]);
    await make(env, "stays");
    await env.client.delete(ConfigMap, "before");
    await env.client.delete(ConfigMap, "after");
    await env.gone(ConfigMap, "of-before");
    await env.gone(ConfigMap, "of-after");
    assertEquals(await names(env), ["stays"]);
    const of = (plural: string) => watches.filter((one) => one.startsWith(`${plural} `)).sort();
    assertEquals(of("configmaps"), ["configmaps whole"]);
    assertEquals(of("secrets"), ["secrets metadata", "secrets whole"]);
    // It goes on without the collector.
    await running.stop();
    const told = new Promise<void>((resolve) =>
      maps.subscribe(({ key }) => key === "default/later" && resolve())
    );
    await make(env, "later");
    await told;
    stop.abort();
  });
}

Deno.test("500 dependents go, whatever is lost on the way, with two collectors at once", async () => {
  await using env = await Environment.start();
  const { client } = env;
  const parent = await make(env, "parent");
  const hundred = Array.from({ length: 100 }, (_, index) => index);
  for (const round of [0, 1, 2, 3, 4]) {
    await Promise.all(
      hundred.map((index) => make(env, `child-${round}-${index}`, [owner(parent, BLOCKING)])),
    );
  }
  await make(env, "stays");
  let count = 0;
  const meddling: Meddle = async (request, next) => {
    if (request.method === "GET") return await next(request);
    switch (count++ % 7) {
      case 1:
        return failure(409, "Conflict");
      case 3:
        return failure(500, "InternalError");
      case 5: {
        // Done, and never answered.
        const response = await next(request);
        await response.body?.cancel();
        throw new TypeError("the connection was lost");
      }
      default:
        return await next(request);
    }
  };
  await Promise.all([collect(env, meddling), collect(env, meddling)]);
  await client.delete(ConfigMap, "parent", { propagation: "Foreground" });
  await env.gone(ConfigMap, "parent");
  assertEquals(await names(env), ["stays"]);
});
