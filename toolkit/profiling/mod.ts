/**
 * Profiles of the running process.
 *
 * @module
 */

export { ProfileInProgress } from "./sampling.ts";
export { isOfProfiles, PPROF_PREFIX, profilingHandler, type ProfilingOptions } from "./handler.ts";
