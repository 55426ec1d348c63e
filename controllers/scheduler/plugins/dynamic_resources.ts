/**
 * A pod goes where its claims on devices can be met; what they get is theirs from the moment it was decided.
 *
 * @module
 */

import type { resourceV1 } from "../../../toolkit/mod.ts";
import { equalJson } from "../../../toolkit/values/json.ts";
import type { NodeInfo, NodeView } from "../cluster/node_info.ts";
import { Allocator, NoDevices } from "../devices/allocator.ts";
import { hasConditions, isInVain } from "../devices/binding_conditions.ts";
import { type ClaimView, claimViewOf, type LiveClaim } from "../devices/claim_views.ts";
import { type ClusterDevices, clusterDevicesOf } from "../devices/cluster_devices.ts";
import { type DeviceMetrics, deviceMetrics } from "../devices/device_metrics.ts";
import { Effort, TooLong } from "../devices/effort.ts";
import {
  deleteExtendedClaim,
  makeExtendedClaim,
  tellExtendedClaim,
} from "../devices/extended_claim.ts";
import { type Extended, type ExtendedNeed, extendedOf, lackOf } from "../devices/extended_need.ts";
import { heldBy } from "../devices/held_devices.ts";
import { claimsOfPod } from "../devices/pod_claims.ts";
import { type ClaimToAllocate, readClaim } from "../devices/requests.ts";
import { Selectors } from "../devices/selectors.ts";
import { shareIds } from "../devices/share_ids.ts";
import { waitUntilReady } from "../devices/wait_until_ready.ts";
import { freeClaim, reserveClaim, unreserveClaim } from "../devices/write_claim.ts";
import {
  ACTION,
  failed,
  type Hint,
  type Plugin,
  type RoomMade,
  type SchedulerHandle,
  SKIP,
  StateKey,
  unresolvable,
  unschedulable,
  type Verdict,
} from "../framework/mod.ts";
import type { PendingPod } from "../pod/pod_info.ts";
import { normalizeByLargest } from "./normalize.ts";
import { isOwn } from "./own_change.ts";
import type { DynamicResourcesArgs } from "./plugin_args.ts";

const NAME = "DynamicResources";
/** A claim is reserved for so many at once. */
const MOST_RESERVED = 256;
/** The first of several alternatives counts so much, the next one less. */
const MOST_ALTERNATIVES = 8;
const NONE = unresolvable("cannot allocate all claims");
const ELSEWHERE = unresolvable("resourceclaim not available on the node");
const IN_USE = unresolvable("resourceclaim in use");
const STALE = unresolvable("cannot schedule extended resource claim");
const NOTHING_TO_FREE = unschedulable("no new claims to deallocate");

/** What a pod would get on a node. */
interface Found {
  /** Of claims that have no devices yet, in their order. */
  readonly allocations: readonly resourceV1.AllocationResult[];
  readonly extended:
    | (ExtendedNeed & { readonly allocation: resourceV1.AllocationResult })
    | undefined;
}

/** What is remembered of a pod with claims. */
interface PodDevices {
  /** In their order, each as it is known last. */
  readonly claims: ClaimView[];
  /** By their places: those that have no devices yet. */
  readonly toAllocate: ReadonlyMap<number, ClaimToAllocate>;
  readonly allocator: Allocator;
  readonly verdicts: WeakMap<NodeView, { readonly verdict: Verdict }>;
  /** What the pod would get, by the name of the node; nothing where there is nothing to give. */
  readonly found: Map<string, Found>;
  /** The places of claims whose devices are elsewhere, or will never be ready. */
  readonly unavailable: Set<number>;
  /** What was decided, by the places of claims. */
  readonly decided: Map<number, resourceV1.AllocationResult>;
  /** Undefined: there are none. */
  readonly extended: Extended | undefined;
}

const DEVICES = new StateKey<PodDevices>(`${NAME}.devices`);

