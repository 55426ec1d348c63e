/**
 * Who may use a policy.
 *
 * @module
 */

import type { Pod } from "../../../toolkit/api/core_v1.ts";
import {
  accountGroups,
  accountUserName,
} from "../../authentication/serviceaccount/account_names.ts";
import type { User } from "../../../toolkit/authentication/user.ts";
import type { Authorizer } from "../../authorization/authorizer.ts";
import type { AdmissionRequest } from "../admission.ts";
import { askFor } from "../../authorization/asked.ts";

/** Policies were in the second of these groups before: roles of that time still count. */
const GROUPS = ["policy", "extensions"];

/**
 * Whether the service account of a pod, or else whoever sends a request, may use a policy in the namespace
 * of the pod. Each policy is asked for once.
 */
export function usableBy(
  authorizer: Authorizer,
  { user, namespace, signal }: Pick<AdmissionRequest, "user" | "namespace" | "signal">,
  { spec }: Pod,
): (policy: string) => Promise<boolean> {
  const users = [...accountOf(namespace, spec?.serviceAccountName), user];
  const known = new Map<string, boolean>();
  return async (policy) => {
    let isUsable = known.get(policy);
    if (isUsable === undefined) known.set(policy, isUsable = await ask(policy));
    return isUsable;
  };
  async function ask(name: string): Promise<boolean> {
    for (const one of users) {
      for (const group of GROUPS) {
        const wish = { verb: "use", resource: "podsecuritypolicies", version: "*" };
        const asked = { ...wish, group, namespace, name };
        const { decision } = await askFor(authorizer, { user: one, signal }, asked);
        if (decision === "allow") return true;
      }
    }
    return false;
  }
}

function accountOf(namespace: string, name: string | undefined): User[] {
  if (!name) return [];
  const groups = accountGroups(namespace);
  return [{ name: accountUserName(namespace, name), uid: "", groups, extra: {} }];
}
