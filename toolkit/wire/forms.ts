/**
 * Which form a client speaks of each kind: Protobuf of what is built in, JSON of everything else.
 *
 * @module
 */

import { type AnyKind, groupOnServer } from "../kinds/mod.ts";
import { type Dialect, NAMES } from "../names.ts";
import { decodeObject, jsonForm } from "./json_form.ts";
import type { TransportResponse } from "../transport/exchange.ts";
import type { WireForm } from "./form.ts";

/** What JSON is called. */
export const JSON_TYPE = "application/json";

const OPEN_BRACE = 0x7b;

/** What is known of a kind's forms. */
interface FormsOfKind {
  readonly json: WireForm<unknown>;
  readonly protobuf: WireForm<unknown> | undefined;
  /** What to accept as answers, best first. */
  readonly accept: string;
  /** Reads what `Received.bytes()` gave, in whichever form it came. */
  readonly decodeKept: (bytes: Uint8Array) => object;
}

/** The forms of all kinds, for one server. */
export class WireForms {
  readonly #dialect: Dialect;
  readonly #protobuf: boolean;
  /** Of whole objects, and of no more than their metadata. */
  readonly #whole = new WeakMap<AnyKind, Promise<FormsOfKind>>();
  readonly #partial = new WeakMap<AnyKind, Promise<FormsOfKind>>();

  /** `protobuf`: whether to ask for it. */
  constructor(options: { readonly dialect: Dialect; readonly protobuf: boolean }) {
    this.#dialect = options.dialect;
    this.#protobuf = options.protobuf;
  }

  /** What to accept as answers about a kind, best first; `partial`: no more than the metadata. */
  async accept(kind: AnyKind, partial = false): Promise<string> {
    return (await this.#of(kind, partial)).accept;
  }

  /** The form of an answer about a kind. */
  async ofAnswer<R>(
    kind: AnyKind,
    { headers }: Pick<TransportResponse, "headers">,
    partial = false,
  ): Promise<WireForm<R>> {
    const { json, protobuf } = await this.#of(kind, partial);
    const [type = ""] = [headers["content-type"] ?? ""].flat();
    const isProtobuf = type.startsWith(NAMES[this.#dialect].protobufMediaType);
    return (isProtobuf && protobuf || json) as WireForm<R>;
  }

  /** What reads the objects of a kind out of the bytes that a cache keeps. */
  async decoder<R>(kind: AnyKind, partial = false): Promise<(bytes: Uint8Array) => R> {
    return (await this.#of(kind, partial)).decodeKept as unknown as (bytes: Uint8Array) => R;
  }

  /** What the server calls the version of a kind. */
  apiVersion({ group, version }: AnyKind): string {
    const own = groupOnServer(group, this.#dialect);
    return own === "" ? version : `${own}/${version}`;
  }

  #of(kind: AnyKind, partial: boolean): Promise<FormsOfKind> {
    const all = partial ? this.#partial : this.#whole;
    const known = all.get(kind);
    if (known !== undefined) return known;
    const made = this.#make(kind, partial);
    all.set(kind, made);
    return made;
  }

  async #make(kind: AnyKind, partial: boolean): Promise<FormsOfKind> {
    const names = { apiVersion: this.apiVersion(kind), kind: kind.kind };
    const json = jsonForm<unknown>(names, partial);
    const { protobufMediaType, group } = NAMES[this.#dialect];
    const view = partial ? `;as=PartialObjectMetadata;g=${group("meta")};v=v1` : "";
    const accept = JSON_TYPE + view;
    const withoutProtobuf = { json, protobuf: undefined, accept, decodeKept: decodeObject };
    if (!this.#protobuf) return withoutProtobuf;
    const { protobufForm } = await import("./protobuf_form.ts");
    const form = protobufForm<unknown>(kind, this.#dialect, partial);
    if (form === undefined) return withoutProtobuf;
    return {
      json,
      protobuf: form,
      accept: `${protobufMediaType}${view}, ${accept}`,
      // No message begins as JSON does: with a group, which Protobuf no longer has.
      decodeKept: (bytes) => bytes[0] === OPEN_BRACE ? decodeObject(bytes) : form.decodeKept(bytes),
    };
  }
}
