/**
 * One rule of a role, ready to be asked.
 *
 * @module
 */

import type { PolicyRule } from "../../../toolkit/api/rbac_v1.ts";

/** Whether a text is among those of a list. */
export type Contains = (text: string) => boolean;

/** What is shorter is looked through faster than a set is asked. */
const SHORT_LIST = 8;

/** A rule whose lists are asked in a time that does not grow with them. */
export class Rule {
  /** As it stands in its role. Not to be changed. */
  readonly policy: PolicyRule;
  /** Whether it has the verb, or all. */
  readonly hasVerb: Contains;
  /** Whether it has the group, or all. */
  readonly hasGroup: Contains;
  /** Whether it is about the object of this name: of any, where it names none. */
  readonly isAbout: Contains;

  constructor(policy: PolicyRule) {
    this.policy = policy;
    const { verbs, apiGroups, resourceNames } = policy;
    this.hasVerb = containsOrAll(verbs);
    this.hasGroup = containsOrAll(apiGroups);
    this.isAbout = resourceNames?.length ? contains(resourceNames) : () => true;
  }
}

/** The rules of a role, ready to be asked. */
export function rulesOfRole(rules: readonly PolicyRule[] | null | undefined): Rule[] {
  return (rules ?? []).map((policy) => new Rule(policy));
}

/** What a URL with stars at its end must begin with to be matched; undefined for one without. */
export function urlPrefix(url: string): string | undefined {
  return url.endsWith("*") ? url.replace(/\*+$/, "") : undefined;
}

/** Whether a list has a text. */
export function contains(list: readonly string[] | undefined = []): Contains {
  if (list.length <= SHORT_LIST) return (text) => list.includes(text);
  const set = new Set(list);
  return (text) => set.has(text);
}

/** Whether a list has a text, or the star that stands for all. */
export function containsOrAll(list: readonly string[] | undefined = []): Contains {
  return list.includes("*") ? () => true : contains(list);
}
