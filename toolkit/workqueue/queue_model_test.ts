// Invariants, over random calls:
// 1. What is handed out, when, with which causes and at which attempt is what a naive queue says that
//    looks at every key at every millisecond.
// 2. No two workers have one key at a time.
// 3. Every cause arrives exactly once, and once all is worked on nothing is left: no key, no timer.

import { runs } from "../../testing/requirements.ts";
import { FakeClock, sleep } from "../clock.ts";
import { assert, assertEquals } from "../deps/assert.ts";
import fc from "../deps/fast_check.ts";
import { type Cause, type Work, WorkQueue } from "./mod.ts";

const BACKOFF = { base: 4, max: 16, jitter: 0 };
const never = new AbortController().signal;

interface ModelKey {
  waiting: boolean;
  priority: number;
  /** Keys that came in the same step have the same. */
  order: number;
  causes: string[];
  working: { priority: number } | undefined;
  added: { at: number; priority: number; causes: string[] } | undefined;
  own: { at: number; priority: number; type: "Retry" | "Requeue" } | undefined;
  failures: number;
  wait: number;
}

class Model {
  now = 0;
  step = 0;
  readonly keys = new Map<string, ModelKey>();

  key(name: string): ModelKey {
    const known = this.keys.get(name);
    if (known !== undefined) return known;
    const key: ModelKey = {
      waiting: false,
      priority: -Infinity,
      order: 0,
      causes: [],
      working: undefined,
      added: undefined,
      own: undefined,
      failures: 0,
      wait: BACKOFF.base,
    };
    this.keys.set(name, key);
    return key;
  }

  add(key: ModelKey, priority: number, ...causes: string[]): void {
    key.causes.push(...causes);
    key.priority = Math.max(key.priority, priority);
    if (!key.waiting) key.order = this.step;
    key.waiting = true;
  }

  addLater(key: ModelKey, after: number, priority: number, cause: string): void {
    const at = this.now + after;
    key.added = {
      at: Math.min(at, key.added?.at ?? Infinity),
      priority: Math.max(priority, key.added?.priority ?? -Infinity),
      causes: [...key.added?.causes ?? [], cause],
    };
  }

  wake(): void {
    for (const key of this.keys.values()) {
      if (key.working) continue;
      if (key.added && key.added.at <= this.now) {
        this.add(key, key.added.priority, ...key.added.causes);
        key.added = undefined;
      }
      if (key.own && key.own.at <= this.now) {
        this.add(key, key.own.priority, key.own.type);
        key.own = undefined;
      }
    }
  }

  /** The keys of which one is handed out next. */
  next(): string[] {
    const free = [...this.keys].filter(([, key]) => key.waiting && !key.working);
    const priority = Math.max(...free.map(([, key]) => key.priority));
    const best = free.filter(([, key]) => key.priority === priority);
    const order = Math.min(...best.map(([, key]) => key.order));
    return best.filter(([, key]) => key.order === order).map(([name]) => name);
  }

  take(key: ModelKey): { attempt: number; causes: string[] } {
    const taken = { attempt: key.failures + 1, causes: key.causes };
    key.working = { priority: key.priority };
    Object.assign(key, { waiting: false, priority: -Infinity, causes: [] });
    return taken;
  }

  end(key: ModelKey, end: "done" | "failed" | number): void {
    const priority = key.working?.priority ?? 0;
    key.working = undefined;
    if (end === "failed") {
      key.failures++;
      if (!(key.own?.type === "Retry" && key.own.at > this.now)) {
        key.own = { at: this.now + key.wait, priority, type: "Retry" };
        key.wait = Math.min(key.wait * 2, BACKOFF.max);
      }
    } else {
      key.failures = 0;
      key.wait = BACKOFF.base;
      const at = this.now + Math.max(1, Number(end));
      key.own = end === "done" ? undefined : { at, priority, type: "Requeue" };
    }
    this.wake();
  }

  get depth(): number {
    return [...this.keys.values()].filter(({ waiting }) => waiting).length;
  }
}

type Step =
  | { do: "add"; key: string; after: number; priority: number }
  | { do: "take" }
  | { do: "end"; which: number; how: "done" | "failed" | number }
  | { do: "advance"; ms: number };

const key = fc.constantFrom("a", "b", "c", "d");
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant("add" as const),
    key,
    after: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 12 })),
    priority: fc.constantFrom(0, 0, -100, 7),
  }),
  fc.constant({ do: "take" as const }),
  fc.record({
    do: fc.constant("end" as const),
    which: fc.nat(3),
    how: fc.oneof(
      fc.constantFrom("done" as const, "failed" as const),
      fc.integer({ max: 12, min: 0 }),
    ),
  }),
  fc.record({ do: fc.constant("advance" as const), ms: fc.integer({ min: 0, max: 9 }) }),
);

const named = (ref: string): Cause => ({ type: "Source", ref, at: 0 });
const refsOf = (work: Work<string>) => work.causes.map(({ ref, type }) => ref ?? type);

