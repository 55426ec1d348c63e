/**
 * What quotas count: the objects of some resources as they are, of all others how many there are.
 *
 * @module
 */

import type { JsonObject } from "../../toolkit/codec/mod.ts";
import type { Clock } from "../../toolkit/clock.ts";
import { groupOnServer } from "../../toolkit/kinds/mod.ts";
import {
  type AnyKind,
  type AnyObject,
  type Client,
  createInformer,
  DeviceClass,
  discoverKinds,
  type Informer,
  metadataOnly,
  PersistentVolumeClaim,
  Pod,
  ResourceClaim,
  Service,
} from "../../toolkit/mod.ts";
import { NAMES } from "../../toolkit/names.ts";
import {
  addAmounts,
  type Amounts,
  followDevices,
  isUncounted,
  objectCounts,
  type QuotaEvaluator,
  quotaEvaluators,
  type Scope,
} from "../../toolkit/quota/mod.ts";
import { Quantity } from "../../toolkit/values/mod.ts";
import type { LoopParts, SharedInformer } from "../loop/mod.ts";

/** Told of each change of what an evaluator counts in a namespace. */
export type Counted = (change: {
  readonly namespace: string;
  readonly evaluator: QuotaEvaluator;
  /** Whether there is more to count, or less or something else; undefined: it counts as before. */
  readonly differs: () => "more" | "other" | undefined;
}) => void;

/** A resource that is counted. */
interface Resource {
  readonly evaluator: QuotaEvaluator;
  /** What the objects of a namespace use of what has these names, as far as they are in all scopes. */
  usage(namespace: string, scopes: readonly Scope[], sums: Map<string, Quantity>): void;
}

/** Kinds whose objects are looked into. */
const KINDS: readonly AnyKind[] = [Pod, Service, PersistentVolumeClaim, ResourceClaim];

/** A kind whose objects can be counted. */
interface Countable {
  readonly kind: AnyKind;
  readonly evaluator: QuotaEvaluator;
}

/** What can't be counted now is looked for again no sooner. */
const DISCOVERY_MS = 30_000;

/** The resources that quotas name. Those of which only the number counts are followed once they are named. */
export class CountedResources implements AsyncDisposable {
  readonly #client: Client;
  readonly #clock: Clock;
  readonly #shared: readonly SharedInformer<AnyObject>[];
  readonly #classes: SharedInformer<AnyObject>;
  readonly #resources: Resource[] = [];
  readonly #informers: Informer<AnyObject>[] = [];
  /** What is being opened, by resource and group. */
  readonly #opening = new Map<string, Promise<void>>();
  /** What the server had when it was asked last. */
  #countables: Promise<readonly Countable[]> = Promise.resolve([]);
  #changed: Counted = () => {};
  #discoveredAt = -Infinity;

  constructor({ client, informers, clock }: LoopParts) {
    this.#client = client;
    this.#clock = clock;
    this.#shared = KINDS.map((kind) => informers.of(kind) as SharedInformer<AnyObject>);
    this.#classes = informers.of(DeviceClass) as SharedInformer<AnyObject>;
  }

