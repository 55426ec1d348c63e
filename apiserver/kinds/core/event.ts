/**
 * Events: what happened to objects, as programs tell it.
 *
 * @module
 */

import type { Event } from "../../../toolkit/api/core_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { FieldError, FieldPath } from "../../../toolkit/errors/mod.ts";
import type { Names } from "../../../toolkit/names.ts";
import {
  addInvalid,
  checkDns1123Subdomain,
  checkLabelKey,
  isLongerThan,
} from "../../../toolkit/validation/mod.ts";
import { Since } from "../../bodies/since.ts";
import type { KindRules } from "../declaration.ts";
import { at } from "../fields.ts";
import { checkPathName } from "../validation/path_name.ts";
import { type Column, columnsOf, NAME_COLUMN } from "../columns/column.ts";

const DEFAULT_NAMESPACE = "default";
const REGARDING_NAMESPACE = FieldPath.of("involvedObject", "namespace");

const view = (object: JsonObject) => object as unknown as Event;

/** What an event tells of itself, whichever of the two groups names its fields. */
export interface EventFacts {
  readonly namespace: string;
  readonly aboutNamespace: string;
  readonly eventTime: string | null | undefined;
  readonly reporter: string;
  /** What the reporter's field is called. */
  readonly reporterField: string;
  readonly reportingInstance: string;
  readonly action: string;
  readonly reason: string;
  readonly message: string;
}

/** The rules of both groups. One that says when it happened says all else as well. */
export function validateEventFacts(facts: EventFacts, names: Names): FieldError[] {
  const errors: FieldError[] = [];
  const { namespace, aboutNamespace } = facts;
  const isNew = Boolean(facts.eventTime);
  const clusterWide = namespace === DEFAULT_NAMESPACE ||
    (isNew ? namespace === names.namespaceSystem : namespace === "");
  const matches = aboutNamespace === "" ? clusterWide : isNew || aboutNamespace === namespace;
  if (!matches) {
    const why = "does not match event.namespace";
    errors.push(FieldError.invalid(REGARDING_NAMESPACE, aboutNamespace, why));
  }
  if (isNew) {
    const reporter = FieldPath.of(facts.reporterField);
    if (facts.reporter === "") errors.push(FieldError.required(reporter));
    addInvalid(errors, reporter, facts.reporter, checkLabelKey(facts.reporter));
    for (const [field, text, limit, required] of textsOf(facts)) {
      const path = FieldPath.of(field);
      if (required && text === "") errors.push(FieldError.required(path));
      if (isLongerThan(text, limit)) {
        errors.push(FieldError.invalid(path, "", `can have at most ${limit} characters`));
      }
    }
  }
  addInvalid(errors, FieldPath.of("namespace"), namespace, checkDns1123Subdomain(namespace));
  return errors;
}

type Text = readonly [field: string, text: string, limitBytes: number, required: boolean];

function textsOf({ reportingInstance, action, reason, message }: EventFacts): readonly Text[] {
  return [
    ["reportingInstance", reportingInstance, 128, true],
    ["action", action, 128, true],
    ["reason", reason, 128, true],
    ["message", message, 1024, false],
  ];
}

function factsOf(event: Event): EventFacts {
  return {
    namespace: event.metadata.namespace ?? "",
    aboutNamespace: event.involvedObject.namespace ?? "",
    eventTime: event.eventTime,
    reporter: event.reportingComponent ?? "",
    reporterField: "reportingComponent",
    reportingInstance: event.reportingInstance ?? "",
    action: event.action ?? "",
    reason: event.reason ?? "",
    message: event.message ?? "",
  };
}

function firstSeen({ firstTimestamp, eventTime }: Event): Since {
  return new Since(firstTimestamp ?? eventTime);
}

function lastSeen(event: Event): Since {
  const { series, lastTimestamp } = event;
  if (series !== undefined) return new Since(series.lastObservedTime);
  return lastTimestamp ? new Since(lastTimestamp) : firstSeen(event);
}

function sourceOf({ source, reportingComponent, reportingInstance }: Event): string {
  const component = source?.component || reportingComponent || "";
  const instance = source?.host || reportingInstance;
  return instance ? `${component}, ${instance}` : component;
}

const COLUMNS: readonly Column[] = [
  {
    name: "Last Seen",
    description: "The time since the event was last observed",
    cell: (object) => lastSeen(view(object)),
  },
  {
    name: "Type",
    description: "The type of the event: Normal or Warning",
    cell: (object) => object.type ?? "",
  },
  {
    name: "Reason",
    description: "The reason for the event, in a word",
    cell: (object) => object.reason ?? "",
  },
  {
    name: "Object",
    description: "The object that the event is about",
    cell(object) {
      const { kind = "", name = "" } = view(object).involvedObject;
      return kind.toLowerCase() + (name && `/${name}`);
    },
  },
  {
    name: "Subobject",
    description: "The part of the object that the event is about",
    wide: true,
    cell: (object) => view(object).involvedObject.fieldPath ?? "",
  },
  {
    name: "Source",
    description: "The component that reports the event",
    wide: true,
    cell: (object) => sourceOf(view(object)),
  },
  {
    name: "Message",
    description: "A description of what happened",
    cell: (object) => (view(object).message ?? "").trim(),
  },
  {
    name: "First Seen",
    description: "The time since the event was first observed",
    wide: true,
    cell: (object) => firstSeen(view(object)),
  },
  {
    name: "Count",
    description: "The number of times the event has occurred",
    wide: true,
    cell(object) {
      const { series, count } = view(object);
      return series === undefined ? count || 1 : series.count ?? 0;
    },
  },
  { ...NAME_COLUMN, wide: true },
];

/** How lists show events, told of as stored ones are. */
export const EVENT_COLUMNS = columnsOf(...COLUMNS);

/**
 * The rules for events of the core group, the fields by which they can be selected, and the indexes
 * that `describe` uses.
 */
export function eventRules(names: Names): KindRules {
  const validate = (object: JsonObject) => validateEventFacts(factsOf(view(object)), names);
  return {
    createsOnUpdate: true,
    defaultPropagation: "none",
    // Reporters draw the ends of names from whatever letters they have.
    checkName: checkPathName,
    fields: {
      "involvedObject.kind": true,
      "involvedObject.namespace": true,
      "involvedObject.name": true,
      "involvedObject.uid": true,
      "involvedObject.apiVersion": true,
      "involvedObject.resourceVersion": true,
      "involvedObject.fieldPath": true,
      "reason": true,
      "reportingComponent": true,
      "source": (object) => at(object, "source.component") || at(object, "reportingComponent"),
      "type": true,
    },
    // Whoever describes an object asks for its events: by both, or by its name alone.
    indexed: ["involvedObject.uid", "involvedObject.name"],
    takesBareFinalizers: true,
    columns: EVENT_COLUMNS,
    validate,
    validateUpdate: validate,
  };
}
