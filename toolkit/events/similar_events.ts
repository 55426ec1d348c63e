/**
 * Events that are alike but for their words.
 *
 * @module
 */

import { RecentMap } from "../recent_map.ts";

/** So many different ones within this time are told of each; others are told of as one. */
const MOST_MESSAGES = 9;
const WITHIN_MS = 10 * 60_000;
const REMEMBERED = 4096;

interface Group {
  readonly messages: Set<string>;
  last: number;
}

/** Finds what stands for many. */
export class SimilarEvents {
  readonly #groups = new RecentMap<string, Group>(REMEMBERED);

  /**
   * Whether a group has so many different messages that one event stands for this and others; counts it. A
   * message that was told of by itself still is.
   */
  isOneOfMany(group: string, message: string, now: number): boolean {
    const known = this.#groups.get(group);
    const one = known !== undefined && now - known.last <= WITHIN_MS
      ? known
      : { messages: new Set<string>(), last: now };
    one.last = now;
    const isOneOfMany = !one.messages.has(message) && one.messages.size >= MOST_MESSAGES;
    if (!isOneOfMany) one.messages.add(message);
    this.#groups.set(group, one);
    return isOneOfMany;
  }
}
