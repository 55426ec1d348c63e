/**
 * Puts a server together: storage, what is served, the plugins, the chain that requests go through,
 * and what runs beside them. Nothing here knows a plugin by its name.
 *
 * @module
 */

import type { Reader, Watcher, Writer } from "../toolkit/client/mod.ts";
import { NAMES } from "../toolkit/names.ts";
import { Registry } from "../toolkit/metrics/mod.ts";
import { ComponentPages } from "../toolkit/pages/component_pages.ts";
import { describeProcess } from "../toolkit/process/process_metrics.ts";
import { profilingHandler } from "../toolkit/profiling/mod.ts";
import type { Runnable } from "../toolkit/runnable.ts";
import { schemaOf } from "../toolkit/schema/mod.ts";
import type { Handler } from "../toolkit/serving/mod.ts";
import { admissionChain } from "./admission/admission.ts";
import { NO_CONFIGURATION } from "./admission/configuration/mod.ts";
import { declareAdmissionMetrics } from "./admission/metrics.ts";
import { programPlugins } from "./admission/plugins.ts";
import { Aggregation } from "./aggregation/mod.ts";
import { DIRECTLY } from "./egress/mod.ts";
import { OWNERSHIP } from "./fieldmanager/policy.ts";
import { isTold } from "./bootstrap/mod.ts";
import { DEFAULT_FEATURES, FEATURES } from "./flags/features.ts";
import { auditMetrics } from "./audit/audit_metrics.ts";
import { noAudit } from "./audit/backend.ts";
import type { Authenticator } from "../toolkit/authentication/authenticator.ts";
import { inProcessOr } from "./authentication/in_process.ts";
import { alwaysAllow } from "./authorization/always_allow.ts";
import type { Authorizer } from "./authorization/authorizer.ts";
import { chain } from "./chain.ts";
import { Connections, DEFAULT_NODE_AGENTS } from "./connect/mod.ts";
import { lookUp } from "./connect/look_up.ts";
import { Discovery } from "./discovery/answer.ts";
import { declareDiscoveryMetrics } from "./discovery/discovery_metrics.ts";
import { discovered, together } from "./discovery/discovered.ts";
import type { EndpointContext } from "./endpoints/endpoint_context.ts";
import { Health } from "../toolkit/health/answer.ts";
import type { HealthCheck, ShutdownCheck } from "../toolkit/health/checks.ts";
import { StartHooks, type StartWork } from "./health/start_hooks.ts";
import { Deadlines } from "./http/deadlines.ts";
import { openBuiltin } from "./kinds/builtin.ts";
import { openServiceAllocators, type ServiceAllocators } from "./kinds/core/service/allocators.ts";
import { escalationGuard } from "./kinds/rbac/escalation.ts";
import { claimGuard } from "./kinds/resource/claim_guard.ts";
import { expireEvents } from "./kinds/events/expiry.ts";
import { late } from "./late.ts";
import { listerOf } from "./loopback/cached_lister.ts";
import { followObjects } from "./loopback/followed_objects.ts";
import { LoopbackClient } from "./loopback/loopback_client.ts";
import { openApiRoute } from "./openapi/mod.ts";
import { type ExtensionsOptions, openExtensions } from "./open_extensions.ts";
import { openStorage, type Storage, type StorageOptions } from "./open_storage.ts";
import { createPlugins } from "./plugin.ts";
import type { ResourceSource } from "./resource/resource_source.ts";
import { anyGuard } from "./resource/write_guard.ts";
import { PAGE_PATHS, router } from "./route.ts";
import type { ApiServerOptions } from "./server.ts";
import type { ServerContext } from "./server_context.ts";
import { serverIdentity } from "./bootstrap/server_identity.ts";
import { measureStores } from "./storage_metrics.ts";

/** A server that is put together, and does nothing yet. */
export interface Assembled {
  /** Answers requests. */
  readonly handler: Handler;
  /** What parts that come later are made of. */
  readonly context: ServerContext;
  /** The server as a client of itself. */
  readonly client: Reader & Watcher & Writer;
  /** What hands out addresses and ports; undefined where the server makes nothing itself. */
  readonly allocators: ServiceAllocators | undefined;
  /** Is told of what is done after the start. */
  readonly hooks: StartHooks;
  /** What runs beside the requests. */
  readonly background: readonly Runnable[];
  /** Settles once all work of plugins is done that begins with the server; undefined: there is none. */
  readonly started: Promise<void> | undefined;
  readonly storage: Pick<Storage, "caughtUp" | "read">;
  /** Ends all that lasts, so that its clients go elsewhere: watches, and what leads to nodes and pods. */
  endLasting(): Promise<void>;
  /** Lets go of everything, once nothing runs any more. */
  close(): Promise<void>;
}

/**
 * Puts a server together. `shutdown` fails once it is on its way out, and `signal` aborts when it
 * stops. Rejects when it can't read its store.
 */
