/**
 * What is said of a node whose agent says nothing any more.
 *
 * @module
 */

import type { coreV1 } from "../../toolkit/mod.ts";
import { NEVER, STOPPED } from "./node_view.ts";

/** What agents say. Whether the network is there is said by others. */
const SAID_BY_AGENTS = ["Ready", "MemoryPressure", "DiskPressure", "PIDPressure"] as const;

/** The conditions, with those unknown that an agent would have to tell; those that are missing come last. */
export function unknownConditions(
  conditions: readonly coreV1.NodeCondition[],
  created: string | undefined,
  now: string,
): coreV1.NodeCondition[] {
  const missing = SAID_BY_AGENTS.filter((type) => !conditions.some((one) => one.type === type));
  return [
    ...conditions.map((one) => {
      const isKnown = SAID_BY_AGENTS.some((type) => type === one.type) && one.status !== "Unknown";
      return isKnown ? { ...one, status: "Unknown", ...STOPPED, lastTransitionTime: now } : one;
    }),
    ...missing.map((type) => ({
      type,
      status: "Unknown",
      ...NEVER,
      ...(created !== undefined && { lastHeartbeatTime: created }),
      lastTransitionTime: now,
    })),
  ];
}
