/**
 * How many replicas each metric of an autoscaler asks for.
 *
 * @module
 */

import type { Clock } from "../../toolkit/clock.ts";
import type { autoscalingV2, Client } from "../../toolkit/mod.ts";
import { selectorOf } from "../../toolkit/selectors/mod.ts";
import { Quantity } from "../../toolkit/values/mod.ts";
import { messageOf } from "../pods/mod.ts";
import { CustomMetrics, type CustomQuestion } from "./custom_metrics.ts";
import { externalUsage } from "./external_metrics.ts";
import { MetricFailure } from "./metric_failure.ts";
import { milliOf } from "./metrics_api.ts";
import {
  groupPods,
  isRunningReady,
  type Samples,
  type ScaledPod,
  type StartPeriods,
} from "./pod_groups.ts";
import { type PodRequests, requestOf } from "./pod_requests.ts";
import {
  averageTarget,
  countByPods,
  countByRatio,
  countByShare,
  type Target,
  utilizationTarget,
} from "./replica_count.ts";
import { resourceSamples } from "./resource_metrics.ts";
import { printSelector } from "./print_selector.ts";
import type { ServedKinds } from "./served_kinds.ts";
import type { Tolerances } from "./tolerances.ts";

/** What metrics are looked at for. */
export interface Situation {
  readonly namespace: string;
  /** Of the pods, as the scale has it. */
  readonly selector: string;
  /** Those that it chooses. */
  readonly pods: readonly ScaledPod[];
  requestsOf(pod: ScaledPod): PodRequests | undefined;
  /** As the scale wants them. */
  readonly replicas: number;
  /** As there are. */
  readonly replicasNow: number;
  readonly tolerances: Tolerances;
  readonly signal: AbortSignal;
}

/** What one metric asks for. */
export interface Proposal {
  readonly replicas: number;
  /** What the metric is called where it decides. */
  readonly metric: string;
  readonly status: autoscalingV2.MetricStatus;
}

/** What {@link Proposals} are made of. */
export interface ProposalParts {
  readonly client: Client;
  readonly clock: Clock;
  readonly kinds: ServedKinds;
  readonly periods: StartPeriods;
}

/** Asks for metrics, and counts by them. */
export class Proposals {
  readonly #parts: ProposalParts;
  readonly #custom: CustomMetrics;

  constructor(parts: ProposalParts) {
    this.#parts = parts;
    this.#custom = new CustomMetrics(parts.client, parts.clock, parts.kinds);
  }

  /** What a metric asks for. Rejects with a {@link MetricFailure}, or the reason of the signal. */
  async of(spec: autoscalingV2.MetricSpec, situation: Situation): Promise<Proposal> {
    const { resource, containerResource, pods, object, external } = spec;
    try {
      switch (spec.type) {
        case "Resource":
          return await this.#resource(resource!, situation);
        case "ContainerResource":
          return await this.#containerResource(containerResource!, situation);
        case "Pods":
          return await this.#pods(pods!, situation);
        case "Object":
          return await this.#object(object!, situation);
        case "External":
          return await this.#external(external!, situation);
      }
    } catch (error) {
      situation.signal.throwIfAborted();
      if (error instanceof MetricFailure) throw error;
      const [reason, what] = FAILURES[spec.type]!;
      const said = messageOf(error);
      const whole = error instanceof Detailed ? error.detailed : said;
      throw new MetricFailure(reason, said, `failed to get ${what(spec)}: ${whole}`, error);
    }
    const unknown = `unknown metric source type ${JSON.stringify(spec.type)}`;
    throw new MetricFailure("InvalidMetricSourceType", unknown, unknown, undefined);
  }

