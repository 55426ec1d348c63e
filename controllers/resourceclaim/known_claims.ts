/**
 * Pods, claims on devices and their templates, as they are known.
 *
 * @module
 */

import { defineIndex, type ObjectOf, Pod, resourceV1 } from "../../toolkit/mod.ts";
import { RecentMap } from "../../toolkit/recent_map.ts";
import type { LoopParts, SharedInformer, Wake } from "../loop/mod.ts";

/** A pod. */
export type CachedPod = ObjectOf<typeof Pod>;
/** A claim on devices. */
export type Claim = ObjectOf<typeof resourceV1.ResourceClaim>;
/** What claims of pods are made of. */
export type Template = ObjectOf<typeof resourceV1.ResourceClaimTemplate>;
/** A claim that a pod names, or has made for it. */
export type PodClaim = NonNullable<CachedPod["spec"]["resourceClaims"]>[number];

/** Of so many pods it is known that they are gone. */
const REMEMBERED = 500;

const podsByClaim = defineIndex(
  Pod,
  "claim on devices",
  (pod: CachedPod) =>
    claimsOf(pod).flatMap((one) => {
      const name = claimNameOf(pod, one);
      return name ? `${pod.metadata.namespace}/${name}` : [];
    }),
);

const podsByTemplate = defineIndex(
  Pod,
  "template of claims",
  (pod: CachedPod) =>
    claimsOf(pod).flatMap(({ resourceClaimTemplateName: template }) =>
      template === undefined ? [] : `${pod.metadata.namespace}/${template}`
    ),
);

const claimsByPod = defineIndex(
  resourceV1.ResourceClaim,
  "pod",
  (claim: Claim) => ownerOf(claim)?.uid,
);

/** The claims of a pod. */
export function claimsOf({ spec }: CachedPod): readonly PodClaim[] {
  return spec.resourceClaims ?? [];
}

/** The name of a pod's claim; "": none is needed; undefined: none was made yet. */
export function claimNameOf({ status }: CachedPod, claim: PodClaim): string | undefined {
  if (claim.resourceClaimName !== undefined) return claim.resourceClaimName;
  const known = status?.resourceClaimStatuses?.find(({ name }) => name === claim.name);
  return known === undefined ? undefined : known.resourceClaimName ?? "";
}

/** The pod that a claim was made for. */
export function ownerOf({ metadata }: Claim): { name: string; uid: string } | undefined {
  return metadata.ownerReferences?.find(({ controller, apiVersion, kind }) =>
    controller === true && apiVersion === "v1" && kind === "Pod"
  );
}

/** Whether a pod needs no devices any more: it is over, or goes before it had a node. */
export function isDone({ metadata, spec, status }: CachedPod): boolean {
  return status?.phase === "Succeeded" || status?.phase === "Failed" ||
    (metadata.deletionTimestamp !== undefined && !spec.nodeName);
}

/** See the module. */
export class KnownClaims {
  readonly pods: SharedInformer<CachedPod>;
  readonly claims: SharedInformer<Claim>;
  readonly templates: SharedInformer<Template>;
  /** Uids of pods that are gone. */
  readonly #gone = new RecentMap<string, true>(REMEMBERED);

  constructor({ informers }: LoopParts) {
    this.pods = informers.of(Pod, [podsByClaim, podsByTemplate]);
    this.claims = informers.of(resourceV1.ResourceClaim, [claimsByPod]);
    this.templates = informers.of(resourceV1.ResourceClaimTemplate);
  }

  /** Begins to listen. */
  listen(wake: Wake): Disposable[] {
    const wakePods = (pods: readonly CachedPod[]) => {
      for (const { metadata: { namespace, name } } of pods) wake(`pod:${namespace}/${name}`);
    };
    return [
      this.pods.subscribe(({ type, key, object }) => {
        const { metadata: { namespace, uid, deletionTimestamp }, status } = object;
        const extended = status?.extendedResourceClaimStatus?.resourceClaimName;
        const claims = claimsOf(object);
        if (claims.length === 0 && extended === undefined) return;
        const isGone = type === "Deleted";
        if (isGone) this.#forget(uid);
        if (isGone || isDone(object)) {
          const names = claims.map((one) => claimNameOf(object, one));
          for (const name of [...names, extended]) if (name) wake(`claim:${namespace}/${name}`);
        }
        if (!isGone && deletionTimestamp === undefined && claims.length > 0) wake(`pod:${key}`);
      }),
      this.claims.subscribe(({ type, key }) => {
        if (type !== "Deleted") wake(`claim:${key}`);
        wakePods(this.pods.lister.by(podsByClaim, key));
      }),
      this.templates.subscribe(({ type, key }) => {
        if (type !== "Deleted") wakePods(this.pods.lister.by(podsByTemplate, key));
      }),
    ];
  }

  /** The claim that was made for one of a pod's, whether the pod says so or not: the first by name. */
  madeFor({ metadata: { uid } }: CachedPod, podClaim: string, mark: string): Claim | undefined {
    return this.claims.lister.by(claimsByPod, uid)
      .filter(({ metadata: { annotations = {} } }) => annotations[mark] === podClaim)
      .sort((one, other) => one.metadata.name < other.metadata.name ? -1 : 1)[0];
  }

  /** Whether a pod was seen to go. */
  isGone(uid: string): boolean {
    return this.#gone.get(uid) !== undefined;
  }

  #forget(uid: string): void {
    this.#gone.set(uid, true);
  }
}
