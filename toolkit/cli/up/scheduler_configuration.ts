/**
 * The scheduler's configuration file of a local cluster.
 *
 * @module
 */

import { encodeYaml } from "../../codec/mod.ts";
import { writePrivately } from "../../clientconfig/file.ts";
import { type Dialect, NAMES } from "../../names.ts";
import { isThere } from "./encryption_file.ts";

/** Where it is, and in whose names. */
export interface SchedulerConfigurationOptions {
  readonly path: string;
  readonly dialect: Dialect;
}

/**
 * Makes the file where it is missing; true if it did. What is there is its owner's, and stays. Nobody is elected, as
 * one process runs on a state folder; the API server itself is what limits how much it is asked.
 */
export async function openSchedulerConfiguration(
  { path, dialect }: SchedulerConfigurationOptions,
): Promise<boolean> {
  if (await isThere(path)) return false;
  await writePrivately(
    path,
    encodeYaml({
      kind: "KubeSchedulerConfiguration",
      apiVersion: `${NAMES[dialect].configGroupScheduler}/v1`,
      leaderElection: { leaderElect: false },
      clientConnection: { qps: -1 },
    }),
  );
  return true;
}
