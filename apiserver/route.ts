/**
 * Where a request goes that got through the chain: to a resource, or to one of the server's own
 * paths.
 *
 * @module
 */

import { StatusError } from "../toolkit/errors/mod.ts";
import { METRICS_CONTENT_TYPE, type Registry } from "../toolkit/metrics/mod.ts";
import { isOfProfiles } from "../toolkit/profiling/mod.ts";
import type { Handler, HttpResponse } from "../toolkit/serving/mod.ts";
import type { DiscoveryDocuments } from "./authentication/serviceaccount/mod.ts";
import type { Discovery } from "./discovery/answer.ts";
import { dispatch } from "./endpoints/dispatch.ts";
import { methodNotAllowed, noSuchPath } from "./endpoints/find_target.ts";
import type { EndpointContext } from "./endpoints/endpoint_context.ts";
import type { RequestGate } from "./flowcontrol/gate.ts";
import type { Health } from "../toolkit/health/answer.ts";
import type { RequestContext } from "./http/context.ts";
import type { ComponentPages } from "../toolkit/pages/component_pages.ts";
import { servedVersion } from "../toolkit/process/served_version.ts";

/** What is behind the server's paths. */
export interface RouteParts {
  readonly endpoint: EndpointContext;
  /** Answers what another server has; undefined for everything else. */
  readonly aggregation: { answer(context: RequestContext): Promise<HttpResponse> | undefined };
  readonly discovery: Discovery;
  readonly health: Health;
  readonly metrics: Registry;
  /** What the server is, and what it was told. */
  readonly component: ComponentPages;
  readonly gate: Pick<RequestGate, "show">;
  /** Undefined where profiling is off. */
  readonly profiling: Handler | undefined;
  /** OpenAPI documents; undefined for a path that is none of theirs. */
  openApi(context: RequestContext): Promise<HttpResponse | undefined>;
  /** What others check tokens of service accounts with; undefined: they can't. */
  readonly tokenDiscovery: DiscoveryDocuments | undefined;
}

/** Paths of pages for people, and for programs that watch the server. */
export const PAGE_PATHS: readonly string[] = [
  "/flagz",
  "/healthz",
  "/livez",
  "/metrics",
  "/readyz",
  "/statusz",
  "/version",
];
/** Paths that have no resource behind them, and are there whatever else is. */
const OWN_PATHS = [
  ...PAGE_PATHS,
  "/metrics/slis",
  "/openapi/v2",
  "/openapi/v3",
  "/openapi/v3/",
];

/** Answers requests. Throws a 404 where there is nothing. */
export function router(parts: RouteParts): (context: RequestContext) => Promise<HttpResponse> {
  const { endpoint, discovery, health, metrics, profiling } = parts;
  const own = [...OWN_PATHS, ...parts.tokenDiscovery?.keys() ?? []];
  const index = () => ({
    paths: [...new Set([...own, ...health.paths(), ...discovery.paths()])].sort(),
  });
  const version = `${JSON.stringify(servedVersion(endpoint.dialect), null, 2)}\n`;
  return async (context) => {
    const { info, request } = context;
    const remote = parts.aggregation.answer(context);
    if (remote !== undefined) return await remote;
    if (info.isResource) return await dispatch(context, endpoint);
    const { path } = info;
    if (profiling !== undefined && isOfProfiles(path)) return profiling(request);
    if (request.method !== "GET") {
      if (isOnlyGot(path, parts)) throw methodNotAllowed();
      if (request.method !== "HEAD") throw wrongMethod(path);
    }
    if (path === "/version" || path === "/version/") return json(version);
    if (path === "/") return json(`${JSON.stringify(index(), null, 2)}\n`);
    const document = parts.tokenDiscovery?.get(path);
    if (document !== undefined) return { status: 200, ...document };
    if (path === "/metrics") {
      const headers = { "content-type": METRICS_CONTENT_TYPE };
      return { status: 200, headers, body: metrics.render() };
    }
    const shown = path.startsWith("/debug/") ? parts.gate.show?.(path, context.query) : undefined;
    if (shown !== undefined) return text(shown);
    const told = parts.component.answer(path, request.headers);
    if (told !== undefined) {
      context.reached = { is: "page", resource: path.slice(1), subresource: "" };
      return told;
    }
    const page = countedPage(path);
    if (page !== undefined) context.reached = { is: "page", resource: "", subresource: page };
    const found = await health.answer(path, context) ?? discovery.answer(context) ??
      await parts.openApi(context);
    if (found === undefined) throw noSuchPath();
    return found;
  };
}

const VERSION = /^\/version\/?$/;
const DESCRIPTION = /^\/(?:api|apis\/([^/]+))(?:\/([^/]+))?\/?$/;

/** Whether a path takes no HEAD: what describes built-in kinds and what tells of the server, as these kinds themselves. */
function isOnlyGot(path: string, { endpoint, tokenDiscovery }: RouteParts): boolean {
  if (VERSION.test(path) || tokenDiscovery?.has(path)) return true;
  const [described, group = "", version] = DESCRIPTION.exec(path) ?? [];
  if (described === undefined) return false;
  if (version === undefined) return group === "";
  return endpoint.source.all().some((one) =>
    one.type !== undefined && one.group === group && one.version === version
  );
}

const HEALTH_PAGES = new Set(["/healthz", "/livez", "/readyz"]);
const OPENAPI_3 = "openapi/v3";

/** What requests for a page are counted under; undefined where they are not, as with the reference. */
function countedPage(path: string): string | undefined {
  if (HEALTH_PAGES.has(path)) return path;
  if (path === `/${OPENAPI_3}`) return OPENAPI_3;
  return path.startsWith(`/${OPENAPI_3}/`) ? `${OPENAPI_3}/` : undefined;
}

function text(body: string): HttpResponse {
  const headers = {
    "content-type": "text/plain; charset=utf-8",
    "x-content-type-options": "nosniff",
  };
  return { status: 200, headers, body };
}

function json(body: string): HttpResponse {
  return { status: 200, headers: { "content-type": "application/json" }, body };
}

function wrongMethod(path: string): StatusError {
  return new StatusError({
    code: 405,
    reason: "MethodNotAllowed",
    message: `only GET and HEAD are allowed on ${path}`,
  });
}
