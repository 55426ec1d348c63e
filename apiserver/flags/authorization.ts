/**
 * What callers may do.
 *
 * @module
 */

import {
  checked,
  flag,
  group,
  type GroupValues,
  list,
  string,
  works,
} from "../../toolkit/flags/mod.ts";
import { duration, MINUTE, SECOND } from "../../toolkit/flags/duration.ts";

/** The authorizers that --authorization-mode may name. */
export const AUTHORIZATION_MODES = ["AlwaysAllow", "AlwaysDeny", "ABAC", "Webhook", "RBAC", "Node"];

/** Authorizers and what they need. */
export const authorizationFlags = group("Authorization", works, {
  "authorization-config": flag(
    string,
    "",
    "A file with an AuthorizationConfiguration: the authorizers in their order, several webhooks among them; read again when it changes; not together with --authorization-mode or --authorization-webhook-*",
  ),
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
    "The authorizers, asked in this order: AlwaysAllow, AlwaysDeny, ABAC, Webhook, RBAC, Node",
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

/** The flags that the file of --authorization-config stands for. */
const REPLACED = [
  "authorization-mode",
  "authorization-webhook-config-file",
  "authorization-webhook-version",
  "authorization-webhook-cache-authorized-ttl",
  "authorization-webhook-cache-unauthorized-ttl",
] as const;

/** Throws where flags contradict each other, or one lacks another. `given`: those that were given. */
export function checkAuthorizationFlags(
  flags: GroupValues<readonly [typeof authorizationFlags]>,
  given: ReadonlyMap<string, string>,
): void {
  if (flags["authorization-config"] !== "") {
    if (!REPLACED.some((name) => given.has(name))) return;
    throw new Error(
      "--authorization-config can not be specified when --authorization-mode or " +
        "--authorization-webhook-* flags are defined",
    );
  }
  const modes = flags["authorization-mode"];
  const [policies, webhook] = [
    flags["authorization-policy-file"],
    flags["authorization-webhook-config-file"],
  ];
  if (modes.includes("ABAC") && policies === "") {
    throw new Error(
      "authorization-mode ABAC's authorization policy file not passed: give --authorization-policy-file",
    );
  }
  if (modes.includes("Webhook") && webhook === "") {
    throw new Error(
      "authorization-mode Webhook's authorization config file not passed: give " +
        "--authorization-webhook-config-file",
    );
  }
  if (policies !== "" && !modes.includes("ABAC")) {
    throw new Error("cannot specify --authorization-policy-file without mode ABAC");
  }
  if (webhook !== "" && !modes.includes("Webhook")) {
    throw new Error("cannot specify --authorization-webhook-config-file without mode Webhook");
  }
}
