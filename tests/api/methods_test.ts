/** Which paths take which methods. */
import { startTestServer } from "../../testing/api_server.ts";
import { customDefinition } from "../../testing/custom_definition.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";
import { install as installDefinition } from "./extending/definitions.ts";

Deno.test("a HEAD is a GET without its body, on custom resources and pages", async () => {
  await using server = await startTestServer();
  const { client } = server;
  const things = "/apis/example.com/v1/namespaces/default/things";
  await installDefinition(client, customDefinition({ kind: "Thing", plural: "things" }));
  for (
    const path of [
      "/",
      "/apis",
      "/apis/apps",
      "/apis/example.com",
      "/apis/example.com/v1",
      "/healthz",
      "/openapi/v3",
      things,
      `${things}/none`,
      "/api/v1/nobody",
      "/apis/nobody/v1",
    ]
  ) {
    const [head, get] = [await client.request("HEAD", path), await client.get(path)];
    assertEquals([head.status, head.bytes.length], [get.status, 0], path);
    for (const name of ["content-type", "content-length"]) {
      assertEquals(head.headers.get(name), get.headers.get(name), `${path} ${name}`);
    }
  }
});

Deno.test("built-in resources, what describes them and the version take no HEAD", async () => {
  await using server = await startTestServer();
  const { client } = server;
  const pods = "/api/v1/namespaces/default/pods";
  for (
    const path of [
      "/api",
      "/api/v1",
      "/apis/apps/v1",
      "/version",
      "/version/",
      "/api/v1/namespaces",
      "/api/v1/namespaces/default",
      "/api/v1/namespaces/none",
      pods,
      `${pods}?watch=1`,
      "/api/v1/watch/pods",
      `${pods}/none/log`,
      `${pods}/none/exec`,
    ]
  ) {
    const head = await client.request("HEAD", path);
    assertEquals([head.status, head.bytes.length], [405, 0], path);
    const { json } = await client.request("PROPFIND", path);
    assertEquals(head.headers.get("content-length"), `${JSON.stringify(json).length + 1}`, path);
  }
  // Where there is nothing there is nothing that could take a method; what is handed on takes all.
  for (const path of [`${pods}/none/nobody`, `${pods}/none/proxy`, "/api/v1/nobody"]) {
    assertEquals((await client.request("HEAD", path)).status, 404, path);
  }
});

Deno.test("paths of old verbs take a GET to watch, and nothing else", async () => {
  await using server = await startTestServer();
  const { client } = server;
  const one = "/api/v1/watch/namespaces/default/configmaps/a";
  const rows: readonly (readonly [method: string, path: string, status: number])[] = [
    ["POST", "/api/v1/watch/configmaps", 405],
    ["DELETE", "/api/v1/watch/configmaps", 405],
    ["PUT", one, 405],
    ["PATCH", one, 405],
    ["DELETE", one, 405],
    ["GET", "/api/v1/proxy/nodes/a", 404],
    ["POST", "/api/v1/proxy/namespaces/default/pods/a/b", 404],
  ];
  for (const [method, path, status] of rows) {
    const answer = await client.request(method, path);
    assertEquals(answer.status, status, `${method} ${path}`);
  }
});
