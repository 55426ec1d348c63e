/**
 * Watches of everything that can be collected.
 *
 * @module
 */

import { groupOnServer } from "../../toolkit/kinds/mod.ts";
import type { Logger } from "../../toolkit/logger.ts";
import type { Dialect } from "../../toolkit/names.ts";
import {
  type AnyKind,
  APIService,
  type Client,
  createInformer,
  CustomResourceDefinition,
  Event,
  type Informer,
  metadataOnly,
  type metaV1,
  type ServedKind,
} from "../../toolkit/mod.ts";
import type { Graph } from "./graph.ts";
import type { OwnerReference } from "./node.ts";
import { resourceOf } from "./served.ts";

/** What monitors are made with. */
export interface MonitorsOptions {
  readonly client: Client;
  readonly graph: Graph;
  readonly logger: Logger;
  readonly signal: AbortSignal;
  /** Kinds may have come or gone. */
  definitionsChanged(): void;
}

/** An object as its watch tells of it. */
interface Seen {
  readonly metadata: metaV1.ObjectMeta;
}

interface Monitor {
  readonly version: string;
  readonly informer: Informer<Seen>;
  readonly synced: Promise<void>;
  isSynced: boolean;
}

/** Objects whose owners are found this way are none: they come in masses, and end by themselves. */
const IGNORED_GROUPS: ReadonlySet<string> = new Set(["", Event.group]);
/** Changes of these change what is served. */
export const DEFINITIONS: ReadonlySet<string> = new Set(
  [CustomResourceDefinition, APIService].map(({ group, plural }) => `${group}/${plural}`),
);

/** What tells a graph of the objects of all resources. */
export interface Watching extends AsyncDisposable {
  /** The resources whose objects are not all known yet. */
  readonly unsynced: readonly string[];
  /** Settles when all that are watched now have told of all that there is. */
  synced(): Promise<void>;
  /** The resources that are watched and are not among these. */
  goneFrom(served: readonly ServedKind[]): readonly string[];
  /** Begins to watch what is new among these. */
  watch(served: readonly ServedKind[]): Promise<void>;
  /** Ends the watch of what is no longer served. What it told of is unsure from then on. */
  forget(resource: string): Promise<void>;
}

/** A watch for each resource at a server; they tell the graph of what they see. */
export class Monitors implements Watching {
  readonly #options: MonitorsOptions;
  readonly #monitors = new Map<string, Monitor>();

  constructor(options: MonitorsOptions) {
    this.#options = options;
  }

  get unsynced(): readonly string[] {
    return [...this.#monitors].filter(([, { isSynced }]) => !isSynced).map(([name]) => name);
  }

  async synced(): Promise<void> {
    await Promise.all([...this.#monitors.values()].map(({ synced }) => synced));
  }

  goneFrom(served: readonly ServedKind[]): readonly string[] {
    const wanted = new Set(served.filter(isCollected).map(resourceOf));
    return [...this.#monitors.keys()].filter((resource) => !wanted.has(resource));
  }

  async watch(served: readonly ServedKind[]): Promise<void> {
    for (const one of served.filter(isCollected)) {
      const resource = resourceOf(one);
      const known = this.#monitors.get(resource);
      if (known?.version === one.kind.version) continue;
      // Of another version than before: what is gone meanwhile is found out when the new one is there.
      if (known !== undefined) await known.informer[Symbol.asyncDispose]();
      this.#start(resource, one);
    }
  }

  async forget(resource: string): Promise<void> {
    const monitor = this.#monitors.get(resource);
    if (monitor === undefined) return;
    this.#monitors.delete(resource);
    await monitor.informer[Symbol.asyncDispose]();
    this.#options.graph.unwatched(resource);
    this.#options.logger.info("A resource is no longer watched", { resource });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const informers = [...this.#monitors.values()].map(({ informer }) => informer);
    this.#monitors.clear();
    await Promise.all(informers.map((informer) => informer[Symbol.asyncDispose]()));
  }

  #start(resource: string, { kind }: ServedKind): void {
    const { client, graph, signal, logger, definitionsChanged } = this.#options;
    const informer: Informer<Seen> = createInformer(client, metadataOnly(kind));
    const tell = told(resource, kind, { graph, dialect: client.dialect });
    const isDefinition = DEFINITIONS.has(resource);
    informer.subscribe(({ type, object: { metadata } }) => {
      tell(type === "Deleted", metadata);
      if (isDefinition) definitionsChanged();
    });
    const monitor: Monitor = {
      version: kind.version,
      informer,
      isSynced: false,
      synced: informer.start(signal).then(() => {
        monitor.isSynced = true;
        this.#sweep(resource, informer);
      }, (error) => {
        // It ends with all others, or was ended by itself.
        if (!signal.aborted) logger.v(2).info("A watch has ended", { resource, error });
      }),
    };
    this.#monitors.set(resource, monitor);
    logger.v(2).info("A resource is watched", { resource, version: kind.version });
  }

  /** What an earlier watch of the resource told of, and this one has not found, is gone. */
  #sweep(resource: string, informer: Informer<Seen>): void {
    const { graph } = this.#options;
    for (const { identity } of [...graph.ofResource(resource)]) {
      const { namespace, name } = identity;
      if (!informer.lister.has({ namespace, name })) graph.removed(identity.uid);
    }
  }
}

/** Tells the graph of objects of a resource by their metadata: that they are there and like this, or gone. */
export function told(
  resource: string,
  kind: AnyKind,
  { graph, dialect }: { readonly graph: Graph; readonly dialect: Dialect },
): (isGone: boolean, metadata: metaV1.ObjectMeta) => void {
  const group = groupOnServer(kind.group, dialect);
  const apiVersion = group === "" ? kind.version : `${group}/${kind.version}`;
  return (isGone, metadata) => {
    const { namespace = "", name = "", uid = "" } = metadata;
    if (isGone) return graph.removed(uid);
    graph.observed({
      identity: { apiVersion, kind: kind.kind, namespace, name, uid },
      resource,
      owners: ownersIn(metadata),
      finalizers: metadata.finalizers ?? [],
      isBeingDeleted: metadata.deletionTimestamp !== undefined,
    });
  };
}

/** Whether objects of a kind are watched: what can't be deleted, or comes in masses, is not. */
export function isCollected({ kind, verbs }: ServedKind): boolean {
  if (kind.plural === Event.plural && IGNORED_GROUPS.has(kind.group)) return false;
  return verbs.has("delete") && verbs.has("list") && verbs.has("watch");
}

/** The owners that an object names; a reference that lacks something names nobody. */
function ownersIn({ ownerReferences = [] }: metaV1.ObjectMeta): OwnerReference[] {
  return ownerReferences.filter(({ uid, name, kind, apiVersion }) =>
    [uid, name, kind, apiVersion].every((text) => typeof text === "string")
  ).map(({ apiVersion, kind, name, uid, blockOwnerDeletion }) => ({
    apiVersion,
    kind,
    name,
    uid,
    blockOwnerDeletion,
  }));
}
