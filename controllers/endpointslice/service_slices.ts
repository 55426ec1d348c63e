/**
 * Keeps the slices of services.
 *
 * @module
 */

import { Node, type ObjectOf, Service } from "../../toolkit/mod.ts";
import { NAMES, type Names } from "../../toolkit/names.ts";
import { equalJson } from "../../toolkit/values/json.ts";
import { parseIpSloppy } from "../../toolkit/validation/ip.ts";
import { Recorder } from "../../toolkit/events/recorder.ts";
import {
  controllerReference,
  type LoopParts,
  type SharedInformer,
  type SyncWork,
  type Wake,
} from "../loop/mod.ts";
import { messageOf } from "../pods/mod.ts";
import {
  type AddressFamily,
  type CachedService,
  ChangeTimes,
  isHeadless,
  selectorOf,
  type ServiceNames,
  serviceNames,
  ServicePods,
  type ServingPod,
} from "../services/mod.ts";
import {
  type CachedSlice,
  type SliceDraft,
  type SliceOwner,
  type SlicePlan,
  SlicesOfServices,
  sliceWriter,
  type WriteSlices,
} from "../slices/mod.ts";
import { addCloseHints, isClose, removeHints } from "./close_hints.ts";
import { planSlices } from "./plan_slices.ts";
import { type ServiceMetrics, serviceMetrics, type Sharing } from "./service_metrics.ts";
import { zonedNodeOf, zoneShares } from "./zone_capacity.ts";
import { type HintNews, ZoneHints } from "./zone_hints.ts";

/** How slices are kept. */
export interface SliceOptions {
  /** For how long changes of pods are collected. */
  readonly batchMs: number;
  /** A slice has so many endpoints at most. */
  readonly most: number;
}

/** The key under which nodes are looked at; it is no service's. */
const NODES = "";
/** Somebody else's changes of slices are mended after so long: not at once, against who does it again and again. */
const REPAIR_MS = 1000;
const COMPONENT = "endpoint-slice-controller";

/** One look at a service. */
interface Look {
  readonly key: string;
  readonly service: CachedService;
  readonly pods: readonly ServingPod[];
  readonly owner: SliceOwner;
  readonly labels: Readonly<Record<string, string>>;
}

/** What keeps them. */
export class ServiceSlices {
  readonly #parts: LoopParts;
  readonly #options: SliceOptions;
  readonly #dialect: Names;
  readonly #names: ServiceNames;
  readonly #pods: ServicePods;
  readonly #slices: SlicesOfServices;
  readonly #nodes: SharedInformer<ObjectOf<typeof Node>>;
  readonly #events: Recorder;
  readonly #times = new ChangeTimes();
  readonly #hints = new ZoneHints();
  readonly #metrics: ServiceMetrics;
  readonly #write: WriteSlices;
  #wake: Wake = () => {};

  constructor(parts: LoopParts, options: SliceOptions) {
    const { client, informers, clock, logger, metrics } = parts;
    this.#parts = parts;
    this.#options = options;
    this.#dialect = NAMES[client.dialect];
    this.#names = serviceNames(this.#dialect);
    this.#pods = new ServicePods(parts);
    this.#slices = new SlicesOfServices(parts, ({ sliceManager }) => sliceManager);
    this.#nodes = informers.of(Node);
    this.#events = new Recorder({ client, component: COMPONENT, clock, logger });
    this.#metrics = serviceMetrics(metrics);
    this.#write = sliceWriter(parts, this.#slices, this.#metrics);
  }

