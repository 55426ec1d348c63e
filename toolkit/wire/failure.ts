/**
 * What answers that are no objects mean, and how much of an answer is taken in.
 *
 * @module
 */

import { CodecError } from "../codec/error.ts";
import { decodeUntypedJson } from "../codec/json.ts";
import { fromResponse, type GroupResource, statusErrorFromObject } from "../errors/mod.ts";
import { joinedBytes } from "../joined_bytes.ts";

/** More of an answer is not taken in: a list of a hundred thousand pods is some 300 MB. */
export const BODY_LIMIT_BYTES = 1024 * 1024 * 1024;

/** More of an answer that tells of a failure is not taken in. */
export const FAILURE_LIMIT_BYTES = 4 * 1024 * 1024;

/** What {@link wholeBody} goes by. */
export interface BodyOptions {
  /** Default {@link BODY_LIMIT_BYTES}. */
  readonly limitBytes?: number;
  /** Called when a piece has come. */
  readonly heard?: (() => void) | undefined;
  /** Where it is put, so that many bodies one after the other leave nothing behind. */
  readonly buffer?: BodyBuffer | undefined;
}

/** Room for one body at a time: the next one overwrites it. */
export class BodyBuffer {
  #bytes = new Uint8Array(FIRST_BODY_BYTES);
  #length = 0;

  /** What was put in since it was cleared. */
  get body(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  clear(): void {
    this.#length = 0;
  }

  put(piece: Uint8Array): void {
    const length = this.#length + piece.length;
    if (length > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(length, this.#bytes.length * 2));
      larger.set(this.body);
      this.#bytes = larger;
    }
    this.#bytes.set(piece, this.#length);
    this.#length = length;
  }
}

const FIRST_BODY_BYTES = 64 * 1024;

/** A body to its end. */
export async function wholeBody(
  body: AsyncIterable<Uint8Array>,
  { limitBytes = BODY_LIMIT_BYTES, heard, buffer }: BodyOptions = {},
): Promise<Uint8Array> {
  buffer?.clear();
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of body) {
    if (buffer === undefined) pieces.push(piece);
    else buffer.put(piece);
    length += piece.length;
    if (length > limitBytes) {
      throw new Error(`the server's answer is longer than ${limitBytes} bytes`);
    }
    heard?.();
  }
  if (buffer !== undefined) return buffer.body;
  return pieces.length === 1 ? pieces[0]! : joinedBytes(pieces, length);
}

/** What is known of a request that failed. */
export interface Failure {
  readonly code: number;
  readonly retryAfter: string | readonly string[] | undefined;
  readonly resource: GroupResource;
  readonly name: string;
}

/** Characters of an answer that becomes part of a message. */
const MESSAGE_LIMIT_CHARS = 2048;

const decoder = new TextDecoder();

/** The error that an answer tells of: the Status in it, or what its code means. */
export function failureOf(
  answer: Uint8Array | object,
  method: string,
  failure: Failure = {
    code: 500,
    retryAfter: undefined,
    resource: { group: "", resource: "" },
    name: "",
  },
): Error {
  const { code, retryAfter, resource, name } = failure;
  const object = answer instanceof Uint8Array ? objectIn(answer) : answer;
  const seconds = Number(typeof retryAfter === "string" ? retryAfter : retryAfter?.[0] ?? 0);
  const status = object && statusErrorFromObject(object);
  if (status !== undefined) {
    if (!(seconds > 0) || status.status.details?.retryAfterSeconds) return status;
    const details = { ...status.status.details, retryAfterSeconds: seconds };
    return statusErrorFromObject({ ...status.status, details }) ?? status;
  }
  const text = answer instanceof Uint8Array ? decoder.decode(answer) : "";
  return fromResponse({
    code,
    method,
    resource,
    name,
    serverMessage: text.trim().slice(0, MESSAGE_LIMIT_CHARS),
    retryAfterSeconds: Number.isFinite(seconds) ? seconds : 0,
  });
}

function objectIn(bytes: Uint8Array): object | undefined {
  try {
    const value = decodeUntypedJson(bytes);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch (error) {
    if (error instanceof CodecError) return undefined;
    throw error;
  }
}
