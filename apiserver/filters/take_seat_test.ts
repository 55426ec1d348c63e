import { metricSeries } from "../../testing/metric_samples.ts";
import { testRequest } from "../../testing/request_context.ts";
import { VirtualClock } from "../../testing/virtual_clock.ts";
import { assertEquals, assertRejects } from "../../toolkit/deps/assert.ts";
import { Registry } from "../../toolkit/metrics/mod.ts";
import type { Rejection, Seat } from "../flowcontrol/gate.ts";
import type { RequestContext } from "../http/context.ts";
import { declareSeatMetrics } from "./seat_metrics.ts";
import { takeSeat } from "./take_seat.ts";

const FULL: Rejection = { is: "rejection", retryAfterSeconds: 1 };

/** A gate that is opened by hand. */
function gated() {
  const clock = new VirtualClock();
  const registry = new Registry();
  const entry = Promise.withResolvers<Seat | Rejection>();
  let left = 0;
  const seat: Seat = { is: "seat", width: 1, leave: () => void left++ };
  const filter = takeSeat({
    gate: { enter: () => entry.promise },
    metrics: declareSeatMetrics(registry, clock),
    clock,
  });
  const shown = () => {
    const series = metricSeries(registry, "apiserver_current_");
    const of = (name: string) => series[`apiserver_current_${name}{request_kind="readOnly"}`];
    return { running: of("inflight_requests"), waiting: of("inqueue_requests") };
  };
  const run = (context: RequestContext, next = () => Promise.resolve({ status: 200 })) =>
    filter(context, next);
  return { clock, entry, seat, shown, run, left: () => left };
}

Deno.test("a request that waits for its seat is shown as waiting, then as running, then not at all", async () => {
  const { clock, entry, seat, shown, run, left } = gated();
  const context = testRequest();
  const answer = Promise.withResolvers<{ status: number }>();
  const response = run(context, () => answer.promise);
  await clock.run(1500);
  assertEquals(shown(), { running: 0, waiting: 1 });
  entry.resolve(seat);
  await clock.run(3000);
  assertEquals([shown(), context.waitedMs, left()], [{ running: 1, waiting: 0 }, 1500, 0]);
  answer.resolve({ status: 200 });
  await response;
  await clock.run(3000);
  assertEquals([shown(), left()], [{ running: 0, waiting: 0 }, 1]);
});

Deno.test("a request without a seat is given up", async () => {
  const { entry, run } = gated();
  const context = testRequest();
  entry.resolve(FULL);
  await assertRejects(() => run(context), /Too many requests/);
  assertEquals(context.isGivenUp, true);
});

Deno.test("a request that gives up waiting waits no more", async () => {
  const { clock, entry, shown, run } = gated();
  const response = run(testRequest());
  entry.reject(new Error("gone"));
  await assertRejects(() => response, /gone/);
  await clock.run(3000);
  assertEquals(shown(), { running: 0, waiting: 0 });
});