Deno.test("WorkQueue does what a naive queue does", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60, size: "max" }), checkSteps),
    { numRuns: runs(300) },
  );
});

async function checkSteps(steps: readonly Step[]): Promise<void> {
  const clock = new FakeClock();
  using queue = new WorkQueue({ clock, backoff: BACKOFF });
  const model = new Model();
  const works: Work<string>[] = [];
  for (const [at, one] of steps.entries()) {
    model.step++;
    await run(one, at, { clock, queue, model, works });
    assertEquals(queue.depth, model.depth, `depth after step ${at}`);
    assert(clock.pending <= 1, "more than one timer");
  }
  // All work ends well: nothing is left.
  for (let turn = 0; turn < 200; turn++) {
    model.step++;
    while (works.length > 0) end(0, "done", { model, works });
    while (queue.depth > 0) {
      await take({ queue, model, works });
      end(0, "done", { model, works });
    }
    await run({ do: "advance", ms: 1 }, 0, { clock, queue, model, works });
  }
  assertEquals([queue.depth, clock.pending], [0, 0]);
  for (const [name, { added, own, causes }] of model.keys) {
    assertEquals([added, own, causes], [undefined, undefined, []], name);
  }
}

interface Both {
  readonly clock: FakeClock;
  readonly queue: WorkQueue<string>;
  readonly model: Model;
  readonly works: Work<string>[];
}

async function run(one: Step, at: number, both: Both): Promise<void> {
  const { clock, queue, model, works } = both;
  switch (one.do) {
    case "add": {
      const { key, after, priority } = one;
      queue.add(key, { after, priority, cause: named(`${at}`) });
      if (after > 0) model.addLater(model.key(key), after, priority, `${at}`);
      else model.add(model.key(key), priority, `${at}`);
      break;
    }
    case "take":
      if (model.next().length > 0) await take(both);
      break;
    case "end":
      if (works.length > 0) end(one.which % works.length, one.how, both);
      break;
    case "advance":
      for (let ms = 0; ms < one.ms; ms++) {
        model.step++;
        model.now++;
        model.wake();
      }
      await clock.advance(one.ms);
  }
}

async function take({ queue, model, works }: Omit<Both, "clock">): Promise<void> {
  const expected = model.next();
  const work = await queue.take(never);
  assert(expected.includes(work.key), `${work.key} was handed out, not one of ${expected}`);
  const { attempt, causes } = model.take(model.key(work.key));
  assertEquals([work.attempt, refsOf(work)], [attempt, causes]);
  works.push(work);
}

function end(
  which: number,
  how: "done" | "failed" | number,
  { model, works }: Pick<Both, "model" | "works">,
): void {
  const [work] = works.splice(which, 1);
  if (work === undefined) return;
  if (how === "done") work.done();
  else if (how === "failed") work[Symbol.dispose]();
  else work.again(how);
  model.end(model.key(work.key), how);
}

Deno.test("WorkQueue never has two workers on one key, and loses no cause", async () => {
  const add = fc.record({ key, after: fc.nat(20), at: fc.nat(40) });
  const turn = fc.record({ ms: fc.nat(9), how: fc.constantFrom("done", "failed", "throws") });
  await fc.assert(
    fc.asyncProperty(
      fc.array(add, { maxLength: 60 }),
      fc.array(turn, { minLength: 1, maxLength: 20 }),
      fc.integer({ min: 1, max: 4 }),
      checkWorkers,
    ),
    { numRuns: runs(100) },
  );
});

async function checkWorkers(
  adds: readonly { key: string; after: number; at: number }[],
  turns: readonly { ms: number; how: string }[],
  workers: number,
): Promise<void> {
  const clock = new FakeClock();
  const queue = new WorkQueue({ clock, backoff: BACKOFF });
  const ending = new AbortController();
  const busy = new Set<string>();
  const seen: string[] = [];
  let worked = 0;
  const worker = async () => {
    for (;;) {
      using work = await queue.take(ending.signal);
      assert(!busy.has(work.key), `two workers have ${work.key}`);
      busy.add(work.key);
      seen.push(...refsOf(work).filter((ref) => ref !== "Retry"));
      const { ms, how } = turns[worked++ % turns.length]!;
      if (ms > 0) await sleep(clock, ms);
      busy.delete(work.key);
      // In the end all succeed.
      if (how === "done" || worked > 80) work.done();
    }
  };
  const pool = Array.from({ length: workers }, () => worker().catch((error) => error));
  for (const [index, { key, after, at }] of adds.entries()) {
    clock.after(at, () => queue.add(key, { after, cause: named(`${index}`) }));
  }
  await clock.advance(5000);
  assertEquals(seen.map(Number).sort((a, b) => a - b), adds.map((_, index) => index));
  assertEquals([queue.depth, busy.size, clock.pending], [0, 0, 0]);
  const reason = new Error("over");
  ending.abort(reason);
  assertEquals(await Promise.all(pool), pool.map(() => reason));
  queue[Symbol.dispose]();
}
