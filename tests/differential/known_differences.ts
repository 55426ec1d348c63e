/**
 * All differences that are no failure.
 *
 * @module
 */

import { APPLY } from "./known/apply.ts";
import { CUSTOM_RESOURCES } from "./known/custom_resources.ts";
import { KINDS } from "./known/kinds.ts";
import { OPEN } from "./known/open.ts";
import { PROTOCOL } from "./known/protocol.ts";
import { RECORDS } from "./known/records.ts";
import { WORDS } from "./known/words.ts";
import type { KnownDifference } from "./known.ts";

/** The first row that fits counts; a row that no longer occurs fails the test. */
export const KNOWN_DIFFERENCES: readonly KnownDifference[] = [
  ...WORDS,
  ...PROTOCOL,
  ...KINDS,
  ...APPLY,
  ...CUSTOM_RESOURCES,
  ...OPEN,
  ...RECORDS,
];
