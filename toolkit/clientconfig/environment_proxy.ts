/**
 * The proxy that the environment names for a server: `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`, in capitals or not,
 * as kubectl and other programs read them.
 *
 * @module
 */

import { BlockList, isIP } from "node:net";
import type { Environment } from "./load.ts";

/** The address of a proxy; undefined: the server is called directly, as the machine itself always is. */
export function environmentProxy(server: URL, environment: Environment): string | undefined {
  const named = variable(environment, server.protocol === "https:" ? "https_proxy" : "http_proxy");
  const exempt = variable(environment, "no_proxy").toLowerCase().split(",");
  const host = bare(server.hostname.toLowerCase());
  const port = server.port || (server.protocol === "https:" ? "443" : "80");
  if (named === "" || [...THIS_MACHINE, ...exempt].some((entry) => matches(entry, host, port))) {
    return undefined;
  }
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(named) ? named : `http://${named}`;
  // Names are the proxy's to look up either way.
  return address.replace(/^socks5h:/i, "socks5:");
}

const THIS_MACHINE = ["localhost", "127.0.0.0/8", "::1"];

function variable(environment: Environment, name: string): string {
  return (environment[name.toUpperCase()] || environment[name] || "").trim();
}

/** Whether a server is one that an entry means: all, a range, an address or a name, perhaps with a port. */
function matches(entry: string, host: string, port: string): boolean {
  const text = entry.trim();
  if (text === "*") return true;
  const [, range = "", bits = ""] = /^(.+)\/(\d{1,3})$/.exec(text) ?? [];
  if (isIP(range) !== 0) return isIn(range, Number(bits), host);
  const [, name = text, own] = isIP(text) === 6 ? [] : /^(.*?)(?::(\d+))?$/.exec(text) ?? [];
  const meant = bare(name);
  if (meant === "" || (own !== undefined && own !== port)) return false;
  if (isIP(meant) !== 0) return isIn(meant, isIP(meant) === 4 ? 32 : 128, host);
  // A name means what is below it as well; after a dot, that alone.
  const below = meant.replace(/^\*?\.?/, ".");
  return host.endsWith(below) || (below === `.${meant}` && host === meant);
}

function isIn(first: string, bits: number, host: string): boolean {
  const family = isIP(first) === 4 ? "ipv4" : "ipv6";
  if (bits > (family === "ipv4" ? 32 : 128) || isIP(host) === 0) return false;
  const range = new BlockList();
  range.addSubnet(first, bits, family);
  return range.check(host, isIP(host) === 4 ? "ipv4" : "ipv6");
}

function bare(host: string): string {
  return host.replace(/^\[(.*)\]$/, "$1");
}