export async function assemble(
  options: ApiServerOptions,
  shutdown: ShutdownCheck,
  signal: AbortSignal,
  { read, ownPlace }: {
    /** What was read of the stores that its own were forked from. */
    readonly read?: StorageOptions["read"];
    /** Where it listens; undefined: nowhere yet. */
    readonly ownPlace: ExtensionsOptions["ownPlace"];
  },
): Promise<Assembled> {
  const { dialect, clock, logger } = options;
  const { random = Math.random, uid = () => crypto.randomUUID() } = options;
  const { features = DEFAULT_FEATURES, egress = DIRECTLY } = options;
  const metrics = options.metrics ?? new Registry();
  describeProcess(metrics, { dialect, features: FEATURES, on: features });
  const schema = schemaOf(dialect);
  const storage = await openStorage({ ...options, schema, metrics, read });
  try {
    const builtin = await openBuiltin({
      ...storage.resources,
      dialect,
      isServed: (resource) => options.isServed(resource),
      features,
    });
    const extensions = openExtensions({
      ...storage.resources,
      dialect,
      builtin,
      clock,
      logger,
      metrics,
      random,
      uid,
      toEndpoints: options.routesToEndpoints ?? false,
      ownPlace,
      identity: () => options.proxyIdentity?.current,
      egress,
      webhookCalls: options.webhookCalls,
    });
    const { source } = extensions;
    const aggregation = new Aggregation({
      dialect,
      builtin,
      clock,
      logger,
      locate: extensions.locate,
      gap: extensions.gap,
      identity: () => options.proxyIdentity?.current,
    });
    const hooks = new StartHooks(
      dialect,
      options.bootstrap !== undefined,
      isTold(features, options.bootstrap),
    );
    const background: Runnable[] = [];
    const works: Promise<void>[] = [];
    const authenticator = late<Authenticator>("authenticate");
    const authorizer = late<Authorizer>("authorize", "rulesOf");
    const client = late<Assembled["client"]>(
      "get",
      "list",
      "watch",
      "create",
      "replace",
      "update",
      "patch",
      "apply",
      "delete",
    );
    const context: ServerContext = {
      dialect,
      identity: serverIdentity(options.bootstrap?.hostName ?? "", NAMES[dialect]),
      source,
      client: client.part,
      lister: (kind) => listerOf(kind, source, dialect),
      follow: (kind, follower) =>
        followObjects({ kind, source, dialect, logger, signal }, follower),
      callouts: extensions,
      egress,
      authenticator: authenticator.part,
      authorizer: authorizer.part,
      features,
      clock,
      logger,
      metrics,
      signal,
      random,
      uid,
      startWork(work) {
        const { promise, resolve } = Promise.withResolvers<void>();
        const finish = hooks.expect(work);
        works.push(promise);
        return () => {
          finish();
          resolve();
        };
      },
      background: (runnable) => void background.push(runnable),
    };
    const authentication = await options.authenticator(context);
    authenticator.bind(authentication);
    const authorization = await options.authorizer?.(context) ?? alwaysAllow;
    authorizer.bind(authorization);
    const admission = await createPlugins(
      options.admission ?? programPlugins(),
      context,
      options.admissionConfiguration ?? NO_CONFIGURATION,
    );
    const admissionMetrics = declareAdmissionMetrics(metrics, clock);
    // Declared whether or not there is any: one that records nothing shows that it does not.
    auditMetrics(metrics);
    const audit = await options.audit?.(context) ?? noAudit;
    const gate = await options.flowControl(context);
    const allocators = await openAllocators(options, source, storage, {
      random,
      uid,
      metrics,
      repaired: () => hooks.finish("address repair"),
    });
    if (allocators === undefined) hooks.finish("address repair");
    await storage.caughtUp(signal);
    // What definitions say is served from here on.
    source.all();
    hooks.finish(...CAUGHT_UP);
    const chained = admissionMetrics.chain(
      admissionChain(
        admission.map(({ name, plugin }) => admissionMetrics.plugin(name, plugin)),
      ),
    );
    const findType = schema.kind.bind(schema);
    const connections = new Connections({
      server: context,
      admission: chained,
      findType,
      agents: options.nodeAgents ?? DEFAULT_NODE_AGENTS,
      throttle: options.throttle,
      lookUp: options.lookUp ?? lookUp,
    });
    const endpoint: EndpointContext = {
      dialect,
      source,
      tools: {
        clock,
        admission: chained,
        guard: anyGuard([escalationGuard(context), claimGuard(context)]),
        ownership: features.has("ServerSideApply") ? OWNERSHIP[dialect] : undefined,
        collectsDependents: options.collectsDependents ?? true,
        uid,
        random,
        allocators: allocators?.allocators,
      },
      findType,
      authenticator: authentication,
      tokenIssuer: options.tokenIssuer,
      authorizer: authorization,
      connections,
      features,
      askStores: (signal) => askStores(options, signal),
      logger,
      minWatchMs: options.minWatchMs,
      deleteCollectionWorkers: options.deleteCollectionWorkers,
    };
    const loopback = new LoopbackClient(endpoint);
    client.bind(loopback);
    background.push(
      measureStores({
        stores: storage.stores,
        metrics,
        clock,
        logger,
        intervalMs: options.countIntervalMs ?? 0,
      }),
      ...expiry(options, source),
      ...extensions.background(context, () => hooks.finish("extension controllers")),
      ...aggregation.background(context, options.bootstrap !== undefined, hooks),
    );
    const checks: HealthCheck[] = [
      { name: "ping", check() {} },
      ...logCheck(options),
      ...storeChecks(options),
      ...encryptionChecks(options),
      hooks.synced,
      ...hooks.checks,
      ...options.bootstrap === undefined ? [] : aggregation.checks,
      shutdown,
    ];
    const deadlines = new Deadlines(clock, options.requestTimeoutMs);
    const handler = chain({
      clock,
      logger,
      deadlines,
      audit,
      authenticator: inProcessOr(authentication),
      allowedOrigins: options.corsAllowedOrigins ?? [],
      allowAnonymous: allowAnonymousOf(options.allowAnonymous),
      identityHeaders: options.identityHeaders,
      metrics,
      names: NAMES[dialect],
      constrainsImpersonation: features.has("ConstrainedImpersonation"),
      gate,
      authorizer: authorization,
      requestId: uid,
      route: router({
        endpoint,
        aggregation,
        discovery: new Discovery(
          together(discovered(source, features.has("StorageVersionHash")), aggregation),
          {
            dialect,
            address: options.externalAddress,
            measures: declareDiscoveryMetrics(metrics),
          },
        ),
        health: new Health({ checks, dialect, clock, logger, livezGraceMs: options.livezGraceMs }),
        metrics,
        component: new ComponentPages({
          name: "apiserver",
          flags: options.shownFlags ?? {},
          paths: PAGE_PATHS,
          dialect,
          clock,
        }),
        gate,
        profiling: options.profiling
          ? profilingHandler({ clock, commandLine: [], setVerbosity: options.setVerbosity })
          : undefined,
        openApi: openApiRoute(source, dialect, aggregation.descriptions),
        tokenDiscovery: options.tokenDiscovery,
      }),
      compresses: features.has("APIResponseCompression"),
      endsAnonymous: features.has("UnauthenticatedHTTP2DOSMitigation"),
      shouldMoveOn: () => options.goawayChance > 0 && random() < options.goawayChance,
    });
    return {
      handler,
      context,
      client: loopback,
      allocators,
      hooks,
      background,
      started: works.length === 0 ? undefined : Promise.all(works).then(() => {}),
      storage,
      async endLasting() {
        connections.end();
        await storage.endWatches();
      },
      async close() {
        connections.close();
        deadlines.close();
        await audit.close?.();
        await extensions.close();
        aggregation.close();
        options.proxyIdentity?.close();
        await storage.close();
        options.encryption?.close();
      },
    };
  } catch (error) {
    options.proxyIdentity?.close();
    options.nodeAgents?.close();
    await storage.close();
    options.encryption?.close();
    throw error;
  }
}

