/**
 * Asks extension servers from time to time whether they are there, and notes it in their objects.
 *
 * @module
 */

import type { APIService } from "../../toolkit/api/apiregistration_v1.ts";
import type { AnyKind, AnyObject } from "../../toolkit/kinds/mod.ts";
import { type Clock, sleep } from "../../toolkit/clock.ts";
import type { JsonObject } from "../../toolkit/codec/mod.ts";
import { statusErrorOf } from "../../toolkit/errors/mod.ts";
import type { Logger } from "../../toolkit/logger.ts";
import { NAMES } from "../../toolkit/names.ts";
import type { Runnable } from "../../toolkit/runnable.ts";
import { printTime, timeOfMs } from "../../toolkit/values/mod.ts";
import type { Transport } from "../../toolkit/transport/mod.ts";
import { GROUP_MASTERS } from "../../toolkit/authentication/user.ts";
import type { Locate, ServiceGap, ServiceReference } from "../callout/mod.ts";
import { objectOf } from "../resource/object_coder.ts";
import { kindOf } from "../resource/own_objects.ts";
import type { ServerContext } from "../server_context.ts";
import type { ServedResource } from "../resource/served_resource.ts";
import { type CachedObject, derivedValue, followChanges } from "../storage/cache/mod.ts";
import type { AvailabilityMetrics } from "./availability_metrics.ts";
import { DiscoveryRound } from "./discovery_round.ts";
import { userHeaders } from "./proxy.ts";
import type { RemoteDescriptions } from "./remote_descriptions.ts";
import type { RemoteDiscovery } from "./remote_discovery.ts";
import { RemoteService, type RemoteServices } from "./remote_service.ts";

/** What the checks work with. */
export interface AvailabilityOptions {
  readonly server: ServerContext;
  /** The resource of APIServices. */
  readonly resource: ServedResource;
  readonly remotes: RemoteServices;
  readonly discovery: RemoteDiscovery;
  readonly descriptions: RemoteDescriptions;
  readonly client: Transport;
  readonly locate: Locate;
  readonly gap: (service: ServiceReference) => ServiceGap | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly measures: AvailabilityMetrics;
  /** Called whenever every server was asked that was due. */
  checked?(): void;
}

/** Between checks of a server whose object does not change. */
const INTERVAL_MS = 30_000;
/** The same while it does not answer. */
const RETRY_MS = 5_000;
/** How often is looked whether a service has come or gone, or its last place. */
const LOOK_MS = 1_000;
const TIMEOUT_MS = 5_000;
/** How often a server that does not answer is asked besides: it is gone if none of them is answered. */
const MORE_TRIES = 4;
const ANSWER_LIMIT_BYTES = 16 * 1024 * 1024;
/** Checks of one round under way at once. */
const AT_ONCE = 8;
/** How long a round waits for all of its checks: those that take longer hold up no others. */
const PATIENCE_MS = 1_000;

const FAILED = "Extension servers can't be checked";

interface Verdict {
  readonly status: "True" | "False";
  readonly reason: string;
  readonly message: string;
}

const LOCAL: Verdict = {
  status: "True",
  reason: "Local",
  message: "Local APIServices are always available",
};

/** What was found out, and what a server that is there has answered at its version's path. */
interface Judged {
  readonly verdict: Verdict;
  readonly body?: Uint8Array;
}

/** Checks each when its object changes, and from time to time. */
export function keepAvailability(options: AvailabilityOptions): Runnable {
  const { resource: { storage }, measures, clock, logger } = options;
  return {
    name: "APIService availability",
    async run({ signal }) {
      if (storage === undefined) return;
      using _ = measures.show(storage);
      const rounds: Rounds = { checked: new Map(), underWay: new Set(), works: new Set() };
      await followChanges(storage.cache, () => checkDue(options, rounds, signal), {
        clock,
        signal,
        failed: (error) => logger.error(FAILED, error),
      });
      await Promise.allSettled(rounds.works);
    },
  };
}

