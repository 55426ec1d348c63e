/**
 * Objects of two servers as they can be compared: without what is another one each time.
 *
 * @module
 */

import { isObject } from "../toolkit/values/json.ts";

const UID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g;
/** Of services, where servers are told `--service-cluster-ip-range=10.0.0.0/16`. */
const ADDRESS = /\b10\.0\.\d+\.\d+\b/g;
/** Of events: the name of what they are about, and a time in hexadecimal. */
const EVENT = /^(.+)\.[0-9a-f]{12,16}$/;
const PORT = /\b127\.0\.0\.1:\d+/g;

/** What connections fail with is said in words of the one and of the other. */
const REFUSED = /(dial tcp )?127\.0\.0\.1:a port: (connect: )?connection refused/g;

/** Fields that say nothing about what was done, and what stands for each. */
const REPLACED: Readonly<Record<string, string>> = {
  resourceVersion: "a revision",
  caBundle: "an authority",
  holderIdentity: "somebody",
};

/**
 * The objects, with words for uids, times, addresses and ports. A uid is the name of the object that has it,
 * if that is among them: so an owner reference still says whom it means.
 */
export function comparable(objects: readonly object[], more: Record<string, string> = {}): unknown {
  const names = new Map<string, string>();
  const inWords = (text: string) =>
    Object.entries(more).reduce((said, [from, to]) => said.replaceAll(from, to), text)
      .replaceAll(UID, (uid) => names.get(uid) ?? "a uid")
      .replaceAll(TIME, "a time")
      .replaceAll(ADDRESS, "an address")
      .replaceAll(PORT, "127.0.0.1:a port")
      .replaceAll(REFUSED, "nobody is there")
      .replace(EVENT, "$1.an event");
  for (const object of objects) {
    const { kind, metadata } = object as { kind?: unknown; metadata?: unknown };
    if (!isObject(metadata) || typeof metadata.uid !== "string") continue;
    const name = inWords(String(metadata.name));
    names.set(metadata.uid, `the uid of ${String(kind)} ${name}`);
  }
  const walk = (value: unknown): unknown => {
    if (typeof value === "string") return inWords(value);
    if (Array.isArray(value)) return value.map(walk);
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([field, one]) => {
        const isReplaced = typeof one === "string" && one !== "" && Object.hasOwn(REPLACED, field);
        if (isReplaced) return [field, REPLACED[field]];
        return [inWords(field), field === "managedFields" ? inOrder(walk(one)) : walk(one)];
      }),
    );
  };
  return walk(objects);
}

/** Entries of one second stand in the order of their names, those of others in that of their times. */
function inOrder(entries: unknown): unknown {
  if (!Array.isArray(entries)) return entries;
  const nameOf = ({ manager, operation, apiVersion, subresource }: Record<string, unknown>) =>
    [manager, operation, apiVersion, subresource].join(" ");
  return entries.toSorted((one, other) => {
    const [first, second] = [nameOf(one), nameOf(other)];
    return first === second ? 0 : first < second ? -1 : 1;
  });
}
