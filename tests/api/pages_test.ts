/** Paged lists, and what becomes of their tokens. */
import { runs } from "../../testing/requirements.ts";
import { startTestServer, type TestServer } from "../../testing/api_server.ts";
import type { Answer, AnyObject } from "../../testing/api_client.ts";
import { MemoryStore, openStore } from "../../apiserver/storage/mod.ts";
import { FakeClock } from "../../toolkit/clock.ts";
import { silentLogger } from "../../toolkit/logger.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import fc from "../../toolkit/deps/fast_check.ts";

const PATH = "/api/v1/namespaces/default/configmaps";

async function withObjects(server: TestServer, count: number, labels = {}): Promise<void> {
  for (let index = 0; index < count; index++) {
    const name = `m${String(index).padStart(2, "0")}`;
    await server.client.post(PATH, { metadata: { name, labels } });
  }
}

function namesOf(list: AnyObject): string[] {
  return list.items.map((item: AnyObject) => item.metadata.name);
}

/** The token of a page. */
function tokenOf(page: Answer): string {
  return page.json.metadata.continue;
}

/** A token with another content. */
function forged(content: unknown): string {
  return new TextEncoder().encode(JSON.stringify(content)).toBase64({
    alphabet: "base64url",
    omitPadding: true,
  });
}

Deno.test("pages show one state, whatever happens between them", async () => {
  await using server = await startTestServer();
  const { client } = server;
  await withObjects(server, 7);
  const seen: string[] = [];
  const versions = new Set<string>();
  const remaining: (number | undefined)[] = [];
  let token = "";
  do {
    const { json } = await client.get(`${PATH}?limit=3&continue=${token}`);
    seen.push(...namesOf(json));
    versions.add(json.metadata.resourceVersion);
    remaining.push(json.metadata.remainingItemCount);
    token = json.metadata.continue ?? "";
    await client.delete(`${PATH}/m05`);
    await client.post(PATH, { metadata: { name: `m03-${token.length}` } });
  } while (token !== "");
  assertEquals(seen, ["m00", "m01", "m02", "m03", "m04", "m05", "m06"]);
  assertEquals([versions.size, remaining], [1, [4, 1, undefined]]);
});

Deno.test("the last page says nothing of more, nor does a page by a selector of how many", async () => {
  await using server = await startTestServer();
  const { client } = server;
  await withObjects(server, 4, { app: "a" });
  for (
    const [query, fields] of [
      ["limit=4", ["resourceVersion"]],
      ["limit=9", ["resourceVersion"]],
      ["limit=3", ["continue", "remainingItemCount", "resourceVersion"]],
      ["limit=3&labelSelector=app=a", ["continue", "resourceVersion"]],
      ["limit=3&labelSelector=app=b", ["resourceVersion"]],
      ["limit=3&fieldSelector=metadata.name=m01", ["resourceVersion"]],
    ] as [string, string[]][]
  ) {
    const { json } = await client.get(`${PATH}?${query}`);
    assertEquals(Object.keys(json.metadata).sort(), fields, query);
  }
});

Deno.test("a token goes on with other options as it can", async () => {
  await using server = await startTestServer();
  const { client } = server;
  await withObjects(server, 4);
  const token = tokenOf(await client.get(`${PATH}?limit=2`));
  const cases: [query: string, status: number][] = [
    [`continue=${token}`, 200],
    [`limit=2&continue=${token}`, 200],
    // What old clients send along means nothing.
    [`limit=2&continue=${token}&resourceVersion=0`, 200],
    [`limit=2&continue=${token}&resourceVersion=1`, 400],
    [`limit=2&continue=${token}&resourceVersion=1&resourceVersionMatch=Exact`, 422],
    [`limit=2&continue=${token}&resourceVersionMatch=Exact`, 422],
  ];
  for (const [query, status] of cases) {
    const answer = await client.get(`${PATH}?${query}`);
    assertEquals(answer.status, status, `${query}: ${answer.text}`);
    if (status === 200) assertEquals(namesOf(answer.json), ["m02", "m03"], query);
  }
});

Deno.test("a token whose state is gone comes with one that goes on without it", async () => {
  await using server = await startTestServer({ windowFor: () => 1 });
  const { client, store } = server;
  await withObjects(server, 4);
  const { json: first } = await client.get(`${PATH}?limit=2`);
  const token = first.metadata.continue;
  await client.delete(`${PATH}/m02`);
  await client.post(PATH, { metadata: { name: "m04" } });
  // The cache keeps the states of its latest pages: it must forget this one too.
  for (let count = 0; count < 40; count++) {
    await client.patch(`${PATH}/m00`, "merge", { data: { count: String(count) } });
    await client.get(`${PATH}?limit=1`);
  }
  await store.compact(await store.revision());
  const expired = await client.get(`${PATH}?limit=1&continue=${token}`);
  assertEquals([expired.status, expired.json.reason], [410, "Expired"]);
  assert(expired.json.message.includes("The provided continue parameter is too old"));
  const fresh = expired.json.metadata.continue;
  assert(fresh !== token && fresh.length > 0, expired.text);
  const next = await client.get(`${PATH}?limit=1&continue=${fresh}`);
  assertEquals([next.status, namesOf(next.json)], [200, ["m03"]]);
  assert(Number(next.json.metadata.resourceVersion) > Number(first.metadata.resourceVersion));
  // From there on the list is of one state again.
  await client.delete(`${PATH}/m04`);
  const last = await client.get(`${PATH}?limit=1&continue=${tokenOf(next)}`);
  assertEquals([last.status, namesOf(last.json)], [200, ["m04"]]);
});

