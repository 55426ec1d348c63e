/**
 * Those who get events.
 *
 * @module
 */

import type { AuditEvent } from "./event.ts";

/** Somebody who gets events. What is lost is counted by who loses it, and nothing is thrown. */
export interface AuditSink {
  /**
   * Takes events over. False where one of them is lost and their request must not go on; a promise holds
   * the request up.
   */
  take(events: readonly AuditEvent[]): boolean | Promise<boolean>;
  /** Gets rid of all that it has taken, within a few seconds; takes no more. */
  close(): void | Promise<void>;
}

/** A sink whose losses stop no request. */
export function lenient(sink: AuditSink): AuditSink {
  return {
    take(events) {
      const taken = sink.take(events);
      return typeof taken === "boolean" ? true : taken.then(() => true);
    },
    close: () => sink.close(),
  };
}

/** All of them as one; an event is lost that one of them loses. */
export function together(sinks: readonly AuditSink[]): AuditSink {
  const [only] = sinks;
  if (sinks.length === 1 && only !== undefined) return only;
  return {
    take(events) {
      const taken = sinks.map((sink) => sink.take(events));
      return allOf(taken);
    },
    async close() {
      await Promise.all(sinks.map((sink) => sink.close()));
    },
  };
}

/** Whether all were taken: at once where that is known at once. */
export function allOf(taken: readonly (boolean | Promise<boolean>)[]): boolean | Promise<boolean> {
  let all = true;
  for (const one of taken) {
    if (typeof one !== "boolean") {
      return Promise.all(taken).then((every) => every.every(Boolean));
    }
    all &&= one;
  }
  return all;
}
