/**
 * Metrics as the old version of autoscalers writes them, in the annotations that tell of what it has
 * no fields for.
 *
 * @module
 */

import type * as old from "../../../toolkit/api/autoscaling_v1.ts";
import type {
  MetricSpec,
  MetricStatus,
  MetricTarget,
  MetricValueStatus,
} from "../../../toolkit/api/autoscaling_v2.ts";

/** A value with those of its fields left out that are undefined. */
type Given<T> = { [K in keyof T]: Exclude<T[K], undefined> };

function given<T extends object>(fields: { [K in keyof T]: T[K] | undefined }): Given<T> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Given<T>;
}

/** What the old version calls the amount of nothing. */
const NOTHING = "0";

/** A metric in the old form. */
export function oldMetric(
  { type, object, pods, resource, containerResource, external }: MetricSpec,
) {
  return given({
    type,
    object: object && given({
      target: object.describedObject,
      metricName: object.metric.name,
      targetValue: object.target.value ?? NOTHING,
      selector: object.metric.selector,
      averageValue: object.target.averageValue,
    }),
    pods: pods && given({
      metricName: pods.metric.name,
      targetAverageValue: pods.target.averageValue ?? NOTHING,
      selector: pods.metric.selector,
    }),
    resource: resource && given({ name: resource.name, ...oldResourceTarget(resource.target) }),
    containerResource: containerResource && given({
      name: containerResource.name,
      ...oldResourceTarget(containerResource.target),
      container: containerResource.container,
    }),
    external: external && given({
      metricName: external.metric.name,
      metricSelector: external.metric.selector,
      targetValue: external.target.value,
      targetAverageValue: external.target.averageValue,
    }),
  });
}

function oldResourceTarget({ averageUtilization, averageValue }: MetricTarget) {
  return { targetAverageUtilization: averageUtilization, targetAverageValue: averageValue };
}

/** A metric of the old form. */
export function newMetric(metric: old.MetricSpec): MetricSpec {
  const { type, object, pods, resource, containerResource, external } = metric;
  return given({
    type,
    object: object && {
      describedObject: object.target,
      metric: given({ name: object.metricName, selector: object.selector }),
      target: given({
        type: object.averageValue === undefined ? "Value" : "AverageValue",
        // Where only an average is wanted, the old form has to say nothing of all.
        value: object.averageValue !== undefined && object.targetValue === NOTHING
          ? undefined
          : object.targetValue,
        averageValue: object.averageValue,
      }),
    },
    pods: pods && {
      metric: given({ name: pods.metricName, selector: pods.selector }),
      target: { type: "AverageValue", averageValue: pods.targetAverageValue },
    },
    resource: resource && { name: resource.name, target: newResourceTarget(resource) },
    containerResource: containerResource && {
      name: containerResource.name,
      container: containerResource.container,
      target: newResourceTarget(containerResource),
    },
    external: external && {
      metric: given({ name: external.metricName, selector: external.metricSelector }),
      target: given({
        type: external.targetValue === undefined ? "AverageValue" : "Value",
        value: external.targetValue,
        averageValue: external.targetAverageValue,
      }),
    },
  });
}

function newResourceTarget(
  { targetAverageUtilization, targetAverageValue }: old.ResourceMetricSource,
): MetricTarget {
  return given({
    type: targetAverageUtilization === undefined ? "AverageValue" : "Utilization",
    averageUtilization: targetAverageUtilization,
    averageValue: targetAverageValue,
  });
}

/** What was measured, in the old form. */
export function oldStatus(
  { type, object, pods, resource, containerResource, external }: MetricStatus,
) {
  return given({
    type,
    object: object && given({
      target: object.describedObject,
      metricName: object.metric.name,
      currentValue: object.current.value ?? NOTHING,
      selector: object.metric.selector,
      averageValue: object.current.averageValue,
    }),
    pods: pods && given({
      metricName: pods.metric.name,
      currentAverageValue: pods.current.averageValue ?? NOTHING,
      selector: pods.metric.selector,
    }),
    resource: resource && given({ name: resource.name, ...oldResourceValue(resource.current) }),
    containerResource: containerResource && given({
      name: containerResource.name,
      ...oldResourceValue(containerResource.current),
      container: containerResource.container,
    }),
    external: external && given({
      metricName: external.metric.name,
      metricSelector: external.metric.selector,
      currentValue: external.current.value ?? NOTHING,
      currentAverageValue: external.current.averageValue,
    }),
  });
}

function oldResourceValue({ averageUtilization, averageValue }: MetricValueStatus) {
  return {
    currentAverageUtilization: averageUtilization,
    currentAverageValue: averageValue ?? NOTHING,
  };
}

/** What was measured, of the old form. */
export function newStatus(status: old.MetricStatus): MetricStatus {
  const { type, object, pods, resource, containerResource, external } = status;
  return given({
    type,
    object: object && {
      describedObject: object.target,
      metric: given({ name: object.metricName, selector: object.selector }),
      current: given({ value: object.currentValue, averageValue: object.averageValue }),
    },
    pods: pods && {
      metric: given({ name: pods.metricName, selector: pods.selector }),
      current: { averageValue: pods.currentAverageValue },
    },
    resource: resource && { name: resource.name, current: newResourceValue(resource) },
    containerResource: containerResource && {
      name: containerResource.name,
      container: containerResource.container,
      current: newResourceValue(containerResource),
    },
    external: external && {
      metric: given({ name: external.metricName, selector: external.metricSelector }),
      current: given({
        value: external.currentValue,
        averageValue: external.currentAverageValue,
      }),
    },
  });
}

function newResourceValue(
  { currentAverageUtilization, currentAverageValue }: old.ResourceMetricStatus,
): MetricValueStatus {
  return given({
    averageValue: currentAverageValue,
    averageUtilization: currentAverageUtilization,
  });
}
