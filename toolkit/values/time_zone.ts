/**
 * Time zones by their names, as the platform knows them.
 *
 * @module
 */

/** Whether a zone of that name is known. */
export function isTimeZone(name: string): boolean {
  // The platform takes offsets too, which name no zone.
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    const known = new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;
    // The platform takes a zone in any case; whoever reads zones from files does not.
    return known === name || known.toLowerCase() !== name.toLowerCase();
  } catch {
    return false;
  }
}

/** A time zone. */
export class TimeZone {
  static readonly UTC = new TimeZone("UTC");

  readonly name: string;
  readonly #format: Intl.DateTimeFormat | undefined;

  /** Throws a RangeError for a name of none; "" is UTC. */
  constructor(name: string) {
    const isUtc = name === "UTC" || name === "";
    if (!isUtc && !isTimeZone(name)) throw new RangeError(`unknown time zone ${name}`);
    this.name = isUtc ? "UTC" : name;
    this.#format = isUtc ? undefined : new Intl.DateTimeFormat("en-US", {
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

  /** What its clocks show, as a time of UTC. Milliseconds since 1970, in whole seconds. */
  wallAt(ms: number): number {
    const seconds = Math.floor(ms / 1000) * 1000;
    if (this.#format === undefined) return seconds;
    const parts = new Map(
      this.#format.formatToParts(seconds).map(({ type, value }) => [type, value]),
    );
    const part = (name: Intl.DateTimeFormatPartTypes) => Number(parts.get(name));
    const year = parts.get("era") === "BC" ? 1 - part("year") : part("year");
    const wall = new Date(0);
    wall.setUTCFullYear(year, part("month") - 1, part("day"));
    wall.setUTCHours(part("hour"), part("minute"), part("second"));
    return wall.getTime();
  }

  /** How far its clocks are ahead of UTC, in milliseconds. */
  offsetAt(ms: number): number {
    return this.wallAt(ms) - Math.floor(ms / 1000) * 1000;
  }
}
