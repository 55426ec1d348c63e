/**
 * The watch cache as it tells others of its objects: for those who keep something made of all of them.
 *
 * @module
 */

import { groupOnServer, type Kind, type KubeObject } from "../../toolkit/kinds/mod.ts";
import type { Logger } from "../../toolkit/logger.ts";
import type { Dialect } from "../../toolkit/names.ts";
import { objectOf } from "../resource/object_coder.ts";
import type { ResourceSource } from "../resource/resource_source.ts";
import type { ObjectFollower } from "../server_context.ts";
import type { CachedObject } from "../storage/cache/mod.ts";

/** What is followed, and until when. */
export interface FollowedKind<R extends KubeObject> {
  readonly kind: Kind<KubeObject, R>;
  readonly source: Pick<ResourceSource, "find">;
  readonly dialect: Dialect;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

/**
 * Tells `follower` of all objects of a kind that can be read, then of each change while the cache takes it
 * in. Returns false where the kind is not served.
 */
export function followObjects<R extends KubeObject>(
  { kind, source, dialect, logger, signal }: FollowedKind<R>,
  follower: ObjectFollower<R>,
): boolean {
  const group = groupOnServer(kind.group, dialect);
  const storage = source.find(group, kind.version, kind.plural)?.storage;
  if (storage === undefined) return false;
  const tell = (key: string, entry: CachedObject | undefined) => {
    try {
      const object = entry?.corrupt === undefined && entry && objectOf(entry) as unknown as R;
      if (object) follower.put(object);
      else follower.delete(placeOf(key.slice(storage.prefix.length)));
    } catch (error) {
      // What failed is this follower's alone: whoever writes, and everybody else, goes on.
      logger.error("A change of a cached object could not be followed", error, { key });
      follower.delete(placeOf(key.slice(storage.prefix.length)));
    }
  };
  // From one moment: nothing comes between what is there and the changes after it.
  for (const entry of storage.cache.entries()) tell(entry.key, entry);
  const end = storage.cache.follow((events) => {
    for (const { key, entry } of events) tell(key, entry);
  });
  signal.addEventListener("abort", end, { once: true });
  return true;
}

/** The place that a key names after the prefix of its resource. */
function placeOf(rest: string): { namespace: string; name: string } {
  const slash = rest.indexOf("/");
  return { namespace: rest.slice(0, Math.max(0, slash)), name: rest.slice(slash + 1) };
}
