/**
 * Schedules as cron has them: five fields, or a word.
 *
 * @module
 */

import { canonicalDuration, DurationError, quoteText } from "../../../toolkit/values/mod.ts";

interface FieldBounds {
  readonly min: number;
  readonly max: number;
  /** What stands for numbers, from `min` upwards. */
  readonly words: readonly string[];
}

const MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const DAYS = "sun mon tue wed thu fri sat".split(" ");

const FIELDS: readonly FieldBounds[] = [
  { min: 0, max: 59, words: [] },
  { min: 0, max: 23, words: [] },
  { min: 1, max: 31, words: [] },
  { min: 1, max: 12, words: MONTHS },
  { min: 0, max: 6, words: DAYS },
];

const WORDS = new Set([
  "@yearly",
  "@annually",
  "@monthly",
  "@weekly",
  "@daily",
  "@midnight",
  "@hourly",
]);
const EVERY = "@every ";

const IN_ZONE = /^(?:CRON_)?TZ=([^ ]*)(.*)$/s;

/** Why a text is no schedule; undefined for one that is. It may begin with the zone of its times. */
export function checkSchedule(text: string): string | undefined {
  const inZone = IN_ZONE.exec(text);
  if (inZone === null) return checkTimes(text);
  const [_, zone = "", rest = ""] = inZone;
  if (rest === "") return "invalid schedule format: nothing follows the time zone";
  if (zone !== "" && !isZone(zone)) {
    return `provided bad location ${zone}: unknown time zone ${zone}`;
  }
  return checkTimes(rest.trim());
}

/** Whether a zone of that name is known. */
export function isZone(zone: string): boolean {
  // The platform takes offsets too, which name no zone.
  if (!/^[A-Za-z]/.test(zone)) return false;
  try {
    const known = new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone;
    // The platform takes a zone in any case; whoever reads zones from files does not.
    return known === zone || known.toLowerCase() !== zone.toLowerCase();
  } catch {
    return false;
  }
}

function checkTimes(text: string): string | undefined {
  if (text.startsWith("@")) return checkWord(text);
  const fields = text.trim().split(/\s+/);
  if (fields.length !== FIELDS.length) {
    return `expected exactly ${FIELDS.length} fields, found ${fields.length}: [${
      fields.join(" ")
    }]`;
  }
  for (const [index, field] of fields.entries()) {
    const wrong = field.split(",").map((part) => checkRange(part, FIELDS[index]!))
      .find((why) => why !== undefined);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

function checkWord(text: string): string | undefined {
  if (WORDS.has(text)) return undefined;
  if (!text.startsWith(EVERY)) return `unrecognized descriptor: ${text}`;
  try {
    canonicalDuration(text.slice(EVERY.length));
    return undefined;
  } catch (error) {
    if (!(error instanceof DurationError)) throw error;
    return `failed to parse duration ${text}: ${error.message}`;
  }
}

/** One of `*`, `5`, `1-5`, with `/2` behind it or not. */
function checkRange(text: string, { min, max, words }: FieldBounds): string | undefined {
  const [range = "", step, ...tooMany] = text.split("/");
  if (tooMany.length > 0) return `too many slashes: ${text}`;
  const [first = "", last, ...more] = range.split("-");
  if (more.length > 0) return `too many hyphens: ${text}`;
  const read = (word: string) => {
    const place = words.indexOf(word.toLowerCase());
    if (place >= 0) return place + min;
    return /^\d+$/.test(word) ? Number(word) : undefined;
  };
  let [start, end]: (number | undefined)[] = [min, max];
  if (first !== "*" && first !== "?") {
    start = read(first);
    end = last === undefined ? step === undefined ? start : max : read(last);
    const bad = start === undefined ? first : end === undefined ? last : undefined;
    if (bad !== undefined) {
      return `failed to parse int from ${bad}: strconv.Atoi: parsing ${
        quoteText(bad)
      }: invalid syntax`;
    }
  }
  if (start! < min) return `beginning of range (${start}) below minimum (${min}): ${text}`;
  if (end! > max) return `end of range (${end}) above maximum (${max}): ${text}`;
  if (start! > end!) return `beginning of range (${start}) beyond end of range (${end}): ${text}`;
  if (step === undefined) return undefined;
  if (!/^\d+$/.test(step)) {
    return `failed to parse int from ${step}: strconv.Atoi: parsing ${
      quoteText(step)
    }: invalid syntax`;
  }
  return Number(step) === 0 ? `step of range should be a positive number: ${text}` : undefined;
}
