/**
 * Which pods belong to a parent: what matches is adopted, what does not is let go.
 *
 * @module
 */

import {
  type Client,
  type DerivedValues,
  isInvalid,
  isNotFound,
  type ObjectOf,
  Pod,
} from "../../toolkit/mod.ts";
import type { Selector } from "../../toolkit/selectors/mod.ts";
import type { Doubts, SharedInformer } from "../loop/mod.ts";
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
export interface Claimant {
  readonly parent: PodParent & { readonly metadata: { readonly deletionTimestamp?: string } };
  readonly selector: Selector;
  /** Which orphans it wants at all. Default: those that match. */
  readonly wants?: (pod: PodView) => boolean;
  /** The parent as the server has it now. */
  live(): Promise<PodParent & { readonly metadata: { readonly deletionTimestamp?: string } }>;
}

/** All pods of a parent; rejects with what kept it from adopting or letting go any of them. */
export async function claimPods(
  claimant: Claimant,
  { client, views, pods, control, doubts }: ClaimOptions,
): Promise<PodView[]> {
  const { parent, selector, wants = () => true } = claimant;
  const { namespace = "", name, uid, deletionTimestamp } = parent.metadata;
  const isEnding = deletionTimestamp !== undefined;
  const matches = (pod: PodView) => selector.matches(pod.labels) && wants(pod);
  const claimed: PodView[] = [];
  const errors: unknown[] = [];
  let mayAdopt: Promise<void> | undefined;
  const change = (pod: PodView, references: object[]) =>
    doubts.during(`${namespace}/${name}`, pods, pod, () =>
      client.patch(
        Pod,
        { namespace, name: pod.name },
        { metadata: { uid: pod.uid, ownerReferences: references } } as object,
        { strategic: true },
      ));
  for (const pod of views.by(podsByController, uid)) {
    if (pod.namespace !== namespace) continue;
    if (matches(pod)) {
      claimed.push(pod);
    } else if (!isEnding) {
      try {
        await change(pod, [{ $patch: "delete", uid }]);
      } catch (error) {
        if (!isNotFound(error) && !isInvalid(error)) errors.push(error);
      }
    }
  }
  if (isEnding) return done(claimed, errors);
  for (const pod of views.by(orphanPods, namespace)) {
    if (pod.isDeleting || !matches(pod)) continue;
    try {
      await (mayAdopt ??= checkAdoption(claimant));
    } catch (error) {
      const what = `can't adopt Pod ${pod.namespace}/${pod.name} (${pod.uid})`;
      errors.push(new Error(`${what}: ${(error as Error).message}`, { cause: error }));
      continue;
    }
    try {
      await change(pod, [control.ownerReference(parent)]);
      claimed.push(pod);
    } catch (error) {
      if (!isNotFound(error)) errors.push(error);
    }
  }
  return done(claimed, errors);
}

/** Throws where the parent that wants to adopt is not there any more. */
async function checkAdoption({ parent, live }: Claimant): Promise<void> {
  const { namespace, name, uid } = parent.metadata;
  const now = await live();
  if (now.metadata.uid !== uid) {
    throw new Error(
      `original ${parent.kind} ${namespace}/${name} is gone: got uid ${now.metadata.uid}, wanted ${uid}`,
    );
  }
  const { deletionTimestamp } = now.metadata;
  if (deletionTimestamp !== undefined) {
    throw new Error(`${namespace}/${name} has just been deleted at ${deletionTimestamp}`);
  }
}

function done(claimed: PodView[], errors: readonly unknown[]): PodView[] {
  if (errors.length > 1) throw new AggregateError(errors, errors.map(String).join(", "));
  if (errors.length === 1) throw errors[0];
  return claimed;
}
