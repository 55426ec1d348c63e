/**
 * Time zones by their names, as the platform knows them.
 *
 * @module
 */

import { isTimeZone } from "../values/zone_names.ts";
import { offsetMs, zoneFormat } from "../values/zone_offset.ts";

const DAY_MS = 86_400_000;
/** Of so many days a zone knows its offset at once. */
const MOST_DAYS = 4096;

/** A time zone. */
export class TimeZone {
  /** Only names of zones get here: there are some hundred. */
  static readonly #known = new Map<string, TimeZone>();

  readonly name: string;
  /** Offsets at the beginning of days: to ask the platform takes long. */
  readonly #days = new Map<number, number>();
  readonly #format: Intl.DateTimeFormat | undefined;

  private constructor(name: string) {
    this.name = name;
    this.#format = name === "UTC" ? undefined : zoneFormat(name);
  }

  /** The zone of a name; "" is UTC. Throws a RangeError for a name of none. */
  static of(name: string): TimeZone {
    const own = name === "" ? "UTC" : name;
    const known = TimeZone.#known.get(own);
    if (known !== undefined) return known;
    if (!isTimeZone(own)) throw new RangeError(`unknown time zone ${name}`);
    const zone = new TimeZone(own);
    TimeZone.#known.set(own, zone);
    return zone;
  }

  /** What its clocks show, as a time of UTC. Milliseconds since 1970, in whole seconds. */
  wallAt(ms: number): number {
    const seconds = Math.floor(ms / 1000) * 1000;
    return seconds + this.offsetAt(seconds);
  }

  /** How far its clocks are ahead of UTC, in milliseconds. */
  offsetAt(ms: number): number {
    if (this.#format === undefined) return 0;
    const day = Math.floor(ms / DAY_MS);
    const before = this.#offsetOfDay(day);
    // On a day on which they are put back or forward one has to look more closely.
    return before === this.#offsetOfDay(day + 1) ? before : offsetMs(this.#format, ms);
  }

  /** At the beginning of a day of UTC, counted from 1970. */
  #offsetOfDay(day: number): number {
    const known = this.#days.get(day);
    if (known !== undefined) return known;
    if (this.#days.size >= MOST_DAYS) this.#days.clear();
    const offset = offsetMs(this.#format!, day * DAY_MS);
    this.#days.set(day, offset);
    return offset;
  }
}
