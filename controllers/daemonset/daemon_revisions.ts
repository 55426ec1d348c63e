/**
 * The history of a daemon set: the revision that has its template, and those of before.
 *
 * @module
 */

import { type Client, DaemonSet, Pod } from "../../toolkit/mod.ts";
import type { Doubts, SharedInformer } from "../loop/mod.ts";
import { templateHash } from "../pods/mod.ts";
import {
  byRevision,
  newestNumber,
  type RevisionHistory,
  revisionNameOf,
  type RevisionView,
} from "../revisions/mod.ts";
import { writeStatus } from "../write_status.ts";
import { type DaemonPod, type LivePod, REVISION_LABEL } from "./daemon_pod.ts";
import type { DaemonSetView } from "./daemon_set_view.ts";

/** What histories are kept with. */
export interface DaemonRevisionsParts {
  readonly client: Client;
  readonly history: RevisionHistory;
  readonly pods: SharedInformer<LivePod>;
  readonly doubts: Doubts;
}

/** The revisions of a set. */
export interface DaemonRevisions {
  /** The label of pods that have the set's template. */
  readonly hash: string;
  /** All others, the oldest first. */
  readonly old: readonly RevisionView[];
}

/**
 * Finds the revision of the set's template, has it be the newest, and makes it where there is none. Of several
 * the newest stays, and pods of the others are given to it.
 */
export async function revisionsOf(
  set: DaemonSetView,
  pods: readonly DaemonPod[],
  parts: DaemonRevisionsParts,
): Promise<DaemonRevisions> {
  const { history, doubts } = parts;
  const all: RevisionView[] = [];
  for (const revision of await history.claim(set, doubts, { keeps: false })) {
    const isLabelled = revision.labels[REVISION_LABEL] !== undefined;
    const labels = { [REVISION_LABEL]: revision.name };
    all.push(isLabelled ? revision : await history.change(set, revision, { labels }, doubts));
  }
  const same = all.filter(({ text }) => text === set.text).sort(byRevision);
  const old = all.filter(({ text }) => text !== set.text).sort(byRevision);
  const number = newestNumber(old) + 1n;
  const found = same.pop();
  const current = found ?? await create(set, number, parts);
  const hash = current.labels[REVISION_LABEL] ?? current.name;
  if (same.length > 0) await merge(set, same, hash, pods, parts);
  if (current.revision < number) await history.change(set, current, { revision: number }, doubts);
  return { hash, old };
}

/** The oldest revisions that no pod needs, beyond as many as are kept. */
export function revisionsToDelete(
  { historyLimit }: DaemonSetView,
  old: readonly RevisionView[],
  pods: readonly DaemonPod[],
): readonly RevisionView[] {
  if (historyLimit === undefined || old.length <= historyLimit) return [];
  const live = new Set(pods.map(({ revision }) => revision));
  return old.filter(({ labels }) => !live.has(labels[REVISION_LABEL]))
    .slice(0, old.length - historyLimit);
}

async function create(
  set: DaemonSetView,
  revision: bigint,
  { client, history, doubts }: DaemonRevisionsParts,
): Promise<RevisionView> {
  const { object, name: setName, template, data, text } = set;
  const { collisionCount } = object.status ?? {};
  const hash = templateHash(template, collisionCount);
  const name = revisionNameOf(setName, hash);
  const made = await history.create(set, {
    name,
    labels: { ...template.metadata?.labels, [REVISION_LABEL]: hash },
    annotations: object.metadata.annotations ?? {},
    data,
    text,
    revision,
  }, doubts);
  if (made !== undefined) return made;
  const collisions = (collisionCount ?? 0) + 1;
  await writeStatus(client, DaemonSet, object, { collisionCount: collisions });
  throw new Error(
    `create controller revision ${set.namespace}/${name}: another one has this name; ` +
      `the next hash counts ${collisions} collisions`,
  );
}

/** Gives pods of revisions to the one of a hash, and deletes those. */
async function merge(
  set: DaemonSetView,
  revisions: readonly RevisionView[],
  hash: string,
  pods: readonly DaemonPod[],
  { client, history, pods: informer, doubts }: DaemonRevisionsParts,
): Promise<void> {
  const merged = new Set<string | undefined>(revisions.map(({ labels }) => labels[REVISION_LABEL]));
  for (const pod of pods) {
    if (pod.revision === hash || !merged.has(pod.revision)) continue;
    const { namespace, name, uid } = pod;
    const patch = { metadata: { uid, labels: { [REVISION_LABEL]: hash } } } as never;
    await doubts.during(
      set.key,
      informer as SharedInformer<unknown>,
      pod,
      () => client.patch(Pod, { namespace, name }, patch),
    );
  }
  for (const revision of revisions) await history.delete(set, revision, doubts);
}
