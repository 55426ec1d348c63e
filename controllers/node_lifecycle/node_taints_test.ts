import { assertEquals } from "../../toolkit/deps/assert.ts";
import type { coreV1 } from "../../toolkit/mod.ts";
import { NAMES } from "../../toolkit/names.ts";
import {
  changedTaints,
  conditionTaintChange,
  drivingTaintChange,
  isNoChange,
} from "./node_taints.ts";

const NAMES_HERE = NAMES.kubernetes;
const { taintNotReady: notReady, taintUnreachable: unreachable } = NAMES_HERE;
const NOW = "2026-01-01T00:00:00Z";

const keeps = (key: string): coreV1.Taint => ({ key, effect: "NoSchedule" });
const drives = (key: string): coreV1.Taint => ({ key, effect: "NoExecute" });
const OWN = keeps("example.com/own");

const DRIVING: Readonly<
  Record<string, readonly [coreV1.Taint[], string | undefined, coreV1.Taint[]]>
> = {
  "the first one": [[OWN], notReady, [OWN, { ...drives(notReady), timeAdded: NOW }]],
  "one that is there stays as it is": [[drives(notReady), OWN], notReady, [drives(notReady), OWN]],
  "one in the place of the other": [[drives(notReady), OWN], unreachable, [
    OWN,
    { ...drives(unreachable), timeAdded: NOW },
  ]],
  "one of two": [[drives(notReady), drives(unreachable)], notReady, [drives(notReady)]],
  "none": [[drives(notReady), OWN, drives(unreachable)], undefined, [OWN]],
  "another effect is another taint": [[keeps(notReady), drives("x")], undefined, [
    keeps(notReady),
    drives("x"),
  ]],
};

for (const [name, [taints, wanted, expected]] of Object.entries(DRIVING)) {
  Deno.test(`drivingTaintChange() comes to: ${name}`, () => {
    const change = drivingTaintChange(taints, wanted, NAMES_HERE);
    assertEquals(changedTaints(taints, change, NOW), expected);
    assertEquals(isNoChange(drivingTaintChange(expected, wanted, NAMES_HERE)), true);
  });
}

Deno.test("conditionTaintChange() takes away what no condition says, and nothing of anybody else's", () => {
  const taints = [OWN, keeps(NAMES_HERE.taintMemoryPressure), keeps(notReady), drives(notReady)];
  const change = conditionTaintChange(taints, [notReady, NAMES_HERE.taintPidPressure], NAMES_HERE);
  assertEquals(changedTaints(taints, change, NOW), [
    OWN,
    keeps(notReady),
    drives(notReady),
    { ...keeps(NAMES_HERE.taintPidPressure), timeAdded: NOW },
  ]);
});
