/**
 * How many seats a level could have used, over time.
 *
 * @module
 */

/** What was seen of a span of time. */
export interface ObservedDemand {
  readonly seconds: number;
  /** Weighted by time; undefined where no time has passed. */
  readonly average: number | undefined;
  /** The standard deviation, weighted by time; 0 where no time has passed. */
  readonly deviation: number;
  readonly most: number;
}

/** How much of the past stays with each look: half of it is gone after five minutes. */
const SMOOTHING = 0.977;

/** Adds up a number that changes in steps. */
export class SeatDemand {
  #value = 0;
  #most = 0;
  #lastAt: number;
  #seconds = 0;
  #sum = 0;
  #sumOfSquares = 0;
  #smoothed = 0;
  #last: ObservedDemand = { seconds: 0, average: undefined, deviation: 0, most: 0 };

  /** Times are milliseconds of a clock that never goes back. */
  constructor(now: number) {
    this.#lastAt = now;
  }

  /** The number is this from now on. */
  set(value: number, now: number): void {
    if (now !== this.#lastAt) this.#add(now);
    this.#value = value;
    if (value > this.#most) this.#most = value;
  }

  /** What it was since the last look; the next one begins now. */
  look(now: number): ObservedDemand {
    this.#add(now);
    const seconds = this.#seconds;
    const average = seconds > 0 ? this.#sum / seconds : undefined;
    const variance = average === undefined ? 0 : this.#sumOfSquares / seconds - average ** 2;
    // Rounding may leave less than nothing.
    const deviation = Math.sqrt(Math.max(0, variance));
    this.#last = { seconds, average, deviation, most: this.#most };
    this.#seconds = this.#sum = this.#sumOfSquares = 0;
    this.#most = this.#value;
    if (average !== undefined) {
      const envelope = average + deviation;
      this.#smoothed = Math.max(
        envelope,
        SMOOTHING * this.#smoothed + (1 - SMOOTHING) * envelope,
      );
    }
    return this.#last;
  }

  /** What the last look has seen. */
  get last(): ObservedDemand {
    return this.#last;
  }

  /** Goes up at once with what is asked for, and comes down slowly. */
  get smoothed(): number {
    return this.#smoothed;
  }

  #add(now: number): void {
    const seconds = (now - this.#lastAt) / 1000;
    this.#lastAt = now;
    this.#seconds += seconds;
    this.#sum += this.#value * seconds;
    this.#sumOfSquares += this.#value ** 2 * seconds;
  }
}
