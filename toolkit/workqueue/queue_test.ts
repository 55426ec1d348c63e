import { FakeClock } from "../clock.ts";
import { assert, assertEquals, assertRejects, assertThrows } from "../deps/assert.ts";
import { Registry } from "../metrics/mod.ts";
import { type Cause, CAUSES_LIMIT, LOW_PRIORITY, type Work, WorkQueue } from "./mod.ts";

const never = new AbortController().signal;

function make(options: ConstructorParameters<typeof WorkQueue<string>>[0] = {}) {
  const clock = new FakeClock();
  const queue = new WorkQueue({
    clock,
    backoff: { base: 100, max: 800, jitter: 0 },
    ...options,
  });
  return { clock, queue };
}

const cause = (ref: string): Cause => ({ type: "Updated", ref, at: 0 });
const refs = (work: Work<string>) => work.causes.map(({ ref, type }) => ref ?? type);

/** The key that is handed out now, or undefined. */
async function takeNow(queue: WorkQueue<string>): Promise<Work<string> | undefined> {
  const aborting = new AbortController();
  const taken = queue.take(aborting.signal);
  aborting.abort();
  return await taken.catch(() => undefined);
}

function fail(work: Work<string> | undefined): void {
  assert(work !== undefined, "there was no work to fail");
  using _ = work;
}

Deno.test("add() makes one piece of work a key, whatever came", async () => {
  const { queue } = make();
  queue.add("a", { cause: cause("1") });
  queue.add("b");
  queue.add("a", { cause: cause("2") });
  assertEquals(queue.depth, 2);
  using work = await queue.take(never);
  assertEquals([work.key, work.attempt, refs(work)], ["a", 1, ["1", "2"]]);
  work.done();
});

Deno.test("add() of a key that is worked on waits until that has ended", async () => {
  const { queue } = make();
  queue.add("a");
  const first = await queue.take(never);
  queue.add("a", { cause: cause("1") });
  queue.add("a", { cause: cause("2") });
  assertEquals(queue.depth, 1);
  assertEquals(await takeNow(queue), undefined);
  first.done();
  const second = await takeNow(queue);
  assertEquals(second && refs(second), ["1", "2"]);
});

for (
  const [name, adds, taken] of [
    ["in the order in which they came", [["a", 0], ["b", 0], ["c", 0]], "abc"],
    ["by priority", [["a", LOW_PRIORITY], ["b", 0], ["c", 5]], "cba"],
    ["at the highest of its priorities", [["a", LOW_PRIORITY], ["b", 0], ["a", 5]], "ab"],
    ["at its first place where it comes again", [["a", 0], ["b", 0], ["a", 0]], "ab"],
    ["at a priority that a later one does not lower", [["a", 1], ["b", 0], ["a", -1]], "ab"],
  ] as const
) {
  Deno.test(`take() serves keys ${name}`, async () => {
    const { queue } = make();
    for (const [key, priority] of adds) queue.add(key, { priority });
    let keys = "";
    for (let work = await takeNow(queue); work; work = await takeNow(queue)) keys += work.key;
    assertEquals(keys, taken);
  });
}

Deno.test("take() settles in the order of the calls as keys come", async () => {
  const { queue } = make();
  const takes = [queue.take(never), queue.take(never)];
  queue.add("a");
  queue.add("b");
  assertEquals((await Promise.all(takes)).map(({ key }) => key), ["a", "b"]);
  assertEquals(queue.depth, 0);
});

Deno.test("take() rejects with the reason of its signal, and leaves the key to others", async () => {
  const { queue } = make();
  const aborting = new AbortController();
  const aborted = queue.take(aborting.signal);
  const other = queue.take(never);
  aborting.abort(new Error("enough"));
  await assertRejects(() => aborted, "enough");
  await assertRejects(() => queue.take(aborting.signal), "enough");
  queue.add("a");
  assertEquals((await other).key, "a");
});

Deno.test("take() rejects when the queue is disposed, and no timer is left", async () => {
  const { queue, clock } = make({ name: "pods" });
  const waiting = queue.take(never);
  queue.add("a", { after: 5 });
  assertEquals(clock.pending, 1);
  queue[Symbol.dispose]();
  queue[Symbol.dispose]();
  await assertRejects(() => waiting, "work queue pods was disposed");
  await assertRejects(() => queue.take(never), "work queue pods was disposed");
  queue.add("b");
  assertEquals([queue.depth, clock.pending], [0, 0]);
});

Deno.test("done() and dispose of work whose queue is disposed do nothing", async () => {
  const { queue, clock } = make();
  queue.add("a");
  queue.add("b");
  const [a, b] = [await queue.take(never), await queue.take(never)];
  queue[Symbol.dispose]();
  a.done();
  fail(b);
  assertEquals([queue.depth, clock.pending], [0, 0]);
});

