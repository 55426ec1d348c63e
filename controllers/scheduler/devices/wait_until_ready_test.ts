import { assertEquals } from "../../../toolkit/deps/assert.ts";
import { FakeClock } from "../../../toolkit/clock.ts";
import { Registry } from "../../../toolkit/metrics/mod.ts";
import type { PendingPod } from "../pod/pod_info.ts";
import { type ClaimView, claimViewOf } from "./claim_views.ts";
import { deviceMetrics } from "./device_metrics.ts";
import { waitUntilReady } from "./wait_until_ready.ts";

const DEVICE = { driver: "gpu.example.com", pool: "p", device: "g0" };

/** A claim with a device that has to become `Ready`, as its driver says after so long. */
function claim(isReady: boolean): ClaimView {
  const result = { ...DEVICE, request: "r", bindingConditions: ["Ready"] };
  const conditions = [{ type: "Ready", status: isReady ? "True" : "False", reason: "R" }];
  return claimViewOf({
    metadata: { namespace: "n", name: "a", uid: "u" },
    status: {
      allocation: { devices: { results: [result] } },
      devices: [{ ...DEVICE, conditions }],
    },
  } as never);
}

const LATE = "device binding timeout: context deadline exceeded";

/** When a device is ready, how long it may take, when the wait is over, and how; in milliseconds. */
const CASES: readonly (readonly [
  name: string,
  readyMs: number,
  timeoutMs: number,
  overMs: number,
  outcome: string,
])[] = [
  ["is ready at once", 0, 60_000, 0, "ready"],
  ["is ready by the next look", 3000, 60_000, 5000, "ready"],
  ["is not ready in time", Infinity, 60_000, 60_000, LATE],
  ["has less time than there is between two looks", Infinity, 2000, 2000, LATE],
  ["has time up to the middle between two looks", Infinity, 12_000, 12_000, LATE],
];

for (const [name, readyMs, timeoutMs, overMs, outcome] of CASES) {
  Deno.test(`waitUntilReady() waits for a device that ${name}`, async () => {
    const clock = new FakeClock();
    let ended: readonly [number, string] | undefined;
    const end = (how: string) => void (ended = [clock.monotonic(), how]);
    const waiting = waitUntilReady(
      [claim(false)],
      {
        handle: { clock, tell() {} },
        claims: { claim: () => claim(clock.monotonic() >= readyMs) },
        metrics: deviceMetrics(new Registry()),
        timeoutMs,
      },
      { schedulerName: "s" } as PendingPod,
      "node",
      new AbortController().signal,
    ).then(() => end("ready"), (error) => end(error.message));
    await clock.advance(120_000);
    await waiting;
    assertEquals(ended, [overMs, outcome]);
  });
}
