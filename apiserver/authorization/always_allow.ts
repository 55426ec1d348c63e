/**
 * Authorization by the mode `AlwaysAllow`.
 *
 * @module
 */

import type { AllowedRules, Authorizer } from "./authorizer.ts";
import type { Verdict } from "../../toolkit/authorization/verdict.ts";
import {
  ANONYMOUS,
  GROUP_AUTHENTICATED,
  GROUP_UNAUTHENTICATED,
  type User,
} from "../../toolkit/authentication/user.ts";

const ALLOW: Verdict = { decision: "allow", reason: "" };

const ALL: AllowedRules = {
  resourceRules: [{ verbs: ["*"], apiGroups: ["*"], resources: ["*"] }],
  nonResourceRules: [{ verbs: ["*"], nonResourceURLs: ["*"] }],
  incomplete: false,
};

const ANONYMOUS_PATHS = new Set(["/healthz", "/livez", "/readyz", "/version", "/version/"]);
const ANONYMOUS_PREFIXES = ["/healthz/", "/livez/", "/readyz/"];

const ANONYMOUS_RULES: AllowedRules = {
  resourceRules: [],
  nonResourceRules: [{
    verbs: ["get", "head"],
    nonResourceURLs: [...ANONYMOUS_PATHS, ...ANONYMOUS_PREFIXES.map((prefix) => `${prefix}*`)],
  }],
  incomplete: false,
};

/** Of somebody whom a review names no group need be told: only a client that nobody knows is none. */
function isAnonymous({ name, groups }: User): boolean {
  if (groups.includes(GROUP_AUTHENTICATED)) return false;
  return groups.includes(GROUP_UNAUTHENTICATED) || name === ANONYMOUS.name;
}

/**
 * The `AlwaysAllow` mode: whoever is authenticated may do everything, anonymous clients may only
 * read paths that say nothing of the cluster, such as health and version. It has no opinion on the
 * rest.
 */
export const alwaysAllow: Authorizer = {
  authorize({ user, isResource, path, verb }) {
    if (!isAnonymous(user)) return ALLOW;
    const open = !isResource && (verb === "get" || verb === "head") &&
      (ANONYMOUS_PATHS.has(path) || ANONYMOUS_PREFIXES.some((prefix) => path.startsWith(prefix)));
    return open ? ALLOW : {
      decision: "no opinion",
      reason: "anonymous users may only read health and version",
    };
  },
  rulesOf: (user) => isAnonymous(user) ? ANONYMOUS_RULES : ALL,
};
