/**
 * The revisions of sets: found, made, counted on and deleted.
 *
 * @module
 */

import {
  type AnyKind,
  ControllerRevision,
  type DerivedValues,
  isAlreadyExists,
  type JsonObject,
} from "../../toolkit/mod.ts";
import type { Selector } from "../../toolkit/selectors/mod.ts";
import {
  claimChildren,
  type ClaimingParent,
  controllerReference,
  type Doubts,
  type LoopParts,
  type SharedInformer,
} from "../loop/mod.ts";
import {
  byRevision,
  type LiveRevision,
  orphanRevisions,
  revisionsByController,
  type RevisionView,
  revisionViewOf,
} from "./revision_view.ts";

/** A set that has revisions. */
export interface RevisedSet {
  readonly object: ClaimingParent;
  readonly key: string;
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly selector: Selector;
}

/** A revision as it is to be made. */
export interface RevisionDraft {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly data: JsonObject;
  /** See {@link RevisionView.text}. */
  readonly text: string;
  readonly revision: bigint;
}

/** Names of objects have no more characters; ten of them are a hash. */
const MOST_NAME = 253;
const MOST_PREFIX = 223;

/** The revisions of sets of one kind. */
export class RevisionHistory {
  readonly #parts: LoopParts;
  readonly #kind: AnyKind;
  readonly #revisions: SharedInformer<LiveRevision>;
  #views: DerivedValues<LiveRevision, RevisionView> | undefined;

  constructor(parts: LoopParts, kind: AnyKind) {
    this.#parts = parts;
    this.#kind = kind;
    this.#revisions = parts.informers.of(ControllerRevision, [
      revisionsByController,
      orphanRevisions,
    ]);
  }

  /** The informer: whose events wake sets. */
  get informer(): SharedInformer<LiveRevision> {
    return this.#revisions;
  }

  /**
   * The revisions of a set, the oldest first. Those that match and belong to nobody are adopted; its own that
   * do not match are let go, or (`keeps`) left out alone.
   */
  async claim(
    { object, namespace, name, selector }: RevisedSet,
    doubts: Doubts,
    { keeps }: { readonly keeps: boolean },
  ): Promise<RevisionView[]> {
    const { client } = this.#parts;
    const claimed = await claimChildren({
      parent: object,
      selector,
      reference: controllerReference(client, this.#kind, object.metadata),
      live: async () =>
        await client.get(this.#kind, { namespace, name }) as unknown as ClaimingParent,
      ...(keeps && { considers: ({ labels }: RevisionView) => selector.matches(labels) }),
    }, {
      kind: ControllerRevision,
      client,
      informer: this.#revisions,
      views: this.#views ??= this.#revisions.derive(revisionViewOf),
      byController: revisionsByController,
      orphans: orphanRevisions,
      doubts,
    });
    return claimed.sort(byRevision);
  }

  /**
   * Makes a revision. Where one of its name is there already, that is it if it has the same data; else
   * undefined: another name is due.
   */
  async create(
    set: RevisedSet,
    { name, labels, annotations, data, text, revision }: RevisionDraft,
    doubts: Doubts,
  ): Promise<RevisionView | undefined> {
    const { client } = this.#parts;
    const { namespace } = set;
    const place = { namespace, name };
    try {
      const made = await doubts.during(
        set.key,
        this.#revisions as SharedInformer<unknown>,
        place,
        () =>
          client.create(ControllerRevision, {
            metadata: {
              ...place,
              labels: { ...labels },
              annotations: { ...annotations },
              ownerReferences: [controllerReference(client, this.#kind, set.object.metadata)],
            },
            data,
            revision,
          }),
      );
      return revisionViewOf(made);
    } catch (error) {
      if (!isAlreadyExists(error)) throw error;
      const found = await client.get(ControllerRevision, place);
      const view = revisionViewOf(found);
      return view.text === text ? view : undefined;
    }
  }

  /** Gives a revision another number, or labels; rejects with a Conflict where somebody else has changed it. */
  async change(
    set: RevisedSet,
    { namespace, name, resourceVersion }: RevisionView,
    change: { readonly revision?: bigint; readonly labels?: Readonly<Record<string, string>> },
    doubts: Doubts,
  ): Promise<RevisionView> {
    const { client } = this.#parts;
    const { revision, labels } = change;
    const patch = {
      metadata: { resourceVersion, ...(labels && { labels }) },
      ...(revision !== undefined && { revision }),
    } as never;
    const changed = await doubts.during(
      set.key,
      this.#revisions as SharedInformer<unknown>,
      { namespace, name },
      () => client.patch(ControllerRevision, { namespace, name }, patch),
    );
    return revisionViewOf(changed);
  }

  /** Deletes a revision, and no other of its name; it is as good if it is gone. */
  async delete(set: RevisedSet, revision: RevisionView, doubts: Doubts): Promise<void> {
    const { client } = this.#parts;
    const { namespace, name, uid } = revision;
    await doubts.during(
      set.key,
      this.#revisions as SharedInformer<unknown>,
      revision,
      () => client.delete(ControllerRevision, { namespace, name }, { uid, ignoreNotFound: true }),
    );
  }
}

/** The name of a revision: that of its set, which is cut where it leaves no room, and a hash. */
export function revisionNameOf(set: string, hash: string): string {
  return `${set.slice(0, Math.min(MOST_PREFIX, MOST_NAME - hash.length - 1))}-${hash}`;
}

/** The highest number, or 0. */
export function newestNumber(revisions: readonly RevisionView[]): bigint {
  return revisions.reduce((most, { revision }) => revision > most ? revision : most, 0n);
}
