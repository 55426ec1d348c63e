/**
 * Who owns the fields of an object after a write that is no apply.
 *
 * @module
 */

import type { JsonObject } from "../../toolkit/codec/mod.ts";
import { capUpdateManagers } from "./cap.ts";
import type { Changes } from "./compare.ts";
import type { FieldSet } from "./field_set.ts";
import { FieldsError } from "./fields_error.ts";
import {
  entriesOf,
  isReset,
  managerKey,
  type ManagerName,
  type Managers,
  readManagers,
  setFields,
  withEntries,
  withoutEntries,
  writeManagers,
} from "./managers.ts";
import type { MergeType } from "./merge_type.ts";
import { type OtherVersions, Versions } from "./other_versions.ts";
import { type OwnershipPolicy, SPECIFIED } from "./policy.ts";
import { reconcileFields } from "./reconcile.ts";
import { sureToBeTooLarge } from "./stored_size.ts";
import { UNTRACKED } from "./untracked.ts";
import { equalJson, isObject } from "../../toolkit/values/json.ts";

/** A write, and who makes it. */
export interface TrackOptions {
  /** The type of the object in `apiVersion`. */
  readonly schema: MergeType;
  /** The object as it is stored, in `apiVersion`; absent when it is to be created. */
  readonly live?: JsonObject | undefined;
  /** The `fieldManager` of the request, or what stands for it. "" is `unknown`. */
  readonly manager: string;
  /** The version of the request: `apps/v1`. */
  readonly apiVersion: string;
  /** The subresource that is written. Default: none. */
  readonly subresource?: string | undefined;
  /** The time of the write, as the API writes times: `2026-01-02T03:04:05Z`. Undefined where none is noted. */
  readonly now: string | undefined;
  /** What this endpoint resets, and so can't give away: `status`, with all that is below. */
  readonly skip?: FieldSet | undefined;
  /** The other versions of the kind. Without them, entries in other versions are dropped. */
  readonly versions?: OtherVersions | undefined;
  /** What is done where the specification and the reference part. Default: {@link SPECIFIED}. */
  readonly policy?: OwnershipPolicy | undefined;
  /**
   * Bytes that the object may have as it is stored, managed fields included. What is sure to have
   * more, in the version in which it is written, is refused to an apply, and any other write leaves it
   * without managed fields. Default: what the store takes.
   */
  readonly limitBytes?: number | undefined;
}

/** A write that is no apply. */
export interface TrackUpdateOptions extends TrackOptions {
  /** The object as it is to be stored, in `apiVersion`. */
  readonly updated: JsonObject;
}

/**
 * The object with its new `metadata.managedFields`: what was changed or added belongs to `manager`
 * alone, what was removed to nobody. Where nothing changed they are what they were, so that a write
 * without effect can be told. Entries that the request carries count when they are valid; some
 * forget all owners first, as the policy has it. Objects are left as they are, and an object without metadata too. What
 * could not be stored with the fields that are new to `manager` has no managed fields.
 */
export function trackUpdate(options: TrackUpdateOptions): JsonObject {
  const { live, updated, policy = SPECIFIED } = options;
  if (!isObject(updated.metadata)) return updated;
  const start = startOf(options, policy);
  // Owners that were not known are not invented: the first apply will.
  const begins = live === undefined || start.reset && policy.reset === "begin";
  if (start.managers.size === 0 && !begins) {
    return withoutEntries(updated);
  }
  try {
    const after = withoutEntries(updated);
    if (sureToBeTooLarge(options, after, beforeOf(options)) !== undefined) return after;
    const changed = update(options, after, start.managers);
    return withEntries(updated, changed ? writeManagers(start.managers) : start.entries);
  } catch (error) {
    // A list whose elements can't be told apart: the object is for validation to refuse, and what is
    // not known of its owners is not kept.
    if (error instanceof FieldsError) return withoutEntries(updated);
    throw error;
  }
}

interface Start {
  readonly managers: Managers;
  /** The list that the managers are written as, if nothing changes. */
  readonly entries: unknown;
  readonly reset: boolean;
}

/** The owners before the write: those that it brings along, or those of the stored object. */
function startOf(
  { live, updated, subresource }: TrackUpdateOptions,
  { reset }: OwnershipPolicy,
): Start {
  const stored = entriesOf(live), sent = entriesOf(updated);
  if (!subresource) {
    if (isReset(sent) || reset === "stop" && Array.isArray(sent) && sent.length === 0) {
      return { managers: new Map(), entries: undefined, reset: true };
    }
    // To the specification an empty list is what clients send that do not know of owners.
    const brought = Array.isArray(sent) && sent.length > 0 && !equalJson(sent, stored)
      ? tryRead(sent, "sent")
      : undefined;
    if (brought !== undefined) {
      return { managers: brought, entries: writeManagers(brought), reset: false };
    }
  }
  return { managers: tryRead(stored, "stored") ?? new Map(), entries: stored, reset: false };
}

function tryRead(entries: unknown, source: "stored" | "sent"): Managers | undefined {
  try {
    return readManagers(entries, source);
  } catch (error) {
    if (error instanceof FieldsError) return undefined;
    throw error;
  }
}

/** The object before the write, without its managed fields; of a new one, what all have. */
function beforeOf({ schema, live }: TrackOptions): JsonObject {
  return live === undefined ? schema.map?.empty ?? {} : withoutEntries(live);
}

/** Changes `managers` to what they are after the write; returns false when they stay. */
export function update(options: TrackOptions, after: JsonObject, managers: Managers): boolean {
  const { schema, apiVersion, skip } = options;
  const versions = new Versions(apiVersion, schema, options.versions);
  const changesIn = versions.compare(beforeOf(options), after, skip);
  let changed = takeFrom(managers, versions, changesIn);
  const own = changesIn(apiVersion)?.changed.difference(UNTRACKED);
  if (own !== undefined && !own.isEmpty) {
    const name: ManagerName = {
      manager: options.manager || "unknown",
      operation: "Update",
      apiVersion,
      subresource: options.subresource ?? "",
    };
    const key = managerKey(name);
    const last = managers.get(key);
    const fields = last?.fields.union(own) ?? own;
    managers.set(key, { ...name, time: options.now ?? last?.time, fields, entry: undefined });
    changed = true;
  }
  capUpdateManagers(managers);
  return changed;
}

/** Takes what changed from all managers. */
function takeFrom(
  managers: Managers,
  versions: Versions,
  changesIn: (apiVersion: string) => Changes | undefined,
): boolean {
  let changed = false;
  for (const [key, manager] of [...managers]) {
    const schema = versions.schemaOf(manager.apiVersion);
    const changes = changesIn(manager.apiVersion);
    if (schema === undefined || changes === undefined) {
      managers.delete(key);
      changed = true;
      continue;
    }
    const fields = reconcileFields(schema, manager.fields)
      .difference(changes.changed)
      .difference(changes.removed);
    if (fields === manager.fields && !fields.isEmpty) continue;
    setFields(managers, key, fields);
    changed = true;
  }
  return changed;
}
