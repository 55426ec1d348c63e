/**
 * Checks what callers hand to a store, alike for every backend.
 *
 * @module
 */

import { Conflict, InvalidRequest, TooLarge } from "./errors.ts";
import { keyBytes } from "./keys.ts";
import { MAX_COMMIT_BYTES, MAX_COMMIT_OPS, MAX_KEY_BYTES, MAX_VALUE_BYTES } from "./limits.ts";
import type { Op, RangeOptions } from "./store.ts";

/** Throws unless `key` can be one. */
export function checkKey(key: string): void {
  if (key === "") throw new InvalidRequest("a key must not be empty");
  checkText(key, "a key");
}

/** Throws unless `prefix` can start a key; an empty one covers all keys. */
export function checkPrefix(prefix: string): void {
  checkText(prefix, "a prefix");
}

/** Whether {@link checkPrefix} lets a text pass. */
export function isPrefix(text: string): boolean {
  return text.isWellFormed() && keyBytes(text) <= MAX_KEY_BYTES;
}

function checkText(text: string, what: string): void {
  // Three bytes a unit at most: what is short enough by that measure needs no exact one.
  if (text.length * 3 > MAX_KEY_BYTES) {
    const bytes = keyBytes(text);
    if (bytes > MAX_KEY_BYTES) {
      throw new TooLarge(`the size of ${what} in bytes`, bytes, MAX_KEY_BYTES);
    }
  }
  if (!text.isWellFormed()) {
    throw new InvalidRequest(`${what} must be well-formed text, and holds half a surrogate pair`);
  }
}

/** Throws unless `revision` is a whole number from 0. */
export function checkRevision(revision: number, what: string): void {
  if (!Number.isSafeInteger(revision) || revision < 0) {
    throw new InvalidRequest(`${what} must be a whole number from 0, not ${revision}`);
  }
}

/** The least revision that a commit may ask for: no store ever makes as many commits as are above it. */
export const MAX_MIN_REVISION = 2 ** 52;

/** Throws unless `minRevision` leaves room for the revisions after it. */
export function checkMinRevision(minRevision: number | undefined): void {
  if (minRevision === undefined) return;
  checkRevision(minRevision, "the least revision of a commit");
  if (minRevision > MAX_MIN_REVISION) {
    throw new InvalidRequest(`the least revision of a commit must not be over ${MAX_MIN_REVISION}`);
  }
}

/** Throws unless the options of a range make sense. */
export function checkRange(prefix: string, options: RangeOptions): void {
  checkPrefix(prefix);
  if (options.after !== undefined) checkPrefix(options.after);
  if (options.at !== undefined) checkRevision(options.at, "a revision to read at");
  for (const limit of [options.limit, options.limitBytes]) {
    if (limit !== undefined && !(Number.isSafeInteger(limit) && limit > 0)) {
      throw new InvalidRequest(`a limit must be a whole number from 1, not ${limit}`);
    }
  }
}

/** Throws unless `ops` can be committed; returns the bytes of their values. */
export function checkOps(ops: readonly Op[]): number {
  if (ops.length > MAX_COMMIT_OPS) {
    throw new TooLarge("the number of operations of a commit", ops.length, MAX_COMMIT_OPS);
  }
  let bytes = 0;
  for (const op of ops) {
    checkKey(op.key);
    if (op.revision !== undefined) checkRevision(op.revision, "the revision a key must have");
    if (op.type === "put") {
      if (op.value.length > MAX_VALUE_BYTES) {
        throw new TooLarge("the size of a value in bytes", op.value.length, MAX_VALUE_BYTES);
      }
      bytes += op.value.length;
    }
  }
  if (bytes > MAX_COMMIT_BYTES) {
    throw new TooLarge("the size of a commit in bytes", bytes, MAX_COMMIT_BYTES);
  }
  if (ops.length > 1) checkDistinct(ops);
  return bytes;
}

function checkDistinct(ops: readonly Op[]): void {
  const keys = new Set<string>();
  for (const { key } of ops) {
    if (keys.has(key)) {
      throw new InvalidRequest(`a commit must not have key ${JSON.stringify(key)} twice`);
    }
    keys.add(key);
  }
}

/** Throws the conflict of an operation whose key is at revision `found` (0: absent), if it is one. */
export function checkPrecondition(op: Op, found: number): void {
  if (op.revision !== undefined && op.revision !== found) {
    throw new Conflict(op.key, op.revision, found);
  }
}
