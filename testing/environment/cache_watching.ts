/**
 * How the garbage collector of an environment knows all objects: from the caches of the server, which is in
 * the same process. A list and a watch for each of some seventy resources would take longer than most tests.
 *
 * @module
 */

import { objectOf } from "../../apiserver/resource/object_coder.ts";
import type { ResourceSource } from "../../apiserver/resource/resource_source.ts";
import type { ServedResource } from "../../apiserver/resource/served_resource.ts";
import type { CachedObject, ResourceCache, Watcher } from "../../apiserver/storage/cache/mod.ts";
import {
  DEFINITIONS,
  isCollected,
  type MonitorsOptions,
  told,
  type Watching,
} from "../../controllers/garbage_collector/monitors.ts";
import { resourceOf } from "../../controllers/garbage_collector/served.ts";
import { dynamicKind, groupOnServer } from "../../toolkit/kinds/mod.ts";
import type { DiscoveredKinds, metaV1, ServedKind } from "../../toolkit/mod.ts";

/** The kinds of a server, as its discovery tells them. */
export function kindsOf(source: ResourceSource): DiscoveredKinds {
  const all: ServedKind[] = [];
  const preferred: ServedKind[] = [];
  const seen = new Set<string>();
  for (const one of source.all()) {
    const { group, resource } = one;
    const served = servedKind(one);
    all.push(served);
    if (seen.has(`${group}/${resource}`)) continue;
    seen.add(`${group}/${resource}`);
    preferred.push(served);
  }
  return { all, preferred, failures: [] };
}

/** By their names: all servers have much the same kinds. */
const servedKinds = new Map<string, ServedKind>();

function servedKind(
  { group, version, resource, kind, namespaced, verbs, subresources, singular, shortNames }:
    ServedResource,
): ServedKind {
  const parts = [...subresources.keys()];
  const key = `${group}/${version}/${resource} ${kind} ${namespaced} ${verbs} ${parts}`;
  let served = servedKinds.get(key);
  if (served === undefined) {
    served = {
      kind: dynamicKind({ group, version, kind, plural: resource, namespaced }),
      verbs: new Set(verbs),
      subresources: new Set(parts),
      singular,
      shortNames,
    };
    servedKinds.set(key, served);
  }
  return served;
}

/** What objects say of themselves: forks of a server share the bytes. */
const known = new WeakMap<Uint8Array, metaV1.ObjectMeta>();

function metadataOf(entry: CachedObject): metaV1.ObjectMeta {
  let metadata = known.get(entry.json);
  if (metadata === undefined) {
    metadata = objectOf(entry).metadata as metaV1.ObjectMeta;
    known.set(entry.json, metadata);
  }
  return metadata;
}

type Tell = ReturnType<typeof told>;

/** Follows the objects of one resource. */
class Follower {
  readonly #open: () => Promise<ResourceCache | undefined>;
  readonly #tell: Tell;
  readonly #changed: () => void;
  /** By key: the objects that were told of. */
  readonly #objects = new Map<string, metaV1.ObjectMeta>();
  readonly synced: Promise<void>;
  #cache: ResourceCache | undefined;
  #watcher: Watcher | undefined;
  #isEnded = false;

  constructor(
    readonly version: string,
    open: () => Promise<ResourceCache | undefined>,
    tell: Tell,
    changed: () => void,
  ) {
    this.#open = open;
    this.#tell = tell;
    this.#changed = changed;
    this.synced = this.#begin();
  }

