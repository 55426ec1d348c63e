/**
 * Resources that show the stored objects of another: events of two groups, autoscalers of two
 * versions. One object, two ways to write it.
 *
 * @module
 */

import type { JsonObject } from "../../toolkit/codec/mod.ts";
import { NAMES } from "../../toolkit/names.ts";
import { formatApiVersion, type Resource, type Schema } from "../../toolkit/schema/mod.ts";
import type { View } from "../registry/served_resource.ts";

/** How a resource shows the objects of the one that it is another view of. */
export function viewOfResource(resource: Resource, schema: Schema): View {
  const stored = resource.sameObjectAs!;
  const own = formatApiVersion(resource.group, resource.version);
  const theirs = formatApiVersion(stored.group, stored.version);
  const make = VIEWS[resource.resource];
  if (make === undefined) throw new Error(`no view of ${own} ${resource.resource} is known`);
  const view = make(schema);
  return {
    ...view,
    fromStored: (object) => ({ ...view.fromStored(object), apiVersion: own }),
    toStored: (object) => ({ ...view.toStored(object), apiVersion: theirs }),
  };
}

const VIEWS: Readonly<Record<string, (schema: Schema) => View>> = {
  events: () => ({
    fromStored: (object) => renamed(object, EVENT_FIELDS),
    toStored: (object) => renamed(object, EVENT_FIELDS.map(([old, now]) => [now, old])),
    storedField(field) {
      const [first = "", ...rest] = field.split(".");
      const found = EVENT_FIELDS.find((names) => names.includes(first));
      // By its old name a field is none of the new group's.
      return found?.[0] === first ? "" : [found?.[0] ?? first, ...rest].join(".");
    },
  }),
  horizontalpodautoscalers: ({ dialect }) => autoscalerView(NAMES[dialect].domain),
};

/** Fields of stored events by those of the newer group's, in pairs; the rest is alike. */
const EVENT_FIELDS: readonly (readonly [string, string])[] = [
  ["involvedObject", "regarding"],
  ["message", "note"],
  ["reportingComponent", "reportingController"],
  ["source", "deprecatedSource"],
  ["firstTimestamp", "deprecatedFirstTimestamp"],
  ["lastTimestamp", "deprecatedLastTimestamp"],
  ["count", "deprecatedCount"],
];

function renamed(object: JsonObject, pairs: readonly (readonly [string, string])[]): JsonObject {
  const names = new Map(pairs);
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [names.get(name) ?? name, value]),
  );
}

/** Parts of a newer autoscaler that the old version has no fields for, which it shows as annotations. */
interface Annotations {
  readonly metrics: string;
  readonly currentMetrics: string;
  readonly conditions: string;
  readonly behavior: string;
}

function autoscalerView(domain: string): View {
  const prefix = `autoscaling.alpha.${domain}`;
  const keys: Annotations = {
    metrics: `${prefix}/metrics`,
    currentMetrics: `${prefix}/current-metrics`,
    conditions: `${prefix}/conditions`,
    behavior: `${prefix}/behavior`,
  };
  return {
    fromStored: (object) => toOldAutoscaler(object, keys),
    toStored: (object) => toNewAutoscaler(object, keys),
  };
}

function isCpuUse(value: unknown): boolean {
  const { type, resource } = value as { type?: string; resource?: JsonObject };
  const target = (resource?.target ?? resource?.current) as JsonObject | undefined;
  return type === "Resource" && resource?.name === "cpu" &&
    target?.averageUtilization !== undefined;
}

function toOldAutoscaler(object: JsonObject, keys: Annotations): JsonObject {
  const { metrics, behavior, ...spec } = (object.spec ?? {}) as JsonObject;
  const { currentMetrics, conditions, ...status } = (object.status ?? {}) as JsonObject;
  const annotations: Record<string, string> = {};
  const [cpu, others] = split(metrics);
  if (cpu !== undefined) {
    spec.targetCPUUtilizationPercentage =
      ((cpu.resource as JsonObject).target as JsonObject).averageUtilization;
  }
  if (others.length > 0) annotations[keys.metrics] = JSON.stringify(others);
  if (behavior !== undefined && behavior !== null) {
    annotations[keys.behavior] = JSON.stringify(behavior);
  }
  const [currentCpu, otherCurrent] = split(currentMetrics);
  if (currentCpu !== undefined) {
    status.currentCPUUtilizationPercentage =
      ((currentCpu.resource as JsonObject).current as JsonObject).averageUtilization;
  }
  if (otherCurrent.length > 0) annotations[keys.currentMetrics] = JSON.stringify(otherCurrent);
  if (Array.isArray(conditions) && conditions.length > 0) {
    annotations[keys.conditions] = JSON.stringify(conditions);
  }
  return { ...object, metadata: withAnnotations(object.metadata, annotations), spec, status };
}

/** The metric of the processor's use, which the old version has a field for, and all others. */
function split(metrics: unknown): [JsonObject | undefined, unknown[]] {
  const all = Array.isArray(metrics) ? metrics : [];
  const cpu = all.find(isCpuUse) as JsonObject | undefined;
  return [cpu, all.filter((metric) => metric !== cpu)];
}

function withAnnotations(metadata: unknown, added: Record<string, string>): unknown {
  const { annotations } = (metadata ?? {}) as { annotations?: Record<string, string> };
  if (Object.keys(added).length === 0) return metadata;
  return { ...metadata as object, annotations: { ...annotations, ...added } };
}

function toNewAutoscaler(object: JsonObject, keys: Annotations): JsonObject {
  const { targetCPUUtilizationPercentage: target, ...spec } = (object.spec ?? {}) as JsonObject;
  const { currentCPUUtilizationPercentage: current, ...status } = (object.status ??
    {}) as JsonObject;
  const { annotations: all = {} } = (object.metadata ?? {}) as {
    annotations?: Record<string, string>;
  };
  const annotations = { ...all };
  const take = (key: string): unknown => {
    const text = annotations[key];
    delete annotations[key];
    try {
      return text === undefined ? undefined : JSON.parse(text);
    } catch {
      // It says nothing then, as in the reference.
      return undefined;
    }
  };
  const list = (value: unknown) => Array.isArray(value) ? value : [];
  const metrics = list(take(keys.metrics));
  if (target !== undefined) {
    const resource = { name: "cpu", target: { type: "Utilization", averageUtilization: target } };
    metrics.unshift({ type: "Resource", resource });
  }
  if (metrics.length > 0) spec.metrics = metrics;
  const behavior = take(keys.behavior);
  if (behavior !== undefined) spec.behavior = behavior;
  const currentMetrics = list(take(keys.currentMetrics));
  if (current !== undefined) {
    const resource = { name: "cpu", current: { averageUtilization: current } };
    currentMetrics.unshift({ type: "Resource", resource });
  }
  if (currentMetrics.length > 0) status.currentMetrics = currentMetrics;
  const conditions = list(take(keys.conditions));
  if (conditions.length > 0) status.conditions = conditions;
  const metadata: JsonObject = { ...object.metadata as object };
  if (Object.keys(annotations).length > 0) metadata.annotations = annotations;
  else delete metadata.annotations;
  return { ...object, metadata, spec, status };
}
