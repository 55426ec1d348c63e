/** A server whose cache is behind its store: what it answers holds all the same. */
import {
  type ChangeBatch,
  type ChangesOptions,
  MemoryStore,
  type Store,
} from "../../apiserver/storage/mod.ts";
import type { Answer, ApiClient } from "../../testing/api_client.ts";
import { startTestServer } from "../../testing/api_server.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";

const MAPS = "/api/v1/namespaces/default/configmaps";

/** A store that tells of changes only until it is held, and again once somebody asks how new it is. */
function heldStore(real: Store) {
  let gate = Promise.resolve();
  let open = () => {};
  async function* changes(since: number, options?: ChangesOptions): AsyncGenerator<ChangeBatch> {
    for await (const batch of real.changes(since, options)) {
      await gate;
      yield batch;
    }
  }
  const store = new Proxy<Store>(real, {
    get(target, name) {
      if (name === "changes") return changes;
      if (name === "revision") open();
      const value = target[name as keyof Store];
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  return {
    store,
    hold() {
      ({ promise: gate, resolve: open } = Promise.withResolvers<void>());
    },
    release: () => open(),
  };
}

type Case = [
  what: string,
  /** What happens on the other server, unseen. */
  unseen: (other: ApiClient) => Promise<Answer>,
  ask: (behind: ApiClient) => Promise<Answer>,
  status: number,
  shows: (answer: Answer) => unknown,
  is: unknown,
];

const data = ({ json }: Answer) => json.data;

const CASES: Case[] = [
  [
    "a patch that would change nothing of an old state",
    (other) => other.patch(`${MAPS}/a`, "merge", { data: { x: "1" } }),
    (behind) => behind.patch(`${MAPS}/a`, "merge", { data: { x: "0" } }),
    200,
    data,
    { x: "0" },
  ],
  [
    "a patch that fails on an old state",
    (other) => other.patch(`${MAPS}/a`, "merge", { data: { x: "1" } }),
    (behind) => behind.patch(`${MAPS}/a`, "json", [{ op: "test", path: "/data/x", value: "1" }]),
    200,
    data,
    { x: "1" },
  ],
  [
    "an update without a version",
    (other) => other.patch(`${MAPS}/a`, "merge", { data: { x: "1" } }),
    (behind) => behind.put(`${MAPS}/a`, { metadata: { name: "a" }, data: { y: "2" } }),
    200,
    data,
    { y: "2" },
  ],
  [
    "an apply that repeats itself",
    (other) => other.patch(`${MAPS}/a`, "merge", { data: { x: "1" } }),
    (behind) =>
      behind.patch(`${MAPS}/a?fieldManager=m&force=1`, "apply", {
        apiVersion: "v1",
        kind: "ConfigMap",
        metadata: { name: "a" },
        data: { x: "0" },
      }),
    200,
    data,
    { x: "0" },
  ],
  [
    "a get",
    (other) => other.delete(`${MAPS}/a`),
    (behind) => behind.get(`${MAPS}/a`),
    404,
    () => 0,
    0,
  ],
  [
    "a list",
    (other) => other.post(MAPS, { metadata: { name: "b" } }),
    (behind) => behind.get(MAPS),
    200,
    ({ json }) => json.items.length,
    2,
  ],
  [
    "a creation where nothing is left",
    (other) => other.delete(`${MAPS}/a`),
    (behind) => behind.post(MAPS, { metadata: { name: "a" }, data: { n: "1" } }),
    201,
    data,
    { n: "1" },
  ],
  [
    "a deletion of what is held by now",
    (other) => other.patch(`${MAPS}/a`, "merge", { metadata: { finalizers: ["x.y/z"] } }),
    (behind) => behind.delete(`${MAPS}/a`),
    200,
    ({ json }) => json.metadata.finalizers,
    ["x.y/z"],
  ],
  [
    "a deletion of what was made anew",
    (other) => other.delete(`${MAPS}/a`).then(() => other.post(MAPS, { metadata: { name: "a" } })),
    (behind) => behind.delete(`${MAPS}/a`, { preconditions: { uid: "the-old-one" } }),
    409,
    () => 0,
    0,
  ],
  [
    "a dry run of a deletion of what is gone",
    (other) => other.delete(`${MAPS}/a`),
    (behind) => behind.delete(`${MAPS}/a?dryRun=All`),
    404,
    () => 0,
    0,
  ],
  [
    "a patch of what is gone",
    (other) => other.delete(`${MAPS}/a`),
    (behind) => behind.patch(`${MAPS}/a`, "merge", { data: { x: "0" } }),
    404,
    () => 0,
    0,
  ],
];

for (const [what, unseen, ask, status, shows, is] of CASES) {
  Deno.test(`a cache that is behind: ${what}`, async () => {
    const real = new MemoryStore();
    const held = heldStore(real);
    await using one = await startTestServer({ store: real });
    await using other = await startTestServer({ store: held.store, keepStore: true });
    await one.client.patch(`${MAPS}/a?fieldManager=m`, "apply", {
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { name: "a" },
      data: { x: "0" },
    });
    const { metadata } = (await other.client.get(`${MAPS}/a`)).json;
    held.hold();
    const changed = await unseen(one.client);
    assert(changed.status < 300, changed.text);
    // It was not seen: what says that any state will do gets the old one.
    const stale = await other.client.get(`${MAPS}/a?resourceVersion=0`);
    assertEquals(stale.json.metadata.resourceVersion, metadata.resourceVersion);
    const answer = await ask(other.client);
    held.release();
    assertEquals([answer.status, shows(answer)], [status, is], answer.text);
    if (answer.status === 200 && answer.json.kind === "ConfigMap") {
      const { json } = await one.client.get(`${MAPS}/a`);
      assertEquals(json.metadata.resourceVersion, answer.json.metadata.resourceVersion);
      assertEquals(json.data, answer.json.data);
    }
  });
}

Deno.test("a cache that is behind: a deletion that changes nothing of what was made anew", async () => {
  const real = new MemoryStore();
  const held = heldStore(real);
  await using one = await startTestServer({ store: real });
  await using other = await startTestServer({ store: held.store, keepStore: true });
  await one.client.post(MAPS, { metadata: { name: "a", finalizers: ["x.y/z"] } });
  await one.client.delete(`${MAPS}/a`);
  const { metadata } = (await other.client.get(`${MAPS}/a`)).json;
  assert(metadata.deletionTimestamp !== undefined);
  held.hold();
  await one.client.patch(`${MAPS}/a`, "merge", { metadata: { finalizers: null } });
  assertEquals((await one.client.post(MAPS, { metadata: { name: "a" } })).status, 201);
  // As the cache has it, it has been deleted already, and only has to end.
  const answer = await other.client.delete(`${MAPS}/a`);
  held.release();
  assertEquals([answer.status, answer.json.status], [200, "Success"], answer.text);
  assertEquals((await one.client.get(`${MAPS}/a`)).status, 404);
});

Deno.test("a cache that is behind: a watch from now on tells nothing that was before", async () => {
  const real = new MemoryStore();
  const held = heldStore(real);
  await using one = await startTestServer({ store: real });
  await using other = await startTestServer({ store: held.store, keepStore: true });
  held.hold();
  await one.client.post(MAPS, { metadata: { name: "before" } });
  const watch = await other.client.watch(
    `${MAPS}?watch=1&sendInitialEvents=false&resourceVersionMatch=NotOlderThan`,
  );
  await one.client.post(MAPS, { metadata: { name: "after" } });
  held.release();
  assertEquals(await watch.take(1), ["ADDED after"]);
});
