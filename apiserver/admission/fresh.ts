/**
 * Objects that plugins look up: in the cache, and in the store before they are missing.
 *
 * @module
 */

import { isNotFound } from "../../toolkit/errors/mod.ts";
import type { Kind, KubeObject, Ref } from "../../toolkit/kinds/mod.ts";
import type { ServerContext } from "../server_context.ts";

/** Finds objects of a kind; undefined for what is not there. */
export type Find<R> = (ref: Ref, signal: AbortSignal) => Promise<R | undefined>;

/** Looks in the cache first: others may have made in the meantime what it has not seen. */
export function finderOf<R extends KubeObject>(
  { lister, client }: Pick<ServerContext, "lister" | "client">,
  kind: Kind<KubeObject, R>,
): Find<R> {
  const cached = lister(kind);
  return async (ref, signal) => {
    if (cached === undefined) return undefined;
    const found = cached.get(ref);
    if (found !== undefined) return found;
    try {
      return await client.get(kind, ref, { signal }) as unknown as R;
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  };
}
