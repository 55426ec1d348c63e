/**
 * One run of a reconcile or finalize for one object.
 *
 * @module
 */

import type { Client } from "../client/client.ts";
import type { ServerClient } from "../client/server_client.ts";
import { isOutcomeUnknown } from "../client/write_observer.ts";
import { retryOnConflict } from "../client/conflicts.ts";
import { isConflict, isNotFound } from "../errors/mod.ts";
import type { CachedListOptions, Index } from "../informer/mod.ts";
import {
  type AnyKind,
  type AnyObject,
  type Kind,
  type KubeObject,
  placeOf,
  type Ref,
} from "../kinds/mod.ts";
import type { Logger } from "../logger.ts";
import type { Names } from "../names.ts";
import { copyJson, isObject, type JsonObject } from "../values/json.ts";
import { printTime, timeOfMs } from "../values/mod.ts";
import { keyOf } from "../wire/form.ts";
import type { Cause } from "../workqueue/mod.ts";
import type { AppliedChildren } from "./applied_children.ts";
import type { Child } from "./child.ts";
import type { ApplyChildOptions, EventOptions } from "./context.ts";
import { isDefined, kindId } from "./declared.ts";
import type { ControllerEnvironment } from "./environment.ts";
import type { SaidEvent } from "./event_recorder.ts";
import { managedPart, partsOfOthers } from "./managed_part.ts";
import { isOwnedBy, ownerIndex, ownerReference } from "./owner.ts";
import type { RunWrite } from "./run_history.ts";
import { StatusDraft } from "./status_draft.ts";
import { KEEPS_UNAPPLIED, takenAway } from "./taken_away.ts";

/** What a run is made with. */
export interface RunOptions {
  readonly environment: ControllerEnvironment;
  readonly kind: AnyKind;
  readonly owns: readonly AnyKind[];
  /** All kinds that may be read from the cache, by id. */
  readonly cached: ReadonlySet<string>;
  readonly manager: string;
  readonly object: KubeObject;
  readonly applied: AppliedChildren;
  /** In the object's namespace, under the controller's name, with the run's signal. */
  readonly client: ServerClient;
  readonly signal: AbortSignal;
  readonly log: Logger;
  readonly causes: readonly Cause[];
  readonly attempt: number;
  /** A write of a child had no answer: the child is looked up before the next run. */
  lost(kind: AnyKind, key: string): void;
}

/** So many different events of one run are written; of more, the log knows. */
const EVENTS_LIMIT = 25;

/** See `ReconcileContext`. Its functions may be taken out of it. */
export class ReconcileRun {
  readonly signal: AbortSignal;
  readonly client: Client;
  readonly log: Logger;
  readonly names: Names;
  readonly causes: readonly Cause[];
  readonly attempt: number;
  readonly fetch: typeof fetch;
  readonly writes: RunWrite[] = [];
  readonly statusDraft = new StatusDraft();
  readonly #options: RunOptions;
  readonly #events: SaidEvent[] = [];
  #object: KubeObject;

  constructor(options: RunOptions) {
    this.#options = options;
    this.#object = options.object;
    this.signal = options.signal;
    this.client = options.client;
    this.log = options.log;
    this.names = options.client.names;
    this.causes = options.causes;
    this.attempt = options.attempt;
    this.fetch = options.environment.fetch;
  }

  readonly now = (): number => this.#options.client.options.clock.now();

  readonly cache = {
    get: (kind: AnyKind, ref: Ref): unknown => this.#lister(kind).get(this.#placed(kind, ref)),
    list: (kind: AnyKind, options?: CachedListOptions): unknown[] =>
      this.#lister(kind).list(options),
    by: (index: Index<unknown>, key: string): unknown[] =>
      this.#lister(index.kind).by(index as Index<KubeObject>, key),
  };

