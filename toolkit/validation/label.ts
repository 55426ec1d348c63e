/**
 * Keys and values of labels. A key is also what else is called a qualified name: of annotations,
 * finalizers, conditions, extended resources.
 *
 * @module
 */

import { checkDns1123Subdomain } from "./dns.ts";
import { checkLength, EMPTY, type Messages, pattern, VALID } from "./messages.ts";

/** The most characters of a key's name, and of a value. */
export const LABEL_LIMIT = 63;

const NAME = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";
const name = pattern(
  NAME,
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an " +
    "alphanumeric character",
  "MyName",
  "my.name",
  "123-abc",
);
const value = pattern(
  `(${NAME})?`,
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', " +
    "and must start and end with an alphanumeric character",
  "MyValue",
  "my_value",
  "12345",
);

/** A label's key, or a qualified name: `app`, `example.com/app`. */
export function checkLabelKey(key: string): Messages {
  const slash = key.indexOf("/");
  if (slash < 0) return checkName(key);
  if (key.includes("/", slash + 1)) {
    return [
      `a valid label key ${name.messages[0]} with an optional DNS subdomain prefix and '/' ` +
      "(e.g. 'example.com/MyName')",
    ];
  }
  const prefix = key.slice(0, slash);
  const wrong = prefix === "" ? [EMPTY] : checkDns1123Subdomain(prefix).map(inBytes);
  const rest = checkName(key.slice(slash + 1));
  if (wrong.length === 0) return rest;
  return [...wrong.map((message) => `prefix part ${message}`), ...rest];
}

/** As {@link checkLabelKey}, and the prefix must be there. */
export function checkPrefixedLabelKey(key: string): Messages {
  const wrong = checkLabelKey(key);
  if (wrong.length > 0 || key.includes("/")) return wrong;
  return ["must include a prefix (e.g. 'example.com/key')"];
}

function checkName(text: string): Messages {
  if (text !== "" && text.length <= LABEL_LIMIT && name.test(text)) return VALID;
  const length = text === "" ? [EMPTY] : checkLength(text, LABEL_LIMIT, "bytes");
  const shape = name.test(text) ? VALID : name.messages;
  return [...length, ...shape].map((message) => `name part ${message}`);
}

/** The reference counts a label's length in bytes where it counts that of a name in characters. */
function inBytes(message: string): string {
  return message.replace(/ characters$/, " bytes");
}

/** A label's value; may be empty. */
export function checkLabelValue(text: string): Messages {
  if (text.length <= LABEL_LIMIT && value.test(text)) return VALID;
  const length = checkLength(text, LABEL_LIMIT, "bytes");
  return value.test(text) ? length : [...length, ...value.messages];
}
