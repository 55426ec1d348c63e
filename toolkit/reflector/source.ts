/**
 * Where a reflector gets its objects from.
 *
 * @module
 */

import type { ReceivedEvent, ReceivedPage } from "../wire/form.ts";

/** The objects of one kind that are chosen, at a server. */
export interface ObjectSource<R> {
  /**
   * The pages of a list, all of one moment: of `atLeast` or later, or, where that is undefined, of the
   * most recent one. A page holds until the next one is asked for. `pageSize` 0: all in one page. `heard` is called whenever some of it has come. A
   * `StatusError` tells what the server said; rejects with the signal's reason where that aborts.
   */
  pages(options: {
    readonly atLeast: string | undefined;
    readonly pageSize: number;
    readonly heard?: (() => void) | undefined;
    readonly signal: AbortSignal;
  }): AsyncIterable<ReceivedPage<R>>;
  /**
   * What happened since a revision, bookmarks included. Ends without an error where its signal aborts
   * or the server ends it.
   */
  events(options: {
    readonly since: string;
    readonly timeoutSeconds: number;
    readonly signal: AbortSignal;
  }): AsyncIterable<ReceivedEvent<R>>;
}
