/**
 * Waits for devices that have to be made ready before a pod can be where they are.
 *
 * @module
 */

import { sleep } from "../../../toolkit/mod.ts";
import type { SchedulerHandle } from "../framework/mod.ts";
import type { PendingPod } from "../pod/pod_info.ts";
import {
  BindingLate,
  isLate,
  isReady,
  outcomeOf,
  type ReadinessOutcome,
} from "./binding_conditions.ts";
import type { ClaimView } from "./claim_views.ts";
import type { ClusterDevices } from "./cluster_devices.ts";
import type { DeviceMetrics } from "./device_metrics.ts";

/** What it is waited with. */
export interface WaitOptions {
  readonly handle: Pick<SchedulerHandle, "clock" | "tell">;
  /** Where the claims are as they are now. */
  readonly claims: Pick<ClusterDevices, "claim">;
  readonly metrics: DeviceMetrics;
  /** No longer than this. */
  readonly timeoutMs: number;
}

/** How often is looked whether devices are ready. */
const LOOK_MS = 5000;

/**
 * Settles when all devices of a pod's claims are ready; `claims`: as they are known, and then as they are. Rejects
 * where one will not be ready, or is not in time.
 */
export async function waitUntilReady(
  claims: ClaimView[],
  options: WaitOptions,
  pod: PendingPod,
  nodeName: string,
  signal: AbortSignal,
): Promise<void> {
  const { handle: { clock, tell }, metrics } = options;
  tell(pod, {
    type: "Normal",
    reason: "BindingConditionsPending",
    action: "Scheduling",
    message: `waiting for binding conditions for device on node ${nodeName}`,
  }, pod.schedulerName);
  const beganMs = clock.monotonic();
  let outcome: ReadinessOutcome = "success";
  try {
    await ready(claims, options, beganMs + options.timeoutMs, signal);
  } catch (error) {
    outcome = outcomeOf(error);
    throw error;
  } finally {
    metrics.waited(pod.schedulerName, claims, outcome, clock.monotonic() - beganMs);
  }
}

async function ready(
  claims: ClaimView[],
  { handle: { clock }, claims: known, timeoutMs }: WaitOptions,
  endMs: number,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    let late: string | undefined;
    let areReady = true;
    for (const [place, { namespace, name }] of claims.entries()) {
      const claim = known.claim(namespace, name);
      if (claim === undefined) {
        throw new Error(`could not find ResourceClaim "${namespace}/${name}"`);
      }
      claims[place] = claim;
      if (isReady(claim)) continue;
      areReady = false;
      if (isLate(claim, timeoutMs, clock.now())) late ??= `claim=${name}`;
    }
    if (areReady) return;
    if (clock.monotonic() >= endMs) late ??= "context deadline exceeded";
    if (late !== undefined) throw new BindingLate(`device binding timeout: ${late}`);
    await sleep(clock, Math.min(LOOK_MS, endMs - clock.monotonic()), signal);
  }
}
