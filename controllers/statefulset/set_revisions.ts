/**
 * Which revision the pods of a stateful set have, and which they are to have.
 *
 * @module
 */

import type { Client, coreV1 } from "../../toolkit/mod.ts";
import { NAMES } from "../../toolkit/names.ts";
import type { Doubts } from "../loop/mod.ts";
import { revisionHash } from "../pods/mod.ts";
import {
  newestNumber,
  type RevisionHistory,
  revisionNameOf,
  type RevisionView,
} from "../revisions/mod.ts";
import type { StatefulPod } from "./stateful_pod.ts";
import type { StatefulSetView } from "./stateful_set_view.ts";

/** A revision that pods are made of. */
export interface PodRevision {
  readonly name: string;
  readonly template: coreV1.PodTemplateSpec;
}

/** The two that count. */
export interface SetRevisions {
  readonly current: PodRevision;
  readonly update: PodRevision;
  /** How often the name of a new revision was taken. */
  readonly collisions: number;
}

/** What they are found with. */
export interface SetRevisionsParts {
  readonly client: Pick<Client, "dialect">;
  readonly history: RevisionHistory;
  readonly doubts: Doubts;
}

/**
 * The revisions of a set, out of all that it has, the oldest first. One that has the set's template becomes the
 * newest; where there is none it is made. The current one is the one that the status names, or else the same.
 * Nothing is made for a set that is on its way out: its revisions may be gone before its pods are. Then it has
 * those that its status names, and undefined where it names none.
 */
export async function revisionsOf(
  set: StatefulSetView,
  revisions: readonly RevisionView[],
  { client, history, doubts }: SetRevisionsParts,
): Promise<SetRevisions | undefined> {
  let collisions = set.status?.collisionCount ?? 0;
  let update = revisions.findLast(({ text }) => text === set.text);
  if (update === undefined) {
    if (set.isDeleting) return lastKnown(set);
    const label = `controller.${NAMES[client.dialect].domain}/hash`;
    const hash = revisionHash(set.text, collisions);
    for (;; collisions++) {
      update = await history.create(set, {
        name: revisionNameOf(set.name, revisionHash(set.text, collisions)),
        labels: { ...set.template.metadata?.labels, [label]: hash },
        annotations: set.object.metadata.annotations ?? {},
        data: set.data,
        text: set.text,
        revision: newestNumber(revisions) + 1n,
      }, doubts);
      if (update !== undefined) break;
    }
  } else if (update !== revisions.at(-1) && !set.isDeleting) {
    // It was another's turn meanwhile.
    const revision = newestNumber(revisions) + 1n;
    update = await history.change(set, update, { revision }, doubts);
  }
  const named = { name: update.name, template: set.template };
  const current = revisions.find(({ name }) => name === set.status?.currentRevision);
  return {
    current: current?.template === undefined
      ? named
      : { name: current.name, template: current.template },
    update: named,
    collisions,
  };
}

function lastKnown({ status, template }: StatefulSetView): SetRevisions | undefined {
  const { currentRevision, updateRevision, collisionCount: collisions = 0 } = status ?? {};
  if (!currentRevision || !updateRevision) return undefined;
  return {
    current: { name: currentRevision, template },
    update: { name: updateRevision, template },
    collisions,
  };
}

/** The oldest revisions that neither the set nor any of its pods needs, beyond as many as are kept. */
export function revisionsToDelete(
  { historyLimit, status }: StatefulSetView,
  revisions: readonly RevisionView[],
  pods: readonly StatefulPod[],
  known: SetRevisions | undefined,
): readonly RevisionView[] {
  if (historyLimit === undefined) return [];
  const live = new Set<string | undefined>([
    known?.current.name,
    known?.update.name,
    status?.currentRevision,
    status?.updateRevision,
    ...pods.map(({ revision }) => revision),
  ]);
  const old = revisions.filter(({ name }) => !live.has(name));
  return old.slice(0, Math.max(0, old.length - historyLimit));
}
