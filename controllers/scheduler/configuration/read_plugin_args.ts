/**
 * What a configuration file tells plugins, checked and complete.
 *
 * @module
 */

import type { schedulerConfigV1 } from "../../../toolkit/api/config/scheduler_config_v1.ts";
import { FieldError, type FieldPath } from "../../../toolkit/errors/mod.ts";
import { type Dialect, NAMES } from "../../../toolkit/names.ts";
import { readConfiguration } from "../../../toolkit/process/configuration_text.ts";
import { checkLabelKey } from "../../../toolkit/validation/mod.ts";
import { isObject } from "../../../toolkit/values/json.ts";
import { parseDurationMs } from "../../../toolkit/values/mod.ts";
import {
  DEFAULT_ARGS,
  type DefaultPreemptionArgs,
  type DynamicResourcesArgs,
  type InterPodAffinityArgs,
  type NodeAffinityArgs,
  type NodeResourcesBalancedAllocationArgs,
  type NodeResourcesFitArgs,
  type PluginArgs,
  type PodTopologySpreadArgs,
  type ResourceWeight,
  type ScoringStrategy,
  type VolumeBindingArgs,
} from "../plugins/plugin_args.ts";
import { checkNodeAffinity } from "./check_node_affinity.ts";

/** Where something is wrong, and what. */
type Wrong = (error: FieldError) => void;

type Reader<T> = (args: never, path: FieldPath, wrong: Wrong) => T;

const MOST_WEIGHT = 100;
/** The scores of a shape go to 10, those of nodes to 100. */
const SHAPE_SCALE = 10;

const READERS: { readonly [N in keyof PluginArgs]: Reader<PluginArgs[N]> } = {
  NodeResourcesFit: readFit,
  NodeResourcesBalancedAllocation: readBalanced,
  NodeAffinity: readNodeAffinity,
  InterPodAffinity: readInterPod,
  PodTopologySpread: readSpread,
  DefaultPreemption: readPreemption,
  VolumeBinding: readVolumeBinding,
  DynamicResources: readDynamicResources,
};

/** Reads what a plugin is told. A plugin of others gets it as it is written. */
export function readPluginArgs(
  name: string,
  args: unknown,
  dialect: Dialect,
  path: FieldPath,
  wrong: Wrong,
): unknown {
  if (!Object.hasOwn(READERS, name)) return args;
  const kind = `${name}Args`;
  const group = NAMES[dialect].configGroupScheduler;
  try {
    if (!isObject(args)) throw new Error("has to be an object");
    const whole = { apiVersion: `${group}/v1`, kind, ...args };
    const { object } = readConfiguration(JSON.stringify(whole), {
      dialect,
      group,
      versions: ["v1"],
      kind,
    });
    return READERS[name as keyof PluginArgs](object as never, path, wrong);
  } catch (error) {
    wrong(FieldError.invalid(path, name, error instanceof Error ? error.message : String(error)));
    return undefined;
  }
}

function readFit(
  args: schedulerConfigV1.NodeResourcesFitArgs,
  path: FieldPath,
  wrong: Wrong,
): NodeResourcesFitArgs {
  const { ignoredResources = [], ignoredResourceGroups = [], scoringStrategy } = args;
  for (const [at, name] of ignoredResources.entries()) {
    checkName(name, path.child("ignoredResources").index(at), wrong);
  }
  for (const [at, group] of ignoredResourceGroups.entries()) {
    const where = path.child("ignoredResourceGroups").index(at);
    if (group.includes("/")) {
      wrong(FieldError.invalid(where, group, "resource group name can't contain '/'"));
    }
    checkName(group, where, wrong);
  }
  return {
    ignoredResources,
    ignoredResourceGroups,
    scoringStrategy: scoringStrategy
      ? readStrategy(scoringStrategy, path.child("scoringStrategy"), wrong)
      : DEFAULT_ARGS.NodeResourcesFit.scoringStrategy,
  };
}

function checkName(name: string, path: FieldPath, wrong: Wrong): void {
  for (const why of checkLabelKey(name)) wrong(FieldError.invalid(path, name, why));
}

