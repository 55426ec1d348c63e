/**
 * What the server makes in its own store when it starts, and keeps up while it runs.
 *
 * @module
 */

import { repeatedly } from "../../toolkit/backoff.ts";
import { type Clock, sleep } from "../../toolkit/clock.ts";
import type { Logger } from "../../toolkit/logger.ts";
import type { JsonObject } from "../../toolkit/codec/mod.ts";
import { NAMES, type Names } from "../../toolkit/names.ts";
import type { PortRange } from "../addresses/mod.ts";
import type { ServerContext } from "../server_context.ts";
import type { StartHooks } from "../health/start_hooks.ts";
import { metadataOf } from "../resource/metadata.ts";
import type { Store } from "../storage/mod.ts";
import {
  type AuthenticationSettings,
  keepAuthenticationSettings,
} from "./authentication_settings.ts";
export type { AuthenticationSettings };
export { IdentityLease, isTold } from "./identity_lease.ts";
export { TokenTracking } from "./token_tracking.ts";
import { apiService, withPortsOf } from "./api_service.ts";
export { checkServiceFamily, checkServiceRanges, firstServiceAddress } from "./api_service.ts";
import { writeEndpoints } from "./endpoints.ts";
import { ReplicaLeases } from "./leases.ts";
import { createOrUpdateObject, ensureObject, together } from "../resource/own_objects.ts";
import { systemPriorityClasses } from "./priority_classes.ts";
import {
  type EndpointReconciler,
  type Replicas,
  replicasByCount,
  replicasByLease,
} from "./replicas.ts";
export type { EndpointReconciler };
import { ServiceRangeObject } from "./service_range.ts";

/** What only the command line can say. */
export interface BootstrapSettings {
  /** The address on which members of the cluster reach this server. */
  readonly advertiseAddress: string;
  /** The ranges of service addresses, the first family first. */
  readonly serviceRanges: readonly string[];
  /** The ports of services on every node. */
  readonly nodePorts: PortRange;
  /** A port of the server's service on every node, or 0. */
  readonly serviceNodePort: number;
  readonly endpointReconciler: EndpointReconciler;
  /** How many replicas there are, for the reconciler that needs to know. Default 1. */
  readonly replicas?: number;
  readonly storePrefix: string;
  /** What extension servers are told of authentication, as it is now. Default: nothing. */
  authentication?(): Promise<AuthenticationSettings>;
  /** What the machine is called: a lease tells that a server is there. Default: none does. */
  readonly hostName?: string;
}

/** What bootstrapping works with. */
export interface BootstrapOptions extends BootstrapSettings {
  readonly server: ServerContext;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Where the replicas' leases are. */
  readonly store: Store;
  /** The port of the server; 0 where it has none, and nothing leads to it. */
  readonly port: number;
  /** Is told of what is done. */
  readonly hooks: StartHooks;
}

/** How often what must be there is looked after. */
const INTERVAL_MS = 10_000;

/** How long a store that does not answer holds up the end: the others see the lease end anyway. */
const LEAVE_MS = 3000;

/** How soon it is tried again when that failed. */
const RETRY_MS = 1000;

/** Makes what is missing, and looks after it until it is closed. */
export class Bootstrap {
  readonly #options: BootstrapOptions;
  /** Undefined: nobody keeps the endpoints. */
  readonly #replicas: Replicas | undefined;
  readonly #range: ServiceRangeObject;
  readonly #stop = new AbortController();
  /** Whether the service was seen to lead to this server. */
  #hasPorts = false;
  readonly #running: Promise<unknown>;
  /** Settles once everything has been made, but for what somebody refuses. */
  readonly ready: Promise<void>;

  constructor(options: BootstrapOptions) {
    this.#options = options;
    this.#replicas = replicasOf(options);
    this.#range = new ServiceRangeObject(options.server, options.serviceRanges);
    const ready = Promise.withResolvers<void>();
    this.ready = ready.promise;
    this.#running = this.#run(ready.resolve);
  }

  get #names(): Names {
    return NAMES[this.#options.server.dialect];
  }

