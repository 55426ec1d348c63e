import { auditEvent, KeptEvents } from "../../testing/audit_events.ts";
import { FakeClock } from "../../toolkit/clock.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";
import { silentLogger } from "../../toolkit/logger.ts";
import { Registry } from "../../toolkit/metrics/mod.ts";
import { Batched, type BatchOptions } from "./batched.ts";
import { Losses } from "./losses.ts";

function batching(changes: Partial<BatchOptions>, answer?: () => boolean | Promise<boolean>) {
  const clock = new FakeClock();
  const metrics = new Registry();
  const sink = new KeptEvents(answer);
  const batched = new Batched(sink, {
    bufferSize: 100,
    maxBatchSize: 3,
    maxWaitMs: 1000,
    version: "v1",
    merges: false,
    concurrency: 1,
    ...changes,
  }, { clock, losses: new Losses(metrics, clock, silentLogger) });
  const take = (...ids: string[]) => ids.map((id) => batched.take([auditEvent(id)]));
  const lost = () => /error_total\{plugin="buffered"\} (\d+)/.exec(metrics.render())?.[1];
  return { clock, sink, batched, take, lost };
}

Deno.test("Batched sends full batches at once, and others when their time has come", async () => {
  const { clock, sink, take } = batching({});
  take("1", "2");
  await clock.advance(999);
  assertEquals(sink.ids, []);
  await clock.advance(1);
  assertEquals(sink.ids, [["1", "2"]]);
  take("3", "4", "5", "6");
  await clock.advance(0);
  assertEquals(sink.ids, [["1", "2"], ["3", "4", "5"]]);
  await clock.advance(1000);
  assertEquals(sink.ids.at(-1), ["6"]);
  assertEquals(clock.pending, 0);
});

Deno.test("Batched sends each event by itself where batches have one, or merges them", async () => {
  for (const merges of [false, true]) {
    const { clock, sink, take } = batching({ maxBatchSize: 1, maxWaitMs: 0, merges });
    take("1", "2", "3");
    assertEquals(sink.ids, [], "nobody waits for it");
    await clock.advance(0);
    assertEquals(sink.ids, merges ? [["1", "2", "3"]] : [["1"], ["2"], ["3"]]);
  }
});

Deno.test("Batched loses and counts what comes while its buffer is full, and takes the rest", async () => {
  const { clock, sink, take, lost } = batching({ bufferSize: 4, maxBatchSize: 10 });
  assertEquals(take("1", "2", "3", "4", "5", "6"), Array(6).fill(true));
  assertEquals(lost(), "2");
  await clock.advance(1000);
  assertEquals(sink.ids, [["1", "2", "3", "4"]]);
  take("7");
  await clock.advance(1000);
  assertEquals([sink.ids.at(-1), lost()], [["7"], "2"]);
});

Deno.test("Batched keeps events back while as many batches are on their way as may be", async () => {
  const answers: ((taken: boolean) => void)[] = [];
  const answer = () => new Promise<boolean>((resolve) => void answers.push(resolve));
  const { clock, sink, take } = batching({ concurrency: 2, maxBatchSize: 1, maxWaitMs: 0 }, answer);
  take("1", "2", "3");
  await clock.advance(0);
  assertEquals(sink.ids, [["1"], ["2"]]);
  answers[1]!(false);
  await clock.advance(0);
  assertEquals(sink.ids, [["1"], ["2"], ["3"]]);
});

Deno.test("Batched waits for a full batch, or for its time, also where another has just arrived", async () => {
  const answers: (() => void)[] = [];
  const answer = () => new Promise<boolean>((resolve) => void answers.push(() => resolve(true)));
  const { clock, sink, take } = batching({ concurrency: 10 }, answer);
  take("1", "2", "3", "4");
  await clock.advance(0);
  answers[0]!();
  await clock.advance(500);
  take("5");
  await clock.advance(499);
  assertEquals(sink.ids, [["1", "2", "3"]]);
  await clock.advance(1);
  assertEquals(sink.ids, [["1", "2", "3"], ["4", "5"]]);
});

Deno.test("Batched throttles batches, after as many at once as may be", async () => {
  const { clock, sink, take } = batching({
    maxBatchSize: 1,
    maxWaitMs: 0,
    throttle: { qps: 2, burst: 3 },
  });
  take("1", "2", "3", "4", "5");
  await clock.advance(0);
  assertEquals(sink.batches.length, 3);
  await clock.advance(499);
  assertEquals(sink.batches.length, 3);
  await clock.advance(1);
  assertEquals(sink.batches.length, 4);
  await clock.advance(500);
  assertEquals(sink.ids, [["1"], ["2"], ["3"], ["4"], ["5"]]);
});

Deno.test("Batched parts batches of too many bytes, but no event", async () => {
  const { clock, sink, take } = batching({ maxBatchSize: 10, maxBatchBytes: 800 });
  take("1", "2", "x".repeat(900), "3", "4", "5");
  for (let turn = 0; turn < 5; turn++) await clock.advance(1000);
  assertEquals(sink.batches.map(({ length }) => length), [2, 1, 2, 1]);
});

Deno.test("close() sends what waits, past all throttling, and then closes", async () => {
  const answers: (() => void)[] = [];
  const answer = () => new Promise<boolean>((resolve) => void answers.push(() => resolve(true)));
  const { clock, sink, take, batched, lost } = batching({
    maxBatchSize: 2,
    throttle: { qps: 0.001, burst: 1 },
  }, answer);
  take("1", "2", "3");
  await clock.advance(0);
  const closed = batched.close();
  assertEquals(sink.ids, [["1", "2"]]);
  answers[0]!();
  await clock.advance(0);
  assertEquals([sink.ids.at(-1), sink.isClosed], [["3"], false]);
  answers[1]!();
  await closed;
  assertEquals([sink.isClosed, clock.pending], [true, 0]);
  assertEquals(take("late"), [true]);
  assertEquals(lost(), "1");
});
