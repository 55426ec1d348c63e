/**
 * The seam of flow control: how many requests are worked on at a time.
 *
 * @module
 */

import type { RequestContext } from "../http/context.ts";
import type { Query } from "../http/query.ts";

/** Headers by lower-case name. */
export type GateHeaders = Readonly<Record<string, string>>;

/** Lets requests in. */
export interface RequestGate {
  /**
   * A seat for a request, to be given back once, or a rejection. May wait for a seat to come free, as
   * long as the request's signal lets it; then it rejects with the signal's reason.
   */
  enter(context: RequestContext): Seat | Rejection | Promise<Seat | Rejection>;
  /** What a path of its own shows to people, as text; undefined: it has no such path. */
  show?(path: string, query: Query): string | undefined;
}

/** A place among the requests that are worked on. */
export interface Seat {
  readonly is: "seat";
  /** How much of what there is the request takes: a large list counts for several small requests. */
  readonly width: number;
  /** What the answer tells the client of it. */
  readonly headers?: GateHeaders | undefined;
  /** Gives it back. A watch gives it back once what there was has been found. */
  leave(): void;
}

/** There is no seat. */
export interface Rejection {
  readonly is: "rejection";
  /** When the client may try again. */
  readonly retryAfterSeconds: number;
  readonly headers?: GateHeaders | undefined;
}
