import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { SeatDemand } from "./seat_demand.ts";

Deno.test("SeatDemand weighs what it is told by time, and begins anew with each look", () => {
  const demand = new SeatDemand(0);
  demand.set(4, 1000);
  demand.set(10, 1000);
  demand.set(4, 1000);
  demand.set(0, 3000);
  const { seconds, average, deviation, most } = demand.look(4000);
  assertEquals([seconds, average, deviation, most], [4, 2, 2, 10]);
  assertEquals(demand.look(4000), { seconds: 0, average: undefined, deviation: 0, most: 0 });
  demand.set(3, 5000);
  assertEquals(demand.look(5000).most, 3);
  // What it is now counts for the next one.
  assertEquals(demand.look(6000).most, 3);
});

Deno.test("SeatDemand.smoothed goes up at once, and half down in five minutes", () => {
  const demand = new SeatDemand(0);
  demand.set(100, 0);
  demand.look(10_000);
  assertEquals(demand.smoothed, 100);
  demand.set(0, 10_000);
  for (let looks = 1; looks <= 30; looks++) demand.look(10_000 + looks * 10_000);
  assert(demand.smoothed > 48 && demand.smoothed < 52, `${demand.smoothed}`);
});
