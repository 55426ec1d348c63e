/**
 * Names out of the domain name system, which are what most objects are named by.
 *
 * @module
 */

import { both, checkLength, type Messages, pattern, VALID } from "./messages.ts";

/** The most characters of one label. */
export const DNS_LABEL_LIMIT = 63;
/** The most characters of a whole name. */
export const DNS_NAME_LIMIT = 253;

const LABEL = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
const SUBDOMAIN = `${LABEL}(\\.${LABEL})*`;
const UNDERSCORE_LABEL = "_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?";

const label = pattern(
  LABEL,
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', " +
    "and must start and end with an alphanumeric character",
  "my-name",
  "123-abc",
);
const subdomain = pattern(
  SUBDOMAIN,
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', " +
    "and must start and end with an alphanumeric character",
  "example.com",
);
const underscoreSubdomain = pattern(
  `${UNDERSCORE_LABEL}(\\.${UNDERSCORE_LABEL})*`,
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' " +
    "or '.', and must start and end with an alphanumeric character",
  "example.com",
);
const label1035 = pattern(
  "[a-z]([-a-z0-9]*[a-z0-9])?",
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an " +
    "alphabetic character, and end with an alphanumeric character",
  "my-name",
  "abc-123",
);
const wildcard = pattern(
  `\\*\\.${SUBDOMAIN}`,
  "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which " +
    "must consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric " +
    "character",
  "*.example.com",
);

/** A label as of RFC 1123: `my-name`. */
export function checkDns1123Label(text: string): Messages {
  const tooLong = checkLength(text, DNS_LABEL_LIMIT);
  if (label.test(text)) return tooLong;
  return both(tooLong, subdomain.test(text) ? ["must not contain dots"] : label.messages);
}

/** Labels with dots between them: `my-name.example.com`. */
export function checkDns1123Subdomain(text: string): Messages {
  const tooLong = checkLength(text, DNS_NAME_LIMIT);
  return both(tooLong, subdomain.test(text) ? VALID : subdomain.messages);
}

/** As {@link checkDns1123Subdomain}, with underscores allowed: `_sip._tcp.example.com`. */
export function checkDns1123SubdomainWithUnderscore(text: string): Messages {
  const tooLong = checkLength(text, DNS_NAME_LIMIT);
  return both(tooLong, underscoreSubdomain.test(text) ? VALID : underscoreSubdomain.messages);
}

/** A label as of RFC 1035, which starts with a letter. */
export function checkDns1035Label(text: string): Messages {
  const tooLong = checkLength(text, DNS_LABEL_LIMIT);
  return both(tooLong, label1035.test(text) ? VALID : label1035.messages);
}

/** A star and a subdomain: `*.example.com`. */
export function checkWildcardDns1123Subdomain(text: string): Messages {
  const tooLong = checkLength(text, DNS_NAME_LIMIT);
  return both(tooLong, wildcard.test(text) ? VALID : wildcard.messages);
}

/** The rules for the name of a kind: `prefix` means that a random end is still to be added. */
export type NameCheck = (name: string, options?: { prefix?: boolean }) => Messages;

/** Names that are a subdomain: most kinds. */
export const checkNameIsSubdomain: NameCheck = (name, options) =>
  checkDns1123Subdomain(options?.prefix ? withoutOpenEnd(name) : name);

/** Names that are a label: namespaces, services' ports. */
export const checkNameIsLabel: NameCheck = (name, options) =>
  checkDns1123Label(options?.prefix ? withoutOpenEnd(name) : name);

/** Names that are a label which starts with a letter: services. */
export const checkNameIsLabel1035: NameCheck = (name, options) =>
  checkDns1035Label(options?.prefix ? withoutOpenEnd(name) : name);

/** What a prefix ends in is not the name's end: a dash there is allowed. */
function withoutOpenEnd(prefix: string): string {
  return prefix.length > 1 && prefix.endsWith("-") ? `${prefix.slice(0, -2)}a` : prefix;
}
