/**
 * How long those are told to stay away who were sent away: the longer, the more there are.
 *
 * @module
 */

/** The longest, in seconds. */
const MOST_SECONDS = 32;

/** Looks back over as many seconds as it tells clients to wait. */
export class RetryAfter {
  /** What to tell clients now. */
  seconds = 1;
  #raisedAt = 0;
  #second = 0;
  #count = 0;
  /** How many were sent away in each of the last seconds in which there were any, oldest first. */
  #history: { readonly second: number; readonly count: number }[] = [];

  /** Somebody was sent away, at this time in milliseconds since 1970. */
  note(now: number): void {
    const second = Math.floor(now / 1000);
    if (second === this.#second) {
      this.#count++;
      return;
    }
    this.#history.push({ second: this.#second, count: this.#count });
    const longest = Math.min(2 * this.seconds, MOST_SECONDS);
    this.#history = this.#history.filter((one) => second - one.second <= longest);
    this.#second = second;
    this.#count = 1;
    this.#adjust(second);
  }

  /** Doubles when too many come back, and goes down a step at a time when few do. */
  #adjust(second: number): void {
    const { seconds } = this;
    let dropped = 0;
    for (const one of this.#history) {
      if (second - one.second <= seconds && one.second < second) dropped += one.count;
    }
    if (second - this.#raisedAt >= seconds && dropped >= 3 * seconds) {
      this.seconds = Math.min(2 * seconds, MOST_SECONDS);
      this.#raisedAt = second;
    } else if (dropped < seconds && seconds > 1) this.seconds--;
  }
}
