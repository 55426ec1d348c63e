/**
 * Looks at the first message of a connection and puts it back.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import type { Socket } from "node:net";
import { type ClientHello, parseClientHello } from "./client_hello.ts";

/** What Go's servers say to a client that does not know that it should speak TLS. */
const NOT_TLS = Buffer.from(
  "HTTP/1.0 400 Bad Request\r\n\r\nClient sent an HTTP request to an HTTPS server.\n",
);

/**
 * Calls `found` once with the server name of the client's hello, its bytes back in the socket. A
 * connection that is none of TLS is ended; how long it may take is the caller's to watch.
 */
export function peekServerName(
  socket: Socket,
  found: (serverName: string | undefined) => void,
): void {
  let held: Buffer = Buffer.alloc(0);
  const look = () => {
    const read = socket.read() as Buffer | null;
    if (read === null) return;
    held = held.length === 0 ? read : Buffer.concat([held, read]);
    const hello: ClientHello = parseClientHello(held);
    if (hello.is === "incomplete") return;
    socket.removeListener("readable", look);
    if (hello.is === "other") return refuse(socket, held);
    socket.unshift(held);
    found(hello.serverName);
  };
  socket.on("readable", look);
}

function refuse(socket: Socket, first: Buffer): void {
  if (!/^[A-Z]{3,10} /.test(first.toString("latin1", 0, 12))) return void socket.destroy();
  socket.end(NOT_TLS, () => socket.destroy());
}