  /** Stops, and takes this replica off the endpoints if the store lets it, soon. */
  async close(): Promise<void> {
    this.#stop.abort();
    const over = new AbortController();
    const late = sleep(this.#options.clock, LEAVE_MS, over.signal).catch(() => {});
    await Promise.race([this.#leave(), late]);
    over.abort();
  }

  /** Never rejects. */
  async #leave(): Promise<void> {
    await this.#running;
    const { logger } = this.#options;
    if (this.#replicas === undefined || this.#options.port === 0) return;
    try {
      await this.#replicas.leave();
      await this.#writeEndpoints(new AbortController().signal);
    } catch (error) {
      logger.warning(
        "This replica could not be removed from the endpoints of the API server's service",
        { error },
      );
    }
  }

  async #run(ready: () => void): Promise<void> {
    const { clock, logger } = this.#options;
    const { signal } = this.#stop;
    await repeatedly(() => this.#make(signal, ready), {
      clock,
      signal,
      intervalMs: INTERVAL_MS,
      retryMs: RETRY_MS,
      failed: (error) => logger.error("Bootstrap objects could not be created; retrying", error),
    });
  }

  /**
   * Makes what is missing, and calls `ready` when the server can do its work. Whoever refuses writes, as
   * a webhook that nobody answers for, may be there only once the server is ready: that waits for the
   * priorities and the range, and for the rest only until it was tried.
   */
  async #make(signal: AbortSignal, ready: () => void): Promise<void> {
    const { hooks } = this.#options;
    const namespaces = this.#makeNamespaces(signal);
    const needed = together([this.#makePriorities(signal), this.#makeRange(signal)]);
    const rest = together([
      namespaces.then(() => this.#tellAuthorities(signal)),
      together([namespaces, needed]).then(() => this.#leadHere(signal)),
    ]);
    const [, made] = await Promise.allSettled([rest, needed]);
    if (made.status === "fulfilled" && !signal.aborted) {
      hooks.finish("namespaces", "authentication settings", "bootstrap");
      ready();
    }
    await rest;
  }

  async #makeNamespaces(signal: AbortSignal): Promise<void> {
    const { namespaceSystem, namespacePublic, namespaceNodeLeases } = this.#names;
    const all = ["default", namespaceSystem, namespacePublic, namespaceNodeLeases];
    await together(all.map((name) => {
      const object = { kind: "Namespace", apiVersion: "v1", metadata: { name } };
      return this.#ensure("", "namespaces", object, signal);
    }));
  }

  async #makePriorities(signal: AbortSignal): Promise<void> {
    const group = this.#names.group("scheduling");
    const all = systemPriorityClasses(`${group}/v1`);
    await together(all.map((object) => this.#ensure(group, "priorityclasses", object, signal)));
    this.#options.hooks.finish("priorities");
  }

  async #makeRange(signal: AbortSignal): Promise<void> {
    await this.#range.ensure(signal);
    this.#options.hooks.finish("service range");
  }

  /** Makes an object that is in no namespace, where it is missing. */
  async #ensure(
    group: string,
    plural: string,
    object: JsonObject,
    signal: AbortSignal,
  ): Promise<void> {
    const { client, source } = this.#options.server;
    const { name = "" } = metadataOf(object);
    const place = { resource: source.find(group, "v1", plural), namespace: "", name };
    await ensureObject(client, place, object, signal);
  }

  /** Tells extension servers whom to believe. */
  async #tellAuthorities(signal: AbortSignal): Promise<void> {
    const { server, authentication } = this.#options;
    await keepAuthenticationSettings(server, await authentication?.() ?? {}, signal);
  }

  /** Has the service and its endpoints lead to this server. */
  async #leadHere(signal: AbortSignal): Promise<void> {
    const { serviceRanges, serviceNodePort, port } = this.#options;
    if (port === 0) return;
    const service = apiService({
      name: this.#names.serviceApiServer,
      ranges: serviceRanges,
      targetPort: port,
      nodePort: serviceNodePort,
    });
    await together([this.#keepService(service, signal), this.#reconcileEndpoints(signal)]);
  }

  /** Makes the service where it is missing; its ports are this server's from its start on. */
  async #keepService(service: JsonObject, signal: AbortSignal): Promise<void> {
    const { server } = this.#options;
    const { name = "" } = metadataOf(service);
    const resource = server.source.find("", "v1", "services");
    const place = { resource, namespace: "default", name };
    if (!this.#hasPorts) {
      const change = (current: JsonObject | undefined) =>
        Promise.resolve(current === undefined ? { ...service } : withPortsOf(service, current));
      await createOrUpdateObject(server.client, place, change, signal);
    } else await ensureObject(server.client, place, { ...service }, signal);
    this.#hasPorts = true;
  }

  async #reconcileEndpoints(signal: AbortSignal): Promise<void> {
    if (this.#replicas === undefined) return;
    await this.#replicas.join(signal);
    await this.#writeEndpoints(signal);
  }

  async #writeEndpoints(signal: AbortSignal): Promise<void> {
    const { server, port } = this.#options;
    const name = this.#names.serviceApiServer;
    const addresses = async (shown: readonly string[]) =>
      await this.#replicas?.addresses(shown, signal) ?? [];
    await writeEndpoints(server, { name, port, addresses }, signal);
  }
}

function replicasOf(options: BootstrapOptions): Replicas | undefined {
  const { endpointReconciler, advertiseAddress, replicas = 1 } = options;
  switch (endpointReconciler) {
    case "lease": {
      const leases = new ReplicaLeases(options.store, options.storePrefix, options.clock);
      return replicasByLease(advertiseAddress, leases);
    }
    case "master-count":
      return replicasByCount(advertiseAddress, replicas);
    case "none":
      return undefined;
  }
}
