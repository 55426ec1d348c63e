/**
 * One turn of work for a stateful set: which of its pods are made, deleted or repaired.
 *
 * @module
 */

import type { Doubts } from "../loop/mod.ts";
import { isActive, isAvailable, slowStart } from "../pods/mod.ts";
import type { PodClaims } from "./pod_claims.ts";
import type { PodWrites } from "./pod_writes.ts";
import type { PodRevision, SetRevisions } from "./set_revisions.ts";
import { isRunningAndReady, isUnavailable, type StatefulPod } from "./stateful_pod.ts";
import { isInRange, type StatefulSetView } from "./stateful_set_view.ts";

/** What a turn is made of. */
export interface TurnParts {
  readonly set: StatefulSetView;
  readonly pods: readonly StatefulPod[];
  readonly revisions: SetRevisions;
  readonly writes: PodWrites;
  readonly claims: PodClaims;
  readonly doubts: Doubts;
  readonly nowMs: number;
}

/** What became of a step: the turn goes on, or it has to wait for something. */
type Step = "on" | "wait";

/** A place in the set, and the pod that is there. */
interface Place {
  readonly ordinal: number;
  readonly pod: StatefulPod | undefined;
}

/** So many pods are made in one turn. */
const MOST_AT_ONCE = 500;

/** See the module. */
export class Turn {
  readonly #parts: TurnParts;
  readonly #inRange = new Map<number, StatefulPod>();
  /** Those that are too many, the last one first. */
  readonly #surplus: readonly StatefulPod[];
  readonly #deleted: StatefulPod[] = [];
  #unavailable: number | undefined;

  constructor(parts: TurnParts) {
    const { set, pods } = parts;
    this.#parts = parts;
    for (const pod of pods) if (isInRange(set, pod.ordinal)) this.#inRange.set(pod.ordinal, pod);
    this.#surplus = pods.filter(({ ordinal }) => !isInRange(set, ordinal))
      .toSorted((one, other) => other.ordinal - one.ordinal);
  }

  /** Those that the rollout has deleted. */
  get deletedForUpdate(): readonly StatefulPod[] {
    return this.#deleted;
  }

  /** Missing pods, of a set that may roll several; undefined: it did not come to that. */
  get unavailable(): number | undefined {
    return this.#unavailable;
  }

  /** Does what can be done now. Rejects with what kept it from any of it. */
  async run(): Promise<void> {
    const { set, doubts, writes } = this.#parts;
    if (await this.#forAll(this.#places(), (place) => this.#keep(place)) === "wait") return;
    const release = async (pod: StatefulPod): Promise<Step> => {
      await writes.release(set, pod, doubts);
      return "on";
    };
    if (await this.#forAll(this.#surplus, release) === "wait") return;
    if (await this.#forAll(this.#surplus, (pod) => this.#remove(pod)) === "wait") return;
    if (set.isOnDelete) return;
    if (set.maxUnavailable === undefined) await this.#rollOne();
    else await this.#rollSome(set.maxUnavailable);
  }

  /** One after the other until one has to wait, or, of a parallel set, all of them. */
  async #forAll<T>(all: readonly T[], act: (one: T) => Promise<Step>): Promise<Step> {
    if (this.#parts.set.isParallel) {
      const { error } = await slowStart(all.length, (index) => act(all[index]!));
      if (error !== undefined) throw error;
      return "on";
    }
    for (const one of all) if (await act(one) === "wait") return "wait";
    return "on";
  }

  /** The places of the set, with no more that are empty than are filled in one turn. */
  #places(): Place[] {
    const { set: { start, replicas, isParallel } } = this.#parts;
    const places: Place[] = [];
    // Nothing is done after the first that is empty where pods wait for one another.
    let room = isParallel ? MOST_AT_ONCE : 1;
    for (let ordinal = start; ordinal < start + replicas && room > 0; ordinal++) {
      const pod = this.#inRange.get(ordinal);
      if (pod === undefined) room--;
      places.push({ ordinal, pod });
    }
    return places;
  }

  /** Has a pod in its place, as it should be. */
  async #keep({ ordinal, pod }: Place): Promise<Step> {
    const { set, writes, claims, doubts, nowMs } = this.#parts;
    if (pod === undefined) {
      // It is woken when the claim is gone that goes with the pod of before.
      if (claims.areStale(set, { ordinal })) return "wait";
      await writes.create(set, ordinal, this.#revisionOf(ordinal), doubts);
      return "wait";
    }
    if (!isActive(pod) && !pod.isDeleting) {
      // The next turn puts another in its place.
      await writes.delete(set, pod, doubts);
      return "wait";
    }
    if (pod.phase === "Succeeded" || pod.phase === "Failed") return "wait";
    if (pod.phase === "Pending") await writes.provide(set, pod, doubts);
    const isThere = !pod.isDeleting && isRunningAndReady(pod) &&
      isAvailable(pod, set.minReadySeconds, nowMs);
    if (!isThere && !set.isParallel) return "wait";
    await writes.repair(set, pod, doubts);
    return "on";
  }

  /** Which template a new pod has. */
  #revisionOf(ordinal: number): PodRevision {
    const { set, revisions: { current, update } } = this.#parts;
    const kept = set.partition ?? (set.isRolling ? set.status?.currentReplicas ?? 0 : 0);
    return ordinal < set.start + kept ? current : update;
  }

