/**
 * Time zones by their names, as the platform knows them.
 *
 * @module
 */

import { isTimeZone } from "../values/zone_names.ts";

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
    this.#format = name === "UTC" ? undefined : new Intl.DateTimeFormat("en-US", {
      timeZone: name,
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
      hourCycle: "h23",
      era: "short",
    });
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
    return before === this.#offsetOfDay(day + 1) ? before : this.#lookUp(ms);
  }

  /** At the beginning of a day of UTC, counted from 1970. */
  #offsetOfDay(day: number): number {
    const known = this.#days.get(day);
    if (known !== undefined) return known;
    if (this.#days.size >= MOST_DAYS) this.#days.clear();
    const offset = this.#lookUp(day * DAY_MS);
    this.#days.set(day, offset);
    return offset;
  }

  #lookUp(ms: number): number {
    const seconds = Math.floor(ms / 1000) * 1000;
    const parts = new Map(
      this.#format!.formatToParts(seconds).map(({ type, value }) => [type, value]),
    );
    const part = (name: Intl.DateTimeFormatPartTypes) => Number(parts.get(name));
    const year = parts.get("era") === "BC" ? 1 - part("year") : part("year");
    const wall = new Date(0);
    wall.setUTCFullYear(year, part("month") - 1, part("day"));
    wall.setUTCHours(part("hour"), part("minute"), part("second"));
    return wall.getTime() - seconds;
  }
}