  async #resource(
    { name, target }: autoscalingV2.ResourceMetricSource,
    situation: Situation,
  ): Promise<Proposal> {
    const { replicas, current } = await this.#usage(name, "", target, situation);
    const metric = target.averageValue === undefined
      ? `${name} resource utilization (percentage of request)`
      : `${name} resource`;
    return { replicas, metric, status: { type: "Resource", resource: { name, current } } };
  }

  async #containerResource(
    { name, container, target }: autoscalingV2.ContainerResourceMetricSource,
    situation: Situation,
  ): Promise<Proposal> {
    const { replicas, current } = await this.#usage(name, container, target, situation);
    const metric = target.averageValue === undefined
      ? `${name} container resource utilization (percentage of request)`
      : `${name} resource`;
    return {
      replicas,
      metric,
      status: { type: "ContainerResource", containerResource: { name, container, current } },
    };
  }

  async #usage(
    resource: string,
    container: string,
    { averageValue, averageUtilization }: autoscalingV2.MetricTarget,
    situation: Situation,
  ): Promise<{ replicas: number; current: autoscalingV2.MetricValueStatus }> {
    const { pods, namespace, selector, signal } = situation;
    if (averageValue === undefined && averageUtilization === undefined) {
      throw new Error(
        "invalid resource metric source: neither an average utilization target nor an average value (usage) target was set",
      );
    }
    const target = averageValue !== undefined
      ? () => averageTarget(milliOf(averageValue))
      : () => utilizationTarget(requestsOfAll(situation, resource, container), averageUtilization!);
    const what = averageValue === undefined ? "utilization" : "usage";
    try {
      const question = { namespace, selector, resource, container, signal };
      const samples = await within(
        `unable to get metrics for resource ${resource}`,
        resourceSamples(this.#parts.client, question),
      );
      const counted = this.#countByPods(samples, pods, resource, situation, target);
      const { replicas, utilization, average } = counted;
      const format = resource === "memory" ? "BinarySI" : "DecimalSI";
      return {
        replicas,
        current: {
          ...(utilization !== undefined && { averageUtilization: utilization }),
          averageValue: Quantity.of(average, -3, format).toString(),
        },
      };
    } catch (error) {
      signal.throwIfAborted();
      const why = `failed to get ${resource} ${what}: ${messageOf(error)}`;
      throw new Error(why, { cause: error });
    }
  }

  async #pods(
    { metric, target }: autoscalingV2.PodsMetricSource,
    situation: Situation,
  ): Promise<Proposal> {
    const samples = await within(
      `unable to get metric ${metric.name}`,
      this.#custom.ofPods(questionOf(metric, situation), situation.selector),
    );
    const goal = milliOf(target.averageValue);
    const { replicas, average } = this.#countByPods(
      samples,
      situation.pods,
      "",
      situation,
      () => averageTarget(goal),
    );
    const current = { averageValue: printMilli(average) };
    return {
      replicas,
      metric: `pods metric ${metric.name}`,
      status: { type: "Pods", pods: { metric, current } },
    };
  }

  async #object(
    { metric, describedObject, target }: autoscalingV2.ObjectMetricSource,
    situation: Situation,
  ): Promise<Proposal> {
    const { value, averageValue, type } = target;
    const { kind, name } = describedObject;
    const { namespace } = situation;
    // The reference's words, in its order.
    const usageNow = async () => {
      const question = questionOf(metric, situation);
      try {
        return await this.#custom.ofObject(question, describedObject);
      } catch (error) {
        const what = `unable to get metric ${metric.name}: ${kind} on ${namespace} ${name}`;
        throw new Error(`${what}/${messageOf(error)}`, { cause: error });
      }
    };
    const status = (current: autoscalingV2.MetricValueStatus) => ({
      type: "Object",
      object: { metric, describedObject, current },
    });
    if (type === "Value" && value !== undefined) {
      const usage = await usageNow();
      const replicas = countOfAll(usage, milliOf(value), situation);
      const current = { value: printMilli(usage) };
      return { replicas, metric: `${kind} metric ${metric.name}`, status: status(current) };
    }
    if (type === "AverageValue" && averageValue !== undefined) {
      const usage = await detailed(`failed to get ${metric.name} object metric`, usageNow());
      const { replicas, average } = countShared(usage, milliOf(averageValue), situation);
      const current = { averageValue: printMilli(average) };
      return { replicas, metric: externalName(metric), status: status(current) };
    }
    throw new Error(
      "invalid object metric source: neither a value target nor an average value target was set",
    );
  }

  async #external(
    { metric, target: { value, averageValue } }: autoscalingV2.ExternalMetricSource,
    situation: Situation,
  ): Promise<Proposal> {
    const { client } = this.#parts;
    const { name, selector } = metric;
    const usageNow = () =>
      within(
        `unable to get external metric ${situation.namespace}/${name}/${printSelector(selector)}`,
        Promise.resolve(questionOf(metric, situation)).then((question) =>
          externalUsage(client, question)
        ),
      );
    const proposal = (replicas: number, current: autoscalingV2.MetricValueStatus) => ({
      replicas,
      metric: externalName(metric),
      status: { type: "External", external: { metric, current } },
    });
    if (averageValue !== undefined) {
      const usage = await detailed(`failed to get ${name} external metric`, usageNow());
      const { replicas, average } = countShared(usage, milliOf(averageValue), situation);
      return proposal(replicas, { averageValue: printMilli(average) });
    }
    if (value !== undefined) {
      const what = `failed to get external metric ${name}`;
      const usage = await detailed(what, usageNow());
      const replicas = await detailed(
        what,
        Promise.resolve().then(() => countOfAll(usage, milliOf(value), situation)),
      );
      return proposal(replicas, { value: printMilli(usage) });
    }
    throw new Error(
      "invalid external metric source: neither a value target nor an average value target was set",
    );
  }

  #countByPods(
    samples: Samples,
    pods: readonly ScaledPod[],
    resource: string,
    { replicas, tolerances }: Situation,
    target: () => Target,
  ) {
    if (pods.length === 0) throw new Error(NO_PODS);
    const { periods, clock } = this.#parts;
    const groups = groupPods(pods, samples, resource, periods, clock.now());
    return countByPods(samples, groups, replicas, tolerances, target);
  }
}

