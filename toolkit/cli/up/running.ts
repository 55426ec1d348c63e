/**
 * Finds the `orch up` that runs on a state folder.
 *
 * @module
 */

import { ControlClient } from "./control.ts";
import { readRunRecord } from "./run_record.ts";
import { findStateFolder, type StatePaths } from "./state_folder.ts";

/** What was found. Dispose of it. */
export interface Running extends Disposable {
  readonly paths: StatePaths;
  readonly pid: number;
  readonly client: ControlClient;
}

/** Whoever left a record at `state` and may still run; undefined when there is none. */
export async function findRunning(state: string): Promise<Running | undefined> {
  const paths = await findStateFolder(state);
  if (paths === undefined) return undefined;
  const record = await readRunRecord(paths);
  if (record === undefined) return undefined;
  const client = new ControlClient(record.socket, record.pid);
  return { paths, pid: record.pid, client, [Symbol.dispose]: () => client.close() };
}
