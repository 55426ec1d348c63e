/**
 * Brings daemon sets to what they ask for, turn by turn.
 *
 * @module
 */

import { DaemonSet, type DerivedValues, Node, type ObjectOf, Pod } from "../../toolkit/mod.ts";
import { equalJson } from "../../toolkit/values/json.ts";
import { Recorder } from "../../toolkit/events/recorder.ts";
import {
  claimChildren,
  controllerOf,
  type Doubts,
  type LoopParts,
  type SharedInformer,
  type SyncWork,
  type Wake,
} from "../loop/mod.ts";
import {
  nextAvailableMs,
  orphanPods,
  PodControl,
  podsByController,
  slowStart,
  wakeParents,
} from "../pods/mod.ts";
import { type LiveRevision, RevisionHistory } from "../revisions/mod.ts";
import { writeCounted } from "../write_status.ts";
import {
  type DaemonPod,
  daemonPodOf,
  GENERATION_LABEL,
  isGone,
  type LivePod,
  podsOfSetOnNode,
  REVISION_LABEL,
} from "./daemon_pod.ts";
import { type DaemonRevisions, revisionsOf, revisionsToDelete } from "./daemon_revisions.ts";
import { type DaemonSetView, daemonSetViewOf, type LiveDaemonSet } from "./daemon_set_view.ts";
import { saysTheSame, statusOf } from "./daemon_status.ts";
import { daemonTemplate } from "./daemon_template.ts";
import { FailedPods } from "./failed_pods.ts";
import { type DaemonNode, daemonNodeOf, judgeNode, Judgments, type Verdict } from "./judge_node.ts";
import { type Placement, placePods, type PodsByNode } from "./placement.ts";
import { type RollingParts, rollPods } from "./rolling.ts";

type LiveNode = ObjectOf<typeof Node>;

/** Of its events. */
const COMPONENT = "daemonset-controller";

/** So many pods are made, and so many deleted, in one step. */
const MOST_AT_ONCE = 250;

interface Views {
  readonly sets: DerivedValues<LiveDaemonSet, DaemonSetView>;
  readonly pods: DerivedValues<LivePod, DaemonPod>;
  readonly nodes: DerivedValues<LiveNode, DaemonNode>;
}

/** How long something was there that hardly was. Times of creation have whole seconds. */
const YOUNG_MS = 2_000;

/** What wakes daemon sets, and a turn of each. */
export class DaemonSets {
  readonly #parts: LoopParts;
  readonly #sets: SharedInformer<LiveDaemonSet>;
  readonly #pods: SharedInformer<LivePod>;
  readonly #nodes: SharedInformer<LiveNode>;
  readonly #history: RevisionHistory;
  readonly #events: Recorder;
  readonly #control: PodControl;
  readonly #judgments = new Judgments();
  readonly #failed = new FailedPods();
  /** The keys of sets of which something went as soon as it was made. */
  readonly #robbed = new Set<string>();
  #views: Views | undefined;
  #known: { readonly generation: number; readonly nodes: readonly DaemonNode[] } | undefined;

