import { metricSeries } from "../../testing/metric_samples.ts";
import { testRequest } from "../../testing/request_context.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";
import { Registry } from "../../toolkit/metrics/mod.ts";
import { Busiest, declareSeatMetrics } from "./seat_metrics.ts";

/** A clock that is set. */
class SetClock {
  ms = 0;
  monotonic(): number {
    return this.ms;
  }
}

Deno.test("the busiest moment is that of this second and the one before", () => {
  const clock = new SetClock();
  const crowd = new Busiest(clock);
  const most: Record<number, number> = {};
  const at = (ms: number, came: number, went: number) => {
    clock.ms = ms;
    for (let count = 0; count < came; count++) crowd.came();
    for (let count = 0; count < went; count++) crowd.went();
    most[ms] = crowd.most;
  };
  at(100, 3, 2);
  at(900, 1, 0);
  at(1100, 0, 1);
  at(2500, 0, 0);
  at(2600, 4, 5);
  at(3999, 0, 0);
  at(4000, 0, 0);
  at(9000, 0, 0);
  assertEquals(most, {
    100: 3,
    900: 3,
    // In the second before.
    1100: 3,
    // Two were there when it began.
    2500: 2,
    2600: 5,
    3999: 5,
    4000: 0,
    9000: 0,
  });
});

Deno.test("requests that have a seat and those that wait are shown by whether they change anything", () => {
  const clock = new SetClock();
  const registry = new Registry();
  const { running, waiting } = declareSeatMetrics(registry, clock);
  const read = testRequest();
  const write = testRequest({ method: "POST" });
  running.of(read).came();
  running.of(read).came();
  running.of(write).came();
  waiting.of(write).came();
  waiting.of(write).went();
  const shown = () => metricSeries(registry, "apiserver_current_");
  const read2 = 'apiserver_current_inflight_requests{request_kind="readOnly"}';
  const write1 = 'apiserver_current_inflight_requests{request_kind="mutating"}';
  const readWaits = 'apiserver_current_inqueue_requests{request_kind="readOnly"}';
  const writeWaits = 'apiserver_current_inqueue_requests{request_kind="mutating"}';
  assertEquals(shown(), { [read2]: 2, [write1]: 1, [readWaits]: 0, [writeWaits]: 1 });
  clock.ms = 5000;
  assertEquals(shown(), { [read2]: 2, [write1]: 1, [readWaits]: 0, [writeWaits]: 0 });
});