/** Says of each that leads to no service that it is available: this server has the version itself. */
async function noteLocal(options: AvailabilityOptions, signal: AbortSignal): Promise<void> {
  const { resource: { storage } } = options;
  for (const entry of storage?.cache.entries() ?? []) {
    if (RemoteService.of(entry) !== undefined || saysLocal(entry)) continue;
    await noteOrLog(options, entry.key.slice(storage?.prefix.length), LOCAL, signal);
  }
}

const saysLocal = derivedValue((entry: CachedObject): boolean => {
  const { status } = objectOf(entry) as unknown as APIService;
  return status?.conditions?.some(({ type, status, reason, message }) =>
    type === "Available" && status === LOCAL.status && reason === LOCAL.reason &&
    message === LOCAL.message
  ) ?? false;
});

/** By name: what was checked, and when the next check is due. */
type Checked = Map<string, { readonly state: string; readonly due: number }>;

/** What has been done, and is being done. */
interface Rounds {
  readonly checked: Checked;
  /** The names of those whose check has begun, or waits for others of its round. */
  readonly underWay: Set<string>;
  readonly works: Set<Promise<void>>;
}

/** Checks those that are due; says in how many milliseconds the next one is. */
async function checkDue(
  options: AvailabilityOptions,
  rounds: Rounds,
  signal: AbortSignal,
): Promise<number> {
  const { clock, remotes, discovery, descriptions } = options;
  const { checked, underWay } = rounds;
  const round = new DiscoveryRound({
    discovery,
    group: NAMES[options.server.dialect].group("apidiscovery"),
    ask: (remote, path, headers) => {
      const missing = options.gap(remote.service);
      if (missing !== undefined) return Promise.reject(new Error(missing.message));
      const either = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
      return ask(options, remote.endpoint(options.locate), path, headers, either);
    },
  });
  await noteLocal(options, signal);
  const due = remotes.all().filter((remote) => {
    if (underWay.has(remote.name)) return false;
    const last = checked.get(remote.name);
    return last === undefined || last.due <= clock.now() || last.state !== stateOf(options, remote);
  });
  await forAWhile(checkAll(options, due, round, rounds, signal), rounds, options, signal);
  const known = new Set(remotes.all().map(({ name }) => name));
  for (const name of checked.keys()) if (!known.has(name)) checked.delete(name);
  discovery.keepOnly(known);
  descriptions.forgetOthers();
  if (underWay.size === 0) options.checked?.();
  const dues = [...checked.values()].map(({ due }) => due - clock.now());
  return Math.min(...dues, known.size > 0 ? LOOK_MS : INTERVAL_MS);
}

async function checkAll(
  options: AvailabilityOptions,
  due: readonly RemoteService[],
  round: DiscoveryRound,
  { checked, underWay }: Rounds,
  signal: AbortSignal,
): Promise<void> {
  const { clock } = options;
  for (const { name } of due) underWay.add(name);
  const waiting = due.values();
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, async () => {
      for (const remote of waiting) {
        const state = stateOf(options, remote);
        const good = await check(options, remote, round, signal);
        const next = clock.now() + (good ? INTERVAL_MS : RETRY_MS);
        checked.set(remote.name, { state, due: next });
        underWay.delete(remote.name);
      }
    }));
  } finally {
    for (const { name } of due) underWay.delete(name);
  }
}

/**
 * Waits for work as long as others can wait for it; it goes on then. Rejects where it fails by then; a later failure is
 * logged.
 */
async function forAWhile(
  work: Promise<void>,
  { works }: Rounds,
  { clock, logger }: AvailabilityOptions,
  signal: AbortSignal,
): Promise<void> {
  const over = new AbortController();
  let isLate = false;
  const late = sleep(clock, PATIENCE_MS, over.signal).then(() => void (isLate = true), () => {});
  const owned = work.catch((error) => {
    if (isLate && !signal.aborted) logger.error(FAILED, error);
  }).finally(() => works.delete(owned));
  works.add(owned);
  await Promise.race([work, late]).finally(() => over.abort());
}

