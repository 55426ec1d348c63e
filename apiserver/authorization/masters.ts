/**
 * The group that may do everything.
 *
 * @module
 */

import { GROUP_MASTERS } from "../../toolkit/authentication/user.ts";
import type { Authorizer } from "./authorizer.ts";

/** Lets members of the group of masters do everything, and has no opinion on anybody else. */
export const masters: Authorizer = {
  authorize: ({ user }) =>
    user.groups.includes(GROUP_MASTERS)
      ? { decision: "allow", reason: "" }
      : { decision: "no opinion", reason: "" },
  rulesOf: ({ groups }) => {
    const isMaster = groups.includes(GROUP_MASTERS);
    return {
      resourceRules: isMaster ? [{ verbs: ["*"], apiGroups: ["*"], resources: ["*"] }] : [],
      nonResourceRules: isMaster ? [{ verbs: ["*"], nonResourceURLs: ["*"] }] : [],
      incomplete: false,
    };
  },
};

/**
 * The same, where it stands before others that it lists nothing for: what these let a member do is told
 * by them.
 */
export const mastersFirst: Authorizer = {
  authorize: masters.authorize,
  rulesOf: () => ({ resourceRules: [], nonResourceRules: [], incomplete: false }),
};
