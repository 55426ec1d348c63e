/** The tables of resourceVersion: what reads and watches see, and what is refused. */
import type { ApiClient } from "../../testing/api_client.ts";
import { startTestServer, type TestServer } from "../../testing/api_server.ts";
import { shortly } from "../../testing/api_watch.ts";
import { passTimeUntil } from "../../testing/time.ts";
import { FakeClock } from "../../toolkit/clock.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";

const PATH = "/api/v1/namespaces/default/configmaps";

/** What the server has seen: versions by what was done. */
interface State {
  readonly client: ApiClient;
  /** After each of `a`, `b`, `c` was made, and after `a` was changed. */
  readonly versions: { a: string; b: string; c: string; changed: string };
}

async function withState(
  run: (state: State, server: TestServer) => Promise<void>,
  clock?: FakeClock,
) {
  await using server = await startTestServer(clock ? { clock } : {});
  const { client } = server;
  const make = async (name: string) =>
    (await client.post(PATH, { metadata: { name }, data: { is: "old" } })).json.metadata
      .resourceVersion as string;
  const [a, b, c] = [await make("a"), await make("b"), await make("c")];
  const changed = (await client.patch(`${PATH}/a`, "merge", { data: { is: "new" } })).json.metadata
    .resourceVersion;
  await run({ client, versions: { a, b, c, changed } }, server);
}

/** A query with versions put in by name. */
function filled(query: string, versions: State["versions"]): string {
  return query.replace(/<(\w+)>/g, (_, name) => versions[name as keyof State["versions"]]);
}

Deno.test("a get reads the version that it may", async () => {
  await withState(async ({ client, versions }) => {
    const cases: [query: string, status: number, is: string | undefined][] = [
      ["", 200, "new"],
      ["resourceVersion=", 200, "new"],
      ["resourceVersion=0", 200, "new"],
      ["resourceVersion=1", 200, "new"],
      ["resourceVersion=<a>", 200, "new"],
      ["resourceVersion=<changed>", 200, "new"],
      ["resourceVersion=<changed>&resourceVersionMatch=NotOlderThan", 200, "new"],
      ["resourceVersion=<a>&resourceVersionMatch=Exact", 200, "old"],
      ["resourceVersion=<c>&resourceVersionMatch=Exact", 200, "old"],
      ["resourceVersion=<changed>&resourceVersionMatch=Exact", 200, "new"],
      ["resourceVersion=1&resourceVersionMatch=Exact", 404, undefined],
      ["resourceVersion=0&resourceVersionMatch=Exact", 400, undefined],
      ["resourceVersionMatch=Exact", 400, undefined],
      ["resourceVersion=<a>&resourceVersionMatch=Nearly", 400, undefined],
      ["resourceVersion=x", 400, undefined],
      ["resourceVersion=-1", 400, undefined],
      ["resourceVersion=1.5", 400, undefined],
      ["resourceVersion=99999999999999999999999", 400, undefined],
    ];
    for (const [query, status, is] of cases) {
      const answer = await client.get(`${PATH}/a?${filled(query, versions)}`);
      assertEquals([answer.status, answer.json.data?.is], [status, is], query);
      const { resourceVersion } = answer.json.metadata;
      if (is !== undefined) {
        assertEquals(resourceVersion, is === "new" ? versions.changed : versions.a, query);
      }
    }
  });
});

Deno.test("a list reads the version that it may", async () => {
  await withState(async ({ client, versions }) => {
    const newest = versions.changed;
    const all = "a:new b:old c:old";
    const cases: [query: string, status: number, items: string, version: string][] = [
      ["", 200, all, newest],
      ["resourceVersion=0", 200, all, newest],
      ["resourceVersion=<a>", 200, all, newest],
      ["resourceVersion=<a>&resourceVersionMatch=NotOlderThan", 200, all, newest],
      ["resourceVersion=<b>&resourceVersionMatch=Exact", 200, "a:old b:old", versions.b],
      ["resourceVersion=<c>&resourceVersionMatch=Exact", 200, "a:old b:old c:old", versions.c],
      ["resourceVersion=<changed>&resourceVersionMatch=Exact", 200, all, newest],
      ["limit=2", 200, "a:new b:old", newest],
      ["limit=2&resourceVersion=0", 200, "a:new b:old", newest],
      ["limit=1&resourceVersion=<b>", 200, "a:old", versions.b],
      ["limit=5&resourceVersion=<b>", 200, "a:old b:old", versions.b],
      ["limit=1&resourceVersion=<b>&resourceVersionMatch=NotOlderThan", 200, "a:new", newest],
      ["limit=1&resourceVersion=0&resourceVersionMatch=NotOlderThan", 200, "a:new", newest],
      ["limit=1&resourceVersion=<b>&resourceVersionMatch=Exact", 200, "a:old", versions.b],
      ["limit=-1", 200, all, newest],
      ["resourceVersion=x", 400, "", ""],
      ["limit=many", 400, "", ""],
      ["resourceVersionMatch=Exact", 422, "", ""],
      ["resourceVersionMatch=NotOlderThan", 422, "", ""],
      ["resourceVersion=<a>&resourceVersionMatch=Nearly", 422, "", ""],
      ["resourceVersion=0&resourceVersionMatch=Exact", 422, "", ""],
      ["sendInitialEvents=true", 422, "", ""],
      ["sendInitialEvents=false", 422, "", ""],
    ];
    for (const [query, status, items, version] of cases) {
      const answer = await client.get(`${PATH}?${filled(query, versions)}`);
      assertEquals(answer.status, status, `${query}: ${answer.text}`);
      if (status !== 200) {
        assertEquals(answer.json.kind, "Status", query);
        continue;
      }
      const { metadata, items: found } = answer.json;
      const shown = found.map((one: { metadata: { name: string }; data: { is: string } }) =>
        `${one.metadata.name}:${one.data.is}`
      );
      assertEquals([shown.join(" "), metadata.resourceVersion], [items, version], query);
    }
  });
});

