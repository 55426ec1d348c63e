/**
 * What a request is counted under: its verb as monitoring knows it, and what it is about.
 *
 * @module
 */

import type { RequestContext } from "../http/context.ts";

/** The labels that all metrics of requests have. */
export const PLACE_LABELS = [
  "verb",
  "group",
  "version",
  "resource",
  "subresource",
  "scope",
  "component",
] as const;

/** Their values. */
export type Place = Readonly<Record<(typeof PLACE_LABELS)[number], string>>;

const METHODS: Readonly<Record<string, string>> = {
  get: "GET",
  head: "GET",
  list: "LIST",
  watch: "WATCH",
  create: "POST",
  post: "POST",
  update: "PUT",
  put: "PUT",
  patch: "PATCH",
  delete: "DELETE",
  deletecollection: "DELETE",
};

/** Subresources that connect to something. */
const CONNECTIONS = new Set(["attach", "exec", "log", "portforward", "proxy"]);

const APPLY_TYPE = "application/apply-patch+yaml";

/** The verb that a request is counted under: its method, but for lists, watches, applying and connections. */
export function countedVerb({ info, request }: RequestContext): string {
  if (CONNECTIONS.has(info.subresource)) return "CONNECT";
  if (info.verb === "patch" && request.headers["content-type"] === APPLY_TYPE) return "APPLY";
  // What a client makes up is no series of its own.
  return METHODS[info.verb] ?? "other";
}

/** How far a request reaches: `resource` for one object, its `namespace`, the whole `cluster`; "" for a page. */
export function scopeOf({ info }: RequestContext, name = info.name): string {
  if (!info.isResource) return "";
  if (name !== "" || info.verb === "create") return "resource";
  return info.namespace === "" ? "cluster" : "namespace";
}

/** The name that a request's path ends with: a list of one object by its name has none. */
export function nameInPath({ info }: RequestContext): string {
  const { name, verb, path } = info;
  const isCollection = verb === "list" || verb === "watch" || verb === "deletecollection";
  return isCollection && !path.endsWith(`/${name}`) ? "" : name;
}
