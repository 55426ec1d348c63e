/**
 * Keeps the runtime's servers of HTTP/2 from sending while they receive.
 *
 * Deno 2.7.14 pulls outgoing frames out of nghttp2 from callbacks that nghttp2 makes in the middle
 * of reading: streams are freed that it still reads, and the process ends with a double free or a
 * segmentation fault. A few thousand streams that are opened and reset at once do it. What is sent
 * after each read is the same frames, so none is missing.
 *
 * @module
 */

import type { ServerHttp2Session } from "node:http2";

/** What is used of the runtime's own object behind a session. */
interface Handle {
  receive(bytes: Uint8Array): void;
  sendPending(): void;
  getOutgoingChunk(): Uint8Array | undefined;
}

const NOTHING = new Uint8Array(0);

/** Guards one session, before its first byte. Nothing happens when the runtime is not as it was known. */
export function guardSession(session: ServerHttp2Session): void {
  const handle = handleOf(session);
  if (handle === undefined) return;
  const receive = handle.receive.bind(handle);
  const sendPending = handle.sendPending.bind(handle);
  const getOutgoingChunk = handle.getOutgoingChunk.bind(handle);
  let receiving = false;
  let held = false;
  const send = () => {
    if (receiving || !held) return;
    held = false;
    sendPending();
  };
  handle.receive = (bytes) => {
    receiving = true;
    try {
      receive(bytes);
    } finally {
      receiving = false;
    }
    send();
  };
  handle.sendPending = () => {
    held = true;
    send();
  };
  handle.getOutgoingChunk = () => {
    if (!receiving) return getOutgoingChunk();
    held = true;
    return NOTHING;
  };
}

function handleOf(session: ServerHttp2Session): Handle | undefined {
  for (const symbol of Object.getOwnPropertySymbols(session)) {
    const value = (session as unknown as Record<symbol, unknown>)[symbol];
    if (isHandle(value)) return value;
  }
  return undefined;
}

function isHandle(value: unknown): value is Handle {
  if (typeof value !== "object" || value === null) return false;
  const { receive, sendPending, getOutgoingChunk } = value as Partial<Handle>;
  return typeof receive === "function" && typeof sendPending === "function" &&
    typeof getOutgoingChunk === "function";
}
