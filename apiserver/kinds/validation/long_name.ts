/**
 * Names as newer rules have them: what a generated name begins with is not judged by itself.
 *
 * @module
 */

import {
  checkDns1123Subdomain,
  checkPathSegmentPrefix,
  type NameCheck,
} from "../../../toolkit/validation/mod.ts";

/** Names that are a subdomain, of kinds with such rules: their length is told in bytes. */
export const checkNameIsLongName: NameCheck = (name, options) =>
  options?.prefix
    ? checkPathSegmentPrefix(name)
    : checkDns1123Subdomain(name).map((message) =>
      message.replace(/^(must be no more than \d+) characters$/, "$1 bytes")
    );
