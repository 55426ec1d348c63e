/**
 * What something uses, out of counters that only grow while it runs.
 *
 * @module
 */

import type { Sample } from "./reading.ts";

/** What is used. */
export interface Usage {
  /** Of processors, as they were busy on the average. */
  readonly cores: number;
  readonly memoryBytes: number;
  /** The end of the time that it is of, in milliseconds since 1970. */
  readonly atMs: number;
  /** How long that time is. */
  readonly windowMs: number;
}

/** Two counts closer together say too little. */
const WINDOW_LEAST_MS = 1_000;
/** A rate past this is nonsense of two counts. */
const CORES_LIMIT = 1e6;

/** The counter of a node or a container: the last count, and the rate between the last two. */
export class Track {
  readonly #startedMs: number;
  #cpuSeconds: number;
  #atMs: number;
  #memoryBytes: number;
  #cores = NaN;
  #windowMs = 0;

  private constructor(startedMs: number, cpuSeconds: number, atMs: number, memoryBytes: number) {
    this.#startedMs = startedMs;
    this.#cpuSeconds = cpuSeconds;
    this.#atMs = atMs;
    this.#memoryBytes = memoryBytes;
  }

  /**
   * The track after another sample, which is `before` itself where that goes on. What has started anew since, or
   * counts less than before, begins anew: it has no rate until there is another sample. Undefined: the sample says
   * too little to begin with.
   */
  static after(before: Track | undefined, sample: Sample): Track | undefined {
    const { startedMs, cpuSeconds, atMs, memoryBytes } = sample;
    if (cpuSeconds === undefined || memoryBytes === undefined || Number.isNaN(startedMs)) return;
    const goesOn = before !== undefined && before.#startedMs === startedMs &&
      cpuSeconds >= before.#cpuSeconds && atMs >= before.#atMs;
    if (!goesOn) return new Track(startedMs, cpuSeconds, atMs, memoryBytes);
    const windowMs = atMs - before.#atMs;
    // The agent counts more rarely than it is asked: what was computed holds.
    if (windowMs < WINDOW_LEAST_MS) return before;
    const cores = (cpuSeconds - before.#cpuSeconds) / (windowMs / 1000);
    before.#cores = cores < CORES_LIMIT ? cores : NaN;
    before.#windowMs = windowMs;
    before.#cpuSeconds = cpuSeconds;
    before.#atMs = atMs;
    before.#memoryBytes = memoryBytes;
    return before;
  }

  /** Undefined until there are two counts. */
  get usage(): Usage | undefined {
    if (Number.isNaN(this.#cores)) return undefined;
    return {
      cores: this.#cores,
      memoryBytes: this.#memoryBytes,
      atMs: this.#atMs,
      windowMs: this.#windowMs,
    };
  }
}
