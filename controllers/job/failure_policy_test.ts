import type { batchV1 } from "../../toolkit/mod.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";
import { meaningOf } from "./failure_policy.ts";
import { type MadeUpPod, podOf } from "./testdata/made_up.ts";

type Rule = batchV1.PodFailurePolicyRule;

const exits = (
  action: Rule["action"],
  operator: "In" | "NotIn",
  values: number[],
  containerName?: string,
): Rule => ({ action, onExitCodes: { operator, values, ...(containerName && { containerName }) } });
const state = (action: Rule["action"], type: string, status?: "True" | "False"): Rule => ({
  action,
  onPodConditions: [{ type, ...(status && { status }) }],
});
const failed = (more: Partial<MadeUpPod>): MadeUpPod => ({ name: "a", phase: "Failed", ...more });
const DISRUPTED = [{ type: "DisruptionTarget", status: "True" as const }];

const CASES: Readonly<
  Record<string, readonly [rules: Rule[], pod: MadeUpPod, action: string, failsJob?: string]>
> = {
  "no rule": [[], failed({ exits: { main: 1 } }), "counted"],
  "a rule for another code": [
    [exits("Ignore", "In", [7])],
    failed({ exits: { main: 1 } }),
    "counted",
  ],
  "a code that is ignored": [
    [exits("Ignore", "In", [7])],
    failed({ exits: { main: 7 } }),
    "Ignore",
  ],
  "a code that counts, before one that does not": [
    [exits("Count", "In", [7]), exits("Ignore", "NotIn", [1])],
    failed({ exits: { main: 7 } }),
    "Count counted",
  ],
  "all codes but some": [
    [exits("FailIndex", "NotIn", [7])],
    failed({ exits: { main: 8 } }),
    "FailIndex counted",
  ],
  "the code of one container": [
    [exits("Ignore", "In", [7], "other")],
    failed({ exits: { main: 7 } }),
    "counted",
  ],
  "a container that succeeded": [
    [exits("Ignore", "NotIn", [7])],
    failed({ exits: { main: 0 } }),
    "counted",
  ],
  "a code that fails the job": [
    [exits("Ignore", "In", [1]), exits("FailJob", "In", [7])],
    failed({ exits: { side: 0, main: 7 } }),
    "FailJob counted",
    "Container main for pod default/a failed with exit code 7 matching FailJob rule at index 1",
  ],
  "a condition that fails the job": [
    [state("FailJob", "DisruptionTarget")],
    failed({ conditions: DISRUPTED }),
    "FailJob counted",
    "Pod default/a has condition DisruptionTarget matching FailJob rule at index 0",
  ],
  "a condition that does not hold": [
    [state("Ignore", "DisruptionTarget", "False")],
    failed({ conditions: DISRUPTED }),
    "counted",
  ],
};

for (const [name, [rules, pod, wanted, failsJob]] of Object.entries(CASES)) {
  Deno.test(`meaningOf() tells what rules make of ${name}`, () => {
    const { action, isCounted, ...more } = meaningOf({ rules }, podOf(pod));
    const words = [action, isCounted && "counted"].filter(Boolean).join(" ");
    assertEquals([words, more.failsJob], [wanted, failsJob]);
  });
}
