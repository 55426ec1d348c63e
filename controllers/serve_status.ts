/**
 * What controllers answer to those who look after them.
 *
 * @module
 */

import type { Clock } from "../toolkit/clock.ts";
import type { Logger } from "../toolkit/logger.ts";
import { METRICS_CONTENT_TYPE, type Registry } from "../toolkit/metrics/mod.ts";
import type { PageAnswer } from "../toolkit/pages/mod.ts";
import { type HttpRequest, type HttpResponse, serve } from "../toolkit/serving/mod.ts";

/** Where it is answered, and what. */
export interface StatusOptions {
  /** The path of a unix socket; "": none. */
  readonly socket: string;
  /** Of the loopback; 0: none. */
  readonly port: number;
  /** Whether all controllers have started. */
  isReady(): boolean;
  readonly metrics: Registry;
  /** Other pages, by their paths. */
  readonly pages?: Readonly<Record<string, (query: URLSearchParams) => PageAnswer>>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Requests under way have so long when the process ends: whoever holds a connection does not keep it from that. */
const GRACE_MS = 1000;

/** Answers /livez, /readyz and /metrics until it is disposed of. Rejects where it can't listen. */
export async function serveStatus(options: StatusOptions): Promise<AsyncDisposable> {
  const { socket, port, clock, logger } = options;
  const places = [
    ...socket === "" ? [] : [{ path: socket, flag: "--status-socket" }],
    ...port === 0 ? [] : [{ hostname: "127.0.0.1", port, flag: "--status-port" }],
  ];
  await using open = new AsyncDisposableStack();
  for (const listen of places) {
    const server = await serve({ listen, clock, logger }, (request) => answerTo(request, options));
    open.defer(() => server.close(GRACE_MS));
  }
  return open.move();
}

function answerTo(
  { method, path, query }: HttpRequest,
  { isReady, metrics, pages = {} }: StatusOptions,
): HttpResponse {
  if (method !== "GET" && method !== "HEAD") return text("only GET and HEAD are answered\n", 405);
  const page = Object.hasOwn(pages, path) ? pages[path] : undefined;
  if (page !== undefined) {
    const { status, body, type } = page(new URLSearchParams(query));
    return text(body, status, type ?? (status === 200 ? "application/json" : undefined));
  }
  switch (path) {
    case "/healthz":
    case "/livez":
      return text("ok");
    case "/readyz":
      return isReady() ? text("ok") : text("not all controllers have started\n", 500);
    case "/metrics":
      return text(metrics.render(), 200, METRICS_CONTENT_TYPE);
  }
  return text("there are /livez, /readyz and /metrics\n", 404);
}

function text(
  body: PageAnswer["body"],
  status = 200,
  type = "text/plain; charset=utf-8",
): HttpResponse {
  return { status, headers: { "content-type": type }, body };
}
