/**
 * Whether a server is ready: asked over HTTPS, as everybody else would.
 *
 * @module
 */

import { request } from "node:https";

/** Settles with whether it is ready now; never rejects. */
export type Probe = (signal: AbortSignal) => Promise<boolean>;

/** Longer than any healthy server takes to say that it is. */
const TIMEOUT_MS = 5000;

/** Asks for `url`, of a server that `authority` (PEM) vouches for. */
export function httpsProbe(url: string, authority: string): Probe {
  // Not fetch: it would ask a proxy that the environment names, which can't reach this machine.
  return (signal) =>
    new Promise((resolve) => {
      const asked = request(url, {
        ca: authority,
        agent: false,
        signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      }, (response) => {
        response.resume();
        resolve(response.statusCode === 200);
      });
      asked.on("error", () => resolve(false));
      asked.end();
    });
}
