/**
 * Pods that have to leave tainted devices, and when.
 *
 * @module
 */

import {
  defineIndex,
  type DerivedValues,
  type ObjectOf,
  Pod,
  resourceV1,
} from "../../toolkit/mod.ts";
import { Recorder } from "../../toolkit/events/recorder.ts";
import type { LoopParts, SharedInformer, SyncWork, Wake } from "../loop/mod.ts";
import { deletePod, writePodStatus } from "../pods/mod.ts";
import { claimNameOf, claimsOf } from "../resourceclaim/known_claims.ts";
import { evictionTime } from "./eviction_time.ts";
import {
  type AllocatedClaim,
  allocatedClaim,
  type OfferedDevices,
  offeredDevices,
} from "./views.ts";

const { ResourceClaim, ResourceSlice } = resourceV1;
type LivePod = ObjectOf<typeof Pod>;
type LiveClaim = ObjectOf<typeof ResourceClaim>;
type LiveSlice = ObjectOf<typeof ResourceSlice>;

/** What it is called, in its events too. */
export const DEVICE_TAINT_EVICTION = "device-taint-eviction-controller";

const REASON = "DeviceTaintManagerEviction";
const CONDITION = {
  type: "DisruptionTarget",
  status: "True",
  reason: "DeletionByDeviceTaintManager",
  message: "Device Taint manager: deleting due to NoExecute taint",
} as const;
/** Times are as long as whoever makes claims likes; nobody waits for longer at once. */
const LONGEST_WAIT_MS = 24 * 60 * 60_000;
const BUCKETS: readonly number[] = [0.005, 0.025, 0.1, 0.5, 1, 2.5, 10, 30, 60, 120, 180, 240];

const slicesByPool = defineIndex(
  ResourceSlice,
  "pool of devices",
  (slice: LiveSlice) => offeredDevices(slice).pool,
);
const claimsByPool = defineIndex(
  ResourceClaim,
  "pool of devices",
  (claim: LiveClaim) => allocatedClaim(claim).devices.map(({ pool }) => pool),
);

/** What wakes pods, and a turn of each. */
export class DeviceEvictions {
  readonly #parts: LoopParts;
  readonly #podInformer: SharedInformer<LivePod>;
  readonly #claimInformer: SharedInformer<LiveClaim>;
  readonly #sliceInformer: SharedInformer<LiveSlice>;
  readonly #events: Recorder;
  readonly #metrics: ReturnType<typeof declareMetrics>;
  /** Uids of pods that have to leave, by their keys. */
  readonly #leaving = new Map<string, string>();
  /** The taints of slices by which pods were woken last. */
  readonly #woken = new Map<string, string>();
  #claims: DerivedValues<LiveClaim, AllocatedClaim> | undefined;
  #slices: DerivedValues<LiveSlice, OfferedDevices> | undefined;

  constructor(parts: LoopParts) {
    const { client, informers, clock, logger } = parts;
    this.#parts = parts;
    this.#podInformer = informers.of(Pod);
    this.#claimInformer = informers.of(ResourceClaim, [claimsByPool]);
    this.#sliceInformer = informers.of(ResourceSlice, [slicesByPool]);
    this.#events = new Recorder({ client, component: DEVICE_TAINT_EVICTION, clock, logger });
    this.#metrics = declareMetrics(parts);
  }

