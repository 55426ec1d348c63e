/**
 * A policy, read once for all pods.
 *
 * @module
 */

import type { SELinuxOptions } from "../../../toolkit/api/core_v1.ts";
import type {
  PodSecurityPolicy,
  PodSecurityPolicySpec,
  RunAsUserStrategyOptions,
} from "../../../toolkit/api/policy_v1beta1.ts";
import type { Names } from "../../../toolkit/names.ts";
import { type IdRule, idRuleOf, UnusablePolicy } from "./identities.ts";
import { type ProfileRule, profileRuleOf } from "./profiles.ts";

/** A policy that pods can be judged by. */
export interface Policy {
  readonly name: string;
  readonly spec: PodSecurityPolicySpec;
  readonly user: IdRule;
  /** Nobody may be root, whoever else they are. */
  readonly isNonRoot: boolean;
  readonly group: IdRule;
  readonly fsGroup: IdRule;
  readonly supplementalGroups: IdRule;
  /** What everybody has to have; undefined: all are allowed. */
  readonly seLinux: SELinuxOptions | undefined;
  readonly seccomp: ProfileRule;
  readonly appArmor: ProfileRule;
}

/** A policy that makes no sense: no pod is allowed by it. */
export interface Unusable {
  readonly name: string;
  readonly why: string;
}

/** Reads a policy. */
export function readPolicy(
  { metadata, spec }: PodSecurityPolicy,
  { domain }: Names,
): Policy | Unusable {
  const { name = "", annotations = {} } = metadata ?? {};
  try {
    if (spec === undefined) throw new UnusablePolicy("it has no specification");
    return {
      name,
      spec,
      user: userRuleOf(spec.runAsUser),
      isNonRoot: spec.runAsUser.rule === "MustRunAsNonRoot",
      group: idRuleOf("runAsGroup", spec.runAsGroup ?? { rule: "RunAsAny" }),
      fsGroup: idRuleOf("fsGroup", spec.fsGroup),
      supplementalGroups: idRuleOf("supplementalGroups", spec.supplementalGroups),
      seLinux: seLinuxOf(spec),
      seccomp: profileRuleOf(annotations, `seccomp.security.alpha.${domain}/`),
      appArmor: profileRuleOf(annotations, `apparmor.security.beta.${domain}/`),
    };
  } catch (error) {
    if (!(error instanceof UnusablePolicy)) throw error;
    return { name, why: error.message };
  }
}

function userRuleOf(options: RunAsUserStrategyOptions): IdRule {
  if (options.rule === "MustRunAsNonRoot") return {};
  // Users have no rule that allows without asking for something.
  const rule = options.rule === "MayRunAs" ? "" : options.rule;
  return idRuleOf("runAsUser", { ...options, rule });
}

function seLinuxOf({ seLinux: { rule, seLinuxOptions } }: PodSecurityPolicySpec) {
  if (rule === "RunAsAny") return undefined;
  if (rule === "MustRunAs" && seLinuxOptions !== undefined) return seLinuxOptions;
  throw new UnusablePolicy("its rule of seLinux is none, or has no options");
}
