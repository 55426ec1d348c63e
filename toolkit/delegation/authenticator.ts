/**
 * Who sends a process requests, as far as certificates tell, the headers of a proxy, and the API server.
 *
 * @module
 */

import { ABSENT, type Authenticator, firstKnown } from "../authentication/authenticator.ts";
import { bearerTokens } from "../authentication/bearer_tokens.ts";
import { clientCertificates } from "../authentication/client_certificate.ts";
import { requestHeaders } from "../authentication/request_header.ts";
import type { TokenAuthenticator } from "../authentication/token_authenticator.ts";
import type { Clock } from "../clock.ts";
import type { Registry } from "../metrics/mod.ts";
import type { Names } from "../names.ts";
import type { ClusterSettings } from "./cluster_settings.ts";

/** What callers are known by. */
export interface DelegatedAuthenticatorOptions {
  /** Undefined: tokens are not looked at. */
  readonly tokens: TokenAuthenticator | undefined;
  readonly clock: Clock;
  readonly names: Names;
  readonly metrics: Registry;
}

/** An authenticator whose authorities come and go. */
export class DelegatedAuthenticator implements Authenticator {
  readonly #options: DelegatedAuthenticatorOptions;
  #current: Authenticator = { authenticate: () => ABSENT };

  constructor(options: DelegatedAuthenticatorOptions) {
    this.#options = options;
    this.trust({});
  }

  /** Believes these from the next request on. A kind of credentials that is not named is not looked at. */
  trust({ clients, proxies }: ClusterSettings): void {
    const { tokens, clock, names, metrics } = this.#options;
    this.#current = firstKnown([
      ...proxies
        ? [requestHeaders({
          roots: () => proxies.roots,
          allowedNames: proxies.allowedNames,
          headers: proxies.headers,
          clock,
        })]
        : [],
      ...clients ? [clientCertificates({ roots: () => clients.roots, clock, names, metrics })] : [],
      ...tokens ? [bearerTokens([tokens])] : [],
    ]);
  }

  authenticate(credentials: Parameters<Authenticator["authenticate"]>[0]) {
    return this.#current.authenticate(credentials);
  }
}