  /** Begins to listen. */
  listen(wake: Wake): Disposable[] {
    const claims = this.#claims = this.#claimInformer.derive(allocatedClaim);
    const slices = this.#slices = this.#sliceInformer.derive(offeredDevices);
    const wakeAll = ({ pods }: AllocatedClaim) => {
      for (const { key } of pods) wake(key);
    };
    return [
      this.#sliceInformer.subscribe(({ type, key, object, previous }) => {
        const print = type === "Deleted" ? undefined : slices.get(key)?.print;
        if (print === this.#woken.get(key)) return;
        if (print === undefined) this.#woken.delete(key);
        else this.#woken.set(key, print);
        const pools = new Set([offeredDevices(object).pool]);
        if (previous !== undefined) pools.add(offeredDevices(previous).pool);
        for (const pool of pools) claims.by(claimsByPool, pool).forEach(wakeAll);
      }),
      this.#claimInformer.subscribe(({ object, previous }) => {
        wakeAll(allocatedClaim(object));
        if (previous !== undefined) wakeAll(allocatedClaim(previous));
      }),
      this.#podInformer.subscribe(({ key, object, previous }) => {
        if (claimsOf(object).length === 0 && !this.#leaving.has(key)) return;
        const isSame = previous !== undefined &&
          object.spec.nodeName === previous.spec.nodeName &&
          object.metadata.deletionTimestamp === previous.metadata.deletionTimestamp &&
          JSON.stringify(object.status?.resourceClaimStatuses) ===
            JSON.stringify(previous.status?.resourceClaimStatuses);
        if (!isSame) wake(key);
      }),
    ];
  }

  /** One turn of a pod: in how many milliseconds it has to leave, if it has to. */
  async sync(key: string, { signal }: SyncWork): Promise<number | void> {
    const pod = this.#podInformer.lister.get(key);
    const uid = this.#leaving.get(key);
    // It is gone, or goes; another one of its name begins anew.
    if (uid !== undefined && uid !== pod?.metadata.uid) this.#leaving.delete(key);
    if (pod === undefined || pod.metadata.deletionTimestamp !== undefined) {
      return void this.#leaving.delete(key);
    }
    const at = this.#evictionTime(pod);
    if (at === Infinity) {
      if (this.#leaving.delete(key)) this.#events.normal(pod, REASON, "Cancelling deletion");
      return;
    }
    this.#leaving.set(key, pod.metadata.uid);
    const wait = at - this.#parts.clock.now();
    if (wait > 0) return Math.min(wait, LONGEST_WAIT_MS);
    await this.#evict(pod, at, signal);
    this.#leaving.delete(key);
  }

  /** When a pod has to leave the first of its devices. */
  #evictionTime(pod: LivePod): number {
    const { metadata: { namespace = "", uid }, spec } = pod;
    if (!spec.nodeName) return Infinity;

    let first = Infinity;
    for (const one of claimsOf(pod)) {
      const name = claimNameOf(pod, one);
      const claim = name ? this.#claims!.get(`${namespace}/${name}`) : undefined;
      if (claim === undefined || !claim.pods.some((each) => each.uid === uid)) continue;
      // One that was made for a pod is nobody else's.
      const isMade = one.resourceClaimTemplateName !== undefined;
      if (isMade && claim.owner !== uid) continue;
      for (const { pool, device, tolerations } of claim.devices) {
        first = Math.min(first, evictionTime(this.#taintsOf(pool, device), tolerations));
      }
    }
    return first;
  }

  /** The taints of a device, as the newest slices of its pool have it. */
  #taintsOf(pool: string, device: string): readonly resourceV1.DeviceTaint[] {
    const slices = this.#slices!.by(slicesByPool, pool);
    const newest = slices.reduce((most, { generation }) => Math.max(most, generation), -Infinity);
    for (const { generation, taints } of slices) {
      const found = generation === newest ? taints.get(device) : undefined;
      if (found !== undefined) return found;
    }
    return [];
  }

  async #evict(pod: LivePod, at: number, signal: AbortSignal): Promise<void> {
    const { client, clock, logger } = this.#parts;
    const { namespace = "", name, uid } = pod.metadata;
    logger.info("A pod is deleted for a taint of its device", { pod: `${namespace}/${name}` });
    this.#events.normal(pod, REASON, "Marking for deletion");
    await writePodStatus(client, clock, pod, { condition: CONDITION });
    if (!await deletePod(client, { namespace, name, uid }, signal)) return;
    this.#metrics.deleted.inc();
    this.#metrics.latency.observe((clock.now() - at) / 1000);
  }
}

function declareMetrics({ metrics }: LoopParts) {
  return {
    deleted: metrics.counter({
      name: "device_taint_eviction_controller_pod_deletions_total",
      help: "Pods that were deleted for a taint of their device.",
      stability: "ALPHA",
    }).with({}),
    latency: metrics.histogram({
      name: "device_taint_eviction_controller_pod_deletion_duration_seconds",
      help: "From when a pod had to leave its device until it was deleted.",
      stability: "ALPHA",
      buckets: BUCKETS,
    }).with({}),
  };
}
