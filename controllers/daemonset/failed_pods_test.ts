import { daemonSetInWords } from "../../testing/daemon_views.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";
import { FailedPods } from "./failed_pods.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;

Deno.test("FailedPods has a node rest twice as long after each failure, up to a quarter of an hour", () => {
  const failed = new FailedPods();
  const set = daemonSetInWords();
  let now = 0;
  const rests = Array.from({ length: 12 }, () => {
    assertEquals(failed.wait(set, "a", now), 0);
    const rest = failed.wait(set, "a", now);
    assertEquals(failed.wait(set, "a", now + rest - 1), 1);
    now += rest;
    return rest / SECOND;
  });
  assertEquals(rests, [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]);
});

Deno.test("FailedPods begins anew after half an hour, for another node, and for another state of the set", () => {
  const failed = new FailedPods();
  const set = daemonSetInWords();
  const seen = { ...set, object: { ...set.object, status: { observedGeneration: 2 } } as never };
  assertEquals(failed.wait(set, "a", 0), 0);
  assertEquals(failed.wait(set, "b", 0), 0);
  assertEquals(failed.wait(seen, "a", 0), 0);
  assertEquals(failed.wait(set, "a", SECOND), 0);
  assertEquals(failed.wait(set, "a", SECOND), 2 * SECOND);
  assertEquals(failed.wait(set, "a", 31 * MINUTE + 2 * SECOND), 0);
  assertEquals(failed.wait(set, "a", 31 * MINUTE + 2 * SECOND), SECOND);
});
