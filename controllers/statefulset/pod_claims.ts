/**
 * The claims that the pods of stateful sets have: made before their pods, and given to whom they go with.
 *
 * @module
 */

import {
  type AnyKind,
  type Client,
  type coreV1,
  isAlreadyExists,
  type metaV1,
  type ObjectOf,
  PersistentVolumeClaim,
  Pod,
  StatefulSet,
} from "../../toolkit/mod.ts";
import type { Recorder } from "../../toolkit/events/recorder.ts";
import { controllerReference, type Doubts, type SharedInformer } from "../loop/mod.ts";
import { isNamespaceEnding, messageOf } from "../pods/mod.ts";
import { claimDraft, claimNameOf } from "./claim_draft.ts";
import { podNameOf } from "./pod_draft.ts";
import {
  type ClaimOwners,
  isStale,
  judgeClaim,
  type RetentionVerdict,
  wantedOwners,
} from "./retention.ts";
import type { StatefulSetView } from "./stateful_set_view.ts";

type LiveClaim = ObjectOf<typeof PersistentVolumeClaim>;

/** What {@link PodClaims} are made with. */
export interface PodClaimsOptions {
  readonly client: Client;
  readonly claims: SharedInformer<LiveClaim>;
  readonly events: Recorder;
}

/** A pod whose claims are meant; without a uid it is yet to be made. */
export interface ClaimingPod {
  readonly ordinal: number;
  readonly uid?: string;
}

/** See the module. */
export class PodClaims {
  readonly #options: PodClaimsOptions;

  constructor(options: PodClaimsOptions) {
    this.#options = options;
  }

  /**
   * Makes claims of a pod that are missing. Rejects where one could not be made, or is on its way out: a pod
   * must not begin with what is about to go.
   */
  async provide(set: StatefulSetView, pod: ClaimingPod, doubts: Doubts): Promise<void> {
    const errors: unknown[] = [];
    for (const template of set.claims) {
      const found = this.#find(set, template, pod.ordinal);
      if (found === undefined) {
        await this.#create(set, template, pod, doubts).catch((error) => errors.push(error));
      } else if (found.metadata.deletionTimestamp !== undefined) {
        errors.push(new Error(`pvc ${found.metadata.name} is being deleted`));
      }
    }
    if (errors.length === 1) throw errors[0];
    if (errors.length > 1) throw new AggregateError(errors, errors.map(messageOf).join(", "));
  }

  /** Whether a claim is still to go with a pod of this name that was there before. */
  areStale(set: StatefulSetView, pod: ClaimingPod): boolean {
    if (set.retention.whenScaled === "Retain") return false;
    const { pod: owner } = this.#ownersOf(set, pod);
    return set.claims.some((template) =>
      isStale(this.#find(set, template, pod.ordinal)?.metadata.ownerReferences ?? [], owner)
    );
  }

  /** Whether the claims of a pod go with whom they should, as far as the set has a say in it. */
  areRetained(set: StatefulSetView, pod: ClaimingPod): boolean {
    return set.claims.every((template) => {
      const claim = this.#find(set, template, pod.ordinal);
      return claim === undefined || this.#judge(set, pod, claim).references === undefined;
    });
  }

  /** Has the claims of a pod go with whom they should; tells where somebody else has the say. */
  async retain(set: StatefulSetView, pod: ClaimingPod, doubts: Doubts): Promise<void> {
    const { client, claims, events } = this.#options;
    for (const template of set.claims) {
      const claim = this.#find(set, template, pod.ordinal);
      if (claim === undefined) continue;
      const { namespace = "", name } = claim.metadata;
      const { references, isContested } = this.#judge(set, pod, claim);
      if (isContested) {
        const message =
          `PersistentVolumeClaim ${name} has a conflicting OwnerReference that acts as a manging ` +
          "controller, the retention policy is ignored for this claim";
        events.warning(set.object, "ConflictingController", message);
      }
      if (references === undefined) continue;
      const changed = {
        ...claim,
        metadata: { ...claim.metadata, ownerReferences: [...references] },
      } as LiveClaim;
      try {
        await doubts.during(
          set.key,
          claims as SharedInformer<unknown>,
          { namespace, name },
          () => client.replace(PersistentVolumeClaim, changed),
        );
      } catch (error) {
        throw new Error(
          `could not update claim ${name} for delete policy ownerRefs: ${messageOf(error)}`,
          { cause: error },
        );
      }
    }
  }

  async #create(
    set: StatefulSetView,
    template: coreV1.PersistentVolumeClaim,
    pod: ClaimingPod,
    doubts: Doubts,
  ): Promise<void> {
    const { client, claims, events } = this.#options;
    const { namespace, name: setName } = set;
    const name = claimNameOf(template, setName, pod.ordinal);
    const podName = podNameOf(set, pod.ordinal);
    // A pod that is yet to be made can't be named.
    const references = wantedOwners(set, pod.ordinal, this.#ownersOf(set, pod))
      .filter(({ uid }) => uid !== "");
    const draft = claimDraft(set, template, pod.ordinal, references);
    try {
      await doubts.during(
        set.key,
        claims as SharedInformer<unknown>,
        { namespace, name },
        () =>
          client.create(
            PersistentVolumeClaim,
            draft as Parameters<typeof client.create<typeof PersistentVolumeClaim>>[1],
          ),
      );
    } catch (error) {
      if (isNamespaceEnding(error)) throw error;
      const message = messageOf(error);
      if (!isAlreadyExists(error)) {
        events.warning(
          set.object,
          "FailedCreate",
          `Create Claim ${name} for Pod ${podName} in StatefulSet ${setName} failed error: ${message}`,
        );
      }
      throw new Error(`failed to create PVC ${name}: ${message}`, { cause: error });
    }
    events.normal(
      set.object,
      "SuccessfulCreate",
      `Create Claim ${name} Pod ${podName} in StatefulSet ${setName} success`,
    );
  }

  #find(
    { namespace, name: set }: StatefulSetView,
    template: coreV1.PersistentVolumeClaim,
    ordinal: number,
  ): LiveClaim | undefined {
    const name = claimNameOf(template, set, ordinal);
    return this.#options.claims.lister.get({ namespace, name });
  }

  #judge(set: StatefulSetView, pod: ClaimingPod, { metadata }: LiveClaim): RetentionVerdict {
    const { ownerReferences = [] } = metadata;
    return judgeClaim(ownerReferences, set, pod.ordinal, this.#ownersOf(set, pod));
  }

  #ownersOf(set: StatefulSetView, { ordinal, uid = "" }: ClaimingPod): ClaimOwners {
    const pod = { name: podNameOf(set, ordinal), uid };
    return { set: this.#owner(StatefulSet, set), pod: this.#owner(Pod, pod) };
  }

  #owner(
    kind: AnyKind,
    { name, uid }: { readonly name: string; readonly uid: string },
  ): metaV1.OwnerReference {
    return controllerReference(this.#options.client, kind, { name, uid });
  }
}
