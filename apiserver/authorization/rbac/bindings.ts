/**
 * Who has which roles in one place: in a namespace, or in the whole cluster.
 *
 * @module
 */

import type { ClusterRoleBinding, RoleBinding, Subject } from "../../../toolkit/api/rbac_v1.ts";
import type { User } from "../../../toolkit/authentication/user.ts";
import { Allowances } from "./allowances.ts";
import type { RoleEntry, Roles } from "./roles.ts";

/** A binding, with its role. */
export interface Binding {
  readonly name: string;
  /** "" in the whole cluster. */
  readonly namespace: string;
  readonly role: RoleEntry;
  readonly subjects: readonly Subject[];
}

/** The bindings of one place, by who they are for. */
export class Bindings {
  readonly #namespace: string;
  readonly #roles: Roles;
  readonly #bindings = new Map<string, Binding>();
  /** Service accounts are users: of the name that their tokens prove. */
  readonly #users = new Map<string, Allowances>();
  readonly #groups = new Map<string, Allowances>();

  /** `namespace`: "" for those of the whole cluster. */
  constructor(namespace: string, roles: Roles) {
    this.#namespace = namespace;
    this.#roles = roles;
  }

  /** How many there are. */
  get size(): number {
    return this.#bindings.size;
  }

  /** Takes in a binding, in the place of the one that had its name. */
  put(name: string, { roleRef, subjects }: RoleBinding | ClusterRoleBinding): void {
    this.delete(name);
    const namespace = this.#namespace;
    const role = this.#roles.refer(roleRef, namespace);
    const binding: Binding = { name, namespace, role, subjects: subjects ?? [] };
    this.#bindings.set(name, binding);
    for (const subject of binding.subjects) {
      const [all, key] = this.#placeOf(subject);
      if (key === "") continue;
      let allowances = all.get(key);
      if (allowances === undefined) all.set(key, allowances = new Allowances());
      allowances.add(binding);
    }
  }

  /** There is no such binding any more. */
  delete(name: string): void {
    const binding = this.#bindings.get(name);
    if (binding === undefined) return;
    this.#bindings.delete(name);
    for (const subject of binding.subjects) {
      const [all, key] = this.#placeOf(subject);
      const allowances = all.get(key);
      allowances?.remove(binding);
      if (allowances?.size === 0) all.delete(key);
    }
    this.#roles.release(binding.role, this.#namespace);
  }

  /** What somebody is allowed as themselves and by each of their groups. */
  *of({ name, groups }: User): Generator<Allowances, void> {
    const own = this.#users.get(name);
    if (own !== undefined) yield own;
    for (const group of groups) {
      const theirs = this.#groups.get(group);
      if (theirs !== undefined) yield theirs;
    }
  }

  /** Where the allowances of a subject are; the key is "" where it is nobody. */
  #placeOf(subject: Subject): [Map<string, Allowances>, string] {
    const group = subject.kind === "Group";
    return [group ? this.#groups : this.#users, subjectKey(subject, this.#namespace)];
  }
}

/** The user or group that a subject means in a namespace; "" where it is nobody. */
function subjectKey({ kind, name, namespace }: Subject, place: string): string {
  switch (kind) {
    case "User":
    case "Group":
      return name;
    case "ServiceAccount": {
      const home = namespace || place;
      return home === "" ? "" : `system:serviceaccount:${home}:${name}`;
    }
    default:
      return "";
  }
}

/** The first of a binding's subjects that somebody is. */
export function subjectFor(binding: Binding, { name, groups }: User): Subject | undefined {
  return binding.subjects.find((subject) => {
    const key = subjectKey(subject, binding.namespace);
    return key !== "" && (subject.kind === "Group" ? groups.includes(key) : key === name);
  });
}
