/**
 * Who owns which field of an object, as its `managedFields` say. Servers write a field as the steps to
 * it: `f:spec`, `k:{"name":"web"}`, `v:"a"`, `i:0`.
 *
 * @module
 */

import type { KubeObject } from "../kinds/mod.ts";
import { equalJson, isObject, type JsonObject, memberOf } from "../values/json.ts";
import { quoteText } from "../values/quote.ts";

/** Somebody who owns fields of an object. What an entry does not say is "". */
export interface FieldOwner {
  readonly manager: string;
  /** `Apply`, or `Update` for every other way of writing. */
  readonly operation: string;
  /** Through which part of the object it was written; "": the object itself. */
  readonly subresource: string;
  /** The version in which it was written. */
  readonly apiVersion: string;
  /** When the owner's fields changed last, as RFC 3339 has it. */
  readonly time: string;
}

/** Deeper sets of fields are not looked at: servers refuse objects of so many levels. */
const LEVELS_LIMIT = 500;

/** A field of an object as those who own it see it, with what is in it. */
export class OwnedField {
  /** Who owns the field itself, in the order of the entries. */
  readonly owners: FieldOwner[] = [];
  /** By step, elements of lists by their keys in order. */
  readonly parts = new Map<string, OwnedField>();
  /** Whether somebody owns it as a whole: what is in it has no owners of its own. */
  get isWhole(): boolean {
    return this.#isMember && this.parts.size === 0;
  }
  #isMember = false;

  /** Adds what an entry owns. `owner`: undefined where only the shape of the object counts. */
  add(fields: JsonObject, owner: FieldOwner | undefined, level = 0): void {
    const steps = Object.keys(fields);
    if (steps.length === 0 || Object.hasOwn(fields, ".")) {
      this.#isMember = true;
      if (owner !== undefined) this.owners.push(owner);
    }
    if (level === LEVELS_LIMIT) return;
    for (const text of steps) {
      const step = normalStep(text);
      if (step === undefined) continue;
      let part = this.parts.get(step);
      if (part === undefined) this.parts.set(step, part = new OwnedField());
      const inner = fields[text];
      part.add(isObject(inner) ? inner : {}, owner, level + 1);
    }
  }

  /** Who owns the field or something in it, each once. */
  allOwners(found = new Set<FieldOwner>()): Set<FieldOwner> {
    for (const owner of this.owners) found.add(owner);
    for (const part of this.parts.values()) part.allOwners(found);
    return found;
  }
}

/** A step in one spelling; undefined for what is none. */
function normalStep(text: string): string | undefined {
  if (text.startsWith("f:")) return text;
  if (text.startsWith("i:")) return /^i:\d{1,15}$/.test(text) ? text : undefined;
  if (!text.startsWith("k:") && !text.startsWith("v:")) return undefined;
  try {
    const content: unknown = JSON.parse(text.slice(2));
    if (text.startsWith("v:")) return valueStep(content);
    return isObject(content) ? keyStep(content, Object.keys(content)) : undefined;
  } catch {
    return undefined;
  }
}

function valueStep(value: unknown): string {
  return `v:${JSON.stringify(value)}`;
}

function keyStep(element: JsonObject, names: readonly string[]): string {
  const keys = [...names].sort().map((name) => [name, memberOf(element, name)]);
  return `k:${JSON.stringify(Object.fromEntries(keys))}`;
}

/** The fields of an object that are owned; entries that make no sense count as none. */
export function ownedFields(object: KubeObject): OwnedField {
  const root = new OwnedField();
  addOwned(root, object, ownerOf);
  return root;
}

/** Adds the shape of another state of the object: which of its lists have keys, what is whole. */
export function addShape(root: OwnedField, object: KubeObject): void {
  addOwned(root, object, () => undefined);
}

