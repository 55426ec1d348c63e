/**
 * The formats of texts that schemas may name.
 *
 * @module
 */

import {
  checkDns1123Label,
  checkDns1123Subdomain,
  parseCidrSloppy,
  parseIpSloppy,
} from "../../../toolkit/validation/mod.ts";
import { DurationError, parseDuration } from "../../../toolkit/values/mod.ts";

type Test = (text: string) => boolean;

const is = (pattern: RegExp): Test => (text) => pattern.test(text);

const UUID = (version: string, variant: string) =>
  is(new RegExp(`^[0-9a-f]{8}-?[0-9a-f]{4}-?${version}-?${variant}-?[0-9a-f]{12}$`, "i"));
const ANY_OF_UUID = "[0-9a-f]{4}";

const LABEL_LIMIT = 63;
const HOST_NAME_LIMIT_BYTES = 255;
const HOST_LABEL = /^[a-zA-Z0-9\p{S}\p{L}](?:-?[a-zA-Z0-9\p{S}\p{L}]{0,62})?$/u;
const HOST_NAME =
  /^(?:[a-zA-Z0-9\p{S}\p{L}](?:[-a-zA-Z0-9\p{S}\p{L}]{0,61}[a-zA-Z0-9\p{S}\p{L}])?\.)+[a-zA-Z\p{L}]{2,63}$/u;

const encoder = new TextEncoder();

function bytesOf(text: string): number {
  return encoder.encode(text).length;
}

function isHostName(text: string): boolean {
  if (text.length > HOST_NAME_LIMIT_BYTES) return false;
  if (!HOST_LABEL.test(text) && !HOST_NAME.test(text)) return false;
  return bytesOf(text) <= HOST_NAME_LIMIT_BYTES &&
    text.split(".").every((label) => bytesOf(label) <= LABEL_LIMIT);
}

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function isDate(text: string): boolean {
  const [, year, month, day] = (DATE.exec(text) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined) return false;
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = (DAYS[month - 1] ?? 0) + (month === 2 && isLeap ? 1 : 0);
  return day >= 1 && day <= days;
}

const TIME_OF_DAY = /^(\d{2}):(\d{2}):(\d{2})(?:.\d+)?(?:z|[+-]\d{2}:\d{2})$/;

function isDateTime(text: string): boolean {
  const [date = "", time = ""] = text.toLowerCase().split("t");
  const [, hour = "99", minute = "99", second = "99"] = TIME_OF_DAY.exec(time) ?? [];
  return isDate(date) && hour <= "23" && minute <= "59" && second <= "59";
}

/** Units by their short forms, and the beginnings of their long ones. */
const UNITS: readonly (readonly [readonly string[], string])[] = [
  [["ns"], "nano"],
  [["us", "µs"], "micro"],
  [["ms"], "milli"],
  [["s"], "sec"],
  [["m"], "min"],
  [["h", "hr"], "hour"],
  [["d"], "day"],
  [["w", "wk"], "week"],
];
/** Digits are looked at from their first one on only: of a million without a unit each would be a beginning. */
const AMOUNT = /(?<!\d)(\d+)\s*([A-Za-zµ]+)/g;
const MOST = 2n ** 63n - 1n;

/** As Go writes durations, or `3 days 2 hours`. */
function isDuration(text: string): boolean {
  try {
    parseDuration(text);
    return true;
  } catch (error) {
    if (!(error instanceof DurationError)) throw error;
  }
  let isOne = false;
  for (const [, amount = "", named = ""] of text.matchAll(AMOUNT)) {
    // Digits beyond those of 64 bits need no reading.
    const digits = amount.replace(/^0+/, "");
    if (digits.length > 19 || BigInt(digits) > MOST) return false;
    const unit = named.toLowerCase();
    isOne ||= UNITS.some(([short, long]) => short.includes(unit) || unit.startsWith(long));
  }
  return isOne;
}

