/**
 * Which pods belong to a parent: what matches is adopted, what does not is let go.
 *
 * @module
 */

import { type Client, type DerivedValues, type ObjectOf, Pod } from "../../toolkit/mod.ts";
import {
  type ChildClaim,
  claimChildren,
  type ClaimingParent,
  type Doubts,
  type SharedInformer,
} from "../loop/mod.ts";
import type { PodControl, PodParent } from "./pod_control.ts";
import { orphanPods, podsByController, type PodView } from "./pod_view.ts";

type LivePod = ObjectOf<typeof Pod>;

/** What claims pods. */
export interface ClaimOptions {
  readonly client: Client;
  readonly pods: SharedInformer<LivePod>;
  readonly views: DerivedValues<LivePod, PodView>;
  readonly control: PodControl;
  readonly doubts: Doubts;
}

/** A parent, and what it takes for its own. */
export interface Claimant extends Omit<ChildClaim<PodView>, "reference"> {
  readonly parent: PodParent & ClaimingParent;
}

/**
 * All pods of a parent that it considers at all; rejects with what kept it from adopting or letting go any
 * of them.
 */
export async function claimPods(
  claimant: Claimant,
  { client, views, pods, control, doubts }: ClaimOptions,
): Promise<PodView[]> {
  return await claimChildren(
    { ...claimant, reference: control.ownerReference(claimant.parent) },
    {
      kind: Pod,
      client,
      informer: pods,
      views,
      byController: podsByController,
      orphans: orphanPods,
      doubts,
    },
  );
}
