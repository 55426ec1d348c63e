/**
 * Who callers are.
 *
 * @module
 */

import {
  bool,
  checked,
  flag,
  group,
  type GroupValues,
  list,
  repeated,
  string,
  wholePairs,
  works,
} from "../../toolkit/flags/mod.ts";
import { duration, HOUR, MINUTE, SECOND } from "../../toolkit/flags/duration.ts";
import { requestHeaderFlags } from "../../toolkit/serving/delegated_flags.ts";

const oidcFlags = {
  "oidc-ca-file": flag(
    string,
    "",
    "The file of the certificate authorities that the issuer's certificate is checked against; empty: those of the host",
  ),
  "oidc-client-id": flag(string, "", "The client ID that ID tokens must be for"),
  "oidc-groups-claim": flag(
    string,
    "",
    "The claim that holds the user's groups: one string or a list of strings",
  ),
  "oidc-groups-prefix": flag(
    string,
    "",
    "The prefix that the groups of ID tokens get, so that they can't be mistaken for others",
  ),
  "oidc-issuer-url": flag(string, "", "The issuer whose ID tokens are accepted; HTTPS only"),
  "oidc-required-claim": flag(
    wholePairs,
    {},
    "A claim and the value that it must have in ID tokens, key=value; repeatable",
  ),
  "oidc-signing-algs": flag(list, ["RS256"], "The signing algorithms that are accepted"),
  "oidc-username-claim": flag(string, "sub", "The claim that holds the user name"),
  "oidc-username-prefix": flag(
    string,
    "",
    "The prefix that user names of ID tokens get; empty: the issuer's URL, unless the claim is email; '-': none",
  ),
} as const;

const tokenExpiration = checked(
  duration,
  (value) =>
    value === 0 || (value >= HOUR && value <= 2 ** 32 * SECOND)
      ? undefined
      : "must be between 1 hour and 2^32 seconds",
);

const serviceAccountFlags = {
  "service-account-extend-token-expiration": flag(
    bool,
    true,
    "Make tokens of pods that admission asked for in their name last a year instead of an hour, and note who uses them past the hour",
  ),
  "service-account-issuer": flag(
    repeated,
    [],
    "The issuer that service account tokens name; new tokens name the first, all are accepted; repeatable",
  ),
  "service-account-jwks-uri": flag(
    string,
    "",
    "The URL of the key set in the issuer's discovery document, instead of the server's own",
  ),
  "service-account-key-file": flag(
    repeated,
    [],
    "A PEM file with public or private keys that verify service account tokens; repeatable; without it, --tls-private-key-file",
  ),
  "service-account-lookup": flag(
    bool,
    true,
    "Check that the account of a token still exists",
  ),
  "service-account-max-token-expiration": flag(
    tokenExpiration,
    0,
    "How long a token is valid at most, an hour or more; who asks for longer gets this; 0 means no limit",
  ),
  "service-account-signing-key-file": flag(
    string,
    "",
    "The file of the private key that signs service account tokens",
  ),
} as const;

/** Authenticators and what they need. */
export const authenticationFlags = group("Authentication", works, {
  "anonymous-auth": flag(
    bool,
    true,
    "Treat requests without credentials as user system:anonymous in group system:unauthenticated",
  ),
  "api-audiences": flag(
    list,
    [],
    "The audiences that a token must name for this API; without it, the URL of --service-account-issuer",
  ),
  "authentication-config": flag(
    string,
    "",
    "The file that says which issuers' tokens are accepted and who is anonymous (AuthenticationConfiguration); a changed one is read again by itself; not with --oidc-… flags",
  ),
  "authentication-token-webhook-cache-ttl": flag(
    duration,
    2 * MINUTE,
    "How long the webhook's answer about a token is cached",
  ),
  "authentication-token-webhook-config-file": flag(
    string,
    "",
    "The client config file of the webhook that is asked about bearer tokens",
  ),
  "authentication-token-webhook-version": flag(
    string,
    "v1beta1",
    "The version of TokenReview that the webhook speaks: v1 or v1beta1",
  ),
  "client-ca-file": flag(
    string,
    "",
    "The file of certificate authorities: a client with a certificate of one is the user that its common name says, in the groups that its organizations say",
  ),
  "enable-bootstrap-token-auth": flag(
    bool,
    false,
    "Accept the bootstrap tokens in secrets of the system namespace, for TLS bootstrapping",
  ),
  ...oidcFlags,
  ...requestHeaderFlags({ username: [], group: [], extraPrefix: [] }),
  "requestheader-uid-headers": flag(
    list,
    [],
    "Headers that carry uids; X-Remote-Uid is suggested",
  ),
  ...serviceAccountFlags,
  "token-auth-file": flag(
    string,
    "",
    'The file of static tokens, one a line: token,user,uid,"group,group"',
  ),
});

/**
 * Throws where flags of one issuer are given that lack another, or beside a file of issuers: whatever their values are.
 * `given`: those that were given.
 */
export function checkIssuerFlags(
  flags: GroupValues<readonly [typeof authenticationFlags]>,
  given: ReadonlyMap<string, string>,
): void {
  if (!Object.keys(oidcFlags).some((name) => given.has(name))) return;
  if (flags["authentication-config"] !== "") {
    throw new Error("--authentication-config and --oidc-* flags are mutually exclusive");
  }
  if (flags["oidc-issuer-url"] === "" || flags["oidc-client-id"] === "") {
    throw new Error(
      "--oidc-issuer-url and --oidc-client-id must be specified together when any --oidc-* flags are set",
    );
  }
}
