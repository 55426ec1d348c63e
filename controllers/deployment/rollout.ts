/**
 * One turn of work for a deployment: what it knows of its sets, and what it does to them.
 *
 * @module
 */

import {
  Deployment,
  isAlreadyExists,
  isConflict,
  isNotFound,
  isOutcomeUnknown,
  type ObjectOf,
  ReplicaSet,
} from "../../toolkit/mod.ts";
import type { Recorder } from "../../toolkit/events/recorder.ts";
import {
  controllerReference,
  type LoopParts,
  type SharedInformer,
  type SyncWork,
} from "../loop/mod.ts";
import { isNamespaceEnding, messageOf, templateHash } from "../pods/mod.ts";
import { writeStatus } from "../write_status.ts";
import {
  type AnnotationNames,
  missingAnnotations,
  revisionAfter,
  sizeAnnotations,
} from "./annotations.ts";
import { setsToClean } from "./cleaning.ts";
import { type Condition, conditionOf, type Said, withCondition } from "./conditions.ts";
import {
  type Counts,
  countsOf,
  saysTheSame,
  withAvailability,
  withFailure,
} from "./deployment_status.ts";
import type { DeploymentView } from "./deployment_view.ts";
import { nextCheckMs, toldOfNoSet, toldOfSet, withPause, withProgress } from "./progress.ts";
import { newSetReplicas, type Resize } from "./rolling.ts";
import { byCreation, type SetView, setViewOf, sumOf, TEMPLATE_HASH_LABEL } from "./set_view.ts";

type LiveSet = ObjectOf<typeof ReplicaSet>;

/** What a turn is made of. */
export interface RolloutParts {
  readonly loop: LoopParts;
  readonly deployments: SharedInformer<ObjectOf<typeof Deployment>>;
  readonly sets: SharedInformer<LiveSet>;
  readonly events: Recorder;
  readonly names: AnnotationNames;
  readonly work: SyncWork;
}

/** Names of objects have no more characters. */
const MOST_NAME = 253;

/**
 * See the module. What is to be said of the deployment is gathered, and written once at the end of the turn;
 * `rescue()` writes it where the turn fails before.
 */
export class Rollout {
  readonly deployment: DeploymentView;
  readonly #parts: RolloutParts;
  readonly #sets = new Map<string, SetView>();
  readonly #nowMs: number;
  readonly #before: readonly Condition[];
  #newKey: string | undefined;
  #conditions: readonly Condition[];
  #revision: string | undefined;
  #collisions: number | undefined;

  constructor(deployment: DeploymentView, sets: readonly SetView[], parts: RolloutParts) {
    const { status } = deployment.object;
    this.deployment = deployment;
    this.#parts = parts;
    this.#nowMs = parts.loop.clock.now();
    this.#before = status?.conditions ?? [];
    this.#conditions = this.#before;
    this.#revision = deployment.annotations[parts.names.revision];
    this.#collisions = status?.collisionCount;
    for (const set of sets.toSorted(byCreation)) {
      this.#sets.set(set.key, set);
      if (set.template === deployment.template) this.#newKey ??= set.key;
    }
  }

  /** The set that has the deployment's template: the oldest of them. */
  get newSet(): SetView | undefined {
    return this.#newKey === undefined ? undefined : this.#sets.get(this.#newKey);
  }

