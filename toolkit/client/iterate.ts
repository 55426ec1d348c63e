/**
 * Going through objects, a page in memory at a time.
 *
 * @module
 */

import { continueOf, isGone, isResourceExpired } from "../errors/mod.ts";
import type { AnyKind, ObjectOf } from "../kinds/mod.ts";
import type { HttpClient } from "./http_client.ts";
import type { ListOptions } from "./reader.ts";

/** See `Client.iterate()`. Ends when its signal aborts, without an error. */
export async function* iterate<K extends AnyKind>(
  client: HttpClient,
  kind: K,
  options: ListOptions = {},
): AsyncGenerator<ObjectOf<K>, void> {
  let next: string | undefined = "";
  /** Whether anything came since the server last said how to go on. */
  let progressed = true;
  while (next !== undefined) {
    const pages = client.pages(kind, { ...options, next });
    next = undefined;
    try {
      for await (const page of pages) {
        progressed = true;
        for (const item of page.items) yield item.take();
      }
    } catch (error) {
      if (options.signal?.aborted) return;
      if (!isResourceExpired(error) && !isGone(error)) throw error;
      // The server says how to go on behind what was seen, as things are now.
      next = continueOf(error);
      if (!next || !progressed) throw error;
      progressed = false;
    }
  }
}
