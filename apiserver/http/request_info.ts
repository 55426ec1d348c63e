/**
 * What a request is about, read from its method, path and query: the verb and the resource that
 * authorization, audit and routing speak of.
 *
 * @module
 */

import { FieldSelector, SelectorError } from "../../toolkit/selectors/mod.ts";
import { checkPathSegmentName } from "../../toolkit/validation/mod.ts";

/** A request on a resource, or on another path of the server. */
export interface RequestInfo {
  /** False for a path that belongs to no resource: health, version, discovery. */
  readonly isResource: boolean;
  /** `get`, `list`, `watch`, `create` … of a resource; else the method in lower case. */
  readonly verb: string;
  /** The path, decoded. */
  readonly path: string;
  /** `api` or `apis` of a resource, else "". */
  readonly prefix: string;
  /** "" for the core group. */
  readonly group: string;
  readonly version: string;
  /** Of a request in a namespace, or on a namespace itself; else "". */
  readonly namespace: string;
  readonly resource: string;
  /** "" where there is none. */
  readonly subresource: string;
  /** "" for a collection, and for what is still to be named. */
  readonly name: string;
  /** What of the path follows the subresource, as `proxy` has it. */
  readonly rest: readonly string[];
}

/** Verbs by methods, on one object. */
const VERBS: Readonly<Record<string, string>> = {
  POST: "create",
  GET: "get",
  HEAD: "get",
  PUT: "update",
  PATCH: "patch",
  DELETE: "delete",
};

/** Verbs that may stand before a resource. */
const OLD_VERBS: ReadonlySet<string> = new Set(["watch", "proxy"]);
/** Subresources of a namespace: any other word after its name is a resource in it. */
const NAMESPACE_SUBRESOURCES = new Set(["status", "finalize"]);

/** A path with an escape that decodes to nothing. */
export class BadPath extends Error {
  override name = "BadPath";
}

/** Reads a request's method, path and query, as they were sent. Throws {@link BadPath}. */
export function requestInfoOf(method: string, path: string, query: string): RequestInfo {
  // A slash that is escaped divides a path too: whoever answers, here or behind this server, reads it decoded.
  const decoded = path.includes("%") ? decodePath(path) : path;
  const parts = splitPath(decoded);
  const [prefix = ""] = parts;
  const start = prefix === "api" ? 1 : prefix === "apis" ? 2 : 0;
  // `/api/v1` and `/apis/apps/v1` are discovery: a resource needs one part more.
  if (start === 0 || parts.length < start + 2) return other(method, decoded);
  const group = start === 1 ? "" : parts[1]!;
  const version = parts[start]!;
  let rest = parts.slice(start + 1);
  let verb = VERBS[method] ?? "";
  // The old way to ask for a watch, and one that is gone to reach nodes, pods and services, whatever the method.
  const oldVerb = rest.length > 1 && OLD_VERBS.has(rest[0]!) ? rest[0]! : "";
  if (oldVerb !== "") {
    verb = oldVerb;
    rest = rest.slice(1);
  }
  let namespace = "";
  if (rest[0] === "namespaces" && rest.length > 1) {
    namespace = rest[1]!;
    if (rest.length > 2 && !NAMESPACE_SUBRESOURCES.has(rest[2]!)) rest = rest.slice(2);
  }
  const [resource = "", inPath = "", part = "", ...more] = rest;
  const subresource = oldVerb === "proxy" ? "" : part;
  let name = inPath;
  if (name === "") {
    if (verb === "get") {
      verb = asksToWatch(query) ? "watch" : "list";
      name = nameInSelector(query);
    }
    if (verb === "delete") verb = "deletecollection";
  }
  return {
    isResource: true,
    verb,
    path: decoded,
    prefix,
    group,
    version,
    namespace,
    resource,
    subresource,
    name,
    rest: more,
  };
}

function other(method: string, path: string): RequestInfo {
  return {
    isResource: false,
    verb: method.toLowerCase(),
    path,
    prefix: "",
    group: "",
    version: "",
    namespace: "",
    resource: "",
    subresource: "",
    name: "",
    rest: [],
  };
}

const SLASH = 0x2f;

/** What stands between slashes, but for those at both ends: nothing may stand there too. */
function splitPath(path: string): string[] {
  let start = 0, end = path.length;
  while (path.charCodeAt(start) === SLASH) start++;
  while (end > start && path.charCodeAt(end - 1) === SLASH) end--;
  const parts: string[] = [];
  for (let at = start; at <= end; at++) {
    if (at < end && path.charCodeAt(at) !== SLASH) continue;
    parts.push(path.slice(start, at));
    start = at + 1;
  }
  return parts;
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw new BadPath(`the path has an invalid percent-encoding: ${JSON.stringify(path)}`);
  }
}

/** Whether `watch` is in the query and on; only `false` and `0` are off, as the reference has it. */
function asksToWatch(query: string): boolean {
  // Most queries have none, and need not be read; its name might be written with escapes.
  if (!query.includes("watch") && !query.includes("%")) return false;
  const value = new URLSearchParams(query).get("watch");
  return value !== null && !/^(?:0|false)$/i.test(value);
}

/**
 * A list or a watch of no other object than the one of this name is authorized as that object, whatever else it is
 * narrowed down by.
 */
function nameInSelector(query: string): string {
  if (!query.includes("fieldSelector")) return "";
  const selector = new URLSearchParams(query).get("fieldSelector") ?? "";
  if (!selector.includes("metadata.name")) return "";
  try {
    const name = FieldSelector.parse(selector).exactValue("metadata.name") ?? "";
    return checkPathSegmentName(name).length === 0 ? name : "";
  } catch (error) {
    // Whoever reads the selector to choose by it says what is wrong with it.
    if (!(error instanceof SelectorError)) throw error;
    return "";
  }
}