const CARD =
  /^(?:4\d{12}(?:\d{3})?|5[1-5]\d{14}|6(?:011|5\d\d)\d{12}|3[47]\d{13}|3(?:0[0-5]|[68]\d)\d{11}|(?:2131|1800|35\d{3})\d{11})$/;

function isCreditCard(text: string): boolean {
  const digits = text.replaceAll(/[^0-9]+/g, "");
  if (!CARD.test(digits)) return false;
  const sum = [...digits].reverse().reduce((all, digit, index) => {
    const amount = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return all + (amount >= 10 ? amount - 9 : amount);
  }, 0);
  return sum % 10 === 0;
}

function isIsbn10(text: string): boolean {
  const digits = text.replaceAll(/[\s-]+/g, "");
  if (!/^\d{9}[\dX]$/.test(digits)) return false;
  const sum = [...digits].reduce(
    (all, digit, index) => all + (index + 1) * (digit === "X" ? 10 : Number(digit)),
    0,
  );
  return sum % 11 === 0;
}

function isIsbn13(text: string): boolean {
  const digits = text.replaceAll(/[\s-]+/g, "");
  if (!/^\d{13}$/.test(digits)) return false;
  const sum = [...digits].reduce(
    (all, digit, index) => all + Number(digit) * (index % 2 === 0 ? 1 : 3),
    0,
  );
  return sum % 10 === 0;
}

const COLOR_PART = String.raw`\s*(?:0|[1-9]\d?|1\d\d?|2[0-4]\d|25[0-5])\s*`;

/** Octets in pairs after colons or hyphens, or in fours after dots: 6, 8 or 20 of them. */
const MAC =
  /^(?:[0-9a-f]{2}([:-])(?:[0-9a-f]{2}\1){4}(?:[0-9a-f]{2}\1){0}[0-9a-f]{2}|[0-9a-f]{2}([:-])(?:[0-9a-f]{2}\2){6}[0-9a-f]{2}|[0-9a-f]{2}([:-])(?:[0-9a-f]{2}\3){18}[0-9a-f]{2}|(?:[0-9a-f]{4}\.){2}[0-9a-f]{4}|(?:[0-9a-f]{4}\.){3}[0-9a-f]{4}|(?:[0-9a-f]{4}\.){9}[0-9a-f]{4})$/i;

const ATOM_CHARACTERS = String.raw`a-zA-Z0-9!#$%&'*+/=?^_\x60{|}~\u0080-\u{10ffff}\-`;
const ATOM = `[${ATOM_CHARACTERS}]+`;
const DOTTED = String.raw`${ATOM}(?:\.${ATOM})*`;
const QUOTED = String.raw`"(?:[^"\\\x00-\x08\x0a-\x1f\x7f]|\\[ -~])*"`;
const ADDRESS = String.raw`(?:${DOTTED}|${QUOTED})@(?:${DOTTED}|\[[^\[\]\\\s]+\])`;
const BARE_MAIL = new RegExp(String.raw`^\s*${ADDRESS}\s*$`, "u");
const NAMED_MAIL = new RegExp(String.raw`<${ADDRESS}>\s*$`, "u");
const MAIL_NAME = new RegExp(`^(?:[${ATOM_CHARACTERS}. \t]|${QUOTED})*$`, "u");
const COMMENT = /\([^()]*\)/g;
/** No address that anybody has comes near it. */
const MAIL_LIMIT = 1_000;

function isMail(text: string): boolean {
  if (text.length > MAIL_LIMIT) return false;
  if (BARE_MAIL.test(text)) return true;
  const open = text.lastIndexOf("<");
  if (open < 0 || !NAMED_MAIL.test(text.slice(open))) return false;
  return MAIL_NAME.test(text.slice(0, open).replaceAll(COMMENT, " "));
}

