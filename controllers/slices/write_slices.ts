/**
 * Writing what was planned of slices.
 *
 * @module
 */

import { type Client, EndpointSlice, type metaV1 } from "../../toolkit/mod.ts";
import {
  type Doubts,
  drawName,
  type LoopParts,
  prefixOf,
  type SharedInformer,
  type SyncWork,
} from "../loop/mod.ts";
import { isNamespaceEnding, messageOf } from "../pods/mod.ts";
import type { SliceMetrics } from "./slice_metrics.ts";
import type { CachedSlice, SliceDraft, SlicePlan } from "./slice_draft.ts";
import type { SlicesOfServices } from "./slices_of_service.ts";

/** Whose slices are written. */
export interface SliceOwner {
  /** As errors call it: `Service`. */
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  /** Whether it is being deleted: then nothing is made for it. */
  readonly isEnding: boolean;
  readonly reference: metaV1.OwnerReference;
  /** What the annotations of a slice become, from what they are. */
  annotations(before: Readonly<Record<string, string>>): Readonly<Record<string, string>>;
}

/** What slices are written with. */
interface SliceWriting {
  readonly client: Client;
  readonly informer: SharedInformer<CachedSlice>;
  readonly doubts: Doubts;
  readonly signal: AbortSignal;
  readonly metrics: Pick<SliceMetrics, "written">;
  /** A number from 0 up to 1. */
  random(): number;
}

/** Writes the slices of a plan for their owner, in a turn of its, as {@link writeSlices} does. */
export type WriteSlices = (
  plan: SlicePlan,
  owner: SliceOwner,
  work: SyncWork,
) => ReturnType<typeof writeSlices>;

/** What writes the slices that `slices` follows, as {@link writeSlices} does. */
export function sliceWriter(
  parts: LoopParts,
  { informer }: SlicesOfServices,
  metrics: Pick<SliceMetrics, "written">,
): WriteSlices {
  const { client } = parts;
  const random = () => parts.random();
  return (plan, owner, { doubts, signal }) =>
    writeSlices(plan, owner, { client, informer, doubts, signal, metrics, random });
}

/**
 * Makes, then changes, then deletes: endpoints that move are in two slices for a while, never in
 * none. What is to be made takes the place of what is to be deleted where it can. How many were
 * written; undefined: the namespace is on its way out, and nothing can be made in it.
 */
async function writeSlices(
  plan: SlicePlan,
  owner: SliceOwner,
  writing: SliceWriting,
): Promise<number | undefined> {
  const { client, signal, metrics } = writing;
  const { namespace, kind } = owner;
  const { create, update, remove } = reused(plan, owner);
  const failed = (verb: string, name: string, error: unknown) =>
    new Error(
      `failed to ${verb} ${name}EndpointSlice for ${kind} ${namespace}/${owner.name}: ${
        messageOf(error)
      }`,
      { cause: error },
    );
  if (!owner.isEnding) {
    for (const draft of create) {
      try {
        await createSlice(draft, owner, writing);
      } catch (error) {
        if (isNamespaceEnding(error)) return undefined;
        throw failed("create", "", error);
      }
      metrics.written("create");
    }
  }
  for (const draft of update) {
    const slice = draft.slice!;
    const { name, annotations = {} } = slice.metadata;
    try {
      await client.replace(EndpointSlice, {
        ...slice,
        metadata: {
          ...slice.metadata,
          labels: { ...draft.labels },
          annotations: { ...owner.annotations(annotations) },
          ...(!isOwn(slice, owner) && { ownerReferences: [owner.reference] }),
        },
        ports: [...draft.ports],
        endpoints: draft.endpoints,
      }, { signal });
    } catch (error) {
      throw failed("update", `${name} `, error);
    }
    metrics.written("update");
  }
  for (const { metadata: { name, uid } } of remove) {
    try {
      await client.delete(EndpointSlice, { namespace, name }, {
        uid,
        ignoreNotFound: true,
        signal,
      });
    } catch (error) {
      throw failed("delete", `${name} `, error);
    }
    metrics.written("delete");
  }
  return (owner.isEnding ? 0 : create.length) + update.length + remove.length;
}

async function createSlice(
  { addressType, ports, labels, endpoints }: SliceDraft,
  { namespace, name, reference, annotations }: SliceOwner,
  { client, informer, doubts, signal, random }: SliceWriting,
): Promise<void> {
  const generateName = prefixOf(name);
  const drawn = drawName(generateName, random);
  await doubts.during(
    `${namespace}/${name}`,
    informer,
    { namespace, name: drawn },
    () =>
      client.create(EndpointSlice, {
        metadata: {
          namespace,
          generateName,
          name: drawn,
          labels: { ...labels },
          annotations: { ...annotations({}) },
          ownerReferences: [reference],
        },
        addressType: addressType as CachedSlice["addressType"],
        ports: [...ports],
        endpoints,
      }, { signal }),
  );
}

/** The plan with slices that would be deleted and made changed instead, where type and owner stay. */
function reused({ create, update, remove }: SlicePlan, owner: SliceOwner): SlicePlan {
  const made = [...create];
  const changed = [...update];
  const removed = remove.filter((slice) => {
    const draft = made.at(-1);
    if (draft === undefined || !isOwn(slice, owner) || draft.addressType !== slice.addressType) {
      return true;
    }
    made.pop();
    const { annotations: _, ...metadata } = slice.metadata;
    changed.push({ ...draft, slice: { ...slice, metadata } });
    return false;
  });
  return { create: made, update: changed, remove: removed, unchanged: [] };
}

function isOwn({ metadata }: CachedSlice, { reference }: SliceOwner): boolean {
  return metadata.ownerReferences?.some(({ uid }) => uid === reference.uid) === true;
}
