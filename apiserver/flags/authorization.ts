/**
 * What callers may do.
 *
 * @module
 */

import { checked, flag, group, list, string, works } from "../../toolkit/flags/mod.ts";
import { duration, MINUTE, SECOND } from "../../toolkit/flags/duration.ts";
import { authorizationLater } from "./status.ts";

/** The authorizers that --authorization-mode may name. */
export const AUTHORIZATION_MODES = ["AlwaysAllow", "AlwaysDeny", "ABAC", "Webhook", "RBAC", "Node"];

/** Authorizers and what they need. */
export const authorizationFlags = group("Authorization", authorizationLater, {
  "authorization-mode": flag(
    checked(list, (modes) => {
      const unknown = modes.find((mode) => !AUTHORIZATION_MODES.includes(mode));
      if (unknown !== undefined) {
        const known = AUTHORIZATION_MODES.join(", ");
        return `authorization-mode "${unknown}" is not a valid mode; valid are ${known}`;
      }
      if (modes.length === 0) return "at least one authorization-mode must be passed";
      const twice = modes.find((mode, at) => modes.indexOf(mode) !== at);
      return twice === undefined ? undefined : `"${twice}" is given twice`;
    }),
    ["AlwaysAllow"],
    "The authorizers, asked in this order: AlwaysAllow, AlwaysDeny, Node, RBAC; the server refuses to start with ABAC or Webhook, which are not built yet",
    { status: works },
  ),
  "authorization-policy-file": flag(
    string,
    "",
    "The policy file for ABAC, one JSON document per line",
  ),
  "authorization-webhook-cache-authorized-ttl": flag(
    duration,
    5 * MINUTE,
    "How long an answer that allows a request is cached",
  ),
  "authorization-webhook-cache-unauthorized-ttl": flag(
    duration,
    30 * SECOND,
    "How long an answer that does not allow a request is cached",
  ),
  "authorization-webhook-config-file": flag(
    string,
    "",
    "The client config file of the authorization webhook, for mode Webhook",
  ),
  "authorization-webhook-version": flag(
    string,
    "v1beta1",
    "The version of SubjectAccessReview that the webhook speaks: v1 or v1beta1",
  ),
});