Deno.test("add() for later comes at the earliest of its times, with all causes", async () => {
  const { queue, clock } = make();
  queue.add("a", { after: 500, cause: cause("1") });
  queue.add("a", { after: 200, cause: cause("2") });
  queue.add("a", { after: 900, cause: cause("3") });
  queue.add("b", { after: 300 });
  assertEquals([queue.depth, clock.pending], [0, 1]);
  await clock.advance(199);
  assertEquals(await takeNow(queue), undefined);
  await clock.advance(1);
  const work = await takeNow(queue);
  assertEquals(work && refs(work), ["1", "2", "3"]);
  work?.done();
  await clock.advance(100);
  (await takeNow(queue))?.done();
  await clock.advance(1000);
  assertEquals([await takeNow(queue), clock.pending], [undefined, 0]);
});

Deno.test("add() for later is not undone by work that ends before", async () => {
  const { queue, clock } = make();
  queue.add("a", { after: 500 });
  queue.add("a");
  (await takeNow(queue))?.done();
  await clock.advance(500);
  assertEquals((await takeNow(queue))?.key, "a");
});

Deno.test("work that is disposed of before it is done rests longer each time", async () => {
  const { queue, clock } = make();
  queue.add("a");
  for (const [attempt, rest] of [[1, 100], [2, 200], [3, 400], [4, 800], [5, 800]] as const) {
    const work = await takeNow(queue);
    assertEquals(work?.attempt, attempt);
    fail(work);
    await clock.advance(rest - 1);
    assertEquals(await takeNow(queue), undefined, `rest ${attempt}`);
    await clock.advance(1);
  }
  const work = await takeNow(queue);
  assertEquals(work && refs(work), ["Retry"]);
  work?.done();
  queue.add("a");
  assertEquals((await takeNow(queue))?.attempt, 1);
});

Deno.test("the rest after a failure is longer by a random share", async () => {
  const { queue, clock } = make({
    random: () => 0.5,
    backoff: { base: 100, max: 100, jitter: 0.2 },
  });
  queue.add("a");
  fail(await takeNow(queue));
  await clock.advance(109);
  assertEquals(await takeNow(queue), undefined);
  await clock.advance(2);
  assertEquals((await takeNow(queue))?.key, "a");
});

Deno.test("an event during the rest is worked on at once and leaves its end as it is", async () => {
  const { queue, clock } = make();
  queue.add("a");
  fail(await takeNow(queue));
  await clock.advance(60);
  queue.add("a", { cause: cause("1") });
  const work = await takeNow(queue);
  assertEquals([work?.attempt, work && refs(work)], [2, ["1"]]);
  fail(work);
  await clock.advance(39);
  assertEquals(await takeNow(queue), undefined);
  await clock.advance(1);
  const third = await takeNow(queue);
  assertEquals([third?.attempt, third && refs(third)], [3, ["Retry"]]);
  fail(third);
  await clock.advance(200);
  assertEquals((await takeNow(queue))?.attempt, 4);
});

Deno.test("work for an event during the rest ends the rest where it succeeds", async () => {
  const { queue, clock } = make();
  queue.add("a");
  fail(await takeNow(queue));
  queue.add("a");
  (await takeNow(queue))?.done();
  assertEquals(clock.pending, 0);
  await clock.advance(1000);
  assertEquals(await takeNow(queue), undefined);
});

Deno.test("again() makes the work again after its time, and replaces what was asked before", async () => {
  const { queue, clock } = make();
  queue.add("a", { priority: LOW_PRIORITY });
  (await takeNow(queue))?.again(1000);
  await clock.advance(500);
  queue.add("a");
  (await takeNow(queue))?.again(1000);
  await clock.advance(999);
  assertEquals(await takeNow(queue), undefined);
  await clock.advance(1);
  const work = await takeNow(queue);
  assertEquals([work?.attempt, work && refs(work)], [1, ["Requeue"]]);
});

Deno.test("a deadline that passes while the key is worked on does not work on it twice", async () => {
  const { queue, clock } = make();
  queue.add("a");
  fail(await takeNow(queue));
  queue.add("a");
  const slow = await takeNow(queue);
  await clock.advance(500);
  assertEquals([queue.depth, await takeNow(queue)], [0, undefined]);
  fail(slow);
  await clock.advance(200);
  assertEquals((await takeNow(queue))?.attempt, 3);
});

Deno.test("a key that fails is tried again at the priority that it had", async () => {
  const { queue, clock } = make();
  queue.add("a", { priority: LOW_PRIORITY });
  fail(await takeNow(queue));
  await clock.advance(100);
  queue.add("b");
  assertEquals((await takeNow(queue))?.key, "b");
});

