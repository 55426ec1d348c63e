/**
 * Server-side apply: merges what somebody wants of an object into it, and keeps who wants what.
 *
 * @module
 */

import type { JsonObject } from "../../toolkit/codec/mod.ts";
import { badRequest, StatusError } from "../../toolkit/errors/mod.ts";
import { parseApiVersion } from "../../toolkit/schema/mod.ts";
import { type Conflict, conflictError } from "./conflicts.ts";
import type { Changes } from "./compare.ts";
import { FieldsError } from "./fields_error.ts";
import { fieldsOf } from "./fields_of.ts";
import { CLIENT_APPLIER, fieldsOfLastApplied, updateLastApplied } from "./last_applied.ts";
import {
  entriesOf,
  keyOf,
  type Manager,
  type ManagerName,
  type Managers,
  readManagers,
  setFields,
  withEntries,
  withoutEntries,
  writeManagers,
} from "./managers.ts";
import { mergeObjects } from "./merge.ts";
import { Versions } from "./other_versions.ts";
import { prune, type UnownedFields } from "./prune.ts";
import { reconcileFields } from "./reconcile.ts";
import { update, type WriteOptions } from "./track_update.ts";
import { UNTRACKED } from "./untracked.ts";
import { validateObject } from "./validate.ts";
import { equalValues, isObject } from "./value.ts";

/** An apply. */
export interface ApplyPatchOptions extends WriteOptions {
  /** The kind that the request is about. */
  readonly kind: string;
  /** What is applied, as it was sent: it sets no more than it names. */
  readonly applied: JsonObject;
  /** Whether to take the fields of others. */
  readonly force: boolean;
  /**
   * Brings the result into the form in which it is stored, defaults included, so that another
   * spelling of a value is no change and no conflict. Default: it is stored as it is.
   */
  readonly canonical?: ((object: JsonObject) => JsonObject) | undefined;
  /** What becomes of fields that nobody applies any more. Default: `keep`. */
  readonly unownedFields?: UnownedFields | undefined;
}

/** What an apply comes to. */
export interface Applied {
  /** The object with its new `metadata.managedFields`; the stored one itself if nothing changed. */
  readonly object: JsonObject;
  /** Whether there is something to store. */
  readonly changed: boolean;
}

/**
 * Applies. Throws a {@link StatusError}: 400 for what is not of this kind or carries owners, 409 for
 * fields that others own and want otherwise, and 500 (as the reference has it) for what does not fit
 * the type.
 */
