/**
 * Keeps as many pods of a template as there should be.
 *
 * @module
 */

import { type DerivedValues, type ObjectOf, Pod } from "../../toolkit/mod.ts";
import { NAMES } from "../../toolkit/names.ts";
import type { Runnable } from "../../toolkit/runnable.ts";
import type { Selector } from "../../toolkit/selectors/mod.ts";
import { Recorder } from "../../toolkit/events/recorder.ts";
import {
  controllerOf,
  keyedLoop,
  type LoopParts,
  type SharedInformer,
  type SyncWork,
  type Wake,
} from "../loop/mod.ts";
import {
  claimPods,
  deletionOrder,
  isActive,
  isTerminating,
  nextAvailableMs,
  orphanPods,
  PodControl,
  podsByController,
  type PodView,
  podViewOf,
  slowStart,
  wakeParents,
  type WokenParent,
} from "../pods/mod.ts";
import { writeCounted } from "../write_status.ts";
import type { ReplicaKind, ReplicaParent } from "./replica_kind.ts";
import { type ReplicaMetrics, replicaMetrics } from "./replica_metrics.ts";
import { saysTheSame, statusOf, type StatusParts } from "./replica_status.ts";

/** So many pods are made or deleted in one turn. */
const MOST_AT_ONCE = 500;

/** What is looked at of a parent that pods may belong to. */
interface ParentView extends WokenParent {
  readonly controllerUid: string | undefined;
}

/** The controller of a kind of parents. */
export function createReplicas(parts: LoopParts, kind: ReplicaKind, workers: number): Runnable {
  const replicas = new Replicas(parts, kind);
  return keyedLoop(parts, {
    name: kind.name,
    queue: kind.queue,
    workers,
    listen: (wake) => replicas.listen(wake),
    sync: (key, work) => replicas.sync(key, work),
  });
}

interface Views {
  readonly pods: DerivedValues<ObjectOf<typeof Pod>, PodView>;
  readonly parents: DerivedValues<ReplicaParent, ParentView>;
}

class Replicas {
  readonly #parts: LoopParts;
  readonly #kind: ReplicaKind;
  readonly #parents: SharedInformer<ReplicaParent>;
  readonly #pods: SharedInformer<ObjectOf<typeof Pod>>;
  readonly #control: PodControl;
  readonly #metrics: ReplicaMetrics;
  #views: Views | undefined;

