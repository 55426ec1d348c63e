/**
 * What a control plane is started with that is a part of a program, and what that means for its server.
 *
 * @module
 */

import type { apiextensionsV1 } from "../toolkit/api/apiextensions_v1.ts";
import { type Clock, systemClock } from "../toolkit/clock.ts";
import { type Logger, silentLogger } from "../toolkit/logger.ts";
import { type Dialect, DIALECTS, NAMES } from "../toolkit/names.ts";
import type { Webhook } from "../toolkit/webhook/mod.ts";
import { checkedPair, fixedTls } from "../toolkit/serving/mod.ts";
import {
  byFunction as authenticateByFunction,
  type FindUser,
} from "./authentication/by_function.ts";
import { noTokens } from "../toolkit/authentication/bearer_tokens.ts";
import { alwaysAllow } from "./authorization/always_allow.ts";
import { firstOpinion } from "./authorization/authorizer.ts";
import {
  byFunction as authorizeByFunction,
  type FindResource,
  type May,
} from "./authorization/by_function.ts";
import { masters, mastersFirst } from "./authorization/masters.ts";
import { createRbac } from "./authorization/rbac/mod.ts";
import type { BootstrapSettings } from "./bootstrap/mod.ts";
import { inFlightGate } from "./flowcontrol/in_flight.ts";
import { programWebhooks } from "./program_webhooks.ts";
import type { ApiServerOptions } from "./server.ts";
import { type Groups, hasCoreGroup, servedResources } from "./served_groups.ts";
import { normalizePrefix, openStoreSet } from "./storage/mod.ts";

/** Whatever has a definition: what `defineResource()` returns, or a function around a manifest. */
export interface DefinedResource {
  /**
   * The definition as a server of the dialect takes it. Default `kubernetes`. `webhook` is how the server
   * reaches the functions that convert its versions, where it has any.
   */
  definition(
    dialect?: Dialect,
    webhook?: apiextensionsV1.WebhookClientConfig,
  ): apiextensionsV1.CustomResourceDefinition;
}

/** Where a control plane listens. */
export interface ListenOptions {
  /** Default 127.0.0.1. Any other than the machine's own needs a certificate. */
  readonly hostname?: string | undefined;
  /** Default: one that is free. */
  readonly port?: number | undefined;
  /** In PEM; without it: HTTP without TLS. */
  readonly certificate?: { readonly cert: string; readonly key: string } | undefined;
}

/** Options of {@link startApiServer}. */
export interface ControlPlaneOptions {
  /**
   * Are defined, and established, before the control plane is there. Functions that convert their versions
   * are called in this process. Default: none.
   */
  readonly resources?: readonly DefinedResource[] | undefined;
  /**
   * Asked about writes, whoever they are from, before all webhooks of stored configurations: in this
   * process, without a connection, under their failure policy and timeout as over one. Nothing is stored
   * of them, and nobody can take them away. Default: none.
   */
  readonly webhooks?: readonly Webhook[] | undefined;
  /**
   * The built-in groups that are served: `"none"` but what custom resources need (namespaces, definitions,
   * reviews of who may do what), `"all"`, or these besides; the core group is `""` or `"core"`. Default
   * `"none"`.
   */
  readonly groups?: Groups | undefined;
  /** `memory:`, `file:PATH`, `etcd://HOST:PORT`, or the address of a Deno KV. Default `memory:`. */
  readonly store?: string | undefined;
  /** Default false: it is for this process alone. */
  readonly listen?: ListenOptions | false | undefined;
  /**
   * Who may do what: `"all"`: whoever `authenticate` knows may do everything, and nobody else more than
   * read health and version. A function decides on each request, also of those whom `authenticate`
   * does not know, but not on the group `system:masters`, which may do everything; where it throws the
   * request is answered with a 500. `"rbac"`: roles and bindings decide, which are served then, as are those
   * that every cluster has from its start. Default `"all"`.
   */
  readonly authorize?: "all" | "rbac" | May | undefined;
  /**
   * Who sends a request that comes from outside of this process, or through `fetch`: looks at its headers;
   * the body is not there. A request that it knows nobody for is anonymous, or refused where it came with
   * an `Authorization` header. Default: nobody is known.
   */
  readonly authenticate?: FindUser | undefined;
  /** Default `kubernetes`. */
  readonly dialect?: Dialect | undefined;
  /** Default: the machine's. */
  readonly clock?: Clock | undefined;
  /** Numbers from 0 up to 1. Default `Math.random`. */
  readonly random?: (() => number) | undefined;
  /** Default: silent. */
  readonly logger?: Logger | undefined;
  /** Ends the start, and after it the control plane. */
  readonly signal?: AbortSignal | undefined;
}

