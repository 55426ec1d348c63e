/**
 * The way through an HTTP proxy: CONNECT.
 *
 * @module
 */

import type { Socket } from "node:net";
import { type Endpoint, endpointText, proxyAuthorization } from "./endpoint.ts";
import { readHead } from "./http1_head.ts";
import { talkToProxy } from "./talk_to_proxy.ts";
import { TransportError } from "./transport_error.ts";

/** Bytes of a proxy's answer. */
const HEAD_LIMIT_BYTES = 64 * 1024;

/** Has the proxy at the other end of `socket` connect it to an endpoint. */
export async function openTunnel(
  socket: Socket,
  endpoint: Endpoint,
  signal: AbortSignal,
): Promise<void> {
  const place = endpointText({ host: endpoint.host, port: endpoint.port });
  const authorization = proxyAuthorization(endpoint);
  if (/[^\x21-\x7e]/.test(place)) {
    throw new TransportError("the host has characters that can't be sent to a proxy");
  }
  await talkToProxy(socket, signal, async (reader) => {
    socket.write(
      `CONNECT ${place} HTTP/1.1\r\nhost: ${place}\r\n` +
        `${authorization === undefined ? "" : `proxy-authorization: ${authorization}\r\n`}\r\n`,
    );
    const { status } = await readHead(reader, HEAD_LIMIT_BYTES);
    if (status < 200 || status > 299) {
      throw new TransportError(`the proxy refuses to connect to ${place}: HTTP status ${status}`);
    }
  });
}