  constructor(parts: LoopParts) {
    const { client, informers, clock, logger } = parts;
    this.#parts = parts;
    this.#sets = informers.of(DaemonSet);
    this.#pods = informers.of(Pod, [podsByController, orphanPods, podsOfSetOnNode]);
    this.#nodes = informers.of(Node);
    this.#history = new RevisionHistory(parts, DaemonSet);
    this.#events = new Recorder({ client, component: COMPONENT, clock, logger });
    this.#control = new PodControl({
      kind: DaemonSet,
      client,
      pods: this.#pods,
      events: this.#events,
      random: () => parts.random(),
    });
  }

  /** Begins to listen. */
  listen(wake: Wake): Disposable[] {
    const { sets } = this.#views = {
      sets: this.#sets.derive(daemonSetViewOf(this.#parts.client.dialect)),
      pods: this.#pods.derive(daemonPodOf),
      nodes: this.#nodes.derive(daemonNodeOf),
    };
    return [
      this.#sets.subscribe(({ type, key, object }) => {
        if (type === "Deleted") {
          this.#judgments.forget(object.metadata.uid);
          this.#robbed.delete(key);
        }
        wake(key);
      }),
      this.#pods.subscribe(({ type, object }) => {
        if (type === "Deleted") this.#noteYoung(object);
      }),
      wakeParents(this.#pods, { kind: DaemonSet, parents: sets, wake }),
      this.#history.informer.subscribe(({ type, object, previous, resync }) => {
        if (type === "Deleted") this.#noteYoung(object);
        if (!resync) this.#wakeByRevision({ type, object, previous }, wake);
      }),
      this.#nodes.subscribe(({ type, object, previous, resync }) => {
        if (resync) return;
        const before = type === "Deleted" ? object : previous;
        this.#wakeByNode(
          before && daemonNodeOf(before),
          type === "Deleted" ? undefined : daemonNodeOf(object),
          wake,
        );
      }),
    ];
  }

  /** One turn of a daemon set. */
  async sync(key: string, { doubts, signal }: SyncWork): Promise<number | void> {
    if (this.#robbed.delete(key)) {
      const [namespace, name] = key.split("/") as [string, string];
      doubts.raise(key, this.#sets, { namespace, name });
      await doubts.settle(key, signal);
    }
    const set = this.#views!.sets.get(key);
    if (set === undefined) return;
    if (set.selector.matchesEverything) {
      const message = "This daemon set is selecting all pods. A non-empty selector is required.";
      this.#events.warning(set.object, "SelectingAll", message);
      return;
    }
    // Its history may be gone, or somebody else's: nothing can be said of its pods any more.
    if (set.isDeleting) return;
    const { client, clock } = this.#parts;
    const all = await this.#claim(set, doubts);
    const revisions = await revisionsOf(set, all, {
      client,
      history: this.#history,
      pods: this.#pods,
      doubts,
    });
    const verdicts = this.#verdictsOf(set);
    const podsOf = this.#podsOf(set);
    const world = (): RollingParts => ({
      set,
      verdicts,
      pods: byNode(podsOf()),
      hash: revisions.hash,
      nowMs: clock.now(),
    });
    let againMs: number | undefined;
    const failed = await this.#advance(world, revisions, doubts).then(
      (ms) => void (againMs = ms),
      (error) => ({ error }),
    );
    try {
      const to = { client, kind: DaemonSet, informer: this.#sets, doubts };
      await writeCounted(to, set.object, statusOf(world()), saysTheSame);
    } catch (error) {
      if (!failed) throw error;
    }
    if (failed) throw failed.error;
    const nextMs = nextAvailableMs(podsOf(), set.minReadySeconds, clock.now());
    return againMs === undefined || nextMs === undefined
      ? againMs ?? nextMs
      : Math.min(againMs, nextMs);
  }

  /**
   * A pod or a revision that goes as soon as it was made may have been the garbage collector's to take: its set is
   * gone, and has not been seen to go. Then all that is made for it goes at once, again and again.
   */
  #noteYoung(child: LivePod | LiveRevision): void {
    const controller = controllerOf(child);
    if (controller?.kind !== DaemonSet.kind) return;
    const { namespace, creationTimestamp = "" } = child.metadata;
    if (this.#parts.clock.now() - Date.parse(creationTimestamp) > YOUNG_MS) return;
    const key = `${namespace}/${controller.name}`;
    if (this.#views!.sets.get(key)?.uid === controller.uid) this.#robbed.add(key);
  }

  /** Puts pods where they are missing and takes away those that are too many, else goes on with a rollout. */
  async #advance(
    world: () => RollingParts,
    revisions: DaemonRevisions,
    doubts: Doubts,
  ): Promise<number | undefined> {
    const before = world();
    const { set, hash, nowMs } = before;
    const placement = placePods({
      ...before,
      failedWait: (node) => this.#failed.wait(set, node, nowMs),
    });
    this.#tellOfEnded(set, placement);
    const isPlaced = await this.#write(set, hash, placement, doubts);
    // What was just made or deleted wakes it again: the rollout goes on when all is in its place.
    if (!isPlaced && set.isRolling) await this.#write(set, hash, rollPods(before), doubts);
    if (revisions.old.length > 0) {
      for (const old of revisionsToDelete(set, revisions.old, this.#podsOf(set)())) {
        await this.#history.delete(set, old, doubts);
      }
    }
    return placement.againMs;
  }

  /** Makes and deletes pods; whether there was any. Rejects with what kept it from any of it. */
  async #write(
    set: DaemonSetView,
    hash: string,
    { create, delete: surplus }: Pick<Placement | ReturnType<typeof rollPods>, "create" | "delete">,
    doubts: Doubts,
  ): Promise<boolean> {
    const { object, generation } = set;
    const labels = {
      ...(generation !== undefined && { [GENERATION_LABEL]: generation }),
      [REVISION_LABEL]: hash,
    };
    const { error } = await slowStart(
      Math.min(create.length, MOST_AT_ONCE),
      (index) =>
        this.#control.create(object, daemonTemplate(set, create[index]!), doubts, { labels }),
    );
    const results = await Promise.allSettled(
      surplus.slice(0, MOST_AT_ONCE).map((pod) => this.#control.delete(object, pod, doubts)),
    );
    if (error !== undefined) throw error;
    const refused = results.find((result) => result.status === "rejected");
    if (refused !== undefined) throw refused.reason;
    return create.length > 0 || surplus.length > 0;
  }

  #tellOfEnded({ object }: DaemonSetView, { failed, succeeded }: Placement): void {
    for (const { namespace, name, target } of failed) {
      const message =
        `Found failed daemon pod ${namespace}/${name} on node ${target}, will try to kill it`;
      this.#events.warning(object, "FailedDaemonPod", message);
    }
    for (const { namespace, name, target } of succeeded) {
      const message =
        `Found succeeded daemon pod ${namespace}/${name} on node ${target}, will try to delete it`;
      this.#events.normal(object, "SucceededDaemonPod", message);
    }
  }

  async #claim(set: DaemonSetView, doubts: Doubts): Promise<DaemonPod[]> {
    const { client } = this.#parts;
    const { object, namespace, name, selector } = set;
    return await claimChildren({
      parent: object,
      selector,
      reference: this.#control.ownerReference(object),
      live: () => client.get(DaemonSet, { namespace, name }),
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

  /** The pods of a set as they are when this is asked; they are looked for again only when any has changed. */
  #podsOf({ uid, namespace, selector }: DaemonSetView): () => DaemonPod[] {
    const { lister } = this.#pods;
    let seen = -1;
    let found: DaemonPod[] = [];
    return () => {
      if (lister.generation !== seen) {
        seen = lister.generation;
        found = this.#views!.pods.by(podsByController, uid)
          .filter((pod) => pod.namespace === namespace && selector.matches(pod.labels));
      }
      return found;
    };
  }

  /** The nodes as they are now. */
  #allNodes(): readonly DaemonNode[] {
    const { generation } = this.#nodes.lister;
    if (this.#known?.generation !== generation) {
      this.#known = { generation, nodes: this.#views!.nodes.list() };
    }
    return this.#known.nodes;
  }

  #verdictsOf(set: DaemonSetView): ReadonlyMap<string, Verdict> {
    const judge = this.#judgments.of(set);
    return new Map(this.#allNodes().map((node) => [node.name, judge(node)]));
  }

  /** A node wakes the sets to which its change means something. */
  #wakeByNode(before: DaemonNode | undefined, after: DaemonNode | undefined, wake: Wake): void {
    const isSame = before !== undefined && after !== undefined &&
      equalJson(before.labels, after.labels) && equalJson(before.taints, after.taints);
    if (isSame) return;
    const name = (after ?? before)?.name;
    for (const set of this.#views!.sets.list()) {
      const was = before && judgeNode(set, before);
      const is = after && judgeNode(set, after);
      const hasPods = () => this.#views!.pods.by(podsOfSetOnNode, `${set.uid}/${name}`).length > 0;
      const isOther = (was?.shouldRun ?? false) !== (is?.shouldRun ?? false) ||
        (was?.mayStay ?? false) !== (is?.mayStay ?? false);
      // One that comes or goes may have pods that nobody counted.
      if (isOther || ((before === undefined || after === undefined) && hasPods())) wake(set.key);
    }
  }

  #wakeByRevision(
    { type, object, previous }: {
      readonly type: string;
      readonly object: LiveRevision;
      readonly previous: LiveRevision | undefined;
    },
    wake: Wake,
  ): void {
    const { sets } = this.#views!;
    const { namespace, labels = {} } = object.metadata;
    const controllers = [controllerOf(object), previous && controllerOf(previous)];
    for (const controller of controllers) {
      if (controller?.kind !== DaemonSet.kind) continue;
      const set = sets.get(`${namespace}/${controller.name}`);
      if (set?.uid === controller.uid) wake(set.key);
    }
    if (controllers[0] !== undefined || type === "Deleted") return;
    for (const { key, selector } of sets.list({ namespace: namespace! })) {
      if (selector.matches(labels)) wake(key);
    }
  }
}

/** Pods by the nodes that they are on or for, without those that somebody else sees to. */
function byNode(pods: readonly DaemonPod[]): PodsByNode {
  const found = new Map<string, DaemonPod[]>();
  for (const pod of pods) {
    if (pod.target === undefined || isGone(pod)) continue;
    const known = found.get(pod.target);
    if (known === undefined) found.set(pod.target, [pod]);
    else known.push(pod);
  }
  return found;
}
