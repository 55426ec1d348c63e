/**
 * What a client needs to know to call a server, made out of a client config.
 *
 * @module
 */

import type { AuthInfo, Cluster } from "../api/config/clientconfig_v1.ts";
import { type Clock, systemClock } from "../clock.ts";
import { type Logger, type Redacted, redacted, silentLogger } from "../logger.ts";
import { quoteText } from "../values/quote.ts";
import { type Choice, chooseClient, type ClientOverrides } from "./choose.ts";
import {
  basicHeader,
  bothIdentities,
  checkedToken,
  type Credentials,
  credentialsOf,
  fixedIdentity,
  type HeaderList,
  type IdentitySource,
  impersonationHeaders,
} from "./credentials.ts";
import { type ClientConfig, ClientConfigError } from "./document.ts";
import type { ExecIdentityOptions } from "./exec_identity.ts";
import {
  authorityFile,
  certificateFileIdentity,
  type CertificateParts,
  type FileIdentityOptions,
  pairOf,
  tokenFileIdentity,
} from "./file_identity.ts";
import type { Environment } from "./load.ts";
import { type PluginRunner, runPlugin } from "./plugin.ts";

/** How a client reaches a server, and shows who it is. */
export interface ClientSettings {
  /** Where the server is. Its path, if any, comes before that of each request. */
  readonly server: URL;
  /** Which certificate of the server is believed. */
  readonly tls: ServerTrust;
  /** How the caller shows who it is. */
  readonly credentials: Credentials;
  /** The namespace that is meant where none is named. */
  readonly namespace: string;
  /** The address of a proxy (http, https or socks5), which may hold a password. */
  readonly proxy?: Redacted;
  /** Whether the server is to send answers as they are. */
  readonly disableCompression: boolean;
  /** What of the config has no effect, and why: to be logged once. */
  readonly warnings: readonly string[];
}

/** Whom a client takes for the server. */
export interface ServerTrust {
  /** PEM of the authorities, when the settings were made; absent: those of the system. */
  readonly ca?: string;
  /** The same as they are now, which can be read; absent: nobody renews them. */
  readonly currentCa?: () => Promise<string>;
  /** The name in the server's certificate; absent: the one in its address. */
  readonly serverName?: string;
  /** Take any certificate. */
  readonly insecure: boolean;
}

/** What making settings needs besides the config. */
export interface ClientSettingsOptions {
  /** What is asked for beyond the config. */
  overrides?: ClientOverrides;
  /**
   * What credential plugins inherit, and where a proxy may be named (`HTTPS_PROXY`, `NO_PROXY`). Default: nothing,
   * so that plugins are found by full path only, and no proxy is.
   */
  environment?: Environment;
  /** Whether a credential plugin may ask somebody at the terminal. Default false. */
  interactive?: boolean;
  /** How long a credential plugin that asks nobody may take. Default 60,000. */
  pluginTimeoutMs?: number;
  /** Default: the machine's. */
  clock?: Clock;
  /** Default: silent. */
  logger?: Logger;
  /** Default: a child process. */
  runPlugin?: PluginRunner;
}

type Needs = ExecIdentityOptions & FileIdentityOptions;

function complete(options: ClientSettingsOptions): Needs {
  return {
    environment: options.environment ?? {},
    interactive: options.interactive ?? false,
    pluginTimeoutMs: options.pluginTimeoutMs ?? 60_000,
    clock: options.clock ?? systemClock,
    logger: options.logger ?? silentLogger,
    runPlugin: options.runPlugin ?? runPlugin,
  };
}

/**
 * The settings that a client config makes. Certificates and keys are read now, so that what is
 * missing is told at once; tokens when first needed, and again from time to time. Throws
 * {@link ClientConfigError}.
 */
export async function clientSettings(
  config: ClientConfig,
  options: ClientSettingsOptions = {},
): Promise<ClientSettings> {
  return await settingsOf(chooseClient(config, options.overrides), options);
}

/** As {@link clientSettings}, for a server and a caller that were chosen. */
export async function settingsOf(
  choice: Choice,
  options: ClientSettingsOptions = {},
): Promise<ClientSettings> {
  const { cluster, user } = choice;
  const server = parseServer(cluster.server);
  const secure = server.protocol === "https:";
  const needs = complete(options);
  const authority = secure ? authorityOf(cluster, needs) : undefined;
  const ca = typeof authority === "function" ? await authority() : authority;
  const proxy = await proxyOf(server, cluster, needs.environment);
  const identity = secure
    ? await identityOf(choice, { ...cluster, ...(ca && withAuthority(ca)) }, needs)
    : fixedIdentity({});
  const headers = secure ? headersOf(user) : impersonationHeaders(user);
  return {
    server,
    tls: {
      ...(ca && { ca }),
      ...(typeof authority === "function" && { currentCa: authority }),
      ...(cluster["tls-server-name"] && { serverName: cluster["tls-server-name"] }),
      insecure: cluster["insecure-skip-tls-verify"] ?? false,
    },
    credentials: credentialsOf(identity, headers),
    namespace: choice.namespace,
    ...(proxy && { proxy }),
    disableCompression: cluster["disable-compression"] ?? false,
    warnings: secure || !hasCredentials(user) ? [] : [
      `the credentials of the user ${
        quoteText(choice.userName)
      } are not sent, as the address of its server is not https`,
    ],
  };
}

