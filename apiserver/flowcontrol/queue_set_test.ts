/** Who waits, who is next and who has to go: single cases, and random load on a clock that only the test moves. */
import { runs } from "../../testing/requirements.ts";
import { testRequest } from "../../testing/request_context.ts";
import type { Clock } from "../../toolkit/clock.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import fc from "../../toolkit/deps/fast_check.ts";
import { Registry } from "../../toolkit/metrics/mod.ts";
import type { Flow } from "./flow.ts";
import { FlowControlMetrics } from "./metrics.ts";
import { TurnPace } from "./pace.ts";
import { QueueSet } from "./queue_set.ts";
import { Ticket } from "./ticket.ts";
import { LEAST_WORK, type Work } from "./work.ts";

/** Time that jumps from one timer to the next. */
class Simulation implements Clock {
  #time = 0;
  #timers: { readonly at: number; readonly callback: () => void }[] = [];

  now(): number {
    return 1_700_000_000_000 + this.#time;
  }

  monotonic(): number {
    return this.#time;
  }

  after(ms: number, callback: () => void) {
    const timer = { at: this.#time + ms, callback };
    const place = this.#timers.findIndex(({ at }) => at > timer.at);
    this.#timers.splice(place < 0 ? this.#timers.length : place, 0, timer);
    return { cancel: () => void (this.#timers = this.#timers.filter((one) => one !== timer)) };
  }

  /** Fires all timers up to a time; then it is that time. */
  runUntil(end: number): void {
    while (this.#timers.length > 0 && this.#timers[0]!.at <= end) {
      const { at, callback } = this.#timers.shift()!;
      this.#time = at;
      callback();
    }
    if (end !== Infinity) this.#time = end;
  }
}

const METRICS = new FlowControlMetrics(new Registry());
const REQUEST = testRequest();

function flowOf(...hand: readonly number[]): Flow {
  const distinguisher = hand.join();
  const metrics = METRICS.of("level", "schema");
  return { schema: "schema", distinguisher, hand, headers: {}, metrics };
}

const seats = (count: number): Work => ({ seats: count, lingeringSeats: 0, lingeringMs: 0 });

function setOf(limit: number, lengthLimit = 1000): { clock: Simulation; set: QueueSet } {
  const clock = new Simulation();
  return { clock, set: new QueueSet(clock, { type: "queue", lengthLimit }, limit) };
}

function entered(set: QueueSet, flow: Flow, work = LEAST_WORK): Ticket {
  const ticket = set.enter(flow, work, REQUEST);
  assert(ticket instanceof Ticket, String(ticket));
  return ticket;
}

Deno.test("enter() sends away when the queue is full and no seat is free, and not before", () => {
  const { set } = setOf(1, 2);
  const flow = flowOf(0);
  const states = [0, 1, 2].map(() => entered(set, flow).state);
  assertEquals(states, ["running", "waiting", "waiting"]);
  assertEquals(set.enter(flow, LEAST_WORK, REQUEST), "queue-full");
  // Another queue has room.
  assertEquals(entered(set, flowOf(1)).state, "waiting");
  assertEquals(set.totals.rejected, 1);
});

Deno.test("enter() sends away at once where requests do not wait, and nobody from an exempt level", () => {
  const clock = new Simulation();
  const strict = new QueueSet(clock, { type: "reject" }, 2);
  assertEquals([0, 1].map(() => entered(strict, flowOf()).state), ["running", "running"]);
  assertEquals(strict.enter(flowOf(), LEAST_WORK, REQUEST), "concurrency-limit");
  const exempt = new QueueSet(clock, { type: "exempt" }, 0);
  for (let count = 0; count < 1000; count++) {
    assertEquals(entered(exempt, flowOf(), seats(10)).state, "running");
  }
});

Deno.test("enter() puts a request into the queue of the hand with the least to do", () => {
  const { set } = setOf(1);
  entered(set, flowOf(7));
  entered(set, flowOf(0), seats(5));
  entered(set, flowOf(1));
  assertEquals(entered(set, flowOf(0, 1)).queue?.index, 1);
  assertEquals(entered(set, flowOf(0, 1, 2)).queue?.index, 2);
});

Deno.test("finish() gives the seats on, once, however often it is called", () => {
  const { set } = setOf(1);
  const first = entered(set, flowOf(0));
  const second = entered(set, flowOf(0));
  const third = entered(set, flowOf(0));
  first.leave();
  first.leave();
  assertEquals([second.state, third.state], ["running", "waiting"]);
  assertEquals(set.seatsInUse, 1);
});

Deno.test("a request that is wider than the level runs alone", () => {
  const { set } = setOf(2);
  const small = entered(set, flowOf(0));
  const wide = entered(set, flowOf(1), seats(5));
  const later = entered(set, flowOf(2), seats(9));
  assertEquals(wide.state, "waiting");
  small.leave();
  assertEquals([wide.state, later.state], ["running", "waiting"]);
  wide.leave();
  assertEquals(later.state, "running");
});

Deno.test("giveUp() takes a request out wherever it stands, and lets those behind a wide one in", () => {
  const { set } = setOf(3);
  const running = entered(set, flowOf(0), seats(2));
  const wide = entered(set, flowOf(1), seats(3));
  const narrow = entered(set, flowOf(1));
  assertEquals(narrow.state, "waiting");
  set.giveUp(wide, "cancelled");
  set.giveUp(wide, "cancelled");
  assertEquals([wide.state, narrow.state], ["over", "running"]);
  assertEquals(set.totals, { dispatched: 2, rejected: 1, timedOut: 0, cancelled: 1 });
  // One that runs is not taken out.
  set.giveUp(running, "timedOut");
  assertEquals(running.state, "running");
});

Deno.test("seats linger after a write, and are free when it is told, or when the server stops", () => {
  const { set, clock } = setOf(4);
  const write: Work = { seats: 1, lingeringSeats: 4, lingeringMs: 5 };
  const first = entered(set, flowOf(0), write);
  const second = entered(set, flowOf(1), write);
  clock.runUntil(10);
  first.leave();
  assertEquals([set.seatsInUse, second.state], [4, "waiting"]);
  clock.runUntil(14);
  assertEquals(second.state, "waiting");
  clock.runUntil(15);
  assertEquals(second.state, "running");
  second.leave();
  assertEquals(set.seatsInUse, 4);
  set.close();
  assertEquals(set.seatsInUse, 0);
});

Deno.test("configure() lets more in at once, and has those who run end", () => {
  const { set } = setOf(1);
  const tickets = [0, 1, 2].map(() => entered(set, flowOf(0)));
  set.configure({ type: "queue", lengthLimit: 5 }, 3);
  assertEquals(tickets.map(({ state }) => state), ["running", "running", "running"]);
  set.configure({ type: "reject" }, 1);
  assertEquals(set.enter(flowOf(), LEAST_WORK, REQUEST), "concurrency-limit");
  for (const ticket of tickets) ticket.leave();
  assertEquals(entered(set, flowOf()).state, "running");
});

Deno.test("onIdle is called when the last request is over", () => {
  const { set } = setOf(1);
  let count = 0;
  set.onIdle = () => void count++;
  const [first, second] = [entered(set, flowOf(0)), entered(set, flowOf(0))];
  set.giveUp(second, "timedOut");
  assertEquals(count, 0);
  first.leave();
  assertEquals([count, set.isIdle, set.queues.length], [1, true, 0]);
});

/** Somebody who has so many requests under way, each as wide and as long as chance will have it. */
interface Sender {
  readonly flow: Flow;
  readonly atOnce: number;
  readonly width: () => number;
  readonly ms: () => number;
}

interface Sent {
  seatSeconds: number;
  count: number;
  longestWait: number;
}

/** Has them send until a time, then ends what is under way. Checks at each step that no limit is exceeded. */
function simulate(
  { set, clock }: { set: QueueSet; clock: Simulation },
  senders: readonly Sender[],
  untilMs: number,
): Sent[] {
  const results = senders.map((): Sent => ({ seatSeconds: 0, count: 0, longestWait: 0 }));
  const check = () => {
    const isAlone = set.running.size === 1;
    assert(set.seatsInUse <= set.limit || isAlone, `${set.seatsInUse} of ${set.limit} seats`);
    const running = [...set.running].reduce((sum, { width }) => sum + width, 0);
    assert(running <= set.seatsInUse);
  };
  const send = (sender: Sender, sent: Sent): void => {
    if (clock.monotonic() >= untilMs) return;
    const came = clock.monotonic();
    const ticket = entered(set, sender.flow, seats(sender.width()));
    const begun = () => {
      const ms = sender.ms();
      sent.longestWait = Math.max(sent.longestWait, clock.monotonic() - came);
      clock.after(ms, () => {
        if (clock.monotonic() <= untilMs) {
          sent.count++;
          sent.seatSeconds += ticket.width * ms / 1000;
        }
        ticket.leave();
        check();
        send(sender, sent);
      });
    };
    if (ticket.state === "running") begun();
    else ticket.onAdmitted = begun;
    check();
  };
  for (const [index, sender] of senders.entries()) {
    for (let count = 0; count < sender.atOnce; count++) send(sender, results[index]!);
  }
  clock.runUntil(Infinity);
  assertEquals([set.seatsInUse, set.requestsWaiting, set.seatsWaiting], [0, 0, 0]);
  assertEquals([set.isIdle, set.queues.length], [true, 0]);
  return results;
}

Deno.test("under random load no limit is exceeded, every seat comes back, and those who always wait get the same", () => {
  const sender = fc.record({
    atOnce: fc.integer({ min: 12, max: 60 }),
    ms: fc.integer({ min: 1, max: 20 }),
    width: fc.integer({ min: 1, max: 3 }),
  });
  fc.assert(
    fc.property(
      fc.array(sender, { minLength: 2, maxLength: 6 }),
      fc.integer({ min: 3, max: 10 }),
      (kinds, limit) => {
        const chance = random();
        const sent = simulate(
          setOf(limit),
          kinds.map(({ atOnce, ms, width }, index) => ({
            flow: flowOf(index),
            atOnce,
            width: () => 1 + Math.floor(chance() * width),
            ms: () => ms * (0.5 + chance()),
          })),
          10_000,
        );
        const shares = sent.map(({ seatSeconds }) => seatSeconds);
        const most = Math.max(...shares), least = Math.min(...shares);
        assert(least > 0.75 * most, `unfair: ${shares.map((share) => share.toFixed(2))}`);
      },
    ),
    { numRuns: runs(20) },
  );
});

Deno.test("who sends little does not wait for who sends much", () => {
  const chance = random();
  const parts = setOf(10);
  const ms = () => 5 + 10 * chance();
  const [flood, other] = simulate(parts, [
    { flow: flowOf(0, 1, 2, 3, 4, 5), atOnce: 300, width: () => 1, ms },
    { flow: flowOf(6, 7, 8, 9, 10, 11), atOnce: 1, width: () => 1, ms },
  ], 20_000);
  assert(flood!.count > 10_000);
  // It begins as soon as one of the others is over.
  assert(other!.longestWait < 15, `waited ${other!.longestWait} ms`);
  assert(other!.count > 1000, `${other!.count}`);
});

Deno.test("who comes with none under way has the next seat, however long those of others take", () => {
  const { set, clock } = setOf(49);
  const chance = random();
  const flood = flowOf(0, 1, 2, 3, 4, 5);
  let ended = 0;
  const goOn = (): void => {
    const ticket = entered(set, flood);
    const run = () => {
      // Six times what is expected, or more.
      clock.after(18 + 4 * chance(), () => {
        ended++;
        ticket.leave();
        if (clock.monotonic() < 5_000) goOn();
      });
    };
    if (ticket.state === "running") run();
    else ticket.onAdmitted = run;
  };
  for (let count = 0; count < 100; count++) goOn();
  const waits: number[] = [];
  for (let time = 103; time < 4_900; time += 37) {
    clock.runUntil(time);
    const endedBefore = ended;
    const quiet = entered(set, flowOf(7, 8, 9));
    const run = () => {
      waits.push(ended - endedBefore);
      clock.after(1, () => quiet.leave());
    };
    if (quiet.state === "running") run();
    else quiet.onAdmitted = run;
  }
  clock.runUntil(Infinity);
  assertEquals(waits.length, 130);
  assert(waits.filter((wait) => wait > 1).length < 3, `${waits}`);
  assert(Math.max(...waits) < 3, `${waits}`);
});

Deno.test("who sends one wide request after the other gets no more than others", () => {
  const ms = () => 20;
  const [one, other, wide] = simulate(setOf(4), [
    { flow: flowOf(0), atOnce: 20, width: () => 1, ms },
    { flow: flowOf(1), atOnce: 20, width: () => 1, ms },
    { flow: flowOf(2), atOnce: 1, width: () => 4, ms: () => 50 },
  ], 10_000).map(({ seatSeconds }) => seatSeconds);
  assert(wide! < 1.2 * one! && wide! < 1.2 * other!, `${wide} beside ${one} and ${other}`);
});

Deno.test("queues that are not used are forgotten when others have had as much", () => {
  const { set, clock } = setOf(20);
  const busy = flowOf(0);
  const goOn = (): void => {
    const ticket = entered(set, busy);
    const run = () =>
      void clock.after(1, () => {
        ticket.leave();
        if (clock.monotonic() < 20_000) goOn();
      });
    if (ticket.state === "running") run();
    else ticket.onAdmitted = run;
  };
  for (let count = 0; count < 4; count++) goOn();
  for (let sender = 1; sender < 10_000; sender++) {
    clock.runUntil(2 * sender);
    const ticket = entered(set, flowOf(sender), seats(10));
    const run = () => void clock.after(1, () => ticket.leave());
    if (ticket.state === "running") run();
    else ticket.onAdmitted = run;
  }
  assert(set.remembered < 300, `${set.remembered}`);
  clock.runUntil(Infinity);
});

Deno.test("who did not use a share is not given it afterwards", () => {
  const { set, clock } = setOf(10);
  const [steady, flood] = [flowOf(0), flowOf(1)];
  const begun: number[] = [];
  /** One after the other, for ever. */
  const goOn = (flow: Flow): void => {
    const ticket = entered(set, flow);
    const run = () => {
      if (flow === flood) begun.push(clock.monotonic());
      clock.after(10, () => {
        ticket.leave();
        if (clock.monotonic() < 20_000) goOn(flow);
      });
    };
    if (ticket.state === "running") run();
    else ticket.onAdmitted = run;
  };
  // Two at a time, of the five that are its share; then many at once.
  for (let count = 0; count < 2; count++) goOn(steady);
  for (let count = 0; count < 30; count++) goOn(flood);
  clock.runUntil(10_000);
  for (let count = 0; count < 200; count++) goOn(steady);
  clock.runUntil(Infinity);
  const gaps = begun.slice(1).map((time, index) => time - begun[index]!);
  assert(Math.max(...gaps) < 50, `the flood stood still for ${Math.max(...gaps)} ms`);
});

/** The same numbers each time. */
function random(): () => number {
  let state = 0x2545f491;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

Deno.test("close() has those begin who only waited for their turn, and those who come afterwards", () => {
  const pace = new TurnPace();
  const clock = new Simulation();
  const [full, other] = [1, 2].map(() =>
    new QueueSet(clock, { type: "queue", lengthLimit: 1000 }, 100, pace)
  ) as [QueueSet, QueueSet];
  const many = Array.from({ length: 16 }, () => entered(full, flowOf(0)));
  const waiting = [entered(full, flowOf(1)), entered(other, flowOf(0))];
  assertEquals(waiting.map(({ state }) => state), ["waiting", "waiting"]);
  pace.close();
  for (const set of [full, other]) set.close();
  const late = entered(other, flowOf(0));
  assertEquals([...many, ...waiting, late].filter(({ state }) => state !== "running"), []);
});
