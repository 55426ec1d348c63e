/**
 * Events that are not too large.
 *
 * @module
 */

import type { AuditEvent } from "./event.ts";
import type { EventVersion } from "./event_json.ts";
import type { Losses } from "./losses.ts";
import type { AuditSink } from "./sink.ts";

/** How large events may be. */
export interface TruncationOptions {
  /** Bytes of one event; larger ones lose their bodies. */
  readonly maxEventBytes: number;
  /** The version whose size counts. */
  readonly version: EventVersion;
  readonly losses: Losses;
}

const BYTES_PER_CHAR = 3;

/**
 * Hands events on that are not too large: larger ones without their bodies, and those that are too large
 * even so not at all.
 */
export function truncated(sink: AuditSink, options: TruncationOptions): AuditSink {
  const { maxEventBytes, version, losses } = options;
  const isTooLarge = (event: AuditEvent) => {
    const text = event.json(version);
    // Most events are far from it, and need not be measured.
    return text.length * BYTES_PER_CHAR > maxEventBytes && sizeOf(text) > maxEventBytes;
  };
  return {
    take(events) {
      const kept: AuditEvent[] = [];
      const lost: AuditEvent[] = [];
      for (const event of events) {
        const tooLarge = isTooLarge(event);
        const one = tooLarge && event.mayHaveBodies ? event.truncated() : event;
        if (tooLarge && (one === event || isTooLarge(one))) lost.push(one);
        else kept.push(one);
      }
      if (lost.length > 0) {
        const why =
          `an event of more than ${maxEventBytes} bytes is too large even after truncating`;
        losses.report("truncate", new Error(why), lost);
      }
      return kept.length === 0 ? true : sink.take(kept);
    },
    close: () => sink.close(),
  };
}

const encoder = new TextEncoder();

/** Bytes of a line, with its end. */
export function sizeOf(text: string): number {
  return encoder.encode(text).length + 1;
}
