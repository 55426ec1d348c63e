/**
 * What operators import, by name; the parts that only processes need stay in their folders.
 *
 * @module
 */

export { type Clock, FakeClock, sleep, systemClock, type Timer } from "./clock.ts";
export { type Dialect, DIALECTS, type Names, NAMES, parseDialect, toDialect } from "./names.ts";
export { type Logger, type LogPairs, Secret, secret, silentLogger } from "./logging/mod.ts";
export { API_LEVEL, VERSION } from "./version.ts";
