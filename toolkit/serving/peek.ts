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
 * Calls `found` once with the server name of the client's hello, and with what puts its bytes back
 * into the socket, for whoever takes it over from then on. A connection that is none of TLS is ended;
 * how long it may take is the caller's to watch.
 */
export function peekServerName(
  socket: Socket,
  found: (serverName: string | undefined, putBack: () => void) => void,
): void {
  let held: Buffer = Buffer.alloc(0);
  let isFound = false;
  // It stays until then: a socket to which nobody listens loses what comes.
  const putBack = () => {
    socket.removeListener("readable", look);
    socket.unshift(held);
  };
  const look = () => {
    // What comes after it waits where it is.
    const read = isFound ? null : socket.read() as Buffer | null;
    if (read === null) return;
    held = held.length === 0 ? read : Buffer.concat([held, read]);
    const hello: ClientHello = parseClientHello(held);
    if (hello.is === "incomplete") return;
    if (hello.is === "other") {
      socket.removeListener("readable", look);
      return refuse(socket, held);
    }
    isFound = true;
    found(hello.serverName, putBack);
  };
  socket.on("readable", look);
}

function refuse(socket: Socket, first: Buffer): void {
  if (!/^[A-Z]{3,10} /.test(first.toString("latin1", 0, 12))) return void socket.destroy();
  socket.end(NOT_TLS, () => socket.destroy());
}