Deno.test("reads of a version that is gone are a 410", async () => {
  await withState(async ({ client, versions }, server) => {
    await server.store.compact(Number(versions.changed));
    // The resource must have changed since: a state that still holds can be told.
    const cases = [
      `${PATH}?resourceVersion=${versions.b}&resourceVersionMatch=Exact`,
      `${PATH}?resourceVersion=${versions.b}&limit=1`,
      `${PATH}/a?resourceVersion=${versions.b}&resourceVersionMatch=Exact`,
    ];
    for (const path of cases) {
      const answer = await client.get(path);
      assertEquals([answer.status, answer.json.reason], [410, "Expired"], path);
    }
    assertEquals((await client.get(`${PATH}?resourceVersion=${versions.b}`)).status, 200);
  });
});

Deno.test("reads of a version that is yet to come are a 504 after a while", async () => {
  const clock = new FakeClock();
  await withState(async ({ client, versions }) => {
    const future = Number(versions.changed) + 1000;
    const cases = [
      `${PATH}?resourceVersion=${future}`,
      `${PATH}?resourceVersion=${future}&resourceVersionMatch=NotOlderThan`,
      `${PATH}?resourceVersion=${future}&resourceVersionMatch=Exact`,
      `${PATH}?resourceVersion=${future}&limit=1`,
      `${PATH}/a?resourceVersion=${future}`,
      `${PATH}/a?resourceVersion=${future}&resourceVersionMatch=Exact`,
      `${PATH}?resourceVersion=18446744073709551615`,
    ];
    for (const path of cases) {
      const { status, headers, json } = await passTimeUntil(clock, client.get(path));
      assertEquals([status, json.reason], [504, "Timeout"], path);
      assert(json.message.includes("Too large resource version"), json.message);
      assertEquals(json.details.causes[0].reason, "ResourceVersionTooLarge");
      assertEquals([headers.get("retry-after"), json.details.retryAfterSeconds], ["1", 1]);
    }
  }, clock);
});

Deno.test("a read waits for a version that comes in time", async () => {
  await withState(async ({ client, versions }) => {
    const next = Number(versions.changed) + 1;
    const asked = client.get(`${PATH}/d?resourceVersion=${next}`);
    const made = await client.post(PATH, { metadata: { name: "d" } });
    assertEquals(made.json.metadata.resourceVersion, String(next));
    assertEquals((await asked).status, 200);
  });
});

Deno.test("a watch begins where it is told to", async () => {
  await withState(async ({ client, versions }) => {
    const state = ["ADDED a", "ADDED b", "ADDED c"];
    const since = ["ADDED b", "ADDED c", "MODIFIED a"];
    const end = `BOOKMARK ${versions.changed}`;
    const cases: [query: string, events: string[]][] = [
      ["", state],
      ["resourceVersion=", state],
      ["resourceVersion=0", state],
      ["resourceVersion=<a>", since],
      ["resourceVersion=<c>", ["MODIFIED a"]],
      ["resourceVersion=<changed>", []],
      ["sendInitialEvents=true&resourceVersionMatch=NotOlderThan", state],
      ["sendInitialEvents=false&resourceVersionMatch=NotOlderThan", []],
      ["sendInitialEvents=false&resourceVersionMatch=NotOlderThan&resourceVersion=<a>", since],
      ["sendInitialEvents=false&resourceVersionMatch=NotOlderThan&resourceVersion=0", []],
      [
        "sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true",
        [...state, end],
      ],
      [
        "sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true" +
        "&resourceVersion=<a>",
        [...state, end],
      ],
      ["allowWatchBookmarks=true", [...state, end]],
      ["allowWatchBookmarks=true&resourceVersion=0", [...state, end]],
      ["allowWatchBookmarks=true&resourceVersion=<changed>", []],
    ];
    const watches = [];
    for (const [query] of cases) {
      watches.push(await client.watch(`${PATH}?watch=1&${filled(query, versions)}`));
    }
    await client.post(PATH, { metadata: { name: "last" } });
    for (const [index, [query, events]] of cases.entries()) {
      const wanted = [...events, "ADDED last"];
      assertEquals(await watches[index]!.take(wanted.length), wanted, query);
    }
  });
});

