/**
 * The mirroring controller: slices for endpoints that somebody writes himself.
 *
 * @module
 */

import { Endpoints, type metaV1, type ObjectOf, Service } from "../toolkit/mod.ts";
import { NAMES } from "../toolkit/names.ts";
import type { Runnable } from "../toolkit/runnable.ts";
import { equalJson } from "../toolkit/values/json.ts";
import { mirrorMetrics } from "./endpointslice_mirroring/mirror_metrics.ts";
import { planMirror, without } from "./endpointslice_mirroring/mirror_plan.ts";
import { Recorder } from "../toolkit/events/recorder.ts";
import {
  controllerReference,
  keyedLoop,
  type LoopParts,
  type SharedInformer,
  type SyncWork,
  type Wake,
} from "./loop/mod.ts";
import type { ProcessController } from "./process_controller.ts";
import { type CachedService, type ServiceNames, serviceNames } from "./services/mod.ts";
import {
  type CachedSlice,
  type SliceOwner,
  SlicesOfServices,
  sliceWriter,
  type WriteSlices,
} from "./slices/mod.ts";

const WORKERS = 5;
const MOST_RETRIES = 15;
const MOST_ADDRESSES = 1000;
/**
 * Slices that others change or delete are put right no sooner: who deletes them as those of endpoints that are gone
 * may know more than this controller.
 */
const REPAIR_MS = 1000;
const BACKOFF = { base: 1000, max: 100_000, jitter: 0 };
const COMPONENT = "endpoint-slice-mirroring-controller";

type CachedEndpoints = ObjectOf<typeof Endpoints>;

/** How a mirroring controller works. */
export interface MirroringOptions {
  readonly workers?: number;
  /** For how long changes of slices are collected. Default: not at all. */
  readonly batchMs?: number;
  /** Of one subset so many addresses are mirrored at most. Default 1000. */
  readonly most?: number;
}

/**
 * Mirrors the endpoints of services that choose no pods in slices, so that who reads slices alone knows them. Locks
 * are not mirrored, nor what says that it is not to be.
 */
export function createMirroringController(
  parts: LoopParts,
  { workers = WORKERS, batchMs = 0, most = MOST_ADDRESSES }: MirroringOptions = {},
): Runnable {
  const controller = new MirroringController(parts, batchMs, most);
  return keyedLoop(parts, {
    name: "endpointslice-mirroring-controller",
    queue: "endpoint_slice_mirroring",
    workers,
    backoff: BACKOFF,
    mostRetries: MOST_RETRIES,
    listen: (wake) => controller.listen(wake),
    sync: (key, work) => controller.sync(key, work),
  });
}

class MirroringController {
  readonly #parts: LoopParts;
  readonly #batchMs: number;
  readonly #most: number;
  readonly #names: ServiceNames;
  readonly #leader: string;
  /** Annotations that are about the endpoints alone. */
  readonly #ownAnnotations: readonly string[];
  readonly #services: SharedInformer<CachedService>;
  readonly #endpoints: SharedInformer<CachedEndpoints>;
  readonly #slices: SlicesOfServices;
  readonly #events: Recorder;
  readonly #metrics: ReturnType<typeof mirrorMetrics>;
  readonly #write: WriteSlices;

  constructor(parts: LoopParts, batchMs: number, most: number) {
    const { client, informers, clock, logger, metrics } = parts;
    const names = NAMES[client.dialect];
    this.#parts = parts;
    this.#batchMs = batchMs;
    this.#most = most;
    this.#names = serviceNames(names);
    this.#leader = names.annotationLeader;
    this.#ownAnnotations = [this.#names.changeTime, names.annotationLastApplied];
    this.#services = informers.of(Service);
    this.#endpoints = informers.of(Endpoints);
    this.#slices = new SlicesOfServices(parts, ({ mirrorManager }) => mirrorManager);
    this.#events = new Recorder({ client, component: COMPONENT, clock, logger });
    this.#metrics = mirrorMetrics(metrics);
    this.#write = sliceWriter(parts, this.#slices, this.#metrics);
  }

