/**
 * All authenticators, in the order in which they are asked.
 *
 * @module
 */

import { readFlagFile } from "../../toolkit/flags/mod.ts";
import { NAMES } from "../../toolkit/names.ts";
import type { Plugin } from "../plugin.ts";
import type { ServerContext } from "../server_context.ts";
import type { ApiServerFlagValues } from "../surroundings.ts";
import { type Authenticator, firstKnown } from "../../toolkit/authentication/authenticator.ts";
import { bearerTokens } from "../../toolkit/authentication/bearer_tokens.ts";
import { bootstrapTokens } from "./bootstrap_token.ts";
import type { AuthenticationFile } from "./configuration/authentication_file.ts";
import { clientCertificates } from "../../toolkit/authentication/client_certificate.ts";
import { followedRoots, overlap } from "../../toolkit/authentication/followed_roots.ts";
import { flaggedIssuer } from "./oidc/plugin.ts";
import { identityHeadersOf, requestHeaders } from "../../toolkit/authentication/request_header.ts";
import type { AccountSettings } from "./serviceaccount/mod.ts";
import { serviceAccountTokens } from "./serviceaccount/mod.ts";
import {
  firstToKnowToken,
  forAudiences,
  type TokenAuthenticator,
} from "../../toolkit/authentication/token_authenticator.ts";
import { cachedTokens } from "../../toolkit/authentication/token_cache.ts";
import { parseTokens, tokenFile } from "./token_file.ts";
import { tokenWebhook } from "./webhook/plugin.ts";

/** What authenticators are made of besides the server. */
export interface AuthenticatorConfiguration {
  readonly flags: ApiServerFlagValues;
  readonly accounts: AccountSettings;
  /** The configuration file, where there is one. */
  readonly file?: AuthenticationFile | undefined;
}

/** Those that look at the connection or its headers. Each is there when its flags name what it needs. */
export const AUTHENTICATORS: readonly Plugin<Authenticator, AuthenticatorConfiguration>[] = [
  {
    name: "request headers",
    async create(context, { flags }) {
      const flag = "requestheader-client-ca-file";
      const { [flag]: path, "client-ca-file": clients } = flags;
      if (path === "") return undefined;
      const { clock } = context;
      const followed = await followedRoots(flag, path, context);
      const roots = () => followed.current;
      const allowedNames = flags["requestheader-allowed-names"];
      if (clients !== "" && allowedNames.length === 0) {
        const others = await followedRoots("client-ca-file", clients, context);
        if (overlap(roots(), others.current)) throw new Error(OVERLAPPING);
      }
      return requestHeaders({ roots, allowedNames, headers: identityHeadersOf(flags), clock });
    },
  },
  {
    name: "client certificates",
    async create(context, { flags: { "client-ca-file": path } }) {
      if (path === "") return undefined;
      const followed = await followedRoots("client-ca-file", path, context);
      const { clock, metrics, dialect } = context;
      const names = NAMES[dialect];
      return clientCertificates({ roots: () => followed.current, clock, names, metrics });
    },
  },
];

const OVERLAPPING =
  "--requestheader-client-ca-file and --client-ca-file contain overlapping certificates; " +
  "--requestheader-allowed-names must be specified to ensure regular client certificates cannot set " +
  "authenticating proxy headers for arbitrary users";

/** Those that know bearer tokens. Each is there when its flags name what it needs. */
export const TOKEN_AUTHENTICATORS: readonly Plugin<
  TokenAuthenticator,
  AuthenticatorConfiguration
>[] = [
  {
    name: "service accounts",
    create: (context, { accounts }) => {
      const tokens = serviceAccountTokens(context, accounts);
      return tokens.length === 0 ? undefined : firstToKnowToken(tokens);
    },
  },
  {
    name: "bootstrap tokens",
    create(context, { flags: { "enable-bootstrap-token-auth": isOn }, accounts }) {
      return isOn ? forAudiences(accounts.audiences, bootstrapTokens(context)) : undefined;
    },
  },
  {
    name: "issuers",
    async create(context, { flags, accounts, file }) {
      const tokens = await file?.follow(context);
      return tokens === undefined
        ? flaggedIssuer(context, flags, accounts.audiences)
        : forAudiences(accounts.audiences, tokens);
    },
  },
  {
    name: "webhook",
    create: (context, { flags, accounts }) => tokenWebhook(context, flags, accounts.audiences),
  },
];

/**
 * All authenticators as one. Tokens of the file are asked first, and need no cache; those that others know
 * are remembered for some seconds.
 */
export async function authenticatorOf(
  context: ServerContext,
  { flags, accounts }: AuthenticatorConfiguration,
  requests: readonly Authenticator[],
  tokens: readonly TokenAuthenticator[],
): Promise<Authenticator> {
  const path = flags["token-auth-file"];
  const all: TokenAuthenticator[] = [];
  if (path !== "") {
    const text = await readFlagFile("token-auth-file", path);
    const users = parseTokens(
      text,
      path,
      (problem) => context.logger.warning(`--token-auth-file: ${problem}`),
    );
    all.push(forAudiences(accounts.audiences, tokenFile(users)));
  }
  if (tokens.length > 0) all.push(cachedTokens(firstToKnowToken(tokens), context));
  // Without any, who sends a token is refused all the same.
  return firstKnown([...requests, bearerTokens(all)]);
}
