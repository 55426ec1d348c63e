/**
 * All roles, by what bindings call them.
 *
 * @module
 */

import type { PolicyRule, RoleRef } from "../../../toolkit/api/rbac_v1.ts";
import { type Rule, rulesOfRole } from "./rule.ts";

/** One who made something of a role's rules, and must make it anew when they change. */
export interface Dependent {
  forget(): void;
}

/** A role, or the place of one that is not there. */
export class RoleEntry {
  /** "Role", "ClusterRole", or what else a binding said. */
  readonly kind: string;
  readonly name: string;
  /** Bindings that refer to it. */
  references = 0;
  readonly dependents = new Set<Dependent>();
  /** Undefined: there is no such role. */
  rules: readonly Rule[] | undefined;

  constructor(kind: string, name: string) {
    this.kind = kind;
    this.name = name;
  }
}

/** Roles and cluster roles, and those that bindings speak of and that are not there. */
export class Roles {
  readonly #entries = new Map<string, RoleEntry>();

  /** Takes in a role's rules. `namespace`: "" for a cluster role. */
  put(namespace: string, name: string, rules: readonly PolicyRule[] | null | undefined): void {
    const entry = this.#entry(namespace === "" ? "ClusterRole" : "Role", namespace, name);
    entry.rules = rulesOfRole(rules);
    changed(entry);
  }

  /** There is no such role any more. */
  delete(namespace: string, name: string): void {
    const kind = namespace === "" ? "ClusterRole" : "Role";
    const entry = this.#entries.get(keyOf(kind, namespace, name));
    if (entry === undefined) return;
    entry.rules = undefined;
    changed(entry);
    this.#drop(entry, namespace);
  }

  /** The role that a binding in a namespace refers to; {@link release} gives it back. */
  refer({ kind, name }: RoleRef, namespace: string): RoleEntry {
    const entry = this.#entry(kind, namespace, name);
    entry.references++;
    return entry;
  }

  /** A binding in a namespace does not refer to the role any more. */
  release(entry: RoleEntry, namespace: string): void {
    entry.references--;
    this.#drop(entry, namespace);
  }

  /** The role of a reference from a namespace; undefined where it is not there. */
  find({ kind, name }: RoleRef, namespace: string): RoleEntry | undefined {
    const entry = this.#entries.get(keyOf(kind, namespace, name));
    return entry?.rules && entry;
  }

  #entry(kind: string, namespace: string, name: string): RoleEntry {
    const key = keyOf(kind, namespace, name);
    let entry = this.#entries.get(key);
    if (entry === undefined) this.#entries.set(key, entry = new RoleEntry(kind, name));
    return entry;
  }

  #drop(entry: RoleEntry, namespace: string): void {
    if (entry.rules !== undefined || entry.references > 0) return;
    this.#entries.delete(keyOf(entry.kind, namespace, entry.name));
  }
}

function changed({ dependents }: RoleEntry): void {
  for (const one of [...dependents]) one.forget();
}

/** No name has a slash. Cluster roles are of no namespace, wherever they are referred to. */
function keyOf(kind: string, namespace: string, name: string): string {
  return kind === "ClusterRole" ? `ClusterRole/${name}` : `${kind}/${namespace}/${name}`;
}