/** Makes the plugin. */
export function dynamicResources(handle: SchedulerHandle, args: DynamicResourcesArgs): Plugin {
  const plugin = new DynamicResources(handle, args);
  return {
    name: NAME,
    events: [
      {
        resource: "Node",
        action: ACTION.add | ACTION.nodeLabel | ACTION.nodeAllocatable,
      },
      {
        resource: "ResourceClaim",
        action: ACTION.add | ACTION.update | ACTION.delete,
        hint: plugin.claimHint,
      },
      { resource: "Pod", action: ACTION.podClaims, hint: plugin.podHint },
      { resource: "DeviceClass", action: ACTION.add | ACTION.update },
      { resource: "ResourceSlice", action: ACTION.add | ACTION.update },
    ],
    preEnqueue: (pod) => plugin.preEnqueue(pod),
    preFilter(cycle, pod) {
      const found = plugin.look(pod);
      if ("code" in found) {
        if (found.code === "Skip") cycle.skippedScores.add(NAME);
        return found;
      }
      cycle.set(DEVICES, found);
      cycle.takesLong = true;
      return undefined;
    },
    filter: (cycle, pod, node) => plugin.filter(cycle.get(DEVICES)!, pod, node),
    async postFilter(cycle, pod): Promise<RoomMade> {
      const devices = cycle.get(DEVICES);
      return { verdict: devices ? await plugin.free(devices, pod) : NOTHING_TO_FREE };
    },
    score(cycle, _, { name }) {
      const devices = cycle.get(DEVICES);
      return devices === undefined ? 0 : scoreOf(devices, name);
    },
    normalize: (_, __, scores) => normalizeByLargest(scores),
    reserve(cycle, pod, nodeName) {
      const devices = cycle.get(DEVICES);
      return devices && plugin.reserve(devices, pod, nodeName);
    },
    unreserve(cycle, pod) {
      const devices = cycle.get(DEVICES);
      if (devices !== undefined) plugin.unreserve(devices, pod);
    },
    needsPreBind: (cycle) => cycle.get(DEVICES) !== undefined,
    preBind: (cycle, pod, nodeName, signal) =>
      plugin.bind(cycle.get(DEVICES)!, pod, nodeName, signal),
  };
}

/** What the plugin does, and what it remembers from pod to pod. */
class DynamicResources {
  readonly #handle: SchedulerHandle;
  readonly #args: DynamicResourcesArgs;
  readonly #devices: ClusterDevices;
  readonly #metrics: DeviceMetrics;
  readonly #selectors = new Selectors();
  readonly #shareId: () => string;
  /** Writes that take pods out of claims, by the uids of both. */
  readonly #leaving = new Map<string, Promise<void>>();

  constructor(handle: SchedulerHandle, args: DynamicResourcesArgs) {
    this.#handle = handle;
    this.#args = args;
    this.#devices = clusterDevicesOf(handle);
    this.#metrics = deviceMetrics(handle.metrics);
    this.#shareId = shareIds(handle.random);
  }

