/**
 * How the old version shows autoscalers: one metric has a field, all else is told in annotations.
 *
 * @module
 */

import type * as old from "../../../toolkit/api/autoscaling_v1.ts";
import type {
  HorizontalPodAutoscaler,
  HorizontalPodAutoscalerBehavior,
  HPAScalingRules,
  MetricSpec,
  MetricStatus,
} from "../../../toolkit/api/autoscaling_v2.ts";
import { canonicalObject, type JsonObject, rawText } from "../../../toolkit/codec/mod.ts";
import { NAMES } from "../../../toolkit/names.ts";
import { type Schema, schemaOf, type StructType } from "../../../toolkit/schema/mod.ts";
import type { LocalVersionConverter } from "../../resource/served_resource.ts";
import { setSchemaDefaults } from "../../resource/schema_defaults.ts";
import { setAutoscalerDefaults } from "./autoscaler.ts";
import {
  type Annotations,
  oldAnnotations,
  withAnnotations,
  withoutKeys,
} from "./old_annotations.ts";
import { newMetric, newStatus, oldMetric, oldStatus } from "./v1_metrics.ts";

/** What is read from annotations. */
type Types = { readonly [K in keyof Annotations | "whole"]: StructType };

/** How the old version's resource shows the objects of the new one. */
export function autoscalerConverter(schema: Schema): LocalVersionConverter {
  const keys = oldAnnotations(NAMES[schema.dialect]);
  const types: Types = {
    whole: schema.struct("autoscaling/v2", "HorizontalPodAutoscaler"),
    metrics: schema.struct("autoscaling/v1", "MetricSpec"),
    currentMetrics: schema.struct("autoscaling/v1", "MetricStatus"),
    conditions: schema.struct("autoscaling/v1", "HorizontalPodAutoscalerCondition"),
    behavior: schema.struct("autoscaling/v2", "HorizontalPodAutoscalerBehavior"),
  };
  return {
    fromStored: (object) => toOld(object, keys),
    toStored(object) {
      const stored = toNew(object, keys, types);
      setSchemaDefaults(types.whole, stored);
      setAutoscalerDefaults(stored);
      return stored;
    },
    toStoredAsSaid: (object) => toNew(object, keys, types),
  };
}

/** The view of a dialect's old version, for those who have no schema at hand. */
export function autoscalerConverterOf(dialect: Schema["dialect"]): LocalVersionConverter {
  return autoscalerConverter(schemaOf(dialect));
}

/** The one metric that the old version has a field for: how much of the processor pods use. */
function isCpuUse({ type, resource }: MetricSpec): boolean {
  return type === "Resource" && resource?.name === "cpu" &&
    resource.target.averageUtilization !== undefined;
}

function toOld(object: JsonObject, keys: Annotations): JsonObject {
  const { spec: all, status: whole, metadata } = object as unknown as HorizontalPodAutoscaler;
  const { metrics = [], behavior, ...spec } = { ...all } as Partial<NonNullable<typeof all>>;
  const { currentMetrics, conditions, ...status } = { ...whole } as Partial<
    NonNullable<typeof whole>
  >;
  const annotations = withoutKeys(metadata?.annotations, keys);
  const cpu = metrics.find(isCpuUse);
  const others = metrics.filter((metric) => metric !== cpu);
  if (others.length > 0) annotations[keys.metrics] = rawText(others.map(oldMetric));
  // All of them, as the one field for the processor's use says less.
  if (currentMetrics?.length) {
    annotations[keys.currentMetrics] = rawText(currentMetrics.map(oldStatus));
  }
  if (conditions?.length) annotations[keys.conditions] = rawText(conditions);
  if (behavior) annotations[keys.behavior] = rawText(oldBehavior(behavior));
  const target = cpu?.resource?.target.averageUtilization;
  const use = cpuUse(currentMetrics ?? []);
  return {
    ...object,
    metadata: withAnnotations(metadata, annotations),
    spec: { ...spec, ...(target !== undefined && { targetCPUUtilizationPercentage: target }) },
    status: {
      // The one version always says how many there are, the other not where there are none.
      currentReplicas: 0,
      ...status,
      ...(use !== undefined && { currentCPUUtilizationPercentage: use }),
    },
  };
}