Deno.test("the end of the initial events is marked", async () => {
  await withState(async ({ client }) => {
    const watch = await client.watch(
      `${PATH}?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan` +
        "&allowWatchBookmarks=true",
    );
    const [, , , mark] = await watch.take(4, (event) => event);
    assertEquals([mark!.type, mark!.object.kind, mark!.object.metadata.annotations], [
      "BOOKMARK",
      "ConfigMap",
      { "k8s.io/initial-events-end": "true" },
    ]);
    assertEquals(Object.keys(mark!.object).sort(), ["apiVersion", "kind", "metadata"]);
  });
});

Deno.test("a watch with options that contradict one another is refused", async () => {
  await withState(async ({ client }) => {
    const cases: [query: string, status: number, fields: string[]][] = [
      ["resourceVersionMatch=NotOlderThan", 422, ["resourceVersionMatch"]],
      ["sendInitialEvents=true", 422, ["resourceVersionMatch"]],
      [
        "sendInitialEvents=true&resourceVersionMatch=Exact",
        422,
        ["resourceVersionMatch", "resourceVersionMatch"],
      ],
      ["sendInitialEvents=true&resourceVersionMatch=NotOlderThan&continue=x", 422, [
        "resourceVersionMatch",
      ]],
      ["resourceVersion=x", 400, []],
      ["timeoutSeconds=soon", 400, []],
    ];
    for (const [query, status, fields] of cases) {
      const answer = await client.get(`${PATH}?watch=1&${query}`);
      const found = (answer.json.details?.causes ?? []).map((cause: { field: string }) =>
        cause.field
      );
      assertEquals([answer.status, found], [status, fields], `${query}: ${answer.text}`);
    }
  });
});

Deno.test("a watch from a version that is gone ends with a 410 among its events", async () => {
  await withState(async ({ client, versions }, { store }) => {
    const old = versions.a;
    // More changes than the cache keeps, so that only the log could know.
    for (let count = 0; count < 150; count++) {
      await client.patch(`${PATH}/b`, "merge", { data: { count: String(count) } });
    }
    const watch = await client.watch(`${PATH}?watch=1&resourceVersion=${old}`);
    assertEquals(await watch.take(4), ["ADDED b", "ADDED c", "MODIFIED a", "MODIFIED b"]);
    await store.compact(await store.revision());
    const late = await client.watch(`${PATH}?watch=1&resourceVersion=${old}`);
    const [event, ...more] = await late.rest();
    assertEquals([shortly(event!), more.length], ["ERROR 410 Expired", 0]);
    assertEquals([event!.object.kind, event!.object.apiVersion], ["Status", "v1"]);
    assert(event!.object.message.startsWith(`too old resource version: ${old}`));
  });
});

Deno.test("a watch from a version that is yet to come waits for it", async () => {
  await withState(async ({ client, versions }) => {
    const next = Number(versions.changed) + 1;
    const watch = await client.watch(`${PATH}?watch=1&resourceVersion=${next}`);
    await client.post(PATH, { metadata: { name: "unseen" } });
    await client.post(PATH, { metadata: { name: "seen" } });
    assertEquals(await watch.take(1), ["ADDED seen"]);
  });
});

Deno.test("a watch that waits for a version ends with its time", async () => {
  const clock = new FakeClock();
  await withState(async ({ client, versions }) => {
    const future = Number(versions.changed) + 1000;
    const watch = await client.watch(`${PATH}?watch=1&timeoutSeconds=5&resourceVersion=${future}`);
    assertEquals(await passTimeUntil(clock, watch.rest()), []);
    // What must first be listed fails instead, among the events.
    const late = client.watch(
      `${PATH}?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan` +
        `&resourceVersion=${future}`,
    ).then((watch) => watch.rest());
    assertEquals((await passTimeUntil(clock, late)).map(shortly), ["ERROR 504 Timeout"]);
  }, clock);
});
