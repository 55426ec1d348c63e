/**
 * The devices of a cluster, their classes, and the claims on them, as they are known, with what pods are about to get.
 *
 * @module
 */

import { defineIndex, type DerivedValues, type Index, resourceV1 } from "../../../toolkit/mod.ts";
import type { SharedInformer } from "../../loop/mod.ts";
import type { SchedulerHandle } from "../framework/mod.ts";
import type { Amounts } from "./capacity.ts";
import {
  claimsByDevice,
  claimsByExtendedPod,
  type ClaimView,
  claimViewOf,
  type LiveClaim,
} from "./claim_views.ts";
import { poolId, type SliceView, sliceViewOf } from "./device_views.ts";
import { heldBy, type HeldDevice, type HeldDevices, sharesIn } from "./held_devices.ts";
import { Pools } from "./pools.ts";
import type { DeviceClassView } from "./requests.ts";

const { DeviceClass, ResourceClaim, ResourceSlice } = resourceV1;

/** What slices of more than one node are found by, in the place of a node's name. */
const SHARED = "";

/** Those with counters are needed wherever the devices of their pool are. */
const slicesByNode = defineIndex(
  ResourceSlice,
  "node",
  ({ spec }) => (spec.sharedCounters ?? []).length > 0 ? SHARED : spec.nodeName ?? SHARED,
);
const slicesByPool = defineIndex(
  ResourceSlice,
  "pool",
  ({ spec: { driver, pool } }) => poolId(driver, pool.name),
);
const classesByResource = defineIndex(
  DeviceClass,
  "extended resource",
  ({ spec }) => spec.extendedResourceName,
);

interface Views {
  readonly claims: DerivedValues<LiveClaim, ClaimView>;
  readonly classes: DerivedValues<unknown, DeviceClassView & { readonly created: string }>;
  readonly slices: DerivedValues<unknown, SliceView>;
}

/** Finds all of it, and remembers what is about to be given to claims. */
export class ClusterDevices implements HeldDevices {
  readonly #handle: SchedulerHandle;
  /** Finds the claims that the scheduler has made by the uids of their pods. */
  readonly #madeFor: Index<LiveClaim>;
  /** Decided, and not to be seen yet: by the uid of the claim. */
  readonly #pending = new Map<string, readonly HeldDevice[]>();
  readonly #pendingByDevice = new Map<string, Map<string, readonly HeldDevice[]>>();
  /** Pods that found nothing while others were about to get some, by their uids. */
  readonly #hungry = new Map<string, { readonly key: string }>();
  #views: Views | undefined;
  #pools: { readonly generation: number; readonly pools: Pools } | undefined;

