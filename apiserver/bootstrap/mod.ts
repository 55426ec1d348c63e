/**
 * What the server makes in its own store when it starts, and keeps up while it runs.
 *
 * @module
 */

import { repeatedly } from "../../toolkit/backoff.ts";
import { type Clock, sleep } from "../../toolkit/clock.ts";
import type { Logger } from "../../toolkit/logger.ts";
import type { JsonObject } from "../../toolkit/codec/mod.ts";
import { NAMES } from "../../toolkit/names.ts";
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
export { checkServiceRanges, firstServiceAddress } from "./api_service.ts";
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
  /** What extension servers are told of authentication. */
  readonly authentication?: AuthenticationSettings | undefined;
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
  /** Settles once everything has been made. */
  readonly ready: Promise<void>;

  constructor(options: BootstrapOptions) {
    this.#options = options;
    this.#replicas = replicasOf(options);
    this.#range = new ServiceRangeObject(options.server, options.serviceRanges);
    const ready = Promise.withResolvers<void>();
    this.ready = ready.promise;
    this.#running = this.#run(ready.resolve);
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
    const make = async () => {
      await this.#make(signal);
      ready();
    };
    await repeatedly(make, {
      clock,
      signal,
      intervalMs: INTERVAL_MS,
      retryMs: RETRY_MS,
      failed: (error) => logger.error("Bootstrap objects could not be created; retrying", error),
    });
  }

  async #make(signal: AbortSignal): Promise<void> {
    const { server, serviceRanges, serviceNodePort, port, hooks } = this.#options;
    const { source } = server;
    const names = NAMES[server.dialect];
    const ensure = (group: string, plural: string, namespace: string, object: object) => {
      const { name } = (object as { metadata: { name: string } }).metadata;
      const place = { resource: source.find(group, "v1", plural), namespace, name };
      return ensureObject(server.client, place, { ...object }, signal);
    };
    const { namespaceSystem, namespacePublic, namespaceNodeLeases } = names;
    const namespaces = async () => {
      const all = ["default", namespaceSystem, namespacePublic, namespaceNodeLeases];
      await together(all.map((name) => {
        const metadata = { name };
        return ensure("", "namespaces", "", { kind: "Namespace", apiVersion: "v1", metadata });
      }));
      hooks.finish("namespaces");
      await keepAuthenticationSettings(server, this.#options.authentication ?? {}, signal);
      hooks.finish("authentication settings");
    };
    const priorities = async () => {
      const scheduling = names.group("scheduling");
      const all = systemPriorityClasses(`${scheduling}/v1`);
      await together(all.map((object) => ensure(scheduling, "priorityclasses", "", object)));
      hooks.finish("priorities");
    };
    const range = async () => {
      await this.#range.ensure(signal);
      hooks.finish("service range");
    };
    await together([namespaces(), priorities(), range()]);
    if (port !== 0) {
      const service = apiService({
        name: names.serviceApiServer,
        ranges: serviceRanges,
        targetPort: port,
        nodePort: serviceNodePort,
      });
      await together([this.#keepService(service, signal), this.#reconcileEndpoints(signal)]);
    }
    hooks.finish("bootstrap");
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
    const name = NAMES[server.dialect].serviceApiServer;
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
