/**
 * The extension servers of this one, as far as the rest of it has to know.
 *
 * @module
 */

import type { Clock } from "../../toolkit/clock.ts";
import type { Logger } from "../../toolkit/logging/logger.ts";
import { type Dialect, NAMES } from "../../toolkit/names.ts";
import type { HttpResponse } from "../../toolkit/serving/mod.ts";
import { type ClientIdentity, HttpsClient, type ServiceReference } from "../callout/mod.ts";
import type { Discovered, DiscoverySource } from "../discovery/discovered.ts";
import type { Services } from "../endpoints/services.ts";
import type { RequestContext } from "../http/context.ts";
import type { ResourceSource } from "../registry/resource_source.ts";
import { keepAvailability } from "./availability.ts";
import { keepLocalServices } from "./local_services.ts";
import { forward } from "./proxy.ts";
import { RemoteDiscovery } from "./remote_discovery.ts";
import { RemoteServices } from "./remote_service.ts";

/** What it is made with. */
export interface AggregationOptions {
  readonly dialect: Dialect;
  readonly builtin: ResourceSource;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Where a service is. */
  locate(service: ServiceReference): { host: string; port: number };
  /** What this server proves who it is with; asked for with each new connection. */
  identity?(): ClientIdentity | undefined;
}

/** See the module's comment. */
export class Aggregation implements DiscoverySource {
  readonly #options: AggregationOptions;
  readonly #resource;
  readonly #remotes: RemoteServices | undefined;
  readonly #discovery: RemoteDiscovery | undefined;
  readonly #client: HttpsClient;

  constructor(options: AggregationOptions) {
    this.#options = options;
    const { builtin, dialect } = options;
    const group = NAMES[dialect].group("apiregistration");
    this.#resource = builtin.find(group, "v1", "apiservices");
    const storage = this.#resource?.storage;
    this.#remotes = storage && new RemoteServices(storage);
    this.#discovery = this.#remotes && new RemoteDiscovery(this.#remotes);
    this.#client = new HttpsClient(options.identity?.bind(options));
  }

  get generation(): number {
    return this.#discovery?.generation ?? 0;
  }

  all(): readonly Discovered[] {
    return this.#discovery?.all() ?? [];
  }

  /** The answer to a request for what another server has; undefined where none does. */
  answer(context: RequestContext): Promise<HttpResponse> | undefined {
    if (this.#remotes === undefined) return undefined;
    const { path } = context.info;
    if (!path.startsWith("/apis/")) return undefined;
    const [, , group = "", version = ""] = path.split("/", 4);
    const remote = this.#remotes.find(group, version);
    if (remote === undefined) return undefined;
    const { locate } = this.#options;
    return forward(context, remote, { client: this.#client, locate });
  }

  /** Checks the servers, and notes which versions this one has itself, until `signal` aborts. */
  async run(services: Services, registersOwn: boolean, signal: AbortSignal): Promise<void> {
    const [resource, remotes, discovery] = [this.#resource, this.#remotes, this.#discovery];
    if (resource === undefined || remotes === undefined || discovery === undefined) return;
    const { clock, logger, locate, builtin } = this.#options;
    const client = this.#client;
    await Promise.all([
      keepAvailability(
        { services, resource, remotes, discovery, client, locate, clock, logger },
        signal,
      ),
      registersOwn &&
      keepLocalServices({ services, resource, builtin, clock, logger }, signal),
    ]);
  }

  close(): void {
    this.#client.close();
  }
}