  end(): void {
    this.#isEnded = true;
    if (this.#watcher !== undefined) this.#cache?.unwatch(this.#watcher);
  }

  /** From the objects that there are now on. */
  async #begin(): Promise<void> {
    const cache = await this.#open();
    if (cache === undefined || this.#isEnded) return;
    const watcher = cache.watch({});
    this.#cache = cache;
    this.#watcher = watcher;
    const gone = new Set(this.#objects.keys());
    for (const entry of cache.entries()) {
      gone.delete(entry.key);
      this.#observe(entry);
    }
    for (const key of gone) this.#remove(key);
    watcher.listen(() => this.#take(watcher));
  }

  #take(watcher: Watcher): void {
    try {
      for (;;) {
        const batch = watcher.take();
        if (batch === undefined) return;
        for (const { type, event } of batch.notices) {
          if (type === "DELETED") this.#remove(event.key);
          else this.#observe(event.shown);
        }
        if (batch.notices.length > 0) this.#changed();
      }
    } catch {
      // The cache has ended: where the resource is served anew, its objects may be read otherwise.
      if (!this.#isEnded) this.#begin().catch(() => {});
    }
  }

  #observe(entry: CachedObject): void {
    const metadata = metadataOf(entry);
    const before = this.#objects.get(entry.key);
    // One of the same name took its place.
    if (before !== undefined && before.uid !== metadata.uid) this.#tell(true, before);
    this.#objects.set(entry.key, metadata);
    this.#tell(false, metadata);
  }

  #remove(key: string): void {
    const metadata = this.#objects.get(key);
    if (metadata === undefined) return;
    this.#objects.delete(key);
    this.#tell(true, metadata);
  }
}

/** See the module. */
export class CacheWatching implements Watching {
  readonly #source: ResourceSource;
  readonly #options: MonitorsOptions;
  readonly #followers = new Map<string, Follower>();
  readonly #unsynced = new Set<string>();

  constructor(source: ResourceSource, options: MonitorsOptions) {
    this.#source = source;
    this.#options = options;
  }

  get unsynced(): readonly string[] {
    return [...this.#unsynced];
  }

  async synced(): Promise<void> {
    await Promise.all([...this.#followers.values()].map(({ synced }) => synced));
  }

  goneFrom(served: readonly ServedKind[]): readonly string[] {
    const wanted = new Set(served.filter(isCollected).map(resourceOf));
    return [...this.#followers.keys()].filter((resource) => !wanted.has(resource));
  }

  watch(served: readonly ServedKind[]): Promise<void> {
    const { client: { dialect }, graph, definitionsChanged } = this.#options;
    const find = () => {
      const found = new Map<string, ServedResource>();
      for (const one of this.#source.all()) {
        const name = `${one.group}/${one.resource}`;
        if (!found.has(name)) found.set(name, one);
      }
      return found;
    };
    let now: ReturnType<typeof find> | undefined = find();
    for (const one of served.filter(isCollected)) {
      const resource = resourceOf(one);
      const { group, version, plural } = one.kind;
      const followed = this.#followers.get(resource);
      if (followed?.version === version) continue;
      followed?.end();
      const open = async () => {
        const found = (now ?? find()).get(`${groupOnServer(group, dialect)}/${plural}`);
        return found && await cacheOf(found);
      };
      const follower = new Follower(
        version,
        open,
        told(resource, one.kind, { graph, dialect }),
        DEFINITIONS.has(resource) ? definitionsChanged : () => {},
      );
      this.#followers.set(resource, follower);
      this.#unsynced.add(resource);
      const synced = () => void this.#unsynced.delete(resource);
      follower.synced.then(synced, synced);
    }
    // Who begins again later looks again.
    now = undefined;
    return Promise.resolve();
  }

  forget(resource: string): Promise<void> {
    this.#followers.get(resource)?.end();
    this.#followers.delete(resource);
    this.#options.graph.unwatched(resource);
    return Promise.resolve();
  }

  [Symbol.asyncDispose](): Promise<void> {
    for (const follower of this.#followers.values()) follower.end();
    this.#followers.clear();
    return Promise.resolve();
  }
}

async function cacheOf(served: ServedResource): Promise<ResourceCache | undefined> {
  if (served.isVirtual) return undefined;
  const storage = served.storage ?? await served.open?.();
  return storage?.cache;
}
