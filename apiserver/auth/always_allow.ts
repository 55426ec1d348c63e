/**
 * Authorization by nobody: whoever has proved who they are may do everything. Who has not reaches
 * only what says nothing of the cluster.
 *
 * @module
 */

import type { Authorizer, Verdict } from "./authorizer.ts";
import { GROUP_AUTHENTICATED } from "./user.ts";

const ALLOW: Verdict = { decision: "allow", reason: "" };

const ANONYMOUS_PATHS = new Set(["/healthz", "/livez", "/readyz", "/version", "/version/"]);
const ANONYMOUS_PREFIXES = ["/healthz/", "/livez/", "/readyz/"];

/** See the module's comment. */
export const alwaysAllow: Authorizer = {
  authorize({ user, isResource, path, verb }) {
    if (user.groups.includes(GROUP_AUTHENTICATED)) return ALLOW;
    const open = !isResource && (verb === "get" || verb === "head") &&
      (ANONYMOUS_PATHS.has(path) || ANONYMOUS_PREFIXES.some((prefix) => path.startsWith(prefix)));
    return open ? ALLOW : {
      decision: "no opinion",
      reason: "anonymous clients reach health and version only",
    };
  },
};