function addOwned(
  root: OwnedField,
  { metadata }: KubeObject,
  owner: (entry: JsonObject) => FieldOwner | undefined,
): void {
  const entries: unknown = metadata?.managedFields;
  for (const entry of Array.isArray(entries) ? entries : []) {
    if (!isObject(entry) || !isObject(entry.fieldsV1)) continue;
    // The object as a whole is no field.
    const { ".": _, ...fields } = entry.fieldsV1;
    if (Object.keys(fields).length > 0) root.add(fields, owner(entry));
  }
}

function ownerOf(entry: JsonObject): FieldOwner {
  const text = (name: string) => typeof entry[name] === "string" ? entry[name] : "";
  return {
    manager: text("manager"),
    operation: text("operation"),
    subresource: text("subresource"),
    apiVersion: text("apiVersion"),
    time: text("time"),
  };
}

/**
 * What is in a value, by the steps to it; undefined: it counts as one, being a scalar, empty, or owned
 * as a whole. A list has parts only where its owners know its elements apart.
 */
export function partsOf(
  value: unknown,
  field: OwnedField | undefined,
): ReadonlyMap<string, unknown> | undefined {
  if (field?.isWhole) return undefined;
  if (Array.isArray(value)) return field && elementsOf(value, field);
  if (!isObject(value)) return undefined;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  if (members.length === 0) return undefined;
  return new Map(members.map(([name, member]) => [`f:${name}`, member]));
}

function elementsOf(list: readonly unknown[], field: OwnedField): Map<string, unknown> | undefined {
  const [first] = field.parts.keys();
  if (first === undefined || list.length === 0) return undefined;
  const step = stepsLike(first);
  const elements = new Map(list.map((element, index) => [step(element, index), element]));
  // Elements that can't be told apart make the list one.
  return elements.size === list.length && !elements.has(NO_STEP) ? elements : undefined;
}

const NO_STEP = "";

/** How the steps to all elements of a list are made, given one of them. */
function stepsLike(step: string): (element: unknown, index: number) => string {
  if (step.startsWith("v:")) {
    return (element) => typeof element === "object" ? NO_STEP : valueStep(element);
  }
  if (!step.startsWith("k:")) return (_, index) => `i:${index}`;
  const names = Object.keys(JSON.parse(step.slice(2)) as object);
  return (element) => isObject(element) ? keyStep(element, names) : NO_STEP;
}

/** A step as servers show it in messages: `.name`, `[name="web"]`, `[="a"]`, `[0]`. */
export function printStep(step: string): string {
  const content = step.slice(2);
  if (step.startsWith("f:")) return `.${content}`;
  if (step.startsWith("i:")) return `[${content}]`;
  const parsed: unknown = JSON.parse(content);
  if (step.startsWith("v:")) return `[=${printScalar(parsed)}]`;
  const keys = Object.entries(parsed as object);
  return `[${keys.map(([name, value]) => `${name}=${printScalar(value)}`).join(",")}]`;
}

function printScalar(value: unknown): string {
  return typeof value === "string" ? quoteText(value) : JSON.stringify(value);
}

/** Whether both are the same owner: the same manager through the same way of writing. */
export function isSameOwner(
  one: Pick<FieldOwner, "manager" | "operation" | "subresource">,
  other: Pick<FieldOwner, "manager" | "operation" | "subresource">,
): boolean {
  return equalJson(
    [one.manager, one.operation, one.subresource],
    [other.manager, other.operation, other.subresource],
  );
}

const OF_THE_SERVER: ReadonlySet<string> = new Set([
  "apiVersion",
  "kind",
  "metadata.creationTimestamp",
  "metadata.generation",
  "metadata.managedFields",
  "metadata.name",
  "metadata.namespace",
  "metadata.resourceVersion",
  "metadata.uid",
]);

/** Whether a field is no manager's: who the object is, or what the server sets by itself at every write. */
export function isOfTheServer(path: string): boolean {
  return OF_THE_SERVER.has(path);
}

/** The path of a field of the object itself, or of one that has a path. */
export function pathOf(parent: string, step: string): string {
  return parent + printStep(step).slice(parent === "" ? 1 : 0);
}