Deno.test("a token is good for as long as the store's history is kept, though the cache could tell more", async () => {
  const clock = new FakeClock();
  const store = await openStore(["memory:"], {
    clock,
    compactionIntervalMs: 300_000,
    dialect: "kubernetes",
    logger: silentLogger,
    prefix: "/registry",
  });
  await using server = await startTestServer({ store });
  const { client } = server;
  await withObjects(server, 4);
  const token = tokenOf(await client.get(`${PATH}?limit=2`));
  const page = `${PATH}?limit=2&continue=${token}`;
  // Of other objects: the state that the token is of still holds.
  await client.post("/api/v1/namespaces/default/secrets", { metadata: { name: "s" } });
  await clock.advance(300_000);
  assertEquals(namesOf((await client.get(page)).json), ["m02", "m03"]);
  await clock.advance(300_000);
  const expired = await client.get(page);
  assertEquals([expired.status, expired.json.reason], [410, "Expired"]);
  const next = await client.get(`${PATH}?limit=2&continue=${tokenOf(expired)}`);
  assertEquals([next.status, namesOf(next.json)], [200, ["m02", "m03"]]);
});

Deno.test("a token is good on another server of the same store", async () => {
  const store = new MemoryStore();
  let token: string;
  {
    await using server = await startTestServer({ store, keepStore: true });
    await withObjects(server, 4);
    token = tokenOf(await server.client.get(`${PATH}?limit=2`));
    await server.client.delete(`${PATH}/m02`);
  }
  await using server = await startTestServer({ store });
  const { json } = await server.client.get(`${PATH}?limit=5&continue=${token}`);
  assertEquals(namesOf(json), ["m02", "m03"]);
});

Deno.test("a token that no server wrote is refused", async () => {
  await using server = await startTestServer();
  const { client } = server;
  await withObjects(server, 3);
  const sound = JSON.parse(new TextDecoder().decode(
    Uint8Array.fromBase64(tokenOf(await client.get(`${PATH}?limit=1`)), { alphabet: "base64url" }),
  ));
  const cases = [
    "x",
    "%00",
    "e30",
    "bnVsbA",
    "W10",
    "a".repeat(5000),
    forged({ ...sound, v: "9" }),
    forged({ ...sound, rv: 0 }),
    forged({ ...sound, rv: -2 }),
    forged({ ...sound, rv: "5" }),
    forged({ ...sound, rv: 1.5 }),
    forged({ ...sound, rv: 2 ** 60 }),
    forged({ ...sound, after: "" }),
    forged({ ...sound, after: 5 }),
    forged({ v: sound.v }),
  ];
  for (const token of cases) {
    const answer = await client.get(`${PATH}?limit=1&continue=${token}`);
    assertEquals([answer.status, answer.json.reason], [400, "BadRequest"], token);
  }
});

Deno.test("a token shows nothing outside of its list, whatever is written into it", async () => {
  await using server = await startTestServer();
  const { client } = server;
  await withObjects(server, 3);
  await client.post("/api/v1/namespaces", { metadata: { name: "other" } });
  await client.post("/api/v1/namespaces/other/configmaps", { metadata: { name: "secret" } });
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.constantFrom("../other/", "m00/../../other/", "\0", "\ud800", "\uffff", "/", "~"),
        fc.string({ unit: "binary", minLength: 1 }),
      ),
      fc.constantFrom(-1, 1, 2, 4),
      async (after, rv) => {
        const token = forged({ v: "1", rv, after });
        const answer = await client.get(`${PATH}?limit=2&continue=${token}`);
        if (answer.status !== 200) {
          return assertEquals([400, 410].includes(answer.status), true, answer.text);
        }
        for (const item of answer.json.items) assertEquals(item.metadata.namespace, "default");
      },
    ),
    { numRuns: runs(100) },
  );
});

Deno.test("pages and selectors together show all that is chosen, once", async () => {
  await using server = await startTestServer();
  const { client } = server;
  for (let index = 0; index < 20; index++) {
    const name = `m${String(index).padStart(2, "0")}`;
    await client.post(PATH, { metadata: { name, labels: { part: String(index % 3) } } });
  }
  for (const limit of [1, 2, 3, 7, 20]) {
    const seen: string[] = [];
    let token = "";
    do {
      const { json } = await client.get(
        `${PATH}?limit=${limit}&labelSelector=part%3D1&continue=${token}`,
      );
      seen.push(...namesOf(json));
      token = json.metadata.continue ?? "";
    } while (token !== "");
    assertEquals(seen, ["m01", "m04", "m07", "m10", "m13", "m16", "m19"], `limit ${limit}`);
  }
});