  /** All other sets, in the order of their creation. */
  get oldSets(): SetView[] {
    return [...this.#sets.values()].filter(({ key }) => key !== this.#newKey);
  }

  /** Notes that the deployment was paused or resumed. */
  notePause(): void {
    this.#conditions = withPause(this.#conditions, this.deployment, this.#nowMs);
  }

  /** Gives the new set what it lacks of its deployment, and the deployment the new set's revision. */
  async syncNewSet(): Promise<void> {
    const set = this.newSet;
    if (set === undefined) return;
    const { names } = this.#parts;
    const { minReadySeconds = 0 } = this.deployment.object.spec;
    const annotations = missingAnnotations(this.deployment, set, this.#nextRevision(), names);
    const isMissing = Object.keys(annotations).length > 0;
    const kept = isMissing || set.minReadySeconds !== minReadySeconds
      ? await this.#patch(set, { annotations, spec: { minReadySeconds } })
      : set;
    this.#revision = kept.annotations[names.revision];
    if (this.deployment.deadlineMs === undefined) return;
    if (conditionOf(this.#conditions, "Progressing") === undefined) {
      this.#note(toldOfSet("FoundNewReplicaSet", set));
    }
  }

  /** The new set, which is made where there is none. Rejects where it can't be made now. */
  async needNewSet(): Promise<SetView> {
    if (this.newSet !== undefined) return this.newSet;
    const { loop: { client }, work: { doubts }, sets, events } = this.#parts;
    const { deployment } = this;
    const { namespace, key } = deployment;
    const draft = this.#draft();
    const { name } = draft.metadata;
    let made: LiveSet;
    try {
      made = await doubts.during(
        key,
        sets as SharedInformer<unknown>,
        { namespace, name },
        () =>
          client.create(
            ReplicaSet,
            draft as Parameters<typeof client.create<typeof ReplicaSet>>[1],
          ),
      );
    } catch (error) {
      if (isAlreadyExists(error)) return await this.#takeExisting(name, error);
      if (isNamespaceEnding(error) || isOutcomeUnknown(error)) throw error;
      const message = `Failed to create new replica set "${name}": ${messageOf(error)}`;
      if (deployment.deadlineMs !== undefined) this.#note(toldOfNoSet(message));
      events.warning(deployment.object, "ReplicaSetCreateError", message);
      throw error;
    }
    const set = this.#know(made);
    const { replicas } = set;
    if (replicas > 0) this.#tellScaled("up", name, 0, replicas);
    if (deployment.deadlineMs !== undefined) this.#note(toldOfSet("NewReplicaSetCreated", set));
    return this.#takeNew(set);
  }

  /** Gives sets their sizes, one after another; whether any has another one now. */
  async resize(steps: readonly Resize[]): Promise<boolean> {
    const { names } = this.#parts;
    let isAny = false;
    for (const { set: { key }, replicas } of steps) {
      const set = this.#sets.get(key);
      if (set === undefined) continue;
      const annotations = sizeAnnotations(this.deployment, names);
      const isNoted = Object.entries(annotations)
        .every(([name, value]) => set.annotations[name] === value);
      if (set.replicas === replicas && isNoted) continue;
      await this.#patch(set, { annotations, spec: { replicas } });
      if (set.replicas === replicas) continue;
      isAny = true;
      this.#tellScaled(set.replicas < replicas ? "up" : "down", set.name, set.replicas, replicas);
    }
    return isAny;
  }

  /** Deletes old sets that are kept no longer. */
  async clean(): Promise<void> {
    const { loop: { client }, work: { doubts }, sets, names } = this.#parts;
    for (const set of setsToClean(this.deployment, this.oldSets, names)) {
      const { namespace, name, uid, resourceVersion } = set;
      await doubts.during(
        this.deployment.key,
        sets as SharedInformer<unknown>,
        set,
        () =>
          client.delete(ReplicaSet, { namespace, name }, {
            uid,
            resourceVersion,
            ignoreNotFound: true,
          }),
      );
      this.#sets.delete(set.key);
    }
  }

  /** Writes the status, with what the rollout has come to. When it wants to be looked at again. */
  async finish(estimates: "progress" | "none"): Promise<number | undefined> {
    const { deployment, newSet, oldSets } = this;
    const counts = countsOf(newSet, oldSets);
    const isProgress = estimates === "progress";
    this.#conditions = withAvailability(this.#conditions, deployment, counts, this.#nowMs);
    if (isProgress) {
      this.#conditions = withProgress(this.#conditions, deployment, newSet, counts, this.#nowMs);
      this.#conditions = withFailure(this.#conditions, newSet, oldSets);
    }
    await this.#write(counts);
    if (!isProgress) return undefined;
    return nextCheckMs(deployment, this.#conditions, counts, this.#nowMs);
  }

  /** Writes what was gathered in a turn that has failed; what it failed with is of more interest. */
  async rescue(): Promise<void> {
    const isWritten = this.#conditions === this.#before &&
      this.#collisions === this.deployment.object.status?.collisionCount;
    if (!isWritten) await this.#write().catch(() => {});
  }

  async #write(counts?: Counts): Promise<void> {
    const { object, annotations } = this.deployment;
    const { loop: { client }, names: { revision }, deployments, work } = this.#parts;
    const observedGeneration = Number(object.metadata.generation ?? 0);
    const conditions = this.#conditions;
    const isRevised = this.#revision !== undefined && this.#revision !== annotations[revision];
    const isSame = counts !== undefined &&
      saysTheSame(object.status, { ...counts, observedGeneration, conditions });
    if (isSame && !isRevised) return;
    const collisionCount = this.#collisions;
    try {
      await writeStatus(
        client,
        Deployment,
        object,
        {
          ...(counts && { observedGeneration, ...counts }),
          ...(collisionCount !== undefined && { collisionCount }),
          conditions: conditions.length > 0 ? conditions : null,
        },
        isRevised ? { [revision]: this.#revision! } : undefined,
      );
    } catch (error) {
      const isGone = isNotFound(error);
      // It may be another one of its name by now.
      if (isGone || isConflict(error)) {
        work.doubts.raise(this.deployment.key, deployments, object.metadata);
      }
      if (!isGone) throw error;
    }
  }

  /** The one of this name that is there: the new set, if it is this deployment's, or else another name is due. */
  async #takeExisting(name: string, error: unknown): Promise<SetView> {
    const { loop: { client, logger } } = this.#parts;
    const { namespace, uid, template, key } = this.deployment;
    const found = await client.find(ReplicaSet, { namespace, name });
    if (found === undefined) throw error;
    const set = setViewOf(found);
    if (set.controller?.uid === uid && set.template === template) {
      this.#sets.set(set.key, set);
      return this.#takeNew(set);
    }
    this.#collisions = (this.#collisions ?? 0) + 1;
    const pairs = { deployment: key, replicaSet: name, collisionCount: this.#collisions };
    logger.v(2).info("Another replica set has the name of a deployment's new one", pairs);
    throw error;
  }

  #takeNew(set: SetView): SetView {
    this.#newKey = set.key;
    this.#revision = set.annotations[this.#parts.names.revision];
    return set;
  }

  /** The new set as it is to be made. */
  #draft() {
    const { deployment: { object, replicas: _, ...view }, deployment } = this;
    const { loop: { client }, names } = this.#parts;
    const { template, selector, minReadySeconds } = object.spec;
    const hash = templateHash(template, this.#collisions);
    const label = { [TEMPLATE_HASH_LABEL]: hash };
    const labels = { ...template.metadata?.labels, ...label };
    const suffix = `-${hash}`;
    return {
      metadata: {
        name: view.name.slice(0, MOST_NAME - suffix.length) + suffix,
        namespace: view.namespace,
        labels,
        annotations: {
          ...missingAnnotations(deployment, { annotations: {} }, this.#nextRevision(), names),
          ...sizeAnnotations(deployment, names),
        },
        ownerReferences: [controllerReference(client, Deployment, object.metadata)],
      },
      spec: {
        replicas: newSetReplicas(deployment, 0, sumOf(this.oldSets, (set) => set.replicas)),
        ...(minReadySeconds !== undefined && { minReadySeconds }),
        selector: { ...selector, matchLabels: { ...selector?.matchLabels, ...label } },
        template: { ...template, metadata: { ...template.metadata, labels } },
      },
    };
  }

  #nextRevision(): bigint {
    return revisionAfter(this.oldSets, this.#parts.names);
  }

  /** Changes a set as it is known; rejects with a Conflict where somebody else has changed it. */
  async #patch(
    set: SetView,
    { annotations, spec }: { readonly annotations: object; readonly spec: object },
  ): Promise<SetView> {
    const { loop: { client }, work: { doubts }, sets } = this.#parts;
    const { namespace, name, resourceVersion } = set;
    const patch = { metadata: { resourceVersion, annotations }, spec } as never;
    return this.#know(
      await doubts.during(
        this.deployment.key,
        sets as SharedInformer<unknown>,
        set,
        () => client.patch(ReplicaSet, { namespace, name }, patch),
      ),
    );
  }

  #know(set: LiveSet): SetView {
    const view = setViewOf(set);
    this.#sets.set(view.key, view);
    return view;
  }

  #note(said: Said): void {
    this.#conditions = withCondition(this.#conditions, said, this.#nowMs);
  }

  #tellScaled(how: "up" | "down", name: string, from: number, to: number): void {
    const message = `Scaled ${how} replica set ${name} from ${from} to ${to}`;
    this.#parts.events.normal(this.deployment.object, "ScalingReplicaSet", message);
  }
}
