/**
 * Who owns which fields: the entries of `metadata.managedFields`, in and out.
 *
 * @module
 */

import { compareUtf8, type JsonObject } from "../../toolkit/codec/mod.ts";
import { quoteText } from "../../toolkit/values/mod.ts";
import { FieldSet } from "./field_set.ts";
import type { FieldTree } from "./field_tree.ts";
import { FieldsError } from "./fields_error.ts";
import { isEmptyObject, isObject } from "../../toolkit/values/json.ts";

/** How a manager came to own its fields. */
export type Operation = "Apply" | "Update";

/** What tells managers apart; of an applier, the version does not. */
export interface ManagerName {
  /** Who it is: the `fieldManager` of its requests. */
  readonly manager: string;
  /** What it does. */
  readonly operation: Operation;
  /** The version in which its fields are named: `apps/v1`. */
  readonly apiVersion: string;
  /** The subresource through which it writes, or "". */
  readonly subresource: string;
}

/** A manager and its fields. */
export interface Manager extends ManagerName {
  /** When it last changed something, as the API writes times; undefined where nobody knows. */
  readonly time: string | undefined;
  /** What it owns. */
  readonly fields: FieldSet;
  /** The entry that this was read from, where it says the same. */
  readonly entry: JsonObject | undefined;
}

/** All managers of an object, by {@link managerKey}. A write makes its own. */
export type Managers = Map<string, Manager>;

/** Tells managers apart. */
export function managerKey({ manager, operation, apiVersion, subresource }: ManagerName): string {
  const version = operation === "Apply" ? "" : apiVersion;
  return `${operation}\0${subresource}\0${version}\0${manager}`;
}

const FIELDS_TYPE = "FieldsV1";

/** Where sets come from: what was stored is in normal form. */
export type Source = "stored" | "sent";

/**
 * Reads the entries of an object. Throws {@link FieldsError} when one is none, whatever the others
 * are: half of the owners would be worse than none.
 */
export function readManagers(entries: unknown, source: Source): Managers {
  const managers: Managers = new Map();
  if (entries === undefined || entries === null) return managers;
  if (!Array.isArray(entries)) throw new FieldsError("managedFields must be a list");
  for (const [index, entry] of entries.entries()) {
    const manager = readManager(entry, index, source);
    managers.set(managerKey(manager), manager);
  }
  return managers;
}

function readManager(entry: unknown, index: number, source: Source): Manager {
  if (!isObject(entry)) throw new FieldsError(`managedFields[${index}] must be an object`);
  const { operation, fieldsType } = entry;
  if (operation !== "Apply" && operation !== "Update") {
    throw new FieldsError("operation must be `Apply` or `Update`");
  }
  const apiVersion = textOf(entry, "apiVersion", index);
  if (apiVersion === "") throw new FieldsError("apiVersion must not be empty");
  if (fieldsType !== FIELDS_TYPE) {
    throw new FieldsError(
      fieldsType === undefined || fieldsType === ""
        ? `missing fieldsType in managed fields entry ${index}`
        : `invalid fieldsType ${quoteText(String(fieldsType))} in managed fields entry ${index}`,
    );
  }
  return {
    manager: textOf(entry, "manager", index),
    operation,
    apiVersion,
    subresource: textOf(entry, "subresource", index),
    time: textOf(entry, "time", index) || undefined,
    fields: readFields(entry.fieldsV1, source),
    // What was sent may have members beyond those that are known, or sets in another spelling.
    entry: source === "stored" ? entry : undefined,
  };
}

function textOf(entry: JsonObject, name: string, index: number): string {
  const value = entry[name] ?? "";
  if (typeof value === "string") return value;
  throw new FieldsError(`${name} of managed fields entry ${index} must be a string`);
}

function readFields(fieldsV1: unknown, source: Source): FieldSet {
  if (source === "sent") return FieldSet.parse(fieldsV1 ?? {});
  if (fieldsV1 === undefined || fieldsV1 === null) return FieldSet.EMPTY;
  if (isTree(fieldsV1)) return FieldSet.of(fieldsV1);
  throw new FieldsError("fieldsV1 must be made of objects");
}

/** A look at the shape only: a store that was written by others may hold anything. */
function isTree(value: unknown): value is FieldTree {
  if (!isObject(value)) return false;
  for (const element in value) if (!isTree(value[element])) return false;
  return true;
}

/** The entries of managers, in the order of the reference: appliers first, the oldest first. */
export function writeManagers(managers: Managers): JsonObject[] {
  return [...managers.values()].sort(compareManagers).map(entryOf);
}

function entryOf(manager: Manager): JsonObject {
  return manager.entry ?? {
    ...(manager.manager !== "" && { manager: manager.manager }),
    operation: manager.operation,
    apiVersion: manager.apiVersion,
    ...(manager.time !== undefined && { time: manager.time }),
    fieldsType: FIELDS_TYPE,
    fieldsV1: manager.fields.tree,
    ...(manager.subresource !== "" && { subresource: manager.subresource }),
  };
}

/** The time of who has none. */
export const NO_TIME = "1970-01-01T00:00:00Z";

function compareManagers(left: Manager, right: Manager): number {
  return compareUtf8(left.operation, right.operation) ||
    compareUtf8(left.time ?? NO_TIME, right.time ?? NO_TIME) ||
    compareUtf8(left.manager, right.manager) ||
    compareUtf8(left.apiVersion, right.apiVersion) ||
    compareUtf8(left.subresource, right.subresource);
}

/**
 * The order in which the reference lists managers of one age, and those that are in the way of an
 * apply: that of the names that it gives them, so one with a subresource before one without.
 */
export function compareNames(left: ManagerName, right: ManagerName): number {
  return compareUtf8(left.manager, right.manager) ||
    compareUtf8(left.operation, right.operation) ||
    (left.operation === "Update" ? compareUtf8(left.apiVersion, right.apiVersion) : 0) ||
    Number(left.subresource === "") - Number(right.subresource === "") ||
    compareUtf8(left.subresource, right.subresource);
}

/** Gives a manager another set, or takes it out when it owns nothing. */
export function setFields(managers: Managers, key: string, fields: FieldSet): void {
  const manager = managers.get(key);
  if (manager === undefined) return;
  if (fields.isEmpty) managers.delete(key);
  else if (fields !== manager.fields) managers.set(key, { ...manager, fields, entry: undefined });
}

/** Whether a list of entries asks for all owners to be forgotten: `[{}]`. */
export function isReset(entries: unknown): boolean {
  return Array.isArray(entries) && entries.length === 1 && isObject(entries[0]) &&
    isEmptyObject(entries[0]);
}

/** The entries that an object carries. */
export function entriesOf(object: JsonObject | undefined): unknown {
  return isObject(object?.metadata) ? object.metadata.managedFields : undefined;
}

/** The object without its entries: itself where it has none. */
export function withoutEntries(object: JsonObject): JsonObject {
  if (!isObject(object.metadata) || !("managedFields" in object.metadata)) return object;
  const { managedFields: _, ...metadata } = object.metadata;
  return { ...object, metadata };
}

/** The object with these entries; itself where it carries that very list. */
export function withEntries(object: JsonObject, entries: unknown): JsonObject {
  if (!isObject(object.metadata) || object.metadata.managedFields === entries) return object;
  if (!Array.isArray(entries) || entries.length === 0) return withoutEntries(object);
  return { ...object, metadata: { ...object.metadata, managedFields: entries } };
}
