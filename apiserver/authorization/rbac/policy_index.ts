/**
 * All roles and bindings in memory, as those who decide ask for them.
 *
 * @module
 */

import type { PolicyRule, RoleRef } from "../../../toolkit/api/rbac_v1.ts";
import {
  ClusterRole,
  ClusterRoleBinding,
  Role,
  RoleBinding,
} from "../../../toolkit/kinds/built_in.ts";
import type { User } from "../../../toolkit/authentication/user.ts";
import type { ServerContext } from "../../server_context.ts";
import type { Allowance, Wanted } from "./allowances.ts";
import { type Binding, Bindings } from "./bindings.ts";
import { type RoleEntry, Roles } from "./roles.ts";

/** What somebody is allowed: all of it, and the roles that they have and that are not there. */
export interface HeldRules {
  readonly rules: readonly PolicyRule[];
  readonly missing: readonly RoleEntry[];
}

/**
 * Roles and bindings by who they are for. It changes in the turn in which the server's caches change: what
 * this server acknowledged counts from the next question on, and what another replica wrote as soon as this
 * one has seen it.
 */
export class PolicyIndex {
  readonly #roles = new Roles();
  readonly #cluster = new Bindings("", this.#roles);
  readonly #namespaces = new Map<string, Bindings>();

  /** Takes in what is there, and all that changes. What can't be read is not there, and allows nothing. */
  static open({ follow }: Pick<ServerContext, "follow">): PolicyIndex {
    const index = new PolicyIndex();
    // Roles first: what bindings make of them is made once.
    follow(ClusterRole, {
      put: ({ metadata, rules }) => index.#roles.put("", metadata?.name ?? "", rules),
      delete: ({ name }) => index.#roles.delete("", name),
    });
    follow(Role, {
      put: ({ metadata, rules }) =>
        index.#roles.put(metadata?.namespace ?? "", metadata?.name ?? "", rules),
      delete: ({ namespace, name }) => index.#roles.delete(namespace, name),
    });
    follow(ClusterRoleBinding, {
      put: (binding) => index.#cluster.put(binding.metadata?.name ?? "", binding),
      delete: ({ name }) => index.#cluster.delete(name),
    });
    follow(RoleBinding, {
      put: (binding) => index.#put(binding.metadata?.namespace ?? "", binding),
      delete: ({ namespace, name }) => index.#delete(namespace, name),
    });
    return index;
  }

  /** What allows somebody something; undefined where nothing does. */
  find(wanted: Wanted): Allowance | undefined {
    const { user, namespace } = wanted.attributes;
    for (const allowances of this.#cluster.of(user)) {
      const found = allowances.find(wanted);
      if (found !== undefined) return found;
    }
    if (namespace === "") return undefined;
    const local = this.#namespaces.get(namespace);
    if (local === undefined) return undefined;
    for (const allowances of local.of(user)) {
      const found = allowances.find(wanted);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** The roles that somebody has in a namespace, or in the cluster (""), and that are not there. */
  missingRoles(user: User, namespace: string): readonly RoleEntry[] {
    return this.#places(namespace)
      .flatMap((place) => [...place.of(user)].flatMap((allowances) => allowances.missing()));
  }

  /** All rules that somebody has in a namespace, or in the whole cluster (""), binding by binding. */
  rulesOf(user: User, namespace: string): HeldRules {
    const roles = this.#places(namespace).flatMap((place) => {
      const bindings = new Map<string, Binding>();
      for (const allowances of place.of(user)) {
        for (const binding of allowances.bindings()) bindings.set(binding.name, binding);
      }
      return [...bindings.values()].sort((a, b) => a.name < b.name ? -1 : 1)
        .map(({ role }) => role);
    });
    return {
      rules: roles.flatMap(({ rules = [] }) => rules.map(({ policy }) => policy)),
      missing: roles.filter(({ rules }) => rules === undefined),
    };
  }

  /** The rules of the role that a binding in a namespace refers to; undefined where it is not there. */
  rulesOfRole(ref: RoleRef, namespace: string): readonly PolicyRule[] | undefined {
    return this.#roles.find(ref, namespace)?.rules?.map(({ policy }) => policy);
  }

  #places(namespace: string): Bindings[] {
    const local = namespace === "" ? undefined : this.#namespaces.get(namespace);
    return local === undefined ? [this.#cluster] : [this.#cluster, local];
  }

  #put(namespace: string, binding: RoleBinding): void {
    let bindings = this.#namespaces.get(namespace);
    if (bindings === undefined) {
      this.#namespaces.set(namespace, bindings = new Bindings(namespace, this.#roles));
    }
    bindings.put(binding.metadata?.name ?? "", binding);
  }

  #delete(namespace: string, name: string): void {
    const bindings = this.#namespaces.get(namespace);
    bindings?.delete(name);
    if (bindings?.size === 0) this.#namespaces.delete(namespace);
  }
}

/** The index of each server. */
const indexes = new WeakMap<ServerContext, PolicyIndex>();

/** The index of a server: one, whoever asks for it. */
export function policyIndexOf(context: ServerContext): PolicyIndex {
  let index = indexes.get(context);
  if (index === undefined) indexes.set(context, index = PolicyIndex.open(context));
  return index;
}