function allowAnonymousOf(
  allow: ApiServerOptions["allowAnonymous"],
): (path: string) => boolean {
  return typeof allow === "boolean" ? () => allow : allow;
}

/** What is done once every cache has seen what was in its store at the start. */
const CAUGHT_UP: readonly StartWork[] = [
  "informers",
  "storage",
  "admission",
  "extension informers",
  "definitions",
  "roles",
  "aggregator informers",
  "registration",
];

/** What hands out addresses and ports to services; undefined where the server makes nothing itself. */
async function openAllocators(
  { bootstrap, dialect, storePrefix, requestTimeoutMs, clock, logger }: ApiServerOptions,
  source: ResourceSource,
  storage: Storage,
  chance: Pick<ServerContext, "random" | "uid" | "metrics"> & { repaired(): void },
): Promise<ServiceAllocators | undefined> {
  if (bootstrap === undefined) return undefined;
  return await openServiceAllocators({
    ...chance,
    ...storage.resources.storeFor("", "services"),
    dialect,
    source,
    storePrefix,
    ranges: bootstrap.serviceRanges,
    nodePorts: bootstrap.nodePorts,
    requestTimeoutMs,
    clock,
    logger,
  });
}

function expiry(
  { clock, logger, eventTtlMs: ttlMs = 0 }: ApiServerOptions,
  source: ResourceSource,
): Runnable[] {
  const storage = source.find("", "v1", "events")?.storage;
  if (ttlMs === 0 || storage === undefined) return [];
  return [expireEvents({ storage, clock, logger, ttlMs })];
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

function encryptionChecks({ encryption }: ApiServerOptions): HealthCheck[] {
  return encryption === undefined
    ? []
    : [{ name: "kms-providers", check: () => encryption.check() }];
}

function storeChecks(options: ApiServerOptions): HealthCheck[] {
  const name = NAMES[options.dialect].healthCheckStore;
  return [{ name, check: async (signal) => void await askStores(options, signal) }];
}

function askStores({ stores }: ApiServerOptions, signal: AbortSignal): Promise<unknown> {
  return Promise.all(stores.stores.map((store) => store.revision({ signal })));
}
