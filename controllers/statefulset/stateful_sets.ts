/**
 * Brings stateful sets to what they ask for, turn by turn.
 *
 * @module
 */

import {
  type DerivedValues,
  type ObjectOf,
  PersistentVolumeClaim,
  Pod,
  StatefulSet,
} from "../../toolkit/mod.ts";
import { equalJson } from "../../toolkit/values/json.ts";
import { Recorder } from "../../toolkit/events/recorder.ts";
import {
  claimChildren,
  controllerReference,
  type Doubts,
  type LoopParts,
  type SharedInformer,
  type SyncWork,
  type Wake,
} from "../loop/mod.ts";
import { nextAvailableMs, orphanPods, podsByController, wakeParents } from "../pods/mod.ts";
import { RevisionHistory, type RevisionView } from "../revisions/mod.ts";
import { writeCounted } from "../write_status.ts";
import { PodClaims } from "./pod_claims.ts";
import { PodWrites } from "./pod_writes.ts";
import { setMetrics } from "./set_metrics.ts";
import { revisionsOf, revisionsToDelete, type SetRevisions } from "./set_revisions.ts";
import { identityOf, type LivePod, type StatefulPod, statefulPodOf } from "./stateful_pod.ts";
import {
  type LiveStatefulSet,
  type StatefulSetView,
  statefulSetViewOf,
} from "./stateful_set_view.ts";
import { saysTheSame, statusOf } from "./stateful_status.ts";
import { Turn } from "./turn.ts";

type LiveClaim = ObjectOf<typeof PersistentVolumeClaim>;

/** Of its events. */
const COMPONENT = "statefulset-controller";

interface Views {
  readonly sets: DerivedValues<LiveStatefulSet, StatefulSetView>;
  readonly pods: DerivedValues<LivePod, StatefulPod>;
}

/** What wakes stateful sets, and a turn of each. */
export class StatefulSets {
  readonly #parts: LoopParts;
  readonly #sets: SharedInformer<LiveStatefulSet>;
  readonly #pods: SharedInformer<LivePod>;
  readonly #claims: SharedInformer<LiveClaim>;
  readonly #history: RevisionHistory;
  readonly #podClaims: PodClaims;
  readonly #writes: PodWrites;
  readonly #metrics: ReturnType<typeof setMetrics>;
  #views: Views | undefined;

