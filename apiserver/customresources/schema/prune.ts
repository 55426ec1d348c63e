/**
 * Drops what a schema doesn't know, and nulls where there may be none.
 *
 * @module
 */

import { addAll } from "../../../toolkit/add_all.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { isObject } from "../../../toolkit/values/json.ts";
import { SchemaNode } from "./node.ts";
import { elementPlace, fieldPlace } from "./place.ts";

/** The fields that every object of the API has, and no schema has to name. */
const OBJECT_FIELDS: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata"]);

/** Drops unknown fields of a whole object; `dropped` gets their places, in order. */
export function pruneObject(object: JsonObject, node: SchemaNode, dropped?: string[]): void {
  const places: string[] | undefined = dropped && [];
  new Pruner(places).object(object, node, "", true);
  if (places !== undefined && dropped !== undefined) addAll(dropped, places.sort());
}

/** Drops unknown fields of a value somewhere in an object. */
export function pruneValue(value: unknown, node: SchemaNode): void {
  new Pruner(undefined).value(value, node, "");
}

class Pruner {
  readonly #dropped: string[] | undefined;

  constructor(dropped: string[] | undefined) {
    this.#dropped = dropped;
  }

  /** `node` undefined: nothing is known, and no object's field stays. */
  value(value: unknown, node: SchemaNode | undefined, place: string): void {
    if (Array.isArray(value)) {
      if (node?.preserves === true) return this.#preserved(value, node, place);
      for (const [index, element] of value.entries()) {
        if (!isContainer(element)) continue;
        this.value(element, node?.items, this.#element(place, index));
      }
    } else if (isObject(value)) {
      if (node === undefined) this.#clear(value, place);
      else this.object(value, node, place, node.isEmbedded);
    }
  }

  /** `isWhole`: the object has the fields of every object of the API. */
  object(object: JsonObject, node: SchemaNode, place: string, isWhole: boolean): void {
    for (const name of Object.keys(object)) {
      if (isWhole && OBJECT_FIELDS.has(name)) continue;
      const property = node.properties.get(name);
      if (property !== undefined || node.rest !== undefined) {
        const value = object[name];
        if (!isContainer(value)) continue;
        const known = property ?? (node.rest instanceof SchemaNode ? node.rest : undefined);
        this.value(value, known, this.#field(place, name));
      } else if (!node.preserves) this.#drop(object, name, place);
    }
  }

  /** Lists whose elements may have fields that nobody knows: only their known fields are looked at. */
  #preserved(list: readonly unknown[], node: SchemaNode, place: string): void {
    const { items } = node;
    if (items === undefined) return;
    for (const [index, element] of list.entries()) {
      const at = this.#element(place, index);
      if (Array.isArray(element)) this.#preserved(element, items, at);
      else if (isObject(element)) this.#known(element, items, at);
    }
  }

  #known(object: JsonObject, node: SchemaNode, place: string): void {
    for (const name of Object.keys(object)) {
      if (node.isEmbedded && OBJECT_FIELDS.has(name)) continue;
      const property = node.properties.get(name);
      if (property === undefined && node.rest === undefined) continue;
      const known = property ?? (node.rest instanceof SchemaNode ? node.rest : undefined);
      this.value(object[name], known, this.#field(place, name));
    }
  }

  #clear(object: JsonObject, place: string): void {
    for (const name of Object.keys(object)) this.#drop(object, name, place);
  }

  #drop(object: JsonObject, name: string, place: string): void {
    delete object[name];
    this.#dropped?.push(fieldPlace(place, name));
  }

  // Places are put together only for those who ask.
  #field(place: string, name: string): string {
    return this.#dropped === undefined ? place : fieldPlace(place, name);
  }

  #element(place: string, index: number): string {
    return this.#dropped === undefined ? place : elementPlace(place, index);
  }
}

/** What becomes of null where the schema wants a value. */
export interface NullOptions {
  /** It stays where the value's type is said, for validation to refuse it. Default: it goes. */
  readonly refusesNull?: boolean;
}

/** Drops null in a field, and below it, where there may be none, and nothing that takes its place. */
export function dropNull(
  object: JsonObject,
  name: string,
  node: SchemaNode | undefined,
  options: NullOptions,
): void {
  const value = object[name];
  if (value !== null && !isContainer(value)) return;
  const field = node?.field(name);
  if (value !== null) return dropNulls(value, field, options);
  if (field === undefined || field.nullable || field.default !== undefined) return;
  const isRefused = field.type !== "" || field.isIntOrString;
  if (!(options.refusesNull === true && isRefused)) delete object[name];
}

function dropNulls(value: unknown, node: SchemaNode | undefined, options: NullOptions): void {
  if (Array.isArray(value)) {
    for (const element of value) if (isContainer(element)) dropNulls(element, node?.items, options);
  } else if (isObject(value)) {
    for (const name of Object.keys(value)) dropNull(value, name, node, options);
  }
}

function isContainer(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}
