/**
 * The resourceVersion that a read asks for, and what it means together with the other options: the
 * tables of the specification.
 *
 * @module
 */

import { badRequest, FieldError, FieldPath, invalid } from "../../toolkit/errors/mod.ts";
import type { Dialect } from "../../toolkit/names.ts";
import { NAMES } from "../../toolkit/names.ts";

/** How new what is read must be. */
export type Consistency =
  /** As new as everything acknowledged before the request. */
  | { readonly is: "newest" }
  /** Whatever is at hand. */
  | { readonly is: "any" }
  | { readonly is: "notOlderThan"; readonly revision: number }
  | { readonly is: "exact"; readonly revision: number };

/** Reads a resourceVersion; undefined where there is none. Throws a 400, in the words of Go's parser. */
export function parseRevision(text: string, action = ""): number | undefined {
  if (text === "") return undefined;
  const revision = Number(text);
  if (!/^\d{1,20}$/.test(text)) {
    const value = JSON.stringify(text);
    const why = `strconv.ParseUint: parsing ${value}: invalid syntax`;
    throw badRequest(`${action}resourceVersion: Invalid value: ${value}: ${why}`);
  }
  // No store will ever get there: it only has to be larger than any.
  return Math.min(revision, Number.MAX_SAFE_INTEGER);
}

const NEWEST: Consistency = { is: "newest" };
const ANY: Consistency = { is: "any" };

/** What a get asks for. An exact version is an extension: the reference ignores the match there. */
export function consistencyOfGet(resourceVersion: string, match: string): Consistency {
  const revision = parseRevision(resourceVersion);
  if (match !== "" && match !== "Exact" && match !== "NotOlderThan") {
    throw badRequest(
      `resourceVersionMatch: Unsupported value: ${JSON.stringify(match)}: ` +
        'supported values: "Exact", "NotOlderThan"',
    );
  }
  if (revision === undefined) {
    if (match === "Exact") throw badRequest("resourceVersionMatch Exact needs a resourceVersion");
    return NEWEST;
  }
  if (match === "Exact") {
    if (revision === 0) {
      throw badRequest('resourceVersionMatch Exact is forbidden with version "0"');
    }
    return { is: "exact", revision };
  }
  return revision === 0 ? ANY : { is: "notOlderThan", revision };
}

/** The options of a list that bear on what it reads. */
export interface ListVersionOptions {
  readonly resourceVersion: string;
  readonly resourceVersionMatch: string;
  readonly limit: number;
  readonly continue: string;
}

/** What a list without a continue token asks for. */
export function consistencyOfList(options: ListVersionOptions): Consistency {
  const revision = parseRevision(options.resourceVersion, "invalid resource version: ");
  if (revision === undefined) return NEWEST;
  if (options.resourceVersionMatch === "Exact") return { is: "exact", revision };
  if (revision === 0) return ANY;
  if (options.resourceVersionMatch === "NotOlderThan") return { is: "notOlderThan", revision };
  return options.limit > 0 ? { is: "exact", revision } : { is: "notOlderThan", revision };
}

/** Options of lists and watches that must fit together. */
export interface MatchOptions {
  readonly resourceVersion: string;
  readonly resourceVersionMatch: string;
  readonly continue: string;
  readonly sendInitialEvents: boolean | undefined;
  readonly watch: boolean;
}

/** Throws a 422 for options that contradict one another. */
export function checkMatch(options: MatchOptions, dialect: Dialect): void {
  const errors = options.watch ? watchProblems(options) : listProblems(options);
  if (errors.length > 0) {
    throw invalid({ group: NAMES[dialect].group("meta"), kind: "ListOptions" }, "", errors);
  }
}

const MATCH = FieldPath.of("resourceVersionMatch");
const NO_CONTINUE = "resourceVersionMatch is forbidden when continue is provided";

function listProblems(options: MatchOptions): FieldError[] {
  const { resourceVersionMatch: match, resourceVersion } = options;
  const errors: FieldError[] = [];
  const forbid = (why: string) => errors.push(FieldError.forbidden(MATCH, why));
  if (match !== "") {
    if (resourceVersion === "") {
      forbid("resourceVersionMatch is forbidden unless resourceVersion is provided");
    }
    if (options.continue !== "") forbid(NO_CONTINUE);
    if (match !== "Exact" && match !== "NotOlderThan") {
      errors.push(FieldError.notSupported(MATCH, match, ["Exact", "NotOlderThan", ""]));
    }
    if (match === "Exact" && resourceVersion === "0") {
      forbid('resourceVersionMatch "exact" is forbidden for resourceVersion "0"');
    }
  }
  if (options.sendInitialEvents !== undefined) {
    const path = FieldPath.of("sendInitialEvents");
    errors.push(FieldError.forbidden(path, "sendInitialEvents is forbidden for list"));
  }
  return errors;
}

function watchProblems(options: MatchOptions): FieldError[] {
  const { resourceVersionMatch: match, sendInitialEvents } = options;
  const errors: FieldError[] = [];
  const forbid = (why: string) => errors.push(FieldError.forbidden(MATCH, why));
  if (sendInitialEvents !== undefined && match !== "NotOlderThan") {
    forbid("sendInitialEvents requires setting resourceVersionMatch to NotOlderThan");
  }
  if (match === "") return errors;
  if (sendInitialEvents === undefined) {
    forbid("resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided");
  }
  if (match !== "NotOlderThan") {
    errors.push(FieldError.notSupported(MATCH, match, ["NotOlderThan"]));
  }
  if (options.continue !== "") forbid(NO_CONTINUE);
  return errors;
}