  constructor(parts: LoopParts) {
    const { client, informers, clock, logger, metrics } = parts;
    this.#parts = parts;
    this.#sets = informers.of(StatefulSet);
    this.#pods = informers.of(Pod, [podsByController, orphanPods]);
    this.#claims = informers.of(PersistentVolumeClaim);
    this.#metrics = setMetrics(metrics);
    this.#history = new RevisionHistory(parts, StatefulSet);
    const events = new Recorder({ client, component: COMPONENT, clock, logger });
    this.#podClaims = new PodClaims({ client, claims: this.#claims, events });
    this.#writes = new PodWrites({
      client,
      pods: this.#pods,
      claims: this.#podClaims,
      events,
    });
  }

  /** Begins to listen. */
  listen(wake: Wake): Disposable[] {
    const { sets } = this.#views = {
      sets: this.#sets.derive(statefulSetViewOf),
      pods: this.#pods.derive(statefulPodOf),
    };
    return [
      this.#sets.subscribe(({ key }) => wake(key)),
      wakeParents(this.#pods, { kind: StatefulSet, parents: sets, wake }),
      this.#pods.subscribe(({ type, object: { metadata: { namespace, name } } }) => {
        // Its name is free, whoever it belonged to.
        if (type !== "Deleted") return;
        const set = sets.get(`${namespace}/${identityOf(name).setName ?? ""}`);
        if (set !== undefined) wake(set.key);
      }),
      this.#claims.subscribe(({ type, object, previous }) => {
        const isFreed = type === "Deleted" || type === "Updated" &&
            !equalJson(previous?.metadata.ownerReferences, object.metadata.ownerReferences);
        const set = isFreed ? this.#setOfClaim(object) : undefined;
        if (set !== undefined) wake(set.key);
      }),
    ];
  }

  /** One turn of a stateful set. */
  async sync(key: string, { doubts }: SyncWork): Promise<number | void> {
    const set = this.#views!.sets.get(key);
    if (set === undefined) return this.#metrics.forget(key);
    const { client, clock } = this.#parts;
    const history = this.#history;
    const all = await history.claim(set, doubts, { keeps: true });
    const pods = await this.#claim(set, doubts);
    let revisions: SetRevisions | undefined;
    try {
      revisions = await revisionsOf(set, all, { client, history, doubts });
      if (revisions === undefined) return;
      await this.#advance(set, pods, revisions, doubts);
    } catch (error) {
      // What it failed with is of more interest.
      await this.#clean(set, pods, all, revisions, doubts).catch(() => {});
      throw error;
    }
    await this.#clean(set, pods, all, revisions, doubts);
    return nextAvailableMs(pods, set.minReadySeconds, clock.now());
  }

  /** Does what can be done now, and writes the status, also where that has failed. */
  async #advance(
    set: StatefulSetView,
    pods: readonly StatefulPod[],
    revisions: SetRevisions,
    doubts: Doubts,
  ): Promise<void> {
    const { client, clock } = this.#parts;
    const nowMs = clock.now();
    const turn = new Turn({
      set,
      pods,
      revisions,
      writes: this.#writes,
      claims: this.#podClaims,
      doubts,
      nowMs,
    });
    const failed = set.isDeleting
      ? undefined
      : await turn.run().then(() => undefined, (error) => ({ error }));
    this.#metrics.turned(set, turn.unavailable);
    const deleted = new Set(turn.deletedForUpdate);
    const status = statusOf({
      set,
      pods: pods.map((pod) => deleted.has(pod) ? { ...pod, isDeleting: true } : pod),
      current: revisions.current.name,
      update: revisions.update.name,
      collisions: revisions.collisions,
      nowMs,
    });
    try {
      const to = { client, kind: StatefulSet, informer: this.#sets, doubts };
      await writeCounted(to, set.object, status, saysTheSame);
    } catch (error) {
      if (failed === undefined) throw error;
    }
    if (failed !== undefined) throw failed.error;
  }

  async #clean(
    set: StatefulSetView,
    pods: readonly StatefulPod[],
    all: readonly RevisionView[],
    revisions: SetRevisions | undefined,
    doubts: Doubts,
  ): Promise<void> {
    for (const old of revisionsToDelete(set, all, pods, revisions)) {
      await this.#history.delete(set, old, doubts);
    }
  }

  /** The pods that have the set's labels and a name of the set. */
  async #claim(set: StatefulSetView, doubts: Doubts): Promise<StatefulPod[]> {
    const { client } = this.#parts;
    const { object, namespace, name, selector } = set;
    return await claimChildren({
      parent: object,
      selector,
      reference: controllerReference(client, StatefulSet, object.metadata),
      wants: ({ setName }) => setName === name,
      live: () => client.get(StatefulSet, { namespace, name }),
    }, {
      kind: Pod,
      client,
      informer: this.#pods,
      views: this.#views!.pods,
      byController: podsByController,
      orphans: orphanPods,
      doubts,
    });
  }

  /** The set that a claim is made for, if there is one: claims are called CLAIM-SET-ORDINAL. */
  #setOfClaim({ metadata: { namespace, name } }: LiveClaim): StatefulSetView | undefined {
    const { setName: both = "" } = identityOf(name);
    for (let at = both.indexOf("-"); at >= 0; at = both.indexOf("-", at + 1)) {
      const set = this.#views!.sets.get(`${namespace}/${both.slice(at + 1)}`);
      if (set?.claims.some(({ metadata }) => metadata?.name === both.slice(0, at))) return set;
    }
    return undefined;
  }
}
