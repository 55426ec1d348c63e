/**
 * What the server makes in its own store when it starts, and keeps up while it runs.
 *
 * @module
 */

import { type Clock, sleep } from "../../toolkit/clock.ts";
import type { Logger } from "../../toolkit/logging/logger.ts";
import { NAMES } from "../../toolkit/names.ts";
import type { Services } from "../endpoints/services.ts";
import { type HealthCheck, StartHook } from "../health/checks.ts";
import type { Store } from "../storage/mod.ts";
import { apiService } from "./api_service.ts";
export { checkServiceRanges } from "./api_service.ts";
import { writeEndpoints } from "./endpoints.ts";
import { ReplicaLeases } from "./leases.ts";
import { ensureObject } from "./own_request.ts";
import { systemPriorityClasses } from "./priority_classes.ts";

/** How the endpoints of the API server's service are kept. */
export type EndpointReconciler = "lease" | "none";

/** What only the command line can say. */
export interface BootstrapSettings {
  /** The address on which members of the cluster reach this server. */
  readonly advertiseAddress: string;
  /** The ranges of service addresses, the first family first. */
  readonly serviceRanges: readonly string[];
  /** A port of the server's service on every node, or 0. */
  readonly serviceNodePort: number;
  readonly endpointReconciler: EndpointReconciler;
  readonly storePrefix: string;
}

/** What bootstrapping works with. */
export interface BootstrapOptions extends BootstrapSettings {
  readonly services: Services;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Where the replicas' leases are. */
  readonly store: Store;
  /** The port of the server. */
  readonly port: number;
}

/** How often what must be there is looked after. */
const INTERVAL_MS = 10_000;

/** How long a store that does not answer holds up the end: the others see the lease end anyway. */
const LEAVE_MS = 3000;

/** How soon it is tried again when that failed. */
const RETRY_MS = 1000;

/** See the module's comment. */
export class Bootstrap {
  readonly #options: BootstrapOptions;
  readonly #leases: ReplicaLeases;
  readonly #hooks = {
    objects: new StartHook("bootstrap-controller"),
    priorities: new StartHook("scheduling/bootstrap-system-priority-classes"),
  };
  readonly #stop = new AbortController();
  readonly #running: Promise<void>;
  /** Settles once everything has been made. */
  readonly ready: Promise<void>;

  constructor(options: BootstrapOptions) {
    this.#options = options;
    this.#leases = new ReplicaLeases(options.store, options.storePrefix, options.clock);
    const ready = Promise.withResolvers<void>();
    this.ready = ready.promise;
    this.#running = this.#run(ready.resolve);
  }

  /** What readiness waits for. */
  get checks(): readonly HealthCheck[] {
    return Object.values(this.#hooks);
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
    const { advertiseAddress, endpointReconciler, logger } = this.#options;
    if (endpointReconciler === "none") return;
    try {
      await this.#leases.release(advertiseAddress);
      await this.#writeEndpoints(new AbortController().signal);
    } catch (error) {
      logger.warning("This replica could not be taken off the endpoints of its service", { error });
    }
  }

  async #run(ready: () => void): Promise<void> {
    const { clock, logger } = this.#options;
    const { signal } = this.#stop;
    while (!signal.aborted) {
      let pauseMs = INTERVAL_MS;
      try {
        await this.#make(signal);
        ready();
      } catch (error) {
        if (signal.aborted) return;
        logger.error("What the server needs in its store could not be made; trying again", error);
        pauseMs = RETRY_MS;
      }
      await sleep(clock, pauseMs, signal).catch(() => {});
    }
  }

  async #make(signal: AbortSignal): Promise<void> {
    const { services, serviceRanges, serviceNodePort, port } = this.#options;
    const { source } = services;
    const names = NAMES[services.dialect];
    const ensure = (group: string, plural: string, namespace: string, object: object) => {
      const { name } = (object as { metadata: { name: string } }).metadata;
      const place = { resource: source.find(group, "v1", plural), namespace, name };
      return ensureObject(services, place, { ...object }, signal);
    };
    const { namespaceSystem, namespacePublic, namespaceNodeLeases } = names;
    for (const name of ["default", namespaceSystem, namespacePublic, namespaceNodeLeases]) {
      const metadata = { name };
      await ensure("", "namespaces", "", { kind: "Namespace", apiVersion: "v1", metadata });
    }
    const scheduling = names.group("scheduling");
    for (const object of systemPriorityClasses(`${scheduling}/v1`)) {
      await ensure(scheduling, "priorityclasses", "", object);
    }
    this.#hooks.priorities.finish();
    const service = apiService({
      name: names.serviceApiServer,
      ranges: serviceRanges,
      targetPort: port,
      nodePort: serviceNodePort,
    });
    await ensure("", "services", "default", service);
    await this.#reconcileEndpoints(signal);
    this.#hooks.objects.finish();
  }

  async #reconcileEndpoints(signal: AbortSignal): Promise<void> {
    const { endpointReconciler, advertiseAddress } = this.#options;
    if (endpointReconciler === "none") return;
    await this.#leases.renew(advertiseAddress, signal);
    await this.#writeEndpoints(signal);
  }

  async #writeEndpoints(signal: AbortSignal): Promise<void> {
    const { services, port } = this.#options;
    const name = NAMES[services.dialect].serviceApiServer;
    const addresses = () => this.#leases.alive(signal);
    await writeEndpoints(services, { name, port, addresses }, signal);
  }
}
