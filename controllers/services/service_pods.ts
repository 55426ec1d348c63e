/**
 * Which pods are behind which services.
 *
 * @module
 */

import { defineIndex, type DerivedValues, type ObjectOf, Pod, Service } from "../../toolkit/mod.ts";
import type { LoopParts, SharedInformer, Wake } from "../loop/mod.ts";
import { type ServingPod, servingPodOf } from "./serving_pod.ts";

/** A service as it is known. */
export type CachedService = ObjectOf<typeof Service>;

type Labels = Readonly<Record<string, string>>;

const pairKey = (namespace: string, label: string, value: string) =>
  `${namespace}/${label}=${value}`;

/** Finds pods by each of their labels. */
const podsByLabel = defineIndex(
  Pod,
  "label",
  ({ metadata: { namespace = "", labels = {} } }: ObjectOf<typeof Pod>) =>
    Object.entries(labels).map(([label, value]) => pairKey(namespace, label, value)),
);

/** Finds services by one of the labels that they choose pods by. */
const servicesByLabel = defineIndex(
  Service,
  "label of its pods",
  (service: CachedService) => {
    const [first] = Object.entries(selectorOf(service) ?? {});
    return first === undefined ? [] : [pairKey(service.metadata.namespace ?? "", ...first)];
  },
);

/** What says which services a pod is behind. */
interface Labelled {
  readonly namespace?: string;
  readonly labels?: Labels;
}

/** What is looked at of a service that pods may be behind. */
interface ServiceView {
  readonly key: string;
  readonly selector: Labels;
}

/** The labels of a service's pods; undefined: others say where it leads. */
export function selectorOf({ spec }: CachedService): Labels | undefined {
  const { selector, type } = spec ?? {};
  if (type === "ExternalName" || selector === undefined) return undefined;
  return Object.keys(selector).length === 0 ? undefined : selector;
}

function matches(selector: Labels, labels: Labels): boolean {
  return Object.entries(selector).every(([label, value]) => labels[label] === value);
}

/** The services of a cluster and the pods behind them, found without a look at all of them. */
export class ServicePods {
  readonly services: SharedInformer<CachedService>;
  readonly #pods: SharedInformer<ObjectOf<typeof Pod>>;
  #podViews: DerivedValues<ObjectOf<typeof Pod>, ServingPod> | undefined;
  #serviceViews: DerivedValues<CachedService, ServiceView> | undefined;

  constructor({ informers }: Pick<LoopParts, "informers">) {
    this.services = informers.of(Service, [servicesByLabel]);
    this.#pods = informers.of(Pod, [podsByLabel]);
  }

  /** Has services worked on when they change, and `batchMs` after pods do that are or were behind them. */
  listen(wake: Wake, batchMs: number): Disposable[] {
    this.#podViews = this.#pods.derive(servingPodOf);
    this.#serviceViews = this.services.derive(serviceViewOf);
    return [
      this.services.subscribe(({ key }) => wake(key)),
      this.#pods.subscribe(({ type, object, previous, resync }) => {
        if (resync) return;
        // Most pods are behind no service: nothing more is looked at of them.
        const isBehind = (pod: typeof object) => this.#before(pod.metadata).size > 0;
        if (!isBehind(object) && !(previous && isBehind(previous))) return;
        const now = type === "Deleted" ? undefined : servingPodOf(object);
        const before = type === "Deleted"
          ? servingPodOf(object)
          : previous && servingPodOf(previous);
        for (const key of this.#changed(before, now)) wake(key, batchMs);
      }),
    ];
  }

  /** The pods that a service chooses. */
  behind({ metadata: { namespace = "" } }: CachedService, selector: Labels): ServingPod[] {
    const pods = this.#podViews!;
    let fewest: ServingPod[] | undefined;
    for (const [label, value] of Object.entries(selector)) {
      const found = pods.by(podsByLabel, pairKey(namespace, label, value));
      if (fewest === undefined || found.length < fewest.length) fewest = found;
    }
    return (fewest ?? []).filter(({ labels }) => matches(selector, labels));
  }

  /** The services whose endpoints differ between two states of a pod. */
  #changed(before: ServingPod | undefined, now: ServingPod | undefined): ReadonlySet<string> {
    if (before === undefined || now === undefined) return this.#before((before ?? now)!);
    const isOther = before.state !== now.state;
    const isElsewhere = before.hostname !== now.hostname || before.subdomain !== now.subdomain ||
      JSON.stringify(before.labels) !== JSON.stringify(now.labels);
    if (!isElsewhere) return isOther ? this.#before(now) : new Set();
    const [left, entered] = [this.#before(before), this.#before(now)];
    return isOther ? left.union(entered) : left.symmetricDifference(entered);
  }

  /** The services that a pod is behind. */
  #before({ namespace = "", labels = {} }: Labelled): Set<string> {
    const keys = new Set<string>();
    for (const [label, value] of Object.entries(labels)) {
      for (
        const { key, selector } of this.#serviceViews!.by(
          servicesByLabel,
          pairKey(namespace, label, value),
        )
      ) {
        if (matches(selector, labels)) keys.add(key);
      }
    }
    return keys;
  }
}

function serviceViewOf(service: CachedService): ServiceView {
  const { namespace, name } = service.metadata;
  return { key: `${namespace}/${name}`, selector: selectorOf(service) ?? {} };
}
