/**
 * What an autoscaler measures.
 *
 * @module
 */

import type {
  CrossVersionObjectReference,
  MetricIdentifier,
  MetricSpec,
  MetricTarget,
} from "../../../toolkit/api/autoscaling_v2.ts";
import { FieldError, type FieldPath } from "../../../toolkit/errors/mod.ts";
import {
  addInvalid,
  checkDns1123Label,
  checkPathSegmentName,
} from "../../../toolkit/validation/mod.ts";
import type { Names } from "../../../toolkit/names.ts";
import { Quantity } from "../../../toolkit/values/mod.ts";
import { requirePathSegment } from "../validation/references.ts";
import { validateContainerResourceName } from "../validation/resources.ts";

const TYPES = ["ContainerResource", "External", "Object", "Pods", "Resource"];
const TARGET_TYPES = ["Utilization", "Value", "AverageValue"];

type Source = Exclude<keyof MetricSpec, "type">;

/** Where the source of each type stands. */
const SOURCE_OF: ReadonlyMap<string, Source> = new Map([
  ["Object", "object"],
  ["External", "external"],
  ["Pods", "pods"],
  ["Resource", "resource"],
  ["ContainerResource", "containerResource"],
]);

const SOURCES = [...SOURCE_OF.values()];

/** Whether it can be measured while there are no pods. */
export function needsNoPods({ type }: MetricSpec): boolean {
  return type === "Object" || type === "External";
}

/** The rules for what is measured; `old` is what was before. */
export function validateMetrics(
  errors: FieldError[],
  path: FieldPath,
  metrics: readonly MetricSpec[],
  old: readonly MetricSpec[] = [],
  names: Names,
): void {
  const lenient = old.some(({ object }) =>
    object !== undefined && !isApiVersion(object.describedObject.apiVersion)
  );
  for (const [index, metric] of metrics.entries()) {
    validateMetric(errors, path.index(index), metric, { lenient, names });
  }
}

function isApiVersion(text = ""): boolean {
  return text.split("/").length <= 2;
}

interface Judging {
  /** What older rules took of references stays. */
  readonly lenient: boolean;
  readonly names: Names;
}

function validateMetric(
  errors: FieldError[],
  path: FieldPath,
  metric: MetricSpec,
  by: Judging,
): void {
  const { type } = metric;
  const at = path.child("type");
  if (!type) errors.push(FieldError.required(at, "must specify a metric source type"));
  if (!TYPES.includes(type)) errors.push(FieldError.notSupported(at, type, TYPES));
  const given = SOURCES.filter((source) => metric[source] !== undefined);
  const [first] = given;
  if (first !== undefined) validateSource(errors, path.child(first), metric, first, by);
  const expected = SOURCE_OF.get(type);
  if (expected !== undefined && metric[expected] === undefined) {
    const why = "must populate information for the given metric source";
    errors.push(FieldError.required(path.child(expected), why));
  }
  // The reference says it again, and clients compare causes.
  if (expected === undefined) errors.push(FieldError.notSupported(at, type, TYPES));
  if (given.length === 1) return;
  for (const source of given.filter((one) => one !== expected).sort()) {
    const why = "must populate the given metric source only";
    errors.push(FieldError.forbidden(path.child(source), why));
  }
}

function validateSource(
  errors: FieldError[],
  path: FieldPath,
  metric: MetricSpec,
  source: Source,
  { lenient, names }: Judging,
): void {
  const target = metric[source]!.target;
  const at = path.child("target");
  if (source === "object") {
    validateReference(errors, path.child("describedObject"), metric.object!.describedObject, {
      lenient,
    });
  }
  if (source === "object" || source === "external" || source === "pods") {
    validateIdentifier(errors, path.child("metric"), metric[source]!.metric);
  } else if (!metric[source]!.name) {
    errors.push(FieldError.required(path.child("name"), "must specify a resource name"));
  } else if (source === "containerResource") {
    validateContainerResourceName(errors, path.child("name"), metric[source]!.name, names);
  }
  if (source === "containerResource") {
    const { container } = metric.containerResource!;
    const place = path.child("container");
    if (!container) errors.push(FieldError.required(place, "must specify a container"));
    else addInvalid(errors, place, container, checkDns1123Label(container));
  }
  validateTarget(errors, at, target);
  DEMANDS[source](errors, at, target);
}

/** What each source wants of its target. */
const DEMANDS: Readonly<Record<Source, typeof demandResource>> = {
  object(errors, path, { value, averageValue }) {
    if (value !== undefined || averageValue !== undefined) return;
    const why = "must set either a target value or averageValue";
    errors.push(FieldError.required(path.child("averageValue"), why));
  },
  external(errors, path, { value, averageValue }) {
    if (value === undefined && averageValue === undefined) {
      const why = "must set either a target value for metric or a per-pod target";
      errors.push(FieldError.required(path.child("averageValue"), why));
    } else if (value !== undefined && averageValue !== undefined) {
      const why = "may not set both a target value for metric and a per-pod target";
      errors.push(FieldError.forbidden(path.child("value"), why));
    }
  },
  pods(errors, path, { averageValue }) {
    if (averageValue !== undefined) return;
    const why = "must specify a positive target averageValue";
    errors.push(FieldError.required(path.child("averageValue"), why));
  },
  resource: demandResource,
  containerResource: demandResource,
};

function demandResource(
  errors: FieldError[],
  path: FieldPath,
  { averageUtilization, averageValue }: MetricTarget,
): void {
  if (averageUtilization === undefined && averageValue === undefined) {
    const why = "must set either a target raw value or a target utilization";
    errors.push(FieldError.required(path.child("averageUtilization"), why));
  } else if (averageUtilization !== undefined && averageValue !== undefined) {
    const why = "may not set both a target raw value and a target utilization";
    errors.push(FieldError.forbidden(path.child("averageValue"), why));
  }
}

function validateReference(
  errors: FieldError[],
  path: FieldPath,
  { kind, name, apiVersion = "" }: CrossVersionObjectReference,
  { lenient }: { readonly lenient: boolean },
): void {
  requirePathSegment(errors, path.child("kind"), kind);
  requirePathSegment(errors, path.child("name"), name);
  if (lenient || isApiVersion(apiVersion)) return;
  const why = `unexpected GroupVersion string: ${apiVersion}`;
  errors.push(FieldError.invalid(path.child("apiVersion"), apiVersion, why));
}

function validateIdentifier(
  errors: FieldError[],
  path: FieldPath,
  { name }: MetricIdentifier,
): void {
  if (!name) errors.push(FieldError.required(path.child("name"), "must specify a metric name"));
  else addInvalid(errors, path.child("name"), name, checkPathSegmentName(name));
}

function validateTarget(errors: FieldError[], path: FieldPath, target: MetricTarget): void {
  const { type, averageUtilization } = target;
  if (!type) {
    errors.push(FieldError.required(path.child("type"), "must specify a metric target type"));
  }
  if (!TARGET_TYPES.includes(type)) {
    const why = "must be either Utilization, Value, or AverageValue";
    errors.push(FieldError.invalid(path.child("type"), type, why));
  }
  for (const field of ["value", "averageValue"] as const) {
    const value = target[field];
    if (value === undefined || Quantity.parse(value).sign > 0) continue;
    errors.push(FieldError.invalid(path.child(field), value, "must be positive"));
  }
  if (averageUtilization !== undefined && averageUtilization < 1) {
    const at = path.child("averageUtilization");
    errors.push(FieldError.invalid(at, averageUtilization, "must be greater than 0"));
  }
}
