/**
 * States of an environment.
 *
 * @module
 */

import type { ServerSnapshot } from "../../apiserver/snapshot.ts";

/** A state of the server, of the clock and of the random numbers: to come back to. */
export interface Snapshot {
  /** The newest resourceVersion in it. */
  readonly revision: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** See {@link Snapshot}: what environments make of it. */
export class EnvironmentSnapshot implements Snapshot {
  readonly revision: string;

  constructor(
    readonly cluster: ServerSnapshot,
    readonly now: number,
    readonly randomState: number,
  ) {
    this.revision = String(cluster.revision);
  }

  /** The same state with other random numbers. */
  withRandom(state: number): EnvironmentSnapshot {
    return new EnvironmentSnapshot(this.cluster, this.now, state);
  }
}
