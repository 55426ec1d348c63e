/**
 * A node whose resources are taken evenly is better: none is left that nobody can use.
 *
 * @module
 */

import type { NodeInfo } from "../cluster/node_info.ts";
import type { NodeResourcesBalancedAllocationArgs } from "./plugin_args.ts";
import { type Plugin, SKIP } from "../framework/mod.ts";
import type { PendingPod } from "../pod/pod_info.ts";
import { amountOf, isScalar } from "../../../toolkit/pods/resources.ts";
import { MOST_SCORE } from "./normalize.ts";

/** Makes the plugin. */
export function nodeResourcesBalancedAllocation(
  _: unknown,
  { resources }: NodeResourcesBalancedAllocationArgs,
): Plugin {
  const names = resources.map(({ name }) => name);
  return {
    name: "NodeResourcesBalancedAllocation",
    preScore: (_, { requests }) =>
      names.every((name) => amountOf(requests, name) === 0) ? SKIP : undefined,
    score(_, pod, node) {
      const withPod = balance(names, pod, node, 1);
      const without = balance(names, pod, node, 0);
      return MOST_SCORE / 2 + Math.trunc((MOST_SCORE / 2 + withPod - without) / 2);
    },
  };
}

/** 100 where all resources are taken to the same part. */
function balance(
  names: readonly string[],
  pod: PendingPod,
  { requested, node: { allocatable } }: NodeInfo,
  times: 0 | 1,
): number {
  const fractions: number[] = [];
  for (const name of names) {
    const asked = amountOf(pod.requests, name);
    const all = amountOf(allocatable, name);
    if (all === 0 || (isScalar(name) && asked === 0)) continue;
    fractions.push(Math.min(1, (amountOf(requested, name) + times * asked) / all));
  }
  return Math.trunc((1 - deviation(fractions)) * MOST_SCORE);
}

function deviation(fractions: readonly number[]): number {
  if (fractions.length < 2) return 0;
  if (fractions.length === 2) return Math.abs(fractions[0]! - fractions[1]!) / 2;
  let sum = 0;
  for (const one of fractions) sum += one;
  const mean = sum / fractions.length;
  let squares = 0;
  for (const one of fractions) squares += (one - mean) ** 2;
  return Math.sqrt(squares / fractions.length);
}
