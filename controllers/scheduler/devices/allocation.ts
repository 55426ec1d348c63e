/**
 * What is written of the devices that a claim has got.
 *
 * @module
 */

import type { coreV1, resourceV1 } from "../../../toolkit/mod.ts";
import type { NodePlace } from "./node_place.ts";
import type { Alternative, ClaimToAllocate } from "./requests.ts";
import type { PickedDevice } from "./search.ts";

/** The allocation of a claim; `shareId` names what it has of a device that several share. */
export function allocationOf(
  claim: ClaimToAllocate,
  picks: readonly PickedDevice[],
  nodeName: string,
  shareId: () => string,
): resourceV1.AllocationResult {
  const config = configOf(claim, picks);
  const nodeSelector = nodeSelectorOf(picks, nodeName);
  return {
    devices: {
      results: picks.map((pick) => resultOf(pick, shareId)),
      ...(config.length > 0 && { config }),
    },
    ...(nodeSelector !== undefined && { nodeSelector }),
  };
}

function resultOf(
  { alternative, device, share }: PickedDevice,
  shareId: () => string,
): resourceV1.DeviceRequestAllocationResult {
  const { full: request, isAdmin, tolerations } = alternative;
  const { driver, pool, name, bindingConditions, bindingFailureConditions } = device;
  return {
    request,
    driver,
    pool,
    device: name,
    ...(isAdmin && { adminAccess: true }),
    ...(tolerations.length > 0 && { tolerations: [...tolerations] }),
    ...(bindingConditions && { bindingConditions: [...bindingConditions] }),
    ...(bindingFailureConditions && {
      bindingFailureConditions: [...bindingFailureConditions],
    }),
    ...(share !== undefined && { shareID: shareId() }),
    ...(share !== undefined && share.size > 0 && {
      consumedCapacity: Object.fromEntries([...share].map(([name, amount]) => [name, `${amount}`])),
    }),
  };
}

/** What drivers are told: by the classes, each once, then by the claim, as far as it is for what was chosen. */
function configOf(
  { requests, devices }: ClaimToAllocate,
  picks: readonly PickedDevice[],
): resourceV1.DeviceAllocationConfiguration[] {
  const chosen = requests.flatMap(({ alternatives }): Alternative[] => {
    const pick = picks.find(({ alternative }) => alternatives.includes(alternative));
    return pick === undefined ? [] : [pick.alternative];
  });
  const byClass = Map.groupBy(chosen, (one) => one.class.name);
  const ofClasses = [...byClass.values()].flatMap((same) =>
    same[0]!.class.config.map((one) => ({
      ...one,
      source: "FromClass" as const,
      requests: same.map(({ full }) => full),
    }))
  );
  const names = new Set(chosen.flatMap(({ request, full }) => [request, full]));
  const ofClaim = (devices.config ?? [])
    .filter(({ requests = [] }) =>
      requests.length === 0 || requests.some((name) => names.has(name))
    )
    .map((one) => ({ ...one, source: "FromClaim" as const }));
  return [...ofClasses, ...ofClaim];
}

/** The nodes where all of the devices can be reached; undefined: all. */
function nodeSelectorOf(
  picks: readonly PickedDevice[],
  nodeName: string,
): coreV1.NodeSelector | undefined {
  const expressions = new Map<string, coreV1.NodeSelectorRequirement>();
  const fields = new Map<string, coreV1.NodeSelectorRequirement>();
  for (const { device, slice } of picks) {
    const place: NodePlace | undefined = slice.isPerDevice ? device.place : slice.place;
    if (place?.nodeName || device.bindsToNode) {
      const matchFields = [{ key: "metadata.name", operator: "In" as const, values: [nodeName] }];
      return { nodeSelectorTerms: [{ matchFields }] };
    }
    // Slices have one term at most.
    const [term] = place?.selector?.nodeSelectorTerms ?? [];
    for (const one of term?.matchExpressions ?? []) addNew(expressions, one);
    for (const one of term?.matchFields ?? []) addNew(fields, one);
  }
  if (expressions.size + fields.size === 0) return undefined;
  return {
    nodeSelectorTerms: [{
      ...(expressions.size > 0 && { matchExpressions: [...expressions.values()] }),
      ...(fields.size > 0 && { matchFields: [...fields.values()] }),
    }],
  };
}

function addNew(
  all: Map<string, coreV1.NodeSelectorRequirement>,
  one: coreV1.NodeSelectorRequirement,
): void {
  const print = JSON.stringify([one.key, one.operator, [...one.values ?? []].sort()]);
  if (!all.has(print)) all.set(print, one);
}
