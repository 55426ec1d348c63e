/**
 * What every process serves besides its own work.
 *
 * @module
 */

import type { Clock } from "../clock.ts";
import { Health } from "../health/answer.ts";
import type { HealthCheck } from "../health/checks.ts";
import type { Logger } from "../logger.ts";
import { METRICS_CONTENT_TYPE, type Registry } from "../metrics/mod.ts";
import { isOfProfiles, profilingHandler } from "../profiling/mod.ts";
import type { Dialect } from "../names.ts";
import type { Handler, HttpResponse } from "../serving/mod.ts";
import { ComponentPages, type DescribedComponent } from "./component_pages.ts";

/** What a page answers. */
export interface PageAnswer {
  readonly status: number;
  /** All of it, or pieces that are asked for no faster than the client takes them. */
  readonly body: string | AsyncIterable<Uint8Array>;
  /** The type of its content. Default: JSON where it is a success, and else text. */
  readonly type?: string;
}

/** What the pages show. */
export interface PagesOptions {
  /** What the process is called, and its flags in force. */
  readonly component: Pick<DescribedComponent, "name" | "flags">;
  /** Those that there are when they are asked for. */
  readonly checks: readonly HealthCheck[];
  readonly metrics: Registry;
  /** Whose names metrics of health have. */
  readonly dialect: Dialect;
  /** The configuration in force, as JSON. Default: none is shown. */
  readonly configuration?: object | undefined;
  readonly profiling: boolean;
  /** Shows log lines up to a verbosity, where profiles are served. Default: nobody can say so. */
  readonly setVerbosity?: ((level: number) => void) | undefined;
  /** Other pages, by their paths: what they answer to a query. Default: none. */
  readonly more?: Readonly<Record<string, (query: URLSearchParams) => PageAnswer>>;
  readonly clock: Clock;
  readonly logger: Logger;
}

const PATHS = ["/flagz", "/healthz", "/livez", "/metrics", "/readyz", "/statusz"];

/**
 * Answers /healthz, /livez, /readyz and what is below them, /metrics and /metrics/slis, /configz, /flagz, /statusz and
 * /debug/pprof/ and /debug/flags/v.
 */
export function pages(options: PagesOptions): Handler {
  const { checks, metrics, configuration, dialect, clock, logger, more = {} } = options;
  const health = new Health({ checks, dialect, clock, logger, livezGraceMs: 0 });
  const paths = [...PATHS, ...Object.keys(more), ...configuration ? ["/configz"] : []].sort();
  const component = new ComponentPages({ ...options.component, paths, dialect, clock });
  const configz = configuration && `${JSON.stringify(configuration)}\n`;
  const { setVerbosity } = options;
  const profiling = options.profiling
    ? profilingHandler({ clock, commandLine: [], setVerbosity })
    : undefined;
  return async (request) => {
    const { path, method, signal } = request;
    if (profiling !== undefined && isOfProfiles(path)) return await profiling(request);
    if (method !== "GET" && method !== "HEAD") {
      const refused = text(405, `only GET and HEAD are allowed on ${JSON.stringify(path)}\n`);
      return { ...refused, headers: { ...refused.headers, allow: "GET, HEAD" } };
    }
    if (path === "/metrics") return text(200, metrics.render(), METRICS_CONTENT_TYPE);
    if (path === "/configz" && configz !== undefined) {
      return text(200, configz, "application/json");
    }
    const told = component.answer(path, request.headers);
    if (told !== undefined) return told;
    const query = new URLSearchParams(request.query);
    const page = Object.hasOwn(more, path) ? more[path] : undefined;
    if (page !== undefined) {
      const { status, body, type } = page(query);
      return text(status, body, type ?? (status === 200 ? "application/json" : undefined));
    }
    const found = await health.answer(path, {
      query: { all: (name) => query.getAll(name), has: (name) => query.has(name) },
      signal,
    });
    return found ?? text(404, "404 page not found\n");
  };
}

function text(
  status: number,
  body: PageAnswer["body"],
  type = "text/plain; charset=utf-8",
): HttpResponse {
  const headers = { "content-type": type, "x-content-type-options": "nosniff" };
  return { status, headers, body };
}
