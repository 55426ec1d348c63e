/**
 * The API server, as a part of a program: everything that it takes from outside is a parameter.
 *
 * @module
 */

import { type Clock, sleep } from "../toolkit/clock.ts";
import type { Logger } from "../toolkit/logging/logger.ts";
import { registerProcessMetrics, Registry } from "../toolkit/metrics/mod.ts";
import { type Dialect, NAMES } from "../toolkit/names.ts";
import { profilingHandler } from "../toolkit/profiling/mod.ts";
import { type Resource, schemaOf } from "../toolkit/schema/mod.ts";
import {
  type BoundAddress,
  serve,
  type ServeOptions,
  type Server,
} from "../toolkit/serving/mod.ts";
import { Aggregation } from "./aggregation/mod.ts";
import type { ClientIdentity } from "../toolkit/transport/mod.ts";
import { discovered, together } from "./discovery/discovered.ts";
import { type Admission, allOf } from "./admission/admission.ts";
import { namespaceLifecycle } from "./admission/namespace_lifecycle.ts";
import { keepPolicyStatus, policyAdmission } from "./admission/policies/mod.ts";
import { webhookAdmission } from "./admission/webhooks/mod.ts";
import { type AuditSink, silentSink } from "./audit/sink.ts";
import { alwaysAllow } from "./auth/always_allow.ts";
import type { Authenticator } from "./auth/authenticator.ts";
import type { Authorizer } from "./auth/authorizer.ts";
import type { TokenIssuer } from "./auth/token_issuer.ts";
import { Bootstrap, type BootstrapSettings } from "./bootstrap/mod.ts";
import { chain } from "./chain.ts";
import { customSpecial } from "./customresources/mod.ts";
import { Discovery } from "./discovery/answer.ts";
import type { Services } from "./endpoints/services.ts";
import type { RequestGate } from "./flowcontrol/gate.ts";
import { Health } from "./health/answer.ts";
import { type HealthCheck, ShutdownCheck } from "./health/checks.ts";
import { Deadlines } from "./http/deadlines.ts";
import { openApiRoute } from "./openapi/mod.ts";
import { openBuiltin } from "./kinds/builtin.ts";
import type { Feature } from "./kinds/features.ts";
import { openServiceAllocators, type ServiceAllocators } from "./kinds/core/service/allocators.ts";
import { expireEvents } from "./kinds/events/expiry.ts";
import { builtinSpecial } from "./kinds/special.ts";
import type { ResourceSource } from "./registry/resource_source.ts";
import { router } from "./route.ts";
import { CacheFeed } from "./storage/cache/mod.ts";
import { storageEncoding, type Store, type StoreSet } from "./storage/mod.ts";
import { openExtensions } from "./open_extensions.ts";
import { countObjects } from "./storage_metrics.ts";
import { declareMeasurements } from "./steps/measure.ts";

/** What a server is started with. */
export interface ApiServerOptions {
  readonly dialect: Dialect;
  /** Where objects are; the server closes them when it stops. */
  readonly stores: StoreSet;
  /** `--store-prefix`, completed. */
  readonly storePrefix: string;
  readonly storageMediaType: string;
  readonly serving: Omit<ServeOptions, "clock" | "logger">;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics?: Registry;
  /** A number from 0 up to 1. Default `Math.random`. */
  readonly random?: () => number;
  /** A new unique id. Default `crypto.randomUUID`. */
  readonly uid?: () => string;
  readonly authenticator: Authenticator;
  readonly allowAnonymous: boolean;
  /** Signs tokens of service accounts. Default: nobody does, and none can be had. */
  readonly tokenIssuer?: TokenIssuer;
  /** Default: whoever is known may do everything. */
  readonly authorizer?: Authorizer;
  /** Plugins besides those that are always there. */
  readonly admission?: readonly Admission[];
  readonly auditSink?: AuditSink;
  readonly gate: RequestGate;
  /** Which built-in resources are served. */
  isServed(resource: Resource): boolean;
  /** Features of kinds that are off by default and on here. Default: none. */
  readonly features?: ReadonlySet<Feature>;
  /** Changes that the cache keeps for watches; undefined: as it likes. */
  windowFor(group: string, resource: string): number | undefined;
  readonly requestTimeoutMs: number;
  readonly minWatchMs: number;
  readonly deleteCollectionWorkers: number;
  /** Milliseconds between counts of objects for the metrics; 0 for none. Default 0. */
  readonly countIntervalMs?: number;
  /** How long after their last write events are deleted; 0 for never. Default 0. */
  readonly eventTtlMs?: number;
  /** Why log lines are being lost; undefined while they are not. Without it there is no such check. */
  readonly logProblem?: () => string | undefined;
  readonly livezGraceMs: number;
  /** How long to serve on, no longer ready, before stopping. */
  readonly shutdownDelayMs: number;
  /** The share of answers after which a client is sent to a new connection. */
  readonly goawayChance: number;
  readonly profiling: boolean;
  /** What the server proves who it is with to extension servers; undefined: nothing. */
  readonly proxyIdentity?: { readonly current: ClientIdentity; close(): void } | undefined;
  /** Whether extension servers are asked at an address behind their service. Default false. */
  readonly routesToEndpoints?: boolean;
  /** What the server makes in its own store when it starts; undefined: nothing. */
  readonly bootstrap?: Omit<BootstrapSettings, "storePrefix"> | undefined;
}

