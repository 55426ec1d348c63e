/**
 * What quotas have to know of devices: classes, and the claims that are made for pods.
 *
 * @module
 */

import type { Pod } from "../api/core_v1.ts";
import type { ResourceClaim as ClaimType } from "../api/resource_v1.ts";
import type { Clock } from "../clock.ts";
import { DeviceClass, ResourceClaim } from "../kinds/built_in.ts";
import type { Kind, KubeObject } from "../kinds/mod.ts";
import { type Dialect, NAMES } from "../names.ts";
import type { Amounts } from "./amounts.ts";
import { usageOfPod } from "./pods.ts";
import type { Devices } from "./resource_claims.ts";

/** Where it is told of. */
export interface DeviceSources {
  readonly dialect: Dialect;
  readonly clock: Pick<Clock, "now">;
  /** Tells of all objects of a kind, and of each change from then on. */
  follow<R extends KubeObject>(
    kind: Kind<KubeObject, R>,
    follower: {
      put(object: R): void;
      delete(ref: { readonly namespace: string; readonly name: string }): void;
    },
  ): unknown;
  /** A pod as it is known now. */
  podOf(ref: { readonly namespace: string; readonly name: string }): Pod | undefined;
}

/** A claim that was made for what a pod's containers ask for. */
interface MadeForPod {
  /** The pod, by its namespace and uid. */
  readonly owner: string;
  readonly name: string;
  readonly created: string;
}

/** All claims that were made for one pod. */
interface ClaimsOfPod {
  readonly all: Set<MadeForPod>;
  /** The one that was made before all others; undefined: it has gone, and the next one is still to be found. */
  first: MadeForPod | undefined;
}

/** Follows the classes of devices, and the claims that the scheduler makes for pods. */
export function followDevices({ follow, podOf, clock, dialect }: DeviceSources): Devices {
  const names = NAMES[dialect];
  const byClass = `deviceclass.resource.${names.domain}/`;
  /** By which name containers ask for devices of a class, if by any. */
  const classes = new Map<string, string | undefined>();
  const resources = new Map<string, number>();
  let generation = 0;
  const setClass = (name: string, resource: string | undefined, isThere: boolean) => {
    const before = classes.get(name);
    if (before !== undefined) change(resources, before, -1);
    if (isThere) classes.set(name, resource);
    else classes.delete(name);
    if (isThere && resource !== undefined) change(resources, resource, 1);
    generation++;
  };
  follow(DeviceClass, {
    put: ({ metadata, spec }) =>
      setClass(metadata?.name ?? "", spec?.extendedResourceName || undefined, true),
    delete: ({ name }) => setClass(name, undefined, false),
  });
  const claims = followClaims(follow, dialect);
  return {
    get generation() {
      return generation;
    },
    hasClass: (name) => classes.has(name),
    hasResource: (name) =>
      resources.has(name) || name.startsWith(byClass) && classes.has(name.slice(byClass.length)),
    resourceOf: (name) => classes.get(name),
    usageOfOwner(claim): Amounts | undefined {
      const owner = ownerOf(claim, dialect);
      const { namespace = "", name = "" } = claim.metadata ?? {};
      if (owner === undefined) return undefined;
      const pod = podOf({ namespace, name: owner.name });
      if (pod?.metadata?.uid !== owner.uid) return undefined;
      const named = pod.status?.extendedResourceClaimStatus;
      const isThePods = named === undefined
        ? claims.isFirst(claim, owner.uid)
        : named.resourceClaimName === name;
      return isThePods ? usageOfPod(pod, clock, names) : undefined;
    },
  };
}

function change(counts: Map<string, number>, name: string, by: number): void {
  const count = (counts.get(name) ?? 0) + by;
  if (count > 0) counts.set(name, count);
  else counts.delete(name);
}

/** The pod that a claim was made for; undefined: for none, or not for what its containers ask for. */
function ownerOf({ metadata }: ClaimType, dialect: Dialect) {
  const { annotations, ownerReferences = [] } = metadata ?? {};
  const { domain } = NAMES[dialect];
  if (annotations?.[`resource.${domain}/extended-resource-claim`] !== "true") return undefined;
  const owner = ownerReferences.find(({ controller }) => controller === true);
  return owner?.kind === "Pod" && owner.apiVersion === "v1" ? owner : undefined;
}

/** Keeps which claims were made for which pods. */
function followClaims(follow: DeviceSources["follow"], dialect: Dialect) {
  /** By namespace and name. */
  const made = new Map<string, MadeForPod>();
  /** By the pod's namespace and uid. */
  const byPod = new Map<string, ClaimsOfPod>();
  const forget = (namespace: string, name: string) => {
    const before = made.get(`${namespace}/${name}`);
    if (before === undefined) return;
    made.delete(`${namespace}/${name}`);
    const claims = byPod.get(before.owner);
    if (claims === undefined) return;
    claims.all.delete(before);
    if (claims.first === before) claims.first = undefined;
    if (claims.all.size === 0) byPod.delete(before.owner);
  };
  follow(ResourceClaim, {
    put(claim) {
      const { namespace = "", name = "", creationTimestamp } = claim.metadata ?? {};
      forget(namespace, name);
      const owner = ownerOf(claim, dialect);
      if (owner === undefined) return;
      const one = { owner: `${namespace}/${owner.uid}`, name, created: creationTimestamp ?? "" };
      made.set(`${namespace}/${name}`, one);
      const claims = byPod.get(one.owner);
      if (claims === undefined) byPod.set(one.owner, { all: new Set([one]), first: one });
      else {
        claims.all.add(one);
        if (claims.first !== undefined && isEarlier(one, claims.first)) claims.first = one;
      }
    },
    delete: ({ namespace, name }) => forget(namespace, name),
  });
  return {
    /** Whether no other claim was made for the same pod before this one. */
    isFirst({ metadata }: ClaimType, podUid: string): boolean {
      const { namespace = "", name = "", creationTimestamp } = metadata ?? {};
      const claims = byPod.get(`${namespace}/${podUid}`);
      if (claims === undefined) return true;
      const first = claims.first ??= [...claims.all].reduce((one, other) =>
        isEarlier(other, one) ? other : one
      );
      return !isEarlier(first, { name, created: creationTimestamp ?? "" });
    },
  };
}

/** Of those of one second the first by name counts as the earlier one. */
function isEarlier(
  one: Pick<MadeForPod, "name" | "created">,
  other: Pick<MadeForPod, "name" | "created">,
): boolean {
  return one.created < other.created || one.created === other.created && one.name < other.name;
}
