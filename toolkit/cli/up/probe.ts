/**
 * Whether a process is ready: asked over HTTPS, as everybody else would, or by a unix socket.
 *
 * @module
 */

import { type Endpoint, Transport } from "../../transport/mod.ts";

/** Settles with whether it is ready now; never rejects. */
export type Probe = (signal: AbortSignal) => Promise<boolean>;

/** Longer than any healthy server takes to say that it is. */
const TIMEOUT_MS = 5000;

/** Asks for `url`, of a server that `authority` (PEM) vouches for. */
export function httpsProbe(url: string, authority: string): Probe {
  const { hostname, port, pathname, search } = new URL(url);
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  const tls = { serverName: host, roots: authority };
  const endpoint: Endpoint = { host, port: port === "" ? 443 : Number(port), tls };
  return async (signal) => {
    // Each time over a connection of its own: others must get one too.
    using transport = new Transport();
    try {
      const { status } = await transport.call(endpoint, {
        method: "GET",
        path: pathname + search,
        signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      });
      return status === 200;
    } catch {
      return false;
    }
  };
}

/** Asks for `path` by a unix socket. */
export function socketProbe(socket: string, path: string): Probe {
  return async (signal) => {
    using client = Deno.createHttpClient({ proxy: { transport: "unix", path: socket } });
    return await isWell(`http://process${path}`, { client, signal });
  };
}

/** Asks for `url` without certificates. */
export function httpProbe(url: string): Probe {
  return (signal) => isWell(url, { signal });
}

async function isWell(
  url: string,
  { signal, ...init }: RequestInit & { readonly client?: Deno.HttpClient; signal: AbortSignal },
): Promise<boolean> {
  try {
    const response = await fetch(url, {
      ...init,
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    await response.body?.cancel();
    return response.status === 200;
  } catch {
    return false;
  }
}
