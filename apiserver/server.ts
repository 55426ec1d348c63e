/**
 * The API server, as a part of a program: everything that it takes from outside is a parameter.
 *
 * @module
 */

import type { Reader, Watcher, Writer } from "../toolkit/client/mod.ts";
import type { RequestSender } from "../toolkit/client/sender.ts";
import { type Clock, sleep } from "../toolkit/clock.ts";
import type { Logger } from "../toolkit/logger.ts";
import { Registry } from "../toolkit/metrics/mod.ts";
import type { Dialect } from "../toolkit/names.ts";
import { runGroups, type Runnable, untilAborted } from "../toolkit/runnable.ts";
import type { Resource } from "../toolkit/schema/mod.ts";
import { InProcessServer } from "../toolkit/serving/in_process/mod.ts";
import { type BoundAddress, serve, type ServeOptions } from "../toolkit/serving/mod.ts";
import type { ClientIdentity } from "../toolkit/transport/mod.ts";
import { assemble, type Assembled } from "./assemble.ts";
import type { AdmissionPlugin } from "./admission/admission.ts";
import type { AdmissionConfiguration } from "./admission/configuration/mod.ts";
import type { AuditBackend } from "./audit/backend.ts";
import type { Authenticator } from "../toolkit/authentication/authenticator.ts";
import { InProcessPeer } from "./authentication/in_process.ts";
import type { IdentityHeaders } from "../toolkit/authentication/request_header.ts";
import type { DiscoveryDocuments } from "./authentication/serviceaccount/mod.ts";
import type { TokenIssuer } from "./authentication/token_issuer.ts";
import type { User } from "../toolkit/authentication/user.ts";
import type { Authorizer } from "./authorization/authorizer.ts";
import {
  Bootstrap,
  type BootstrapSettings,
  IdentityLease,
  isTold,
  TokenTracking,
} from "./bootstrap/mod.ts";
import type { ServicePlace, WebhookCalls } from "./callout/mod.ts";
import type { NodeAgentSettings, Throttle } from "./connect/mod.ts";
import type { Egress } from "./egress/mod.ts";
import type { Encryption } from "./encryption/mod.ts";
import type { RequestGate } from "./flowcontrol/gate.ts";
import type { Feature } from "./flags/features.ts";
import { ShutdownCheck } from "../toolkit/health/checks.ts";
import type { Plugin } from "./plugin.ts";
import type { Factory } from "./server_context.ts";
import { type Family, ServerSnapshot } from "./snapshot.ts";
import type { StoreSet } from "./storage/mod.ts";

