/**
 * The log of events: a line for each.
 *
 * @module
 */

import type { AuditEvent } from "./event.ts";
import type { EventVersion } from "./event_json.ts";
import type { Losses } from "./losses.ts";
import type { AuditSink } from "./sink.ts";

/** How events are written. */
export type LogFormat = "json" | "legacy";

/** Where lines go. */
export interface LogOutput {
  /** Throws or rejects where they can't be written. */
  write(lines: string): void | Promise<void>;
  close(): void;
}

/** What a log is made of. */
export interface LogOptions {
  readonly output: LogOutput;
  readonly format: LogFormat;
  readonly version: EventVersion;
  readonly losses: Losses;
}

/** Writes events; what can't be written is lost, and counted. */
export function logSink({ output, format, version, losses }: LogOptions): AuditSink {
  const lineOf = format === "json"
    ? (event: AuditEvent) => event.json(version)
    : (event: AuditEvent) => event.legacyLine;
  const lost = (error: unknown, events: readonly AuditEvent[]) => {
    losses.report("log", error, events);
    return false;
  };
  return {
    take(events) {
      let text = "";
      for (const event of events) text += `${lineOf(event)}\n`;
      try {
        const written = output.write(text);
        if (written === undefined) return true;
        return written.then(() => true, (error) => lost(error, events));
      } catch (error) {
        return lost(error, events);
      }
    },
    close: () => output.close(),
  };
}

/** Somewhere that may make its writers wait: standard output. */
interface SlowOutput {
  write(bytes: Uint8Array): Promise<number>;
}

const encoder = new TextEncoder();

/** Bytes that wait for a reader who does not come. */
const MAX_WAITING_BYTES = 64 * 1024 * 1024;

/** Lines to an output that may make its writers wait, one after another; too many are refused. */
export function streamOutput(to: SlowOutput): LogOutput {
  let last = Promise.resolve();
  let waitingBytes = 0;
  const writeAll = async (lines: Uint8Array) => {
    for (let rest = lines; rest.length > 0;) rest = rest.subarray(await to.write(rest));
  };
  return {
    write(text) {
      const lines = encoder.encode(text);
      if (waitingBytes + lines.length > MAX_WAITING_BYTES) {
        return Promise.reject(new Error("nobody reads the audit log on standard output"));
      }
      waitingBytes += lines.length;
      const writing = last.then(() => writeAll(lines)).finally(() => {
        waitingBytes -= lines.length;
      });
      last = writing.catch(() => {});
      return writing;
    },
    close() {},
  };
}
