import { FakeClock } from "../../../toolkit/clock.ts";
import { assertEquals } from "../../../toolkit/deps/assert.ts";
import { Registry } from "../../../toolkit/metrics/mod.ts";
import { permitWaits } from "./framework_metrics.ts";
import { WaitingPods } from "./waiting_pods.ts";

/** Pods that wait for two plugins, one of them for longer. */
function setUp() {
  const clock = new FakeClock();
  const pods = new WaitingPods(clock, permitWaits(new Registry()));
  const permission = pods.wait("p", new Map([["P", 90_500], ["Q", 900_000]]));
  return { clock, pods, permission };
}

Deno.test("wait() settles when all plugins have said yes", async () => {
  const { pods, permission } = setUp();
  assertEquals([pods.allow("p", "P"), pods.allow("p", "Q"), pods.allow("p", "Q")], [
    true,
    true,
    false,
  ]);
  assertEquals([await permission, pods.size], [undefined, 0]);
});

Deno.test("wait() settles with the first no, or when the patience of a plugin is over", async () => {
  const one = setUp();
  assertEquals([one.pods.reject("p", "Q", "full"), one.pods.reject("p", "P", "late")], [
    true,
    false,
  ]);
  const refused = await one.permission;
  assertEquals([refused?.plugin, refused?.status], [
    "Q",
    { code: "Unschedulable", reasons: ["full"] },
  ]);
  const { clock, permission } = setUp();
  await clock.advance(90_500);
  const over = await permission;
  assertEquals([over?.plugin, over?.status], [
    "P",
    {
      code: "Unschedulable",
      reasons: ["rejected due to timeout after waiting 1m30.5s at plugin P"],
    },
  ]);
});

Deno.test("preempt() has a pod tried again: no plugin waits for anything", async () => {
  const { pods, permission } = setUp();
  assertEquals([pods.preempt("p", "D"), pods.preempt("p", "D")], [true, false]);
  const { plugin, status } = (await permission)!;
  assertEquals([plugin, status.code, status.reasons], [
    "D",
    "Error",
    ["waiting on permit for pod: preempted"],
  ]);
});
