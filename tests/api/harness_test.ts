import { startTestServer } from "../../testing/api_server.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";

const CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";

Deno.test("a server in a test answers, watches and ends", async () => {
  await using server = await startTestServer();
  const { client } = server;
  const watch = await client.watch(`${CONFIG_MAPS}?watch=1`);
  const made = await client.post(CONFIG_MAPS, { metadata: { name: "a" }, data: { x: "1" } });
  assertEquals([made.status, made.json.data], [201, { x: "1" }]);
  assertEquals(await watch.take(1), ["ADDED a"]);
  assertEquals((await client.get("/api/v1/namespaces/default/configmaps/b")).status, 404);
});
