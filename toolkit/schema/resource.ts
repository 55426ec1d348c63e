/**
 * The built-in resources: where each is served, what it holds, which kind its subresources take.
 *
 * @module
 */

import { type Dialect, groupInDialect, NAMES } from "../names.ts";
import { RESOURCES } from "./table.ts";

/** Names a kind. */
export interface GroupVersionKind {
  /** "" for the core group. */
  readonly group: string;
  /** `v1`. */
  readonly version: string;
  /** `Pod`. */
  readonly kind: string;
}

/** Names a resource. */
export interface GroupVersionResource {
  /** "" for the core group. */
  readonly group: string;
  /** `v1`. */
  readonly version: string;
  /** The plural, in lower case. */
  readonly resource: string;
}

/** A built-in resource. */
export interface Resource extends GroupVersionResource, GroupVersionKind {
  /** In lower case: `pod`. */
  readonly singular: string;
  /** Whether its objects are in namespaces. */
  readonly namespaced: boolean;
  /** `po`. */
  readonly shortNames: readonly string[];
  /** Groups of resources that are asked for by one name: `all`. */
  readonly categories: readonly string[];
  /** `status`, `scale`. */
  readonly subresources: readonly string[];
  /** `get`, `list`, `watch`. */
  readonly verbs: readonly string[];
  /** False where `--runtime-config` must turn it on. */
  readonly onByDefault: boolean;
  /** The resource that holds the same stored objects, under another group or version. */
  readonly sameObjectAs: GroupVersionResource | undefined;
}

/** The resources of one dialect, in the order of the facts. */
export function resourcesOf(dialect: Dialect): readonly Resource[] {
  return RESOURCES.split("\n").map((line) => parseResource(line, dialect));
}

function parseResource(line: string, dialect: Dialect): Resource {
  const cells = line.split("\t");
  const cell = (index: number) => cells[index] ?? "";
  const list = (index: number) => cell(index) === "" ? [] : cell(index).split(",");
  return {
    group: groupInDialect(cell(0), dialect),
    version: cell(1),
    resource: cell(2),
    singular: cell(3),
    kind: cell(4),
    namespaced: cell(5) === "namespaced",
    shortNames: list(6),
    categories: list(7),
    subresources: list(8),
    verbs: list(9),
    onByDefault: cell(10) === "yes",
    sameObjectAs: parseReference(cell(11), dialect),
  };
}

/** `autoscaling/v2 horizontalpodautoscalers`, `v1 events`, or nothing. */
function parseReference(text: string, dialect: Dialect): GroupVersionResource | undefined {
  if (text === "") return undefined;
  const [apiVersion = "", resource = ""] = text.split(" ");
  const { group, version } = parseApiVersion(apiVersion);
  return { group: groupInDialect(group, dialect), version, resource };
}

/** Splits `apps/v1` or `v1`. */
export function parseApiVersion(apiVersion: string): { group: string; version: string } {
  const slash = apiVersion.indexOf("/");
  return slash < 0
    ? { group: "", version: apiVersion }
    : { group: apiVersion.slice(0, slash), version: apiVersion.slice(slash + 1) };
}

/** `apps/v1`, or `v1` for the core group. */
export function formatApiVersion(group: string, version: string): string {
  // A join, and not a template: see toolkit/values/one_piece.ts.
  return group === "" ? version : [group, version].join("/");
}

/** Subresources whose body is of another kind than the resource. */
const BODIES: Readonly<Record<string, (dialect: Dialect) => GroupVersionKind>> = {
  scale: () => ({ group: "autoscaling", version: "v1", kind: "Scale" }),
  eviction: () => ({ group: "policy", version: "v1", kind: "Eviction" }),
  binding: () => ({ group: "", version: "v1", kind: "Binding" }),
  token: (dialect) => ({
    group: NAMES[dialect].group("authentication"),
    version: "v1",
    kind: "TokenRequest",
  }),
};

/** Streaming subresources: they take query parameters of these kinds, and have no body. */
const OPTIONS: Readonly<Record<string, string>> = {
  "pods/attach": "PodAttachOptions",
  "pods/exec": "PodExecOptions",
  "pods/log": "PodLogOptions",
  "pods/portforward": "PodPortForwardOptions",
  "pods/proxy": "PodProxyOptions",
  "nodes/proxy": "NodeProxyOptions",
  "services/proxy": "ServiceProxyOptions",
};

/**
 * The kind that requests on a subresource carry: in the body, or as query parameters (`query`)
 * where the connection is a stream.
 */
export function subresourceKind(
  resource: Resource,
  subresource: string,
  dialect: Dialect,
): GroupVersionKind & { readonly query: boolean } {
  const options = OPTIONS[`${resource.resource}/${subresource}`];
  if (options !== undefined && resource.group === "") {
    return { group: "", version: resource.version, kind: options, query: true };
  }
  const { group, version, kind } = BODIES[subresource]?.(dialect) ?? resource;
  return { group, version, kind, query: false };
}
