/**
 * Keeps the runtime's HTTP/2 from sending while it receives, and has it send once a turn of the event loop.
 *
 * Deno 2.7.14 pulls outgoing frames out of nghttp2 from callbacks that nghttp2 makes in the middle
 * of reading: streams are freed that it still reads, and the process ends with a double free or a
 * segmentation fault. A few thousand streams that are opened and reset at once do it, from either
 * side. What is sent after each read is the same frames, so none is missing.
 *
 * It also writes each frame to the socket by itself, at once: the head of a request, its body, and an
 * empty frame that says that this was all, each a record of TLS, a call to the system and a turn of
 * whoever receives. What the requests of one turn have to send goes out together at its end.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import type { ServerHttp2Session } from "node:http2";
import { setImmediate } from "node:timers";

/** What is used of the runtime's own object behind a session. */
interface Handle {
  receive(bytes: Uint8Array): void;
  sendPending(): void;
  getOutgoingChunk(): Uint8Array | undefined;
}

const NOTHING = new Uint8Array(0);

/** What one write takes, but for the frame that goes past it. */
const WRITE_BYTES = 64 * 1024;

/**
 * Guards one session, before its first byte; `once a turn` has it send at the end of each turn. Nothing happens when
 * the runtime is not as it was known.
 */
export function guardSession(
  session: ServerHttp2Session,
  sends: "at once" | "once a turn" = "at once",
): void {
  const handle = handleOf(session);
  if (handle === undefined) return;
  const receive = handle.receive.bind(handle);
  const sendPending = handle.sendPending.bind(handle);
  const getOutgoingChunk = handle.getOutgoingChunk.bind(handle);
  let receiving = false;
  let held = false;
  /** Whether what is sent now comes right after a read. */
  let isAnswer = false;
  const send = () => {
    if (receiving || !held) return;
    held = false;
    // What was left to say is said when it is destroyed.
    if (sends === "at once" || !session.destroyed) sendPending();
  };
  const hold = () => {
    if (!held && sends === "once a turn") setImmediate(send);
    held = true;
  };
  handle.receive = (bytes) => {
    receiving = true;
    try {
      receive(bytes);
    } finally {
      receiving = false;
    }
    isAnswer = true;
    if (sends === "at once") send();
  };
  handle.sendPending = () => {
    hold();
    // After a read the runtime looks whether anything is left to send, and ends a session that is over.
    if (sends === "at once" || isAnswer) send();
    isAnswer = false;
  };
  handle.getOutgoingChunk = () => {
    if (!receiving) {
      return sends === "at once" ? getOutgoingChunk() : joinedFrames(getOutgoingChunk);
    }
    hold();
    return NOTHING;
  };
}

/** The frames that wait, in one piece. */
function joinedFrames(next: () => Uint8Array | undefined): Uint8Array | undefined {
  const first = next();
  if (first === undefined || first.length === 0 || first.length >= WRITE_BYTES) return first;
  const frames = [first];
  let bytes = first.length;
  while (bytes < WRITE_BYTES) {
    const frame = next();
    if (frame === undefined || frame.length === 0) break;
    frames.push(frame);
    bytes += frame.length;
  }
  return frames.length === 1 ? first : Buffer.concat(frames, bytes);
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