  listen(wake: Wake): Disposable[] {
    const { batchMs } = this.#options;
    this.#wake = wake;
    this.#nodes.derive(zonedNodeOf);
    return [
      this.#nodes.subscribe(({ object, previous, type, resync }) => {
        if (resync) return;
        const before = type === "Updated" && previous ? zonedNodeOf(previous) : undefined;
        if (!equalJson(zonedNodeOf(object), before)) wake(NODES);
      }),
      ...this.#pods.listen(wake, batchMs),
      this.#slices.listen(wake, Math.max(REPAIR_MS, batchMs)),
    ];
  }

  async sync(key: string, work: SyncWork): Promise<void> {
    if (key === NODES) return this.#lookAtNodes();
    try {
      await this.#turn(key, work);
    } catch (error) {
      if (!work.signal.aborted) this.#metrics.synced(false);
      throw error;
    }
    this.#metrics.synced(true);
  }

  async #turn(key: string, work: SyncWork): Promise<void> {
    const service = this.#pods.services.lister.get(key);
    if (service === undefined) {
      // The collector of garbage sees to its slices.
      this.#times.forget(key);
      this.#hints.forget(key);
      this.#metrics.forget(key);
      return;
    }
    const selector = selectorOf(service);
    if (selector === undefined) return;
    const pods = this.#pods.behind(service, selector);
    const time = this.#times.look(key, service, pods);
    const owner = this.#ownerOf(service, time);
    try {
      await this.#settle({ key, service, pods, owner, labels: this.#labelsOf(service) }, work);
    } catch (error) {
      work.signal.throwIfAborted();
      const text = `Error updating Endpoint Slices for Service ${key}: ${messageOf(error)}`;
      this.#events.warning(service, "FailedToUpdateEndpointSlices", text);
      throw error;
    }
  }

  /** Takes in what zones can bear, and has the services worked on that it is too much for. */
  #lookAtNodes(): void {
    const shares = zoneShares([...this.#nodes.derive(zonedNodeOf).list()]);
    for (const key of this.#hints.update(shares)) this.#wake(key);
  }

  /** Writes the slices of a service, family by family; all that failed, once all were tried. */
  async #settle(look: Look, work: SyncWork): Promise<void> {
    const { key, service, owner } = look;
    const families = familiesOf(service);
    const slices = this.#slices.of(key);
    const failures: unknown[] = [];
    for (const family of families) {
      const existing = slices.filter((one) => one.addressType === family);
      failures.push(...await this.#settleFamily({ ...look, family, existing }, work));
    }
    const others = slices.filter(({ addressType }) =>
      !(families as string[]).includes(addressType)
    );
    for (const { addressType } of others) {
      this.#hints.forget(key, addressType);
      this.#metrics.forgetPart(key, addressType);
    }
    if (others.length > 0) {
      const plan = { ...NO_PLAN, remove: others };
      await this.#write(plan, owner, work).catch((error) => failures.push(error));
    }
    if (failures.length > 0) throw together(failures);
  }

  /** Settles with what failed, and with what was left out. */
  async #settleFamily(
    { key, service, pods, owner, labels, family, existing }: Look & {
      readonly family: AddressFamily;
      readonly existing: readonly CachedSlice[];
    },
    work: SyncWork,
  ): Promise<unknown[]> {
    const nodes = this.#nodes.derive(zonedNodeOf);
    const { plan, count, withoutNode } = planSlices({
      service,
      pods,
      family,
      existing,
      labels,
      most: this.#options.most,
      isLabelled: (draft) => this.#isLabelled(draft, service),
      zoneOf: (name) => nodes.get(name)?.zone,
    });
    const sharing = this.#sharingOf(service);
    this.#metrics.planned(key, family, count);
    this.#metrics.shares(key, sharing);
    const news = this.#addHints(plan, key, sharing, family);
    const failures: unknown[] = withoutNode.map(({ name, nodeName }) =>
      new Error(`skipping Pod ${name} for Service ${key}: Node ${nodeName} Not Found`)
    );
    try {
      const written = await this.#write(plan, owner, work);
      if (written !== undefined) this.#metrics.changed(sharing, written);
    } catch (error) {
      failures.push(error);
    }
    for (const { type, reason, message } of news) {
      this.#events[type === "Normal" ? "normal" : "warning"](service, reason, message);
    }
    return failures;
  }

  #addHints(
    plan: SlicePlan,
    key: string,
    { byZones, distribution }: Sharing,
    family: AddressFamily,
  ): HintNews[] {
    if (byZones) return this.#hints.add(plan, key, family);
    const news = this.#hints.drop(key, family);
    if (distribution === undefined) removeHints(plan);
    else addCloseHints(plan, distribution);
    return news;
  }

  #sharingOf({ metadata: { annotations = {} }, spec }: CachedService): Sharing {
    const { annotationTopologyHints, annotationTopologyMode } = this.#dialect;
    const mode = annotations[annotationTopologyHints] ?? annotations[annotationTopologyMode];
    const byZones = mode === "Auto" || mode === "auto";
    const distribution = spec?.trafficDistribution;
    return { byZones, distribution: !byZones && isClose(distribution) ? distribution : undefined };
  }

  #ownerOf(
    { metadata: { namespace = "", name, uid, deletionTimestamp } }: CachedService,
    time: string | undefined,
  ): SliceOwner {
    const { changeTime } = this.#names;
    return {
      kind: "Service",
      namespace,
      name,
      isEnding: deletionTimestamp !== undefined,
      reference: controllerReference(this.#parts.client, Service, { name, uid }),
      annotations({ [changeTime]: _, ...others }) {
        return { ...others, ...(time !== undefined && { [changeTime]: time }) };
      },
    };
  }

  /** The labels of a service's slices: its own, and those that tell whose they are. */
  #labelsOf(service: CachedService): Record<string, string> {
    const { headless, service: name, managedBy, sliceManager } = this.#names;
    return {
      ...this.#ownLabels(service.metadata.labels),
      ...(isHeadless(service) && { [headless]: "" }),
      [name]: service.metadata.name,
      [managedBy]: sliceManager,
    };
  }

  #isLabelled({ labels }: SliceDraft, service: CachedService): boolean {
    return equalJson(this.#ownLabels(labels), this.#ownLabels(service.metadata.labels));
  }

  /** Without those that are not the service's to set. */
  #ownLabels(labels: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
    const { headless, service, managedBy } = this.#names;
    const { [headless]: _, [service]: __, [managedBy]: ___, ...own } = labels;
    return own;
  }
}

/** Several failures as one, which says what each says, once. */
function together(failures: readonly unknown[]): unknown {
  const texts = [...new Set(failures.map(messageOf))];
  return texts.length === 1 ? failures[0] : new AggregateError(failures, `[${texts.join(", ")}]`);
}

const NO_PLAN: SlicePlan = { create: [], update: [], remove: [], unchanged: [] };

/** The families of a service; of one that does not say, that of its address, or both. */
function familiesOf({ spec }: CachedService): AddressFamily[] {
  const families = (spec?.ipFamilies ?? []).filter((family): family is AddressFamily =>
    family === "IPv4" || family === "IPv6"
  );
  if (families.length > 0) return [...new Set(families)];
  const own = parseIpSloppy(spec?.clusterIP ?? "");
  return own === undefined ? ["IPv4", "IPv6"] : [`IPv${own.family}`];
}
