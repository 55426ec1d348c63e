/**
 * How lists show what an autoscaler measures: `cpu: 50%/80%`.
 *
 * @module
 */

import type {
  MetricSpec,
  MetricStatus,
  MetricTarget,
  MetricValueStatus,
} from "../../../toolkit/api/autoscaling_v2.ts";

const SHOWN = 2;
const UNKNOWN = "<unknown>";

/** What is measured, with what it is and what it should be. */
export function targetsText(
  metrics: readonly MetricSpec[],
  statuses: readonly MetricStatus[],
): string {
  if (metrics.length === 0) return "<none>";
  const shown = metrics.slice(0, SHOWN).map((one, index) => targetText(one, statuses[index]))
    .join(", ");
  return metrics.length <= SHOWN ? shown : `${shown} + ${metrics.length - SHOWN} more...`;
}

function targetText(metric: MetricSpec, status: MetricStatus | undefined): string {
  const { object, external, pods, resource, containerResource } = metric;
  switch (metric.type) {
    case "Object":
      return ofAll(object?.target, status?.object?.current);
    case "External":
      return ofAll(external?.target, status?.external?.current);
    case "Pods":
      return `${status?.pods?.current.averageValue ?? UNKNOWN}/${pods?.target.averageValue ?? 0}`;
    case "Resource":
      return `${resource?.name}: ${ofResource(resource?.target, status?.resource?.current)}`;
    case "ContainerResource":
      return `${containerResource?.name}: ${
        ofResource(containerResource?.target, status?.containerResource?.current)
      }`;
    default:
      return "<unknown type>";
  }
}

function ofAll(target?: MetricTarget, current?: MetricValueStatus): string {
  return target?.averageValue === undefined
    ? `${current?.value ?? UNKNOWN}/${target?.value ?? 0}`
    : `${current?.averageValue ?? UNKNOWN}/${target.averageValue} (avg)`;
}

function ofResource(target?: MetricTarget, current?: MetricValueStatus): string {
  if (target?.averageValue !== undefined) {
    return `${current?.averageValue ?? UNKNOWN}/${target.averageValue}`;
  }
  return `${percent(current, UNKNOWN)}/${percent(target, "<auto>")}`;
}

function percent(
  value: { readonly averageUtilization?: number } | undefined,
  otherwise: string,
): string {
  const use = value?.averageUtilization;
  return use === undefined ? otherwise : `${use}%`;
}