/** What a server is started with. */
export interface ApiServerOptions {
  readonly dialect: Dialect;
  /** The flags in force, as text, for `/flagz`. Default: none. */
  readonly shownFlags?: Readonly<Record<string, string>>;
  /** Where objects are; the server closes them when it stops. */
  readonly stores: StoreSet;
  /** `--store-prefix`, completed. */
  readonly storePrefix: string;
  readonly storageMediaType: string;
  /** Where to listen, and how; undefined: nowhere, and the server is for this process alone. */
  readonly serving?: Omit<ServeOptions, "clock" | "logger"> | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics?: Registry;
  /** A number from 0 up to 1. Default `Math.random`. */
  readonly random?: () => number;
  /** A new unique id. Default `crypto.randomUUID`. */
  readonly uid?: () => string;
  /** Which way the server asks others. Default: directly. */
  readonly egress?: Egress | undefined;
  /** How values are written at rest; the server closes it when it stops. Default: as they are. */
  readonly encryption?: Encryption;
  readonly authenticator: Factory<Authenticator>;
  /** Whether requests without credentials are anonymous, or on which paths they are. */
  readonly allowAnonymous: boolean | ((path: string) => boolean);
  /** Headers that say who a client is besides the usual ones: they go no further than authentication. */
  readonly identityHeaders?: IdentityHeaders | undefined;
  /** Signs tokens of service accounts. Default: nobody does, and none can be had. */
  readonly tokenIssuer?: TokenIssuer | undefined;
  /** What others check tokens of service accounts with. Default: they can't. */
  readonly tokenDiscovery?: DiscoveryDocuments | undefined;
  /** Default: whoever is known may do everything. */
  readonly authorizer?: Factory<Authorizer>;
  /** In the order in which they are asked. Default: those of a server that is a part of a program. */
  readonly admission?: readonly Plugin<AdmissionPlugin, AdmissionConfiguration>[];
  /** What admission plugins are told. Default: nothing. */
  readonly admissionConfiguration?: AdmissionConfiguration;
  /** Default: nobody wants to know of requests. */
  readonly audit?: Factory<AuditBackend>;
  readonly flowControl: Factory<RequestGate>;
  /** Which built-in resources are served. */
  isServed(resource: Resource): boolean;
  /** Features of kinds that are off by default and on here. Default: none. */
  readonly features?: ReadonlySet<Feature>;
  /** Changes that the cache keeps for watches; undefined: as it likes. */
  windowFor(group: string, resource: string): number | undefined;
  /**
   * Whether events for watches that come in quick succession go out together, after pauses by the machine's
   * clock. Default true: it spares the writes of many connections.
   */
  readonly pacesWatches?: boolean;
  readonly requestTimeoutMs: number;
  readonly minWatchMs: number;
  readonly deleteCollectionWorkers: number;
  /** Whether somebody collects what depends on objects that are gone. Default true. */
  readonly collectsDependents?: boolean;
  /** Milliseconds between questions for the size of stores; 0: neither that nor objects are in the metrics. Default 0. */
  readonly countIntervalMs?: number;
  /** How long after their last write events are deleted; 0 for never. Default 0. */
  readonly eventTtlMs?: number;
  /** Why log lines are being lost; undefined while they are not. Without it there is no such check. */
  readonly logProblem?: () => string | undefined;
  readonly livezGraceMs: number;
  /** How long to serve on, no longer ready, before stopping. */
  readonly shutdownDelayMs: number;
  /** The share of answers after which a client is sent to a new connection; over HTTP/2 only. */
  readonly goawayChance: number;
  /** Where profiles and the verbosity of the log are, for who may. */
  readonly profiling: boolean;
  /** Shows log lines up to a verbosity from then on. Default: nobody can say so. */
  readonly setVerbosity?: (level: number) => void;
  /** Host and port that clients outside are told of. Default: what each client called the server. */
  readonly externalAddress?: string | undefined;
  /** Regular expressions of the origins whose pages may call the server from a browser. Default: none. */
  readonly corsAllowedOrigins?: readonly string[];
  /** What the server proves who it is with to extension servers; undefined: nothing. */
  readonly proxyIdentity?: { readonly current: ClientIdentity; close(): void } | undefined;
  /** Who asks webhooks, handed a client over the network. Default: that client. */
  readonly webhookCalls?: ((network: WebhookCalls) => WebhookCalls) | undefined;
  /** How node agents are connected to; the server closes it when it stops. Default: with TLS, to any certificate. */
  readonly nodeAgents?: NodeAgentSettings;
  /** Is handed what goes between clients and nodes, pods or services. Default: it goes at once. */
  readonly throttle?: Throttle | undefined;
  /** The addresses of a host name. Default: the machine's resolver. */
  readonly lookUp?: ((host: string) => Promise<readonly string[]>) | undefined;
  /** Whether extension servers are asked at an address behind their service. Default false. */
  readonly routesToEndpoints?: boolean;
  /** What the server makes in its own store when it starts; undefined: nothing. */
  readonly bootstrap?: Omit<BootstrapSettings, "storePrefix"> | undefined;
}

/** What is otherwise in a fork. */
export interface ForkOptions extends Partial<Omit<ApiServerOptions, "stores" | "dialect">> {
  /** Default: the present state. */
  readonly from?: ServerSnapshot | undefined;
}

/** A server that runs. */
export interface ApiServer {
  /** Where it listens; throws where it does not. */
  readonly address: BoundAddress;
  /** Reads, watches and writes in the server's own name, without a connection. */
  readonly client: Reader & Watcher & Writer;
  /**
   * Sends requests of this process as `user`, without a connection: all that happens to a request happens
   * to them. Without a user they are from whom they prove to be from, as those of anybody outside.
   */
  sender(user?: User): RequestSender;
  /** Settles once everything that the server makes for itself is there, but for what somebody refuses. */
  readonly ready: Promise<void>;
  /** Settles when the server has ended; rejects with what ended it unasked. */
  readonly done: Promise<void>;
  /**
   * The state of the stores at this moment, in microseconds: nothing is copied. Throws where they are not
   * in memory.
   */
  snapshot(): ServerSnapshot;
  /**
   * Brings everything back to a snapshot of this server, or of one that it was forked from or into: by
   * ordinary writes, so that revisions and uids go on, and watches and caches are told what has changed. It
   * settles once reads see the state; older revisions can't be read then, and a watch that comes back from
   * long before is told to list again.
   */
  reset(to: ServerSnapshot): Promise<void>;
  /** Forgets all history: a watch that comes back from before is told to list again, those that run go on. */
  compact(): Promise<void>;
  /**
   * Another server that begins with a state of this one, by default the present one, and goes its own way.
   * It has this one's options but for `changes`, and listens only where these say so; it is its caller's to
   * close.
   */
  fork(changes?: ForkOptions): Promise<ApiServer>;
  /** Stops: no longer ready at once, then what is under way finishes. A second call joins. */
  close(graceMs?: number): Promise<void>;
}

