/**
 * Whether rules allow no more than other rules do.
 *
 * @module
 */

import type { PolicyRule } from "../../../toolkit/api/rbac_v1.ts";
import type { SlicedTask } from "../../../toolkit/time_slice.ts";
import { type Contains, contains, containsOrAll, urlPrefix } from "./rule.ts";

/**
 * What a comparison takes apart at most, verbs times groups times resources times names: a rule of a few
 * kilobytes can name billions.
 */
export const COMPARED_LIMIT_COMBINATIONS = 100_000;

/** There is more to compare than {@link COMPARED_LIMIT_COMBINATIONS}. */
export class TooManyCombinations extends Error {
  override readonly name = "TooManyCombinations";

  constructor(readonly combinations: number) {
    super(
      `the rules name ${combinations} combinations of verb, group, resource and name, and no more than ` +
        `${COMPARED_LIMIT_COMBINATIONS} can be compared with what is held: split them into several roles`,
    );
  }
}

/** A rule that is held, ready to be compared with. */
interface Held {
  readonly hasVerb: Contains;
  readonly hasGroup: Contains;
  readonly hasResource: Contains;
  readonly hasUrl: Contains;
  /** Undefined: it is about any name. */
  readonly hasName: Contains | undefined;
}

/**
 * What of `asked` none of the rules `held` allows: each combination of verb, group, resource and name as a
 * rule of its own, in their order. Throws {@link TooManyCombinations}.
 */
export function* uncovered(
  held: readonly PolicyRule[],
  asked: readonly PolicyRule[],
): SlicedTask<PolicyRule[]> {
  const all = held.map(heldOf);
  const open = asked.filter((rule) => !all.some((one) => coversWhole(one, rule)));
  const combinations = open.reduce((sum, rule) => sum + combinationsOf(rule), 0);
  if (combinations > COMPARED_LIMIT_COMBINATIONS) throw new TooManyCombinations(combinations);
  const missing: PolicyRule[] = [];
  for (const rule of open) {
    const { verbs, apiGroups = [], resources = [], nonResourceURLs = [] } = rule;
    const names = rule.resourceNames?.length ? rule.resourceNames : [undefined];
    for (const group of apiGroups) {
      const ofGroup = all.filter(({ hasGroup }) => hasGroup(group));
      for (const resource of resources) {
        const ofResource = ofGroup.filter(({ hasResource }) => hasResource(resource));
        for (const verb of verbs) {
          const ofVerb = ofResource.filter(({ hasVerb }) => hasVerb(verb));
          for (const name of names) {
            if (ofVerb.some(({ hasName }) => hasName === undefined || isIn(name, hasName))) {
              continue;
            }
            missing.push({
              verbs: [verb],
              apiGroups: [group],
              resources: [resource],
              ...(name !== undefined && { resourceNames: [name] }),
            });
          }
          yield;
        }
      }
    }
    for (const url of nonResourceURLs) {
      const ofUrl = all.filter(({ hasUrl, hasName }) => hasName === undefined && hasUrl(url));
      for (const verb of verbs) {
        if (ofUrl.some(({ hasVerb }) => hasVerb(verb))) continue;
        missing.push({ verbs: [verb], nonResourceURLs: [url] });
      }
      yield;
    }
  }
  return missing;
}

/** Rules about one group and resource, and one name or none, as one rule with all their verbs. */
export function compacted(rules: readonly PolicyRule[]): PolicyRule[] {
  const simple = new Map<string, PolicyRule>();
  const others: PolicyRule[] = [];
  for (const rule of rules) {
    const { verbs, apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] } =
      rule;
    const isSimple = apiGroups.length === 1 && resources.length === 1 &&
      resourceNames.length <= 1 && nonResourceURLs.length === 0;
    if (!isSimple) {
      others.push(rule);
      continue;
    }
    const key = JSON.stringify([apiGroups, resources, resourceNames]);
    const known = simple.get(key);
    if (known === undefined) simple.set(key, { ...rule, verbs: [...verbs] });
    else known.verbs.push(...verbs);
  }
  return [...others, ...simple.values()];
}

/** A rule in one line. */
export function ruleText(rule: PolicyRule): string {
  const { apiGroups, resources, nonResourceURLs, resourceNames, verbs } = rule;
  const parts = Object.entries({
    APIGroups: apiGroups,
    Resources: resources,
    NonResourceURLs: nonResourceURLs,
    ResourceNames: resourceNames,
    Verbs: verbs,
  }).filter(([, list]) => list?.length).map(([name, list = []]) => `${name}:${listText(list)}`);
  return `{${parts.join(", ")}}`;
}

/** A list in quotes, as the reference prints one. */
export function listText(list: readonly string[]): string {
  return `[${list.map((text) => JSON.stringify(text)).join(" ")}]`;
}

function isIn(name: string | undefined, hasName: Contains): boolean {
  return name !== undefined && hasName(name);
}

function heldOf(rule: PolicyRule): Held {
  const { verbs, apiGroups, resources = [], nonResourceURLs = [], resourceNames } = rule;
  const hasResource = containsOrAll(resources);
  const hasUrl = contains(nonResourceURLs);
  const prefixes = nonResourceURLs.map(urlPrefix).filter((prefix) => prefix !== undefined);
  return {
    hasVerb: containsOrAll(verbs),
    hasGroup: containsOrAll(apiGroups),
    hasResource: (resource) =>
      hasResource(resource) ||
      resource.includes("/") && hasResource(`*/${resource.slice(resource.indexOf("/") + 1)}`),
    hasUrl: (url) => hasUrl(url) || prefixes.some((prefix) => url.startsWith(prefix)),
    hasName: resourceNames?.length ? contains(resourceNames) : undefined,
  };
}

/** Whether one rule that is held allows all of another: most do, and need not be taken apart. */
function coversWhole(held: Held, rule: PolicyRule): boolean {
  const { verbs, apiGroups = [], resources = [], nonResourceURLs = [], resourceNames = [] } = rule;
  const { hasName } = held;
  const isAbout = hasName === undefined || resourceNames.length > 0 && resourceNames.every(hasName);
  return isAbout && verbs.every(held.hasVerb) && apiGroups.every(held.hasGroup) &&
    resources.every(held.hasResource) && nonResourceURLs.every(held.hasUrl);
}

function combinationsOf(rule: PolicyRule): number {
  const { verbs, apiGroups = [], resources = [], nonResourceURLs = [], resourceNames = [] } = rule;
  const objects = apiGroups.length * resources.length * Math.max(1, resourceNames.length);
  return (objects + nonResourceURLs.length) * verbs.length;
}
