/**
 * Which certificate a client is shown, by the server name that it asked for.
 *
 * @module
 */

import type { NamedPair } from "./tls_source.ts";

/**
 * Chooses among `named`, or returns undefined for the main certificate. An exact name beats a
 * wildcard; of equal names one that was given beats one that a certificate says itself; then the
 * earlier certificate wins. A client that names none is shown the one for the address it came to.
 */
export function certificateChooser<T>(
  named: readonly NamedPair[],
  engines: readonly T[],
): (serverName: string | undefined, localAddress: string | undefined) => T | undefined {
  const byName = new Map<string, T>();
  for (const explicit of [true, false]) {
    named.forEach((pair, at) => {
      const engine = engines[at];
      if (pair.explicit !== explicit || engine === undefined) return;
      for (const name of pair.names) {
        if (!byName.has(name)) byName.set(name, engine);
      }
    });
  }
  return (serverName, localAddress) => {
    if (serverName === undefined) {
      return localAddress === undefined ? undefined : byName.get(localAddress);
    }
    const exact = byName.get(serverName);
    if (exact !== undefined) return exact;
    // A wildcard stands for one label, the first.
    const dot = serverName.indexOf(".");
    return dot < 0 ? undefined : byName.get(`*${serverName.slice(dot)}`);
  };
}
