/**
 * Events of the group events.
 *
 * @module
 */

import type { Event as StoredEvent } from "../../../toolkit/api/core_v1.ts";
import type { Event } from "../../../toolkit/api/events_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { FieldError, FieldPath } from "../../../toolkit/errors/mod.ts";
import type { Names } from "../../../toolkit/names.ts";
import { equalStored } from "../../resource/equal_stored.ts";
import { EVENT_COLUMNS, validateEventFacts } from "../core/event.ts";
import type { KindRules } from "../declaration.ts";
import { validateUnchanged } from "../validation/immutable.ts";

const TYPES = ["Normal", "Warning"];

const view = (object: JsonObject) => object as unknown as Event;

/** What older programs tell events by, and what the errors call it. */
const DEPRECATED = [
  ["deprecatedFirstTimestamp", "firstTimestamp"],
  ["deprecatedLastTimestamp", "lastTimestamp"],
  ["deprecatedCount", "count"],
] as const;

/** What is told once, by the names that errors call it; the reference looks at one of them twice. */
const TOLD_ONCE = [
  "involvedObject",
  "reason",
  "message",
  "source",
  "firstTimestamp",
  "lastTimestamp",
  "count",
  "reason",
  "type",
  "eventTime",
  "action",
  "related",
  "reportingController",
  "reportingInstance",
];

function validateSeries(errors: FieldError[], { series }: Event): void {
  if (series === undefined) return;
  const path = FieldPath.of("series");
  if (series.count < 2) {
    errors.push(FieldError.invalid(path.child("count"), "", "should be at least 2"));
  }
  if (!series.lastObservedTime) errors.push(FieldError.required(path.child("lastObservedTime")));
}

function validateShape(errors: FieldError[], event: Event): void {
  validateSeries(errors, event);
  if (!event.eventTime) errors.push(FieldError.required(FieldPath.of("eventTime")));
  const { type = "" } = event;
  if (!TYPES.includes(type)) {
    errors.push(FieldError.invalid(FieldPath.of("type"), "", `has invalid value: ${type}`));
  }
  for (const [field, name] of DEPRECATED) {
    if (event[field]) errors.push(FieldError.invalid(FieldPath.of(name), "", UNSET));
  }
  const { component, host } = event.deprecatedSource ?? {};
  if (component || host) errors.push(FieldError.invalid(FieldPath.of("source"), "", UNSET));
}

const UNSET = "needs to be unset";

/** As a stored one, for what both groups show alike. */
function asStored(event: Event): JsonObject {
  const stored: Partial<StoredEvent> = {
    ...(event.metadata !== undefined && { metadata: event.metadata }),
    involvedObject: event.regarding ?? {},
    reason: event.reason ?? "",
    message: event.note ?? "",
    source: event.deprecatedSource ?? {},
    firstTimestamp: event.deprecatedFirstTimestamp ?? null,
    lastTimestamp: event.deprecatedLastTimestamp ?? null,
    count: event.deprecatedCount ?? 0,
    type: event.type ?? "",
    eventTime: event.eventTime,
    action: event.action ?? "",
    ...(event.related !== undefined && { related: event.related }),
    ...(event.series !== undefined && { series: event.series }),
    reportingComponent: event.reportingController ?? "",
    reportingInstance: event.reportingInstance ?? "",
  };
  return stored as unknown as JsonObject;
}

/**
 * The rules for events of the group events. They are stored as events of the core group; new ones
 * must have event time, reporter, action and reason.
 */
export function newEventRules(names: Names): KindRules {
  const validateFacts = (event: Event): FieldError[] =>
    validateEventFacts({
      namespace: event.metadata?.namespace ?? "",
      aboutNamespace: event.regarding?.namespace ?? "",
      eventTime: event.eventTime,
      reporter: event.reportingController ?? "",
      reporterField: "reportingController",
      reportingInstance: event.reportingInstance ?? "",
      action: event.action ?? "",
      reason: event.reason ?? "",
      message: event.note ?? "",
    }, names);
  return {
    createsOnUpdate: true,
    defaultPropagation: "none",
    columns: {
      definitions: EVENT_COLUMNS.definitions,
      cells: (object) => EVENT_COLUMNS.cells(asStored(view(object))),
    },
    validate(object) {
      const errors = validateFacts(view(object));
      validateShape(errors, view(object));
      return errors;
    },
    validateUpdate(object, old) {
      const errors = validateFacts(view(object));
      const { series } = view(object);
      if (!equalStored(series, view(old).series)) validateSeries(errors, view(object));
      const [stored, before] = [asStored(view(object)), asStored(view(old))];
      for (const name of TOLD_ONCE) {
        const field = name === "reportingController" ? "reportingComponent" : name;
        validateUnchanged(errors, FieldPath.of(name), stored[field], before[field]);
      }
      return errors;
    },
  };
}
