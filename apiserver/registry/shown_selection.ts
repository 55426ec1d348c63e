/**
 * Selections by fields that objects have only as their version shows them, where somebody else has to be
 * asked how that is.
 *
 * @module
 */

import { convertForResponse, convertToVersion } from "../bodies/representation.ts";
import { objectOf } from "../resource/object_coder.ts";
import type { Selection } from "../resource/selection.ts";
import type { ServedResource } from "../resource/served_resource.ts";
import {
  type CachedObject,
  type Filter,
  type ListOptions,
  type Notice,
  type ResourceCache,
  typeFor,
} from "../storage/cache/mod.ts";

/** Entries that are looked at together where not all are asked for. */
const PIECE = 500;

/** The whole of a selection's filter, to be asked once it is known how entries are shown. */
function filterOfShown(resource: ServedResource, { filter, shown }: Selection): Filter {
  const fieldsOf = resource.converter?.shownFields;
  if (shown === undefined || fieldsOf === undefined) return filter;
  return (entry) =>
    (filter === undefined || filter(entry)) &&
    shown.matches(fieldsOf(objectOf(convertToVersion(resource, entry))));
}

/** Those of the entries that a selection chooses. */
export async function chosenAsShown(
  resource: ServedResource,
  selection: Selection,
  entries: readonly CachedObject[],
  signal: AbortSignal,
): Promise<readonly CachedObject[]> {
  await convertForResponse(resource, entries, signal);
  return selection.shown === undefined
    ? entries
    : entries.filter(filterOfShown(resource, selection) ?? (() => true));
}

/** A list, or a page of one, of what a selection chooses. */
export interface ShownPage {
  readonly entries: readonly CachedObject[];
  readonly revision: number;
  readonly more: boolean;
}

/** Lists what a selection chooses; `options.filter` is the selection's. */
export async function listAsShown(
  cache: ResourceCache,
  resource: ServedResource,
  selection: Selection,
  { limit, ...options }: ListOptions,
  signal: AbortSignal,
): Promise<ShownPage> {
  const entries: CachedObject[] = [];
  let { at, after } = options;
  for (;;) {
    const listed = await cache.list({
      ...options,
      at,
      after,
      limit: limit === undefined ? undefined : Math.max(limit, PIECE),
    });
    // Each piece is of the state that the first one was of.
    const { revision } = listed;
    at = revision;
    after = listed.entries.at(-1)?.key ?? after;
    for (const one of await chosenAsShown(resource, selection, listed.entries, signal)) {
      if (limit !== undefined && entries.length === limit) return { entries, revision, more: true };
      entries.push(one);
    }
    if (!listed.more) return { entries, revision, more: false };
  }
}

/** Settles when {@link noticesAsShown} can be asked of these. */
export function prepareNotices(
  resource: ServedResource,
  notices: readonly Notice[],
  signal: AbortSignal,
): Promise<void> {
  const known = notices.flatMap(({ event: { entry, previous } }) =>
    [entry, previous].flatMap((one) => one === undefined || one.corrupt !== undefined ? [] : [one])
  );
  return convertForResponse(resource, known, signal);
}

/** What these are to a reader with a selection, which its filter alone could not tell. */
export function noticesAsShown(
  resource: ServedResource,
  selection: Selection,
  notices: readonly Notice[],
): Notice[] {
  const filter = filterOfShown(resource, selection);
  return notices.flatMap(({ event }) => {
    const type = typeFor(event, filter);
    return type === undefined ? [] : [{ type, event }];
  });
}
