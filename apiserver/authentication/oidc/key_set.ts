/**
 * The keys of an issuer, as it publishes them: found by its discovery document, and looked up again when a
 * token is signed by one that is not among them.
 *
 * @module
 */

import { repeatedly } from "../../../toolkit/backoff.ts";
import type { Clock } from "../../../toolkit/clock.ts";
import type { Logger } from "../../../toolkit/logger.ts";
import type { WholeResponse } from "../../../toolkit/transport/mod.ts";
import { quoteText } from "../../../toolkit/values/mod.ts";
import { isObject } from "../../../toolkit/values/json.ts";
import {
  digestOf,
  familyOf,
  type SigningAlgorithm,
} from "../../../toolkit/tokens/json_web_token.ts";
import type { IssuerMeasures } from "./issuer_metrics.ts";
import type { IssuerSettings } from "./issuer_settings.ts";

/** Fetches a document by HTTPS, believing the authorities of the issuer. */
export type FetchDocument = (
  url: URL,
  signal: AbortSignal,
  bearer?: string,
) => Promise<WholeResponse>;

/** What keys are looked up with. */
export interface KeySetOptions {
  readonly issuer: Pick<IssuerSettings, "url" | "discoveryUrl">;
  readonly fetch: FetchDocument;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly measures: Pick<IssuerMeasures, "fetched">;
  /** Ends all looking up. */
  readonly signal: AbortSignal;
}

/** How soon an issuer that could not be asked is asked again. */
const RETRY_MS = 10_000;
/** How long keys that were just looked up are all there are: tokens of nobody's key fetch nothing. */
const FRESH_MS = 10_000;
/** Keys of a set that are looked at. */
const MOST_KEYS = 100;

/** A published key. */
interface PublishedKey {
  readonly id: string | undefined;
  readonly json: JsonWebKey & { readonly alg?: string; readonly use?: string };
  readonly imported: Map<SigningAlgorithm, Promise<CryptoKey | undefined>>;
}

/** The keys of one issuer. */
export class IssuerKeys {
  readonly #options: KeySetOptions;
  #place: URL | undefined;
  #problem: string;
  #keys: readonly PublishedKey[] = [];
  #fetchedAt = -Infinity;
  #fetching: Promise<void> | undefined;
  readonly #asked = Promise.withResolvers<void>();

