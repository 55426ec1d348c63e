/**
 * Keeps the metadata of a database.
 *
 * @module
 */

import type { Clock } from "../../../toolkit/clock.ts";
import type { Logger, Redacted } from "../../../toolkit/logger.ts";
import type { TransportResponse } from "../../../toolkit/transport/mod.ts";
import { VERSION } from "../../../toolkit/version.ts";
import { Deadline, unlessAborted } from "./deadline.ts";
import { KvConnectError } from "./error.ts";
import { type HttpRequest, readBody, refusal, type StoreHttp } from "./http.ts";
import { type Metadata, parseMetadata, SUPPORTED_VERSIONS } from "./metadata.ts";

/** Who asks, as servers see it. */
export const USER_AGENT = `orch/${VERSION}`;

/** Options of a {@link MetadataSource}. */
export interface MetadataSourceOptions {
  /** The address that people gave. */
  readonly url: string;
  readonly accessToken: Redacted;
  readonly http: StoreHttp;
  readonly clock: Clock;
  readonly logger: Logger;
  /** How long one exchange may take, in milliseconds. */
  readonly timeoutMs: number;
  /** Ends all of them. */
  readonly closing: AbortSignal;
}

/** New metadata is asked for this long before the old expires, or in the last part of its life. */
const RENEW_BEFORE_MS = 60_000;
const RENEW_BEFORE_PART = 0.2;

/** Pause after a renewal that failed while the old metadata was still good. */
const RENEW_RETRY_MS = 5000;

const EXCHANGE = new TextEncoder().encode(
  JSON.stringify({ supportedVersions: SUPPORTED_VERSIONS }),
);
const MAX_METADATA_BYTES = 64 * 1024;
const MAX_REDIRECTS = 5;
const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];

/**
 * Keeps the metadata of a database: asked for when it is first needed, renewed in the background
 * before it expires, and dropped when the server calls it outdated. Concurrent callers share one
 * request.
 */
export class MetadataSource {
  readonly #options: MetadataSourceOptions;
  #current: Metadata | undefined;
  #renewAt = 0;
  #loading: Promise<Metadata> | undefined;

  constructor(options: MetadataSourceOptions) {
    this.#options = options;
  }

  /** What may be used now; waits for it if need be. Throws `KvConnectError`. */
  async current(signal: AbortSignal): Promise<Metadata> {
    const now = this.#options.clock.now();
    const current = this.#current;
    if (current === undefined || now >= current.expiresAt) {
      return await unlessAborted(this.#load(), signal);
    }
    if (now >= this.#renewAt && this.#loading === undefined) {
      this.#renewAt = now + RENEW_RETRY_MS;
      this.#load().catch((error) =>
        this.#options.logger.warning("Renewing the access to the store failed", { error })
      );
    }
    return current;
  }

  /** Says that some metadata is out of date: the next call asks for new. */
  outdated(metadata: Metadata): void {
    if (this.#current === metadata) this.#current = undefined;
  }

  /** One exchange serves all who wait. */
  #load(): Promise<Metadata> {
    if (this.#loading === undefined) {
      const loading = this.#exchange().finally(() => this.#loading = undefined);
      // All who wait may give up before it fails.
      loading.catch(() => {});
      this.#loading = loading;
    }
    return this.#loading;
  }

  async #exchange(): Promise<Metadata> {
    const { clock, timeoutMs, closing } = this.#options;
    using deadline = new Deadline(clock, timeoutMs, closing);
    const metadata = await this.#ask(deadline.signal);
    const now = clock.now();
    const lifeMs = metadata.expiresAt - now;
    if (lifeMs <= 0) {
      const expired = new Date(metadata.expiresAt).toISOString();
      const shown = new Date(now).toISOString();
      const message = `${this.#options.url} gave metadata that expired at ${expired}, and it is ` +
        `${shown} here: is one of the clocks wrong?`;
      throw new KvConnectError(message, "not at all");
    }
    this.#renewAt = metadata.expiresAt - Math.min(RENEW_BEFORE_MS, lifeMs * RENEW_BEFORE_PART);
    this.#current = metadata;
    return metadata;
  }

  async #ask(signal: AbortSignal): Promise<Metadata> {
    const { http, accessToken } = this.#options;
    const token = accessToken.reveal();
    const headers = {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      "user-agent": USER_AGENT,
    };
    let { url } = this.#options;
    for (let redirects = 0;; redirects++) {
      const request: HttpRequest = { url, headers, body: EXCHANGE, signal, secrets: [token] };
      const response = await http.send(request);
      if (REDIRECTS.includes(response.status)) {
        response.body.discard();
        url = redirected(url, response, redirects);
        continue;
      }
      if (response.status !== 200) throw noNewToken(await refusal(request, response));
      const answer = await readBody(request, response, MAX_METADATA_BYTES);
      return parseMetadata(new TextDecoder().decode(answer), url);
    }
  }
}

/** Where an answer sends us, which must be the same server: nobody else gets the access token. */
function redirected(from: string, { headers }: TransportResponse, before: number): string {
  const location = String(headers.location ?? "");
  const to = URL.parse(location, from);
  const message = `${from} redirects to ${JSON.stringify(location.slice(0, 200))}`;
  if (to === null) throw new KvConnectError(`${message}, which is not a URL`, "not at all");
  if (to.origin !== new URL(from).origin) {
    const why = "which is another server: name that one if it is to get the access token";
    throw new KvConnectError(`${message}, ${why}`, "not at all");
  }
  if (before >= MAX_REDIRECTS) {
    throw new KvConnectError(`${message}, after ${MAX_REDIRECTS} other redirects`, "not at all");
  }
  return to.href;
}

/** The access token is what people gave us: there is no newer one. */
function noNewToken(error: KvConnectError): KvConnectError {
  if (error.again !== "with a new token") return error;
  return new KvConnectError(`the access token was refused: ${error.message}`, "not at all");
}
