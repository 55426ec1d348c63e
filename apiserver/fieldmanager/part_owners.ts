/**
 * Who owns a part of an object that is shown as an object of its own, as a scale is.
 *
 * @module
 */

import type { JsonObject } from "../../toolkit/codec/mod.ts";
import type { Path } from "./element.ts";
import { FieldSet } from "./field_set.ts";
import { FieldsError } from "./fields_error.ts";
import { managerKey, type Managers, readManagers, setFields, writeManagers } from "./managers.ts";

/** A part with one field that is owned: the same as one of the whole object. */
export interface OwnedPart {
  /** The version of the part: `autoscaling/v1`. */
  readonly apiVersion: string;
  /** The path to the field in the part. */
  readonly path: Path;
  /** The path to it in the whole object in a version; undefined where that has no such part. */
  pathIn(apiVersion: string): Path | undefined;
}

/** Of the entries of an object those of who owns the part's field, as entries of the part. */
export function entriesOfPart(entries: unknown, part: OwnedPart): JsonObject[] {
  const owners: Managers = new Map();
  const fields = FieldSet.ofPaths(part.path);
  for (const manager of readStored(entries).values()) {
    const path = part.pathIn(manager.apiVersion);
    if (path === undefined || !manager.fields.has(path)) continue;
    const owner = { ...manager, apiVersion: part.apiVersion, fields, entry: undefined };
    owners.set(managerKey(owner), owner);
  }
  return writeManagers(owners);
}

/**
 * The entries of an object once those of its part are `partEntries`: who has lost the field no longer has it, and
 * who has come by it has it in `apiVersion`, without a time.
 */
export function entriesWithPart(
  entries: unknown,
  partEntries: unknown,
  part: OwnedPart,
  apiVersion: string,
): JsonObject[] {
  const managers = readStored(entries);
  const owners = readStored(partEntries);
  const known = new Set<string>();
  for (const [key, manager] of [...managers]) {
    const path = part.pathIn(manager.apiVersion);
    if (path === undefined || !manager.fields.has(path)) continue;
    const ofPart = managerKey({ ...manager, apiVersion: part.apiVersion });
    if (owners.get(ofPart)?.fields.has(part.path)) known.add(ofPart);
    else setFields(managers, key, manager.fields.difference(FieldSet.ofPaths(path)));
  }
  const path = part.pathIn(apiVersion);
  for (const [key, owner] of owners) {
    if (known.has(key) || path === undefined || !owner.fields.has(part.path)) continue;
    const name = { ...owner, apiVersion };
    const last = managers.get(managerKey(name));
    const own = FieldSet.ofPaths(path);
    const fields = last?.fields.union(own) ?? own;
    managers.set(managerKey(name), { ...name, time: last?.time, fields, entry: undefined });
  }
  return writeManagers(managers);
}

/** Entries that can't be read are nobody's. */
function readStored(entries: unknown): Managers {
  try {
    return readManagers(entries, "stored");
  } catch (error) {
    if (error instanceof FieldsError) return new Map();
    throw error;
  }
}
