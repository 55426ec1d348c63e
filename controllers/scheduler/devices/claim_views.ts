/**
 * What is looked at of claims on devices, made once for each of their states.
 *
 * @module
 */

import {
  defineIndex,
  type Index,
  type Names,
  type ObjectOf,
  resourceV1,
} from "../../../toolkit/mod.ts";
import { claimNames } from "../../resourceclaim/claim_names.ts";
import { NodeTerms } from "../../../toolkit/pods/node_selection.ts";
import { heldBy, type HeldDevice } from "./held_devices.ts";

/** A claim as the server has it. */
export type LiveClaim = ObjectOf<typeof resourceV1.ResourceClaim>;

/** A claim. It is shared: do not change it. */
export interface ClaimView {
  readonly namespace: string;
  readonly name: string;
  /** `namespace/name`. */
  readonly key: string;
  readonly uid: string;
  readonly isDeleting: boolean;
  /** The uid of whom it was made for. */
  readonly owner: string | undefined;
  readonly object: LiveClaim;
  readonly allocation: resourceV1.AllocationResult | undefined;
  /** The nodes where its devices can be reached; undefined: all. */
  readonly nodes: NodeTerms | undefined;
  readonly held: readonly HeldDevice[];
  /** The uids of those that it is reserved for. */
  readonly reservedFor: readonly string[];
}

/** Finds claims by the devices that they have. */
export const claimsByDevice = defineIndex(
  resourceV1.ResourceClaim,
  "device",
  ({ status }) => [...new Set(heldBy(status?.allocation).map(({ id }) => id))],
);

const extendedByMark = new Map<string, Index<LiveClaim>>();

/** Finds claims that were made for what pods ask their nodes for, by the uids of the pods. One for each dialect. */
export function claimsByExtendedPod(names: Names): Index<LiveClaim> {
  const { extended: mark } = claimNames(names);
  const index = extendedByMark.get(mark) ??
    defineIndex(resourceV1.ResourceClaim, `pod of ${mark}`, ({ metadata }) => {
      const { annotations = {}, ownerReferences = [] } = metadata;
      if (annotations[mark] !== "true") return undefined;
      return ownerReferences.find(({ controller }) => controller)?.uid;
    });
  extendedByMark.set(mark, index);
  return index;
}

/** The view of a claim. */
export function claimViewOf(object: LiveClaim): ClaimView {
  const { metadata, status } = object;
  const { namespace = "", name, uid, ownerReferences = [] } = metadata;
  const allocation = status?.allocation;
  const selector = allocation?.nodeSelector;
  return {
    namespace,
    name,
    key: `${namespace}/${name}`,
    uid,
    isDeleting: metadata.deletionTimestamp !== undefined,
    owner: ownerReferences.find(({ controller }) => controller)?.uid,
    object,
    allocation,
    nodes: selector && new NodeTerms(selector.nodeSelectorTerms ?? []),
    held: heldBy(allocation),
    reservedFor: (status?.reservedFor ?? []).map(({ uid }) => uid),
  };
}
