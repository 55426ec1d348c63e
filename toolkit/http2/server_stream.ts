/**
 * One request of a client, and what is sent back.
 *
 * @module
 */

import { ERROR, type ErrorCode } from "./frame.ts";
import { Incoming } from "./incoming.ts";

/** A head that is sent: names in lower case. */
export type Head = Readonly<Record<string, string | number | readonly string[]>>;

/** What streams ask of their connection. */
export interface StreamCarrier {
  readonly congested: boolean;
  sendHead(stream: ServerStream, head: Head, last: boolean): void;
  /** There is something to send. */
  pending(stream: ServerStream): void;
  /** Bytes of a body were taken: as many may come. */
  consumed(stream: ServerStream, bytes: number): void;
  sendReset(stream: ServerStream, code: ErrorCode): void;
  /** Both sides have said all. */
  over(stream: ServerStream): void;
}

/** Bytes that wait for the client to allow them, past which the maker of a body is to wait too. */
const BACKLOG_BYTES = 64 * 1024;

/** A request, half of it what came and half of it what goes. */
export class ServerStream {
  readonly id: number;
  /** Names and values of the request's head, in turn. */
  readonly raw: readonly string[];
  /** Called once, when the stream is over for whatever reason. */
  onClose: (() => void) | undefined;
  /** Called once, when the whole response is on its way and the request has not come whole. */
  onAnswered: (() => void) | undefined;
  /** Called when there is more of the body to take, or no more to come. */
  onIncoming: (() => void) | undefined;

  readonly #carrier: StreamCarrier;
  readonly #incoming = new Incoming();
  /** Bytes of the body that the head tells of, less those that came. */
  #announced: number | undefined;
  #remoteEnded: boolean;
  /** Whether what comes is taken in and forgotten. */
  #forgets = false;
  readonly #outgoing: Uint8Array[] = [];
  #outgoingBytes = 0;
  #headSent = false;
  /** A head that waits until the client takes what was sent before. */
  #heldHead: { readonly head: Head; readonly last: boolean } | undefined;
  #ending = false;
  #localEnded = false;
  #resetCode: ErrorCode | undefined;
  #closed = false;
  #drained: (() => void) | undefined;

  /** Whether the pieces of the body go to other clients as well. */
  sharesPieces = false;
  /** What may still be sent and what may still come; the connection counts. */
  sendWindow: number;
  receiveWindow: number;
  /** Bytes of the body that have come. */
  receivedBytes = 0;
  /** Bytes that were taken and not yet allowed anew. */
  unacknowledged = 0;

  constructor(
    carrier: StreamCarrier,
    id: number,
    raw: readonly string[],
    windows: { readonly send: number; readonly receive: number },
    body: { readonly length: number | undefined; readonly ended: boolean },
  ) {
    this.#carrier = carrier;
    this.id = id;
    this.raw = raw;
    this.sendWindow = windows.send;
    this.receiveWindow = windows.receive;
    this.#announced = body.length;
    this.#remoteEnded = body.ended;
  }