Deno.test("causes past the limit drop the oldest, and say so", async () => {
  const { queue } = make();
  for (let at = 0; at < CAUSES_LIMIT + 3; at++) queue.add("a", { cause: cause(`${at}`) });
  const work = await queue.take(never);
  assertEquals(
    [work.causes.length, work.causes[0]?.ref, work.droppedCauses],
    [CAUSES_LIMIT, "3", 3],
  );
});

Deno.test("a time past what timers can be set to is waited for all the same", async () => {
  const { queue, clock } = make();
  const days = 24 * 3600_000;
  queue.add("a", { after: 60 * days });
  await clock.advance(59 * days);
  assertEquals(await takeNow(queue), undefined);
  await clock.advance(days);
  assertEquals((await takeNow(queue))?.key, "a");
});

Deno.test("WorkQueue takes spans of time as texts", async () => {
  const { queue, clock } = make({ backoff: { base: "2s", max: "1m", jitter: 0 } });
  queue.add("a", { after: "1m30s" });
  await clock.advance(89_999);
  assertEquals(await takeNow(queue), undefined);
  await clock.advance(1);
  (await takeNow(queue))!.again("1.5s");
  await clock.advance(1500);
  (await takeNow(queue))![Symbol.dispose]();
  await clock.advance(1999);
  assertEquals(await takeNow(queue), undefined);
  await clock.advance(1);
  assertEquals((await takeNow(queue))?.attempt, 2);
});

for (
  const [name, call] of [
    ["a negative time", (queue) => queue.add("a", { after: -1 })],
    ["a time that is no number", (queue) => queue.add("a", { after: NaN })],
    ["endless time", (queue) => queue.add("a", { after: Infinity })],
    ["words for a time", (queue) => queue.add("a", { after: "5 m" as "5m" })],
    ["a priority that is no number", (queue) => queue.add("a", { priority: NaN })],
    ["a negative base", () => make({ backoff: { base: -1 } })],
    ["a max below base", () => make({ backoff: { base: 10, max: 1 } })],
    ["negative jitter", () => make({ backoff: { jitter: -1 } })],
  ] as readonly (readonly [string, (queue: WorkQueue<string>) => void])[]
) {
  Deno.test(`WorkQueue refuses ${name}`, () => {
    const { queue } = make();
    assertThrows(() => call(queue), /NaN|is|below/);
    assertEquals(queue.depth, 0);
  });
}

for (
  const [what, end, type] of [
    ["wants to be done again at once", (work) => work.again(0), "Requeue"],
    ["fails without a rest", (work) => fail(work), "Retry"],
  ] as readonly (readonly [string, (work: Work<string>) => void, string])[]
) {
  Deno.test(`WorkQueue lets others in before work that ${what}`, async () => {
    const { clock, queue } = make({ backoff: { base: 0, max: 0 } });
    queue.add("a");
    end(await queue.take(never));
    assertEquals([queue.depth, clock.pending], [0, 1]);
    await clock.advance(1);
    assertEquals(refs((await takeNow(queue))!), [type]);
  });
}

Deno.test("done() of work that has ended is a mistake", async () => {
  const { queue } = make();
  queue.add("a");
  const work = await queue.take(never);
  work.done();
  assertThrows(() => work.done(), "done() of work that has ended");
  assertThrows(() => work.again(1), "again() of work that has ended");
  work[Symbol.dispose]();
});

Deno.test("WorkQueue counts under the Go client's names", async () => {
  const registry = new Registry();
  const { queue, clock } = make({ name: "pods", metrics: registry });
  queue.add("a");
  queue.add("a");
  queue.add("b");
  await clock.advance(2000);
  const work = await queue.take(never);
  const other = await queue.take(never);
  await clock.advance(3000);
  queue.add("a");
  fail(other);
  const text = () => registry.render().split("\n").filter((line) => line.includes('name="pods"'));
  const shown = text();
  for (
    const line of [
      'workqueue_depth{name="pods"} 1',
      'workqueue_adds_total{name="pods"} 3',
      'workqueue_queue_duration_seconds_sum{name="pods"} 4',
      'workqueue_queue_duration_seconds_count{name="pods"} 2',
      'workqueue_work_duration_seconds_sum{name="pods"} 3',
      'workqueue_unfinished_work_seconds{name="pods"} 3',
      'workqueue_longest_running_processor_seconds{name="pods"} 3',
      'workqueue_retries_total{name="pods"} 1',
    ]
  ) assert(shown.includes(line), `${line} is not in\n${shown.join("\n")}`);
  work.done();
  queue[Symbol.dispose]();
  assert(text().includes('workqueue_depth{name="pods"} 0'));
  assert(text().includes('workqueue_unfinished_work_seconds{name="pods"} 0'));
});
