/**
 * Who manages which fields, noted with each write.
 *
 * @module
 */

import type { JsonObject } from "../../toolkit/codec/mod.ts";
import { formatApiVersion } from "../../toolkit/schema/mod.ts";
import { FieldSet, mergeTypeOf, trackUpdate, UNTYPED } from "../fieldmanager/mod.ts";
import { printTime, timeOfMs } from "../../toolkit/values/mod.ts";
import type { OwnershipPolicy } from "../fieldmanager/policy.ts";
import { metadataOf } from "../resource/metadata.ts";
import type { ServedResource } from "../resource/served_resource.ts";
import type { Strategy } from "../resource/strategy.ts";
import { strategyOf, type WriteRequest } from "./write_request.ts";

/** Notes what a write other than an apply changes; the object comes back with its managed fields. */
export function updateManagedFields(
  request: WriteRequest,
  live: JsonObject | undefined,
  updated: JsonObject,
): JsonObject {
  const { ownership } = request.tools;
  if (ownership === undefined) return withoutOwners(updated);
  return trackUpdate({ ...ownershipOf(request, ownership), live, updated });
}

/** The object as nobody owns any field of it. */
export function withoutOwners(object: JsonObject): JsonObject {
  const { managedFields: _, ...metadata } = metadataOf(object);
  return { ...object, metadata };
}

/** What managed fields are noted with, whatever the write. */
export function ownershipOf(request: WriteRequest, policy: OwnershipPolicy) {
  const { target, fieldManager, tools } = request;
  const { resource, subresource } = target;
  return {
    schema: schemaOfFields(resource),
    manager: fieldManager,
    apiVersion: formatApiVersion(resource.group, resource.version),
    subresource: subresource?.name ?? "",
    now: printTime(timeOfMs(tools.clock.now())),
    skip: resetSet(strategyOf(target)),
    versions: resource.otherVersions,
    policy,
  };
}

function schemaOfFields({ type, shape }: ServedResource) {
  return type === undefined ? shape?.mergeType ?? UNTYPED : mergeTypeOf(type);
}

const resetSets = new WeakMap<Strategy, FieldSet>();

function resetSet(strategy: Strategy): FieldSet {
  let set = resetSets.get(strategy);
  if (set === undefined) {
    set = FieldSet.ofFields(...strategy.resetFields);
    resetSets.set(strategy, set);
  }
  return set;
}
