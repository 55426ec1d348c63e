/**
 * What the status of an autoscaler says.
 *
 * @module
 */

import type { autoscalingV2, HorizontalPodAutoscaler, ObjectOf } from "../../toolkit/mod.ts";
import type { ScaleAction } from "./autoscaler_metrics.ts";

/** An autoscaler as it is cached. */
export type Autoscaler = ObjectOf<typeof HorizontalPodAutoscaler>;

type Status = autoscalingV2.HorizontalPodAutoscalerStatus;
type Condition = autoscalingV2.HorizontalPodAutoscalerCondition;
type Type = "AbleToScale" | "ScalingActive" | "ScalingLimited";

/** A status that is being made of the one before. */
export class StatusDraft {
  readonly #before: Partial<Status>;
  readonly #now: string;
  #conditions: Condition[];
  #rest: Omit<Status, "conditions">;
  #desired: number | undefined;
  #action: ScaleAction = "none";

  constructor({ status }: Autoscaler, nowMs: number) {
    const { conditions, ...rest } = { desiredReplicas: 0, ...status };
    this.#before = status ?? {};
    this.#now = new Date(nowMs).toISOString().replace(/\.\d+Z$/, "Z");
    this.#conditions = [...conditions ?? []];
    this.#rest = rest;
  }

  /** How many replicas there shall be; undefined: that was not found out. */
  get desired(): number | undefined {
    return this.#desired;
  }

  /** What was done about replicas. */
  get action(): ScaleAction {
    return this.#action;
  }

  /** Says a condition. */
  set(type: Type, isTrue: boolean, reason: string, message: string): void {
    const status = isTrue ? "True" : "False";
    const before = this.#conditions.find((one) => one.type === type);
    const since = before?.status === status ? before.lastTransitionTime : this.#now;
    const condition: Condition = {
      type,
      status,
      ...(since !== undefined && { lastTransitionTime: since }),
      reason,
      message,
    };
    this.#conditions = before === undefined
      ? [...this.#conditions, condition]
      : this.#conditions.map((one) => one === before ? condition : one);
  }

  /** Takes away what only an autoscaler says that scales to nothing. */
  forgetScaledToZero(): void {
    this.#conditions = this.#conditions.filter(({ type }) => type !== "ScaledToZero");
  }

  /** Says how many there are and shall be, by which metrics. `desired` undefined: as was said before. */
  count(
    current: number,
    desired: number | undefined,
    metrics: readonly autoscalingV2.MetricStatus[],
    hasScaled: boolean,
  ): void {
    const { lastScaleTime } = this.#before;
    this.#desired = desired;
    if (hasScaled && desired !== undefined) {
      this.#action = desired > current ? "scale_up" : "scale_down";
    }
    this.#rest = {
      currentReplicas: current,
      desiredReplicas: desired ?? this.#before.desiredReplicas ?? 0,
      ...(lastScaleTime && { lastScaleTime }),
      ...(hasScaled && { lastScaleTime: this.#now }),
      ...(metrics.length > 0 && { currentMetrics: [...metrics] }),
    };
  }

  /** What is to be merged into the status before; undefined: nothing is new. */
  change(): object | undefined {
    const { currentReplicas = 0, observedGeneration, ...rest } = this.#rest;
    const whole = {
      observedGeneration: observedGeneration ?? null,
      currentMetrics: null,
      currentReplicas,
      ...rest,
      conditions: this.#conditions,
    };
    return isSame(whole, this.#before) ? undefined : whole;
  }
}

/** Whether both say the same: what is empty is not said. */
function isSame(one: unknown, other: unknown): boolean {
  if (isEmpty(one) && isEmpty(other)) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) {
    return one === other;
  }
  const left = one as Record<string, unknown>;
  const right = other as Record<string, unknown>;
  return [...new Set([...Object.keys(left), ...Object.keys(right)])].every((key) =>
    isSame(left[key], right[key])
  );
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === "" || value === 0 ||
    (typeof value === "object" && Object.keys(value).length === 0);
}