const SCHEME = /^([a-zA-Z][a-zA-Z0-9+.-]*):/;
// deno-lint-ignore no-control-regex -- they are what is looked for
const CONTROL = /[\x00-\x1f\x7f]/;
const BAD_ESCAPE = /%(?![0-9a-fA-F]{2})/;
const USER = /^[a-zA-Z0-9._:~!$&'()*+,;=%@-]*$/;
const HOST = /^(?:[^\][ %\\^`{}|/?#]|%[89a-fA-F][0-9a-fA-F])*$/;
const BRACKETS = /^\[([^\]%]*)(?:%25[^\]]*)?\]$/;
const PORT = /:\d*$/;

/** A path from the root, or an address with a scheme. */
function isUri(text: string): boolean {
  if (text === "" || CONTROL.test(text)) return false;
  if (text === "*") return true;
  const scheme = SCHEME.exec(text)?.[0] ?? "";
  if (scheme === "" && !text.startsWith("/")) return false;
  const [rest = ""] = text.slice(scheme.length).split("?");
  if (!rest.startsWith("/")) return scheme !== "";
  if (scheme === "" || !rest.startsWith("//")) return !BAD_ESCAPE.test(rest);
  const [authority = ""] = rest.slice(2).split("/");
  return isAuthority(authority) && !BAD_ESCAPE.test(rest.slice(2 + authority.length));
}

function isAuthority(authority: string): boolean {
  const at = authority.lastIndexOf("@");
  const user = authority.slice(0, Math.max(0, at));
  if (!USER.test(user) || BAD_ESCAPE.test(user)) return false;
  const host = authority.slice(at + 1).replace(PORT, "");
  const address = BRACKETS.exec(host)?.[1];
  if (address !== undefined) return isIpv6(address);
  return HOST.test(host) && !host.includes(":");
}

/** No number of four parts in it has zeros before it. */
function isIpv6(text: string): boolean {
  return text.includes(":") && !/[.:]0\d+\.|\.0\d/.test(text) && parseIpSloppy(text) !== undefined;
}

const FORMATS: Readonly<Record<string, Test>> = {
  bsonobjectid: is(/^[0-9a-fA-F]{24}$/),
  uri: isUri,
  email: isMail,
  hostname: isHostName,
  ipv4: (text) => text.includes(".") && parseIpSloppy(text) !== undefined,
  ipv6: isIpv6,
  cidr: (text) => parseCidrSloppy(text) !== undefined,
  mac: is(MAC),
  uuid: UUID(ANY_OF_UUID, ANY_OF_UUID),
  uuid3: UUID("3[0-9a-f]{3}", ANY_OF_UUID),
  uuid4: UUID("4[0-9a-f]{3}", "[89ab][0-9a-f]{3}"),
  uuid5: UUID("5[0-9a-f]{3}", "[89ab][0-9a-f]{3}"),
  isbn: (text) => isIsbn10(text) || isIsbn13(text),
  isbn10: isIsbn10,
  isbn13: isIsbn13,
  creditcard: isCreditCard,
  ssn: (text) => text.length === 11 && /^\d{3}[- ]?\d{2}[- ]?\d{4}$/.test(text),
  hexcolor: is(/^#?(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/),
  rgbcolor: is(new RegExp(String.raw`^rgb\(${COLOR_PART},${COLOR_PART},${COLOR_PART}\)$`)),
  byte: is(/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})$/),
  password: () => true,
  date: isDate,
  duration: isDuration,
  datetime: isDateTime,
  k8sshortname: (text) => checkDns1123Label(text).length === 0,
  k8slongname: (text) => checkDns1123Subdomain(text).length === 0,
};

/** The test of a format of texts; undefined: there is no such format. */
export function formatTest(format: string): Test | undefined {
  const name = format.replaceAll("-", "");
  return Object.hasOwn(FORMATS, name) ? FORMATS[name] : undefined;
}

/** The formats of numbers, by their types. */
const NUMBER_FORMATS: Readonly<Record<string, readonly string[]>> = {
  integer: ["int32", "int64"],
  number: ["float", "double"],
};

/** Whether a format means something for values of a type ("": of any). */
export function isKnownFormat(type: string, format: string): boolean {
  if (type === "" || type === "string") return formatTest(format) !== undefined;
  return NUMBER_FORMATS[type]?.includes(format) ?? false;
}
