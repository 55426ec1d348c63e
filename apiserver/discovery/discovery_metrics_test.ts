import { startTestServer } from "../../testing/api_server.ts";
import { customDefinition } from "../../testing/custom_definition.ts";
import { eventually } from "../../testing/eventually.ts";
import { metricValue } from "../../testing/metric_samples.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";
import { Registry } from "../../toolkit/metrics/mod.ts";

const ALL = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

Deno.test("documents of discovery are counted when they are made, and not when they are asked for", async () => {
  const metrics = new Registry();
  await using server = await startTestServer({ metrics });
  const { client } = server;
  const made = () => metricValue(metrics, "aggregator_discovery_aggregation_count_total");
  const ask = () => client.get("/apis", { headers: { accept: ALL } });
  assertEquals(made(), 0);
  for (const _ of [1, 2]) {
    assertEquals((await ask()).status, 200);
    assertEquals(made(), 1);
  }
  await client.get("/apis");
  assertEquals(made(), 1);
  const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
  await client.post(definitions, customDefinition({ kind: "Thing", plural: "things" }));
  await eventually("the definition", async () => (await ask()).text.includes('"things"'));
  assertEquals(made()! >= 2, true);
});
