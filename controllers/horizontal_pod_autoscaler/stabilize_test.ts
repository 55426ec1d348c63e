/** Steps of autoscalers: windows, policies and bounds. */
import { assertEquals } from "../../toolkit/deps/assert.ts";
import type { autoscalingV2 } from "../../mod.ts";
import { History } from "./history.ts";
import { stepTowards } from "./stabilize.ts";

const WINDOW = 300_000;

/** Times in seconds, what is desired then, and what comes of it. */
type Course = [seconds: number, desired: number, replicas: number, able: string, limit: string][];

const READY = "ReadyForNewScale";
const DOWN = "ScaleDownStabilized";
const UP = "ScaleUpStabilized";
const IN = "DesiredWithinRange";

type Policy = autoscalingV2.HPAScalingPolicy;
const pods = (value: number, periodSeconds: number): Policy => ({
  type: "Pods",
  value,
  periodSeconds,
});
const percent = (value: number, periodSeconds: number): Policy => ({
  type: "Percent",
  value,
  periodSeconds,
});
const rules = (selectPolicy: string, window: number, ...policies: Policy[]) => ({
  selectPolicy,
  stabilizationWindowSeconds: window,
  policies,
});
const FREE_DOWN = rules("Max", 0, percent(100, 15));
const FREE_UP = rules("Max", 0, pods(4, 15), percent(100, 15));

