/**
 * What a node and its pods use, as metrics and as a summary tell it.
 *
 * @module
 */

import { METRICS_CONTENT_TYPE } from "../../../toolkit/metrics/mod.ts";
import type { SimulatedNode } from "../node/nodes.ts";
import { cpuSeconds, podCpu } from "../pod/advance.ts";
import type { PodKeeper, RunningPod } from "../pod/pod_keeper.ts";
import type { ContainerRun } from "../pod/pod_run.ts";
import { printSecond } from "../print_second.ts";

/** The node itself uses so much. */
const NODE_CORES = 0.01;
const NODE_MEMORY = 64 * 2 ** 20;

/** The type of {@link resourceMetrics}. */
export const RESOURCE_METRICS_TYPE = METRICS_CONTENT_TYPE;

interface Metric {
  readonly name: string;
  readonly type: "counter" | "gauge";
  readonly help: string;
  readonly samples: readonly string[];
}

/** What `/metrics/resource` shows; `since`: from when the node counts. */
export function resourceMetrics(
  node: SimulatedNode,
  keeper: PodKeeper,
  since: number,
  now: number,
): string {
  const pods = keeper.on(node);
  const containers = pods.flatMap((one) =>
    runningOf(one).map((container) => ({ container, labels: labelsOf(one, container.name) }))
  );
  const at = (value: number) => `${value} ${now}`;
  const metrics: readonly Metric[] = [
    {
      name: "container_cpu_usage_seconds_total",
      type: "counter",
      help: "[STABLE] Cumulative cpu time consumed by the container in core-seconds",
      samples: containers.map(({ container, labels }) =>
        `${labels} ${at(cpuSeconds(container, now))}`
      ),
    },
    {
      name: "container_memory_working_set_bytes",
      type: "gauge",
      help: "[STABLE] Current working set of the container in bytes",
      samples: containers.map(({ container, labels }) => `${labels} ${at(container.memory)}`),
    },
    {
      name: "container_start_time_seconds",
      type: "gauge",
      help: "[STABLE] Start time of the container since unix epoch in seconds",
      samples: containers.map(({ container, labels }) => `${labels} ${startOf(container) / 1000}`),
    },
    {
      name: "node_cpu_usage_seconds_total",
      type: "counter",
      help: "[STABLE] Cumulative cpu time consumed by the node in core-seconds",
      samples: [` ${at(nodeCpu(node, pods, since, now))}`],
    },
    {
      name: "node_memory_working_set_bytes",
      type: "gauge",
      help: "[STABLE] Current working set of the node in bytes",
      samples: [` ${at(nodeMemory(pods))}`],
    },
    {
      name: "pod_cpu_usage_seconds_total",
      type: "counter",
      help: "[STABLE] Cumulative cpu time consumed by the pod in core-seconds",
      samples: pods.map((one) => `${labelsOf(one)} ${at(podCpu(one.run, now))}`),
    },
    {
      name: "pod_memory_working_set_bytes",
      type: "gauge",
      help: "[STABLE] Current working set of the pod in bytes",
      samples: pods.map((one) => `${labelsOf(one)} ${at(podMemory(one))}`),
    },
    {
      name: "resource_scrape_error",
      type: "gauge",
      help: "[STABLE] 1 if there was an error while getting container metrics, 0 otherwise",
      samples: [" 0"],
    },
  ];
  return metrics.map(({ name, type, help, samples }) =>
    [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...samples.map((one) => name + one)]
      .join("\n")
  ).join("\n") + "\n";
}

/** What `/stats/summary` shows. */
export function summary(
  node: SimulatedNode,
  keeper: PodKeeper,
  since: number,
  now: number,
): object {
  const time = printSecond(now);
  const pods = keeper.on(node);
  const use = (cores: number, seconds: number, bytes: number) => ({
    cpu: {
      time,
      usageNanoCores: Math.round(cores * 1e9),
      usageCoreNanoSeconds: Math.round(seconds * 1e9),
    },
    memory: { time, usageBytes: Math.round(bytes), workingSetBytes: Math.round(bytes) },
  });
  const coresOf = (all: readonly ContainerRun[]) =>
    all.reduce((sum, { cpu }) => sum + cpu.cores, 0);
  const allCores = pods.reduce((sum, { run }) => sum + coresOf(run.containers), NODE_CORES);
  return {
    node: {
      nodeName: node.name,
      startTime: printSecond(since),
      ...use(allCores, nodeCpu(node, pods, since, now), nodeMemory(pods)),
    },
    pods: pods.map((one) => {
      const { run, pod: { metadata: { name, namespace, uid } } } = one;
      return {
        podRef: { name, namespace, uid },
        startTime: printSecond(run.startedAt),
        containers: runningOf(one).map((container) => ({
          name: container.name,
          startTime: printSecond(startOf(container)),
          ...use(container.cpu.cores, cpuSeconds(container, now), container.memory),
        })),
        ...use(coresOf(run.containers), podCpu(run, now), podMemory(one)),
      };
    }),
  };
}

function runningOf({ run }: RunningPod): readonly ContainerRun[] {
  return run.containers.filter(({ state }) => state.type === "running");
}

function startOf({ state }: ContainerRun): number {
  return state.type === "running" ? state.startedAt : 0;
}

function podMemory({ run }: RunningPod): number {
  return run.containers.reduce((sum, { memory }) => sum + memory, 0);
}

function nodeMemory(pods: readonly RunningPod[]): number {
  return pods.reduce((sum, one) => sum + podMemory(one), NODE_MEMORY);
}

function nodeCpu(
  { pastCpu }: SimulatedNode,
  pods: readonly RunningPod[],
  since: number,
  now: number,
): number {
  const own = (now - since) / 1000 * NODE_CORES;
  return pods.reduce((sum, { run }) => sum + podCpu(run, now), pastCpu + own);
}

/** Names of the API need no escaping. */
function labelsOf({ pod: { metadata } }: RunningPod, container?: string): string {
  const own = container === undefined ? "" : `container="${container}",`;
  return `{${own}namespace="${metadata.namespace}",pod="${metadata.name}"}`;
}
