/**
 * The extension servers behind this one.
 *
 * @module
 */

import type { Clock } from "../../toolkit/clock.ts";
import type { Logger } from "../../toolkit/logger.ts";
import { type Dialect, NAMES } from "../../toolkit/names.ts";
import type { Runnable } from "../../toolkit/runnable.ts";
import type { HttpResponse } from "../../toolkit/serving/mod.ts";
import { type ClientIdentity, Transport } from "../../toolkit/transport/mod.ts";
import type { Locate, ServiceGap, ServiceReference } from "../callout/mod.ts";
import type { Discovered, DiscoveredVersion, DiscoverySource } from "../discovery/discovered.ts";
import type { ServerContext } from "../server_context.ts";
import type { RequestContext } from "../http/context.ts";
import type { ResourceSource } from "../resource/resource_source.ts";
import { keepAvailability } from "./availability.ts";
import { AvailabilityMetrics } from "./availability_metrics.ts";
import type { HealthCheck } from "../../toolkit/health/checks.ts";
import type { StartHooks } from "../health/start_hooks.ts";
import { keepLocalServices, registrationCheck } from "./local_services.ts";
import { forward } from "./proxy.ts";
import { type ForeignDescriptions, NO_FOREIGN, VERSION_3_PATH } from "../openapi/mod.ts";
import { RemoteDescriptions } from "./remote_descriptions.ts";
import { RemoteDiscovery } from "./remote_discovery.ts";
import { type RemoteService, RemoteServices } from "./remote_service.ts";

/** What it is made with. */
export interface AggregationOptions {
  readonly dialect: Dialect;
  readonly builtin: ResourceSource;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Where a service is. */
  readonly locate: Locate;
  /** What a service lacks to be asked. */
  readonly gap: (service: ServiceReference) => ServiceGap | undefined;
  /** What this server proves who it is with; asked for with each new connection. */
  identity?(): ClientIdentity | undefined;
}

/** Where documents of OpenAPI of single versions are. */
const DESCRIPTIONS = `${VERSION_3_PATH}/apis/`;

/** Connections to one extension server: each watch that is passed on holds one. */
const MOST_CONNECTIONS = 1024;

/**
 * All that the rest of the server needs of aggregation: which resources extension servers have, how
 * they describe them, and the answers to requests that are forwarded to them. It knows no extension
 * server where the API has no `apiservices`.
 */
export class Aggregation implements DiscoverySource {
  readonly #options: AggregationOptions;
  readonly #resource;
  readonly #remotes: RemoteServices | undefined;
  readonly #discovery: RemoteDiscovery | undefined;
  readonly #descriptions: RemoteDescriptions | undefined;
  readonly #client: Transport;

  constructor(options: AggregationOptions) {
    this.#options = options;
    const { builtin, dialect } = options;
    const group = NAMES[dialect].group("apiregistration");
    this.#resource = builtin.find(group, "v1", "apiservices");
    const storage = this.#resource?.storage;
    this.#remotes = storage && new RemoteServices(storage);
    this.#discovery = this.#remotes && new RemoteDiscovery(this.#remotes);
    this.#descriptions = this.#remotes && new RemoteDescriptions(this.#remotes);
    this.#client = new Transport({
      identity: options.identity?.bind(options),
      pool: { maxConnections: MOST_CONNECTIONS },
    });
  }

  get generation(): number {
    return this.#discovery?.generation ?? 0;
  }

  all(): readonly Discovered[] {
    return this.#discovery?.all() ?? [];
  }

  versions(): readonly DiscoveredVersion[] {
    return this.#discovery?.versions() ?? [];
  }

  /** How the other servers describe what they have. */
  get descriptions(): ForeignDescriptions {
    return this.#descriptions ?? NO_FOREIGN;
  }

  /** The answer to a request for what another server has; undefined where none does. */
  answer(context: RequestContext): Promise<HttpResponse> | undefined {
    const { path } = context.info;
    const remote = path.startsWith("/apis/")
      ? this.#remoteOf(path)
      : path.startsWith(DESCRIPTIONS)
      ? this.#describedAt(context)
      : undefined;
    if (remote === undefined) return undefined;
    const { clock, locate } = this.#options;
    return forward(context, remote, { client: this.#client, clock, locate });
  }

  #remoteOf(path: string): RemoteService | undefined {
    const [, , group = "", version = ""] = path.split("/", 4);
    return this.#remotes?.find(group, version);
  }

  #describedAt({ info, request }: RequestContext): RemoteService | undefined {
    if (request.method !== "GET" && request.method !== "HEAD") return undefined;
    const path = info.path.slice(VERSION_3_PATH.length);
    const remote = path.split("/").length === 4 ? this.#remoteOf(path) : undefined;
    return remote !== undefined && this.#descriptions?.has(remote) ? remote : undefined;
  }

  /**
   * What checks the servers, and notes which versions this one has itself. `hooks` is told when each was
   * done once.
   */
  background(server: ServerContext, registersOwn: boolean, hooks: StartHooks): Runnable[] {
    const [resource, remotes] = [this.#resource, this.#remotes];
    const [discovery, descriptions] = [this.#discovery, this.#descriptions];
    const checked = () => hooks.finish("remote availability", "descriptions");
    const registered = () => hooks.finish("autoregistration", "local availability");
    if (!registersOwn || resource === undefined) registered();
    if (resource === undefined || remotes === undefined) checked();
    if (resource === undefined || remotes === undefined) return [];
    if (discovery === undefined || descriptions === undefined) return [];
    const { clock, logger, locate, gap, builtin } = this.#options;
    const client = this.#client;
    return [
      keepAvailability({
        ...{ server, resource, remotes, discovery, descriptions },
        ...{ client, locate, gap, clock, logger, checked },
        measures: new AvailabilityMetrics(server.metrics),
      }),
      ...registersOwn
        ? [keepLocalServices({ server, resource, builtin, clock, logger, registered })]
        : [],
    ];
  }

  /** What a server that registers its own versions is asked about that. */
  get checks(): readonly HealthCheck[] {
    const { builtin, dialect } = this.#options;
    return this.#resource === undefined
      ? []
      : [registrationCheck(this.#resource, builtin, dialect)];
  }

  close(): void {
    this.#client.close();
  }
}
