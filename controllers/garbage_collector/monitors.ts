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
import type { SharedInformers } from "../loop/mod.ts";
import type { Graph } from "./graph.ts";
import type { OwnerReference } from "./node.ts";
import { resourceOf } from "./served.ts";

/** What monitors are made with. */
export interface MonitorsOptions {
  readonly client: Client;
  readonly graph: Graph;
  readonly logger: Logger;
  readonly signal: AbortSignal;
  /** Informers of the process: what one of them follows anyway is not followed twice. Default: none. */
  readonly informers?: Pick<SharedInformers, "asked"> | undefined;
  /** Kinds may have come or gone. */
  definitionsChanged(): void;
}

/** An object as its watch tells of it. */
interface Seen {
  readonly metadata: metaV1.ObjectMeta;
}

/** Objects of one kind, as they are followed. */
type Followed = Pick<Informer<object>, "subscribe"> & {
  readonly lister: Pick<Informer<object>["lister"], "has">;
};

interface Monitor {
  readonly version: string;
  readonly synced: Promise<void>;
  isSynced: boolean;
  /** Follows them no longer. */
  end(): Promise<void>;
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

/** Follows the objects of each resource at a server; they tell the graph of what they see. */
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
      if (known !== undefined) await known.end();
      this.#start(resource, one);
    }
  }

  async forget(resource: string): Promise<void> {
    const monitor = this.#monitors.get(resource);
    if (monitor === undefined) return;
    this.#monitors.delete(resource);
    await monitor.end();
    this.#options.graph.unwatched(resource);
    this.#options.logger.info("A resource is no longer watched", { resource });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const monitors = [...this.#monitors.values()];
    this.#monitors.clear();
    await Promise.all(monitors.map((monitor) => monitor.end()));
  }

  #start(resource: string, { kind }: ServedKind): void {
    const { client, graph, signal, logger, definitionsChanged } = this.#options;
    const { followed, start, end } = this.#follow(kind);
    const tell = told(resource, kind, { graph, dialect: client.dialect });
    const isDefinition = DEFINITIONS.has(resource);
    const listening = followed.subscribe(({ type, object }) => {
      tell(type === "Deleted", (object as Seen).metadata);
      if (isDefinition) definitionsChanged();
    });
    const monitor: Monitor = {
      version: kind.version,
      isSynced: false,
      synced: start(signal).then(() => {
        monitor.isSynced = true;
        this.#sweep(resource, followed);
      }, (error) => {
        // It ends with all others, or was ended by itself.
        if (!signal.aborted) logger.v(2).info("A watch has ended", { resource, error });
      }),
      async end() {
        listening[Symbol.dispose]();
        await end();
      },
    };
    this.#monitors.set(resource, monitor);
    logger.v(2).info("A resource is watched", { resource, version: kind.version });
  }

  /** By what the process has of a kind anyway, or by a watch of no more than the metadata. */
  #follow(kind: AnyKind): {
    readonly followed: Followed;
    start(signal: AbortSignal): Promise<void>;
    end(): Promise<void>;
  } {
    const { client, informers } = this.#options;
    const asked = informers?.asked(kind);
    // Others follow it for as long as the process lives.
    if (asked) return { followed: asked.informer, start: asked.start, end: async () => {} };
    const own: Informer<object> = createInformer(client, metadataOnly(kind));
    return {
      followed: own,
      start: (signal) => own.start(signal),
      end: async () => await own[Symbol.asyncDispose](),
    };
  }

  /** What an earlier watch of the resource told of, and this one has not found, is gone. */
  #sweep(resource: string, { lister }: Followed): void {
    const { graph } = this.#options;
    for (const { identity } of [...graph.ofResource(resource)]) {
      const { namespace, name } = identity;
      if (!lister.has({ namespace, name })) graph.removed(identity.uid);
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