/** Time for requests under way when the server stops. */
const STOP_GRACE_MS = 10_000;

/** Starts a server. Rejects when it can't read its store or can't listen. */
export async function runApiServer(options: ApiServerOptions): Promise<ApiServer> {
  const server = new RunningApiServer(options);
  await server.listening;
  return server;
}

/**
 * Starts a server that begins with a state, of a server that may have ended since: one family, whose
 * snapshots it can be reset to.
 */
export async function runApiServerFrom(
  from: ServerSnapshot,
  options: Omit<ApiServerOptions, "stores">,
): Promise<ApiServer> {
  const server = new RunningApiServer({ ...options, stores: from.fork() }, from);
  await server.listening;
  return server;
}

class RunningApiServer implements ApiServer {
  readonly ready: Promise<void>;
  readonly done: Promise<void>;
  /** Settles once the server listens; rejects when it can't be started. */
  readonly listening: Promise<void>;
  readonly #options: ApiServerOptions;
  readonly #family: Family;
  readonly #ready = Promise.withResolvers<void>();
  readonly #listening = Promise.withResolvers<void>();
  readonly #stop = new AbortController();
  readonly #shutdown = new ShutdownCheck();
  #address: BoundAddress | undefined;
  #client: ApiServer["client"] | undefined;
  #inProcess: InProcessServer | undefined;
  #storage: Assembled["storage"] | undefined;
  #graceMs = STOP_GRACE_MS;
  #closed: Promise<void> | undefined;