function cpuUse(statuses: readonly MetricStatus[]): number | undefined {
  for (const { type, resource } of statuses) {
    const use = resource?.current.averageUtilization;
    if (type === "Resource" && resource?.name === "cpu" && use !== undefined) return use;
  }
  return undefined;
}

function toNew(object: JsonObject, keys: Annotations, types: Types): JsonObject {
  const { spec: all, status: whole, metadata } = object as unknown as old.HorizontalPodAutoscaler;
  const { targetCPUUtilizationPercentage: target, ...spec } = { ...all };
  const { currentCPUUtilizationPercentage: use, ...status } = { ...whole };
  const { annotations = {} } = metadata ?? {};
  const read = (key: keyof Annotations) => readList(annotations[keys[key]], types[key]);
  const metrics = (read("metrics") ?? []).map((one) => newMetric(one as unknown as old.MetricSpec));
  if (target !== undefined) {
    const cpu = { type: "Utilization", averageUtilization: target };
    metrics.push({ type: "Resource", resource: { name: "cpu", target: cpu } });
  }
  const behavior = readBehavior(annotations[keys.behavior], types.behavior);
  const measured = read("currentMetrics")
    ?.map((one) => newStatus(one as unknown as old.MetricStatus)) ?? ofCpuUse(use);
  const conditions = read("conditions");
  return canonicalObject(types.whole, {
    ...object,
    metadata: withAnnotations(metadata, withoutKeys(annotations, keys)),
    spec: { ...spec, metrics, ...(behavior && { behavior }) },
    status: { ...status, currentMetrics: measured, ...(conditions && { conditions }) },
  });
}

function ofCpuUse(use: number | undefined): MetricStatus[] | null {
  if (use === undefined) return null;
  return [{ type: "Resource", resource: { name: "cpu", current: { averageUtilization: use } } }];
}

/** Reads a list out of an annotation; what is none says nothing. */
function readList(text: string | undefined, type: StructType): JsonObject[] | undefined {
  return readJson(text, (value) => (value as unknown[]).map((one) => canonicalObject(type, one)));
}

/** Reads a behavior out of an annotation; what is none says nothing. */
function readBehavior(
  text: string | undefined,
  type: StructType,
): HorizontalPodAutoscalerBehavior | undefined {
  return readJson(text, (value) => {
    const behavior = canonicalObject(type, recased(value as object));
    return Object.keys(behavior).length === 0
      ? undefined
      : behavior as unknown as HorizontalPodAutoscalerBehavior;
  });
}

function readJson<T>(
  text: string | undefined,
  read: (value: unknown) => T | undefined,
): T | undefined {
  if (!text) return undefined;
  try {
    return read(JSON.parse(text));
  } catch {
    // Whatever somebody wrote there, it is an annotation: it breaks nothing.
    return undefined;
  }
}

/** A behavior as the annotation tells it: with all fields, under names of their own. */
function oldBehavior({ scaleUp, scaleDown }: HorizontalPodAutoscalerBehavior) {
  return { ScaleUp: oldRules(scaleUp), ScaleDown: oldRules(scaleDown) };
}

function oldRules(rules: HPAScalingRules | undefined) {
  return rules === undefined ? null : {
    StabilizationWindowSeconds: rules.stabilizationWindowSeconds ?? null,
    SelectPolicy: rules.selectPolicy ?? null,
    Policies: rules.policies?.map(({ type, value, periodSeconds }) => ({
      Type: type,
      Value: value,
      PeriodSeconds: periodSeconds,
    })) ?? null,
    Tolerance: rules.tolerance ?? null,
  };
}

/** Policies of rules of a behavior: there is nothing below them. */
const BEHAVIOR_DEPTH = 4;

/** A behavior with its fields' names as they are, of one that an annotation tells. */
function recased(value: unknown, depth = BEHAVIOR_DEPTH): unknown {
  if (typeof value !== "object" || value === null || depth === 0) return value;
  if (Array.isArray(value)) return value.map((one) => recased(one, depth - 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name.slice(0, 1).toLowerCase() + name.slice(1),
      recased(one, depth - 1),
    ]),
  );
}
