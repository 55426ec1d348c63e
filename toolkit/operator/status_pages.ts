/**
 * What an operator answers to those who look after it.
 *
 * @module
 */

import type { Run } from "../controller/mod.ts";
import type { AnyKind, Ref } from "../kinds/mod.ts";
import { METRICS_CONTENT_TYPE, type Registry } from "../metrics/mod.ts";

/** What the pages show. */
export interface StatusSource {
  readonly metrics: Registry;
  isSynced(): boolean;
  /** What keeps the operator from doing its work; none: it is alive. */
  problems(): readonly string[];
  readonly kinds: readonly AnyKind[];
  why(kind: AnyKind, ref: Ref): readonly Run[];
}

/** Answers /livez, /readyz, /metrics and /why; all else is a 404. */
export async function answerStatus(request: Request, source: StatusSource): Promise<Response> {
  if (request.method !== "GET" && request.method !== "HEAD") {
    return text("only GET and HEAD are answered", 405);
  }
  const { pathname, searchParams } = new URL(request.url);
  switch (pathname) {
    case "/livez":
    case "/healthz": {
      const problems = source.problems();
      return problems.length === 0 ? text("ok") : text(problems.join("\n"), 500);
    }
    case "/readyz":
      return source.isSynced() ? text("ok") : text("the caches are not filled yet", 500);
    case "/metrics": {
      // Loaded by those alone who are asked.
      const { registerProcessMetrics } = await import("../metrics/process_usage.ts");
      registerProcessMetrics(source.metrics);
      return text(source.metrics.render(), 200, METRICS_CONTENT_TYPE);
    }
    case "/why":
      return why(searchParams, source);
    default:
      return text(
        "there are /livez, /readyz, /metrics, /why?kind=KIND&name=NAME&namespace=NS",
        404,
      );
  }
}

function why(query: URLSearchParams, { kinds, why }: StatusSource): Response {
  const wanted = (query.get("kind") ?? "").toLowerCase();
  const kind = kinds.find((one) =>
    [one.kind.toLowerCase(), one.plural].some((name) =>
      name === wanted || `${name}.${one.group}` === wanted
    )
  );
  const name = query.get("name") ?? "";
  if (kind === undefined || name === "") {
    const names = [...new Set(kinds.map((one) => one.kind))].join(", ");
    return text(`say which object: /why?kind=KIND&namespace=NS&name=NAME; kinds: ${names}`, 400);
  }
  const namespace = query.get("namespace") ?? undefined;
  return new Response(whyJson(why(kind, { name, namespace })), {
    headers: { "content-type": "application/json" },
  });
}

/** Runs as JSON: errors as their messages, kinds as their names. */
function whyJson(runs: readonly Run[]): string {
  const shown = runs.map(({ writes, causes, error, at, ...run }) => ({
    at: new Date(at).toISOString(),
    ...run,
    ...(error !== undefined && { error: error instanceof Error ? error.message : String(error) }),
    causes: causes.map(({ kind, at, ...cause }) => ({
      at: new Date(at).toISOString(),
      ...cause,
      ...(kind !== undefined && { kind: kind.kind }),
    })),
    writes: writes.map(({ kind, ...write }) => ({ ...write, kind: kind.kind })),
  }));
  return `${JSON.stringify(shown, null, 2)}\n`;
}

function text(body: string, status = 200, type = "text/plain; charset=utf-8"): Response {
  return new Response(body, { status, headers: { "content-type": type } });
}
