/**
 * What controllers look at of a revision, made once for each of its states.
 *
 * @module
 */

import { ControllerRevision, type coreV1, type ObjectOf } from "../../toolkit/mod.ts";
import { byController, orphansOf } from "../loop/mod.ts";
import { revisionTextOf, templateOfRevision } from "./revision_data.ts";

/** A revision as informers have it. */
export type LiveRevision = ObjectOf<typeof ControllerRevision>;

/** A revision, in short. It is shared: do not change it. */
export interface RevisionView {
  readonly key: string;
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly resourceVersion: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly isDeleting: boolean;
  readonly createdMs: number;
  /** It is the newest whose number is the highest. */
  readonly revision: bigint;
  /** The same for revisions that keep the same template; undefined where it keeps none. */
  readonly text: string | undefined;
  readonly template: coreV1.PodTemplateSpec | undefined;
}

/** The view of a revision. */
export function revisionViewOf({ metadata, data, revision }: LiveRevision): RevisionView {
  const { namespace = "", name, uid } = metadata;
  return {
    key: `${namespace}/${name}`,
    namespace,
    name,
    uid,
    resourceVersion: metadata.resourceVersion,
    labels: metadata.labels ?? {},
    isDeleting: metadata.deletionTimestamp !== undefined,
    createdMs: Date.parse(metadata.creationTimestamp ?? ""),
    revision: BigInt(revision ?? 0),
    text: revisionTextOf(data),
    template: templateOfRevision(data),
  };
}

/** The order of their numbers; of one number that of their creation, and then of their names. */
export function byRevision(one: RevisionView, other: RevisionView): number {
  if (one.revision !== other.revision) return one.revision < other.revision ? -1 : 1;
  return one.createdMs - other.createdMs || (one.name < other.name ? -1 : 1);
}

/** Finds revisions by the uid of their set. */
export const revisionsByController = byController(ControllerRevision);

/** Finds revisions that belong to no set by their namespace. */
export const orphanRevisions = orphansOf(ControllerRevision);