function readStrategy(
  { type = "", resources, requestedToCapacityRatio }: schedulerConfigV1.ScoringStrategy,
  path: FieldPath,
  wrong: Wrong,
): ScoringStrategy {
  const known = ["LeastAllocated", "MostAllocated", "RequestedToCapacityRatio"];
  if (!known.includes(type)) wrong(FieldError.notSupported(path.child("type"), type, known));
  const shape = requestedToCapacityRatio?.shape ?? [];
  const isRatio = type === "RequestedToCapacityRatio";
  if (isRatio) checkShape(shape, path.child("requestedToCapacityRatio", "shape"), wrong);
  else if (requestedToCapacityRatio) {
    const why = "must be nil when type is not RequestedToCapacityRatio";
    wrong(FieldError.forbidden(path.child("requestedToCapacityRatio"), why));
  }
  return {
    type: type as ScoringStrategy["type"],
    resources: readResources(resources, path.child("resources"), wrong),
    shape: shape.map(({ utilization, score }) => ({ utilization, score: score * SHAPE_SCALE })),
  };
}

function checkShape(
  shape: readonly schedulerConfigV1.UtilizationShapePoint[],
  path: FieldPath,
  wrong: Wrong,
): void {
  if (shape.length === 0) {
    wrong(FieldError.required(path, "at least one point must be specified"));
  }
  for (const [at, { utilization, score }] of shape.entries()) {
    const where = path.index(at);
    if (utilization < 0 || utilization > 100) {
      const why = "not in valid range [0, 100]";
      wrong(FieldError.invalid(where.child("utilization"), utilization, why));
    }
    if (at > 0 && utilization <= shape[at - 1]!.utilization) {
      const why = "utilization values must be sorted in increasing order";
      wrong(FieldError.invalid(where.child("utilization"), utilization, why));
    }
    if (score < 0 || score > SHAPE_SCALE) {
      wrong(FieldError.invalid(where.child("score"), score, "not in valid range [0, 10]"));
    }
  }
}

function readResources(
  resources: readonly schedulerConfigV1.ResourceSpec[] | undefined,
  path: FieldPath,
  wrong: Wrong,
): readonly ResourceWeight[] {
  if (resources === undefined || resources.length === 0) {
    return DEFAULT_ARGS.NodeResourcesBalancedAllocation.resources;
  }
  return resources.map(({ name, weight: given }, at) => {
    // As where none is said.
    const weight = Number(given ?? 0) || 1;
    if (weight < 0 || weight > MOST_WEIGHT) {
      const why = `resource weight of ${name} not in valid range (0, ${MOST_WEIGHT}]`;
      wrong(FieldError.invalid(path.index(at).child("weight"), weight, why));
    }
    return { name, weight };
  });
}

function readBalanced(
  { resources }: schedulerConfigV1.NodeResourcesBalancedAllocationArgs,
  path: FieldPath,
  wrong: Wrong,
): NodeResourcesBalancedAllocationArgs {
  const read = readResources(resources, path.child("resources"), wrong);
  const seen = new Set<string>();
  for (const [at, { name, weight }] of read.entries()) {
    const where = path.child("resources").index(at);
    if (seen.has(name)) wrong(FieldError.duplicate(where.child("name"), name));
    seen.add(name);
    if (weight === 1) continue;
    wrong(FieldError.invalid(where.child("weight"), weight, "resource weights have to be 1"));
  }
  return { resources: read };
}

function readNodeAffinity(
  { addedAffinity }: schedulerConfigV1.NodeAffinityArgs,
  path: FieldPath,
  wrong: Wrong,
): NodeAffinityArgs {
  if (!addedAffinity) return {};
  checkNodeAffinity(addedAffinity, path.child("addedAffinity"), wrong);
  return { addedAffinity };
}

function readInterPod(
  args: schedulerConfigV1.InterPodAffinityArgs,
  path: FieldPath,
  wrong: Wrong,
): InterPodAffinityArgs {
  const { hardPodAffinityWeight = 1, ignorePreferredTermsOfExistingPods = false } = args;
  if (hardPodAffinityWeight < 0 || hardPodAffinityWeight > MOST_WEIGHT) {
    const where = path.child("hardPodAffinityWeight");
    wrong(FieldError.invalid(where, hardPodAffinityWeight, "not in valid range [0, 100]"));
  }
  return { hardPodAffinityWeight, ignorePreferredTermsOfExistingPods };
}

