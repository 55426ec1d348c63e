/**
 * What the agent answers, for all nodes of its process.
 *
 * @module
 */

import { METRICS_CONTENT_TYPE, type Registry } from "../../../toolkit/metrics/mod.ts";
import type { Handler, HttpRequest, HttpResponse } from "../../../toolkit/serving/mod.ts";
import type { SimulatedNode, SimulatedNodeTable } from "../node/nodes.ts";
import { partsOf } from "./path.ts";
import { RESOURCE_METRICS_TYPE, resourceMetrics, summary } from "./resource_use.ts";
import { type LogParts, serveLog } from "./serve_log.ts";
import { text } from "./text.ts";

/** What is answered of. */
export interface AgentParts extends LogParts {
  readonly nodes: SimulatedNodeTable;
  /** Of the process. Default: none are shown. */
  readonly metrics?: Registry | undefined;
}

const STREAMS = /^\/(?:exec|attach|run|portForward|cri)(?:\/|$)/;
const JSON_TYPE = "application/json";

/**
 * Answers what agents of nodes are asked. A log is found by its pod; what is of a node is below `/nodes/NAME`, and
 * without that where there is one node only.
 */
export function agentPages(parts: AgentParts): Handler {
  const since = parts.clock.now();
  return (request) => {
    const { method } = request;
    const path = partsOf(request.path);
    if (path === undefined) return text(400, "the path is not percent-encoded as it should be\n");
    if (STREAMS.test(request.path)) {
      // Without a colon: with one, clients take it for a status in YAML, and show nothing.
      return text(501, "nothing runs here, as containers of simulated nodes have no processes\n");
    }
    if (method !== "GET" && method !== "HEAD") {
      const refused = text(405, "only GET and HEAD are answered\n");
      return { ...refused, headers: { ...refused.headers, allow: "GET, HEAD" } };
    }
    return page(parts, request, path, since);
  };
}

function page(
  parts: AgentParts,
  request: HttpRequest,
  path: readonly string[],
  since: number,
): HttpResponse {
  const [first, ...rest] = path;
  const [namespace, name, container] = rest;
  if (first === "containerLogs" && rest.length === 3 && namespace && name && container) {
    return serveLog(parts, request, [namespace, name, container]);
  }
  if (path.length === 1 && first === "healthz") return text(200, "ok");
  if (path.length === 1 && first === "metrics" && parts.metrics !== undefined) {
    return text(200, parts.metrics.render(), METRICS_CONTENT_TYPE);
  }
  const isNamed = first === "nodes" && rest.length >= 2;
  const found = pageOf(isNamed ? rest.slice(1).join("/") : path.join("/"));
  if (found === undefined) return text(404, "404 page not found\n");
  const [only, second] = parts.nodes;
  const node = isNamed ? parts.nodes.get(namespace!) : second === undefined ? only : undefined;
  if (node !== undefined) return found(parts, node, since);
  return isNamed
    ? text(404, `node "${namespace}" is not simulated here\n`)
    : text(400, `there are ${parts.nodes.size} nodes here: ask for /nodes/NAME${request.path}\n`);
}

type NodePage = (parts: AgentParts, node: SimulatedNode, since: number) => HttpResponse;

/** What there is of each node, by its path. */
function pageOf(path: string): NodePage | undefined {
  switch (path.replace(/\/$/, "")) {
    case "metrics/resource":
      return ({ pods, clock }, node, since) =>
        text(200, resourceMetrics(node, pods, since, clock.now()), RESOURCE_METRICS_TYPE);
    case "stats/summary":
      return ({ pods, clock }, node, since) =>
        text(200, JSON.stringify(summary(node, pods, since, clock.now())), JSON_TYPE);
    case "pods":
      return ({ pods }, node) => podList(pods.all(node));
    case "runningpods":
      return ({ pods }, node) => podList(pods.on(node).map(({ pod }) => pod));
  }
  return undefined;
}

function podList(items: readonly object[]): HttpResponse {
  const list = { kind: "PodList", apiVersion: "v1", metadata: {}, items };
  return text(200, JSON.stringify(list), JSON_TYPE);
}