/** As the flags of a server have them by default. */
const DEFAULTS = {
  storePrefix: "/registry",
  requestTimeoutMs: 60_000,
  minWatchMs: 1_800_000,
  reading: 400,
  writing: 200,
  eventTtlMs: 3_600_000,
  serviceRange: "10.0.0.0/24",
  nodePorts: { first: 30_000, last: 32_767 },
} as const;

/** Checks the options and opens the store, which the server closes. Throws, naming the option. */
export async function serverOptionsOf(options: ControlPlaneOptions): Promise<ApiServerOptions> {
  const settings = serverSettingsOf(options);
  const { dialect, storePrefix: prefix, clock, logger } = settings;
  const { store = "memory:" } = options;
  return {
    ...settings,
    stores: await openStoreSet([store], [], { dialect, prefix, clock, logger }),
  };
}

/** Checks the options but for the store. Throws, naming the option. */
export function serverSettingsOf(options: ControlPlaneOptions): Omit<ApiServerOptions, "stores"> {
  const { dialect = "kubernetes", clock = systemClock, logger = silentLogger } = options;
  const { groups = "none", random = Math.random, authenticate } = options;
  const { webhooks = [], resources = [] } = options;
  if (!DIALECTS.includes(dialect)) {
    throw new TypeError(`dialect is ${JSON.stringify(dialect)}: write ${DIALECTS.join(" or ")}`);
  }
  const { authorize = "all" } = options;
  const isServed = servedResources(groups, dialect, { withRoles: authorize === "rbac" });
  const authorizer = authorizerOf(authorize, logger);
  const serving = servingOf(options.listen ?? false);
  if (serving !== undefined && authenticate === undefined) {
    logger.warning(
      "The control plane listens, and has no authenticate function: from outside of this process only " +
        "its health and version can be read",
    );
  }
  const storePrefix = normalizePrefix(DEFAULTS.storePrefix);
  return {
    dialect,
    storePrefix,
    storageMediaType: NAMES[dialect].protobufMediaType,
    serving,
    clock,
    logger,
    random,
    authenticator: () =>
      authenticate === undefined ? noTokens : authenticateByFunction(authenticate, logger),
    authorizer,
    allowAnonymous: true,
    flowControl: () => inFlightGate({ reading: DEFAULTS.reading, writing: DEFAULTS.writing }),
    isServed,
    windowFor: () => undefined,
    requestTimeoutMs: DEFAULTS.requestTimeoutMs,
    minWatchMs: DEFAULTS.minWatchMs,
    deleteCollectionWorkers: 1,
    eventTtlMs: DEFAULTS.eventTtlMs,
    livezGraceMs: 0,
    shutdownDelayMs: 0,
    goawayChance: 0,
    profiling: false,
    bootstrap: hasCoreGroup(groups) ? BOOTSTRAP : undefined,
    ...programWebhooks({ webhooks, resources, dialect, logger }),
  };
}

/** Nothing of a cluster reaches it by an address: there is no service that would lead to it. */
const BOOTSTRAP: Omit<BootstrapSettings, "storePrefix"> = {
  advertiseAddress: "127.0.0.1",
  serviceRanges: [DEFAULTS.serviceRange],
  nodePorts: DEFAULTS.nodePorts,
  serviceNodePort: 0,
  endpointReconciler: "none",
};

function authorizerOf(
  authorize: NonNullable<ControlPlaneOptions["authorize"]>,
  logger: Logger,
): NonNullable<ApiServerOptions["authorizer"]> {
  if (typeof authorize === "function") {
    return ({ source }) => {
      // Reviews need not name a version.
      const find: FindResource = ({ group, version, resource }) =>
        source.find(group, version, resource) ??
          source.all().find((one) => one.group === group && one.resource === resource);
      return firstOpinion([masters, authorizeByFunction(authorize, find, logger)]);
    };
  }
  if (authorize === "all") return () => alwaysAllow;
  if (authorize === "rbac") return (context) => firstOpinion([mastersFirst, createRbac(context)]);
  throw new TypeError(
    `authorize is ${JSON.stringify(authorize)}: write "all", "rbac", or a function that decides`,
  );
}

function servingOf(listen: ListenOptions | false): ApiServerOptions["serving"] | undefined {
  if (listen === false) return undefined;
  const { hostname = "127.0.0.1", port = 0, certificate } = listen;
  if (certificate === undefined && !isLoopback(hostname)) {
    throw new TypeError(
      `listen.hostname is ${
        JSON.stringify(hostname)
      } and there is no listen.certificate: others could ` +
        "read all credentials on their way; write listen: { certificate: { cert, key } }, or listen on " +
        "127.0.0.1",
    );
  }
  return {
    listen: { hostname, port },
    ...(certificate !== undefined && {
      tls: fixedTls({
        main: checkedPair(
          certificate.cert,
          certificate.key,
          "listen.certificate.cert",
          "listen.certificate.key",
        ),
        named: [],
      }),
    }),
  };
}

function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "::1" || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
