/** What a write may ask for besides itself, whatever its verb: its manager, a dry run, strict fields. */
import type { AnyObject } from "../../testing/api_client.ts";
import { startTestServer } from "../../testing/api_server.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";

const MAPS = "/api/v1/namespaces/default/configmaps";

Deno.test("who writes is known by what the client calls itself", async () => {
  await using server = await startTestServer();
  const cases: [userAgent: string, query: string, manager: string][] = [
    ["kubectl/v1.36.0 (linux/amd64)", "", "kubectl"],
    ["plain", "", "plain"],
    ["/x", "", "unknown"],
    ["kubectl/v1", "?fieldManager=me", "me"],
  ];
  for (const [index, [userAgent, query, manager]] of cases.entries()) {
    const client = server.clientWith({ token: "test-token", userAgent });
    const { json } = await client.post(MAPS + query, {
      metadata: { name: `m${index}` },
      data: { a: "b" },
    });
    assertEquals(json.metadata.managedFields[0].manager, manager, userAgent);
  }
});

Deno.test("a dry run of every verb answers as the real one and leaves nothing behind", async () => {
  await using server = await startTestServer();
  const { client } = server;
  await client.post(MAPS, { metadata: { name: "a" }, data: { x: "1" } });
  await client.post(MAPS, { metadata: { name: "held", finalizers: ["a.b/c"] } });
  const before = (await client.get(MAPS)).json;
  const watch = await client.watch(
    `${MAPS}?watch=1&resourceVersion=${before.metadata.resourceVersion}`,
  );
  const apply = { apiVersion: "v1", kind: "ConfigMap", data: { y: "2" } };
  const cases: [
    run: (query: string) => Promise<{ status: number; json: AnyObject }>,
    status: number,
  ][] = [
    [(query) => client.post(`${MAPS}?${query}`, { metadata: { name: "b" } }), 201],
    [(query) => client.post(`${MAPS}?${query}`, { metadata: { generateName: "b-" } }), 201],
    [(query) => client.post(`${MAPS}?${query}`, { metadata: { name: "a" } }), 409],
    [(query) => client.post(`${MAPS}?${query}`, { metadata: { name: "-" } }), 422],
    [(query) => client.put(`${MAPS}/a?${query}`, { metadata: { name: "a" } }), 200],
    [(query) => client.patch(`${MAPS}/a?${query}`, "merge", { data: { y: "2" } }), 200],
    [(query) => client.patch(`${MAPS}/a?${query}`, "json", []), 200],
    [(query) => client.patch(`${MAPS}/a?${query}&fieldManager=m`, "apply", apply), 200],
    [
      (query) =>
        client.patch(`${MAPS}/b?${query}&fieldManager=m`, "apply", {
          ...apply,
          metadata: { name: "b" },
        }),
      201,
    ],
    [
      (query) => client.patch(`${MAPS}/held?${query}`, "merge", { metadata: { finalizers: [] } }),
      200,
    ],
    [(query) => client.delete(`${MAPS}/a?${query}`), 200],
    [(query) => client.delete(`${MAPS}/a?${query}`, {}), 200],
    [(query) => client.delete(`${MAPS}/held?${query}`), 200],
    [(query) => client.delete(`${MAPS}/none?${query}`), 404],
    [(query) => client.delete(`${MAPS}?${query}`), 200],
  ];
  for (const [index, [run, status]] of cases.entries()) {
    const answer = await run("dryRun=All");
    assertEquals(answer.status, status, `${index}: ${JSON.stringify(answer.json)}`);
    const wrong = await run("dryRun=Some");
    assertEquals(wrong.status, 422, `${index}`);
  }
  const dry = (await client.post(`${MAPS}?dryRun=All`, { metadata: { name: "b" } })).json;
  assertEquals([dry.metadata.resourceVersion, typeof dry.metadata.uid], [undefined, "string"]);
  assertEquals((await client.get(MAPS)).json, before);
  await client.post(`${MAPS}?dryRun=`, { metadata: { name: "real" } });
  assertEquals(await watch.take(1), ["ADDED real"]);
});

Deno.test("fields that are unknown or come twice are ignored, warned of or refused", async () => {
  await using server = await startTestServer();
  const { client } = server;
  const body = '{"metadata":{"name":"a"},"data":{"x":"1"},"data":{"x":"2"},"nothing":{}}';
  const yaml = "metadata: {name: a}\nnothing: 1\n";
  const unknown = 'unknown field "nothing"';
  const duplicate = 'duplicate field "data"';
  await client.post(`${MAPS}`, { metadata: { name: "there" } });
  const there = `${MAPS}/there`;
  type Case = [
    query: string,
    send: (query: string) => ReturnType<typeof client.post>,
    says: string[],
  ];
  const cases: Case[] = [
    ["create", (query) => client.post(`${MAPS}?${query}`, body), [duplicate, unknown]],
    [
      "yaml",
      (query) => client.post(`${MAPS}?${query}`, yaml, { contentType: "application/yaml" }),
      [unknown],
    ],
    [
      "update",
      (query) => client.put(`${there}?${query}`, { metadata: { name: "there" }, nothing: 1 }),
      [unknown],
    ],
    ["merge", (query) => client.patch(`${there}?${query}`, "merge", { nothing: 1 }), [unknown]],
    ["strategic", (query) => client.patch(`${there}?${query}`, "strategic", { nothing: 1 }), [
      unknown,
    ]],
    [
      "json",
      (query) =>
        client.patch(`${there}?${query}`, "json", [{ op: "add", path: "/nothing", value: 1 }]),
      [unknown],
    ],
    [
      "apply",
      (query) =>
        client.patch(
          `${there}?fieldManager=m&${query}`,
          "apply",
          '{"apiVersion":"v1","kind":"ConfigMap","data":{"x":"1"},"data":{"x":"2"}}',
        ),
      ['line 1: key "data" already set in map'],
    ],
  ];
  for (const [what, send, says] of cases) {
    for (const mode of ["Ignore", "Warn", "", "Strict"]) {
      // Nothing of it may stay for the next one.
      const answer = await send(`dryRun=All&fieldValidation=${mode}`);
      const warning = answer.headers.get("warning") ?? "";
      const told = `${what} ${mode}: ${answer.status} ${warning} ${answer.text}`;
      if (mode === "Strict") {
        assert(answer.status === 400 || answer.status === 422, told);
        for (const one of says) assert(answer.json.message.includes(one), told);
        assert(/strict decoding/.test(answer.json.message), told);
        assertEquals(warning, "", told);
        continue;
      }
      assert(answer.status === 200 || answer.status === 201, told);
      for (const one of says) {
        const quoted = one.replaceAll('"', '\\"');
        assertEquals(warning.includes(`299 - "${quoted}"`), mode !== "Ignore", told);
      }
      assertEquals(answer.json.nothing, undefined, told);
    }
    assertEquals((await send("fieldValidation=Loose")).status, 422, what);
  }
});
