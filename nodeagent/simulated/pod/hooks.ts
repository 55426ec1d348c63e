/**
 * Hooks of containers. Those that only sleep are heeded: all others need processes, and take no time.
 *
 * @module
 */

import type { coreV1 } from "../../../toolkit/mod.ts";

/** How long after its start a container counts as started. */
export function afterStartMs({ lifecycle }: coreV1.Container): number {
  return sleepMs(lifecycle?.postStart);
}

/** How long a container goes on before it hears that it is to end. */
export function beforeStopMs({ lifecycle }: coreV1.Container): number {
  return sleepMs(lifecycle?.preStop);
}

function sleepMs(hook: coreV1.LifecycleHandler | undefined): number {
  return Number(hook?.sleep?.seconds ?? 0) * 1000;
}
