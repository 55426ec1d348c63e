/**
 * What a request asks for, by its method and path: as roles and faults name it.
 *
 * @module
 */

import type { TransportRequest } from "../transport/exchange.ts";

/** A request on a resource. */
export interface Asked {
  /** As roles have it, but for `apply`, which is a patch there. */
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
}

/** Undefined: it is about no resource. */
export function askedOf({ method, path, headers }: TransportRequest): Asked | undefined {
  const [pathname = "", search = ""] = path.split("?");
  const parts = pathname.split("/").slice(1).map(decodeURIComponent);
  const [root, ...rest] = parts;
  if (root !== "api" && root !== "apis") return undefined;
  const group = root === "api" ? "" : rest.shift() ?? "";
  rest.shift();
  if (rest.length === 0) return undefined;
  let namespace = "";
  // `status` and `finalize` are of the namespace itself.
  const isOfNamespace = rest.length === 3 && (rest[2] === "status" || rest[2] === "finalize");
  if (rest[0] === "namespaces" && rest.length > 2 && !isOfNamespace) {
    namespace = rest[1] ?? "";
    rest.splice(0, 2);
  }
  const [resource = "", name = "", ...subresource] = rest;
  const query = new URLSearchParams(search);
  const watches = query.has("watch") && query.get("watch") !== "false";
  const type = String(headers?.["content-type"] ?? "");
  return {
    verb: verbOf(method, name !== "", watches, type),
    group,
    resource,
    subresource: subresource.join("/"),
    namespace,
    name,
  };
}

function verbOf(method: string, hasName: boolean, watches: boolean, type: string): string {
  switch (method) {
    case "GET":
    case "HEAD":
      return watches ? "watch" : hasName ? "get" : "list";
    case "POST":
      return "create";
    case "PUT":
      return "update";
    case "PATCH":
      return type.startsWith("application/apply-patch") ? "apply" : "patch";
    case "DELETE":
      return hasName ? "delete" : "deletecollection";
    default:
      return method.toLowerCase();
  }
}

/** One line that a person reads: `apply apps/deployments shop/web`. */
export function lineOf({ verb, group, resource, subresource, namespace, name }: Asked): string {
  const what = `${group && `${group}/`}${resource}${subresource && `/${subresource}`}`;
  const which = [namespace, name].filter((part) => part !== "").join("/");
  return [verb, what, which].filter((part) => part !== "").join(" ");
}