  listen(wake: Wake): Disposable[] {
    return [
      this.#services.subscribe(({ type, key, object, previous, resync }) => {
        const choosesNow = choosesPods(object);
        const chose = previous === undefined ? undefined : choosesPods(previous);
        if (type === "Updated" && !resync ? choosesNow !== chose : !choosesNow) wake(key);
      }),
      this.#endpoints.subscribe(({ key, object, previous }) => {
        const isMirrored = this.#isMirrored(object) ||
          (previous !== undefined && this.#isMirrored(previous));
        if (isMirrored) wake(key);
      }),
      this.#slices.listen(wake, Math.max(REPAIR_MS, this.#batchMs)),
    ];
  }

  async sync(key: string, work: SyncWork): Promise<void> {
    const { clock } = this.#parts;
    const began = clock.monotonic();
    try {
      await this.#turn(key, work);
    } finally {
      this.#metrics.synced(clock.monotonic() - began);
    }
  }

  async #turn(key: string, work: SyncWork): Promise<void> {
    const endpoints = this.#endpoints.lister.get(key);
    const service = this.#services.lister.get(key);
    const existing = this.#slices.of(key);
    if (
      endpoints === undefined || service === undefined || choosesPods(service) ||
      !this.#isMirrored(endpoints)
    ) {
      this.#metrics.forget(key);
      const [namespace = "", name = ""] = key.split("/");
      const gone = { metadata: { namespace, name, uid: "" } };
      const plan = { create: [], update: [], remove: existing, unchanged: [] };
      if (existing.length > 0) await this.#write(plan, this.#ownerOf(gone), work);
      return;
    }
    const owner = this.#ownerOf(endpoints);
    const { plan, count } = planMirror({
      subsets: endpoints.subsets ?? [],
      existing,
      most: this.#most,
      labels: this.#labelsOf(endpoints),
      isRight: (slice) => this.#isRight(slice, endpoints, owner),
    });
    this.#metrics.mirrored(key, count);
    const { invalid, skipped } = count;
    if (invalid > 0) {
      const text = `Skipped ${invalid} invalid IP addresses when mirroring to EndpointSlices`;
      this.#events.warning(endpoints, "InvalidIPAddress", text);
    }
    if (skipped > invalid) {
      const text =
        `A max of ${this.#most} addresses can be mirrored to EndpointSlices per Endpoints ` +
        `subset. ${skipped} addresses were skipped`;
      this.#events.warning(endpoints, "TooManyAddressesToMirror", text);
    }
    await this.#write(plan, owner, work);
  }

  #isMirrored({ metadata: { labels = {}, annotations = {} } }: CachedEndpoints): boolean {
    return labels[this.#names.skipMirror] !== "true" && annotations[this.#leader] === undefined;
  }

  #labelsOf({ metadata: { name, labels } }: CachedEndpoints): Record<string, string> {
    const { service, managedBy, mirrorManager } = this.#names;
    return { ...labels, [service]: name, [managedBy]: mirrorManager };
  }

  #isRight(slice: CachedSlice, endpoints: CachedEndpoints, owner: SliceOwner): boolean {
    const { labels = {}, annotations = {}, ownerReferences = [] } = slice.metadata;
    return ownerReferences.some(({ uid }) => uid === owner.reference.uid) &&
      equalJson(labels, this.#labelsOf(endpoints)) &&
      equalJson(annotations, owner.annotations(annotations));
  }

  #ownerOf(
    { metadata: { namespace = "", name, uid, deletionTimestamp, annotations } }: {
      readonly metadata: metaV1.ObjectMeta & { readonly name: string; readonly uid: string };
    },
  ): SliceOwner {
    const mirrored = without(annotations, this.#ownAnnotations);
    return {
      kind: "Endpoints",
      namespace,
      name,
      isEnding: deletionTimestamp !== undefined,
      reference: controllerReference(this.#parts.client, Endpoints, { name, uid }),
      annotations: () => mirrored,
    };
  }
}

/** Whether the addresses of a service are those of pods that it chooses. */
function choosesPods({ spec }: CachedService): boolean {
  return Object.keys(spec?.selector ?? {}).length > 0;
}

/** The controller of a process. */
export const mirroringController: ProcessController = {
  name: "endpointslice-mirroring-controller",
  aliases: ["endpointslicemirroring"],
  account: "endpointslicemirroring-controller",
  flags: [
    "mirroring-concurrent-service-endpoint-syncs",
    "mirroring-endpointslice-updates-batch-period",
    "mirroring-max-endpoints-per-subset",
  ],
  make: (parts) =>
    createMirroringController(parts, {
      workers: parts.values["mirroring-concurrent-service-endpoint-syncs"],
      batchMs: parts.values["mirroring-endpointslice-updates-batch-period"],
      most: parts.values["mirroring-max-endpoints-per-subset"],
    }),
};

if (import.meta.main) {
  const { runControllers } = await import("./command.ts");
  Deno.exit(await runControllers("endpointslice_mirroring", [mirroringController]));
}
