/**
 * How much a request takes of the server.
 *
 * @module
 */

/** What a request is believed to take, before anybody has begun with it. */
export interface Work {
  /** Seats while it is worked on; at least 1. */
  readonly seats: number;
  /** Seats afterwards, while others are told of what it has done; 0: none. */
  readonly lingeringSeats: number;
  /** How long afterwards. */
  readonly lingeringMs: number;
}

/** A request that takes no more than any. */
export const LEAST_WORK: Work = { seats: 1, lingeringSeats: 0, lingeringMs: 0 };

/** How long a request is believed to take, as long as nobody knows. */
export const EXPECTED_SECONDS = 0.003;

/** The seats that are set aside for a request: the most that it takes at any time. */
export function widthOf({ seats, lingeringSeats }: Work): number {
  return Math.max(seats, lingeringSeats);
}

/** All that it takes, in seconds of one seat. */
export function seatSecondsOf({ seats, lingeringSeats, lingeringMs }: Work): number {
  return seats * EXPECTED_SECONDS + lingeringSeats * lingeringMs / 1000;
}
