/**
 * Small formats of single fields: ports, keys of maps of files, environment variables, percentages,
 * names of HTTP headers.
 *
 * @module
 */

import { DNS_NAME_LIMIT } from "./dns.ts";
import { both, checkLength, EMPTY, type Messages, outOfRange, pattern, VALID } from "./messages.ts";

/** The most characters of a port's name. */
export const PORT_NAME_LIMIT = 15;

const MAX_INT32 = 2 ** 31 - 1;

const envVarName = pattern(
  "[-._a-zA-Z][-._a-zA-Z0-9]*",
  "a valid environment variable name must consist of alphabetic characters, digits, '_', '-', or " +
    "'.', and must not start with a digit",
  "my.env-name",
  "MY_ENV.NAME",
  "MyEnvName1",
);
const configMapKey = pattern(
  "[-._a-zA-Z0-9]+",
  "a valid config key must consist of alphanumeric characters, '-', '_' or '.'",
  "key.name",
  "KEY_NAME",
  "key-name",
);
const percent = pattern(
  "[0-9]+%",
  "a valid percent string must be a numeric string followed by an ending '%'",
  "1%",
  "93%",
);
const headerName = pattern(
  "[-A-Za-z0-9]+",
  "a valid HTTP header must consist of alphanumeric characters or '-'",
  "X-Header-Name",
);
const identifier = pattern(
  "[A-Za-z_][A-Za-z0-9_]*",
  "a valid C identifier must start with alphabetic character or '_', followed by a string of " +
    "alphanumeric characters or '_'",
  "my_name",
  "MY_NAME",
  "MyName",
);
const httpPath = pattern("[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+", "Invalid path");
const conditionReason = pattern(
  "[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?",
  "a condition reason must start with alphabetic character, optionally followed by a string of " +
    "alphanumeric characters or '_,:', and must end with an alphanumeric character or '_'",
  "my_name",
  "MY_NAME",
  "MyName",
  "ReasonA,ReasonB",
  "ReasonA:ReasonB",
);

/** A port that something can listen on. */
export function checkPortNumber(port: number): Messages {
  return checkRange(port, 1, 65535);
}

/** The name of a port, such as `http`. */
export function checkPortName(text: string): Messages {
  const messages = [...checkLength(text, PORT_NAME_LIMIT)];
  if (!/^[-a-z0-9]+$/.test(text)) {
    messages.push("must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)");
  }
  if (!/[a-z]/.test(text)) messages.push("must contain at least one letter (a-z)");
  if (text.includes("--")) messages.push("must not contain consecutive hyphens");
  if (text.startsWith("-") || text.endsWith("-")) {
    messages.push("must not begin or end with a hyphen");
  }
  return messages.length === 0 ? VALID : messages;
}

/** A number between bounds, both included. */
export function checkRange(value: number, min: number, max: number): Messages {
  return value >= min && value <= max ? VALID : [outOfRange(min, max)];
}

/** The number of a user or a group of the system. */
export function checkUserId(id: number): Messages {
  return checkRange(id, 0, MAX_INT32);
}

/** An environment variable's name, as shells and older servers take it. */
export function checkEnvVarName(text: string): Messages {
  return both(envVarName.test(text) ? VALID : envVarName.messages, checkFolderStep(text));
}

/** An environment variable's name: printable ASCII without `=`. */
export function checkRelaxedEnvVarName(text: string): Messages {
  if (text === "") return [`environment variable name ${EMPTY}`];
  if (/^[ -<>-~]+$/.test(text)) return VALID;
  return [
    "a valid environment variable name must consist only of printable ASCII characters other " +
    "than '='",
  ];
}

/** A key of a ConfigMap or a Secret, which becomes the name of a file. */
export function checkConfigMapKey(text: string): Messages {
  const length = checkLength(text, DNS_NAME_LIMIT);
  const shape = configMapKey.test(text) ? VALID : configMapKey.messages;
  return both(both(length, shape), checkFolderStep(text));
}

function checkFolderStep(text: string): Messages {
  if (text === ".") return ["must not be '.'"];
  if (text === "..") return ["must not be '..'"];
  return text.startsWith("..") ? ["must not start with '..'"] : VALID;
}

/** A percentage: `25%`. */
export function checkPercent(text: string): Messages {
  return percent.test(text) ? VALID : percent.messages;
}

/** The name of an HTTP header. */
export function checkHttpHeaderName(text: string): Messages {
  return headerName.test(text) ? VALID : headerName.messages;
}

/** An identifier of the C language. */
export function checkIdentifier(text: string): Messages {
  return identifier.test(text) ? VALID : identifier.messages;
}

/** The path of an HTTP address. */
export function checkHttpPath(text: string): Messages {
  return httpPath.test(text) ? VALID : httpPath.messages;
}

/** The reason of a condition. */
export function checkConditionReason(text: string): Messages {
  return conditionReason.test(text) ? VALID : conditionReason.messages;
}

/** An integer as people write one: no zeros before it, no plus sign. */
export function checkDecimalInteger(text: string): Messages {
  if (text === "") return [EMPTY];
  return /^(0|-?[1-9][0-9]*)$/.test(text)
    ? VALID
    : ["must be a valid decimal integer in canonical form"];
}

/** A name that is one step of a path, in addresses and in the store. */
export function checkPathSegmentName(text: string): Messages {
  if (text === "." || text === "..") return [`may not be '${text}'`];
  return checkPathSegmentPrefix(text);
}

/** As {@link checkPathSegmentName}, when an end is still to be added. */
export function checkPathSegmentPrefix(text: string): Messages {
  const found = ["/", "%"].filter((character) => text.includes(character));
  return found.length === 0 ? VALID : found.map((character) => `may not contain '${character}'`);
}
