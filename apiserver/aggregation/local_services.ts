/**
 * An APIService of each version that this server has itself: clients find all of them in one place.
 *
 * @module
 */

import { repeatedly } from "../../toolkit/backoff.ts";
import type { Clock } from "../../toolkit/clock.ts";
import { isNotFound } from "../../toolkit/errors/mod.ts";
import type { Logger } from "../../toolkit/logger.ts";
import { type Dialect, NAMES } from "../../toolkit/names.ts";
import type { Runnable } from "../../toolkit/runnable.ts";
import { formatApiVersion } from "../../toolkit/schema/mod.ts";
import { priorityOf } from "../discovery/priorities.ts";
import { ensureObject, kindOf, together } from "../resource/own_objects.ts";
import type { ServerContext } from "../server_context.ts";
import type { HealthCheck } from "../../toolkit/health/checks.ts";
import type { ResourceSource } from "../resource/resource_source.ts";
import type { ServedResource } from "../resource/served_resource.ts";
import { followChanges } from "../storage/cache/mod.ts";
import { isAvailable } from "./available.ts";

/** What they are kept with. */
export interface LocalServicesOptions {
  readonly server: ServerContext;
  /** The resource of APIServices. */
  readonly resource: ServedResource;
  /** What was there at the start, and stays. */
  readonly builtin: ResourceSource;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Called whenever all of them are there. */
  registered?(): void;
}

/** How often is tried what failed, where there are no definitions to follow. */
const INTERVAL_MS = 1_000;
/** Definitions that come together are one turn. */
const PAUSE_MS = 10;

/** Keeps them: a version that comes or goes shows at once. */
export function keepLocalServices(options: LocalServicesOptions): Runnable {
  const { server, builtin, clock, logger } = options;
  const group = NAMES[server.dialect].group("apiextensions");
  const definitions = builtin.find(group, "v1", "customresourcedefinitions")?.storage;
  let seen = -1;
  const keep = async (signal: AbortSignal) => {
    const { generation } = server.source;
    if (generation === seen) return;
    await keepAll(options, signal);
    seen = generation;
    options.registered?.();
  };
  const failed = (error: unknown) =>
    logger.error("The server's own APIServices can't be registered", error);
  return {
    name: "local APIServices",
    run: ({ signal }) =>
      definitions === undefined
        ? repeatedly(() => keep(signal), { clock, signal, intervalMs: INTERVAL_MS, failed })
        : followChanges(definitions.cache, () => keep(signal), {
          clock,
          signal,
          pauseMs: PAUSE_MS,
          failed,
        }),
  };
}

async function keepAll(options: LocalServicesOptions, signal: AbortSignal): Promise<void> {
  const { server, resource, builtin } = options;
  const { source, dialect } = server;
  const { storage } = resource;
  if (storage === undefined) return;
  const label = NAMES[dialect].labelAutoManaged;
  const fixed = versionsOf(builtin, dialect);
  const wanted = new Map([...versionsOf(source, dialect)].map(([name, version]) => {
    return [name, { ...version, managed: fixed.has(name) ? "onstart" : "true" }];
  }));
  await together([...wanted].map(([name, { group, version, managed }]) => {
    const priority = priorityOf(group, version);
    return ensureObject(server.client, { resource, namespace: "", name }, {
      kind: resource.kind,
      apiVersion: formatApiVersion(resource.group, resource.version),
      metadata: { labels: { [label]: managed } },
      spec: {
        ...(group !== "" && { group }),
        version,
        groupPriorityMinimum: priority.group,
        versionPriority: priority.version,
      },
    }, signal);
  }));
  for (const { key, labels } of storage.cache.entries()) {
    const name = key.slice(storage.prefix.length);
    if (labels[label] !== "true" || wanted.has(name)) continue;
    try {
      await server.client.delete(kindOf(resource), name, { signal });
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }
}

interface Version {
  readonly group: string;
  readonly version: string;
}

/**
 * Passes once each version that `builtin` has at its first check has an APIService that says that
 * it is available. What was seen is not looked for again.
 */
export function registrationCheck(
  { storage }: ServedResource,
  builtin: ResourceSource,
  dialect: Dialect,
): HealthCheck {
  let pending: Set<string> | undefined;
  return {
    name: "autoregister-completion",
    ofStart: true,
    check() {
      if (storage === undefined) return;
      pending ??= new Set(versionsOf(builtin, dialect).keys());
      for (const name of pending) {
        const entry = storage.cache.get(storage.key("", name));
        if (entry !== undefined && isAvailable(entry)) pending.delete(name);
      }
      if (pending.size > 0) throw new Error(`missing APIServices: ${[...pending].join(", ")}`);
    },
  };
}

function versionsOf(source: ResourceSource, dialect: Dialect): Map<string, Version> {
  // The group that these objects are in is nobody else's to have.
  const own = NAMES[dialect].group("apiregistration");
  const others = source.all().filter(({ group }) => group !== own);
  return new Map(
    others.map(({ group, version }) => [`${version}.${group}`, { group, version }]),
  );
}
