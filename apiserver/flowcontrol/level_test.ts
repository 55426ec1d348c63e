import type { PriorityLevelConfigurationSpec } from "../../toolkit/api/flowcontrol_v1.ts";
import { FakeClock } from "../../toolkit/clock.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";
import { Level } from "./level.ts";
import { UNPACED } from "./pace.ts";

const specOf = (nominalConcurrencyShares: number): PriorityLevelConfigurationSpec => ({
  type: "Limited",
  limited: {
    nominalConcurrencyShares,
    borrowingLimitPercent: 50,
    limitResponse: { type: "Reject" },
  },
});

Deno.test("divide() gives seats to a level that is new, and none to one that had none so far", () => {
  const first = new Level("first", specOf(50), new FakeClock(), UNPACED);
  first.divide(100, 100);
  assertEquals(first.current, 50);
  const later = new Level("later", specOf(0), new FakeClock(), UNPACED);
  later.divide(100, 100);
  later.spec = specOf(50);
  later.divide(100, 100);
  assertEquals([later.nominal, later.current], [50, 0]);
});