function parseServer(text: string): URL {
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  const server = URL.parse(address);
  if (server === null || !/^https?:$/.test(server.protocol) || server.hostname === "") {
    throw new ClientConfigError("the server's address must be an http or https URL, or host:port");
  }
  if (server.username !== "" || server.password !== "") {
    throw new ClientConfigError("the server's address must not hold a user name or a password");
  }
  server.search = "";
  server.hash = "";
  return server;
}

/** Whether an environment says anything of proxies, as few do. */
export function namesProxies(environment: Environment): boolean {
  return Object.keys(environment).some((name) => /^https?_proxy$/i.test(name));
}

/** That of the config, else that of the environment. */
async function proxyOf(
  server: URL,
  cluster: Cluster,
  environment: Environment,
): Promise<Redacted | undefined> {
  const own = cluster["proxy-url"];
  if (own) return parseProxy(own, "the proxy-url");
  // Nobody else waits for what reads it.
  if (!namesProxies(environment)) return undefined;
  const { environmentProxy } = await import("./environment_proxy.ts");
  const found = environmentProxy(server, environment);
  return found === undefined ? undefined : parseProxy(found, "the proxy of the environment");
}

/** The message shows no address: it may hold a password. */
function parseProxy(text: string, what: string): Redacted {
  const proxy = URL.parse(text);
  if (proxy === null || !/^(https?|socks5):$/.test(proxy.protocol) || proxy.hostname === "") {
    throw new ClientConfigError(`${what} must be an http, https or socks5 URL`);
  }
  return redacted(text);
}

/** The authorities, or what reads them; undefined: those of the system. */
function authorityOf(cluster: Cluster, needs: Needs): string | (() => Promise<string>) | undefined {
  const data = cluster["certificate-authority-data"];
  const path = cluster["certificate-authority"];
  if (!data) return path ? authorityFile(path, needs) : undefined;
  const pem = textOfBase64(data, "certificate-authority-data");
  if (!pem.includes("-----BEGIN CERTIFICATE-----")) {
    throw new ClientConfigError("the certificate-authority-data has no PEM certificate");
  }
  return pem;
}

function withAuthority(pem: string): Partial<Cluster> {
  return { "certificate-authority-data": new TextEncoder().encode(pem).toBase64() };
}

function hasCredentials(user: AuthInfo): boolean {
  return Boolean(
    user.token || user.tokenFile || user.username || user.password || user.exec ||
      user["client-certificate"] || user["client-certificate-data"],
  );
}

function headersOf(user: AuthInfo): HeaderList {
  const basic = user.username || user.password
    ? basicHeader(user.username ?? "", user.password ?? "")
    : [];
  return [...basic, ...impersonationHeaders(user)];
}

async function identityOf(choice: Choice, cluster: Cluster, needs: Needs): Promise<IdentitySource> {
  const { user, userName } = choice;
  const tokens = tokensOf(user, needs);
  const certificates = await certificatesOf(user, needs);
  const basic = Boolean(user.username || user.password);
  if (user.exec && !tokens && !certificates && !basic) {
    // Few configs name a plugin: nobody else waits for what reads its answers.
    const { execIdentity } = await import("./exec_identity.ts");
    return execIdentity(user.exec, cluster, userName, needs);
  }
  if (tokens && certificates) return bothIdentities(tokens, certificates);
  return tokens ?? certificates ?? fixedIdentity({});
}

function tokensOf(user: AuthInfo, needs: Needs): IdentitySource | undefined {
  const token = user.token ? checkedToken(user.token, "the token") : undefined;
  if (user.tokenFile) return tokenFileIdentity(user.tokenFile, token, needs);
  return token && fixedIdentity({ token });
}

async function certificatesOf(user: AuthInfo, needs: Needs): Promise<IdentitySource | undefined> {
  const certificate = partOf(user, "client-certificate");
  const key = partOf(user, "client-key");
  if (certificate === undefined || key === undefined) return undefined;
  if ("pem" in certificate && "pem" in key) {
    return fixedIdentity(await pairOf({ certificate, key }));
  }
  const source = certificateFileIdentity({ certificate, key }, needs);
  await source.identity();
  return source;
}

function partOf(
  user: AuthInfo,
  name: "client-certificate" | "client-key",
): CertificateParts["key"] | undefined {
  const [path, data] = [user[name], user[`${name}-data`]];
  if (data) return { pem: textOfBase64(data, `${name}-data`) };
  return path ? { path } : undefined;
}

function textOfBase64(data: string, field: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.fromBase64(data));
  } catch {
    throw new ClientConfigError(`${field} is not the base64 of a PEM text`);
  }
}
