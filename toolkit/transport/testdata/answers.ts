/**
 * Answers of servers of tests, and waiting for what they do.
 *
 * @module
 */

import type { Socket } from "node:net";

/** A whole answer. */
export const HELLO = "HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhello";

/** Answers each request with the same bytes; `after`: what happens then. */
export const answering =
  (answer: string, after: (socket: Socket) => void = () => {}) => (socket: Socket) => {
    socket.on("data", (piece: Uint8Array) => {
      if (new TextDecoder().decode(piece).includes("\r\n\r\n")) {
        socket.write(new TextEncoder().encode(answer), () => after(socket));
      }
    });
  };

/** Settles when a number does not grow any more, or has grown beyond all bounds. */
export async function still(number: () => number): Promise<void> {
  let last = -1;
  for (let quiet = 0; quiet < 50 && number() < 1e9; quiet++) {
    if (number() !== last) quiet = 0;
    last = number();
    await turn();
  }
}

/** Lets everybody else go on. */
export function turn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
