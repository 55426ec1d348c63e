/**
 * Events that are posted to somebody, in lists.
 *
 * @module
 */

import type { AuditEvent } from "./event.ts";
import type { EventVersion } from "./event_json.ts";
import type { Losses, LossPlugin } from "./losses.ts";
import type { AuditSink } from "./sink.ts";

/** How events are sent. */
export interface WebhookSinkOptions {
  /** Sends a body, as often as it takes; rejects where that leads nowhere. */
  send(body: Uint8Array): Promise<void>;
  /** Lets go of the connections. */
  close(): void;
  readonly plugin: LossPlugin;
  readonly groupAudit: string;
  readonly version: EventVersion;
  readonly losses: Losses;
}

/** Sends each batch as one list; a list that can't be sent is lost, and counted. */
export function webhookSink(options: WebhookSinkOptions): AuditSink {
  const { groupAudit, version, plugin, losses } = options;
  return {
    async take(events) {
      try {
        await options.send(encoder.encode(eventList(events, groupAudit, version)));
        return true;
      } catch (error) {
        losses.report(plugin, error, events);
        return false;
      }
    },
    close: () => options.close(),
  };
}

const encoder = new TextEncoder();

/** The elements of a list do not say again what they are. */
function eventList(
  events: readonly AuditEvent[],
  groupAudit: string,
  version: EventVersion,
): string {
  const apiVersion = `${groupAudit}/${version}`;
  const skipped = `{"kind":"Event","apiVersion":"${apiVersion}",`.length;
  const items = events.map((event) => `{${event.json(version).slice(skipped)}`);
  return `{"kind":"EventList","apiVersion":"${apiVersion}","metadata":{},"items":[${items}]}`;
}
