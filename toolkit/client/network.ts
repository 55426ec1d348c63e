/**
 * Requests over the network. Loaded when the first client needs it.
 *
 * @module
 */

import type { ClientSettings } from "../clientconfig/settings.ts";
import type { Clock } from "../clock.ts";
import { ClientTransport } from "../transport/client_transport.ts";
import { Transport } from "../transport/transport.ts";
import type { RequestSender } from "./sender.ts";

/** Sends requests to the server of the settings, over connections of its own until it is disposed of. */
export function networkSender(settings: ClientSettings, clock: Clock): RequestSender & Disposable {
  const transport = new Transport({ clock });
  const client = new ClientTransport(settings, transport, clock);
  return {
    send: (request) => client.send(request),
    webSocket: (request) => client.webSocket(request),
    [Symbol.dispose]: () => transport.close(),
  };
}
