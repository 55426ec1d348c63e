/**
 * Asks extension servers from time to time whether they are there, and notes it in their objects.
 *
 * @module
 */

import { type Clock, sleep } from "../../toolkit/clock.ts";
import type { JsonObject } from "../../toolkit/codec/mod.ts";
import { statusErrorOf } from "../../toolkit/errors/mod.ts";
import type { Logger } from "../../toolkit/logging/logger.ts";
import { NAMES } from "../../toolkit/names.ts";
import { printTime, timeOfMs } from "../../toolkit/values/mod.ts";
import { GROUP_MASTERS } from "../auth/user.ts";
import type { Transport } from "../../toolkit/transport/mod.ts";
import type { ServiceReference } from "../callout/mod.ts";
import { ownRequest } from "../endpoints/own_request.ts";
import type { Services } from "../endpoints/services.ts";
import { tracked } from "../registry/ownership.ts";
import type { ServedResource } from "../registry/served_resource.ts";
import { updateObject } from "../registry/update.ts";
import { Closed } from "../storage/mod.ts";
import { userHeaders } from "./proxy.ts";
import type { RemoteDescriptions } from "./remote_descriptions.ts";
import type { RemoteDiscovery } from "./remote_discovery.ts";
import type { RemoteService, RemoteServices } from "./remote_service.ts";

