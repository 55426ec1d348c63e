import { ConfigMap, createClient } from "../../mod.ts";
import { metricSeries } from "../../testing/metric_samples.ts";
import { VirtualClock } from "../../testing/virtual_clock.ts";
import { assertEquals, assertRejects } from "../deps/assert.ts";
import { Registry } from "../metrics/mod.ts";

const MAP = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a", namespace: "default" } };

function json(status: number, body: object, headers: Record<string, string> = {}): Response {
  const text = JSON.stringify(body);
  return new Response(text, {
    status,
    headers: { "content-type": "application/json", "content-length": `${text.length}`, ...headers },
  });
}

Deno.test("a client counts what it sends, what is answered, and what it sends again", async () => {
  const metrics = new Registry();
  const clock = new VirtualClock();
  const answers = [
    () => json(200, MAP),
    () => json(404, { kind: "Status", reason: "NotFound", code: 404 }),
    () => json(429, { kind: "Status", code: 429 }, { "retry-after": "1" }),
    () => json(201, MAP),
    () => {
      throw new TypeError("the network is down");
    },
  ];
  await using client = await createClient({
    config: "http://somewhere.example:1234",
    transport: {
      async fetch(request) {
        await request.text();
        return answers.shift()!();
      },
    },
    dialect: "kubernetes",
    random: () => 0,
    clock,
    retries: 1,
    metrics,
  });
  await client.get(ConfigMap, "a");
  await assertRejects(() => client.get(ConfigMap, "b"));
  const created = client.create(ConfigMap, { metadata: { name: "a" } });
  await clock.run(1000);
  await created;
  await assertRejects(() => client.replace(ConfigMap, MAP as never));
  const host = 'host="somewhere.example:1234"';
  assertEquals(metricSeries(metrics, "rest_client_requests_total", "rest_client_request_retries"), {
    [`rest_client_requests_total{code="200",${host},method="GET"}`]: 1,
    [`rest_client_requests_total{code="404",${host},method="GET"}`]: 1,
    [`rest_client_requests_total{code="429",${host},method="POST"}`]: 1,
    [`rest_client_requests_total{code="201",${host},method="POST"}`]: 1,
    [`rest_client_requests_total{code="<error>",${host},method="PUT"}`]: 1,
    [`rest_client_request_retries_total{code="429",${host},verb="POST"}`]: 1,
  });
});

Deno.test("a client counts how long requests wait for their turn, and how large they are", async () => {
  const metrics = new Registry();
  const clock = new VirtualClock();
  await using client = await createClient({
    config: "http://somewhere.example",
    transport: { fetch: () => Promise.resolve(json(201, MAP)) },
    dialect: "kubernetes",
    qps: 1,
    burst: 1,
    clock,
    metrics,
  });
  const made = [1, 2].map((number) =>
    client.create(ConfigMap, { metadata: { name: `a-${number}` } })
  );
  await clock.run(1000);
  await Promise.all(made);
  const labels = '{host="somewhere.example",verb="POST"}';
  const waited = "rest_client_rate_limiter_duration_seconds";
  assertEquals(metricSeries(metrics, `${waited}_sum`, `${waited}_count`), {
    [`${waited}_sum${labels}`]: 1,
    [`${waited}_count${labels}`]: 2,
  });
  const sentBytes = JSON.stringify({ ...MAP, metadata: { name: "a-1" } }).length;
  const sizes = { request: sentBytes, response: JSON.stringify(MAP).length };
  for (const [name, bytes] of Object.entries(sizes)) {
    const size = `rest_client_${name}_size_bytes`;
    assertEquals(metricSeries(metrics, `${size}_sum`), { [`${size}_sum${labels}`]: 2 * bytes });
  }
});
