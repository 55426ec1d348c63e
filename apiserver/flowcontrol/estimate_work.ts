/**
 * Believes how much a request takes, before anybody has begun with it.
 *
 * @module
 */

import type { RequestContext } from "../http/context.ts";
import type { ServerContext } from "../server_context.ts";
import { LEAST_WORK, type Work } from "./work.ts";

/** The most seats that one request takes, whatever its level has. */
export const MOST_SEATS = 10;

const OBJECTS_A_SEAT = 100;
const WATCHERS_A_SEAT = 10;
/**
 * How long it takes to tell the watchers of a seat of a write. The reference takes 5: there an event costs 27 to
 * 39 µs of a processor for each watcher, here 6 (`./orch bench reference`).
 */
const TELLING_MS = 1;

/** What a request is measured by. */
export interface EstimateOptions {
  readonly source: Pick<ServerContext["source"], "find">;
  /** The most seats that a request of its level takes. */
  readonly mostSeats: number;
  /** Told how many watchers there are that a write concerns. */
  watchers(count: number): void;
}

/**
 * Lists, and watches that begin with all there is, take a seat for every hundred objects to be looked at; writes
 * take one, and afterwards one for every ten watchers to be told, for a while; all others take one.
 */
export function estimateWork(context: RequestContext, options: EstimateOptions): Work {
  switch (context.info.verb) {
    case "list":
    case "watch":
      return context.info.isResource ? listWork(context, options) : LEAST_WORK;
    case "create":
    case "update":
    case "patch":
    case "delete":
      return context.info.isResource ? writeWork(context, options) : LEAST_WORK;
    default:
      return LEAST_WORK;
  }
}

function listWork(context: RequestContext, { source, mostSeats }: EstimateOptions): Work {
  const { info, query } = context;
  const { group, version, resource } = info;
  // It will be refused; until then nobody knows.
  if (!hasNumbers(query)) return seats(mostSeats, mostSeats);
  const size = source.find(group, version, resource)?.storage?.cache.size;
  // Somebody else has them, or nobody.
  if (size === undefined || size <= OBJECTS_A_SEAT && info.verb === "watch") return LEAST_WORK;
  if (info.verb === "watch" && query.flag("sendInitialEvents") !== true) {
    const version = query.get("resourceVersion");
    if (version !== "" && version !== "0") return LEAST_WORK;
  }
  return seats(Math.ceil(objectsLookedAt(context, size) / OBJECTS_A_SEAT), mostSeats);
}

/** Whether the options that are numbers can be read. */
function hasNumbers(query: RequestContext["query"]): boolean {
  try {
    query.integer("limit");
    query.integer("timeoutSeconds");
    return true;
  } catch {
    return false;
  }
}

function objectsLookedAt({ info, query }: RequestContext, size: number): number {
  const asked = query.integer("limit") ?? 0;
  const limit = asked > 0 ? Math.min(asked, size) : size;
  if (info.name !== "") return 1;
  if (info.verb === "watch" || isOfNow(query)) return size;
  const selects = query.get("fieldSelector") !== "" || query.get("labelSelector") !== "";
  return selects ? size + limit : 2 * limit;
}

/** Whether a list is answered with what is there now, not with an older state. */
function isOfNow(query: RequestContext["query"]): boolean {
  const version = query.get("resourceVersion");
  const match = query.get("resourceVersionMatch");
  if (match === "NotOlderThan") return true;
  if (match !== "" || query.get("continue") !== "") return false;
  const isExact = (query.integer("limit") ?? 0) > 0 && version !== "" && version !== "0";
  return !isExact;
}

function writeWork(context: RequestContext, options: EstimateOptions): Work {
  const { group, version, resource, subresource, namespace, name } = context.info;
  // Nobody watches tokens, though many watch the accounts.
  if (resource === "serviceaccounts" && subresource === "token") return LEAST_WORK;
  const storage = options.source.find(group, version, resource)?.storage;
  if (storage === undefined) return LEAST_WORK;
  const watchers = storage.watchersOf(namespace, name);
  options.watchers(watchers);
  if (watchers < WATCHERS_A_SEAT) return LEAST_WORK;
  const needed = Math.ceil(watchers / WATCHERS_A_SEAT);
  // As many seats as there may be, and the longer for it.
  const lingeringSeats = Math.min(needed, options.mostSeats);
  return { seats: 1, lingeringSeats, lingeringMs: TELLING_MS * needed / lingeringSeats };
}

function seats(count: number, most: number): Work {
  const within = Math.max(1, Math.min(count, most));
  return within === 1 ? LEAST_WORK : { seats: within, lingeringSeats: 0, lingeringMs: 0 };
}