/** A server that runs. */
export interface ApiServer {
  readonly address: BoundAddress;
  /** Settles once everything that the server makes for itself is there. */
  readonly ready: Promise<void>;
  /** Stops: no longer ready at once, then what is under way finishes. A second call joins. */
  close(graceMs?: number): Promise<void>;
}

/** Time for requests under way when the server stops. */
const STOP_GRACE_MS = 10_000;

/** Starts a server. Rejects when it can't read its store or can't listen. */
export async function startApiServer(options: ApiServerOptions): Promise<ApiServer> {
  const parts = await openParts(options);
  try {
    const server = await serve(
      { ...options.serving, clock: options.clock, logger: options.logger },
      parts.handler,
    );
    return new RunningApiServer(options, parts, server);
  } catch (error) {
    await parts.close();
    throw error;
  }
}

type Parts = Awaited<ReturnType<typeof openParts>>;

async function openParts(options: ApiServerOptions) {
  const { dialect, clock, logger, stores } = options;
  const { random = Math.random, uid = () => crypto.randomUUID() } = options;
  const metrics = options.metrics ?? new Registry();
  registerProcessMetrics(metrics);
  const feeds = new Map<Store, CacheFeed>();
  for (const store of stores.stores) {
    feeds.set(store, await CacheFeed.start({ store, clock, logger }));
  }
  const schema = schemaOf(dialect);
  const findType = schema.kind.bind(schema);
  const slowWatchers = metrics.counter({
    name: "apiserver_terminated_watchers_total",
    help: "Counter of watchers closed due to unresponsiveness.",
  }).with({});
  const basics = {
    encoding: storageEncoding(options.storageMediaType, findType),
    storePrefix: options.storePrefix,
    storeFor(group: string, resource: string) {
      const store = stores.storeFor(group, resource);
      return { store, feed: feeds.get(store)! };
    },
    windowFor: (group: string, resource: string) => options.windowFor(group, resource),
    onSlowWatcher: () => slowWatchers.inc(),
  };
  const builtin = await openBuiltin({
    ...basics,
    dialect,
    isServed: (resource) => options.isServed(resource),
    features: options.features,
  });
  const extensions = openExtensions({
    ...basics,
    dialect,
    builtin,
    clock,
    logger,
    metrics,
    random,
    uid,
    toEndpoints: options.routesToEndpoints ?? false,
    identity: () => options.proxyIdentity?.current,
  });
  const { source } = extensions;
  const aggregation = new Aggregation({
    dialect,
    builtin,
    clock,
    logger,
    locate: extensions.locate,
    identity: () => options.proxyIdentity?.current,
  });
  const authorizer = options.authorizer ?? alwaysAllow;
  const admission = allOf([
    namespaceLifecycle(source, dialect),
    ...options.admission ?? [],
    ...policyAdmission({ dialect, source, authorizer, clock, logger, metrics }),
    ...webhookAdmission({ ...extensions, dialect, authorizer, clock, logger, metrics, uid }),
  ]);
  const allocators = await openAllocators(options, source, feeds, { random, uid });
  const services: Services = {
    dialect,
    source,
    tools: { clock, admission, uid, random, reservers: allocators?.reservers },
    findType,
    authenticator: options.authenticator,
    tokenIssuer: options.tokenIssuer,
    authorizer,
    logger,
    minWatchMs: options.minWatchMs,
    deleteCollectionWorkers: options.deleteCollectionWorkers,
  };
  const stop = new AbortController();
  const counting = countObjects({
    source,
    stores,
    metrics,
    clock,
    logger,
    intervalMs: options.countIntervalMs ?? 0,
  }, stop.signal);
  const expiring = expiry(options, source, stop.signal);
  const extending = Promise.all([
    extensions.run(services, stop.signal),
    aggregation.run(services, options.bootstrap !== undefined, stop.signal),
    keepPolicyStatus({ services, clock, logger }, stop.signal),
  ]);
  const shutdown = new ShutdownCheck();
  const checks: HealthCheck[] = [
    { name: "ping", check() {} },
    ...logCheck(options),
    ...storeChecks(options),
    shutdown,
  ];
  const health = new Health({ checks, clock, logger, livezGraceMs: options.livezGraceMs });
  const deadlines = new Deadlines(clock, options.requestTimeoutMs);
  const handler = chain({
    clock,
    logger,
    measurements: declareMeasurements(metrics),
    deadlines,
    auditSink: options.auditSink ?? silentSink,
    authenticator: options.authenticator,
    allowAnonymous: options.allowAnonymous,
    gate: options.gate,
    authorizer,
    requestId: uid,
    route: router({
      services,
      specials: {
        find: (resource, part) =>
          builtinSpecial.find(resource, part) ?? customSpecial.find(resource, part),
      },
      aggregation,
      discovery: new Discovery(together(discovered(source), aggregation), dialect),
      health,
      metrics,
      profiling: options.profiling ? profilingHandler({ clock, commandLine: [] }) : undefined,
      openApi: openApiRoute(source, dialect, aggregation.descriptions),
    }),
    shouldMoveOn: () => options.goawayChance > 0 && random() < options.goawayChance,
  });
  return {
    handler,
    services,
    allocators,
    checks,
    shutdown,
    async close() {
      deadlines.close();
      stop.abort();
      await Promise.all([counting, expiring, extending]);
      await extensions.close();
      aggregation.close();
      options.proxyIdentity?.close();
      await Promise.all([...feeds.values()].map((feed) => feed.close()));
      await stores.close();
    },
    /** Ends all watches, so that their clients go elsewhere. */
    async endWatches() {
      await Promise.all([...feeds.values()].map((feed) => feed.close()));
    },
  };
}

