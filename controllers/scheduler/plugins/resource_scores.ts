/**
 * How good a node is by what is left of its resources.
 *
 * @module
 */

import type { NodeInfo } from "../cluster/node_info.ts";
import type { ScoringStrategy } from "./plugin_args.ts";
import type { PendingPod } from "../pod/pod_info.ts";
import { amountOf, isScalar } from "../../../toolkit/pods/resources.ts";
import { MOST_SCORE } from "./normalize.ts";

/** A resource that counts for so much. */
export interface WeighedResource {
  readonly name: string;
  readonly weight: number;
}

/** Scores nodes by their resources. */
export interface ResourceScorer {
  readonly resources: readonly WeighedResource[];
  score(pod: PendingPod, node: NodeInfo): number;
}

/** A point of a shape: the score, to 100, of a node that is taken to so many of a hundred. */
export interface ShapePoint {
  readonly utilization: number;
  readonly score: number;
}

/** What a node has of a resource, and what would be taken of it. */
type ScoreOne = (taken: number, all: number) => number;

/** The scorer of a strategy. */
export function scorerOf(strategy: ScoringStrategy): ResourceScorer {
  const { type, resources } = strategy;
  if (type === "RequestedToCapacityRatio") return ratioScorer(strategy);
  const scoreOne = type === "MostAllocated" ? most : least;
  return {
    resources,
    score(pod, node) {
      let sum = 0;
      let weights = 0;
      for (const { name, weight } of resources) {
        const all = countedAllocatable(name, pod, node);
        if (all === 0) continue;
        sum += weight * scoreOne(takenWith(name, pod, node), all);
        weights += weight;
      }
      return weights === 0 ? 0 : Math.trunc(sum / weights);
    },
  };
}

const least: ScoreOne = (taken, all) =>
  taken > all ? 0 : Math.trunc((all - taken) * MOST_SCORE / all);
const most: ScoreOne = (taken, all) => Math.trunc(Math.min(taken, all) * MOST_SCORE / all);

function ratioScorer({ resources, shape }: ScoringStrategy): ResourceScorer {
  return {
    resources,
    score(pod, node) {
      let sum = 0;
      let weights = 0;
      for (const { name, weight } of resources) {
        const all = countedAllocatable(name, pod, node);
        if (all === 0) continue;
        const taken = takenWith(name, pod, node);
        const utilization = taken > all ? MOST_SCORE : Math.trunc(taken * MOST_SCORE / all);
        const score = scoreOnShape(shape, utilization);
        if (score <= 0) continue;
        sum += weight * score;
        weights += weight;
      }
      return weights === 0 ? 0 : Math.round(sum / weights);
    },
  };
}

/** Between two points the score is on the line from one to the other. */
function scoreOnShape(shape: readonly ShapePoint[], utilization: number): number {
  for (let at = 0; at < shape.length; at++) {
    const point = shape[at]!;
    if (utilization > point.utilization) continue;
    if (at === 0) return point.score;
    const before = shape[at - 1]!;
    return before.score +
      Math.trunc(
        (point.score - before.score) * (utilization - before.utilization) /
          (point.utilization - before.utilization),
      );
  }
  return shape.at(-1)?.score ?? 0;
}

/** 0 for what the pod does not ask for and that not every node has. */
function countedAllocatable(name: string, pod: PendingPod, { node }: NodeInfo): number {
  if (isScalar(name) && amountOf(pod.requests, name) === 0) return 0;
  return amountOf(node.allocatable, name);
}

/** What would be taken with the pod; processors and memory as they are assumed. */
function takenWith(name: string, pod: PendingPod, node: NodeInfo): number {
  return name === "cpu" || name === "memory"
    ? amountOf(node.assumedRequested, name) + amountOf(pod.assumedRequests, name)
    : amountOf(node.requested, name) + amountOf(pod.requests, name);
}
