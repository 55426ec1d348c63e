/**
 * Devices that have to be made ready before a pod can be where they are.
 *
 * @module
 */

import type { resourceV1 } from "../../../toolkit/mod.ts";
import type { ClaimView } from "./claim_views.ts";

type Result = resourceV1.DeviceRequestAllocationResult;

/** A driver has said that a device can't be made ready. */
class BindingFailed extends Error {
  override name = "BindingFailed";
}

/** It was waited for too long until devices were ready. */
export class BindingLate extends Error {
  override name = "BindingLate";
}

/** How a wait for devices ended, as metrics have it. */
export type ReadinessOutcome = "success" | "failure" | "timeout" | "error";

/** How a wait ended that an error ended. */
export function outcomeOf(error: unknown): ReadinessOutcome {
  if (error instanceof BindingLate) return "timeout";
  return error instanceof BindingFailed ? "failure" : "error";
}

/** Whether any device of a claim has to be made ready. */
export function hasConditions(claim: ClaimView): boolean {
  return conditioned(claim).length > 0;
}

/** Whether a claim has devices, and all of them are ready. Throws BindingFailed where one will not be. */
export function isReady(claim: ClaimView): boolean {
  if (claim.allocation === undefined) return false;
  for (const result of conditioned(claim)) {
    const conditions = statusOf(claim, result)?.conditions;
    if (!conditions) return false;
    const isTrue = (type: string) =>
      conditions.find((one) => one.type === type && one.status === "True");
    for (const type of result.bindingFailureConditions ?? []) {
      const failed = isTrue(type);
      if (failed === undefined) continue;
      throw new BindingFailed(
        `device binding failed: claim=${claim.name}, reason=${failed.reason}, message=` +
          JSON.stringify(failed.message),
      );
    }
    if (!result.bindingConditions!.every(isTrue)) return false;
  }
  return true;
}

/** Whether it was waited for the devices of a claim for long enough. */
export function isLate(claim: ClaimView, timeoutMs: number, nowMs: number): boolean {
  const { allocationTimestamp: since } = claim.allocation ?? {};
  return since !== undefined && hasConditions(claim) && Date.parse(since) + timeoutMs < nowMs;
}

/** Whether a claim's devices will never be ready: who needs them had better have others. */
export function isInVain(claim: ClaimView, timeoutMs: number, nowMs: number): boolean {
  try {
    return !isReady(claim) && isLate(claim, timeoutMs, nowMs);
  } catch (error) {
    if (error instanceof BindingFailed) return true;
    throw error;
  }
}

/** The devices of a claim that have to be made ready. */
export function conditioned({ allocation }: ClaimView): Result[] {
  return (allocation?.devices?.results ?? [])
    .filter(({ bindingConditions = [] }) => bindingConditions.length > 0);
}

function statusOf(
  { object }: ClaimView,
  { driver, pool, device }: Result,
): resourceV1.AllocatedDeviceStatus | undefined {
  return object.status?.devices?.find((one) =>
    one.driver === driver && one.pool === pool && one.device === device
  );
}