  constructor(options: KeySetOptions) {
    this.#options = options;
    this.#problem = `oidc: authenticator for issuer ${
      quoteText(options.issuer.url)
    } is not initialized`;
  }

  /** Asks for the discovery document until there is one. Never rejects. */
  async start(): Promise<void> {
    const { clock, logger, signal, issuer } = this.#options;
    const found = new AbortController();
    const stop = AbortSignal.any([signal, found.signal]);
    await repeatedly(async () => {
      this.#place = await this.#discover();
      this.#asked.resolve();
      found.abort();
    }, {
      clock,
      signal: stop,
      intervalMs: RETRY_MS,
      failed: (error) => {
        this.#problem = (error as Error).message;
        this.#asked.resolve();
        logger.error("An issuer of tokens can't be asked for its keys", error, {
          issuer: issuer.url,
        });
      },
    });
  }

  /** Once the issuer has answered, or has not. */
  get asked(): Promise<void> {
    return this.#asked.promise;
  }

  /** Why no token can be checked; undefined where it can. */
  get problem(): string | undefined {
    return this.#place === undefined ? this.#problem : undefined;
  }

  /**
   * Keys that may have signed by this algorithm, those of the id where there is one; `anew`: as the issuer
   * has them now, unless it was asked a moment ago. Rejects where it can't be asked and was never.
   */
  async keysFor(
    algorithm: SigningAlgorithm,
    id: string | undefined,
    anew: boolean,
  ): Promise<CryptoKey[]> {
    const { clock } = this.#options;
    const isFresh = clock.monotonic() - this.#fetchedAt < FRESH_MS;
    if (this.#fetchedAt === -Infinity || anew && !isFresh) {
      this.#fetching ??= this.#fetch().finally(() => this.#fetching = undefined);
      await this.#fetching;
    }
    const all = this.#keys.filter((key) => id === undefined || key.id === id);
    const imported = await Promise.all(all.map((key) => keyFor(key, algorithm)));
    return imported.filter((key) => key !== undefined);
  }

  async #discover(): Promise<URL> {
    const { issuer: { url, discoveryUrl } } = this.#options;
    const place = new URL(
      discoveryUrl ?? `${url.replace(/\/$/, "")}/.well-known/openid-configuration`,
    );
    const document = objectIn(place, await this.#text(place));
    const { issuer, jwks_uri: keys } = document;
    if (issuer !== url) {
      throw new Error(
        `oidc: issuer did not match the issuer returned by provider, expected ${
          quoteText(url)
        } got ${quoteText(String(issuer))}`,
      );
    }
    const found = typeof keys === "string" ? URL.parse(keys) : null;
    if (found?.protocol !== "https:") {
      throw new Error(
        `oidc: the provider's jwks_uri must be an https URL, got ${quoteText(String(keys))}`,
      );
    }
    return found;
  }

  async #fetch(): Promise<void> {
    const place = this.#place;
    if (place === undefined) throw new Error(this.#problem);
    // A failure counts too: an issuer that is away is not asked for each token.
    this.#fetchedAt = this.#options.clock.monotonic();
    const { measures, issuer, signal } = this.#options;
    let keys: unknown[];
    try {
      const text = await this.#text(place);
      keys = keysIn(place, text);
      measures.fetched(issuer.url, text);
    } catch (error) {
      if (!signal.aborted) measures.fetched(issuer.url, undefined);
      throw error;
    }
    this.#keys = keys.slice(0, MOST_KEYS).filter(isObject).map((json) => ({
      id: typeof json.kid === "string" ? json.kid : undefined,
      json,
      imported: new Map(),
    }));
  }

  async #text(url: URL): Promise<string> {
    const { status, body } = await this.#options.fetch(url, this.#options.signal);
    if (status !== 200) throw new Error(`oidc: ${url} answered with the status ${status}`);
    try {
      return new TextDecoder("utf-8", { fatal: true }).decode(body);
    } catch {
      throw new Error(`oidc: ${url} answered with what is no JSON`);
    }
  }
}

function objectIn(url: URL, text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error(`oidc: ${url} answered with what is no JSON`);
  }
  if (!isObject(value)) throw new Error(`oidc: ${url} answered with what is no object`);
  return value;
}

function keysIn(url: URL, text: string): unknown[] {
  const { keys } = objectIn(url, text);
  if (!Array.isArray(keys)) throw new Error("oidc: the provider's key set has no keys");
  return keys;
}

/** The key for an algorithm; undefined where it can't have signed by that. */
function keyFor(key: PublishedKey, algorithm: SigningAlgorithm): Promise<CryptoKey | undefined> {
  let imported = key.imported.get(algorithm);
  if (imported === undefined) {
    imported = importFor(key, algorithm).catch(() => undefined);
    key.imported.set(algorithm, imported);
  }
  return imported;
}

const CURVES: Readonly<Record<string, string>> = {
  ES256: "P-256",
  ES384: "P-384",
  ES512: "P-521",
};

async function importFor(
  { json }: PublishedKey,
  algorithm: SigningAlgorithm,
): Promise<CryptoKey | undefined> {
  if (json.alg !== undefined && json.alg !== algorithm) return undefined;
  if (json.use !== undefined && json.use !== "sig") return undefined;
  const name = familyOf(algorithm);
  const curve = CURVES[algorithm];
  if (curve === undefined ? json.kty !== "RSA" : json.kty !== "EC" || json.crv !== curve) {
    return undefined;
  }
  const { kty, crv, x, y, n, e } = json;
  // Only what a public key is made of: a set must not bring its own rules of use.
  const publicKey = (curve === undefined ? { kty, n, e } : { kty, crv, x, y }) as JsonWebKey;
  const parameters = curve === undefined
    ? { name, hash: digestOf(algorithm) }
    : { name, namedCurve: curve };
  return await crypto.subtle.importKey("jwk", publicKey, parameters, false, ["verify"]);
}
