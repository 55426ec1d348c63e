/**
 * Values paired with the ones that they replace.
 *
 * @module
 */

import { equalJson } from "../../../toolkit/values/json.ts";
import type { ErrorCollector } from "./error_collector.ts";
import { isObject } from "../../../toolkit/values/json.ts";
import { keysOf, type OldElements } from "./old_elements.ts";
import type { SchemaNode } from "./node.ts";
import type { Check } from "./value_check.ts";

/**
 * A value of an update paired with the old value that it replaces, for validation ratcheting: what
 * an update leaves unchanged may stay invalid. Fields are paired by name, elements only in lists of
 * type `map`, by key. Pairs are made when they are asked for, and kept.
 */
export class Correlated {
  readonly value: unknown;
  readonly old: unknown;
  readonly node: SchemaNode;
  #fields: Map<string, Correlated> | undefined;
  #elements: Map<number, Correlated> | undefined;
  #oldElements: OldElements | undefined;
  #isSame: boolean | undefined;

  constructor(value: unknown, old: unknown, node: SchemaNode) {
    this.value = value;
    this.old = old;
    this.node = node;
  }

  /** A field that both have, and that the schema knows. */
  field(name: string): Correlated | undefined {
    const known = this.#fields?.get(name);
    if (known !== undefined) return known;
    const { value, old } = this;
    if (!isObject(value) || !isObject(old)) return undefined;
    if (!Object.hasOwn(value, name) || !Object.hasOwn(old, name)) return undefined;
    const node = this.node.field(name);
    if (node === undefined) return undefined;
    const field = new Correlated(value[name], old[name], node);
    (this.#fields ??= new Map()).set(name, field);
    return field;
  }

  /** An element with the old one of the same key; only of lists that are maps. */
  element(index: number): Correlated | undefined {
    const known = this.#elements?.get(index);
    if (known !== undefined) return known;
    const { value, old, node: { items, listType } } = this;
    if (listType !== "map" || items === undefined) return undefined;
    if (!Array.isArray(value) || !Array.isArray(old)) return undefined;
    this.#oldElements ??= keysOf(old, this.node);
    const before = this.#oldElements.like(value[index]);
    if (before === undefined) return undefined;
    const element = new Correlated(value[index], before, items);
    (this.#elements ??= new Map()).set(index, element);
    return element;
  }

  /** Whether the value is the old one, as far as the schema can tell them apart. */
  get isSame(): boolean {
    return this.#isSame ??= this.#compare();
  }

  #compare(): boolean {
    const { value, old } = this;
    if (Array.isArray(value)) {
      if (!Array.isArray(old) || value.length !== old.length) return false;
      if (this.node.listType !== "map") return equalJson(value, old);
      return value.every((_, index) => this.element(index)?.isSame ?? false);
    }
    if (!isObject(value)) return equalJson(value, old);
    if (!isObject(old)) return false;
    const names = Object.keys(value);
    return names.length === Object.keys(old).length &&
      names.every((name) => this.field(name)?.isSame ?? false);
  }
}

/** Runs a check whose findings count only where the value has changed. */
export function runCorrelated(
  check: Check,
  value: unknown,
  place: string,
  found: ErrorCollector,
  old: Correlated,
): number {
  const own = found.apart();
  const count = check(value, place, own, old);
  if (!own.isEmpty && !old.isSame) found.addAll(own);
  return count;
}
