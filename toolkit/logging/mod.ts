/**
 * Logging: what code that logs is handed, and how a process opens its log.
 *
 * @module
 */

export {
  type Logger,
  type LogPairs,
  Redacted,
  redacted,
  silentLogger,
  type VerboseLogger,
} from "../logger.ts";
export { loggingFlags } from "./flags.ts";
export { loggingNotices } from "./notices.ts";
export { type Log, type LoggingOptions, openLog } from "./open.ts";
