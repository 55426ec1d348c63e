import { deploymentInWords, setInWords } from "../../testing/deployment_views.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import type { Condition } from "./conditions.ts";
import { countsOf } from "./deployment_status.ts";
import { nextCheckMs, withPause, withProgress } from "./progress.ts";

const NOW = Date.UTC(2026, 5, 1);
const MINUTE = 60_000;

const at = (ms: number) => new Date(ms).toISOString().replace(".000Z", "Z");

function told(reason: string, minutesAgo: number, more: object = {}): Condition {
  const time = at(NOW - minutesAgo * MINUTE);
  return {
    type: "Progressing",
    status: "True",
    reason,
    message: "",
    lastUpdateTime: time,
    lastTransitionTime: time,
    ...more,
  } as Condition;
}

/** How a deployment of two pods and a deadline of ten minutes goes on: what was said, and is said now. */
function goesOn(
  before: Condition | undefined,
  available: number,
  { had = {}, replicas = 2, spec = {} }: { had?: object; replicas?: number; spec?: object } = {},
) {
  const deployment = deploymentInWords({ replicas: 2, progressDeadlineSeconds: 600, ...spec }, had);
  const set = setInWords({ name: "new", replicas, available });
  const counts = countsOf(set, []);
  const conditions = withProgress(before ? [before] : [], deployment, set, counts, NOW);
  return { conditions, check: nextCheckMs(deployment, conditions, counts, NOW) };
}

const STILL = { replicas: 2, updatedReplicas: 2, availableReplicas: 1 };

Deno.test("withProgress() says that a set has come when all of its pods are available", () => {
  const { conditions, check } = goesOn(told("ReplicaSetUpdated", 5), 2);
  assertEquals(conditions, [
    told("NewReplicaSetAvailable", 0, {
      message: 'ReplicaSet "new" has successfully progressed.',
      lastTransitionTime: at(NOW - 5 * MINUTE),
    }),
  ]);
  assertEquals(check, undefined);
});

Deno.test("withProgress() moves the time of the last update with every step", () => {
  const before = told("ReplicaSetUpdated", 5);
  const { conditions: [one], check } = goesOn(before, 1, {
    had: { ...STILL, availableReplicas: 0 },
  });
  assertEquals(one?.lastUpdateTime, at(NOW));
  assertEquals(one?.lastTransitionTime, before.lastTransitionTime);
  assertEquals(check, 601_000);
});

Deno.test("withProgress() waits for the deadline, to the second, and then says so once", () => {
  const waiting = goesOn(told("ReplicaSetUpdated", 10), 1, { had: STILL });
  assertEquals([waiting.conditions[0]?.reason, waiting.check], ["ReplicaSetUpdated", 1000]);
  const late = goesOn(told("ReplicaSetUpdated", 11), 1, { had: STILL });
  const [one] = late.conditions;
  assertEquals([one?.status, one?.reason, late.check], [
    "False",
    "ProgressDeadlineExceeded",
    undefined,
  ]);
  assertEquals(one?.message, 'ReplicaSet "new" has timed out progressing.');
  assert(goesOn(one, 1, { had: STILL }).conditions[0] === one);
});

Deno.test("withProgress() says nothing anew of what has come, though pods fail later", () => {
  const before = told("NewReplicaSetAvailable", 100);
  const { conditions, check } = goesOn(before, 1, { had: { ...STILL, availableReplicas: 2 } });
  assert(conditions[0] === before);
  assertEquals(check, undefined);
});

Deno.test("withProgress() does not leave standing what was said of another set", () => {
  const message = 'ReplicaSet "old" has successfully progressed.';
  const { conditions: [one] } = goesOn(told("NewReplicaSetAvailable", 5, { message }), 2);
  assertEquals(one?.message, 'ReplicaSet "new" has successfully progressed.');
});

Deno.test("withProgress() takes the condition away where there is no deadline", () => {
  const spec = { progressDeadlineSeconds: 2 ** 31 - 1 };
  const { conditions, check } = goesOn(told("ReplicaSetUpdated", 5), 1, { spec });
  assertEquals([conditions, check], [[], undefined]);
});

Deno.test("withPause() tells of a pause and of its end, but not of what has timed out", () => {
  const reasonOf = (isPaused: boolean, before: readonly Condition[]) => {
    const spec = { replicas: 1, paused: isPaused, progressDeadlineSeconds: 600 };
    return withPause(before, deploymentInWords(spec), NOW)[0]?.reason;
  };
  assertEquals(reasonOf(true, []), "DeploymentPaused");
  assertEquals(reasonOf(true, [told("DeploymentPaused", 5)]), "DeploymentPaused");
  assertEquals(reasonOf(false, [told("DeploymentPaused", 5)]), "DeploymentResumed");
  assertEquals(reasonOf(false, [told("ReplicaSetUpdated", 5)]), "ReplicaSetUpdated");
  const late = told("ProgressDeadlineExceeded", 5);
  assertEquals(reasonOf(true, [late]), "ProgressDeadlineExceeded");
});
