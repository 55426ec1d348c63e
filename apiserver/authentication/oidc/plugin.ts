/**
 * The issuer of the `--oidc-…` flags.
 *
 * @module
 */

import { certificatesOfPem } from "../../../toolkit/certificates/mod.ts";
import { readFlagFile } from "../../../toolkit/flags/mod.ts";
import { Transport } from "../../../toolkit/transport/mod.ts";
import type { ServerContext } from "../../server_context.ts";
import type { ApiServerFlagValues } from "../../surroundings.ts";
import type { SigningAlgorithm } from "../../../toolkit/tokens/json_web_token.ts";
import {
  forAudiences,
  type TokenAuthenticator,
} from "../../../toolkit/authentication/token_authenticator.ts";
import { claimRules } from "./claim_rules.ts";
import { DistributedClaim } from "./distributed_claim.ts";
import { idTokens } from "./id_tokens.ts";
import { type IssuerMeasures, issuerMetrics } from "./issuer_metrics.ts";
import { ALGORITHMS, type IssuerSettings } from "./issuer_settings.ts";
import { type FetchDocument, IssuerKeys } from "./key_set.ts";

const DOCUMENT_LIMIT_BYTES = 1024 * 1024;
const FETCH_MS = 30_000;

/** Knows the tokens of the flags' issuer; undefined where they name none. */
export async function flaggedIssuer(
  context: ServerContext,
  flags: ApiServerFlagValues,
  audiences: readonly string[],
): Promise<TokenAuthenticator | undefined> {
  const issuer = await issuerOfFlags(flags);
  return issuer && forAudiences(audiences, tokensOf(issuer, context, issuerMetrics(context)));
}

/** The issuer that the flags name; undefined where none of them is given. Throws on what can't be. */
export async function issuerOfFlags(
  flags: ApiServerFlagValues,
): Promise<IssuerSettings | undefined> {
  const { "oidc-issuer-url": url, "oidc-client-id": client, "oidc-ca-file": file } = flags;
  const required = flags["oidc-required-claim"];
  const isGiven = [
    url,
    client,
    file,
    flags["oidc-groups-claim"],
    flags["oidc-groups-prefix"],
    flags["oidc-username-prefix"],
  ].some((value) => value !== "") || Object.keys(required).length > 0 ||
    flags["oidc-username-claim"] !== "sub";
  if (!isGiven) return undefined;
  if (url === "" || client === "") {
    throw new Error(
      "oidc-issuer-url and oidc-client-id must be specified together when any oidc-* flags are set",
    );
  }
  checkIssuerUrl(url);
  const algorithms = flags["oidc-signing-algs"].map((name): SigningAlgorithm => {
    const known = ALGORITHMS.find((one) => one === name);
    if (known === undefined) {
      throw new Error(`oidc: unsupported signing alg: ${JSON.stringify(name)}`);
    }
    return known;
  });
  const claim = flags["oidc-username-claim"];
  const groups = flags["oidc-groups-claim"];
  return {
    url,
    authorities: file === "" ? undefined : await authoritiesIn(file),
    audiences: [client],
    algorithms,
    claims: claimRules({
      username: { claim, prefix: usernamePrefix(flags["oidc-username-prefix"], claim, url) },
      groups: groups === "" ? undefined : { claim: groups, prefix: flags["oidc-groups-prefix"] },
      required,
    }),
  };
}

/** Names of two issuers, and of an issuer and a certificate, are kept apart unless somebody says otherwise. */
function usernamePrefix(given: string, claim: string, url: string): string {
  if (given === "-") return "";
  if (given !== "") return given;
  return claim === "email" ? "" : `${url}#`;
}

function checkIssuerUrl(url: string): void {
  const fail = (why: string) =>
    new Error(`invalid --oidc-issuer-url ${JSON.stringify(url)}: ${why}`);
  const parsed = URL.parse(url);
  if (parsed === null) throw fail("it is no URL");
  if (parsed.protocol !== "https:") throw fail("URL scheme must be https");
  if (parsed.username !== "" || parsed.password !== "") {
    throw fail("URL must not contain a username or password");
  }
  if (url.includes("?")) throw fail("URL must not contain a query");
  if (url.includes("#")) throw fail("URL must not contain a fragment");
}

async function authoritiesIn(path: string): Promise<string> {
  const text = await readFlagFile("oidc-ca-file", path);
  certificatesOfPem(text, `--oidc-ca-file: ${path}`);
  return text;
}

/** Knows the tokens of an issuer, which is asked for its keys from now on until the server stops. */
export function tokensOf(
  issuer: IssuerSettings,
  context: ServerContext,
  measures: IssuerMeasures,
): TokenAuthenticator {
  const { clock, logger, dialect, signal } = context;
  const transport = new Transport({ clock, proxy: issuer.proxy ?? context.egress.ofEnvironment });
  signal.addEventListener("abort", () => transport.close(), { once: true });
  const fetch = fetchBy(transport, issuer.authorities, context);
  const keysOf = (of: Pick<IssuerSettings, "url" | "discoveryUrl">, fetched = NOBODY) => {
    const keys = new IssuerKeys({ issuer: of, fetch, clock, logger, measures: fetched, signal });
    context.background({ name: "token issuer", run: () => keys.start() });
    return keys;
  };
  const keys = keysOf(issuer, measures);
  const { groupsClaim } = issuer.claims;
  const elsewhere = groupsClaim === undefined
    ? undefined
    : new DistributedClaim({ claim: groupsClaim, issuer, keys, keysOf, fetch, clock });
  return idTokens({
    ...{ issuer, keys, measures, clock, dialect },
    elsewhere: elsewhere && ((claims, signal) => elsewhere.addedTo(claims, signal)),
  });
}

/** Whom nobody counts: issuers that only tokens name. */
const NOBODY: Pick<IssuerMeasures, "fetched"> = { fetched() {} };

/** Fetches documents of an issuer; redirects are not followed. */
function fetchBy(
  transport: Transport,
  roots: string | undefined,
  { clock }: Pick<ServerContext, "clock">,
): FetchDocument {
  return async (url, signal, bearer) => {
    const late = new AbortController();
    const timer = clock.after(FETCH_MS, () => {
      const place = url.origin + url.pathname;
      late.abort(new Error(`oidc: ${place} did not answer within ${FETCH_MS / 1000} s`));
    });
    const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
    try {
      return await transport.call({
        host,
        port: url.port === "" ? 443 : Number(url.port),
        protocols: ["h2", "http/1.1"],
        tls: { serverName: host, roots },
      }, {
        method: "GET",
        path: url.pathname + url.search,
        headers: {
          accept: bearer === undefined ? "application/json" : "*/*",
          host: url.host,
          ...(bearer && { authorization: `Bearer ${bearer}` }),
        },
        replayable: true,
        limits: { bodyLimitBytes: DOCUMENT_LIMIT_BYTES },
        signal: AbortSignal.any([signal, late.signal]),
      });
    } finally {
      timer.cancel();
    }
  };
}