function readSpread(
  args: schedulerConfigV1.PodTopologySpreadArgs,
  path: FieldPath,
  wrong: Wrong,
): PodTopologySpreadArgs {
  const { defaultConstraints = [], defaultingType = "System" } = args;
  const where = path.child("defaultConstraints");
  if (defaultingType !== "System" && defaultingType !== "List") {
    wrong(FieldError.invalid(path.child("defaultingType"), defaultingType, "System or List"));
  } else if (defaultingType === "System" && defaultConstraints.length > 0) {
    const why = "when .defaultingType is System";
    wrong(FieldError.invalid(where, defaultConstraints.length, `must be empty ${why}`));
  }
  const seen = new Set<string>();
  for (const [at, one] of defaultConstraints.entries()) {
    const { labelSelector, maxSkew, topologyKey, whenUnsatisfiable } = one;
    checkPlace(topologyKey, where.index(at).child("topologyKey"), wrong);
    checkAction(whenUnsatisfiable, where.index(at).child("whenUnsatisfiable"), wrong);
    const id = `{${topologyKey}, ${whenUnsatisfiable}}`;
    if (seen.has(id)) wrong(FieldError.duplicate(where.index(at), id));
    seen.add(id);
    if (labelSelector !== undefined && labelSelector !== null) {
      const why = "constraint must not define a selector, as they deduced for each pod";
      wrong(FieldError.invalid(where.index(at).child("labelSelector"), "", why));
    }
    if (maxSkew <= 0) {
      const why = "must be greater than zero";
      wrong(FieldError.invalid(where.index(at).child("maxSkew"), maxSkew, why));
    }
  }
  return { defaultConstraints, defaultingType: defaultingType as "System" | "List" };
}

const EMPTY = "can not be empty";

function checkPlace(topologyKey: string, path: FieldPath, wrong: Wrong): void {
  if (!topologyKey) wrong(FieldError.required(path, EMPTY));
  else checkName(topologyKey, path, wrong);
}

function checkAction(action: string, path: FieldPath, wrong: Wrong): void {
  const known = ["DoNotSchedule", "ScheduleAnyway"];
  if (!action) wrong(FieldError.required(path, EMPTY));
  else if (!known.includes(action)) wrong(FieldError.notSupported(path, action, known));
}

function readVolumeBinding(
  { bindTimeoutSeconds = 600, shape = [] }: schedulerConfigV1.VolumeBindingArgs,
  path: FieldPath,
  wrong: Wrong,
): VolumeBindingArgs {
  if (Number(bindTimeoutSeconds) < 0) {
    const why = "invalid BindTimeoutSeconds, should not be a negative value";
    wrong(FieldError.invalid(path.child("bindTimeoutSeconds"), String(bindTimeoutSeconds), why));
  }
  if (shape.length > 0) {
    const why = "nodes are not scored by the room of their storage: take it out";
    wrong(FieldError.invalid(path.child("shape"), shape.length, why));
  }
  return { bindTimeoutSeconds: Number(bindTimeoutSeconds) };
}

function readDynamicResources(
  { filterTimeout, bindingTimeout }: schedulerConfigV1.DynamicResourcesArgs,
  path: FieldPath,
  wrong: Wrong,
): DynamicResourcesArgs {
  const standard = DEFAULT_ARGS.DynamicResources;
  const read = (text: string | null | undefined) =>
    text ? parseDurationMs(String(text)) : undefined;
  const filterTimeoutMs = read(filterTimeout) ?? standard.filterTimeoutMs;
  const bindingTimeoutMs = read(bindingTimeout) ?? standard.bindingTimeoutMs;
  if (filterTimeoutMs < 0) {
    const why = "must be zero or positive";
    wrong(FieldError.invalid(path.child("filterTimeout"), filterTimeout, why));
  }
  if (bindingTimeoutMs < 1000) {
    const why = "must be at least 1 second";
    wrong(FieldError.invalid(path.child("bindingTimeout"), bindingTimeout, why));
  }
  return { filterTimeoutMs, bindingTimeoutMs };
}

function readPreemption(
  args: schedulerConfigV1.DefaultPreemptionArgs,
  path: FieldPath,
  wrong: Wrong,
): DefaultPreemptionArgs {
  const { minCandidateNodesPercentage = 10, minCandidateNodesAbsolute = 100 } = args;
  if (minCandidateNodesPercentage < 0 || minCandidateNodesPercentage > 100) {
    const where = path.child("minCandidateNodesPercentage");
    wrong(FieldError.invalid(where, minCandidateNodesPercentage, "not in valid range [0, 100]"));
  }
  if (minCandidateNodesAbsolute < 0) {
    const where = path.child("minCandidateNodesAbsolute");
    wrong(FieldError.invalid(where, minCandidateNodesAbsolute, "not in valid range [0, inf)"));
  }
  if (minCandidateNodesPercentage === 0 && minCandidateNodesAbsolute === 0) {
    const why = "minCandidateNodesPercentage and minCandidateNodesAbsolute can't both be zero";
    wrong(FieldError.invalid(path, 0, why));
  }
  return { minCandidateNodesPercentage, minCandidateNodesAbsolute };
}
