import { type TestRequest, testRequest } from "../../testing/request_context.ts";
import { FakeClock } from "../../toolkit/clock.ts";
import { assert, assertEquals, assertRejects, assertThrows } from "../../toolkit/deps/assert.ts";
import { Registry } from "../../toolkit/metrics/mod.ts";
import { NAMES } from "../../toolkit/names.ts";
import { Query } from "../http/query.ts";
import type { Rejection, Seat } from "./gate.ts";
import { Levels } from "./levels.ts";
import { FlowControlMetrics } from "./metrics.ts";
import { PriorityAndFairness } from "./priority_and_fairness.ts";
import { STANDARD_LEVELS, standardSchemas } from "./standard_objects.ts";

const names = NAMES.kubernetes;
const ALICE = { name: "alice", groups: ["system:authenticated"] };

/** One whose level for everybody has one seat. */
function made(requestTimeoutMs = 60_000) {
  const clock = new FakeClock();
  const registry = new Registry();
  const levels = new Levels({ clock, names, metrics: new FlowControlMetrics(registry), seats: 1 });
  levels.digest(
    STANDARD_LEVELS.map(({ name, spec }) => ({ metadata: { name, uid: name }, spec })),
    standardSchemas(names).map(({ name, spec }) => ({ metadata: { name, uid: name }, spec })),
  );
  const level = levels.all.find(({ name }) => name === "global-default")!;
  level.setCurrent(1);
  const source = { find: () => undefined };
  const gate = new PriorityAndFairness({ levels, source, clock, requestTimeoutMs });
  const enter = (request: TestRequest = {}, askedTimeMs = 0) => {
    const context = testRequest({ user: ALICE, ...request });
    context.askedTimeMs = askedTimeMs;
    return gate.enter(context);
  };
  return { clock, registry, gate, enter, level };
}

function seat(entered: Seat | Rejection | Promise<Seat | Rejection>): Seat {
  assert(!(entered instanceof Promise) && entered.is === "seat");
  return entered;
}

const WAITS: [what: string, timeoutMs: number, askedMs: number, waitMs: number][] = [
  ["a quarter of what all have", 60_000, 0, 15_000],
  ["a quarter of what it asks for", 60_000, 8000, 2000],
  ["no longer than all where it asks for more", 60_000, 600_000, 15_000],
  ["a minute at most", 3_600_000, 0, 60_000],
  ["a minute where there is no limit", 0, 0, 60_000],
];

for (const [what, timeoutMs, askedMs, waitMs] of WAITS) {
  Deno.test(`enter() has a request wait for ${what}`, async () => {
    const { clock, enter, level, gate } = made(timeoutMs);
    const first = seat(enter());
    const waiting = enter({}, askedMs);
    assert(waiting instanceof Promise);
    let isOver = false;
    const over = waiting.then((entry) => {
      isOver = true;
      return entry;
    });
    await clock.advance(waitMs - 10);
    assertEquals(isOver, false);
    // All that have the same time are looked after together, and not to the millisecond.
    await clock.advance(10 + waitMs / 50);
    assertEquals(await over, {
      is: "rejection",
      retryAfterSeconds: 1,
      headers: first.headers,
    });
    assertEquals(level.set.totals, { dispatched: 1, rejected: 1, timedOut: 1, cancelled: 0 });
    first.leave();
    assertEquals(level.set.seatsInUse, 0);
    gate.close();
    assertEquals(clock.pending, 0);
  });
}

Deno.test("enter() has the next one in as soon as a seat is free", async () => {
  const { enter, clock, gate } = made();
  const first = seat(enter());
  const waiting = enter();
  first.leave();
  const second = await waiting;
  assert(second.is === "seat");
  second.leave();
  seat(enter()).leave();
  gate.close();
  assertEquals(clock.pending, 0);
});

Deno.test("enter() gives way when the client goes, and rejects with why", async () => {
  const { enter, level, gate, clock } = made();
  const first = seat(enter());
  const gone = new AbortController();
  const waiting = enter({ signal: gone.signal });
  const behind = enter();
  gone.abort(new Error("gone"));
  assert(waiting instanceof Promise);
  await assertRejects(() => waiting, /gone/);
  assertEquals([level.set.requestsWaiting, level.set.totals.cancelled], [1, 1]);
  first.leave();
  const entry = await behind;
  assert(entry.is === "seat");
  entry.leave();
  assertEquals(level.set.seatsInUse, 0);
  assertThrows(() => enter({ signal: gone.signal }), /gone/);
  assertEquals(level.set.seatsInUse, 0);
  gate.close();
  assertEquals(clock.pending, 0);
});

Deno.test("enter() never has the exempt wait, nor what is meant to last", () => {
  const { enter } = made();
  seat(enter());
  for (let count = 0; count < 100; count++) {
    seat(enter({ user: { name: "admin", groups: ["system:masters"] } }));
    seat(enter({ path: "/healthz" }));
    const lasting = seat(enter({ path: "/api/v1/namespaces/a/pods/b/log?follow=1" }));
    assertEquals([lasting.width, lasting.headers], [0, undefined]);
  }
});

Deno.test("enter() sends away when the queues of a flow are full, and lets others wait", () => {
  const { enter, registry, gate } = made();
  seat(enter());
  const limit = 6 * 50;
  for (let count = 0; count < limit; count++) assert(enter() instanceof Promise);
  const rejected = enter();
  assert(!(rejected instanceof Promise) && rejected.is === "rejection");
  assert(enter({ user: { ...ALICE, name: "bob" } }) instanceof Promise);
  const metrics = registry.render();
  const labels = 'priority_level="global-default",flow_schema="global-default"';
  for (
    const line of [
      `rejected_requests_total{${labels},reason="queue-full"} 1`,
      `current_inqueue_requests{${labels}} ${limit + 1}`,
      `current_executing_requests{${labels}} 1`,
      `dispatched_requests_total{${labels}} 1`,
    ]
  ) assert(metrics.includes(`apiserver_flowcontrol_${line}\n`), line);
  gate.close();
});

Deno.test("show() has a table of levels, queues and requests, and a client's text stays in its cell", () => {
  const { enter, gate } = made();
  const evil = { name: "eve\nfake, row", groups: ["system:authenticated"] };
  seat(enter({ user: evil }));
  assert(enter() instanceof Promise);
  const show = (path: string, query = "") =>
    gate.show(`/debug/api_priority_and_fairness/${path}`, new Query(query))!.trimEnd().split("\n")
      .map((line) => line.split(/, */).map((cell) => cell.trim()));
  const levels = show("dump_priority_levels");
  assertEquals(levels[0]!.slice(0, 6), [
    "PriorityLevelName",
    "ActiveQueues",
    "IsIdle",
    "IsQuiescing",
    "WaitingRequests",
    "ExecutingRequests",
  ]);
  assertEquals(levels.find(([name]) => name === "global-default")!.slice(1, 6), [
    "1",
    "false",
    "false",
    "1",
    "1",
  ]);
  assertEquals(show("dump_queues").length, 3);
  const requests = show("dump_requests", "includeRequestDetails=1");
  assertEquals(requests.length, 3);
  assertEquals(requests[0]!.length, 18);
  assertEquals(requests[1]!.slice(0, 5).toSpliced(2, 1), [
    "global-default",
    "global-default",
    "0",
    "alice",
  ]);
  assert(requests[2]!.join().includes("eve%0Afake"));
  assertEquals(gate.show("/debug/api_priority_and_fairness/else", new Query("")), undefined);
  gate.close();
});
