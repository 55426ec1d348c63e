/**
 * One try at an apply.
 *
 * @module
 */

import type { JsonObject } from "../../toolkit/codec/mod.ts";
import type { SlicedTask } from "../../toolkit/time_slice.ts";
import type { Changes } from "./compare.ts";
import type { Conflict } from "./conflicts.ts";
import { fieldsOf } from "./fields_of.ts";
import { PathElementCache } from "./path_element_cache.ts";
import {
  type Manager,
  managerKey,
  type ManagerName,
  type Managers,
  setFields,
} from "./managers.ts";
import { mergeObjects } from "./merge.ts";
import { Versions } from "./other_versions.ts";
import { SPECIFIED } from "./policy.ts";
import { prune } from "./prune.ts";
import { reconcileFields } from "./reconcile.ts";
import { refuseTooLarge } from "./stored_size.ts";
import type { TrackOptions } from "./track_update.ts";
import { UNTRACKED } from "./untracked.ts";
import { equalJson } from "../../toolkit/values/json.ts";

/** An apply. */
export interface ApplyPatchOptions extends TrackOptions {
  /** The kind that the request is about. */
  readonly kind: string;
  /** What is applied, as it was sent: it sets no more than it names. */
  readonly applied: JsonObject;
  /** Whether to take the fields of others. */
  readonly force: boolean;
  /**
   * Brings the result into the form in which it is stored, defaults included. Default: it is stored
   * as it is.
   */
  readonly canonical?: ((object: JsonObject) => JsonObject) | undefined;
}

/** What an apply makes of an object and its managers. */
export interface ApplyResult {
  /** The live object itself where it stays as it is. */
  readonly object: JsonObject;
  readonly managers: Managers;
}

/**
 * Merges what is applied into the live object, takes out what the applier applied last time and
 * nobody owns now, and gives the applier what it applies: by force from others as well, or else the
 * conflicts are the result. `before` is left as it is.
 */
export function* applyOnce(
  options: ApplyPatchOptions,
  live: JsonObject,
  before: Managers,
  force: boolean,
): SlicedTask<ApplyResult | { readonly conflicts: Conflict[] }> {
  const { schema, applied, apiVersion, skip, policy = SPECIFIED } = options;
  const versions = new Versions(apiVersion, schema, options.versions);
  refuseTooLarge(options, applied);
  yield;
  const managers = reconciled(versions, before);
  yield;
  const name: ManagerName = {
    manager: options.manager || "unknown",
    operation: "Apply",
    apiVersion,
    subresource: options.subresource ?? "",
  };
  const key = managerKey(name);
  const last = managers.get(key);
  const steps = new PathElementCache();
  const all = fieldsOf(schema, applied, { steps });
  const fields = skip === undefined ? all : all.recursiveDifference(skip);
  const applier: Manager = { ...name, time: last?.time, fields, entry: undefined };
  managers.set(key, applier);
  yield;

  const merged = mergeObjects(schema, live, applied, steps);
  yield;
  const pruned = prune(
    versions,
    merged,
    managers,
    applier,
    last,
    { unowned: policy.unownedFields, steps },
  );
  yield;
  const object = options.canonical?.(pruned) ?? pruned;
  yield;
  // Nothing but spellings and defaults tells these two apart.
  const same = equalJson(live, policy.spellingsAreAlike ? object : pruned);
  if (!same) {
    const changes = policy.spellingsAreAlike
      ? changesOf(versions, options, live, pruned, object)
      : versions.compare(live, pruned, skip);
    const conflicts = takeChanged(managers, key, changes);
    yield;
    if (conflicts.length > 0 && !force) return { conflicts };
  }
  for (const [each, { fields }] of [...managers]) if (fields.isEmpty) managers.delete(each);
  const time = same && !policy.claimsMoveTimes ? last?.time : options.now ?? last?.time;
  setApplier(managers, { ...applier, time }, last, !same);
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
  if (equalJson(object, pruned)) return changesIn;
  const asApplied = versions.compare(live, pruned, skip)(apiVersion);
  const asStored = changesIn(apiVersion);
  if (asApplied === undefined || asStored === undefined) return changesIn;
  const changes: Changes = {
    changed: asApplied.changed.intersection(asStored.changed)
      .union(asApplied.changed.intersection(asStored.removed)),
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

/** The applier's entry: the last one where neither the object nor what it owns changes. */
function setApplier(
  managers: Managers,
  applier: Manager,
  last: Manager | undefined,
  changed: boolean,
): void {
  const key = managerKey(applier);
  const fields = applier.fields.difference(UNTRACKED);
  if (fields.isEmpty) {
    managers.delete(key);
    return;
  }
  const same = !changed && last !== undefined && last.apiVersion === applier.apiVersion &&
    last.fields.equals(fields);
  managers.set(key, same ? last : { ...applier, fields });
}
