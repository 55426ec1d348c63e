/**
 * What one user or group is allowed by the bindings of one place.
 *
 * @module
 */

import type { Attributes } from "../authorizer.ts";
import type { Binding } from "./bindings.ts";
import type { Dependent, RoleEntry } from "./roles.ts";
import { type Rule, urlPrefix } from "./rule.ts";

/** A rule, and the binding by which it holds. */
export interface Allowance {
  readonly rule: Rule;
  readonly binding: Binding;
}

/** What a decision asks for, worked out once for all places that are asked. */
export interface Wanted {
  readonly attributes: Attributes;
  /** What rules may call the resource; of a path: none. */
  readonly resources: readonly string[];
}

/** What rules may call what somebody wants to do something with. */
export function wantedOf(attributes: Attributes): Wanted {
  const { isResource, resource, subresource } = attributes;
  const resources = !isResource
    ? []
    : subresource === ""
    ? ["*", resource]
    : ["*", `${resource}/${subresource}`, `*/${subresource}`];
  return { attributes, resources };
}

/** The rules of all roles of a subject, by resource and by path. */
interface Table {
  readonly byResource: ReadonlyMap<string, readonly Allowance[]>;
  readonly byPath: ReadonlyMap<string, readonly Allowance[]>;
  readonly byPathPrefix: readonly (Allowance & { readonly prefix: string })[];
  /** Roles that are not there. */
  readonly missing: readonly RoleEntry[];
}

/**
 * The bindings of one subject in one place. Their rules are looked up by resource: a decision takes as long
 * as there are rules about the resource, and not as there are bindings.
 */
export class Allowances implements Dependent {
  readonly #bindings = new Map<string, Binding>();
  #table: Table | undefined;
  /** The roles that the table was made of. */
  #roles: readonly RoleEntry[] = [];

  /** How many bindings there are. */
  get size(): number {
    return this.#bindings.size;
  }

  /** Takes in a binding; a second time, where it names the subject twice, is nothing new. */
  add(binding: Binding): void {
    this.#bindings.set(binding.name, binding);
    this.forget();
  }

  remove(binding: Binding): void {
    this.#bindings.delete(binding.name);
    this.forget();
  }

  /** The rules are to be read anew. */
  forget(): void {
    for (const role of this.#roles) role.dependents.delete(this);
    this.#roles = [];
    this.#table = undefined;
  }

  /** In the order of their names. */
  bindings(): Binding[] {
    return [...this.#bindings.values()].sort((a, b) => a.name < b.name ? -1 : 1);
  }

  /** What allows it; undefined where nothing does. */
  find({ attributes, resources }: Wanted): Allowance | undefined {
    const { byResource, byPath, byPathPrefix } = this.#table ??= this.#read();
    if (attributes.isResource) {
      for (const resource of resources) {
        const found = byResource.get(resource)?.find(({ rule }) => allows(rule, attributes));
        if (found !== undefined) return found;
      }
      return undefined;
    }
    const { path, verb } = attributes;
    return byPath.get(path)?.find(({ rule }) => rule.hasVerb(verb)) ??
      byPathPrefix.find(({ rule, prefix }) => path.startsWith(prefix) && rule.hasVerb(verb));
  }

  /** The roles of its bindings that are not there. */
  missing(): readonly RoleEntry[] {
    return (this.#table ??= this.#read()).missing;
  }

  #read(): Table {
    const [byResource, byPath] = [new Map<string, Allowance[]>(), new Map<string, Allowance[]>()];
    const byPathPrefix: (Allowance & { prefix: string })[] = [];
    // Several bindings of one role allow no more than the first.
    const roles = new Map<RoleEntry, Binding>();
    for (const binding of this.bindings()) {
      if (!roles.has(binding.role)) roles.set(binding.role, binding);
    }
    for (const [role, binding] of roles) {
      role.dependents.add(this);
      for (const rule of role.rules ?? []) {
        const { resources = [], nonResourceURLs = [] } = rule.policy;
        for (const resource of new Set(resources)) add(byResource, resource, { rule, binding });
        for (const url of new Set(nonResourceURLs)) {
          const prefix = urlPrefix(url);
          if (prefix === undefined) add(byPath, url, { rule, binding });
          else byPathPrefix.push({ rule, binding, prefix });
        }
      }
    }
    this.#roles = [...roles.keys()];
    const missing = this.#roles.filter(({ rules }) => rules === undefined);
    return { byResource, byPath, byPathPrefix, missing };
  }
}

function allows(rule: Rule, { verb, group, name }: Attributes): boolean {
  return rule.hasVerb(verb) && rule.hasGroup(group) && rule.isAbout(name);
}

function add<V>(map: Map<string, V[]>, key: string, value: V): void {
  const values = map.get(key);
  if (values === undefined) map.set(key, [value]);
  else values.push(value);
}
