/**
 * What a stream is on either side of a connection: what has come of a body, and what is to be sent of another.
 *
 * @module
 */

import { ERROR, type ErrorCode } from "./frame.ts";
import { Incoming } from "./incoming.ts";

/** A head that is sent: names in lower case, those that begin with a colon first. */
export type Head = Readonly<Record<string, string | number | readonly string[]>>;

/** What streams ask of their connection. */
export interface StreamCarrier {
  /** Whether the other side does not take what is sent. */
  readonly congested: boolean;
  sendHead(stream: Http2Stream, head: Head, last: boolean): void;
  /** There is something to send. */
  pending(stream: Http2Stream): void;
  /** Bytes of a body were taken: as many may come. */
  consumed(stream: Http2Stream, bytes: number): void;
  sendReset(stream: Http2Stream, code: ErrorCode): void;
  /** Both sides have said all. */
  over(stream: Http2Stream): void;
}

/** What a stream begins with. */
export interface StreamStart {
  readonly id: number;
  /** What may be sent, and what may come, before the receiver allows more. */
  readonly windows: { readonly send: number; readonly receive: number };
}

/** Bytes that wait for the other side to allow them, past which the maker of a body is to wait too. */
const BACKLOG_BYTES = 64 * 1024;
const NOTHING = new Uint8Array();

/** One request and its answer. */
export abstract class Http2Stream {
  readonly id: number;
  /** Called once, when the stream is over for whatever reason. */
  onClose: (() => void) | undefined;
  /** Called when there is more of the body to take, or no more to come. */
  onIncoming: (() => void) | undefined;

  /** Whether the pieces of the body go to other connections as well. */
  sharesPieces = false;
  /** What may still be sent and what may still come; the connection counts. */
  sendWindow: number;
  receiveWindow: number;
  /** Bytes of the body that have come. */
  receivedBytes = 0;
  /** Bytes that were taken and not yet allowed anew. */
  unacknowledged = 0;

  protected readonly carrier: StreamCarrier;
  /** Bytes of the body that its head tells of, less those that came. */
  protected announced: number | undefined;
  #remoteEnded = false;
  #localEnded = false;
  #closed = false;
  #resetCode: ErrorCode | undefined;

  readonly #incoming = new Incoming();
  /** Whether what comes is taken in and forgotten. */
  #forgets = false;
  readonly #outgoing: Uint8Array[] = [];
  #outgoingBytes = 0;
  #ending = false;
  #drained: (() => void) | undefined;

  protected constructor(carrier: StreamCarrier, { id, windows }: StreamStart) {
    this.carrier = carrier;
    this.id = id;
    this.sendWindow = windows.send;
    this.receiveWindow = windows.receive;
  }

  /** Whether all has come that the other side has to say. */
  get remoteEnded(): boolean {
    return this.#remoteEnded;
  }

  /** Whether all was handed to the connection that this side has to say. */
  get localEnded(): boolean {
    return this.#localEnded;
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** Why it was broken off, if it was. */
  get resetCode(): ErrorCode | undefined {
    return this.#resetCode;
  }

  /** A piece of the body; undefined while there is none, and after the last. */
  take(): Uint8Array | undefined {
    const piece = this.#incoming.take();
    if (piece !== undefined) this.carrier.consumed(this, piece.length);
    return piece;
  }

  /** The body, where all of it has come and is one piece; undefined where it is to be taken piece by piece. */
  takeWhole(): Uint8Array | undefined {
    if (!this.#remoteEnded || this.#closed || this.#forgets) return undefined;
    const body = this.#incoming.takeOnly();
    if (body !== undefined && body.length > 0) this.carrier.consumed(this, body.length);
    return body;
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

  /** Sends a piece of the body, which must not change any more; false: the other side has to catch up. */
  write(piece: Uint8Array): boolean {
    if (this.#closed || this.#ending) return true;
    if (piece.length > 0) {
      this.#add(piece);
      this.carrier.pending(this);
    }
    return this.#hasRoom();
  }

  /** Ends the body, with a last piece perhaps. */
  end(last: Uint8Array = NOTHING): void {
    if (this.#closed || this.#ending) return;
    if (last.length > 0) this.#add(last);
    this.#ending = true;
    this.carrier.pending(this);
  }

  /** Calls back once when the other side has caught up; never when it is gone first. */
  onDrain(callback: () => void): void {
    if (this.#hasRoom()) return callback();
    this.#drained = callback;
  }

  /** Breaks off both directions. */
  reset(code: ErrorCode): void {
    if (this.#closed) return;
    this.carrier.sendReset(this, code);
    this.close(code);
  }

  // What the connection calls.

  /** A piece of the body has come. Returns why it may not come, if so. */
  receive(payload: Uint8Array, last: boolean): ErrorCode | undefined {
    if (this.announced !== undefined) {
      this.announced -= payload.length;
      if (this.announced < 0 || (last && this.announced > 0)) return ERROR.protocol;
    }
    this.receivedBytes += payload.length;
    if (last) this.#remoteEnded = true;
    if (this.#forgets) this.carrier.consumed(this, payload.length);
    else this.#incoming.add(payload);
    this.onIncoming?.();
    if (last) this.#closeIfOver();
    return undefined;
  }

  /** Sends the head if it waits; false where it does not. */
  sendHeldHead(): boolean {
    return false;
  }

  /** Whether there is anything to send that windows allow. */
  get sendable(): boolean {
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

  /** The end of what this side has to say is on its way. */
  sentEnd(): void {
    this.#localEnded = true;
    this.#closeIfOver();
  }

  /** Tells who waits for the other side to catch up. */
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
    this.#outgoing.length = 0;
    this.#outgoingBytes = 0;
    this.#drained = undefined;
    this.ended();
    this.carrier.over(this);
    this.onIncoming?.();
    this.onClose?.();
  }

  /** All of it has come already, with its head. */
  protected cameWhole(): void {
    this.#remoteEnded = true;
  }

  /** Called once when it is over, before anybody is told. */
  protected abstract ended(): void;

  /** Called when this side has said all and the other has not. */
  protected abstract saidAll(): void;

  #closeIfOver(): void {
    if (!this.#localEnded) return;
    if (this.#remoteEnded) this.close();
    else this.saidAll();
  }

  #add(piece: Uint8Array): void {
    this.#outgoing.push(piece);
    this.#outgoingBytes += piece.length;
  }

  #hasRoom(): boolean {
    return this.#outgoingBytes <= BACKLOG_BYTES && !this.carrier.congested;
  }
}
