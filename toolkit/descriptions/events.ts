/**
 * Descriptions of events, in their own group and in the core group.
 *
 * @module
 */

import type { FieldWords, Words } from "./words.ts";

const IS = "A report of something that happened to an object. Events expire, by default after " +
  "one hour, and can be lost: do not rely on them.";

const EVENT: FieldWords = {
  eventTime: "When the event was first observed.",
  action: "The action that was taken or failed, such as Binding or Pulling. At most 128 " +
    "characters.",
  reason: "The reason as one word in CamelCase, such as FailedScheduling. At most 128 characters.",
  type: "The type of the event: Normal or Warning.",
  related: "A second object that is involved.",
};

const INSTANCE = "The instance of the reporting program. At most 128 characters.";

/** Of the group of their own. */
export const EVENTS: Words = {
  Event: [IS, {
    ...EVENT,
    eventTime: "When the event was first observed. Required.",
    series: "Set if the event repeats: how often, and when last.",
    reportingController: "The name of the reporting program: DOMAIN/NAME.",
    reportingInstance: INSTANCE,
    regarding: "The object that the event is about.",
    note: "A human-readable description of the event. At most 1024 bytes.",
    deprecatedSource: "The field source of events of the core group.",
    deprecatedFirstTimestamp: "The field firstTimestamp of events of the core group.",
    deprecatedLastTimestamp: "The field lastTimestamp of events of the core group.",
    deprecatedCount: "The field count of events of the core group.",
  }],
  EventSeries: ["Data about a repeating event.", {
    count: "How many times it has occurred so far.",
    lastObservedTime: "When it last occurred.",
  }],
};

/** Of the core group. */
export const CORE_EVENTS: Words = {
  Event: [IS, {
    ...EVENT,
    involvedObject: "The object that the event is about. It must be in the namespace of the event.",
    reason: "The reason as one word in CamelCase, such as FailedScheduling.",
    message: "A human-readable description of the event.",
    source: "The reporting program, in older events.",
    firstTimestamp: "When the event first occurred, in older events.",
    lastTimestamp: "When the event last occurred, in older events.",
    count: "How many times the event occurred, in older events.",
    series: "Set if the event repeats: how often, and when last.",
    action: "The action that was taken or failed, such as Binding or Pulling.",
    reportingComponent: "The name of the reporting program: DOMAIN/NAME.",
    reportingInstance: INSTANCE,
  }],
  EventSeries: EVENTS.EventSeries ?? [""],
  EventSource: ["The program that reports an event.", {
    component: "The name of the program.",
    host: "The node that the program runs on.",
  }],
};
