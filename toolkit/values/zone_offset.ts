/**
 * How far the clocks of a time zone are ahead of UTC.
 *
 * @module
 */

/** What takes times apart as the clocks of a zone show them, for {@link offsetMs}: made once a zone. */
export function zoneFormat(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat("en-US", {
    timeZone,
    era: "short",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
    hourCycle: "h23",
  });
}

/** How far the clocks of a zone are ahead at a time, in milliseconds: whole seconds. */
export function offsetMs(format: Intl.DateTimeFormat, ms: number): number {
  const seconds = Math.floor(ms / 1000) * 1000;
  const parts = new Map(format.formatToParts(seconds).map(({ type, value }) => [type, value]));
  const part = (name: Intl.DateTimeFormatPartTypes) => Number(parts.get(name));
  const year = parts.get("era") === "BC" ? 1 - part("year") : part("year");
  const wall = new Date(0);
  wall.setUTCFullYear(year, part("month") - 1, part("day"));
  wall.setUTCHours(part("hour"), part("minute"), part("second"));
  return wall.getTime() - seconds;
}
