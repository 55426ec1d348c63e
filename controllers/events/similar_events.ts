/**
 * Events that are alike but for their words.
 *
 * @module
 */

/** More within this time are told of as one. */
const MOST_MESSAGES = 10;
const WITHIN_MS = 10 * 60_000;
const REMEMBERED = 4096;

interface Group {
  readonly messages: Set<string>;
  last: number;
}

/** Finds what stands for many. */
export class SimilarEvents {
  readonly #groups = new Map<string, Group>();

  /** Whether a group has so many different messages that one event stands for this and others; counts it. */
  isOneOfMany(group: string, message: string, now: number): boolean {
    const known = this.#groups.get(group);
    const one = known !== undefined && now - known.last <= WITHIN_MS
      ? known
      : { messages: new Set<string>(), last: now };
    one.last = now;
    if (one.messages.size <= MOST_MESSAGES) one.messages.add(message);
    this.#groups.delete(group);
    this.#groups.set(group, one);
    if (this.#groups.size > REMEMBERED) {
      for (const oldest of this.#groups.keys()) {
        this.#groups.delete(oldest);
        break;
      }
    }
    return one.messages.size > MOST_MESSAGES;
  }
}
