import { metricSeries } from "../../testing/metric_samples.ts";
import { testRequest } from "../../testing/request_context.ts";
import { VirtualClock } from "../../testing/virtual_clock.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";
import { Registry } from "../../toolkit/metrics/mod.ts";
import { measure } from "./measure.ts";
import { declareRequestMetrics } from "./request_metrics.ts";

Deno.test("a watch is open until its answer is over, and counted then", async () => {
  const clock = new VirtualClock();
  const registry = new Registry();
  const filter = measure(declareRequestMetrics(registry), clock);
  const context = testRequest({ path: "/api/v1/pods?watch=1" });
  const shown = () => {
    const all = metricSeries(
      registry,
      "apiserver_longrunning",
      "apiserver_request_total",
      "apiserver_request_duration_seconds_sum",
    );
    return Object.fromEntries(
      Object.entries(all).map(([series, value]) => [series.split("{")[0], value]),
    );
  };
  const response = await filter(context, () => {
    context.reached = { is: "resource", isDeprecated: false };
    return Promise.resolve({
      status: 200,
      body: (async function* () {
        yield new Uint8Array(1);
      })(),
    });
  });
  assertEquals(shown(), { apiserver_longrunning_requests: 1 });
  await clock.run(7000);
  for await (const _piece of response.body as AsyncIterable<Uint8Array>) { /* to its end */ }
  assertEquals(shown(), {
    apiserver_longrunning_requests: 0,
    apiserver_request_total: 1,
    apiserver_request_duration_seconds_sum: 7,
  });
});

Deno.test("an answer that is there at once is counted with its size", async () => {
  const registry = new Registry();
  const filter = measure(declareRequestMetrics(registry), new VirtualClock());
  const context = testRequest();
  await filter(context, () => {
    context.reached = { is: "resource", isDeprecated: false };
    return Promise.resolve({ status: 200, body: new Uint8Array(1234) });
  });
  const [sum] = Object.values(metricSeries(registry, "apiserver_response_sizes_sum"));
  assertEquals(sum, 1234);
});
