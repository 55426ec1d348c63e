/**
 * The seam of flow control: how many requests are worked on at a time.
 *
 * @module
 */

import type { RequestContext } from "../http/context.ts";

/** Lets requests in. */
export interface RequestGate {
  /**
   * A seat for a request, to be given back once, or undefined where there is none. May wait for one
   * to come free.
   */
  enter(context: RequestContext): Seat | undefined | Promise<Seat | undefined>;
}

/** A place among the requests that are worked on. */
export interface Seat {
  leave(): void;
}
