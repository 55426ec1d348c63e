/**
 * The flags of processes that leave authentication and authorization to the API server, and of
 * trusting an authenticating proxy.
 *
 * @module
 */

import { bool, flag, type FlagStatus, group, list, string } from "../flags/mod.ts";
import { duration, SECOND } from "../flags/duration.ts";

/** Trust in identity headers; the defaults differ between the API server and the others. */
export function requestHeaderFlags(headers: {
  readonly username: readonly string[];
  readonly group: readonly string[];
  readonly extraPrefix: readonly string[];
}) {
  return {
    "requestheader-allowed-names": flag(
      list,
      [],
      "Common names of the proxies' client certificates whose identity headers are believed; empty: any that --requestheader-client-ca-file has signed",
    ),
    "requestheader-client-ca-file": flag(
      string,
      "",
      "The file of the certificate authorities of the proxies whose identity headers are believed",
    ),
    "requestheader-extra-headers-prefix": flag(
      list,
      headers.extraPrefix,
      "Prefixes of the headers that carry extra attributes; X-Remote-Extra- is usual",
    ),
    "requestheader-group-headers": flag(
      list,
      headers.group,
      "Headers that carry groups; X-Remote-Group is usual",
    ),
    "requestheader-username-headers": flag(
      list,
      headers.username,
      "Headers that carry user names; X-Remote-User is usual",
    ),
  } as const;
}

/** Asking the API server who a caller is. */
export function delegatedAuthenticationFlags(status: FlagStatus) {
  return group("Authentication", status, {
    "authentication-kubeconfig": flag(
      string,
      "",
      "A client config file with the right to create token reviews; without one all token requests are anonymous",
    ),
    "authentication-skip-lookup": flag(
      bool,
      false,
      "Do not look up missing authentication settings in the cluster",
    ),
    "authentication-token-webhook-cache-ttl": flag(
      duration,
      10 * SECOND,
      "How long the answer of a token review is cached",
    ),
    "authentication-tolerate-lookup-failure": flag(
      bool,
      false,
      "Start although the authentication settings can't be looked up; all requests may then be anonymous",
    ),
    "client-ca-file": flag(
      string,
      "",
      "Client certificates signed by these authorities authenticate as their common name",
    ),
    ...requestHeaderFlags({
      username: ["x-remote-user"],
      group: ["x-remote-group"],
      extraPrefix: ["x-remote-extra-"],
    }),
  });
}

/** Asking the API server what a caller may do. */
export function delegatedAuthorizationFlags(
  status: FlagStatus,
  alwaysAllowPaths: readonly string[],
) {
  return group("Authorization", status, {
    "authorization-always-allow-paths": flag(
      list,
      alwaysAllowPaths,
      "Paths that are allowed without asking the API server",
    ),
    "authorization-kubeconfig": flag(
      string,
      "",
      "A client config file with the right to create access reviews; without one all other paths are forbidden",
    ),
    "authorization-webhook-cache-authorized-ttl": flag(
      duration,
      10 * SECOND,
      "How long an answer that allows is cached",
    ),
    "authorization-webhook-cache-unauthorized-ttl": flag(
      duration,
      10 * SECOND,
      "How long an answer that does not allow is cached",
    ),
  });
}