  readonly apply = async (
    kind: AnyKind,
    configuration: object,
    options: ApplyChildOptions = {},
  ): Promise<KubeObject> => {
    const { applied, client } = this.#options;
    this.#checkOwned(kind, "apply");
    const wanted = this.#completed(kind, configuration, options);
    const { namespace = "", name = "" } = wanted.metadata ?? {};
    const key = keyOf(namespace, name);
    const id = `${kindId(kind)} ${key}`;
    const cached = this.#options.environment.informerOf(kind).lister.get(key);
    if (cached !== undefined && applied.isSo(id, wanted, cached)) {
      this.writes.push({ verb: "apply", kind, ref: key, sent: false });
      return cached;
    }
    this.writes.push({ verb: "apply", kind, ref: key, sent: true });
    try {
      const { force = true } = options;
      const object = await client.apply(kind as Kind<AnyObject>, wanted as never, { force });
      applied.remember(id, wanted, object);
      return object;
    } catch (error) {
      applied.forget(id);
      if (isOutcomeUnknown(error)) this.#options.lost(kind, key);
      throw error;
    }
  };

  readonly applySet = async (children: readonly Child<AnyKind>[]): Promise<void> => {
    const kept = new Set<string>();
    for (const { kind, config } of children) {
      const { metadata } = await this.apply(kind, config);
      kept.add(`${kindId(kind)} ${keyOf(metadata?.namespace, metadata?.name ?? "")}`);
    }
    for (const kind of this.#options.owns) {
      for (const child of this.owned(kind)) {
        const { namespace, name = "", deletionTimestamp } = child.metadata ?? {};
        const key = keyOf(namespace, name);
        if (deletionTimestamp !== undefined || kept.has(`${kindId(kind)} ${key}`)) continue;
        // Children that are somebody else's, too, are not this object's alone to delete.
        if (!isControlledBy(child, this.#object.metadata?.uid)) continue;
        await this.delete(kind, key);
      }
    }
  };

  readonly delete = async (kind: AnyKind, ref: Ref): Promise<void> => {
    const { client, applied } = this.#options;
    this.#checkOwned(kind, "delete");
    const { namespace, name } = this.#placed(kind, ref);
    const key = keyOf(namespace, name);
    applied.forget(`${kindId(kind)} ${key}`);
    this.writes.push({ verb: "delete", kind, ref: key, sent: true });
    try {
      await client.delete(kind, { namespace, name }, {
        propagation: "Background",
        ignoreNotFound: true,
      });
    } catch (error) {
      if (isOutcomeUnknown(error)) this.#options.lost(kind, key);
      throw error;
    }
  };

  readonly owned = (kind: AnyKind): KubeObject[] => {
    const { environment } = this.#options;
    this.#checkOwned(kind, "read as a child");
    const uid = this.#object.metadata?.uid ?? "";
    const informer = environment.informerOf(kind);
    return informer.children(ownerIndex(kind).name, uid).filter((child) => isOwnedBy(child, uid));
  };

  readonly status = (patch: object): void => this.statusDraft.say(patch);

  readonly flush = async (): Promise<void> => {
    if (!this.statusDraft.isSaid) return;
    const { kind, manager, client } = this.#options;
    const object = this.#object as KubeObject & JsonObject;
    const { namespace, name = "", uid } = object.metadata ?? {};
    const owned = managedPart(object as never, manager, "status")?.status ?? {};
    const status = this.statusDraft.wanted({
      object,
      owned: owned as JsonObject,
      observesGeneration: isDefined(kind),
      now: printTime(timeOfMs(this.now())),
    });
    const ref = keyOf(namespace, name);
    this.writes.push({ verb: "status", kind, ref, sent: status !== undefined });
    if (status !== undefined) {
      const metadata = { name, ...(namespace && { namespace }), uid };
      // Before the apply: after it nobody would know whose the rest was.
      await this.#takeAway(ref, uid, status);
      this.#object = await client.apply(kind as Kind<AnyObject>, { metadata, status } as never, {
        subresource: "status",
        force: true,
      });
    }
    this.statusDraft.clear();
  };

