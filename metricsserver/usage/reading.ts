/**
 * What the agent of a node said at one time.
 *
 * @module
 */

/** Of a node or a container; what was not told, or can't be, is undefined. */
export interface Sample {
  /** Of processors, since it began to run. */
  readonly cpuSeconds: number | undefined;
  /** When that was counted, in milliseconds since 1970. */
  readonly atMs: number;
  readonly memoryBytes: number | undefined;
  /** When it began to run, in milliseconds since 1970; 0: it was not told; NaN: it can't be. */
  readonly startedMs: number;
}

/** All of it. Its texts are pieces of what the agent sent: who keeps some keeps all of that in memory. */
export interface Reading {
  readonly node: Sample;
  /** By namespace and pod, as `namespace/pod`, then by container. */
  readonly pods: ReadonlyMap<string, ReadonlyMap<string, Sample>>;
}
