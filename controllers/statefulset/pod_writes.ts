/**
 * Making, repairing and deleting the pods of stateful sets, which are told of each in an event.
 *
 * @module
 */

import {
  type Client,
  type coreV1,
  isAlreadyExists,
  isNotFound,
  Pod,
  StatefulSet,
} from "../../toolkit/mod.ts";
import type { Recorder } from "../../toolkit/events/recorder.ts";
import { controllerReference, type Doubts, type SharedInformer } from "../loop/mod.ts";
import { isNamespaceEnding, messageOf } from "../pods/mod.ts";
import type { ClaimingPod, PodClaims } from "./pod_claims.ts";
import {
  hasIdentity,
  hasStorage,
  identityLabels,
  podDraft,
  podNameOf,
  volumesOf,
} from "./pod_draft.ts";
import type { LivePod, StatefulPod } from "./stateful_pod.ts";
import type { StatefulSetView } from "./stateful_set_view.ts";

/** What {@link PodWrites} are made with. */
export interface PodWritesOptions {
  readonly client: Client;
  readonly pods: SharedInformer<LivePod>;
  readonly claims: PodClaims;
  readonly events: Recorder;
}

type Verb = "Create" | "Update" | "Delete";

/** See the module. */
export class PodWrites {
  readonly #options: PodWritesOptions;

  constructor(options: PodWritesOptions) {
    this.#options = options;
  }

  /**
   * Makes a pod of a revision's template, and what it claims before. Rejects where the name is taken, without
   * an event; nothing is made, and nobody told, where the namespace is on its way out.
   */
  async create(
    set: StatefulSetView,
    ordinal: number,
    revision: { readonly name: string; readonly template: coreV1.PodTemplateSpec },
    doubts: Doubts,
  ): Promise<void> {
    const { client, pods, claims } = this.#options;
    const { namespace, name: setName, uid } = set;
    const name = podNameOf(set, ordinal);
    const owner = controllerReference(client, StatefulSet, { name: setName, uid });
    const { metadata, spec } = podDraft(set, ordinal, revision, client);
    const draft = { metadata: { ...metadata, ownerReferences: [owner] }, spec };
    try {
      await claims.provide(set, { ordinal }, doubts);
      await doubts.during(
        set.key,
        pods as SharedInformer<unknown>,
        { namespace, name },
        () => client.create(Pod, draft as Parameters<typeof client.create<typeof Pod>>[1]),
      );
    } catch (error) {
      if (isNamespaceEnding(error)) return;
      if (!isAlreadyExists(error)) this.#tell(set, "Create", name, error);
      throw error;
    }
    await this.#retain(set, { ordinal }, doubts);
    this.#tell(set, "Create", name);
  }

  /** Deletes a pod, and no other of its name; it is as good if it is gone. */
  async delete(set: StatefulSetView, pod: StatefulPod, doubts: Doubts): Promise<void> {
    const { client, pods } = this.#options;
    const { namespace, name, uid } = pod;
    try {
      await doubts.during(
        set.key,
        pods as SharedInformer<unknown>,
        pod,
        () => client.delete(Pod, { namespace, name }, { uid }),
      );
    } catch (error) {
      if (!isNotFound(error)) {
        this.#tell(set, "Delete", name, error);
        throw error;
      }
    }
    this.#tell(set, "Delete", name);
  }

  /** Makes claims that a pod which has not begun is waiting for. */
  async provide(set: StatefulSetView, pod: StatefulPod, doubts: Doubts): Promise<void> {
    await this.#options.claims.provide(set, pod, doubts);
    await this.#retain(set, pod, doubts);
  }

  /** Has a pod say which one of the set it is, and have the set's volumes; claims go with whom they should. */
  async repair(set: StatefulSetView, pod: StatefulPod, doubts: Doubts): Promise<void> {
    const { client, pods, claims } = this.#options;
    const isNamed = hasIdentity(pod, client);
    const isStored = hasStorage(set, pod);
    const isRetained = claims.areRetained(set, pod);
    if (isNamed && isStored && isRetained) return;
    if (!isRetained) await this.#retain(set, pod, doubts);
    if (isNamed && isStored) return this.#tell(set, "Update", pod.name);
    const { namespace, name, ordinal } = pod;
    const live = pods.lister.get({ namespace, name });
    if (live?.metadata.uid !== pod.uid) return;
    const labels = { ...live.metadata.labels, ...identityLabels(set, ordinal, client) };
    const changed = {
      ...live,
      metadata: { ...live.metadata, labels },
      spec: { ...live.spec, volumes: volumesOf(set, ordinal, live.spec.volumes) },
    } as LivePod;
    try {
      if (!isStored) await claims.provide(set, pod, doubts);
      await doubts.during(
        set.key,
        pods as SharedInformer<unknown>,
        pod,
        () => client.replace(Pod, changed),
      );
    } catch (error) {
      this.#tell(set, "Update", name, error);
      throw error;
    }
    this.#tell(set, "Update", name);
  }

  /** Has the claims of a pod that is one too many go with whom they should. */
  async release(set: StatefulSetView, pod: StatefulPod, doubts: Doubts): Promise<void> {
    const { claims } = this.#options;
    if (!claims.areRetained(set, pod)) await claims.retain(set, pod, doubts);
  }

  async #retain(set: StatefulSetView, pod: ClaimingPod, doubts: Doubts): Promise<void> {
    try {
      await this.#options.claims.retain(set, pod, doubts);
    } catch (error) {
      this.#tell(set, "Update", podNameOf(set, pod.ordinal), error);
      throw error;
    }
  }

  #tell(set: StatefulSetView, verb: Verb, pod: string, error?: unknown): void {
    const { events } = this.#options;
    const what = `${verb} Pod ${pod} in StatefulSet ${set.name}`;
    if (error === undefined) {
      events.normal(set.object, `Successful${verb}`, `${what} successful`);
    } else {
      events.warning(set.object, `Failed${verb}`, `${what} failed error: ${messageOf(error)}`);
    }
  }
}
