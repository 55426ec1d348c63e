/**
 * Reading many objects, whole or page by page.
 *
 * @module
 */

import { badRequest } from "../../toolkit/errors/mod.ts";
import type { ListContent } from "../bodies/list_body.ts";
import { Compacted } from "../storage/mod.ts";
import type { CachedObject, Listed } from "../storage/cache/mod.ts";
import { continueExpired, parseContinue, printContinue } from "./continue_token.ts";
import {
  type Consistency,
  consistencyOfList,
  type ListVersionOptions,
} from "../resource/resource_version.ts";
import type { ResourceStorage } from "../resource/resource_storage.ts";
import type { Selection } from "../resource/selection.ts";
import { fromStore } from "../resource/store_errors.ts";
import { listAsShown } from "./shown_selection.ts";
import type { Target } from "../resource/target.ts";
import { refuseUnreadable } from "../resource/unreadable.ts";

/** What to list. */
export interface ListRequest extends ListVersionOptions {
  readonly selection: Selection;
  /** Whether a page says how many are left. Default true. */
  readonly countsRemaining?: boolean;
}

/** Lists a target's collection. Throws 400, 410, 504. */
export async function listObjects(
  target: Target,
  request: ListRequest,
  signal: AbortSignal,
): Promise<ListContent> {
  const { storage, resource, namespace } = target;
  const prefix = storage.namespacePrefix(namespace);
  if (request.continue !== "") {
    // A zero is what old clients send along, and means nothing.
    if (request.resourceVersion !== "" && request.resourceVersion !== "0") {
      throw badRequest("specifying resource version is not allowed when using continue");
    }
    const token = parseContinue(request.continue);
    try {
      const at = token.revision < 0 ? undefined : token.revision;
      if (at === undefined) await storage.waitUntilFresh(signal);
      else await storage.waitForRevision(at, signal);
      return await page(target, request, { prefix, at, after: prefix + token.after }, signal);
    } catch (error) {
      if (error instanceof Compacted) throw continueExpired(token.after);
      throw fromStore(error, resource, "", "list");
    }
  }
  try {
    const at = await reach(target, consistencyOfList(request), signal);
    return await page(target, request, { prefix, at, after: undefined }, signal);
  } catch (error) {
    throw fromStore(error, resource, "", "list");
  }
}

/** Waits until the cache is as new as it must be; the revision to read at, where it is an exact one. */
async function reach(
  { storage }: Target,
  consistency: Consistency,
  signal: AbortSignal,
): Promise<number | undefined> {
  switch (consistency.is) {
    case "newest":
      await readConsistently(storage, signal);
      return undefined;
    case "any":
      return undefined;
    case "notOlderThan":
      await storage.waitForRevision(consistency.revision, signal);
      return undefined;
    case "exact":
      await storage.waitForRevision(consistency.revision, signal);
      return consistency.revision;
  }
}

async function readConsistently(storage: ResourceStorage, signal: AbortSignal): Promise<void> {
  const { cache: measures } = storage.measures;
  try {
    await storage.waitUntilFresh(signal);
  } catch (error) {
    measures.readConsistently(false);
    throw error;
  }
  measures.readConsistently(true);
}

/** Where a page begins, and in which state. */
interface Place {
  readonly prefix: string;
  readonly at: number | undefined;
  readonly after: string | undefined;
}

async function page(
  { storage, namespace, resource }: Target,
  { selection, limit, countsRemaining = true }: ListRequest,
  { prefix, at, after }: Place,
  signal: AbortSignal,
): Promise<ListContent> {
  const { cache, measures: { cache: measures } } = storage;
  const isFirst = at === undefined && after === undefined;
  const one = selection.name !== undefined && (namespace !== "" || !storage.namespaced)
    ? storage.key(namespace, selection.name)
    : undefined;
  refuseUnreadable(resource, storage, prefix, one);
  const { filter, index } = selection;
  const options = { prefix, after, filter, index, at, limit: limit > 0 ? limit : undefined };
  if (selection.shown !== undefined) {
    const listed = await listAsShown(cache, resource, selection, options, signal);
    return contentOf({ ...listed, remaining: undefined }, prefix, { limit, countsRemaining });
  }
  if (isFirst && limit <= 0 && filter === undefined) {
    const joined = cache.joined(prefix);
    const { length } = joined.entries;
    measures.listed({ looked: length, index: undefined }, length);
    return {
      metadata: { resourceVersion: String(cache.revision) },
      entries: joined.entries,
      joined,
    };
  }
  // One object is a page, however small.
  if (isFirst && one !== undefined) {
    const entry = cache.get(one);
    const shown = entry !== undefined && filter?.(entry);
    measures.listed({ looked: entry === undefined ? 0 : 1, index: undefined }, shown ? 1 : 0);
    return {
      metadata: { resourceVersion: String(cache.revision) },
      entries: shown ? [entry] : [],
    };
  }
  const { labels, fields } = selection;
  const name = JSON.stringify([prefix, after, limit, String(labels), String(fields)]);
  const listed = await cache.joinedList(name, options);
  if (listed.search !== undefined) measures.listed(listed.search, listed.entries.length);
  return { ...contentOf(listed, prefix, { limit, countsRemaining }), joined: listed };
}

function contentOf(
  { entries, revision, remaining, more }: Omit<Listed, "search">,
  prefix: string,
  { limit, countsRemaining }: { readonly limit: number; readonly countsRemaining: boolean },
): ListContent {
  const last = entries.at(-1) as CachedObject | undefined;
  return {
    metadata: {
      resourceVersion: String(revision),
      ...(limit > 0 && more && last !== undefined && {
        continue: printContinue({ revision, after: last.key.slice(prefix.length) }),
        ...(countsRemaining && { remainingItemCount: remaining }),
      }),
    },
    entries,
  };
}
