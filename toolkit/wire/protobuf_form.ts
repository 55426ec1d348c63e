/**
 * Objects of built-in kinds as Protobuf. The table of the whole API hangs on this module: it is loaded
 * when the first such kind is read.
 *
 * @module
 */

import type { TrimOptions } from "./trim_object.ts";
import { trimProtobuf } from "./trim_protobuf.ts";
import {
  CodecError,
  decodeContent,
  decodeEnvelope,
  decodeProtobuf,
  decodeWatchFrame,
  type Envelope,
} from "../codec/mod.ts";
import { ProtobufInput } from "../codec/protobuf_input.ts";
import { type AnyKind, groupOnServer } from "../kinds/mod.ts";
import type { Dialect } from "../names.ts";
import { type Schema, schemaOf, type StructType } from "../schema/mod.ts";
import { BODY_LIMIT_BYTES, failureOf } from "./failure.ts";
import { framesOf } from "./watch_frames.ts";
import { newestManagerIn } from "./newest_manager.ts";
import {
  keyOf,
  type Received,
  type ReceivedEvent,
  type ReceivedPage,
  type WireForm,
} from "./form.ts";

/** How many bytes a message may have: what an answer may have. */
const LIMIT = { limitBytes: BODY_LIMIT_BYTES };

/** The type of a kind, and what its objects are called. */
interface TypeOfKind {
  readonly struct: StructType;
  readonly apiVersion: string;
  readonly kind: string;
  /** Whether the server sends no more than the metadata, which it calls by another name. */
  readonly partial: boolean;
}

/** Tags of fields: of a list, of its metadata, and of the metadata of an object. */
const METADATA = 0x0a, ITEMS = 0x12, LIST_REVISION = 0x12, LIST_CONTINUE = 0x1a;
const NAME = 0x0a, NAMESPACE = 0x1a, UID = 0x2a, REVISION = 0x32;
const PARTIAL = "PartialObjectMetadata";
/** Characters of an answer that become part of a message. */
const SHOWN_CHARS = 100;
const FIRST: ReadonlySet<number> = new Set([1]), FIRST_TWO: ReadonlySet<number> = new Set([1, 2]);
const LIST_META: ReadonlySet<number> = new Set([2, 3]);
const OBJECT_META: ReadonlySet<number> = new Set([1, 3, 5, 6]);

/** The form of a kind; undefined where the kind is not built in. */
export function protobufForm<R>(
  kind: AnyKind,
  dialect: Dialect,
  partial: boolean,
): ProtobufForm<R> | undefined {
  const schema = schemaOf(dialect);
  const group = groupOnServer(kind.group, dialect);
  const whole = schema.kind(group, kind.version, kind.kind);
  if (whole?.hasProtobuf !== true) return undefined;
  const type = partial ? schema.struct("meta/v1", PARTIAL) : whole;
  const apiVersion = group === "" ? kind.version : `${group}/${kind.version}`;
  return new ProtobufForm<R>(schema, { struct: type, apiVersion, kind: kind.kind, partial });
}

/** Objects of one kind in Protobuf. */
class ProtobufForm<R> implements WireForm<R> {
  readonly #schema: Schema;
  readonly #type: TypeOfKind;

  constructor(schema: Schema, type: TypeOfKind) {
    this.#schema = schema;
    this.#type = type;
  }

  readonly messages = framesOf;

  object(body: Uint8Array): Received<R> {
    return this.#received(decodeEnvelope(body));
  }

  other(body: Uint8Array, trim?: TrimOptions): object {
    const find = (group: string, version: string, kind: string) =>
      this.#schema.kind(group, version, kind);
    const envelope = decodeEnvelope(body);
    const raw = trim !== undefined && this.#isExpected(envelope)
      ? trimProtobuf(envelope.raw, trim)
      : envelope.raw;
    return decodeContent({ ...envelope, raw }, find, LIMIT).object;
  }

