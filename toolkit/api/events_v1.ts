// Made by `deno task generate` from toolkit/facts. Do not edit.
import type * as coreV1 from "./core_v1.ts";
import type * as metaV1 from "./meta_v1.ts";
import type { MicroTime, Time } from "./scalars.ts";

export interface Event {
  apiVersion?: string;
  kind?: "Event";
  metadata?: metaV1.ObjectMeta;
  eventTime: MicroTime | null;
  series?: EventSeries;
  reportingController?: string;
  reportingInstance?: string;
  action?: string;
  reason?: string;
  regarding?: coreV1.ObjectReference;
  related?: coreV1.ObjectReference;
  note?: string;
  type?: string;
  deprecatedSource?: coreV1.EventSource;
  deprecatedFirstTimestamp?: Time | null;
  deprecatedLastTimestamp?: Time | null;
  deprecatedCount?: number;
}

export interface EventList {
  apiVersion?: string;
  kind?: "EventList";
  metadata?: metaV1.ListMeta;
  items: Event[];
}

export interface EventSeries {
  count: number;
  lastObservedTime: MicroTime | null;
}