/** What the checks work with. */
export interface AvailabilityOptions {
  readonly services: Services;
  /** The resource of APIServices. */
  readonly resource: ServedResource;
  readonly remotes: RemoteServices;
  readonly discovery: RemoteDiscovery;
  readonly descriptions: RemoteDescriptions;
  readonly client: Transport;
  locate(service: ServiceReference): { host: string; port: number };
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Between checks of a server whose object does not change. */
const INTERVAL_MS = 30_000;
/** The same while it does not answer. */
const RETRY_MS = 5_000;
const TIMEOUT_MS = 5_000;
const ANSWER_LIMIT_BYTES = 16 * 1024 * 1024;
/** Checks under way at once. */
const AT_ONCE = 8;

interface Verdict {
  readonly status: "True" | "False";
  readonly reason: string;
  readonly message: string;
}

/** Checks until `signal` aborts. */
export async function keepAvailability(
  options: AvailabilityOptions,
  signal: AbortSignal,
): Promise<void> {
  const { resource, clock, logger } = options;
  const { storage } = resource;
  if (storage === undefined) return;
  const watcher = storage.cache.watch({});
  /** By name: the object that was checked, and when the next check is due. */
  const checked = new Map<string, { readonly spec: string; readonly due: number }>();
  try {
    while (!signal.aborted) {
      const due = options.remotes.all().filter((remote) => isDue(remote, checked, clock.now()));
      const waiting = due.values();
      await Promise.all(Array.from({ length: AT_ONCE }, async () => {
        for (const remote of waiting) {
          const good = await check(options, remote, signal);
          const next = clock.now() + (good ? INTERVAL_MS : RETRY_MS);
          checked.set(remote.name, { spec: specOf(remote), due: next });
        }
      }));
      const known = new Set(options.remotes.all().map(({ name }) => name));
      for (const name of checked.keys()) if (!known.has(name)) checked.delete(name);
      options.discovery.keepOnly(known);
      options.descriptions.forgetOthers();
      const next = Math.min(
        ...[...checked.values()].map((one) => one.due),
        clock.now() + INTERVAL_MS,
      );
      const turn = new AbortController();
      const either = AbortSignal.any([signal, turn.signal]);
      await Promise.race([
        watcher.next(either),
        sleep(clock, Math.max(0, next - clock.now()), either),
      ]).finally(() => turn.abort());
    }
  } catch (error) {
    if (!signal.aborted && !(error instanceof Closed)) {
      logger.error("Extension servers are no longer checked", error);
    }
  } finally {
    storage.cache.unwatch(watcher);
  }
}

function specOf({ object }: RemoteService): string {
  return JSON.stringify(object.spec);
}

function isDue(
  remote: RemoteService,
  checked: ReadonlyMap<string, { readonly spec: string; readonly due: number }>,
  now: number,
): boolean {
  const last = checked.get(remote.name);
  return last === undefined || last.due <= now || last.spec !== specOf(remote);
}

async function check(
  options: AvailabilityOptions,
  remote: RemoteService,
  signal: AbortSignal,
): Promise<boolean> {
  const verdict = await judge(options, remote, signal);
  if (verdict.status === "False") {
    options.discovery.lose(remote.name);
    options.descriptions.lose(remote.name);
  } else {
    await describe(options, remote, signal);
  }
  try {
    await note(options, remote, verdict, signal);
  } catch (error) {
    if (signal.aborted) throw error;
    if (statusErrorOf(error)?.code !== 404) {
      options.logger.error("An extension server's state can't be noted", error, {
        name: remote.name,
      });
    }
  }
  return verdict.status === "True";
}

/** Before the server is said to be there: who sees that finds it described. */
async function describe(
  options: AvailabilityOptions,
  remote: RemoteService,
  signal: AbortSignal,
): Promise<void> {
  const { descriptions, locate, logger } = options;
  const either = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
  await descriptions.learn(
    remote,
    (path, headers) => ask(options, remote.endpoint(locate), path, headers, either),
    (path, error) => {
      signal.throwIfAborted();
      const { name } = remote;
      logger.v(2).info("A description of an extension server can't be used", {
        name,
        path,
        why: textOf(error),
      });
    },
  );
}

function ask(
  { client, services: { dialect } }: AvailabilityOptions,
  endpoint: ReturnType<RemoteService["endpoint"]>,
  path: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
) {
  const user = {
    name: NAMES[dialect].clusterRoleAggregator,
    uid: "",
    groups: [GROUP_MASTERS],
    extra: {},
  };
  const request = {
    method: "GET",
    path,
    headers: { host: endpoint.tls.serverName, ...headers, ...userHeaders(user) },
    limits: { bodyLimitBytes: ANSWER_LIMIT_BYTES },
    signal,
  };
  return client.call(endpoint, request);
}

async function judge(
  options: AvailabilityOptions,
  remote: RemoteService,
  signal: AbortSignal,
): Promise<Verdict> {
  const { locate, discovery } = options;
  let endpoint;
  try {
    endpoint = remote.endpoint(locate);
  } catch (error) {
    const { namespace, name } = remote.service;
    const message = `service/${name} in "${namespace}" is not present or has no such port: ${
      textOf(error)
    }`;
    return { status: "False", reason: "ServiceNotFound", message };
  }
  const path = `/apis/${remote.group}/${remote.version}`;
  const url = `https://${endpoint.host}:${endpoint.port}${path}`;
  try {
    const { status, body } = await ask(
      options,
      endpoint,
      path,
      { accept: "application/json" },
      AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    );
    if (status >= 200 && status < 300) {
      if (!discovery.learn(remote.name, remote.group, remote.version, body)) {
        const message = `the answer from ${url} is no list of resources`;
        return { status: "False", reason: "FailedDiscoveryCheck", message };
      }
      return { status: "True", reason: "Passed", message: "all checks passed" };
    }
    const message = `failing or missing response from ${url}: bad status from ${url}: ${status}`;
    return { status: "False", reason: "FailedDiscoveryCheck", message };
  } catch (error) {
    signal.throwIfAborted();
    const message = `failing or missing response from ${url}: ${textOf(error)}`;
    return { status: "False", reason: "FailedDiscoveryCheck", message };
  }
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

async function note(
  { services, resource, clock }: AvailabilityOptions,
  { name }: RemoteService,
  verdict: Verdict,
  signal: AbortSignal,
): Promise<void> {
  const place = { resource, namespace: "", name, subresource: "status" };
  const request = ownRequest(services, place, signal);
  if (request === undefined) return;
  await updateObject(request, {
    compute(current) {
      const status = (current.status ?? {}) as { conditions?: JsonObject[] };
      const { conditions = [] } = status;
      const before = conditions.find(({ type }) => type === "Available");
      const same = before?.status === verdict.status;
      const { reason, message } = verdict;
      if (same && before?.reason === reason && before?.message === message) return current;
      const lastTransitionTime = same
        ? before?.lastTransitionTime
        : printTime(timeOfMs(clock.now()));
      const condition = { type: "Available", lastTransitionTime, ...verdict };
      const others = conditions.filter((one) => one !== before);
      const updated = { ...current, status: { ...status, conditions: [...others, condition] } };
      return tracked(request, current, updated);
    },
  });
}
