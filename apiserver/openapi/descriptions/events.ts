/**
 * Events: of the group of their own, and of the core group. One stored object, in two forms.
 *
 * @module
 */

import type { FieldWords, Words } from "./words.ts";

const IS = "Something that happened to an object. It is kept for a while only, one hour unless " +
  "the server is told otherwise, and may get lost: programs must not rely on it.";

const EVENT: FieldWords = {
  eventTime: "When it was first seen.",
  action: "What was done, or did not succeed: Binding, Pulling. At most 128 characters.",
  reason: "Why, as one word in CamelCase: FailedScheduling. At most 128 characters.",
  type: "Normal or Warning.",
  related: "A second object that it is about.",
};

const INSTANCE = "Which instance of that program. At most 128 characters.";

/** Of the group of their own. */
export const EVENTS: Words = {
  Event: [IS, {
    ...EVENT,
    eventTime: "When it was first seen. Required.",
    series: "Set when it has happened again and again.",
    reportingController: "The program that reports it: DOMAIN/NAME.",
    reportingInstance: INSTANCE,
    regarding: "The object that it is about.",
    note: "What happened, for people. At most 1024 bytes.",
    deprecatedSource: "The source, as events of the core group have it.",
    deprecatedFirstTimestamp: "The firstTimestamp of events of the core group.",
    deprecatedLastTimestamp: "The lastTimestamp of events of the core group.",
    deprecatedCount: "The count of events of the core group.",
  }],
  EventSeries: ["Something that has happened again and again.", {
    count: "How many times, so far.",
    lastObservedTime: "When it was last seen.",
  }],
};

/** Of the core group. */
export const CORE_EVENTS: Words = {
  Event: [IS, {
    ...EVENT,
    involvedObject: "The object that it is about. In the namespace of the event.",
    reason: "Why, as one word in CamelCase: FailedScheduling.",
    message: "What happened, for people.",
    source: "The program that reports it, in older events.",
    firstTimestamp: "When it was first seen, in older events.",
    lastTimestamp: "When it was last seen, in older events.",
    count: "How many times it was seen, in older events.",
    series: "Set when it has happened again and again.",
    action: "What was done, or did not succeed: Binding, Pulling.",
    reportingComponent: "The program that reports it: DOMAIN/NAME.",
    reportingInstance: INSTANCE,
  }],
  EventSeries: EVENTS.EventSeries ?? [""],
  EventSource: ["The program that reports an event.", {
    component: "The program.",
    host: "The node that it runs on.",
  }],
};
