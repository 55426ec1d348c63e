/**
 * An APIService of each version that this server has itself: clients find all of them in one place.
 *
 * @module
 */

import { repeatedly } from "../../toolkit/backoff.ts";
import type { Clock } from "../../toolkit/clock.ts";
import { isNotFound } from "../../toolkit/errors/mod.ts";
import type { AnyKind, AnyObject } from "../../toolkit/kinds/mod.ts";
import type { Logger } from "../../toolkit/logger.ts";
import { type Dialect, NAMES } from "../../toolkit/names.ts";
import type { Runnable } from "../../toolkit/runnable.ts";
import { formatApiVersion } from "../../toolkit/schema/mod.ts";
import { equalJson } from "../../toolkit/values/json.ts";
import { priorityOf } from "../discovery/priorities.ts";
import { objectOf } from "../resource/object_coder.ts";
import { ensureObject, kindOf, together } from "../resource/own_objects.ts";
import type { ServerContext } from "../server_context.ts";
import type { HealthCheck } from "../../toolkit/health/checks.ts";
import type { ResourceSource } from "../resource/resource_source.ts";
import type { ResourceStorage } from "../resource/resource_storage.ts";
import type { ServedResource } from "../resource/served_resource.ts";
import { type CachedObject, derivedValue, followChanges } from "../storage/cache/mod.ts";
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

/** What the label says of those that are put right once, and of those that always are. */
const ON_START = "onstart";
const ALWAYS = "true";

/** How often is tried what failed, where there are no definitions to follow. */
const INTERVAL_MS = 1_000;
/** Definitions that come together are one turn. */
const PAUSE_MS = 10;

/**
 * Keeps them: a version that comes or goes shows at once. Those of definitions are put right whenever somebody
 * changes or deletes them, those of built-in versions once, at the start; what carries no label, or another
 * one, is its maker's.
 */
export function keepLocalServices(options: LocalServicesOptions): Runnable {
  const { server, builtin, clock, logger, resource: { storage } } = options;
  const group = NAMES[server.dialect].group("apiextensions");
  const definitions = builtin.find(group, "v1", "customresourcedefinitions")?.storage;
  let seen = -1;
  let seenObjects = -1;
  let isStart = true;
  const keepNow = async (signal: AbortSignal) => {
    if (storage === undefined) return;
    const { generation } = server.source;
    const { changedAt } = storage.cache;
    if (generation === seen && changedAt === seenObjects) return;
    await keepAll(options, storage, isStart, signal);
    [seen, seenObjects, isStart] = [generation, changedAt, false];
    options.registered?.();
  };
  // One after the other: whoever follows something finds what the other has done.
  let last: Promise<void> = Promise.resolve();
  const keep = (signal: AbortSignal) =>
    last = last.then(() => keepNow(signal), () => keepNow(signal));
  const failed = (error: unknown) =>
    logger.error("The server's own APIServices can't be registered", error);
  return {
    name: "local APIServices",
    async run({ signal }) {
      const follow = ({ cache }: ResourceStorage) =>
        followChanges(cache, () => keep(signal), { clock, signal, pauseMs: PAUSE_MS, failed });
      await Promise.all([
        storage && follow(storage),
        definitions === undefined
          ? repeatedly(() => keep(signal), { clock, signal, intervalMs: INTERVAL_MS, failed })
          : follow(definitions),
      ]);
    },
  };
}

async function keepAll(
  options: LocalServicesOptions,
  storage: ResourceStorage,
  isStart: boolean,
  signal: AbortSignal,
): Promise<void> {
  const { server, resource, builtin } = options;
  const { source, dialect, client } = server;
  const { cache, prefix } = storage;
  const label = NAMES[dialect].labelAutoManaged;
  const fixed = versionsOf(builtin, dialect);
  const wanted = new Map([...versionsOf(source, dialect)].map(([name, version]) => {
    return [name, { ...version, managed: fixed.has(name) ? ON_START : ALWAYS }];
  }));
  const isOurs = ({ labels: { [label]: managed } }: CachedObject) =>
    managed === ALWAYS || managed === ON_START && isStart;
  await together([...wanted].map(async ([name, { group, version, managed }]) => {
    const priority = priorityOf(group, version);
    const spec = {
      ...(group !== "" && { group }),
      version,
      groupPriorityMinimum: priority.group,
      versionPriority: priority.version,
    };
    const entry = cache.get(storage.key("", name));
    if (entry === undefined) {
      return await ensureObject(client, { resource, namespace: "", name }, {
        kind: resource.kind,
        apiVersion: formatApiVersion(resource.group, resource.version),
        metadata: { labels: { [label]: managed } },
        spec,
      }, signal);
    }
    if (isOurs(entry) && !equalJson(specOf(entry), spec)) {
      const right = (object: AnyObject) => ({ ...object, spec });
      await unlessGone(client.update<AnyKind>(kindOf(resource), name, right, { signal }));
    }
  }));
  for (const entry of cache.entries()) {
    const name = entry.key.slice(prefix.length);
    if (!wanted.has(name) && isOurs(entry)) {
      await unlessGone(client.delete(kindOf(resource), name, { signal }));
    }
  }
}

const specOf = derivedValue((entry: CachedObject) => objectOf(entry).spec);

async function unlessGone(written: Promise<unknown>): Promise<void> {
  try {
    await written;
  } catch (error) {
    if (!isNotFound(error)) throw error;
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