  /** Takes out of the status what is wanted no more, where an apply would leave it. */
  async #takeAway(ref: string, uid: string | undefined, wanted: JsonObject): Promise<void> {
    const { kind, manager, client, signal } = this.#options;
    if (!KEEPS_UNAPPLIED[client.dialect]) return;
    const statusIn = (part: unknown) => {
      const { status } = isObject(part) ? part : {};
      return isObject(status) ? status : {};
    };
    const goesOf = (object: KubeObject, others: readonly JsonObject[]) => {
      const applied = statusIn(managedPart(object as never, manager, "status"));
      return takenAway(applied, wanted, statusIn(object), others.map(statusIn));
    };
    if (goesOf(this.#object, []) === undefined) return;
    await retryOnConflict(
      async () => {
        // The cache leaves out what others own.
        const live: KubeObject = await client.get(kind, ref);
        if (live.metadata?.uid !== uid) return;
        const goes = goesOf(live, partsOfOthers(live as never, manager, "status"));
        if (goes === undefined) return;
        const { resourceVersion } = live.metadata ?? {};
        const patch = { metadata: { uid, resourceVersion }, status: goes };
        await client.patch(kind, ref, patch as never, { subresource: "status" });
      },
      isConflict,
      signal,
    );
  }

  readonly event = (reason: string, note: string, options: EventOptions = {}): void => {
    if (this.#events.length < EVENTS_LIMIT) this.#events.push({ ...options, reason, note });
    else this.log.warning("A run has too many events", { reason, note });
  };

  /** The object as this run knows it last. */
  get object(): KubeObject {
    return this.#object;
  }

  /** What was said by `event()`, which is written apart from all else. */
  get events(): readonly SaidEvent[] {
    return this.#events;
  }

  /** Puts the status out; one whose object is gone has nobody to read it. */
  async finish(): Promise<void> {
    try {
      await this.flush();
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }

  #lister(kind: AnyKind) {
    const { cached, environment } = this.#options;
    if (!cached.has(kindId(kind))) {
      throw new TypeError(
        `${kind.kind} is not cached: name it in the controller's owns, reads or watches`,
      );
    }
    return environment.informerOf(kind).lister;
  }

  #placed(kind: AnyKind, ref: Ref) {
    return placeOf(kind, ref, this.#options.client.namespace);
  }

  #checkOwned(kind: AnyKind, what: string): void {
    const id = kindId(kind);
    if (this.#options.owns.some((one) => kindId(one) === id)) return;
    throw new TypeError(
      `a ${kind.kind} can't be ${what === "apply" ? "applied" : what}: ` +
        "name the kind in the controller's owns",
    );
  }

  /** The configuration with namespace and owner. */
  #completed(kind: AnyKind, configuration: object, options: ApplyChildOptions): KubeObject {
    const { owner = "controller" } = options;
    const wanted = copyJson(configuration) as KubeObject & { metadata: { name: string } };
    const { namespace, name } = this.#placed(kind, wanted);
    const metadata = { ...wanted.metadata, name };
    if (kind.namespaced) metadata.namespace = namespace;
    else delete metadata.namespace;
    if (owner === "none") return { ...wanted, metadata };
    const own = this.#object.metadata?.namespace;
    if (own !== undefined && own !== metadata.namespace) {
      throw new TypeError(
        `the ${kind.kind} ${name} can't be owned by an object of the namespace ${own}: an owner is ` +
          'in the namespace of its children, or in none; say { owner: "none" }',
      );
    }
    const reference = ownerReference(this.#object, owner === "controller");
    const others = metadata.ownerReferences?.filter(({ uid }) => uid !== reference.uid) ?? [];
    return { ...wanted, metadata: { ...metadata, ownerReferences: [...others, reference] } };
  }
}

function isControlledBy({ metadata }: KubeObject, uid: string | undefined): boolean {
  return metadata?.ownerReferences?.some((one) => one.controller === true && one.uid === uid) ??
    false;
}
