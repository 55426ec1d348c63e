/**
 * What every reader, watcher and writer keeps to, whatever is between it and the objects: a suite of
 * tests that is run over each of them.
 *
 * @module
 */

import { assert, assertEquals, assertRejects } from "../deps/assert.ts";
import {
  isAlreadyExists,
  isConflict,
  isGone,
  isInvalid,
  isNotFound,
  isResourceExpired,
} from "../errors/mod.ts";
import { createOrUpdate, ensureExists } from "./conflicts.ts";
import { ConfigMap, Namespace } from "../kinds/built_in.ts";
import { dynamicKind } from "../kinds/mod.ts";
import type { Reader } from "./reader.ts";
import type { StreamEvent, Watcher } from "./watcher.ts";
import type { Writer } from "./writer.ts";

/** A server with nothing in it but the namespace `default`, and a client of it. */
export interface ContractServer extends AsyncDisposable {
  readonly client: Reader & Watcher & Writer;
  /** Forgets all history before now, where the test may ask for it. */
  compact(): Promise<void>;
}

const DEPLOYMENTS = dynamicKind({
  group: "apps",
  version: "v1",
  kind: "Deployment",
  plural: "deployments",
});
const IN = { namespace: "default" };

/** Declares the tests of one implementation. */
export function clientContract(name: string, start: () => Promise<ContractServer>): void {
  const test = (what: string, run: (server: ContractServer) => Promise<void>) =>
    Deno.test(`${name}: ${what}`, async () => {
      await using server = await start();
      await run(server);
    });

  test("create() makes an object that get() and list() show", async ({ client }) => {
    const made = await client.create(ConfigMap, { metadata: { name: "a" }, data: { k: "v" } }, IN);
    assert(made.metadata.uid !== "" && made.metadata.resourceVersion !== "");
    assertEquals([made.kind, made.apiVersion], ["ConfigMap", "v1"]);
    assertEquals(await client.get(ConfigMap, "a", IN), made);
    assertEquals(await client.get(ConfigMap, "default/a"), made);
    const { items, resourceVersion } = await client.list(ConfigMap, IN);
    assertEquals(items, [made]);
    assert(Number(resourceVersion) >= Number(made.metadata.resourceVersion));
  });

  test("what is returned is the caller's own", async ({ client }) => {
    await client.create(ConfigMap, { metadata: { name: "a" }, data: { k: "v" } }, IN);
    const first = await client.get(ConfigMap, "a", IN);
    first.data!.k = "changed";
    assertEquals((await client.get(ConfigMap, "a", IN)).data, { k: "v" });
    const { items: [listed] } = await client.list(ConfigMap, IN);
    listed!.data!.k = "changed";
    assertEquals((await client.list(ConfigMap, IN)).items[0]?.data, { k: "v" });
  });

  test("what is handed in is left as it is", async ({ client }) => {
    const draft = { metadata: { name: "a" }, data: { k: "v" } };
    const before = structuredClone(draft);
    await client.create(ConfigMap, draft, IN);
    assertEquals(draft, before);
  });

  test("failures are statuses that the predicates know", async ({ client }) => {
    const cases: [what: string, call: () => Promise<unknown>, is: (error: unknown) => boolean][] = [
      ["get", () => client.get(ConfigMap, "nobody", IN), isNotFound],
      ["delete", () => client.delete(ConfigMap, "nobody", IN), isNotFound],
      ["update", () => client.update(ConfigMap, "nobody", () => {}, IN), isNotFound],
      [
        "create",
        () => client.create(Namespace, { metadata: { name: "default" } }),
        isAlreadyExists,
      ],
      ["invalid", () => client.create(ConfigMap, { metadata: { name: "-" } }, IN), isInvalid],
      [
        "no such kind",
        () => client.list(dynamicKind({ version: "v9", kind: "X", plural: "xs" })),
        isNotFound,
      ],
    ];
    for (const [what, call, is] of cases) {
      const error = await assertRejects(call);
      assert(is(error), `${what}: ${error}`);
    }
  });

  test("replace() takes only the version that it was made from", async ({ client }) => {
    const made = await client.create(ConfigMap, { metadata: { name: "a" } }, IN);
    const replaced = await client.replace(ConfigMap, { ...made, data: { k: "1" } });
    assertEquals(replaced.data, { k: "1" });
    const error = await assertRejects(() =>
      client.replace(ConfigMap, { ...made, data: { k: "2" } })
    );
    assert(isConflict(error), String(error));
  });

  test("update() is done on the newest state, whoever else writes", async ({ client }) => {
    await client.create(ConfigMap, { metadata: { name: "a" }, data: { count: "0" } }, IN);
    const add = () =>
      client.update(ConfigMap, "a", (map) => {
        map.data = { count: String(Number(map.data?.count) + 1) };
      }, IN);
    await Promise.all(Array.from({ length: 5 }, add));
    assertEquals((await client.get(ConfigMap, "a", IN)).data, { count: "5" });
    const before = await client.get(ConfigMap, "a", IN);
    const same = await client.update(ConfigMap, "a", () => {}, IN);
    assertEquals(same.metadata.resourceVersion, before.metadata.resourceVersion);
  });

  test("patch() merges objects, and does what lists say", async ({ client }) => {
    await client.create(ConfigMap, { metadata: { name: "a" }, data: { a: "1", b: "2" } }, IN);
    const merged = await client.patch(ConfigMap, "a", { data: { a: null, c: "3" } }, IN);
    assertEquals(merged.data, { b: "2", c: "3" });
    const patched = await client.patch(ConfigMap, "a", [
      { op: "test", path: "/data/b", value: "2" },
      { op: "remove", path: "/data/b" },
    ], IN);
    assertEquals(patched.data, { c: "3" });
  });

  test("apply() makes objects of what appliers say together", async ({ client }) => {
    const say = (fieldManager: string, data: Record<string, string>, force = false) =>
      client.apply(ConfigMap, { metadata: { name: "a" }, data }, { ...IN, fieldManager, force });
    await say("one", { a: "1" });
    assertEquals((await say("two", { b: "2" })).data, { a: "1", b: "2" });
    assert(isConflict(await assertRejects(() => say("two", { a: "x" }))));
    assertEquals((await say("two", { a: "x" }, true)).data, { a: "x" });
  });

  test("a subresource is written apart from its object", async ({ client }) => {
    const labels = { app: "web" };
    await client.create(DEPLOYMENTS, {
      metadata: { name: "web" },
      spec: {
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { containers: [{ name: "c", image: "i" }] } },
      },
    }, IN);
    const status = { replicas: 2, readyReplicas: 1 };
    await client.patch(DEPLOYMENTS, "web", { status }, IN);
    assertEquals((await client.get(DEPLOYMENTS, "web", IN)).status?.replicas, undefined);
    await client.patch(DEPLOYMENTS, "web", { status }, { ...IN, subresource: "status" });
    assertEquals((await client.get(DEPLOYMENTS, "web", IN)).status?.replicas, 2);
  });

  test("dry runs answer, and write nothing", async ({ client }) => {
    const made = await client.create(ConfigMap, { metadata: { name: "a" } }, {
      ...IN,
      dryRun: true,
    });
    assertEquals(made.metadata.name, "a");
    assertEquals((await client.list(ConfigMap, IN)).items, []);
  });

  test("delete() heeds its preconditions", async ({ client }) => {
    const made = await client.create(ConfigMap, { metadata: { name: "a" } }, IN);
    const wrong = await assertRejects(() => client.delete(ConfigMap, "a", { ...IN, uid: "other" }));
    assert(isConflict(wrong), String(wrong));
    await client.delete(ConfigMap, "a", { ...IN, uid: made.metadata.uid });
    assertEquals((await client.list(ConfigMap, IN)).items, []);
  });

  test("list() chooses by labels, fields and namespaces", async ({ client }) => {
    await client.create(Namespace, { metadata: { name: "other" } });
    await client.create(ConfigMap, { metadata: { name: "a", labels: { app: "x" } } }, IN);
    await client.create(ConfigMap, { metadata: { name: "b" } }, IN);
    await client.create(ConfigMap, { metadata: { name: "c" } }, { namespace: "other" });
    const names = async (options: Parameters<typeof client.list>[1]) =>
      (await client.list(ConfigMap, options)).items.map(({ metadata }) => metadata.name);
    assertEquals(await names({ ...IN, labelSelector: "app=x" }), ["a"]);
    assertEquals(await names({ ...IN, fieldSelector: "metadata.name=b" }), ["b"]);
    assertEquals(await names({ namespace: "other" }), ["c"]);
    assertEquals(await names({ allNamespaces: true }), ["a", "b", "c"]);
  });

  test("list() brings all objects of one moment, however many", async ({ client }) => {
    const count = 1_203;
    for (let start = 0; start < count; start += 100) {
      await Promise.all(
        Array.from(
          { length: Math.min(100, count - start) },
          (_, index) => client.create(ConfigMap, { metadata: { name: `m${start + index}` } }, IN),
        ),
      );
    }
    const { items } = await client.list(ConfigMap, IN);
    assertEquals(new Set(items.map(({ metadata }) => metadata.name)).size, count);
  });

  test("watch() tells of each change after a version, in order", async ({ client }) => {
    const { resourceVersion } = await client.list(ConfigMap, IN);
    const stop = new AbortController();
    const seen: string[] = [];
    const watching = (async () => {
      for await (
        const event of client.watch(ConfigMap, { ...IN, resourceVersion, signal: stop.signal })
      ) {
        seen.push(told(event));
        if (seen.filter((one) => one !== "BOOKMARK").length === 3) stop.abort();
      }
    })();
    await client.create(ConfigMap, { metadata: { name: "a" } }, IN);
    await client.patch(ConfigMap, "a", { data: { k: "v" } }, IN);
    await client.delete(ConfigMap, "a", IN);
    // Ends without an error, as it was told to.
    await watching;
    assertEquals(seen.filter((one) => one !== "BOOKMARK"), ["ADDED a", "MODIFIED a", "DELETED a"]);
  });

  test("watch() from a version that is forgotten says so", async ({ client, compact }) => {
    const { resourceVersion } = await client.list(ConfigMap, IN);
    for (let count = 0; count < 200; count++) {
      await ensureExists(client, ConfigMap, { metadata: { name: `m${count}` } }, IN);
    }
    await compact();
    const error = await assertRejects(async () => {
      for await (const event of client.watch(ConfigMap, { ...IN, resourceVersion })) {
        throw new Error(`told of ${told(event)}`);
      }
    });
    assert(isResourceExpired(error) || isGone(error), String(error));
  });

  test("an aborted signal ends a call with its reason", async ({ client }) => {
    const reason = new Error("enough");
    const options = { ...IN, signal: AbortSignal.abort(reason) };
    const calls = [
      () => client.get(ConfigMap, "a", options),
      () => client.list(ConfigMap, options),
      () => client.create(ConfigMap, { metadata: { name: "a" } }, options),
    ];
    for (const call of calls) assertEquals(await assertRejects(call), reason);
  });

  test("createOrUpdate() makes one object, whoever else does", async ({ client }) => {
    const write = (key: string) =>
      createOrUpdate(client, ConfigMap, "default/a", (map) => {
        map.data = { ...map.data, [key]: "1" };
      }, () => ({ metadata: { name: "a", namespace: "default" }, data: { [key]: "1" } }));
    await Promise.all(["a", "b", "c"].map(write));
    assertEquals((await client.get(ConfigMap, "default/a")).data, { a: "1", b: "1", c: "1" });
  });
}

function told(event: StreamEvent<ConfigMap & { metadata: { name: string } }>): string {
  return event.type === "BOOKMARK" ? event.type : `${event.type} ${event.object.metadata.name}`;
}
