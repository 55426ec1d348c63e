/** What an audit backend is told of requests: the very answer, and the end of what lasts. */
import { type Audited, auditTo } from "../../testing/audit.ts";
import { startTestServer } from "../../testing/api_server.ts";
import { assert, assertEquals, assertRejects } from "../../toolkit/deps/assert.ts";

const MAPS = "/api/v1/namespaces/default/configmaps";

/** Hands out records in the order in which requests end. */
function recorder() {
  const waiting: ((audited: Audited) => void)[] = [];
  const ended: Audited[] = [];
  const backend = auditTo((audited) => {
    const next = waiting.shift();
    if (next === undefined) ended.push(audited);
    else next(audited);
  });
  const next = () =>
    ended.length > 0
      ? Promise.resolve(ended.shift()!)
      : new Promise<Audited>((resolve) => void waiting.push(resolve));
  return { backend, next };
}

const decoder = new TextDecoder();

Deno.test("the code that is recorded is the code that was answered", async () => {
  const { backend, next } = recorder();
  await using server = await startTestServer({
    audit: backend,
    withNamespace: false,
    admission: [{
      validate({ name }) {
        if (name === "fault") throw new Error("a defect");
      },
    }],
  });
  const { client } = server;
  await client.post("/api/v1/namespaces", { metadata: { name: "default" } });
  await next();
  const cases: [name: string, ask: () => Promise<{ status: number }>, code: number][] = [
    ["made", () => client.post(MAPS, { metadata: { name: "a" } }), 201],
    ["there already", () => client.post(MAPS, { metadata: { name: "a" } }), 409],
    ["invalid", () => client.post(MAPS, { metadata: { name: "-" } }), 422],
    ["no such path", () => client.get("/nowhere"), 404],
    ["refused credentials", () => server.clientWith({ token: "wrong" }).get(MAPS), 401],
    ["anonymous", () => server.clientWith({}).get(MAPS), 403],
    ["a defect", () => client.post(MAPS, { metadata: { name: "fault" } }), 500],
    // What the store says is answered as what it means: so it is recorded.
    [
      "a version that is to come",
      () => client.get(`${MAPS}?resourceVersion=9999999&timeout=1s`),
      504,
    ],
  ];
  for (const [name, ask, code] of cases) {
    const { status } = await ask();
    const audited = await next();
    assertEquals([status, audited.code], [code, code], name);
    assertEquals(audited.lasted, false, name);
  }
});

Deno.test("a watch is recorded when its body ends, not when it begins", async () => {
  const { backend, next } = recorder();
  await using server = await startTestServer({ audit: backend, withNamespace: false });
  const { client } = server;
  await client.post("/api/v1/namespaces", { metadata: { name: "default" } });
  await next();
  const watch = await client.watch(`${MAPS}?watch=1`);
  await client.post(MAPS, { metadata: { name: "a" } });
  // The write ends first, though it began later.
  assertEquals((await next()).context.info.verb, "create");
  assertEquals(await watch.take(1), ["ADDED a"]);
  await watch.close();
  const { code, lasted, context } = await next();
  assertEquals([code, lasted, context.info.verb], [200, true, "watch"]);
});

Deno.test("bodies are recorded as they were sent, before compression, and who asked is known", async () => {
  const { backend, next } = recorder();
  await using server = await startTestServer({ audit: backend, withNamespace: false });
  const { client } = server;
  await client.post("/api/v1/namespaces", { metadata: { name: "default" } });
  await next();
  const data = { a: "x".repeat(200_000) };
  await client.post(MAPS, { metadata: { name: "a" }, data });
  const { request, response, context } = await next();
  assertEquals(JSON.parse(decoder.decode(request?.bytes)).data, data);
  assertEquals(JSON.parse(decoder.decode(response?.bytes)).data, data);
  assertEquals(response?.contentType, "application/json");
  assertEquals(context.user.name, "tester");
});

Deno.test("what must be recorded and can't be does not happen", async () => {
  await using server = await startTestServer({
    withNamespace: false,
    audit: {
      begin: ({ info }) =>
        info.resource === "configmaps" ? Promise.reject(new Error("the disk is full")) : undefined,
    },
  });
  const { client } = server;
  await client.post("/api/v1/namespaces", { metadata: { name: "default" } });
  const answer = await client.post(MAPS, { metadata: { name: "a" } });
  assertEquals(answer.status, 500);
  assert(!answer.text.includes("disk"), "what is wrong with the disk is for the log");
  const [item] = await Promise.all([
    server.store.range("/registry/core/configmaps/").then(({ items }) => items),
  ]);
  assertEquals(item, []);
});

Deno.test("an answer waits until its record is safe", async () => {
  const safe = Promise.withResolvers<void>();
  await using server = await startTestServer({
    withNamespace: false,
    audit: {
      begin: ({ info }) =>
        info.verb !== "create" ? undefined : {
          wantsRequestBody: false,
          wantsResponseBody: false,
          requestBody() {},
          responseBody() {},
          started() {},
          completed: () => safe.promise,
        },
    },
  });
  const { client } = server;
  let answered = false;
  const made = client.post("/api/v1/namespaces", { metadata: { name: "n" } })
    .then((answer) => (answered = true, answer));
  // It is there, and nobody has been told.
  while ((await client.get("/api/v1/namespaces/n")).status !== 200);
  assertEquals(answered, false);
  safe.reject(new Error("lost"));
  assertEquals((await made).status, 500);
  await assertRejects(() => safe.promise);
});
