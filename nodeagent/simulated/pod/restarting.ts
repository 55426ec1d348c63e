/**
 * Whether containers start again, and after what rest.
 *
 * @module
 */

import type { coreV1 } from "../../../toolkit/mod.ts";
import type { ContainerRole } from "./behaviour.ts";

const FIRST_BACKOFF_MS = 10_000;
/** The longest rest of a container, and between two pulls. */
const LONGEST_BACKOFF_MS = 300_000;
/** Who ran for so long begins anew. */
export const GOOD_RUN_MS = 2 * LONGEST_BACKOFF_MS;

/** The rest after this one. */
export function nextBackoff(ms: number): number {
  return ms === 0 ? FIRST_BACKOFF_MS : Math.min(2 * ms, LONGEST_BACKOFF_MS);
}

/** The rest after so many pulls that failed, from 1 on. */
export function pullBackoff(pulls: number): number {
  return Math.min(FIRST_BACKOFF_MS * 2 ** Math.min(pulls - 1, 10), LONGEST_BACKOFF_MS);
}

/** Whether a container starts again that has ended with a code. */
export function startsAgain(
  { spec }: coreV1.Pod,
  container: coreV1.Container,
  role: ContainerRole,
  exitCode: number,
): boolean {
  if (role === "sidecar") return true;
  // An init container that has done its work is done, whatever its rules say.
  if (role === "ephemeral" || role === "init" && exitCode === 0) return false;
  const rule = container.restartPolicyRules?.find(({ exitCodes }) => {
    const isNamed = exitCodes?.values?.includes(exitCode) ?? false;
    return exitCodes?.operator === "In" ? isNamed : exitCodes?.operator === "NotIn" && !isNamed;
  });
  if (rule?.action === "Restart") return true;
  const policy = container.restartPolicy ?? spec?.restartPolicy ?? "Always";
  if (exitCode === 0) return policy === "Always";
  return policy !== "Never";
}