  constructor(parts: LoopParts, kind: ReplicaKind) {
    const { client, informers, clock, logger, metrics } = parts;
    this.#parts = parts;
    this.#kind = kind;
    this.#metrics = replicaMetrics(metrics);
    this.#parents = informers.of(kind.kind) as SharedInformer<ReplicaParent>;
    this.#pods = informers.of(Pod, [podsByController, orphanPods]);
    this.#control = new PodControl({
      kind: kind.kind,
      client,
      pods: this.#pods,
      events: new Recorder({ client, component: kind.name, clock, logger }),
      random: () => parts.random(),
    });
  }

  listen(wake: Wake): Disposable[] {
    const views = this.#views = {
      pods: this.#pods.derive(podViewOf),
      parents: this.#parents.lister.derive((parent) => this.#viewOf(parent)),
    };
    return [
      this.#parents.subscribe(({ type, key, object, previous }) => {
        // Another one of the same name: the pods of the one before are its own no longer.
        if (type === "Updated" && previous?.metadata.uid !== object.metadata.uid) wake(key);
        wake(key);
      }),
      wakeParents(this.#pods, { kind: this.#kind.kind, parents: views.parents, wake }),
    ];
  }

  async sync(key: string, work: SyncWork): Promise<number | void> {
    const parent = this.#parents.lister.get(key);
    if (parent === undefined) return;
    const { client, clock } = this.#parts;
    const selector = this.#kind.selectorOf(parent);
    const active = await this.#claim(parent, selector, work);
    const isEnding = parent.metadata.deletionTimestamp !== undefined;
    const failure = isEnding ? undefined : await this.#manage(parent, active, work);
    const status = statusOf({
      parent,
      kind: this.#kind,
      terminating: this.#countTerminating(parent, selector),
      active,
      failure,
      nowMs: clock.now(),
    });
    const to = { client, kind: this.#kind.kind, informer: this.#parents, doubts: work.doubts };
    await writeCounted(to, parent, status, saysTheSame);
    if (failure !== undefined) throw failure.error;
    return nextAvailableMs(active, parent.spec?.minReadySeconds ?? 0, clock.now());
  }

  /** Its pods; those that are over or on their way out are neither adopted nor let go. */
  async #claim(parent: ReplicaParent, selector: Selector, work: SyncWork): Promise<PodView[]> {
    const { client } = this.#parts;
    const { namespace = "", name } = parent.metadata;
    return await claimPods({
      parent,
      selector,
      considers: isActive,
      live: () => client.get(this.#kind.kind, { namespace, name }),
    }, {
      client,
      pods: this.#pods,
      views: this.#views!.pods,
      control: this.#control,
      doubts: work.doubts,
    });
  }

  /** How many of its pods are on their way out. */
  #countTerminating({ metadata: { namespace, uid } }: ReplicaParent, selector: Selector): number {
    if (!this.#kind.countsTerminating) return 0;
    return this.#views!.pods.by(podsByController, uid).filter((pod) =>
      pod.namespace === namespace && isTerminating(pod) && selector.matches(pod.labels)
    ).length;
  }

  /** Makes pods that are missing, or deletes those that are too many; what kept it from that. */
  async #manage(
    parent: ReplicaParent,
    active: readonly PodView[],
    { doubts }: SyncWork,
  ): Promise<StatusParts["failure"]> {
    const { replicas = 1, template = {} } = parent.spec ?? {};
    const missing = replicas - active.length;
    if (missing > 0) {
      const { error } = await slowStart(
        Math.min(missing, MOST_AT_ONCE),
        () => this.#control.create(parent, template, doubts),
      );
      return error === undefined ? undefined : { reason: "FailedCreate", error };
    }
    if (missing === 0) return undefined;
    const results = await Promise.allSettled(
      this.#surplus(parent, active, Math.min(-missing, MOST_AT_ONCE))
        .map((pod) => this.#control.delete(parent, pod, doubts)),
    );
    const failed = results.find((result) => result.status === "rejected");
    return failed && { reason: "FailedDelete", error: failed.reason };
  }

  /** Those that are to go. */
  #surplus(parent: ReplicaParent, active: readonly PodView[], count: number): readonly PodView[] {
    if (count >= active.length) return active;
    const { client, clock } = this.#parts;
    const nowMs = clock.now();
    const onNode = this.#podsOnNodes(parent);
    const order = deletionOrder({
      names: NAMES[client.dialect],
      nowMs,
      onSameNode: ({ nodeName }) => onNode.get(nodeName) ?? 0,
    });
    const surplus = active.toSorted(order).slice(0, count);
    this.#metrics.chosen(active, surplus, nowMs);
    return surplus;
  }

  /** How many active pods each node has of the parents that have the same controller as this one. */
  #podsOnNodes({ metadata }: ReplicaParent): ReadonlyMap<string, number> {
    const { pods, parents } = this.#views!;
    const uid = controllerOf({ metadata })?.uid;
    const counts = new Map<string, number>();
    if (uid === undefined) return counts;
    for (const related of parents.list({ namespace: metadata.namespace })) {
      if (related.controllerUid !== uid) continue;
      for (const pod of pods.by(podsByController, related.uid)) {
        if (!isActive(pod) || pod.nodeName === "" || !related.selector.matches(pod.labels)) {
          continue;
        }
        counts.set(pod.nodeName, (counts.get(pod.nodeName) ?? 0) + 1);
      }
    }
    return counts;
  }

  #viewOf(parent: ReplicaParent): ParentView {
    const { namespace = "", name, uid } = parent.metadata;
    return {
      key: `${namespace}/${name}`,
      uid,
      controllerUid: controllerOf(parent)?.uid,
      selector: this.#kind.selectorOf(parent),
      minReadySeconds: parent.spec?.minReadySeconds ?? 0,
    };
  }
}