  /** Deletes a pod that is one too many, when it is its turn. */
  async #remove(pod: StatefulPod): Promise<Step> {
    const { set, writes, doubts, nowMs } = this.#parts;
    const waits = !set.isParallel;
    if (pod.isDeleting) return waits ? "wait" : "on";
    const isThere = isRunningAndReady(pod) && isAvailable(pod, set.minReadySeconds, nowMs);
    if (waits && !isThere && pod !== this.#firstUnavailable()) return "wait";
    await writes.delete(set, pod, doubts);
    return "wait";
  }

  /** The lowest of those that are too many and not available: all others are there, where pods wait. */
  #firstUnavailable(): StatefulPod | undefined {
    const { set: { minReadySeconds }, nowMs } = this.#parts;
    return this.#surplus.findLast((pod) => isUnavailable(pod, minReadySeconds, nowMs));
  }

  /** Deletes the last pod that has another template, if all after it are available. */
  async #rollOne(): Promise<void> {
    const { set: { start, replicas, partition = 0, minReadySeconds }, nowMs } = this.#parts;
    for (let index = replicas - 1; index >= partition; index--) {
      const pod = this.#inRange.get(start + index);
      if (pod === undefined) return;
      if (this.#isOld(pod)) return await this.#deleteOld(pod);
      if (isUnavailable(pod, minReadySeconds, nowMs)) return;
    }
  }

  /** Deletes the last pods that have another template, as many as may be missing. */
  async #rollSome(most: number): Promise<void> {
    const { set: { start, replicas, partition = 0, minReadySeconds }, nowMs } = this.#parts;
    const there = [...this.#inRange.values()];
    this.#unavailable = replicas -
      there.filter((pod) => !isUnavailable(pod, minReadySeconds, nowMs)).length;
    let room = most - this.#unavailable;
    const inOrder = there.filter(({ ordinal }) => ordinal >= start + partition)
      .sort((one, other) => other.ordinal - one.ordinal);
    for (const pod of inOrder) {
      if (room <= 0) return;
      if (!this.#isOld(pod)) continue;
      await this.#deleteOld(pod);
      room--;
    }
  }

  #isOld({ revision, isDeleting }: StatefulPod): boolean {
    return revision !== this.#parts.revisions.update.name && !isDeleting;
  }

  async #deleteOld(pod: StatefulPod): Promise<void> {
    const { set, writes, doubts } = this.#parts;
    await writes.delete(set, pod, doubts);
    this.#deleted.push(pod);
  }
}
