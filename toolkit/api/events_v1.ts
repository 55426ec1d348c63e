// Made by `deno task generate` from toolkit/facts. Do not edit.
import type { coreV1 } from "./core_v1.ts";
import type { metaV1 } from "./meta_v1.ts";
import type { scalars } from "./scalars.ts";

/** The types of events/v1. */
export declare namespace eventsV1 {
  /**
   * A report of something that happened to an object. Events expire, by default after one hour, and
   * can be lost: do not rely on them.
   */
  interface Event {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "Event";
    /** Standard object's metadata: its name, namespace, labels, annotations, owners and the like. */
    metadata?: metaV1.ObjectMeta;
    /** When the event was first observed. Required. */
    eventTime: scalars.MicroTime | null;
    /** Set if the event repeats: how often, and when last. */
    series?: EventSeries;
    /** The name of the reporting program: DOMAIN/NAME. */
    reportingController?: string;
    /** The instance of the reporting program. At most 128 characters. */
    reportingInstance?: string;
    /** The action that was taken or failed, such as Binding or Pulling. At most 128 characters. */
    action?: string;
    /** The reason as one word in CamelCase, such as FailedScheduling. At most 128 characters. */
    reason?: string;
    /** The object that the event is about. */
    regarding?: coreV1.ObjectReference;
    /** A second object that is involved. */
    related?: coreV1.ObjectReference;
    /** A human-readable description of the event. At most 1024 bytes. */
    note?: string;
    /** The type of the event: Normal or Warning. */
    type?: string;
    /** The field source of events of the core group. */
    deprecatedSource?: coreV1.EventSource;
    /** The field firstTimestamp of events of the core group. */
    deprecatedFirstTimestamp?: scalars.Time | null;
    /** The field lastTimestamp of events of the core group. */
    deprecatedLastTimestamp?: scalars.Time | null;
    /** The field count of events of the core group. */
    deprecatedCount?: number;
  }

  /** A list of Event objects. */
  interface EventList {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "EventList";
    /** The resourceVersion of the list, and the token for its next page. */
    metadata?: metaV1.ListMeta;
    /** The objects of the list. */
    items: Event[];
  }

  /** Data about a repeating event. */
  interface EventSeries {
    /** How many times it has occurred so far. */
    count: number;
    /** When it last occurred. */
    lastObservedTime: scalars.MicroTime | null;
  }
}

export type Event = eventsV1.Event;
export type EventList = eventsV1.EventList;
export type EventSeries = eventsV1.EventSeries;