export function applyPatch(options: ApplyPatchOptions): Applied {
  checkApplied(options);
  try {
    return apply(options);
  } catch (error) {
    if (!(error instanceof FieldsError)) throw error;
    throw failure(`failed to create typed live object (${subjectOf(options)})`, error);
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

function apply(options: ApplyPatchOptions): Applied {
  const live = options.live === undefined
    ? options.schema.map?.empty ?? {}
    : withoutEntries(options.live);
  const stored = entriesOf(options.live);
  const managers = readManagers(stored, "stored");
  if (managers.size === 0 && options.live !== undefined) adopt(options, live, managers);

  const result = applyWithoutConflict(options, live, managers);
  const object = options.manager === CLIENT_APPLIER
    ? updateLastApplied(result.object, options.applied)
    : result.object;
  const sameOwners = sameEntries(result.managers, managers);
  const same = object === live || equalValues(object, live);
  if (same && sameOwners && managers.size > 0 && options.live !== undefined) {
    return { object: options.live, changed: false };
  }
  return { object: withEntries(object, writeManagers(result.managers)), changed: true };
}

/** What an object was before anybody was tracked belongs to one manager. */
function adopt(options: ApplyPatchOptions, live: JsonObject, managers: Managers): void {
  update({ ...options, live: undefined, manager: "before-first-apply" }, live, managers);
}

function sameEntries(managers: Managers, before: Managers): boolean {
  if (managers.size !== before.size) return false;
  for (const [key, manager] of managers) {
    if (before.get(key) !== manager || manager.entry === undefined) return false;
  }
  return true;
}

interface Result {
  readonly object: JsonObject;
  readonly managers: Managers;
}

/** Applies, by force where only client-side apply of the same fields is in the way. */
function applyWithoutConflict(
  options: ApplyPatchOptions,
  live: JsonObject,
  managers: Managers,
): Result {
  const attempt = applyOnce(options, live, managers, options.force);
  if ("object" in attempt) return attempt;
  let conflicts = attempt.conflicts;
  if (options.manager === CLIENT_APPLIER) {
    const allowed = fieldsOfLastApplied(options.schema, live, options.apiVersion);
    conflicts = conflicts
      .map(({ manager, fields }) => ({ manager, fields: fields.difference(allowed) }))
      .filter(({ fields }) => !fields.isEmpty);
    if (conflicts.length === 0) {
      const forced = applyOnce(options, live, managers, true);
      if ("object" in forced) return forced;
    }
  }
  throw conflictError(conflicts);
}

/** Leaves `before` as it is. */
function applyOnce(
  options: ApplyPatchOptions,
  live: JsonObject,
  before: Managers,
  force: boolean,
): Result | { readonly conflicts: Conflict[] } {
  const { schema, applied, apiVersion, skip } = options;
  const versions = new Versions(apiVersion, schema, options.versions);
  const managers = reconciled(versions, before);
  const name: ManagerName = {
    manager: options.manager || "unknown",
    operation: "Apply",
    apiVersion,
    subresource: options.subresource ?? "",
  };
  const key = keyOf(name);
  const last = managers.get(key);
  const all = fieldsOf(schema, applied);
  const fields = skip === undefined ? all : all.recursiveDifference(skip);
  const applier: Manager = { ...name, time: last?.time, fields, entry: undefined };
  managers.set(key, applier);

  const merged = mergeObjects(schema, live, applied);
  const pruned = prune(
    versions,
    merged,
    managers,
    applier,
    last,
    options.unownedFields ?? "keep",
  );
  const object = options.canonical?.(pruned) ?? pruned;
  const same = equalValues(live, object);
  if (!same) {
    const conflicts = takeChanged(
      managers,
      key,
      changesOf(versions, options, live, pruned, object),
    );
    if (conflicts.length > 0 && !force) return { conflicts };
  }
  for (const [key, { fields }] of [...managers]) if (fields.isEmpty) managers.delete(key);
  setApplier(managers, key, applier, last, same ? undefined : options.now, options.now);
  return { object: same ? live : object, managers };
}

/** The managers in terms of the schema as it is; those of versions that are no more are left out. */
function reconciled(versions: Versions, managers: Managers): Managers {
  const result: Managers = new Map();
  for (const [key, manager] of managers) {
    const schema = versions.schemaOf(manager.apiVersion);
    if (schema === undefined) continue;
    result.set(key, manager);
    setFields(result, key, reconcileFields(schema, manager.fields));
  }
  return result;
}

/**
 * What an apply changes, in each version. A field that is only spelled in another way is not
 * changed; one that is set to null is changed even where that leaves it out.
 */
function changesOf(
  versions: Versions,
  { apiVersion, skip }: ApplyPatchOptions,
  live: JsonObject,
  pruned: JsonObject,
  object: JsonObject,
): (apiVersion: string) => Changes | undefined {
  const changesIn = versions.compare(live, object, skip);
  if (object === pruned) return changesIn;
  const asApplied = versions.compare(live, pruned, skip)(apiVersion);
  const asStored = changesIn(apiVersion);
  if (asApplied === undefined || asStored === undefined) return changesIn;
  const changes: Changes = {
    changed: asApplied.changed.intersection(asStored.changed.union(asStored.removed)),
    removed: asApplied.removed,
  };
  return (version) => version === apiVersion ? changes : changesIn(version);
}

/** Takes what changed from all managers but the applier, and says what was taken from whom. */
function takeChanged(
  managers: Managers,
  applier: string,
  changesIn: (apiVersion: string) => Changes | undefined,
): Conflict[] {
  const conflicts: Conflict[] = [];
  for (const [key, manager] of [...managers]) {
    if (key === applier) continue;
    const changes = changesIn(manager.apiVersion);
    if (changes === undefined) continue;
    const fields = manager.fields.intersection(changes.changed);
    if (!fields.isEmpty) conflicts.push({ manager, fields });
    setFields(managers, key, manager.fields.difference(fields).difference(changes.removed));
  }
  return conflicts;
}

/** The applier's entry: its time moves with what it changes, of the object or of what it owns. */
function setApplier(
  managers: Managers,
  key: string,
  applier: Manager,
  last: Manager | undefined,
  changedAt: string | undefined,
  now: string,
): void {
  const fields = applier.fields.difference(UNTRACKED);
  if (fields.isEmpty) {
    managers.delete(key);
    return;
  }
  const sameFields = last !== undefined && last.apiVersion === applier.apiVersion &&
    last.fields.equals(fields);
  if (sameFields && changedAt === undefined) managers.set(key, last);
  else managers.set(key, { ...applier, fields, time: now });
}