  /** `from`: the state that the stores begin with, where they are forks. */
  constructor(options: ApiServerOptions, from?: ServerSnapshot) {
    this.#options = options;
    this.#family = from?.family ?? Symbol();
    this.ready = this.#ready.promise;
    this.listening = this.#listening.promise;
    this.done = this.#run(from);
    // They are told to whoever waits for them, and are nobody's crash.
    for (const promise of [this.ready, this.listening, this.done]) promise.catch(() => {});
    const over = new Error("the server was stopped before it had started");
    this.done.then(() => this.#listening.reject(over), this.#listening.reject);
  }

  get address(): BoundAddress {
    if (this.#address === undefined) throw new Error("the server does not listen");
    return this.#address;
  }

  get client(): ApiServer["client"] {
    if (this.#client === undefined) throw new Error("the server has not started yet");
    return this.#client;
  }

  /** Where it is reached from its own machine. */
  #ownPlace(): ServicePlace | undefined {
    if (this.#address === undefined || !("port" in this.#address)) return undefined;
    const { hostname, port } = this.#address;
    const host = hostname === "0.0.0.0" ? "127.0.0.1" : hostname === "::" ? "::1" : hostname;
    // Nobody is asked on the way to it.
    return { host, port, proxy: null };
  }

  sender(user?: User): RequestSender {
    if (this.#inProcess === undefined) throw new Error("the server has not started yet");
    return this.#inProcess.sender(new InProcessPeer(user));
  }

  snapshot(): ServerSnapshot {
    if (this.#storage === undefined) throw new Error("the server has not started yet");
    return new ServerSnapshot(this.#family, this.#options.stores, this.#storage.read());
  }

  async reset(to: ServerSnapshot): Promise<void> {
    this.#checkFamily(to);
    await to.restore(this.#options.stores);
    await this.#storage?.caughtUp(this.#stop.signal);
    // Many resets are to take no more memory than one.
    await this.compact();
  }

  async compact(): Promise<void> {
    const { stores } = this.#options.stores;
    await Promise.all(stores.map(async (store) => store.compact(await store.revision())));
  }

  async fork({ from = this.snapshot(), ...changes }: ForkOptions = {}): Promise<ApiServer> {
    this.#checkFamily(from);
    const { proxyIdentity: _, nodeAgents: __, ...options } = this.#options;
    return await runApiServerFrom(from, {
      ...options,
      metrics: new Registry(),
      serving: undefined,
      ...changes,
    });
  }

  #checkFamily({ family }: ServerSnapshot): void {
    if (family === this.#family) return;
    throw new TypeError("the snapshot is of another server: take one of this, or of a fork of it");
  }

  close(graceMs = STOP_GRACE_MS): Promise<void> {
    this.#closed ??= this.#close(graceMs);
    return this.#closed;
  }

  async #close(graceMs: number): Promise<void> {
    const { clock, shutdownDelayMs, logger } = this.#options;
    this.#graceMs = graceMs;
    this.#shutdown.begin();
    logger.info("The server stops", { shutdownDelayMs });
    if (shutdownDelayMs > 0) await sleep(clock, shutdownDelayMs);
    this.#stop.abort();
    await this.done.catch(() => {});
  }

  /** The parts in the order of their start; they end in the opposite order. */
  async #run(from: ServerSnapshot | undefined): Promise<void> {
    const { signal } = this.#stop;
    const { logger } = this.#options;
    const parts = await assemble(this.#options, this.#shutdown, signal, {
      read: from?.read,
      ownPlace: () => this.#ownPlace(),
    });
    from?.keepRead(parts.storage.read());
    this.#client = parts.client;
    this.#storage = parts.storage;
    try {
      await runGroups([
        // First, as what runs beside it tells of its address.
        [this.#listener(parts)],
        [...parts.background],
        [...this.#bootstrap(parts)],
        // What these look after is there only then.
        [
          ...parts.allocators?.background ?? [],
          ...this.#tokenTracking(parts),
          ...this.#identityLease(parts),
        ],
      ], { signal, logger });
    } finally {
      await parts.close();
    }
  }

  #tokenTracking({ context: server, hooks }: Assembled): Runnable[] {
    const { bootstrap, clock, logger } = this.#options;
    if (bootstrap === undefined) return [];
    const tried = () => hooks.finish("token tracking");
    return [new TokenTracking({ server, clock, logger, tried })];
  }

  #identityLease({ context: server, hooks }: Assembled): Runnable[] {
    const { bootstrap, clock, logger } = this.#options;
    const { hostName } = bootstrap ?? {};
    if (hostName === undefined || !isTold(server.features, bootstrap)) return [];
    return [new IdentityLease({ server, hostName, clock, logger, hooks })];
  }

  #listener({ handler, endLasting, context: { metrics } }: Assembled): Runnable {
    const handshakeErrors = metrics.counter({
      name: "apiserver_tls_handshake_errors_total",
      help: "Number of connections that did not get through their TLS handshake.",
    }).with({});
    return {
      name: "listener",
      announcesStart: true,
      run: async ({ signal, started }) => {
        const { serving, clock, logger } = this.#options;
        const handshakeFailed = () => handshakeErrors.inc();
        const server = serving &&
          await serve({ ...serving, clock, logger, handshakeFailed }, handler);
        const { limits = {} } = serving ?? {};
        const inProcess = this.#inProcess = new InProcessServer(handler, { limits, clock, logger });
        this.#address = server?.address;
        this.#listening.resolve();
        started();
        await untilAborted(signal);
        const graceMs = this.#graceMs;
        const closing = Promise.all([server?.close(graceMs), inProcess.close(graceMs)]);
        await endLasting();
        await closing;
      },
    };
  }

  /** Everything else is there. */
  #readyAfter(plugins: Promise<void> | undefined): void {
    if (plugins === undefined) this.#ready.resolve();
    else plugins.then(this.#ready.resolve, this.#ready.reject);
  }

  /** What makes what the server needs in its own store, and keeps it up: nothing where it makes none. */
  #bootstrap({ context: server, hooks, started: plugins }: Assembled): Runnable[] {
    const { bootstrap: settings, storePrefix, stores, clock, logger } = this.#options;
    if (settings === undefined) {
      this.#readyAfter(plugins);
      return [];
    }
    return [{
      name: "bootstrap",
      announcesStart: true,
      run: async ({ signal, started }) => {
        const bootstrap = new Bootstrap({
          ...settings,
          storePrefix,
          server,
          clock,
          logger,
          port: this.#address !== undefined && "port" in this.#address ? this.#address.port : 0,
          store: stores.storeFor("", "endpoints"),
          hooks,
        });
        bootstrap.ready.then(() => {
          this.#readyAfter(plugins);
          started();
        }, this.#ready.reject);
        await untilAborted(signal);
        await bootstrap.close();
      },
    }];
  }
}
