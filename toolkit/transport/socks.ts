/**
 * The way through a SOCKS5 proxy (RFC 1928), with a user name and a password if it wants them.
 *
 * @module
 */

import type { Socket } from "node:net";
import type { ByteReader } from "./byte_reader.ts";
import type { Endpoint } from "./endpoint.ts";
import { talkToProxy } from "./talk_to_proxy.ts";
import { TransportError } from "./transport_error.ts";

const VERSION = 5;
const NO_LOGIN = 0;
const LOGIN = 2;
const CONNECT = 1;
const NAME = 3;
/** Lengths of addresses in an answer, by their kind. */
const ADDRESS_BYTES: Readonly<Record<number, number>> = { 1: 4, 4: 16 };

/** Has the proxy at the other end of `socket` connect it to an endpoint. */
export async function openSocks(
  socket: Socket,
  { host, port, proxy }: Endpoint,
  signal: AbortSignal,
): Promise<void> {
  await talkToProxy(socket, signal, async (reader) => {
    const login = proxy?.login;
    socket.write(Uint8Array.from([VERSION, 1, login === undefined ? NO_LOGIN : LOGIN]));
    const [, method] = await exactly(reader, 2);
    if (method !== (login === undefined ? NO_LOGIN : LOGIN)) {
      throw new TransportError("the proxy requires an authentication method that is not supported");
    }
    if (login !== undefined) {
      const [user, password] = [sized(login.user), sized(login.password.reveal())];
      socket.write(Uint8Array.from([1, ...user, ...password]));
      const [, status] = await exactly(reader, 2);
      if (status !== 0) throw new TransportError("the proxy refuses the user name and password");
    }
    // The proxy looks the name up, as it does for HTTP: an address is a name too.
    socket.write(
      Uint8Array.from([VERSION, CONNECT, 0, NAME, ...sized(host), port >> 8, port & 255]),
    );
    const [, reply, , kind = 0] = await exactly(reader, 4);
    if (reply !== 0) {
      throw new TransportError(`the SOCKS proxy refuses to connect: reply code ${reply}`);
    }
    const [nameLength = 0] = kind === NAME ? await exactly(reader, 1) : [];
    await exactly(reader, (ADDRESS_BYTES[kind] ?? nameLength) + 2);
  });
}

/** A text with its length before it. */
function sized(text: string): number[] {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length === 0 || bytes.length > 255) {
    throw new TransportError(
      "the host, the user name or the password is empty or too long for a SOCKS proxy",
    );
  }
  return [bytes.length, ...bytes];
}

async function exactly(reader: ByteReader, length: number): Promise<Uint8Array> {
  while (reader.buffered.length < length) {
    if (!(await reader.more())) throw new TransportError("the proxy closed the connection");
  }
  return reader.take(length);
}