  /** Begins to tell of changes. */
  listen(changed: Counted): Disposable[] {
    this.#changed = changed;
    const listening: Disposable[] = [];
    const pods = this.#shared[0]!;
    const { dialect } = this.#client;
    const devices = followDevices({
      dialect,
      clock: this.#clock,
      follow: (kind, follower) => {
        const informer = kind.plural === DeviceClass.plural ? this.#classes : this.#shared[3]!;
        listening.push(informer.subscribe(({ type, object }) => {
          const { namespace = "", name = "" } = object.metadata ?? {};
          if (type === "Deleted") follower.delete({ namespace, name });
          else follower.put(object as never);
        }));
      },
      podOf: (ref) => pods.lister.get(ref) as never,
    });
    const evaluators = quotaEvaluators({ clock: this.#clock, names: NAMES[dialect], devices });
    for (const [index, evaluator] of evaluators.entries()) {
      const informer = this.#shared[index]!;
      this.#resources.push(lookedInto(evaluator, informer));
      listening.push(informer.subscribe(({ type, object, previous, initial, resync }) => {
        if (initial || resync) return;
        const { namespace = "" } = object.metadata ?? {};
        const isAsBefore = () => countedAs(evaluator, object) === countedAs(evaluator, previous);
        changed({
          namespace,
          evaluator,
          differs: () =>
            type === "Added" ? "more" : type === "Updated" && isAsBefore() ? undefined : "other",
        });
      }));
    }
    return listening;
  }

  /**
   * Follows what quotas name; settles when all of it that there is can be counted. In how many milliseconds to call
   * again for what there is not, if there is anything.
   */
  async follow(names: readonly string[], signal: AbortSignal): Promise<number | undefined> {
    const unknown = names.filter((name) =>
      !this.#resources.some(({ evaluator }) => evaluator.counts(name))
    );
    if (unknown.length === 0) return undefined;
    let found = await this.#find(unknown);
    if (found.includes(undefined) && this.#untilDiscovery() <= 0) {
      this.#discoveredAt = this.#clock.monotonic();
      this.#countables = this.#discover(signal);
      found = await this.#find(unknown);
    }
    await Promise.all(found.map((one) => one && this.#opened(one, signal)));
    return found.includes(undefined) ? Math.max(1, this.#untilDiscovery()) : undefined;
  }

  #untilDiscovery(): number {
    return this.#discoveredAt + DISCOVERY_MS - this.#clock.monotonic();
  }

  async #find(names: readonly string[]): Promise<(Countable | undefined)[]> {
    const countables = await this.#countables;
    return names.map((name) => countables.find(({ evaluator }) => evaluator.counts(name)));
  }

  async #discover(signal: AbortSignal): Promise<Countable[]> {
    const { dialect } = this.#client;
    try {
      const { preferred } = await discoverKinds(this.#client, { signal });
      return preferred.flatMap(({ kind, verbs }) => {
        const about = { group: groupOnServer(kind.group, dialect), resource: kind.plural };
        const isCountable = kind.namespaced && verbs.has("create") && verbs.has("list") &&
          verbs.has("watch") && !isUncounted(about, NAMES[dialect]);
        return isCountable ? [{ kind, evaluator: objectCounts(about) }] : [];
      });
    } catch (error) {
      // Whoever comes next asks again.
      this.#countables = Promise.resolve([]);
      this.#discoveredAt = -Infinity;
      throw error;
    }
  }

  async #opened({ kind, evaluator }: Countable, signal: AbortSignal): Promise<void> {
    const key = `${kind.plural}.${kind.group}`;
    const opening = this.#opening.get(key) ?? this.#open(kind, evaluator, signal);
    this.#opening.set(key, opening);
    try {
      await opening;
    } catch (error) {
      if (this.#opening.get(key) === opening) this.#opening.delete(key);
      throw error;
    }
  }

  /** How much is used of what has these names, as far as it can be counted. */
  usage(namespace: string, scopes: readonly Scope[], names: readonly string[]): Amounts {
    const sums = new Map<string, Quantity>();
    for (const { evaluator, usage } of this.#resources) {
      const counted = names.filter((name) => evaluator.counts(name));
      if (counted.length === 0) continue;
      const all = new Map<string, Quantity>();
      usage(namespace, scopes, all);
      for (const name of counted) sums.set(name, all.get(name) ?? Quantity.zero);
    }
    return sums;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#informers.map((informer) => informer[Symbol.asyncDispose]()));
  }

  async #open(kind: AnyKind, evaluator: QuotaEvaluator, signal: AbortSignal): Promise<void> {
    const informer = createInformer(this.#client, metadataOnly(kind)) as Informer<AnyObject>;
    this.#informers.push(informer);
    await informer.start(signal);
    const ones = informer.lister.derive(() => 1);
    informer.subscribe(({ type, object, initial }) => {
      if (initial || type === "Updated") return;
      const { namespace = "" } = object.metadata ?? {};
      this.#changed({
        namespace,
        evaluator,
        differs: () => type === "Added" ? "more" : "other",
      });
    });
    this.#resources.push({
      evaluator,
      usage(namespace, scopes, sums) {
        if (scopes.length > 0) return;
        const count = Quantity.of(ones.list({ namespace }).length);
        for (const name of evaluator.usage({}).keys()) sums.set(name, count);
      },
    });
  }
}

/** All of an object that its quotas go by. */
function countedAs(evaluator: QuotaEvaluator, object: AnyObject | undefined): string | undefined {
  if (object === undefined) return undefined;
  const counted = object as JsonObject;
  return [...evaluator.usage(counted), evaluator.standing?.(counted)].map(String).join();
}

function lookedInto(evaluator: QuotaEvaluator, informer: SharedInformer<AnyObject>): Resource {
  return {
    evaluator,
    usage(namespace, scopes, sums) {
      for (const object of informer.lister.list({ namespace }) as JsonObject[]) {
        const isIn = scopes.every((scope) => evaluator.isIn(scope, object));
        if (isIn) addAmounts(sums, evaluator.usage(object));
      }
    },
  };
}
