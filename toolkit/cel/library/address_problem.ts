/**
 * What is wrong with a text that should be an IP address.
 *
 * @module
 */

import { quoted } from "./counted.ts";

/** Fields of two bytes that an address of sixteen has. */
const FIELDS = 8;

/** A problem, and the rest of the text from where it is. */
interface Problem {
  readonly why: string;
  readonly at?: string;
}

/** Why a text is no address; undefined: it is one, perhaps with a zone. */
export function addressProblem(text: string): string | undefined {
  const problem = problemOf(text);
  if (problem === undefined) return undefined;
  const where = problem.at === undefined || problem.at === "" ? "" : ` (at ${quoted(problem.at)})`;
  return `ParseAddr(${quoted(text)}): ${problem.why}${where}`;
}

function problemOf(text: string): Problem | undefined {
  switch (/[.:%]/.exec(text)?.[0]) {
    case ".":
      return problemOfFour(text);
    case ":":
      return problemOfSixteen(text);
    case "%":
      return { why: "missing IPv6 address" };
    default:
      return { why: "unable to parse IP" };
  }
}

/** Of four numbers with dots between them. */
function problemOfFour(text: string): Problem | undefined {
  let fields = 0;
  let digits = "";
  for (let i = 0; i < text.length; i++) {
    const char = text.charAt(i);
    const at = text.slice(i);
    if (char >= "0" && char <= "9") {
      if (digits === "0") return { why: "IPv4 field has octet with leading zero" };
      digits += char;
      if (Number(digits) > 255) return { why: "IPv4 field has value >255" };
    } else if (char === ".") {
      if (digits === "" || i === text.length - 1) {
        return { why: "IPv4 field must have at least one digit", at };
      }
      if (fields === 3) return { why: "IPv4 address too long" };
      fields++;
      digits = "";
    } else return { why: "unexpected character", at };
  }
  return fields < 3 ? { why: "IPv4 address too short" } : undefined;
}

/** Of fields of hexadecimal digits with colons between them, one row of empty ones left out, four numbers at the end. */
function problemOfSixteen(text: string): Problem | undefined {
  const percent = text.indexOf("%");
  if (percent === text.length - 1) return { why: "zone must be a non-empty string" };
  let rest = percent < 0 ? text : text.slice(0, percent);
  let shortened = rest.startsWith("::");
  if (shortened) rest = rest.slice(2);
  let fields = 0;
  if (shortened && rest === "") return undefined;
  while (fields < FIELDS) {
    const at = rest;
    const digits = /^[0-9A-Fa-f]*/.exec(rest)?.[0] ?? "";
    if (digits.length > 4) return { why: "each group must have 4 or less digits", at };
    if (digits === "") {
      return { why: "each colon-separated field must have at least one digit", at };
    }
    rest = rest.slice(digits.length);
    if (rest.startsWith(".")) {
      if (!shortened && fields !== FIELDS - 2) {
        return { why: "embedded IPv4 address must replace the final 2 fields of the address", at };
      }
      if (fields > FIELDS - 2) {
        const why = "too many hex fields to fit an embedded IPv4 at the end of the address";
        return { why, at };
      }
      const problem = problemOfFour(at);
      if (problem !== undefined) return problem;
      fields += 2;
      rest = "";
      break;
    }
    fields++;
    if (rest === "") break;
    if (!rest.startsWith(":")) return { why: "unexpected character, want colon", at: rest };
    if (rest === ":") return { why: "colon must be followed by more characters", at: rest };
    rest = rest.slice(1);
    if (!rest.startsWith(":")) continue;
    if (shortened) return { why: "multiple :: in address", at: rest };
    shortened = true;
    rest = rest.slice(1);
    if (rest === "") break;
  }
  if (rest !== "") return { why: "trailing garbage after address", at: rest };
  if (fields < FIELDS) return shortened ? undefined : { why: "address string too short" };
  return shortened ? { why: "the :: must expand to at least one field of zeros" } : undefined;
}
