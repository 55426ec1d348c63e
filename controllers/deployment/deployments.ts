/**
 * Brings deployments to what they ask for, turn by turn.
 *
 * @module
 */

import {
  Deployment,
  type DerivedValues,
  type ObjectOf,
  Pod,
  ReplicaSet,
} from "../../toolkit/mod.ts";
import { NAMES } from "../../toolkit/names.ts";
import { Recorder } from "../../toolkit/events/recorder.ts";
import {
  claimChildren,
  controllerOf,
  controllerReference,
  type LoopParts,
  type SharedInformer,
  type SyncWork,
  type Wake,
} from "../loop/mod.ts";
import { isNamespaceEnding, podsByController, type PodView, podViewOf } from "../pods/mod.ts";
import { equalJson } from "../../toolkit/values/json.ts";
import { writeStatus } from "../write_status.ts";
import {
  type AnnotationNames,
  annotationNames,
  revisionBefore,
  revisionOf,
} from "./annotations.ts";
import { wasComplete } from "./deployment_status.ts";
import { type DeploymentView, deploymentViewOf, type LiveDeployment } from "./deployment_view.ts";
import { revisionAskedFor, takeOver } from "./rollback.ts";
import { resizeNewSet, shrinkOldSets } from "./rolling.ts";
import { Rollout } from "./rollout.ts";
import { isScaled, scaleSets, type ScalingParts } from "./scaling.ts";
import { isActiveSet, orphanSets, setsByController, type SetView, setViewOf } from "./set_view.ts";

type LiveSet = ObjectOf<typeof ReplicaSet>;
type LivePod = ObjectOf<typeof Pod>;

/** Of its events. */
const COMPONENT = "deployment-controller";

interface Views {
  readonly deployments: DerivedValues<LiveDeployment, DeploymentView>;
  readonly sets: DerivedValues<LiveSet, SetView>;
  readonly pods: DerivedValues<LivePod, PodView>;
}

/** What wakes deployments, and a turn of each. */
export class Deployments {
  readonly #parts: LoopParts;
  readonly #deployments: SharedInformer<LiveDeployment>;
  readonly #sets: SharedInformer<LiveSet>;
  readonly #pods: SharedInformer<LivePod>;
  readonly #events: Recorder;
  readonly #names: AnnotationNames;
  #views: Views | undefined;

  constructor(parts: LoopParts) {
    const { client, informers, clock, logger } = parts;
    this.#parts = parts;
    this.#deployments = informers.of(Deployment);
    this.#sets = informers.of(ReplicaSet, [setsByController, orphanSets]);
    this.#pods = informers.of(Pod, [podsByController]);
    this.#events = new Recorder({ client, component: COMPONENT, clock, logger });
    this.#names = annotationNames(NAMES[client.dialect]);
  }