  preEnqueue(pod: PendingPod): Verdict {
    if (!pod.object.spec.resourceClaims?.length) return undefined;
    const claims = claimsOfPod(pod, this.#devices);
    return typeof claims === "string" ? unresolvable(claims) : undefined;
  }

  /** A claim of the pod has changed, or devices are free. */
  readonly claimHint: Hint = (pod, before, after) => {
    const claims = claimsOfPod(pod, this.#devices);
    if (typeof claims === "string") return "Skip";
    const [was, is] = [before, after] as (LiveClaim | undefined)[];
    // That its devices were freed just before may be part of the same news.
    if (is === undefined) return "Queue";
    if (was?.status?.allocation !== undefined && is.status?.allocation === undefined) {
      return "Queue";
    }
    if (!claims.some(({ uid }) => uid === is.metadata.uid)) return "Skip";
    if (was === undefined) return "Queue";
    return equalJson(was.status, is.status) ? "Skip" : "Queue";
  };

  /** The pod has got its claims. */
  readonly podHint: Hint = (pod, _, after) =>
    isOwn(pod, after) && typeof claimsOfPod(after, this.#devices) !== "string" ? "Queue" : "Skip";

  /** The first look at a pod. */
  look(pod: PendingPod): PodDevices | NonNullable<Verdict> {
    const extended = extendedOf(pod, this.#devices);
    if (!pod.object.spec.resourceClaims?.length && extended === undefined) return SKIP;
    const claims = claimsOfPod(pod, this.#devices);
    if (typeof claims === "string") return unresolvable(claims);
    if (claims.length === 0 && extended === undefined) return SKIP;
    const toAllocate = new Map<number, ClaimToAllocate>();
    for (const [place, claim] of claims.entries()) {
      if (claim.allocation !== undefined) {
        const isMine = claim.reservedFor.includes(pod.uid);
        if (!isMine && claim.reservedFor.length >= MOST_RESERVED) return IN_USE;
        continue;
      }
      if (this.#devices.isPending(claim.uid)) {
        this.#devices.foundNothing(pod);
        return unresolvable(`resource claim ${claim.key} is in the process of being allocated`);
      }
      const { devices = {} } = claim.object.spec;
      const missing = this.#missingClass(devices);
      if (missing !== undefined) return unresolvable(missing);
      const classOf = (name: string) => this.#devices.class(name);
      toAllocate.set(place, readClaim(claim.key, devices, classOf, this.#selectors));
    }
    return {
      claims: [...claims],
      toAllocate,
      allocator: new Allocator({
        pools: this.#devices.pools(),
        held: this.#devices,
        effort: new Effort(this.#handle.clock, this.#args.filterTimeoutMs),
        shareId: this.#shareId,
      }),
      verdicts: new WeakMap(),
      found: new Map(),
      unavailable: new Set(),
      decided: new Map(),
      extended,
    };
  }

  #missingClass({ requests }: resourceV1.DeviceClaim): string | undefined {
    for (const { name, exactly, firstAvailable = [] } of requests ?? []) {
      const named: (readonly [string, string])[] = exactly === undefined
        ? firstAvailable.map((one) => [`${name}/${one.name}`, one.deviceClassName])
        : [[name, exactly.deviceClassName]];
      for (const [request, of] of named) {
        if (this.#devices.class(of) !== undefined) continue;
        return `request ${request}: device class ${of} does not exist`;
      }
    }
    return undefined;
  }

  /** Whether all claims of a pod can be met on a node: other pods on it have no part in that. */
  filter(devices: PodDevices, pod: PendingPod, { node }: NodeInfo): Verdict {
    const known = devices.verdicts.get(node);
    if (known !== undefined) return known.verdict;
    const verdict = this.#judge(devices, pod, node);
    devices.verdicts.set(node, { verdict });
    if (verdict === NONE) this.#devices.foundNothing(pod);
    return verdict;
  }

  #judge(devices: PodDevices, pod: PendingPod, node: NodeView): Verdict {
    const { claims, toAllocate, allocator, found, unavailable, extended } = devices;
    if (extended?.stale !== undefined) return STALE;
    const lack = extended && lackOf(extended, pod, node, this.#devices, this.#selectors);
    const elsewhere = [...claims.entries()].filter(([, claim]) =>
      claim.allocation !== undefined &&
      (claim.nodes?.matches(node) === false ||
        isInVain(claim, this.#args.bindingTimeoutMs, this.#handle.clock.now()))
    );
    if (toAllocate.size > 0 || lack !== undefined) {
      try {
        const all = [...toAllocate.values(), ...lack === undefined ? [] : [lack.claim]];
        const given = allocator.allocate(node, all);
        if (given === undefined) return NONE;
        found.set(node.name, {
          allocations: given.slice(0, toAllocate.size),
          extended: lack && { ...lack, allocation: given[toAllocate.size]! },
        });
      } catch (error) {
        if (error instanceof NoDevices) return unresolvable(error.message);
        if (error instanceof TooLong) {
          throw new Error(`node ${node.name}: ${error.message}`, { cause: error });
        }
        throw error;
      }
    }
    for (const [place] of elsewhere) unavailable.add(place);
    return elsewhere.length > 0 ? ELSEWHERE : undefined;
  }

  /** Frees the devices of a claim that nobody uses, and that keep the pod off all nodes. */
  async free({ claims, unavailable, extended }: PodDevices, { uid }: PendingPod): Promise<Verdict> {
    for (const place of unavailable) {
      const { object, reservedFor } = claims[place]!;
      if (reservedFor.some((one) => one !== uid)) continue;
      if (!this.#handle.onlyAsks) await freeClaim(this.#handle.client, object);
      return unschedulable("deallocation of ResourceClaim completed");
    }
    if (extended?.stale !== undefined) {
      const { onlyAsks, client } = this.#handle;
      if (!onlyAsks) await deleteExtendedClaim(client, extended.stale.object);
      return unschedulable("deletion of ResourceClaim completed");
    }
    return unschedulable("still not schedulable");
  }

  /** What was found for a node is decided: nobody else gets it from now on. */
  reserve(devices: PodDevices, { uid }: PendingPod, nodeName: string): Verdict {
    const { claims, toAllocate, found, decided } = devices;
    const chosen = found.get(nodeName);
    if (chosen === undefined && toAllocate.size === 0) return undefined;
    if (chosen === undefined) throw new Error("claim allocation not found for node");
    const { allocations, extended } = chosen;
    for (const one of [...allocations, extended?.allocation]) {
      for (const { id, share } of heldBy(one)) {
        const isFree = !this.#devices.isTaken(id) &&
          (share !== undefined || this.#devices.sharesOf(id) === undefined);
        if (!isFree) throw new Error(`the device ${id} was given to another claim meanwhile`);
      }
    }
    for (const [index, place] of [...toAllocate.keys()].entries()) {
      const allocation = allocations[index]!;
      decided.set(place, allocation);
      this.#devices.expect(claims[place]!.uid, allocation);
    }
    // It has no claim yet.
    if (extended !== undefined) this.#devices.expect(uid, extended.allocation);
    return undefined;
  }

  /** Takes back what was decided, and what was written of it. */
  unreserve({ claims, decided, extended }: PodDevices, pod: PendingPod): void {
    for (const place of decided.keys()) this.#devices.release(claims[place]!.uid);
    decided.clear();
    if (extended !== undefined) this.#unmake(extended, pod);
    for (const claim of claims) {
      const { metadata } = claim.object;
      if (claim.allocation === undefined || !claim.reservedFor.includes(pod.uid)) continue;
      this.#leave(claim.uid, pod.uid, async () => {
        try {
          await unreserveClaim(this.#handle.client, metadata, pod.uid);
        } catch (error) {
          this.#handle.logger.warning("A pod could not be taken out of a claim", {
            pod: pod.key,
            claim: claim.key,
            error: String(error),
          });
        }
      });
    }
  }

  /** What is left to do is done when the pod is tried again: its claim has to go first. */
  #unmake({ made }: Extended, pod: PendingPod): void {
    this.#devices.release(pod.uid);
    if (made === undefined) return;
    const { client, logger, beside } = this.#handle;
    beside(() =>
      deleteExtendedClaim(client, made).catch((error) =>
        logger.warning("The claim of a pod that is not bound could not be deleted", {
          pod: pod.key,
          claim: made.metadata.name,
          error: String(error),
        })
      )
    );
  }

  /** Writes what was decided, and waits until the devices are ready. */
  async bind(
    devices: PodDevices,
    pod: PendingPod,
    nodeName: string,
    signal: AbortSignal,
  ): Promise<Verdict> {
    const { client, clock } = this.#handle;
    const { claims, decided, extended, found } = devices;
    const metrics = this.#metrics;
    const writer = { client, clock, claims: this.#devices.claims, signal, metrics };
    try {
      for (const [place, { uid, namespace, name }] of claims.entries()) {
        await this.#leaving.get(leavingKey(uid, pod.uid));
        // Of a write whose answer was lost it is not known yet whether the pod has left.
        await writer.claims.settled({ namespace, name }, signal);
        const known = this.#devices.claim(namespace, name);
        const claim = known?.uid === uid ? known : claims[place]!;
        if (claim.reservedFor.includes(pod.uid)) {
          claims[place] = claim;
          continue;
        }
        const allocation = decided.get(place);
        const written = await reserveClaim(writer, claim.object, pod, allocation);
        claims[place] = claimViewOf(written);
        decided.delete(place);
        this.#devices.settle(uid);
      }
      const need = found.get(nodeName)?.extended;
      if (extended !== undefined && need !== undefined) {
        const made = await makeExtendedClaim(writer, pod, need.asked, this.#handle.random);
        extended.made = made;
        const written = await reserveClaim(writer, made, pod, need.allocation);
        this.#devices.settle(pod.uid);
        await tellExtendedClaim(client, pod, made.metadata.name, need.asked);
        claims.push(claimViewOf(written));
      }
      if (claims.some(hasConditions)) {
        await waitUntilReady(
          claims,
          {
            handle: this.#handle,
            claims: this.#devices,
            metrics: this.#metrics,
            timeoutMs: this.#args.bindingTimeoutMs,
          },
          pod,
          nodeName,
          signal,
        );
      }
      return undefined;
    } catch (error) {
      return failed(error);
    }
  }

  /** One after the other, so that none comes after the pod has reserved the claim again. */
  #leave(claimUid: string, podUid: string, write: () => Promise<void>): void {
    const key = leavingKey(claimUid, podUid);
    const before = this.#leaving.get(key);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#leaving.set(key, promise);
    this.#handle.beside(async () => {
      await before;
      await write();
      if (this.#leaving.get(key) === promise) this.#leaving.delete(key);
      resolve();
    });
  }
}

function leavingKey(claimUid: string, podUid: string): string {
  return `${claimUid} ${podUid}`;
}

/** How far in front the alternatives are that claims would get, of requests with several. */
function scoreOf({ claims, toAllocate, found }: PodDevices, nodeName: string): number {
  const { allocations } = found.get(nodeName) ?? {};
  if (allocations === undefined) return 0;
  const places = [...toAllocate.keys()];
  let score = 0;
  for (const [place, { allocation, object }] of claims.entries()) {
    const given = allocation ?? allocations[places.indexOf(place)];
    const chosen = new Set(given?.devices?.results?.map(({ request }) => request));
    for (const { name, firstAvailable = [] } of object.spec.devices?.requests ?? []) {
      for (const [index, one] of firstAvailable.entries()) {
        if (chosen.has(`${name}/${one.name}`)) score += MOST_ALTERNATIVES - index;
      }
    }
  }
  return score;
}
