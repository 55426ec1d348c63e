/**
 * What a request to the metrics API is about.
 *
 * @module
 */

import { METRICS_API_VERSION } from "../../toolkit/registration/metrics_server.ts";
import type { HttpRequest } from "../../toolkit/serving/mod.ts";

/** The version that is served. */
export const VERSION = METRICS_API_VERSION;

/** Usage that is asked for. */
export interface Asked {
  readonly resource: "nodes" | "pods";
  /** "": of all. */
  readonly namespace: string;
  /** "": all that there are. */
  readonly name: string;
  /** As permissions have it. Only `get` and `list` are answered. */
  readonly verb: string;
}

const VERBS: Readonly<Record<string, string>> = {
  POST: "create",
  PUT: "update",
  PATCH: "patch",
  DELETE: "delete",
};

/**
 * What a request asks of the API `group`; undefined: it is about none of its objects. Both who may ask and what is
 * answered goes by this.
 */
export function askedOf(
  { method, path, query }: Pick<HttpRequest, "method" | "path" | "query">,
  group: string,
): Asked | undefined {
  const prefix = `/apis/${group}/${VERSION}/`;
  if (!path.startsWith(prefix)) return undefined;
  const parts = partsOf(path.slice(prefix.length));
  if (parts === undefined) return undefined;
  const place = placeOf(parts);
  return place && { ...place, verb: verbOf(method, query, place.name) };
}

function placeOf(parts: readonly string[]): Omit<Asked, "verb"> | undefined {
  const [first, second = "", third, fourth = ""] = parts;
  if ((first === "nodes" || first === "pods") && parts.length === 1) {
    return { resource: first, namespace: "", name: "" };
  }
  if (first === "nodes" && parts.length === 2) {
    return { resource: first, namespace: "", name: second };
  }
  if (first === "namespaces" && third === "pods" && (parts.length === 3 || parts.length === 4)) {
    return { resource: third, namespace: second, name: fourth };
  }
  return undefined;
}

function verbOf(method: string, query: string, name: string): string {
  if (method !== "GET" && method !== "HEAD") {
    return method === "DELETE" && name === "" ? "deletecollection" : VERBS[method] ?? "";
  }
  const watch = new URLSearchParams(query).get("watch");
  if (watch !== null && !/^(?:0|false)$/i.test(watch)) return "watch";
  return name === "" ? "list" : "get";
}

/** Undefined where one is empty or can't be decoded. */
function partsOf(path: string): string[] | undefined {
  try {
    const parts = path.split("/").map(decodeURIComponent);
    return parts.includes("") ? undefined : parts;
  } catch {
    return undefined;
  }
}
