/**
 * Requests as a client config has them: where its server is, whom it trusts, and who the client is.
 *
 * @module
 */

import type { ClientCertificate } from "../clientconfig/credentials.ts";
import type { ClientSettings } from "../clientconfig/settings.ts";
import { type Clock, systemClock } from "../clock.ts";
import { redacted } from "../logger.ts";
import type { ClientIdentity, ClientIdentitySource, Endpoint, Proxy } from "./endpoint.ts";
import type { Headers, TransportRequest, TransportResponse } from "./exchange.ts";
import { Transport, type WholeResponse } from "./transport.ts";
import { TransportError } from "./transport_error.ts";
import { openWebSocket, type WebSocketConnection, type WebSocketRequest } from "./websocket.ts";

/** Where the settings of a client lead, and as whom. */
export function endpointOf(
  { server, tls, credentials, proxy }: ClientSettings,
): Endpoint {
  const host = bare(server.hostname);
  const isSecure = server.protocol === "https:";
  return {
    host,
    port: portOf(server, isSecure ? 443 : 80),
    protocols: ["h2", "http/1.1"],
    ...(isSecure && {
      tls: {
        serverName: tls.serverName ?? host,
        roots: tls.ca,
        insecure: tls.insecure,
        identity: identityOf((signal) => credentials.certificate(signal)),
      },
    }),
    ...(proxy !== undefined && { proxy: proxyOfUrl(proxy.reveal()) }),
  };
}

/** Sends requests of one client. The transport is its caller's to close, and may serve others too. */
export class ClientTransport {
  readonly settings: ClientSettings;
  #endpoint: Endpoint;
  readonly #transport: Transport;
  readonly #clock: Clock;
  readonly #prefix: string;

  /** `clock`: the one that the settings were made with. */
  constructor(settings: ClientSettings, transport: Transport, clock: Clock = systemClock) {
    this.settings = settings;
    this.#endpoint = endpointOf(settings);
    this.#transport = transport;
    this.#clock = clock;
    this.#prefix = settings.server.pathname.replace(/\/+$/, "");
  }

  /** As {@link Transport.send}: of the server's paths, with the client's credentials. */
  async send(request: TransportRequest): Promise<TransportResponse> {
    const sentAt = this.#clock.now();
    const headers = await this.#headers(request.headers, request.signal);
    const path = this.#prefix + request.path;
    const endpoint = await this.#place();
    const response = await this.#transport.send(endpoint, { ...request, path, headers });
    if (response.status === 401) this.settings.credentials.refused(sentAt);
    return response;
  }

  /** As {@link Transport.call}. */
  async call(request: TransportRequest): Promise<WholeResponse> {
    const sentAt = this.#clock.now();
    const headers = await this.#headers(request.headers, request.signal);
    const path = this.#prefix + request.path;
    const endpoint = await this.#place();
    const response = await this.#transport.call(endpoint, { ...request, path, headers });
    if (response.status === 401) this.settings.credentials.refused(sentAt);
    return response;
  }

  /** As {@link openWebSocket}. */
  async webSocket(request: WebSocketRequest): Promise<WebSocketConnection> {
    const headers = await this.#headers(request.headers, request.signal);
    const path = this.#prefix + request.path;
    return await openWebSocket(this.#transport, await this.#place(), { ...request, path, headers });
  }

  /** Where the server is, and whom to believe there now. */
  async #place(): Promise<Endpoint> {
    const { tls } = this.#endpoint;
    const ca = await this.settings.tls.currentCa?.();
    if (tls !== undefined && ca !== undefined && ca !== tls.roots) {
      this.#endpoint = { ...this.#endpoint, tls: { ...tls, roots: ca } };
    }
    return this.#endpoint;
  }

  async #headers(given: Headers | undefined, signal: AbortSignal | undefined): Promise<Headers> {
    const own = await this.settings.credentials.headers(signal);
    if (own.length === 0) return given ?? {};
    const headers = new Map<string, string | readonly string[]>(Object.entries(given ?? {}));
    for (const [name, value] of own) {
      const lower = name.toLowerCase();
      const before = headers.get(lower);
      headers.set(lower, before === undefined ? value : [before, value].flat());
    }
    return Object.fromEntries(headers);
  }
}

/** The same over connections of its own, until it is disposed of. */
export class OwnTransport extends ClientTransport implements Disposable {
  readonly #own: Transport;

  /** `clock`: the one that the settings were made with. */
  constructor(settings: ClientSettings, clock: Clock) {
    const own = new Transport({ clock });
    super(settings, own, clock);
    this.#own = own;
  }

  [Symbol.dispose](): void {
    this.#own.close();
  }
}

/** What a client proves who it is with: made of a certificate once, for as long as that is the same. */
export function identityOf(
  certificate: (signal?: AbortSignal) => Promise<ClientCertificate | undefined>,
): ClientIdentitySource {
  let last: { of: ClientCertificate; identity: ClientIdentity } | undefined;
  return async (signal) => {
    const current = await certificate(signal);
    if (current === undefined) return undefined;
    if (last?.of !== current) {
      const identity = { certificate: current.certificate, key: current.key.reveal() };
      last = { of: current, identity };
    }
    return last.identity;
  };
}

/** The proxy at a URL. Throws for what is none: the message shows no address, which may hold a password. */
export function proxyOfUrl(text: string): Proxy {
  const url = URL.parse(text);
  const scheme = url?.protocol ?? "";
  if (url === null || !["http:", "https:", "socks5:"].includes(scheme)) {
    throw new TransportError("the proxy must be an http, https or socks5 URL");
  }
  const host = bare(url.hostname);
  const user = decodeURIComponent(url.username);
  const password = redacted(decodeURIComponent(url.password));
  return {
    host,
    kind: scheme === "socks5:" ? "socks5" : "http",
    port: portOf(url, { "https:": 443, "socks5:": 1080 }[scheme] ?? 80),
    ...(scheme === "https:" && { tls: { serverName: host } }),
    ...(user !== "" && { login: { user, password } }),
  };
}

function bare(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, "$1");
}

function portOf({ port }: URL, otherwise: number): number {
  return port === "" ? otherwise : Number(port);
}
