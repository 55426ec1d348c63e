/**
 * What is told of one request to whoever records it.
 *
 * @module
 */

/** A body, as it went over the wire before compression. */
export interface AuditedBody {
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/**
 * The record of one request. Its methods are called in the order of the interface, each at most
 * once, and must not throw.
 */
export interface AuditRecord {
  /** Whether {@link requestBody} is to be called; bodies that nobody records are not kept. */
  readonly wantsRequestBody: boolean;
  /** Whether {@link responseBody} is to be called. */
  readonly wantsResponseBody: boolean;
  /** What the client has sent, once all of it was read. */
  requestBody(body: AuditedBody): void;
  /** What is answered, where it is known as a whole: not of watches and streams. */
  responseBody(body: AuditedBody): void;
  /**
   * The head of the answer to a request is about to go out that is meant to last: a watch, a connection to a
   * container. A promise holds it back.
   */
  started(code: number): void | Promise<void>;
  /**
   * It is over: the answer, with the very code that the client was told, or the end of what lasted.
   * A promise holds the answer back until what was recorded is safe; its rejection is a failure of
   * the request where nothing was answered yet.
   */
  completed(code: number): void | Promise<void>;
}
