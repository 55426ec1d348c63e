/**
 * Checks of seccomp profiles: which calls of the kernel are possible.
 *
 * @module
 */

import { quoteText } from "../../../../toolkit/values/mod.ts";
import { type Check, type CheckedPod, exceptOnWindows, type Violation } from "./check.ts";
import { named, plural, printSetters, quoted, sorted } from "./wording.ts";

const BASELINE = "seccompProfile_baseline";
const REASON = "seccompProfile";

/** Nobody switches profiles off. Before they had fields, annotations said them. */
export const seccompBaseline: Check = {
  id: BASELINE,
  level: "baseline",
  revisions: [
    { since: 0, check: findAnnotations },
    { since: 19, check: (pod) => findUnconfined(profilesOf(pod)) },
  ],
};

/** Everybody has a profile. */
export const seccompRestricted: Check = {
  id: "seccompProfile_restricted",
  level: "restricted",
  overrides: [BASELINE],
  revisions: [
    { since: 19, check: findUnspecified },
    { since: 25, check: exceptOnWindows(findUnspecified) },
  ],
};

const TEXT = /^(?:runtime\/default$|docker\/default$|localhost\/)/;

function findAnnotations({ annotations, containers, keys }: CheckedPod): Violation | undefined {
  const all = [keys.seccomp, ...containers.map(({ name }) => `${keys.containerSeccomp}${name}`)];
  const bad = sorted(
    all.filter((key) => Object.hasOwn(annotations, key) && !TEXT.test(annotations[key]!))
      .map((key) => `${key}=${quoteText(annotations[key]!)}`),
  );
  if (bad.length === 0) return undefined;
  const what = plural(bad.length, "annotation");
  return { reason: REASON, detail: `forbidden ${what} ${bad.join(", ")}` };
}

/** What a pod says in its fields. */
interface Profiles {
  readonly isPodBad: boolean;
  /** Containers that say something bad themselves. */
  readonly bad: readonly string[];
  /** Containers that say nothing, and for which the pod says nothing good. */
  readonly silent: readonly string[];
  /** The bad types. */
  readonly types: readonly string[];
}

function profilesOf({ spec, containers }: CheckedPod): Profiles {
  const types: string[] = [];
  const isGood = ({ type }: { readonly type: string }): boolean => {
    const good = type === "RuntimeDefault" || type === "Localhost";
    if (!good) types.push(type);
    return good;
  };
  const ofPod = spec.securityContext?.seccompProfile;
  const isPodGood = ofPod !== undefined && isGood(ofPod);
  const bad: string[] = [];
  const silent: string[] = [];
  for (const { name, securityContext } of containers) {
    const own = securityContext?.seccompProfile;
    if (own !== undefined) {
      if (!isGood(own)) bad.push(name);
    } else if (!isPodGood) silent.push(name);
  }
  return { isPodBad: ofPod !== undefined && !isPodGood, bad, silent, types };
}

function findUnconfined({ isPodBad, bad, types }: Profiles): Violation | undefined {
  if (!isPodBad && bad.length === 0) return undefined;
  const who = printSetters(isPodBad, bad);
  const what = quoted(sorted(types));
  return {
    reason: REASON,
    detail: `${who} must not set securityContext.seccompProfile.type to ${what}`,
  };
}

function findUnspecified(pod: CheckedPod): Violation | undefined {
  const profiles = profilesOf(pod);
  const unconfined = findUnconfined(profiles);
  if (unconfined !== undefined || profiles.silent.length === 0) return unconfined;
  const who = named("container", profiles.silent);
  return {
    reason: REASON,
    detail: `pod or ${who} must set securityContext.seccompProfile.type to ` +
      '"RuntimeDefault" or "Localhost"',
  };
}