/** What a check is about: another one is a check to be done. */
function stateOf({ gap }: AvailabilityOptions, { object, service }: RemoteService): string {
  return JSON.stringify([object.spec, gap(service)]);
}

/** Says whether all is well: whether the server is there, and what it has is known. */
async function check(
  options: AvailabilityOptions,
  remote: RemoteService,
  round: DiscoveryRound,
  signal: AbortSignal,
): Promise<boolean> {
  const { verdict, body } = await judge(options, remote, signal);
  const isKnown = await round.learn(remote, body);
  signal.throwIfAborted();
  if (body === undefined) options.descriptions.lose(remote.name);
  else await describe(options, remote, signal);
  await noteOrLog(options, remote.name, verdict, signal);
  return isKnown && body !== undefined;
}

/** Writes a verdict into an APIService; what can't be written is logged. */
async function noteOrLog(
  options: AvailabilityOptions,
  name: string,
  verdict: Verdict,
  signal: AbortSignal,
): Promise<void> {
  try {
    await note(options, name, verdict, signal);
  } catch (error) {
    if (signal.aborted) throw error;
    if (statusErrorOf(error)?.code === 404) return;
    options.logger.error(
      "The availability of an extension server can't be written into its APIService",
      error,
      { name },
    );
  }
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
      logger.v(2).info("The OpenAPI document of an extension server can't be used", {
        name,
        path,
        why: textOf(error),
      });
    },
  );
}

function ask(
  { client, server: { dialect } }: AvailabilityOptions,
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
): Promise<Judged> {
  const { gap } = options;
  const missing = gap(remote.service);
  if (missing !== undefined) return { verdict: { status: "False", ...missing } };
  const first = await tried(options, remote, signal);
  if (first.body !== undefined) return first;
  // One of the places behind a service that does not answer is not all of them.
  const others = await Promise.all(
    Array.from({ length: MORE_TRIES }, () => tried(options, remote, signal)),
  );
  return others.find(({ body }) => body !== undefined) ?? others.at(-1) ?? first;
}

async function tried(
  options: AvailabilityOptions,
  remote: RemoteService,
  signal: AbortSignal,
): Promise<Judged> {
  let endpoint;
  try {
    endpoint = remote.endpoint(options.locate);
  } catch (error) {
    return failed(textOf(error));
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
      return { verdict: { status: "True", reason: "Passed", message: "all checks passed" }, body };
    }
    return failed(`failing or missing response from ${url}: bad status from ${url}: ${status}`);
  } catch (error) {
    signal.throwIfAborted();
    return failed(`failing or missing response from ${url}: ${textOf(error)}`);
  }
}

function failed(message: string): Judged {
  return { verdict: { status: "False", reason: "FailedDiscoveryCheck", message } };
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

async function note(
  { server, resource, clock, measures }: AvailabilityOptions,
  name: string,
  verdict: Verdict,
  signal: AbortSignal,
): Promise<void> {
  let isLost = false;
  const change = (current: AnyObject): AnyObject => {
    const status = (current.status ?? {}) as { conditions?: JsonObject[] };
    const { conditions = [] } = status;
    const before = conditions.find(({ type }) => type === "Available");
    const same = before?.status === verdict.status;
    isLost = before?.status === "True" && !same;
    const { reason, message } = verdict;
    if (same && before?.reason === reason && before?.message === message) return current;
    const lastTransitionTime = same ? before?.lastTransitionTime : printTime(timeOfMs(clock.now()));
    const condition = { type: "Available", lastTransitionTime, ...verdict };
    const others = conditions.filter((one) => one !== before);
    return { ...current, status: { ...status, conditions: [...others, condition] } };
  };
  await server.client.update<AnyKind>(kindOf(resource), name, change, {
    signal,
    subresource: "status",
  });
  if (isLost) measures.lost(name, verdict.reason);
}
