/**
 * Server-side apply: merges what somebody wants of an object into it, and keeps who wants what.
 *
 * @module
 */

import type { JsonObject } from "../../toolkit/codec/mod.ts";
import { badRequest, StatusError } from "../../toolkit/errors/mod.ts";
import type { SlicedTask } from "../../toolkit/time_slice.ts";
import { parseApiVersion } from "../../toolkit/schema/mod.ts";
import { applyOnce, type ApplyPatchOptions, type ApplyResult } from "./apply_once.ts";
import { conflictError } from "./conflicts.ts";
import { FieldsError } from "./fields_error.ts";
import { CLIENT_APPLIER, fieldsOfLastApplied, updateLastApplied } from "./last_applied.ts";
import {
  entriesOf,
  type Managers,
  readManagers,
  withEntries,
  withoutEntries,
  writeManagers,
} from "./managers.ts";
import { refuseTooLarge } from "./stored_size.ts";
import { update } from "./track_update.ts";
import { validateObject } from "./validate.ts";
import { equalJson, isObject } from "../../toolkit/values/json.ts";

/** What an apply comes to. */
export interface Applied {
  /** The object with its new `metadata.managedFields`; the stored one itself if nothing changed. */
  readonly object: JsonObject;
  /** Whether there is something to store. */
  readonly changed: boolean;
}

/**
 * Applies. Throws a {@link StatusError}: 400 for what is not of this kind or carries owners, 409 for
 * fields that others own and want otherwise, 413 for more fields than can be stored, and 500 (as the
 * reference has it) for what does not fit the type.
 */
export function* applyPatch(options: ApplyPatchOptions): SlicedTask<Applied> {
  checkApplied(options);
  yield;
  try {
    return yield* apply(options);
  } catch (error) {
    if (!(error instanceof FieldsError)) throw error;
    throw failure(
      `failed to create typed live object (${subjectOf(options)})`,
      located(options, error),
    );
  }
}

function checkApplied(options: ApplyPatchOptions): void {
  const { applied, apiVersion, kind, schema } = options;
  if (applied.apiVersion !== apiVersion || applied.kind !== kind) {
    const found = printKind(textOf(applied.apiVersion), textOf(applied.kind));
    throw badRequest(`invalid object type: ${found}`);
  }
  if ((entriesOf(applied) ?? null) !== null) throw badRequest("metadata.managedFields must be nil");
  try {
    validateObject(schema, applied);
  } catch (error) {
    if (!(error instanceof FieldsError)) throw error;
    throw failure(`failed to create typed patch object (${subjectOf(options)})`, error);
  }
}

/** The same error, with the path to what is wrong with the live object. */
function located({ schema, live }: ApplyPatchOptions, error: FieldsError): FieldsError {
  try {
    validateObject(schema, live ?? {});
  } catch (found) {
    if (found instanceof FieldsError) return found;
  }
  return error;
}

/** The reference tells of what does not fit a type as of a failure of its own. */
function failure(what: string, error: FieldsError): StatusError {
  return new StatusError({
    code: 500,
    reason: "",
    message: `${what}: ${error.message}`,
    cause: error,
  });
}

function subjectOf({ applied, apiVersion, kind }: ApplyPatchOptions): string {
  const metadata = isObject(applied.metadata) ? applied.metadata : {};
  const { namespace, name } = metadata;
  return `${textOf(namespace)}/${textOf(name)}; ${printKind(apiVersion, kind)}`;
}

function printKind(apiVersion: string, kind: string): string {
  const { group, version } = parseApiVersion(apiVersion);
  return `${group}/${version}, Kind=${kind}`;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function* apply(options: ApplyPatchOptions): SlicedTask<Applied> {
  // What the type shares is copied: the result may be changed by whoever gets it.
  const live = options.live === undefined
    ? structuredClone(options.schema.map?.empty ?? {})
    : withoutEntries(options.live);
  const stored = entriesOf(options.live);
  const managers = readManagers(stored, "stored");
  if (managers.size === 0 && options.live !== undefined) adopt(options, live, managers);

  yield;
  const result = yield* applyWithoutConflict(options, live, managers);
  const object = options.manager === CLIENT_APPLIER
    ? updateLastApplied(result.object, options.applied)
    : result.object;
  const same = equalJson(object, live) && sameEntries(result.managers, managers);
  if (same && options.live !== undefined) return { object: options.live, changed: false };
  yield;
  return { object: withEntries(object, writeManagers(result.managers)), changed: true };
}

/** What an object was before anybody was tracked belongs to one manager. */
function adopt(options: ApplyPatchOptions, live: JsonObject, managers: Managers): void {
  const all = { ...options, live: undefined, manager: "before-first-apply" };
  refuseTooLarge(all, live);
  update(all, live, managers);
}

function sameEntries(managers: Managers, before: Managers): boolean {
  if (managers.size !== before.size) return false;
  for (const [key, manager] of managers) {
    if (before.get(key) !== manager || manager.entry === undefined) return false;
  }
  return true;
}

/** Applies, by force where only client-side apply of the same fields is in the way. */
function* applyWithoutConflict(
  options: ApplyPatchOptions,
  live: JsonObject,
  managers: Managers,
): SlicedTask<ApplyResult> {
  const attempt = yield* applyOnce(options, live, managers, options.force);
  if ("object" in attempt) return attempt;
  let conflicts = attempt.conflicts;
  if (options.manager === CLIENT_APPLIER) {
    const allowed = fieldsOfLastApplied(options.schema, live, options.apiVersion);
    conflicts = conflicts
      .map(({ manager, fields }) => ({ manager, fields: fields.difference(allowed) }))
      .filter(({ fields }) => !fields.isEmpty);
    if (conflicts.length === 0) {
      const forced = yield* applyOnce(options, live, managers, true);
      if ("object" in forced) return forced;
    }
  }
  throw conflictError(conflicts);
}