  /** Whether all of the request has come. */
  get remoteEnded(): boolean {
    return this.#remoteEnded;
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** Whether the whole response was handed to the connection, and nobody broke off. */
  get answered(): boolean {
    return this.#localEnded && (this.#resetCode ?? ERROR.none) === ERROR.none;
  }

  get headSent(): boolean {
    return this.#headSent;
  }

  /** A piece of the body; undefined while there is none, and after the last. */
  take(): Uint8Array | undefined {
    const piece = this.#incoming.take();
    if (piece !== undefined) this.#carrier.consumed(this, piece.length);
    return piece;
  }

  /** Whether pieces of the body wait to be taken. */
  get hasIncoming(): boolean {
    return !this.#incoming.isEmpty;
  }

  /** Takes in what comes of the body, and forgets it. */
  forget(): void {
    this.#forgets = true;
    while (this.take() !== undefined);
  }

  /** An informational head, before the real one. */
  inform(status: number): void {
    if (this.#closed || this.#headSent) return;
    this.#carrier.sendHead(this, { ":status": status }, false);
  }

  /**
   * Sends the head; `last`: there is no body. While the client takes nothing the head waits, and with
   * it the stream: no window bounds heads, but how many streams may be open does.
   */
  respond(head: Head, last: boolean): void {
    if (this.#closed || this.#headSent) return;
    this.#headSent = true;
    this.#heldHead = { head, last };
    if (this.#carrier.congested) this.#carrier.pending(this);
    else this.sendHeldHead();
  }

  /** Sends a piece of the body, which must not change any more; false: the client has to catch up. */
  write(piece: Uint8Array): boolean {
    if (this.#closed || this.#ending) return true;
    if (piece.length > 0) {
      this.#outgoing.push(piece);
      this.#outgoingBytes += piece.length;
      this.#carrier.pending(this);
    }
    return this.#hasRoom();
  }

  /** Ends the body. */
  end(): void {
    if (this.#closed || this.#ending) return;
    this.#ending = true;
    this.#carrier.pending(this);
  }

  /** Calls back once when the client has caught up; never when it is gone first. */
  onDrain(callback: () => void): void {
    if (this.#hasRoom()) return callback();
    this.#drained = callback;
  }

  /** Breaks off both directions. */
  reset(code: ErrorCode): void {
    if (this.#closed) return;
    this.#carrier.sendReset(this, code);
    this.close(code);
  }

  // What the connection calls.

  /** A piece of the body has come. Returns why the client may not send it, if so. */
  receive(payload: Uint8Array, last: boolean): ErrorCode | undefined {
    if (this.#announced !== undefined) {
      this.#announced -= payload.length;
      if (this.#announced < 0 || (last && this.#announced > 0)) return ERROR.protocol;
    }
    this.receivedBytes += payload.length;
    if (last) this.#remoteEnded = true;
    if (this.#forgets) this.#carrier.consumed(this, payload.length);
    else this.#incoming.add(payload);
    this.onIncoming?.();
    if (last) this.#closeIfOver();
    return undefined;
  }

  /** Sends the head if it waits; false where it does not. */
  sendHeldHead(): boolean {
    const held = this.#heldHead;
    if (held === undefined) return false;
    this.#heldHead = undefined;
    this.#carrier.sendHead(this, held.head, held.last);
    if (held.last) this.#sentAll();
    return true;
  }

  /** Whether there is anything to send that windows allow. */
  get sendable(): boolean {
    if (this.#heldHead !== undefined) return true;
    return this.#outgoingBytes > 0 ? this.sendWindow > 0 : this.#ending && !this.#localEnded;
  }

  /** Whether what is to be sent has bytes. */
  get hasOutgoing(): boolean {
    return this.#outgoingBytes > 0;
  }

  /** Takes at most `most` bytes of what is to be sent, of one piece. */
  takeOutgoing(most: number): Uint8Array {
    const [piece] = this.#outgoing;
    if (piece === undefined) return NOTHING;
    const taken = piece.length <= most ? piece : piece.subarray(0, most);
    if (taken === piece) this.#outgoing.shift();
    else this.#outgoing[0] = piece.subarray(most);
    this.#outgoingBytes -= taken.length;
    this.sendWindow -= taken.length;
    return taken;
  }

  /** Whether nothing comes after what was taken last. */
  get isAtEnd(): boolean {
    return this.#ending && this.#outgoingBytes === 0;
  }

  /** The end of the response is on its way. */
  sentEnd(): void {
    this.#sentAll();
  }

  /** Tells who waits for the client to catch up. */
  tellDrained(): void {
    if (this.#drained === undefined || !this.#hasRoom()) return;
    const drained = this.#drained;
    this.#drained = undefined;
    drained();
  }

  /** The stream is over; `code`: somebody broke it off. */
  close(code?: ErrorCode): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#resetCode = code;
    this.#heldHead = undefined;
    this.#outgoing.length = 0;
    this.#outgoingBytes = 0;
    this.#drained = undefined;
    while (this.take() !== undefined);
    this.#carrier.over(this);
    this.onIncoming?.();
    this.onClose?.();
  }

  #sentAll(): void {
    this.#localEnded = true;
    this.#closeIfOver();
  }

  #closeIfOver(): void {
    if (!this.#localEnded) return;
    if (this.#remoteEnded) this.close();
    else this.onAnswered?.();
  }

  #hasRoom(): boolean {
    return this.#outgoingBytes <= BACKLOG_BYTES && !this.#carrier.congested;
  }
}

const NOTHING = new Uint8Array();
