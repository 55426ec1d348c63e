/**
 * The flags of leader election and of moving leadership between processes.
 *
 * @module
 */

import { bool, flag, type FlagStatus, group, oneOf, string } from "../flags/mod.ts";
import { duration, SECOND } from "../flags/duration.ts";
import type { Names } from "../names.ts";

/** The objects that a lock can live in. */
const LOCK_TYPES = [
  "endpoints",
  "configmaps",
  "leases",
  "endpointsleases",
  "configmapsleases",
] as const;

/** Defaults in which the processes differ. */
export interface LeaderElectionDefaults {
  readonly resourceLock: typeof LOCK_TYPES[number];
  readonly resourceName: (names: Names) => string;
}

/** Leader election with the status `status`. */
export function leaderElectionFlags(status: FlagStatus, defaults: LeaderElectionDefaults) {
  return group("Leader election", status, {
    "leader-elect": flag(
      bool,
      true,
      "Become the leader before the main loop starts; for replicated processes",
    ),
    "leader-elect-lease-duration": flag(
      duration,
      15 * SECOND,
      "How long other candidates wait before they take over a lease that was not renewed",
    ),
    "leader-elect-renew-deadline": flag(
      duration,
      10 * SECOND,
      "How long the leader tries to renew before it gives up; at most the lease duration",
    ),
    "leader-elect-resource-lock": flag(
      oneOf("string", LOCK_TYPES),
      defaults.resourceLock,
      `The type of the lock's object: ${LOCK_TYPES.join(", ")}`,
    ),
    "leader-elect-resource-name": flag(
      string,
      defaults.resourceName,
      "The name of the lock's object",
    ),
    "leader-elect-resource-namespace": flag(
      string,
      (names) => names.namespaceSystem,
      "The namespace of the lock's object",
    ),
    "leader-elect-retry-period": flag(
      duration,
      2 * SECOND,
      "How long to wait between attempts to acquire or renew the lease",
    ),
  });
}

/** Leader migration with the status `status`. */
export function leaderMigrationFlags(status: FlagStatus) {
  return group("Leader migration", status, {
    "enable-leader-migration": flag(
      bool,
      false,
      "Migrate the leadership of controllers to another process, so that the two never both run them",
    ),
    "leader-migration-config": flag(
      string,
      "",
      "The leader migration configuration file; empty: the built-in configuration",
    ),
  });
}
