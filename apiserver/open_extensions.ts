/**
 * What extends the server while it runs: the resources of definitions beside the built-in ones, and
 * the client that asks others in their name.
 *
 * @module
 */

import type { Clock } from "../toolkit/clock.ts";
import type { Logger } from "../toolkit/logger.ts";
import type { Registry } from "../toolkit/metrics/mod.ts";
import { type Dialect, NAMES } from "../toolkit/names.ts";
import type { Runnable } from "../toolkit/runnable.ts";
import { type ClientIdentity, Transport } from "../toolkit/transport/mod.ts";
import {
  type Locate,
  type ServiceGap,
  serviceGap,
  type ServicePlace,
  type ServiceReference,
  serviceResolver,
  shortenedBy,
  type WebhookCalls,
} from "./callout/mod.ts";
import {
  conversionMetrics,
  converters,
  CustomSource,
  type CustomSourceOptions,
  keepDefinitions,
  sourceOf,
} from "./customresources/mod.ts";
import { type Egress, proxyToUrls } from "./egress/mod.ts";
import type { ServerContext } from "./server_context.ts";
import type { ResourceSource } from "./resource/resource_source.ts";

/** Of the server's service. */
const PORT = 443;

/** What extensions are opened with. */
export interface ExtensionsOptions extends Omit<CustomSourceOptions, "definitions"> {
  readonly dialect: Dialect;
  readonly builtin: ResourceSource;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Registry;
  /** `--enable-aggregator-routing`. */
  readonly toEndpoints: boolean;
  /** Where the server itself listens, which has a service, too; undefined: nowhere yet. */
  ownPlace(): ServicePlace | undefined;
  random(): number;
  uid(): string;
  /** Who the server is to those that it asks; without it, nobody. */
  readonly identity?: (() => ClientIdentity | undefined) | undefined;
  /** Which way it asks them. */
  readonly egress: Egress;
  /** Who asks webhooks, handed a client over the network. Default: that client. */
  readonly webhookCalls?: ((network: WebhookCalls) => WebhookCalls) | undefined;
}

/** What has been opened. */
export interface Extensions {
  /** Everything that is served. */
  readonly source: ResourceSource;
  /** Asks webhooks that objects name. */
  readonly client: WebhookCalls;
  /** Where a service is. */
  readonly locate: Locate;
  /** What a service lacks to be asked. */
  readonly gap: (service: ServiceReference) => ServiceGap | undefined;
  /** What keeps definitions in order; calls `settled` whenever all of them are. */
  background(server: ServerContext, settled: () => void): Runnable[];
  close(): Promise<void>;
}

/** Opens them. */
export function openExtensions(options: ExtensionsOptions): Extensions {
  const { dialect, builtin, random, uid, clock, logger, egress } = options;
  const names = NAMES[dialect];
  const network = new Transport({
    identity: options.identity,
    proxy: proxyToUrls(egress),
  });
  const client = options.webhookCalls?.(network) ?? network;
  const storageOf = (group: string, resource: string) => () =>
    builtin.find(group, "v1", resource)?.storage;
  const known = {
    services: storageOf("", "services"),
    slices: storageOf(names.group("discovery"), "endpointslices"),
    serviceLabel: names.labelSliceServiceName,
  };
  const resolve = serviceResolver({ ...known, toEndpoints: options.toEndpoints, random });
  const locate = shortenedBy(
    { namespace: "default", name: names.serviceApiServer, port: PORT },
    options.ownPlace,
    (service) => ({ ...resolve(service), proxy: egress.proxyTo("cluster") }),
  );
  const group = names.group("apiextensions");
  const definitions = storageOf(group, "customresourcedefinitions")();
  const measure = conversionMetrics(options.metrics);
  const custom = definitions && new CustomSource({
    ...options,
    definitions,
    converterOf: converters({ client, locate, clock, uid, group, measure }),
  });
  return {
    source: custom === undefined ? builtin : sourceOf(builtin, custom),
    client,
    locate,
    gap: serviceGap(known),
    background(server, settled) {
      if (custom === undefined) {
        settled();
        return [];
      }
      return [keepDefinitions({ server, source: custom, clock, logger, settled })];
    },
    async close() {
      network.close();
      await custom?.close();
    },
  };
}
