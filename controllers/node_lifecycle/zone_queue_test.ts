import { assertEquals } from "../../toolkit/deps/assert.ts";
import { ZoneQueue } from "./zone_queue.ts";

/** Takes whatever may be taken within some seconds; at which of them each was. */
function taken(queue: ZoneQueue, from: number, to: number): [string, number][] {
  const all: [string, number][] = [];
  for (let second = from; second <= to; second++) {
    while (queue.first !== undefined && queue.waitMs(second * 1000) === 0) {
      all.push([queue.first, second]);
      queue.delete(queue.first);
      queue.spend(second * 1000);
    }
  }
  return all;
}

function queueOf(rate: number, ...names: string[]): ZoneQueue {
  const queue = new ZoneQueue(rate);
  for (const name of names) queue.add(name);
  return queue;
}

Deno.test("names are taken in their order, one at once and then as the rate says", () => {
  const queue = queueOf(0.1, "a", "b", "c", "a");
  assertEquals(queue.size, 3);
  assertEquals(taken(queue, 5, 60), [["a", 5], ["b", 15], ["c", 25]]);
  queue.add("d");
  assertEquals(taken(queue, 61, 90), [["d", 61]]);
});

Deno.test("moveBack() puts a name behind all others, and puts none in", () => {
  const queue = queueOf(1, "a", "b");
  queue.moveBack("a");
  queue.moveBack("c");
  assertEquals(taken(queue, 0, 9).map(([name]) => name), ["b", "a"]);
});

Deno.test("none is taken at rate 0, and who had to wait waits for as long as the next rate says", () => {
  const queue = queueOf(0.1, "a", "b", "c");
  queue.setRate(0, 0);
  assertEquals(queue.waitMs(1e12), Infinity);
  assertEquals(taken(queue, 0, 50), []);
  queue.setRate(0.1, 50_000);
  assertEquals(taken(queue, 50, 100), [["a", 60], ["b", 70], ["c", 80]]);
});

Deno.test("setRate() makes nobody wait who did not have to, and the same rate changes nothing", () => {
  const queue = queueOf(0.1, "a", "b", "c");
  queue.setRate(0.5, 0);
  assertEquals(taken(queue, 0, 1), [["a", 0]]);
  queue.setRate(0.1, 1000);
  assertEquals(taken(queue, 1, 10), []);
  queue.setRate(0.1, 10_000);
  assertEquals(taken(queue, 11, 30), [["b", 11], ["c", 21]]);
});
