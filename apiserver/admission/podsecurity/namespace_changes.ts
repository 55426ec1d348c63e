/**
 * Namespaces that are made, or get other labels.
 *
 * @module
 */

import { invalid, printFieldErrors } from "../../../toolkit/errors/mod.ts";
import type { LabelMap } from "../../../toolkit/selectors/mod.ts";
import { quoteText } from "../../../toolkit/values/mod.ts";
import { metadataOf } from "../../resource/metadata.ts";
import type { AdmissionRequest } from "../admission.ts";
import { compareLevels, type LevelVersion, printLevel, sameLevel } from "./level.ts";
import {
  equivalentPolicies,
  isPrivileged,
  MODES,
  type NamespacePolicy,
  type Policy,
} from "./policy.ts";

/** What is looked at. */
interface NamespaceSettings {
  policyOfLabels(labels: LabelMap | undefined): NamespacePolicy;
  /** What is to be said of the pods that a namespace has. */
  warningsOfPods(namespace: string, level: LevelVersion, signal: AbortSignal): Promise<string[]>;
  /** What the keys of labels begin with. */
  readonly prefix: string;
  /** What holds without labels. */
  readonly defaults: Policy;
  /** Namespaces whose labels count for nothing. */
  readonly exempt: ReadonlySet<string>;
}

/**
 * Refuses labels that say nothing, unless they are there already; tells of pods that would now be refused,
 * and of labels that change nothing as the namespace is exempt.
 */
export function namespaceJudge(
  settings: NamespaceSettings,
): (request: AdmissionRequest) => void | Promise<void> {
  const { policyOfLabels, exempt } = settings;
  return (request) => {
    const { object = {}, old, kind, name, warnings, signal } = request;
    const { labels = {} } = metadataOf(object);
    const now = policyOfLabels(labels);
    const before = old && policyOfLabels(metadataOf(old).labels);
    const isNew = before === undefined ||
      printFieldErrors(before.errors) !== printFieldErrors(now.errors);
    if (now.errors.length > 0 && isNew) throw invalid(kind, name, now.errors);
    if (before !== undefined && !becomesStricter(before.policy, now.policy)) return;
    if (exempt.has(name)) {
      const warning = exemptWarning(name, now.policy, labels, settings);
      if (warning !== undefined) warnings.push(warning);
    } else if (before !== undefined) {
      return settings.warningsOfPods(name, now.policy.enforce, signal)
        .then((found) => void warnings.push(...found));
    }
  };
}

/** Whether pods may now be refused that were not. */
function becomesStricter({ enforce: before }: Policy, { enforce: now }: Policy): boolean {
  if (now.level === "privileged" || sameLevel(now, before)) return false;
  return now.version.text !== before.version.text || compareLevels(now.level, before.level) > 0;
}

/** A warning for who gives a policy to a namespace that is exempt; undefined where it has none of its own. */
function exemptWarning(
  namespace: string,
  policy: Policy,
  labels: LabelMap,
  { prefix, defaults }: NamespaceSettings,
): string | undefined {
  if (isPrivileged(policy) || equivalentPolicies(policy, defaults)) return undefined;
  const said = MODES.filter((mode) =>
    policy[mode].level !== "privileged" &&
    [mode, `${mode}-version`].some((key) => Object.hasOwn(labels, `${prefix}${key}`))
  );
  const shown = said.map((mode) => `${mode}=${printLevel(policy[mode])}`).join(", ");
  return `namespace ${quoteText(namespace)} is exempt from Pod Security, and the policy ` +
    `(${shown}) will be ignored`;
}