/** What hands out addresses and ports to services; undefined where the server makes nothing itself. */
async function openAllocators(
  { bootstrap, stores, dialect, storePrefix, requestTimeoutMs, clock, logger }: ApiServerOptions,
  source: ResourceSource,
  feeds: ReadonlyMap<Store, CacheFeed>,
  chance: { random(): number; uid(): string },
): Promise<ServiceAllocators | undefined> {
  if (bootstrap === undefined) return undefined;
  const store = stores.storeFor("", "services");
  return await openServiceAllocators({
    ...chance,
    dialect,
    source,
    store,
    feed: feeds.get(store)!,
    storePrefix,
    ranges: bootstrap.serviceRanges,
    nodePorts: bootstrap.nodePorts,
    requestTimeoutMs,
    clock,
    logger,
  });
}

async function expiry(
  { clock, logger, eventTtlMs: ttlMs = 0 }: ApiServerOptions,
  source: ResourceSource,
  signal: AbortSignal,
): Promise<void> {
  const storage = source.find("", "v1", "events")?.storage;
  if (ttlMs === 0 || storage === undefined) return;
  await expireEvents({ storage, clock, logger, ttlMs }, signal);
}

function logCheck({ logProblem }: ApiServerOptions): HealthCheck[] {
  if (logProblem === undefined) return [];
  return [{
    name: "log",
    check() {
      const problem = logProblem();
      if (problem !== undefined) throw new Error(problem);
    },
  }];
}

function storeChecks({ stores, dialect }: ApiServerOptions): HealthCheck[] {
  const name = NAMES[dialect].healthCheckStore;
  return [{
    name,
    async check(signal) {
      await Promise.all(stores.stores.map((store) => store.revision({ signal })));
    },
  }];
}

class RunningApiServer implements ApiServer {
  readonly address: BoundAddress;
  readonly ready: Promise<void>;
  readonly #options: ApiServerOptions;
  readonly #parts: Parts;
  readonly #server: Server;
  readonly #bootstrap: Bootstrap | undefined;
  #closed: Promise<void> | undefined;

  constructor(options: ApiServerOptions, parts: Parts, server: Server) {
    this.#options = options;
    this.#parts = parts;
    this.#server = server;
    this.address = server.address;
    const { clock, logger, stores } = options;
    const { services, checks, allocators } = parts;
    if (options.bootstrap !== undefined) {
      this.#bootstrap = new Bootstrap({
        ...options.bootstrap,
        storePrefix: options.storePrefix,
        services,
        clock,
        logger,
        port: "port" in server.address ? server.address.port : 0,
        store: stores.storeFor("", "endpoints"),
        ...(allocators !== undefined && { upkeep: (signal) => allocators.upkeep(signal) }),
      });
      checks.push(...this.#bootstrap.checks);
    }
    this.ready = this.#bootstrap?.ready ?? Promise.resolve();
  }

  close(graceMs = STOP_GRACE_MS): Promise<void> {
    this.#closed ??= this.#close(graceMs);
    return this.#closed;
  }

  async #close(graceMs: number): Promise<void> {
    const { clock, shutdownDelayMs, logger } = this.#options;
    this.#parts.shutdown.begin();
    logger.info("The server stops", { shutdownDelayMs });
    if (shutdownDelayMs > 0) await sleep(clock, shutdownDelayMs);
    await this.#bootstrap?.close();
    const serving = this.#server.close(graceMs);
    await this.#parts.endWatches();
    await serving;
    await this.#parts.close();
  }
}