const CASES: [
  what: string,
  start: number,
  behavior: autoscalingV2.HorizontalPodAutoscalerBehavior | undefined,
  course: Course,
][] = [
  ["doubles at most", 3, undefined, [
    [0, 10, 6, READY, "ScaleUpLimit!"],
    [15, 10, 10, READY, IN],
  ]],
  ["goes to four at once from one", 1, undefined, [[0, 9, 4, READY, "ScaleUpLimit!"]]],
  ["stays within the bounds", 80, undefined, [
    [0, 1000, 100, READY, "TooManyReplicas!"],
    [400, 1, 2, READY, "TooFewReplicas!"],
  ]],
  ["goes down to the highest of five minutes", 10, undefined, [
    [0, 5, 10, DOWN, IN],
    [100, 7, 10, DOWN, IN],
    [300, 4, 10, DOWN, IN],
    [301, 4, 7, DOWN, IN],
    [401, 4, 4, READY, IN],
  ]],
  ["adds four or doubles by default", 2, { scaleUp: FREE_UP, scaleDown: FREE_DOWN }, [
    [0, 50, 6, READY, "ScaleUpLimit!"],
    [15, 50, 12, READY, "ScaleUpLimit!"],
    [30, 50, 24, READY, "ScaleUpLimit!"],
  ]],
  ["counts what was added in the period", 10, {
    scaleUp: rules("Max", 0, pods(4, 60)),
    scaleDown: FREE_DOWN,
  }, [
    [0, 12, 12, READY, IN],
    [15, 20, 14, READY, "ScaleUpLimit!"],
    [30, 20, 14, READY, "ScaleUpLimit!"],
    [60, 20, 16, READY, "ScaleUpLimit!"],
    [75, 20, 18, READY, "ScaleUpLimit!"],
  ]],
  ["takes the smallest change for Min", 10, {
    scaleUp: rules("Min", 0, pods(3, 15), percent(50, 15)),
    scaleDown: rules("Min", 0, pods(4, 15), percent(10, 15)),
  }, [
    [0, 50, 13, READY, "ScaleUpLimit!"],
    [15, 50, 16, READY, "ScaleUpLimit!"],
    [30, 2, 14, READY, "ScaleDownLimit!"],
  ]],
  ["takes the largest change for Max", 10, {
    scaleUp: rules("Max", 0, pods(3, 15), percent(50, 15)),
    scaleDown: rules("Max", 0, pods(4, 15), percent(10, 15)),
  }, [
    [0, 50, 15, READY, "ScaleUpLimit!"],
    [15, 50, 23, READY, "ScaleUpLimit!"],
    [30, 2, 19, READY, "ScaleDownLimit!"],
  ]],
  ["does not move where it is disabled", 10, {
    scaleUp: rules("Disabled", 0, pods(3, 15)),
    scaleDown: rules("Disabled", 0, pods(3, 15)),
  }, [
    [0, 20, 10, READY, "ScaleUpLimit!"],
    [15, 5, 10, READY, "ScaleDownLimit!"],
  ]],
  ["removes what was added again within the period", 10, {
    scaleUp: rules("Max", 0, pods(10, 60)),
    scaleDown: rules("Max", 0, pods(2, 60)),
  }, [
    [0, 14, 14, READY, IN],
    // It began at 10: that may go to 8.
    [15, 4, 8, READY, "ScaleDownLimit!"],
    [30, 4, 8, READY, "ScaleDownLimit!"],
    [80, 4, 6, READY, "ScaleDownLimit!"],
  ]],
  ["drops fractions of pods that go", 15, {
    scaleUp: FREE_UP,
    scaleDown: rules("Max", 0, percent(10, 15)),
  }, [[0, 2, 13, READY, "ScaleDownLimit!"]]],
  ["adds one pod for a small part", 3, {
    scaleUp: rules("Max", 0, percent(1, 15)),
    scaleDown: FREE_DOWN,
  }, [[0, 9, 4, READY, "ScaleUpLimit!"]]],
  ["waits before it goes up", 10, {
    scaleUp: rules("Max", 60, percent(100, 15)),
    scaleDown: FREE_DOWN,
  }, [
    [0, 15, 10, UP, IN],
    [15, 15, 10, UP, IN],
    [30, 20, 10, UP, IN],
    [60, 20, 15, UP, IN],
    [75, 20, 20, READY, IN],
  ]],
  ["waits before it goes down", 10, {
    scaleUp: FREE_UP,
    scaleDown: rules("Max", 60, percent(100, 15)),
  }, [
    [0, 5, 10, DOWN, IN],
    [15, 8, 10, DOWN, IN],
    [60, 4, 8, DOWN, IN],
    [75, 4, 4, READY, IN],
  ]],
  ["waits as long as for all where rules don't say", 10, {
    scaleUp: FREE_UP,
    scaleDown: { selectPolicy: "Max", policies: [percent(100, 15)] },
  }, [
    [0, 5, 10, DOWN, IN],
    [299, 5, 10, DOWN, IN],
    [300, 5, 5, READY, IN],
  ]],
  ["stays within the bounds by rules", 90, { scaleUp: FREE_UP, scaleDown: FREE_DOWN }, [
    [0, 1000, 100, READY, "TooManyReplicas!"],
    [15, 0, 2, READY, "TooFewReplicas!"],
  ]],
  ["goes up no further than bounds and policies when a policy is as large as can be", 10, {
    scaleUp: rules("Max", 0, percent(2 ** 31 - 1, 15)),
    scaleDown: FREE_DOWN,
  }, [[0, 1000, 100, READY, "TooManyReplicas!"]]],
];

for (const [what, start, behavior, course] of CASES) {
  Deno.test(`stepTowards() ${what}`, () => {
    const history = new History();
    history.begin(start, 0);
    let current = start;
    const found = course.map(([seconds, desired]) => {
      const now = seconds * 1000;
      const bounds = { current, desired, min: 2, max: 100 };
      const { replicas, stabilized, limited, isLimited } = stepTowards(
        bounds,
        behavior,
        history,
        WINDOW,
        now,
      );
      if (behavior !== undefined && replicas !== current) {
        history.changed(current, replicas, behavior, now);
      }
      current = replicas;
      const limit = `${limited.reason}${isLimited ? "!" : ""}`;
      return [seconds, desired, replicas, stabilized.reason, limit];
    });
    assertEquals(found, course);
  });
}
