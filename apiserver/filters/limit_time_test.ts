import { metricSeries } from "../../testing/metric_samples.ts";
import { testRequest } from "../../testing/request_context.ts";
import { VirtualClock } from "../../testing/virtual_clock.ts";
import { assertEquals, assertRejects } from "../../toolkit/deps/assert.ts";
import { Registry } from "../../toolkit/metrics/mod.ts";
import type { HttpResponse } from "../../toolkit/serving/mod.ts";
import { Deadlines } from "../http/deadlines.ts";
import { limitTime } from "./limit_time.ts";
import { declareRequestMetrics } from "./request_metrics.ts";

const LIMIT_MS = 60_000;
const DONE: HttpResponse = { status: 200 };

/** A request that is answered by hand. */
function limited(path = "/api/v1/pods") {
  const clock = new VirtualClock();
  const registry = new Registry();
  const deadlines = new Deadlines(clock, LIMIT_MS);
  const context = testRequest({ path });
  const answer = Promise.withResolvers<HttpResponse>();
  const filter = limitTime(deadlines, declareRequestMetrics(registry));
  const response = filter(context, () => answer.promise);
  response.catch(() => {});
  const late = () =>
    Object.fromEntries(
      Object.entries(metricSeries(registry, "apiserver_request_post_timeout_total"))
        .map(([series, count]) => [/status="(\w+)"/.exec(series)![1], count]),
    );
  return { clock, context, answer, response, late, close: () => deadlines.close() };
}

Deno.test("what is answered in time is no request that was given up", async () => {
  const { clock, context, answer, response, late, close } = limited();
  await clock.run(LIMIT_MS / 2);
  answer.resolve(DONE);
  assertEquals(await response, DONE);
  await clock.run(2 * LIMIT_MS);
  assertEquals([context.isGivenUp, late()], [false, { ok: 0, error: 0 }]);
  close();
});

const ENDS = {
  ok: (answer: PromiseWithResolvers<HttpResponse>) => answer.resolve(DONE),
  error: (answer: PromiseWithResolvers<HttpResponse>) => answer.reject(new Error("no")),
};

for (const [status, end] of Object.entries(ENDS)) {
  Deno.test(`a request that took too long is given up, and counted when it ends as ${status}`, async () => {
    const { clock, context, answer, response, late, close } = limited();
    await clock.run(2 * LIMIT_MS);
    await assertRejects(() => response, /took too long/);
    assertEquals([context.isGivenUp, late()], [true, { ok: 0, error: 0 }]);
    end(answer);
    await clock.run(0);
    assertEquals(late(), { ok: 0, error: 0, [status]: 1 });
    close();
  });
}

Deno.test("what is meant to last has no limit", async () => {
  const { clock, context, answer, response, close } = limited("/api/v1/pods?watch=1");
  await clock.run(10 * LIMIT_MS);
  answer.resolve(DONE);
  assertEquals([await response, context.isGivenUp], [DONE, false]);
  close();
});
