/**
 * Which proxy of the environment leads to an endpoint.
 *
 * @module
 */

import { isIP } from "node:net";
import { environmentProxy } from "../clientconfig/environment_proxy.ts";
import { type Environment, namesProxies } from "../clientconfig/mod.ts";
import type { Endpoint } from "./endpoint.ts";
import { type Proxy, proxyOfUrl } from "./mod.ts";

/** Chooses among the proxies that an environment names; undefined: it names none. */
export function environmentProxies(
  environment: Environment,
): ((endpoint: Endpoint) => Proxy | undefined) | undefined {
  if (!namesProxies(environment)) return undefined;
  return ({ host, port, tls, socketPath }) => {
    if (socketPath !== undefined) return undefined;
    const name = isIP(host) === 6 ? `[${host}]` : host;
    const server = URL.parse(`${tls === undefined ? "http" : "https"}://${name}:${port}`);
    const found = server === null ? undefined : environmentProxy(server, environment);
    return found === undefined ? undefined : proxyOfUrl(found);
  };
}
