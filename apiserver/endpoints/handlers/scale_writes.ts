/**
 * Writes of scales: an object gets another number of replicas, and who wants it is noted.
 *
 * @module
 */

import type { Scale } from "../../../toolkit/api/autoscaling_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { badRequest } from "../../../toolkit/errors/mod.ts";
import { formatApiVersion } from "../../../toolkit/schema/mod.ts";
import type { Representation } from "../../bodies/representation.ts";
import {
  entriesOfPart,
  entriesWithPart,
  fieldElement,
  mergeTypeOf,
  type OwnedPart,
  type OwnershipPolicy,
  trackUpdate,
} from "../../fieldmanager/mod.ts";
import { computeApplied, policyOfApplies } from "../../registry/apply.ts";
import { withoutOwners } from "../../registry/ownership.ts";
import { updateObject, type UpdatePlan } from "../../registry/update.ts";
import type { WriteRequest } from "../../registry/write_request.ts";
import { metadataOf } from "../../resource/metadata.ts";
import type { ScalePlace } from "../../resource/scale.ts";
import {
  canonicalScale,
  SCALE,
  SCALE_TYPE,
  SCALE_VERSION,
  scaleWith,
  validateReplicas,
} from "./scale_object.ts";

/** What a scale shows until it is written, where its object says nothing of replicas. */
const UNSAID = -(2 ** 31);
const REPLICAS = ["spec", "replicas"].map(fieldElement);

/** Changes the scale of an object. The object as it is stored then is the result. */
export function changeScale(
  request: WriteRequest,
  place: ScalePlace,
  change: (scale: JsonObject) => JsonObject,
  plan: Pick<UpdatePlan, "uidIsPrecondition"> = {},
): Promise<Representation> {
  const policy = request.tools.ownership;
  return writeScale(request, place, plan, (live) => {
    const updated = change(live);
    if (policy === undefined) return withoutOwners(updated);
    return trackUpdate({ ...ownershipOf(request, policy), live, updated });
  });
}

/** Applies a scale. The object as it is stored then is the result. */
export function applyScale(
  request: WriteRequest,
  place: ScalePlace,
  applied: JsonObject,
  force: boolean,
): Promise<Representation> {
  const ownership = ownershipOf(request, policyOfApplies(request));
  const apply = { ...ownership, kind: SCALE.kind, applied, force, canonical: canonicalScale };
  const plan = { keepsOwners: true };
  return writeScale(
    request,
    place,
    plan,
    (live) => computeApplied(request, { ...apply, live }),
  );
}

/** What the owners of scales are noted with. */
function ownershipOf({ target, fieldManager }: WriteRequest, policy: OwnershipPolicy) {
  return {
    schema: mergeTypeOf(SCALE_TYPE),
    manager: fieldManager,
    apiVersion: SCALE_VERSION,
    subresource: target.subresource?.name,
    // Who writes an object by its scale is noted without a time.
    now: undefined,
    policy,
  };
}

async function writeScale(
  request: WriteRequest,
  place: ScalePlace,
  plan: Pick<UpdatePlan, "uidIsPrecondition" | "keepsOwners">,
  compute: (live: JsonObject) => JsonObject | Promise<JsonObject>,
): Promise<Representation> {
  const { resource, name } = request.target;
  const apiVersion = formatApiVersion(resource.group, resource.version);
  const part = ownedPart(place);
  const { representation } = await updateObject(request, {
    ...plan,
    async compute(current) {
      const { managedFields, ...kept } = metadataOf(current);
      const wanted = place.read(current).wanted ?? UNSAID;
      const live = scaleWith(place, current, wanted);
      metadataOf(live).managedFields = entriesOfPart(managedFields, part);
      const { metadata = {}, spec } = await compute(live) as Scale;
      const replicas = spec?.replicas ?? 0;
      if (replicas === UNSAID) {
        const field = JSON.stringify(wantedPath(place, apiVersion));
        throw badRequest(`the spec replicas field ${field} cannot be empty`);
      }
      validateReplicas(name, replicas);
      const updated = place.write(current, replicas);
      const owners = entriesWithPart(managedFields, metadata.managedFields, part, apiVersion);
      const { uid, resourceVersion } = metadata;
      updated.metadata = {
        ...kept,
        ...(uid && { uid }),
        resourceVersion: resourceVersion || kept.resourceVersion,
        ...(owners.length > 0 && { managedFields: owners }),
      };
      return request.tools.ownership === undefined ? withoutOwners(updated) : updated;
    },
  });
  return representation;
}

function ownedPart(place: ScalePlace): OwnedPart {
  return {
    apiVersion: SCALE_VERSION,
    path: REPLICAS,
    pathIn: (apiVersion) => place.wantedAt(apiVersion)?.map(fieldElement),
  };
}

/** The path to the replicas that an object wants, as definitions have it: `.spec.replicas`. */
export function wantedPath(place: ScalePlace, apiVersion: string): string {
  return `.${place.wantedAt(apiVersion)?.join(".")}`;
}