  /** Informers are asked for now, and read later. */
  constructor(handle: SchedulerHandle) {
    this.#handle = handle;
    const { informers, client } = handle;
    this.#madeFor = claimsByExtendedPod(client.names);
    informers.of(ResourceClaim, [claimsByDevice, this.#madeFor]);
    informers.of(DeviceClass, [classesByResource]);
    informers.of(ResourceSlice, [slicesByNode, slicesByPool]);
  }

  /** Claims as they are followed. */
  get claims(): SharedInformer<LiveClaim> {
    return this.#handle.informers.of(ResourceClaim);
  }

  claim(namespace: string, name: string): ClaimView | undefined {
    return this.#all().claims.get({ namespace, name });
  }

  /** The claim that a scheduler has made for resources that a pod asks its node for. */
  extendedClaim(podUid: string): ClaimView | undefined {
    return this.#all().claims.by(this.#madeFor, podUid)[0];
  }

  class(name: string): DeviceClassView | undefined {
    return this.#all().classes.get(name);
  }

  /** The resources of nodes that the devices of a class stand for. */
  resourcesOf(className: string): string[] {
    const { extendedResourceName = "" } = this.class(className) ?? {};
    const own = `${this.#implicitDomain}${className}`;
    return extendedResourceName === "" ? [own] : [own, extendedResourceName];
  }

  /** The class whose devices a resource of nodes stands for: of several the newest, then the first by name. */
  classOfResource(resource: string): DeviceClassView | undefined {
    const { classes } = this.#all();
    const implicit = this.#implicitDomain;
    const named = this.#handle.informers.of(DeviceClass).lister;
    if (named.size === 0) return undefined;
    const [best] = classes.by(classesByResource, resource).sort((one, other) =>
      one.created === other.created
        ? one.name < other.name ? -1 : 1
        : one.created > other.created
        ? -1
        : 1
    );
    if (best !== undefined) return best;
    return resource.startsWith(implicit) ? classes.get(resource.slice(implicit.length)) : undefined;
  }

  /** The pools of all nodes, as the slices are now. */
  pools(): Pools {
    const { slices } = this.#all();
    const { generation } = this.#handle.informers.of(ResourceSlice).lister;
    if (this.#pools?.generation !== generation) {
      const pools = new Pools({
        ofNode: (name) => slices.by(slicesByNode, name),
        shared: slices.by(slicesByNode, SHARED),
        ofPool: (id) => slices.by(slicesByPool, id),
      });
      this.#pools = { generation, pools };
    }
    return this.#pools.pools;
  }

  isTaken(id: string): boolean {
    for (const { share } of this.#holding(id)) if (share === undefined) return true;
    return false;
  }

  sharesOf(id: string): Amounts | undefined {
    return sharesIn(this.#holding(id));
  }

  /** A pod found nothing: it is tried again if those who are about to get something do not get it. */
  foundNothing(pod: { readonly uid: string; readonly key: string }): void {
    if (this.#pending.size > 0) this.#hungry.set(pod.uid, pod);
  }

  /** Whether a claim is about to get devices. */
  isPending(claimUid: string): boolean {
    return this.#pending.has(claimUid);
  }

  /** A claim is about to get devices: from now on others can't have them. */
  expect(claimUid: string, allocation: resourceV1.AllocationResult): void {
    this.#forget(claimUid);
    const held = heldBy(allocation);
    this.#pending.set(claimUid, held);
    for (const [id, its] of Map.groupBy(held, ({ id }) => id)) {
      const claims = this.#pendingByDevice.get(id) ?? new Map();
      this.#pendingByDevice.set(id, claims.set(claimUid, its));
    }
  }

  /** A claim has got them, as its informer knows. */
  settle(claimUid: string): void {
    this.#forget(claimUid);
    if (this.#pending.size === 0) this.#hungry.clear();
  }

  /** A claim does not get them, if it was about to: they are free. */
  release(claimUid: string): void {
    if (!this.#forget(claimUid)) return;
    const hungry = [...this.#hungry.values()];
    this.#hungry.clear();
    this.#handle.activate(hungry);
  }

  #forget(claimUid: string): boolean {
    const pending = this.#pending.get(claimUid);
    if (pending === undefined) return false;
    this.#pending.delete(claimUid);
    for (const { id } of pending) {
      const claims = this.#pendingByDevice.get(id);
      claims?.delete(claimUid);
      if (claims?.size === 0) this.#pendingByDevice.delete(id);
    }
    return true;
  }

  /** What stands before the names of classes where these are asked for as resources. */
  get #implicitDomain(): string {
    return `deviceclass.resource.${this.#handle.client.names.domain}/`;
  }

  /** What claims have of a device, and are about to get: each claim counts once. */
  *#holding(id: string): Generator<HeldDevice> {
    const pending = this.#pendingByDevice.get(id);
    if (pending !== undefined) { for (const held of pending.values()) yield* held; }
    for (const { uid, held } of this.#all().claims.by(claimsByDevice, id)) {
      if (pending?.has(uid)) continue;
      for (const one of held) if (one.id === id) yield one;
    }
  }

  #all(): Views {
    const { informers } = this.#handle;
    return this.#views ??= {
      claims: informers.of(ResourceClaim).lister.derive(claimViewOf),
      slices: informers.of(ResourceSlice).lister.derive(sliceViewOf),
      classes: informers.of(DeviceClass).lister.derive(({ metadata, spec }) => ({
        name: metadata.name,
        created: metadata.creationTimestamp ?? "",
        selectors: spec.selectors ?? [],
        config: spec.config ?? [],
        extendedResourceName: spec.extendedResourceName ?? "",
      })),
    };
  }
}

const made = new WeakMap<SchedulerHandle, ClusterDevices>();

/** One for all plugins of a scheduler. */
export function clusterDevicesOf(handle: SchedulerHandle): ClusterDevices {
  let devices = made.get(handle);
  if (devices === undefined) made.set(handle, devices = new ClusterDevices(handle));
  return devices;
}
