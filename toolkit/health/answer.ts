/**
 * Answers `/healthz`, `/livez` and `/readyz`, each check below them, and what came of all of them.
 *
 * @module
 */

import { type Clock, sleep } from "../clock.ts";
import type { Logger } from "../logger.ts";
import { METRICS_CONTENT_TYPE } from "../metrics/mod.ts";
import type { Dialect } from "../names.ts";
import type { HttpResponse } from "../serving/mod.ts";
import { quoteText } from "../values/quote.ts";
import type { HealthCheck } from "./checks.ts";
import { HealthIndicators } from "./indicators.ts";

/** What health is answered with. */
export interface HealthOptions {
  readonly checks: readonly HealthCheck[];
  /** Whose names metrics of health have. */
  readonly dialect: Dialect;
  readonly clock: Clock;
  readonly logger: Logger;
  /** How long after its start `/livez` takes what has not come up yet for good. */
  readonly livezGraceMs: number;
}

/** What health looks at of a request besides its path. */
export interface HealthQuestion {
  readonly query: {
    /** All values of a parameter. */
    all(name: string): readonly string[];
    has(name: string): boolean;
  };
  readonly signal: AbortSignal;
}

const ENDPOINTS = ["healthz", "livez", "readyz"] as const;
type Endpoint = (typeof ENDPOINTS)[number];

/** What a page has to show where there is nothing to check: that somebody answers. */
const PING: HealthCheck = { name: "ping", check() {} };

/** A check that takes longer has failed. */
const CHECK_TIMEOUT_MS = 5000;

/**
 * Answers `/healthz`, `/livez` and `/readyz`, each check below them, and `/metrics/slis`, which counts what came of them.
 * Anybody may read what checks answer, so they do not say why one failed.
 */
export class Health {
  readonly #options: HealthOptions;
  readonly #indicators: HealthIndicators;
  readonly #started: number;

  constructor(options: HealthOptions) {
    this.#options = options;
    this.#indicators = new HealthIndicators(options.dialect);
    this.#started = options.clock.monotonic();
  }

  /** The paths that are health's: of each page, and of each check on it. */
  paths(): string[] {
    return ENDPOINTS.flatMap((endpoint) => [
      `/${endpoint}`,
      ...this.#checksOf(endpoint).map(({ name }) => `/${endpoint}/${name}`),
    ]);
  }

  #checksOf(endpoint: Endpoint): readonly HealthCheck[] {
    const { checks } = this.#options;
    const found = endpoint === "readyz" ? checks : checks.filter((one) => !one.readinessOnly);
    return found.length > 0 ? found : [PING];
  }

  /** The answer to a request, or undefined for a path that is none of health's. */
  async answer(path: string, question: HealthQuestion): Promise<HttpResponse | undefined> {
    if (path === "/metrics/slis") {
      return text(200, this.#indicators.render(), METRICS_CONTENT_TYPE);
    }
    const found = /^\/(healthz|livez|readyz)(?:\/(.+?))?\/?$/.exec(path);
    if (found === null) return undefined;
    const endpoint = found[1] as Endpoint;
    const checks = this.#checksOf(endpoint);
    const name = found[2];
    if (name !== undefined) {
      const check = checks.find((one) => one.name === name);
      if (check === undefined) return text(404, "404 page not found\n");
      const failed = await this.#failure(check, endpoint, question.signal);
      return failed === undefined
        ? text(200, "ok")
        : text(500, `internal server error: ${name} check failed: ${HIDDEN}\n`);
    }
    return await this.#all(checks, endpoint, question);
  }

  async #all(
    checks: readonly HealthCheck[],
    endpoint: Endpoint,
    { query, signal }: HealthQuestion,
  ): Promise<HttpResponse> {
    const excluded = new Set(query.all("exclude"));
    const unknown = new Set(excluded);
    const lines: string[] = [];
    const failed: string[] = [];
    for (const check of checks) {
      const { name } = check;
      if (excluded.has(name)) {
        unknown.delete(name);
        lines.push(`[+]${name} excluded: ok`);
        continue;
      }
      const error = await this.#failure(check, endpoint, signal);
      this.#indicators.observe(name, endpoint, error === undefined);
      if (error === undefined) lines.push(`[+]${name} ok`);
      else {
        failed.push(name);
        lines.push(`[-]${name} failed: ${HIDDEN}`);
        this.#options.logger.warning("A health check failed", { endpoint, check: name, error });
      }
    }
    if (unknown.size > 0) {
      const names = [...unknown].sort().map(quoteText).join(",");
      lines.push(`warn: some health checks cannot be excluded: no matches for ${names}`);
    }
    if (failed.length > 0) {
      return text(500, `${lines.join("\n")}\n${endpoint} check failed\n`);
    }
    return query.has("verbose")
      ? text(200, `${lines.join("\n")}\n${endpoint} check passed\n`)
      : text(200, "ok");
  }

  async #failure(
    check: HealthCheck,
    endpoint: Endpoint,
    signal: AbortSignal,
  ): Promise<unknown> {
    if (endpoint === "livez" && check.ofStart === true && this.#inGrace()) return undefined;
    const over = new AbortController();
    try {
      const running = check.check(AbortSignal.any([signal, over.signal]));
      if (running !== undefined) {
        const late = sleep(this.#options.clock, CHECK_TIMEOUT_MS, over.signal).then(() => {
          throw new Error(`no answer within ${CHECK_TIMEOUT_MS} ms`);
        });
        await Promise.race([running, late]);
      }
      return undefined;
    } catch (error) {
      return error;
    } finally {
      over.abort();
    }
  }

  #inGrace(): boolean {
    const { clock, livezGraceMs } = this.#options;
    return clock.monotonic() - this.#started < livezGraceMs;
  }
}

/** Why a check fails is for the log: anybody may read this. */
const HIDDEN = "reason withheld";

function text(
  status: number,
  body: string,
  type = "text/plain; charset=utf-8",
): HttpResponse {
  return {
    status,
    headers: {
      "content-type": type,
      "x-content-type-options": "nosniff",
    },
    body,
  };
}
