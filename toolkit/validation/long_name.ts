/**
 * Names as newer rules have them: what a generated name begins with is not judged by itself.
 *
 * @module
 */

import { checkLongName, type NameCheck } from "./dns.ts";
import { checkPathSegmentPrefix } from "./formats.ts";

/** Names that are a subdomain, of kinds with such rules. */
export const checkNameIsLongName: NameCheck = (name, options) =>
  options?.prefix ? checkPathSegmentPrefix(name) : checkLongName(name);
