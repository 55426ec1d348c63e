/**
 * Authorization by the mode `AlwaysAllow`.
 *
 * @module
 */

import type { AllowedRules, Authorizer, Verdict } from "./authorizer.ts";
import { GROUP_AUTHENTICATED } from "../authentication/user.ts";

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

/**
 * The `AlwaysAllow` mode: whoever is authenticated may do everything, anonymous clients may only
 * read paths that say nothing of the cluster, such as health and version. It has no opinion on the
 * rest.
 */
export const alwaysAllow: Authorizer = {
  authorize({ user, isResource, path, verb }) {
    if (user.groups.includes(GROUP_AUTHENTICATED)) return ALLOW;
    const open = !isResource && (verb === "get" || verb === "head") &&
      (ANONYMOUS_PATHS.has(path) || ANONYMOUS_PREFIXES.some((prefix) => path.startsWith(prefix)));
    return open ? ALLOW : {
      decision: "no opinion",
      reason: "anonymous users may only read health and version",
    };
  },
  rulesOf: ({ groups }) => groups.includes(GROUP_AUTHENTICATED) ? ALL : ANONYMOUS_RULES,
};
