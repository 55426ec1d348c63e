/**
 * Delegated authentication and authorization as flags ask for it.
 *
 * @module
 */

import { followedRoots, overlap } from "../authentication/followed_roots.ts";
import { identityHeadersOf } from "../authentication/request_header.ts";
import { cachedTokens } from "../authentication/token_cache.ts";
import type { Client } from "../client/client.ts";
import type { Clock } from "../clock.ts";
import type { FlagValues } from "../flags/mod.ts";
import type { Logger } from "../logger.ts";
import type { Registry } from "../metrics/mod.ts";
import type { Names } from "../names.ts";
import type { Handler, TlsMaterial, TlsSource } from "../serving/mod.ts";
import type {
  delegatedAuthenticationFlags,
  delegatedAuthorizationFlags,
} from "../serving/delegated_flags.ts";
import { openPaths, reviewedAccess } from "./access_reviews.ts";
import { DelegatedAuthenticator } from "./authenticator.ts";
import { type ClusterSettings, followClusterSettings } from "./cluster_settings.ts";
import { guarded, type GuardOptions, notKnownYet } from "./guard.ts";
import { reviewedTokens } from "./token_reviews.ts";

/** The values of the flags of both. */
export type DelegationFlagValues =
  & FlagValues<ReturnType<typeof delegatedAuthenticationFlags>["flags"]>
  & FlagValues<ReturnType<typeof delegatedAuthorizationFlags>["flags"]>;

/** What it is made of. */
export interface DelegationOptions {
  readonly values: DelegationFlagValues;
  readonly names: Names;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Registry;
  /** Ends what follows files and settings. */
  readonly signal: AbortSignal;
  /** A client by the client config file of a flag. */
  clientOf(path: string, userAgent: string): Promise<Client>;
}

/** Who may use what a process serves. */
export interface Delegation {
  /** Files with authorities whose certificates a handshake has to ask for. */
  readonly authorityFiles: readonly string[];
  /** The certificates of a listener, with the authorities that the cluster named besides. */
  withAuthorities(source: TlsSource): TlsSource;
  /** Lets through who may do what a request is about; default: what its method does to its path. */
  guard(handler: Handler, question?: GuardOptions["question"]): Handler;
}

/** Delegation before the cluster was asked whom it believes: only what everybody may use is answered. */
export interface PreparedDelegation extends Delegation {
  /** Asks the cluster. Rejects where its settings can't be looked up and that is not tolerated. */
  look(): Promise<void>;
}

/**
 * Opens what the flags ask for. Rejects where files can't be used, or the settings of the cluster can't be looked up
 * and that is not tolerated. Without a client config file for it tokens are not looked at, nothing is looked up, and
 * only what needs no question is allowed.
 */
export async function openDelegation(options: DelegationOptions): Promise<Delegation> {
  const delegation = await prepareDelegation(options);
  await delegation.look();
  return delegation;
}

/** As {@link openDelegation}, with all that needs an API server left to `look()`, which is called once. */
export async function prepareDelegation(options: DelegationOptions): Promise<PreparedDelegation> {
  const { values, clock, logger, metrics } = options;
  const authorizer = (client: Client | undefined) =>
    reviewedAccess({
      client,
      alwaysAllowPaths: values["authorization-always-allow-paths"],
      authorizedTtlMs: values["authorization-webhook-cache-authorized-ttl"],
      unauthorizedTtlMs: values["authorization-webhook-cache-unauthorized-ttl"],
      clock,
    });
  // A path that can't be is told before anything is asked.
  authorizer(undefined);
  const files = await trustedFiles(options);
  const authorities = new NamedAuthorities();
  let known: Pick<GuardOptions, "authenticator" | "authorizer"> | undefined;
  return {
    authorityFiles: files.paths,
    withAuthorities: (source) => authorities.over(source),
    async look() {
      const { reviewer, accessReviewer } = await reviewersOf(options);
      const authenticator = await trusting(reviewer, files, authorities, options);
      if (accessReviewer === undefined) {
        logger.warning(
          "Without --authorization-kubeconfig nobody can be asked what callers may do: all paths but those of " +
            "--authorization-always-allow-paths are forbidden",
        );
      }
      known = { authenticator, authorizer: authorizer(accessReviewer) };
    },
    guard(handler, question) {
      const shared = { logger, clock, metrics, ...(question && { question }) };
      const isOpen = openPaths(values["authorization-always-allow-paths"]);
      let guard: Handler | undefined;
      return async (request) => {
        if (known !== undefined) guard ??= guarded({ ...shared, ...known }, handler);
        if (guard !== undefined) return await guard(request);
        const isOfResource = question?.(request).resource !== undefined;
        return !isOfResource && isOpen(request.path) ? await handler(request) : notKnownYet();
      };
    },
  };
}