const NO_PODS = "no pods returned by selector while calculating replica count";

/** What is told where a metric of each type fails. */
const FAILURES: Readonly<
  Record<string, readonly [reason: string, what: (spec: autoscalingV2.MetricSpec) => string]>
> = {
  Resource: [
    "FailedGetResourceMetric",
    ({ resource }) => `${resource!.name} resource metric value`,
  ],
  ContainerResource: [
    "FailedGetContainerResourceMetric",
    ({ containerResource }) => `${containerResource!.container} container metric value`,
  ],
  Pods: ["FailedGetPodsMetric", () => "pods metric value"],
  Object: ["FailedGetObjectMetric", () => "object metric value"],
  External: [
    "FailedGetExternalMetric",
    ({ external }) => `${external!.metric.name} external metric value`,
  ],
};

/** A failure of which the condition says less than the event about all metrics. */
class Detailed extends Error {
  readonly detailed: string;

  constructor(what: string, cause: unknown) {
    super(messageOf(cause), { cause });
    this.detailed = `${what}: ${this.message}`;
  }
}

async function detailed<T>(what: string, done: Promise<T>): Promise<T> {
  try {
    return await done;
  } catch (error) {
    throw new Detailed(what, error);
  }
}

async function within<T>(what: string, done: Promise<T>): Promise<T> {
  try {
    return await done;
  } catch (error) {
    throw new Error(`${what}: ${messageOf(error)}`, { cause: error });
  }
}

function questionOf(
  { name, selector }: autoscalingV2.MetricIdentifier,
  { namespace, signal }: Situation,
): CustomQuestion {
  return { namespace, metric: name, metricSelector: selectorOf(selector).toString(), signal };
}

function requestsOfAll(
  { pods, requestsOf }: Situation,
  resource: string,
  container: string,
): Map<string, bigint> {
  const requests = new Map<string, bigint>();
  for (const pod of pods) {
    const said = requestsOf(pod);
    if (said !== undefined) requests.set(pod.name, requestOf(said, resource, container));
  }
  return requests;
}

/** Of a value that all pods share. */
function countOfAll(usage: bigint, target: bigint, situation: Situation): number {
  const { replicas, tolerances, pods } = situation;
  return countByRatio(Number(usage) / Number(target), replicas, tolerances, () => {
    if (pods.length === 0) throw new Error(`unable to calculate ready pods: ${NO_PODS}`);
    return pods.filter(isRunningReady).length;
  });
}

function countShared(usage: bigint, share: bigint, { replicasNow, tolerances }: Situation) {
  return countByShare(usage, share, replicasNow, tolerances);
}

function externalName({ name, selector }: autoscalingV2.MetricIdentifier): string {
  return `external metric ${name}(${printSelector(selector)})`;
}

function printMilli(amount: bigint): string {
  return Quantity.of(amount, -3).toString();
}