  /** Begins to listen. */
  listen(wake: Wake): Disposable[] {
    const views = this.#views = {
      deployments: this.#deployments.derive(deploymentViewOf),
      sets: this.#sets.derive(setViewOf),
      pods: this.#pods.derive(podViewOf),
    };
    return [
      this.#deployments.subscribe(({ key }) => wake(key)),
      this.#sets.subscribe(({ type, key, object, previous, resync }) => {
        if (resync) return;
        const set = type === "Deleted"
          ? setViewOf(object)
          : views.sets.get(key) ?? setViewOf(object);
        this.#wakeOwner(set, wake);
        const before = previous && controllerOf(previous);
        if (before !== undefined && before.uid !== set.controller?.uid) {
          this.#wakeOwner({ namespace: set.namespace, controller: before }, wake);
        }
        if (set.controller !== undefined || type === "Deleted") return;
        const isNew = previous === undefined || before !== undefined ||
          !equalJson(previous.metadata.labels ?? {}, set.labels);
        if (isNew) this.#wakeAdopters(set, wake);
      }),
      this.#pods.subscribe(({ type, object }) => {
        if (type !== "Deleted") return;
        const { namespace, controller } = podViewOf(object);
        if (controller?.kind !== ReplicaSet.kind) return;
        const set = views.sets.get(`${namespace}/${controller.name}`);
        // One that rolls does not wait for pods to be gone.
        if (set?.uid === controller.uid) this.#wakeOwner(set, wake, ({ isRolling }) => !isRolling);
      }),
    ];
  }

  /** One turn of a deployment. */
  async sync(key: string, work: SyncWork): Promise<number | void> {
    const deployment = this.#views!.deployments.get(key);
    if (deployment === undefined) return;
    if (deployment.selector.matchesEverything) return await this.#refuse(deployment);
    const rollout = new Rollout(deployment, await this.#claim(deployment, work), {
      loop: this.#parts,
      deployments: this.#deployments,
      sets: this.#sets,
      events: this.#events,
      names: this.#names,
      work,
    });
    try {
      return await this.#step(rollout);
    } catch (error) {
      await rollout.rescue();
      // Nothing can be made there any more.
      if (!isNamespaceEnding(error)) throw error;
    }
  }

  async #step(rollout: Rollout): Promise<number | undefined> {
    const { deployment } = rollout;
    if (deployment.isDeleting) {
      await rollout.syncNewSet();
      return await rollout.finish("none");
    }
    rollout.notePause();
    const revision = revisionAskedFor(deployment, this.#names);
    if (!deployment.isPaused && revision !== undefined) {
      return await this.#rollBack(rollout, revision);
    }
    await rollout.syncNewSet();
    if (deployment.isPaused || isScaled(this.#scalingOf(rollout))) {
      await rollout.resize(scaleSets(this.#scalingOf(rollout)));
      if (deployment.isPaused && revision === undefined) await rollout.clean();
      return await rollout.finish("none");
    }
    return deployment.isRolling ? await this.#roll(rollout) : await this.#recreate(rollout);
  }

  /** The new set grows, or old ones shrink. */
  async #roll(rollout: Rollout): Promise<number | undefined> {
    const { deployment } = rollout;
    const newSet = await rollout.needNewSet();
    const step = resizeNewSet(deployment, newSet, rollout.oldSets);
    if (step !== undefined) {
      await rollout.resize([step]);
      return await rollout.finish("progress");
    }
    const steps = shrinkOldSets(deployment, newSet, rollout.oldSets);
    if (steps.length > 0) await rollout.resize(steps);
    else if (wasComplete(deployment)) await rollout.clean();
    return await rollout.finish("progress");
  }

  /** All old pods go before there is any new one. */
  async #recreate(rollout: Rollout): Promise<number | undefined> {
    const { deployment, oldSets } = rollout;
    const active = oldSets.filter(isActiveSet);
    if (active.length > 0) {
      await rollout.resize(active.map((set) => ({ set, replicas: 0 })));
      return await rollout.finish("progress");
    }
    if (oldSets.some((set) => this.#mayRun(set))) return await rollout.finish("progress");
    const newSet = await rollout.needNewSet();
    if (newSet.replicas !== deployment.replicas) {
      await rollout.resize([{ set: newSet, replicas: deployment.replicas }]);
    }
    if (wasComplete(deployment)) await rollout.clean();
    return await rollout.finish("progress");
  }

  /** Whether a set that should have no pods may have some, or be about to make them. */
  #mayRun({ uid, counts, isObserved }: SetView): boolean {
    if (counts.replicas > 0 || !isObserved) return true;
    return this.#views!.pods.by(podsByController, uid)
      .some(({ phase }) => phase !== "Succeeded" && phase !== "Failed");
  }

  /** Gives the deployment the template of a revision, and takes the request for it away. */
  async #rollBack(rollout: Rollout, asked: bigint): Promise<undefined> {
    const { deployment } = rollout;
    await rollout.syncNewSet();
    const newSet = await rollout.needNewSet();
    const sets = [...rollout.oldSets, newSet];
    const revision = asked === 0n ? revisionBefore(sets, this.#names) : asked;
    const found = revision === 0n
      ? undefined
      : sets.find((set) => revisionOf(set, this.#names) === revision);
    const source = found && this.#sets.lister.get(found.key);
    const isOther = found !== undefined && found.template !== deployment.template;
    const { client } = this.#parts;
    const { namespace, name, uid } = deployment;
    const { rollback } = this.#names;
    await rollout.finish("none");
    await client.update(Deployment, { namespace, name }, (live) => {
      const { annotations = {} } = live.metadata;
      if (live.metadata.uid !== uid || annotations[rollback] === undefined) return;
      delete annotations[rollback];
      if (isOther && source !== undefined) {
        takeOver(live, source.spec.template, source.metadata.annotations ?? {}, this.#names);
      }
    });
    const { object } = deployment;
    if (isOther) {
      const message = `Rolled back deployment "${name}" to revision ${revision}`;
      this.#events.normal(object, "DeploymentRollback", message);
    } else if (found !== undefined) {
      const message =
        `The rollback revision contains the same template as current deployment "${name}"`;
      this.#events.warning(object, "DeploymentRollbackTemplateUnchanged", message);
    } else {
      const message = asked === 0n
        ? "Unable to find last revision."
        : "Unable to find the revision to rollback to.";
      this.#events.warning(object, "DeploymentRollbackRevisionNotFound", message);
    }
  }

  /** Of a deployment that would take every pod for its own, nothing is done. */
  async #refuse({ object }: DeploymentView): Promise<void> {
    const message = "This deployment is selecting all pods. A non-empty selector is required.";
    this.#events.warning(object, "SelectingAll", message);
    const { metadata: { generation: observedGeneration = 0 }, status } = object;
    if ((status?.observedGeneration ?? 0) >= observedGeneration) return;
    await writeStatus(this.#parts.client, Deployment, object, { observedGeneration });
  }

  async #claim(deployment: DeploymentView, { doubts }: SyncWork): Promise<SetView[]> {
    const { client } = this.#parts;
    const { object, namespace, name, selector } = deployment;
    return await claimChildren({
      parent: object,
      selector,
      reference: controllerReference(client, Deployment, object.metadata),
      live: () => client.get(Deployment, { namespace, name }),
    }, {
      kind: ReplicaSet,
      client,
      informer: this.#sets,
      views: this.#views!.sets,
      byController: setsByController,
      orphans: orphanSets,
      doubts,
    });
  }

  #scalingOf({ deployment, newSet, oldSets }: Rollout): ScalingParts {
    return { deployment, newSet, oldSets, names: this.#names };
  }

  /** Wakes the deployment of a set, if it is one that is meant. */
  #wakeOwner(
    { namespace, controller }: Pick<SetView, "namespace" | "controller">,
    wake: Wake,
    isMeant: (deployment: DeploymentView) => boolean = () => true,
  ): void {
    if (controller?.kind !== Deployment.kind) return;
    const deployment = this.#views!.deployments.get(`${namespace}/${controller.name}`);
    if (deployment?.uid === controller.uid && isMeant(deployment)) wake(deployment.key);
  }

  /** Wakes all deployments that an orphan may go to. */
  #wakeAdopters({ namespace, labels }: SetView, wake: Wake): void {
    for (const { key, selector } of this.#views!.deployments.list({ namespace })) {
      if (!selector.matchesEverything && selector.matches(labels)) wake(key);
    }
  }
}
