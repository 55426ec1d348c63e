/**
 * What every lister keeps to, whoever fills it: a suite of tests that is run over each of them.
 *
 * @module
 */

import { assert, assertEquals } from "../deps/assert.ts";
import { ConfigMap, Namespace } from "../kinds/built_in.ts";
import type { Kind, KubeObject } from "../kinds/mod.ts";
import type { Lister } from "./lister.ts";
import type { Writer } from "./writer.ts";

/** A server with the namespaces `a` and `b` and nothing in them, and what lists its objects. */
export interface ListerServer extends AsyncDisposable {
  readonly client: Writer;
  listerOf<R extends KubeObject>(kind: Kind<KubeObject, R>): Lister<R> | undefined;
  /** Settles once listers show all that was written before. */
  caughtUp(): Promise<void>;
}

/** A lister of config maps, and what changes them. */
interface Subject {
  readonly maps: Lister<ConfigMap>;
  readonly server: ListerServer;
  /** Writes `data.k`, in an object that is there or not. */
  put(place: string, k: string): Promise<void>;
  remove(place: string): Promise<void>;
}

/** Declares the tests of one implementation. */
export function listerContract(name: string, start: () => Promise<ListerServer>): void {
  const test = (what: string, run: (subject: Subject) => Promise<void>) =>
    Deno.test(`${name}: ${what}`, async () => {
      await using server = await start();
      await run(subjectOf(server));
    });

  test("get() finds an object by its place, and nothing where there is none", async (subject) => {
    const { maps, put } = subject;
    await put("a/one", "1");
    for (const ref of ["a/one", { namespace: "a", name: "one" }, maps.get("a/one")!]) {
      assertEquals(maps.get(ref as string)?.data, { k: "1" });
    }
    for (const ref of ["b/one", "a/two", "one"]) assertEquals(maps.get(ref), undefined);
  });

  test("list() gives all objects, or those of a namespace, in the order of their places", async (subject) => {
    const { maps, put } = subject;
    assertEquals(maps.list(), []);
    for (const place of ["b/one", "a/two", "a/one"]) await put(place, place);
    assertEquals(textsOf(maps.list()), ["a/one", "a/two", "b/one"]);
    assertEquals(textsOf(maps.list({ namespace: "a" })), ["a/one", "a/two"]);
    assertEquals(maps.list({ namespace: "nowhere" }), []);
    assertEquals(maps.size, 3);
  });

  test("objects of a kind in no namespace are found by their names", ({ server }) => {
    const namespaces = server.listerOf(Namespace)!;
    assertEquals(namespaces.get("a")?.metadata?.name, "a");
    const names = namespaces.list().map(({ metadata }) => metadata?.name);
    assert(names.includes("a") && names.includes("b"), names.join());
    return Promise.resolve();
  });

  test("what is written is shown: changes, and that an object has gone", async (subject) => {
    const { maps, put, remove } = subject;
    await put("a/one", "1");
    await put("a/one", "2");
    assertEquals(maps.get("a/one")?.data, { k: "2" });
    await remove("a/one");
    assertEquals([maps.get("a/one"), maps.size], [undefined, 0]);
  });

  test("get() and list() give copies that are the caller's own", async ({ maps, put }) => {
    await put("a/one", "1");
    for (const copy of [maps.get("a/one")!, maps.list()[0]!]) copy.data!.k = "changed";
    assertEquals([maps.get("a/one")?.data, maps.list()[0]?.data], [{ k: "1" }, { k: "1" }]);
  });

  test("generation grows with each change of the kind, and with no other", async (subject) => {
    const { maps, server, put, remove } = subject;
    const writes = [
      () => put("a/one", "1"),
      () => put("a/one", "2"),
      () => put("b/two", "1"),
      () => remove("a/one"),
    ];
    for (const write of writes) {
      const before = maps.generation;
      await write();
      assert(maps.generation > before);
    }
    const before = maps.generation;
    maps.list();
    await server.client.create(Namespace, { metadata: { name: "c" } });
    await server.caughtUp();
    assertEquals(maps.generation, before);
  });

  test("derive() makes its value once an object, and anew once that has changed", async (subject) => {
    const { maps, put, remove } = subject;
    const made: string[] = [];
    const derived = maps.derive(({ data: { k = "" } = {} }) => {
      made.push(k);
      return { k };
    });
    for (const place of ["b/one", "a/one"]) await put(place, place);
    assertEquals(made, []);
    const first = derived.get("a/one");
    assertEquals(first, { k: "a/one" });
    assertEquals(derived.list(), [{ k: "a/one" }, { k: "b/one" }]);
    assert(derived.list({ namespace: "a" })[0] === first);
    assertEquals(made, ["a/one", "b/one"]);

    await put("a/one", "new");
    assertEquals(derived.get("a/one"), { k: "new" });
    assert(derived.list()[0] === derived.get("a/one"));
    assertEquals(made, ["a/one", "b/one", "new"]);

    await remove("a/one");
    assertEquals([derived.get("a/one"), derived.list()], [undefined, [{ k: "b/one" }]]);
  });

  test("two derived values know nothing of each other", async ({ maps, put }) => {
    await put("a/one", "1");
    const [text, length] = [maps.derive(({ data }) => data?.k), maps.derive(() => 1)];
    assertEquals([text.get("a/one"), length.get("a/one")], ["1", 1]);
  });

  test("there is no lister of a kind that is not served", ({ server }) => {
    assertEquals(server.listerOf({ ...ConfigMap, version: "v9" }), undefined);
    return Promise.resolve();
  });
}

function subjectOf(server: ListerServer): Subject {
  const maps = server.listerOf(ConfigMap);
  if (maps === undefined) throw new Error("there is no lister of config maps");
  return {
    server,
    maps,
    async put(place, k) {
      const [namespace = "", name = ""] = place.split("/");
      const { client } = server;
      if (maps.get(place) === undefined) {
        await client.create(ConfigMap, { metadata: { namespace, name }, data: { k } });
      } else await client.update(ConfigMap, place, (object) => void (object.data = { k }));
      await server.caughtUp();
    },
    async remove(place) {
      await server.client.delete(ConfigMap, place);
      await server.caughtUp();
    },
  };
}

function textsOf(maps: readonly ConfigMap[]): (string | undefined)[] {
  return maps.map(({ data }) => data?.k);
}
