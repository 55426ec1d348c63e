/**
 * A claim that a token says is elsewhere (OpenID Connect Core, section 5.6.2): it is fetched from the place that the token
 * names, as a claim of another token, whose issuer is asked for its keys as others are.
 *
 * @module
 */

import type { Clock } from "../../../toolkit/clock.ts";
import { parseJsonWebToken } from "../../../toolkit/tokens/json_web_token.ts";
import { quoteText } from "../../../toolkit/values/mod.ts";
import { isObject } from "../../../toolkit/values/json.ts";
import type { Claims, IssuerSettings } from "./issuer_settings.ts";
import type { FetchDocument, IssuerKeys } from "./key_set.ts";
import { issuerOf, verifyToken } from "./verification.ts";

/** Issuers that tokens from elsewhere may name: each is asked until it answers. */
const MOST_ISSUERS = 16;

/** What a claim is looked for with. */
export interface DistributedClaimOptions {
  /** Its name. */
  readonly claim: string;
  /** Who signs the tokens that say where it is. */
  readonly issuer: Pick<IssuerSettings, "url" | "audiences" | "algorithms">;
  readonly keys: IssuerKeys;
  /** Begins to ask another issuer for its keys. */
  readonly keysOf: (issuer: Pick<IssuerSettings, "url">) => IssuerKeys;
  readonly fetch: FetchDocument;
  readonly clock: Clock;
}

/** Where a claim is. */
interface Source {
  readonly place: URL;
  /** Shown there; a secret. */
  readonly accessToken: string;
}

/** One claim that may be elsewhere. */
export class DistributedClaim {
  readonly #options: DistributedClaimOptions;
  readonly #keys: Map<string, IssuerKeys>;

  constructor(options: DistributedClaimOptions) {
    this.#options = options;
    this.#keys = new Map([[options.issuer.url, options.keys]]);
  }

  /** The claims of a token that is good, with this one where they say where it is. Rejects where it can't be had. */
  async addedTo(claims: Claims, signal: AbortSignal): Promise<Claims> {
    const { claim } = this.#options;
    if (Object.hasOwn(claims, claim)) return claims;
    const source = sourceOf(claims, claim);
    if (source === undefined) return claims;
    return { ...claims, [claim]: await this.#fetched(source, signal) };
  }

  async #fetched({ place, accessToken }: Source, signal: AbortSignal): Promise<unknown> {
    const { claim, fetch, issuer, clock } = this.#options;
    const fail = (why: string) =>
      new Error(`while getting distributed claim ${quoteText(claim)}: ${why}`);
    // What a query holds may be a secret.
    const from = place.origin + place.pathname;
    const { status, body } = await fetch(place, signal, accessToken).catch((error) => {
      throw fail(`${from}: ${(error as Error).message}`);
    });
    if (status < 200 || status > 226) throw fail(`${from} answered with the status ${status}`);
    const token = parseJsonWebToken(new TextDecoder().decode(body).trim());
    if (token === undefined) throw fail(`${from} answered with what is no token`);
    const keys = await this.#keysOf(issuerOf(token));
    await verifyToken(token, { issuer, keys, clock }).catch((error) => {
      throw fail((error as Error).message);
    });
    if (!Object.hasOwn(token.claims, claim)) throw fail(`the token of ${from} does not contain it`);
    return token.claims[claim];
  }

  async #keysOf(issuer: unknown): Promise<IssuerKeys> {
    const url = typeof issuer === "string" ? issuer : "";
    let keys = this.#keys.get(url);
    if (keys === undefined) {
      const refused = (why: string) =>
        new Error(`verifying untrusted issuer ${quoteText(url)} failed: ${why}`);
      if (!isHttps(URL.parse(url))) throw refused("it must be an https URL");
      if (this.#keys.size > MOST_ISSUERS) throw refused(`there are ${MOST_ISSUERS} others already`);
      this.#keys.set(url, keys = this.#options.keysOf({ url }));
    }
    await keys.asked;
    if (keys.problem !== undefined) throw new Error(keys.problem.replace(/^oidc: /, ""));
    return keys;
  }
}

/** Where a token says that a claim is; undefined: it says nothing of it, or that it is in a token which it holds. */
function sourceOf(claims: Claims, claim: string): Source | undefined {
  const { _claim_names: names, _claim_sources: sources } = claims;
  if (names === undefined) return undefined;
  if (!isObject(names) || Object.values(names).some((one) => typeof one !== "string")) {
    throw new Error("error parsing distributed claim names");
  }
  if (sources === undefined) throw new Error("no claim sources");
  if (!isObject(sources) || !Object.values(sources).every(isObject)) {
    throw new Error("could not parse claim sources");
  }
  const name = Object.hasOwn(names, claim) ? String(names[claim]) : undefined;
  if (name === undefined) return undefined;
  const source = Object.hasOwn(sources, name) ? sources[name] : undefined;
  if (source === undefined) {
    const why = `contained a source ${name} missing in _claims_sources`;
    throw new Error(`id token _claim_names ${why}`);
  }
  const { endpoint = "", access_token: accessToken = "" } = source as Record<string, unknown>;
  if (typeof endpoint !== "string" || typeof accessToken !== "string") {
    throw new Error("could not parse claim sources");
  }
  if (endpoint === "") return undefined;
  const place = URL.parse(endpoint);
  if (!isHttps(place)) throw new Error("the endpoint of a distributed claim must be an https URL");
  return { place, accessToken };
}

function isHttps(url: URL | null): url is URL {
  return url?.protocol === "https:" && url.username === "" && url.password === "";
}