/** Clients of the API server that answer who somebody is, and what somebody may do. */
async function reviewersOf({ values, clientOf }: DelegationOptions) {
  const [known, allowed] = [
    values["authentication-kubeconfig"],
    values["authorization-kubeconfig"],
  ];
  const reviewer = known === "" ? undefined : clientOf(known, "authentication");
  const accessReviewer = allowed === ""
    ? undefined
    : allowed === known
    ? reviewer
    : clientOf(allowed, "authorization");
  // Together: what is wrong with either is told at once.
  const [one, other] = await Promise.all([reviewer, accessReviewer]);
  return { reviewer: one, accessReviewer: other };
}

/** Who somebody is, by what files say and the cluster, which is followed. */
async function trusting(
  reviewer: Client | undefined,
  files: Awaited<ReturnType<typeof trustedFiles>>,
  authorities: NamedAuthorities,
  { values, names, clock, logger, metrics, signal }: DelegationOptions,
): Promise<DelegatedAuthenticator> {
  const ttlMs = values["authentication-token-webhook-cache-ttl"];
  const reviewed = reviewer && reviewedTokens(reviewer, logger);
  const tokens = reviewed && ttlMs > 0
    ? cachedTokens(reviewed, { clock, metrics, believedMs: ttlMs, unknownMs: ttlMs })
    : reviewed;
  const authenticator = new DelegatedAuthenticator({ tokens, clock, names, metrics });
  const trust = (looked: ClusterSettings) => {
    authenticator.trust({
      clients: files.clients ?? looked.clients,
      proxies: files.proxies ?? looked.proxies,
    });
    authorities.name([
      ...files.clients ? [] : [looked.clients?.pem ?? ""],
      ...files.proxies ? [] : [looked.proxies?.pem ?? ""],
    ]);
  };
  trust({});
  if (values["authentication-skip-lookup"]) return authenticator;
  if (reviewer === undefined) {
    logger.warning(
      "Without --authentication-kubeconfig no authentication settings are looked up in the cluster: of " +
        "certificates only those count whose authorities are named by a flag",
    );
    return authenticator;
  }
  await followClusterSettings({
    client: reviewer,
    tolerant: values["authentication-tolerate-lookup-failure"],
    clock,
    logger,
    signal,
    changed: trust,
  });
  return authenticator;
}

/** What files say, which goes before what the cluster says. */
async function trustedFiles({ values, clock, logger, signal }: DelegationOptions) {
  const follow = { clock, logger, signal };
  const paths = {
    clients: values["client-ca-file"],
    proxies: values["requestheader-client-ca-file"],
  };
  const clients = paths.clients === ""
    ? undefined
    : await followedRoots("client-ca-file", paths.clients, follow);
  const proxies = paths.proxies === ""
    ? undefined
    : await followedRoots("requestheader-client-ca-file", paths.proxies, follow);
  const headers = identityHeadersOf({ ...values, "requestheader-uid-headers": [] });
  const allowedNames = values["requestheader-allowed-names"];
  if (
    clients && proxies && allowedNames.length === 0 && overlap(clients.current, proxies.current)
  ) {
    throw new Error(
      "--requestheader-client-ca-file and --client-ca-file have certificates in common: name the proxies with " +
        "--requestheader-allowed-names, or every client could say that it is somebody else",
    );
  }
  return {
    paths: Object.values(paths).filter((path) => path !== ""),
    clients: clients && {
      get roots() {
        return clients.current;
      },
      pem: "",
    },
    proxies: proxies && {
      get roots() {
        return proxies.current;
      },
      pem: "",
      allowedNames,
      headers,
    },
  };
}

/** Authorities in no file, whose certificates a handshake asks for as well. */
class NamedAuthorities {
  #pem = "";
  readonly #told = new Set<() => void>();

  name(texts: readonly string[]): void {
    const pem = texts.filter((text) => text !== "").join("\n");
    if (pem === this.#pem) return;
    this.#pem = pem;
    for (const changed of this.#told) changed();
  }

  over(source: TlsSource): TlsSource {
    const together = (material: TlsMaterial): TlsMaterial => {
      const own = material.clientAuthorities ?? "";
      const all = [own, this.#pem].filter((text) => text !== "").join("\n");
      return all === "" ? material : { ...material, clientAuthorities: all };
    };
    return {
      get current() {
        return together(source.current);
      },
      onChange: (changed) => {
        const tell = () => changed(together(source.current));
        this.#told.add(tell);
        const end = source.onChange(tell);
        return () => {
          this.#told.delete(tell);
          end();
        };
      },
      close: () => source.close(),
    };
  }
}
