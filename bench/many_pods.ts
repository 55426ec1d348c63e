/**
 * A hundred thousand pods as Protobuf, made as they are asked for: nothing keeps them.
 *
 * @module
 */

import { decodeJson, encodeProtobuf } from "../toolkit/codec/mod.ts";
import { schemaOf } from "../toolkit/schema/mod.ts";
import { POD } from "./codec.ts";

export const PODS = 100_000;
export const FIRST_REVISION = 1_000_000;
export const CHANGES_A_SECOND = 1000;
/** Pods of one page of a list: their messages lie in one buffer. */
export const PAGE = 500;

export const POD_TYPE = schemaOf("kubernetes").struct("core/v1", "Pod");

const UID = "0a4e7c1e-7b1d-4f5e-9a63-";
const NODE = "node-";

const digits = (value: number, count: number) => String(value).padStart(count, "0");
export const nameOf = (at: number) => `web-${digits(at, 6)}`;
export const namespaceOf = (at: number) => `team-${digits(at % 50, 2)}`;

const encoder = new TextEncoder();

/** The Protobuf message of a pod as a list holds it, whose identity {@link page} overwrites. */
export function template(): Uint8Array {
  const { metadata, spec, ...rest } = decodeJson(POD_TYPE, JSON.stringify(POD)) as typeof POD;
  return encodeProtobuf(POD_TYPE, {
    ...rest,
    metadata: {
      ...metadata,
      name: nameOf(0),
      namespace: namespaceOf(0),
      uid: `${UID}${digits(0, 12)}`,
      resourceVersion: String(FIRST_REVISION),
    },
    spec: { ...spec, nodeName: `${NODE}${digits(0, 3)}` },
  });
}

/** A page of messages, one after the other in one buffer, as they come from a server. */
export function page(
  template: Uint8Array,
  pods: readonly { readonly at: number; readonly revision: number }[],
): Uint8Array[] {
  const text = new TextDecoder("latin1").decode(template);
  const places = [
    nameOf(0),
    namespaceOf(0),
    UID + digits(0, 12),
    String(FIRST_REVISION),
    NODE + "000",
  ]
    .map((part) => text.indexOf(part));
  const buffer = new Uint8Array(template.length * pods.length);
  return pods.map(({ at, revision }, index) => {
    const message = buffer.subarray(index * template.length, (index + 1) * template.length);
    message.set(template);
    const parts = [
      nameOf(at),
      namespaceOf(at),
      UID + digits(at, 12),
      String(revision),
      NODE + digits(at % 1000, 3),
    ];
    parts.forEach((part, which) => encoder.encodeInto(part, message.subarray(places[which])));
    return message;
  });
}
