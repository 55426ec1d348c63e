/**
 * What operators are tested with: a whole API server in the test's process, time that passes when the
 * test lets it, and faults.
 *
 * @module
 */

export * from "./testing/environment/mod.ts";
