/**
 * The endpoints controller: the addresses of the pods behind each service, in one object a service.
 *
 * @module
 */

import { Endpoints } from "../toolkit/mod.ts";
import { NAMES } from "../toolkit/names.ts";
import type { Runnable } from "../toolkit/runnable.ts";
import {
  type CachedEndpoints,
  ENDPOINTS_MANAGER,
  endpointsDraft,
  isRight,
  type WantedEndpoints,
} from "./endpoints/endpoints_draft.ts";
import { subsetsOf } from "./endpoints/service_subsets.ts";
import { Recorder } from "../toolkit/events/recorder.ts";
import {
  keyedLoop,
  type LoopParts,
  type SharedInformer,
  type SyncWork,
  type Wake,
} from "./loop/mod.ts";
import { isNamespaceEnding, messageOf } from "./pods/mod.ts";
import type { ProcessController } from "./process_controller.ts";
import {
  ChangeTimes,
  selectorOf,
  type ServiceNames,
  serviceNames,
  ServicePods,
} from "./services/mod.ts";

const WORKERS = 5;
const MOST_RETRIES = 15;

/** How a controller of endpoints works. */
export interface EndpointsOptions {
  readonly workers?: number;
  /** For how long changes of pods are collected. Default: not at all. */
  readonly batchMs?: number;
}

/**
 * Keeps the endpoints of services that choose pods. Those of other services are their owners'. Endpoints that
 * outlived their service while nobody looked are deleted at start, but those that hold a lock.
 */
export function createEndpointsController(
  parts: LoopParts,
  { workers = WORKERS, batchMs = 0 }: EndpointsOptions = {},
): Runnable {
  const controller = new EndpointsController(parts, batchMs);
  return keyedLoop(parts, {
    name: "endpoints-controller",
    queue: "endpoint",
    workers,
    mostRetries: MOST_RETRIES,
    listen: (wake) => controller.listen(wake),
    sync: (key, work) => controller.sync(key, work),
  });
}

class EndpointsController {
  readonly #parts: LoopParts;
  readonly #batchMs: number;
  readonly #names: ServiceNames;
  readonly #leader: string;
  readonly #pods: ServicePods;
  readonly #endpoints: SharedInformer<CachedEndpoints>;
  readonly #events: Recorder;
  readonly #times = new ChangeTimes();

  constructor(parts: LoopParts, batchMs: number) {
    const { client, informers, clock, logger } = parts;
    this.#parts = parts;
    this.#batchMs = batchMs;
    this.#names = serviceNames(NAMES[client.dialect]);
    this.#leader = NAMES[client.dialect].annotationLeader;
    this.#pods = new ServicePods(parts);
    this.#endpoints = informers.of(Endpoints);
    this.#events = new Recorder({ client, component: ENDPOINTS_MANAGER, clock, logger });
  }

  listen(wake: Wake): Disposable[] {
    return [
      ...this.#pods.listen(wake, this.#batchMs),
      this.#endpoints.subscribe(({ type, key, object, initial }) => {
        const holdsLock = object.metadata.annotations?.[this.#leader] !== undefined;
        if (type === "Deleted" || (initial && !holdsLock)) wake(key);
      }),
    ];
  }

  async sync(key: string, { signal }: SyncWork): Promise<void> {
    const { client } = this.#parts;
    const service = this.#pods.services.lister.get(key);
    if (service === undefined) {
      this.#times.forget(key);
      const [namespace = "", name = ""] = key.split("/");
      await client.delete(Endpoints, { namespace, name }, { ignoreNotFound: true, signal });
      return;
    }
    const selector = selectorOf(service);
    if (selector === undefined) return;
    const pods = this.#pods.behind(service, selector);
    const time = this.#times.look(key, service, pods);
    const wanted = { service, subsets: subsetsOf(service, pods), time };
    const current = this.#endpoints.lister.get(key);
    if (current !== undefined && isRight(current, wanted, this.#names)) return;
    await this.#write(current, wanted, signal);
  }

  async #write(
    current: CachedEndpoints | undefined,
    wanted: WantedEndpoints,
    signal: AbortSignal,
  ): Promise<void> {
    const { client } = this.#parts;
    const draft = endpointsDraft(current, wanted, this.#names);
    const key = `${draft.metadata.namespace}/${draft.metadata.name}`;
    try {
      if (current === undefined) await client.create(Endpoints, draft, { signal });
      else await client.replace(Endpoints, draft as CachedEndpoints, { signal });
    } catch (error) {
      const why = messageOf(error);
      if (current !== undefined) {
        const text = `Failed to update endpoint ${key}: ${why}`;
        this.#events.warning(current, "FailedToUpdateEndpoint", text);
      } else {
        if (isNamespaceEnding(error)) return;
        const about = { apiVersion: "v1", kind: "Endpoints", metadata: draft.metadata };
        const text = `Failed to create endpoint for service ${key}: ${why}`;
        this.#events.warning(about, "FailedToCreateEndpoint", text);
      }
      throw error;
    }
  }
}

/** The controller of a process. */
export const endpointsController: ProcessController = {
  name: "endpoints-controller",
  aliases: ["endpoint"],
  account: "endpoint-controller",
  flags: ["concurrent-endpoint-syncs", "endpoint-updates-batch-period"],
  make: (parts) =>
    createEndpointsController(parts, {
      workers: parts.values["concurrent-endpoint-syncs"],
      batchMs: parts.values["endpoint-updates-batch-period"],
    }),
};

if (import.meta.main) {
  const { runControllers } = await import("./command.ts");
  Deno.exit(await runControllers("endpoints", [endpointsController]));
}
