/**
 * The log of events: a line for each.
 *
 * @module
 */

import type { AuditEvent } from "./event.ts";
import type { EventVersion } from "./event_json.ts";
import type { Losses } from "./losses.ts";
import { allOf, type AuditSink } from "./sink.ts";
import { sizeOf } from "./truncated.ts";

/** How events are written. */
export type LogFormat = "json" | "legacy";

/** Where lines go. */
export interface LogOutput {
  /** The most bytes that it takes at once; undefined: any number. */
  readonly limitBytes?: number | undefined;
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
  const write = (events: readonly AuditEvent[]) => {
    let text = "";
    for (const event of events) text += `${lineOf(event)}\n`;
    try {
      const written = output.write(text);
      if (written === undefined) return true;
      return written.then(() => true, (error) => lost(error, events));
    } catch (error) {
      return lost(error, events);
    }
  };
  return {
    take(events) {
      const { limitBytes } = output;
      if (events.length === 1 || limitBytes === undefined) return write(events);
      const parts = partsOf(events, (event) => sizeOf(lineOf(event)), limitBytes);
      return allOf(parts.map(write));
    },
    close: () => output.close(),
  };
}

/** Events in their order, as many together as have no more than so many bytes: one at least. */
function partsOf(
  events: readonly AuditEvent[],
  bytesOf: (event: AuditEvent) => number,
  limitBytes: number,
): AuditEvent[][] {
  const parts: AuditEvent[][] = [];
  let part: AuditEvent[] = [];
  let bytes = Infinity;
  for (const event of events) {
    const size = bytesOf(event);
    if (bytes + size > limitBytes) {
      parts.push(part = []);
      bytes = 0;
    }
    part.push(event);
    bytes += size;
  }
  return parts;
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