  /** The object that bytes hold which `Received.bytes()` gave. */
  decodeKept(message: Uint8Array): object {
    return decodeMessage(this.#type, message);
  }

  page(body: Uint8Array): ReceivedPage<R> {
    const { kind, raw } = decodeEnvelope(body);
    const expected = this.#type;
    const list = `${expected.partial ? PARTIAL : expected.kind}List`;
    if (kind !== list) {
      throw new CodecError(
        `protobuf: the server sent a ${kind.slice(0, SHOWN_CHARS)} where a ${list} was asked for`,
      );
    }
    const input = new ProtobufInput(raw);
    const starts: number[] = [];
    let about = { revision: "", next: "" };
    while (input.at < input.end) {
      const tag = input.tag();
      if (tag === ITEMS) starts.push(input.at), input.delimited();
      else if (tag === METADATA) about = aboutList(input.delimited());
      else input.skipUnknown(tag, FIRST_TWO);
    }
    return { ...about, items: this.#items(raw, starts) };
  }

  /** What is made for all at once would outlive collections of garbage, and make them rarer and larger. */
  *#items(raw: Uint8Array, starts: readonly number[]): Generator<Received<R>, void> {
    const input = new ProtobufInput(raw);
    for (const start of starts) {
      input.at = start;
      yield new ProtobufReceived<R>(this.#type, input.delimited());
    }
  }

  event(message: Uint8Array): ReceivedEvent<R> {
    const { type, object } = decodeWatchFrame(message);
    switch (type) {
      case "ADDED":
      case "MODIFIED":
      case "DELETED":
        return { type, object: this.object(object) };
      case "BOOKMARK":
        return { type, revision: identityOf(decodeEnvelope(object).raw).revision };
      case "ERROR":
        throw failureOf(this.other(object), "GET");
      default:
        throw new CodecError(`protobuf: an event of the watch has the type ${type}`);
    }
  }

  #isExpected({ contentType, apiVersion, kind }: Envelope): boolean {
    const expected = this.#type;
    if (contentType !== "") return false;
    return expected.partial
      ? kind === PARTIAL
      : apiVersion === expected.apiVersion && kind === expected.kind;
  }

  #received(envelope: Envelope): Received<R> {
    const { apiVersion, kind, raw } = envelope;
    const expected = this.#type;
    if (!this.#isExpected(envelope)) {
      throw new CodecError(
        `protobuf: the server sent a ${kind} of ${apiVersion} where a ${expected.kind} of ` +
          `${expected.apiVersion} was asked for`,
      );
    }
    return new ProtobufReceived<R>(expected, raw);
  }
}

function decodeMessage({ struct, apiVersion, kind }: TypeOfKind, message: Uint8Array): object {
  return Object.assign({ kind, apiVersion }, decodeProtobuf(struct, message, LIMIT));
}

/** An object in Protobuf: its message without the envelope, as lists have it. */
class ProtobufReceived<R> implements Received<R> {
  readonly key: string;
  readonly uid: string;
  readonly revision: string;
  readonly #type: TypeOfKind;
  readonly #message: Uint8Array;

  constructor(type: TypeOfKind, message: Uint8Array) {
    const { name, namespace, uid, revision } = identityOf(message);
    this.key = keyOf(namespace, name);
    this.uid = uid;
    this.revision = revision;
    this.#type = type;
    this.#message = message;
  }

  take(): R {
    return decodeMessage(this.#type, this.#message) as R;
  }

  bytes(trim?: TrimOptions): Uint8Array {
    return trim === undefined ? this.#message : trimProtobuf(this.#message, trim);
  }

  newestManager(): string {
    const input = new ProtobufInput(this.#message);
    while (input.at < input.end) {
      const tag = input.tag();
      if (tag === METADATA) return newestManagerIn(input.delimited());
      input.skipUnknown(tag, FIRST);
    }
    return "";
  }
}

/** The metadata of a list. */
function aboutList(metadata: Uint8Array) {
  const input = new ProtobufInput(metadata);
  let revision = "", next = "";
  while (input.at < input.end) {
    const tag = input.tag();
    if (tag === LIST_REVISION) revision = input.loneString();
    else if (tag === LIST_CONTINUE) next = input.loneString();
    else input.skipUnknown(tag, LIST_META);
  }
  return { revision, next };
}

/** Who an object is, read without all the rest of it. */
function identityOf(message: Uint8Array) {
  const input = new ProtobufInput(message);
  const identity = { name: "", namespace: "", uid: "", revision: "" };
  while (input.at < input.end) {
    const tag = input.tag();
    if (tag === METADATA) readIdentity(input.delimited(), identity);
    else input.skipUnknown(tag, FIRST);
  }
  return identity;
}

function readIdentity(
  metadata: Uint8Array,
  identity: { name: string; namespace: string; uid: string; revision: string },
): void {
  const input = new ProtobufInput(metadata);
  while (input.at < input.end) {
    const tag = input.tag();
    if (tag === NAME) identity.name = input.loneString();
    else if (tag === NAMESPACE) identity.namespace = input.loneString();
    else if (tag === UID) identity.uid = input.loneString();
    else if (tag === REVISION) identity.revision = input.loneString();
    else input.skipUnknown(tag, OBJECT_META);
  }
}
