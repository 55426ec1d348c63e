import { assertEquals } from "../../toolkit/deps/assert.ts";
import { zoneRate, type ZoneState, zoneState } from "./zone_state.ts";

const RATES = { rate: 0.1, secondaryRate: 0.01, largeThreshold: 50, unhealthyShare: 0.55 };

const CASES: readonly (readonly [ready: number, unready: number, ZoneState, rate: number])[] = [
  [3, 0, "normal", 0.1],
  [0, 1, "full", 0.1],
  [0, 99, "full", 0.1],
  [1, 2, "normal", 0.1],
  [1, 3, "partial", 0],
  [5, 6, "normal", 0.1],
  [9, 11, "partial", 0],
  [22, 28, "partial", 0],
  [22, 29, "partial", 0.01],
];

for (const [ready, unready, state, rate] of CASES) {
  Deno.test(`zoneState() and zoneRate() judge ${ready} ready nodes and ${unready} others`, () => {
    const tally = { ready, unready };
    const judged = zoneState(tally, RATES.unhealthyShare);
    assertEquals([judged, zoneRate(judged, tally, RATES)], [state, rate]);
  });
}
