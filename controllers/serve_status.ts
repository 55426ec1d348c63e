/**
 * What controllers answer to those who look after them.
 *
 * @module
 */

import { METRICS_CONTENT_TYPE, type Registry } from "../toolkit/metrics/mod.ts";
import type { PageAnswer } from "../toolkit/pages/mod.ts";

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
}

/** Answers /livez, /readyz and /metrics until it is disposed of. */
export function serveStatus(options: StatusOptions): AsyncDisposable {
  const { socket, port } = options;
  const answer = (request: Request) => answerTo(request, options);
  const servers: Deno.HttpServer<Deno.Addr>[] = [];
  if (socket !== "") {
    removeIfPresent(socket);
    // The mode must be right from the first moment.
    const mask = Deno.umask(0o177);
    try {
      servers.push(Deno.serve({ path: socket, onListen() {} }, answer));
    } finally {
      Deno.umask(mask);
    }
  }
  if (port !== 0) {
    servers.push(Deno.serve({ hostname: "127.0.0.1", port, onListen() {} }, answer));
  }
  return {
    async [Symbol.asyncDispose]() {
      await Promise.all(servers.map((server) => server.shutdown()));
      if (socket !== "") removeIfPresent(socket);
    },
  };
}

function answerTo(request: Request, { isReady, metrics, pages = {} }: StatusOptions): Response {
  if (request.method !== "GET" && request.method !== "HEAD") {
    return text("only GET and HEAD are answered\n", 405);
  }
  const url = new URL(request.url);
  const page = Object.hasOwn(pages, url.pathname) ? pages[url.pathname] : undefined;
  if (page !== undefined) {
    const { status, body } = page(url.searchParams);
    return text(body, status, ...status === 200 ? ["application/json"] : []);
  }
  switch (url.pathname) {
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

function text(body: string, status = 200, type = "text/plain; charset=utf-8"): Response {
  return new Response(body, { status, headers: { "content-type": type } });
}

/** Left by one that was killed. */
function removeIfPresent(path: string): void {
  try {
    Deno.removeSync(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}
