/**
 * The names that an authority may sign for. The rules are those of RFC 5280 as Go's verifier has
 * them: every name of every certificate below the authority is held against them, asked for or not.
 *
 * @module
 */

import { isIP } from "node:net";
import { strictDerElements, TAG } from "./der.ts";
import { asciiOf, type SubjectNames } from "./subject_names.ts";

/** A range of addresses: 4 or 16 bytes each. */
interface AddressRange {
  readonly address: Uint8Array;
  readonly mask: Uint8Array;
}

interface Subtrees {
  readonly dns: readonly string[];
  readonly email: readonly string[];
  readonly uri: readonly string[];
  readonly ip: readonly AddressRange[];
}

/**
 * The name constraints extension (RFC 5280) of an authority's certificate: the names that
 * certificates below it may and may not have.
 */
export interface NameConstraints {
  readonly permitted: Subtrees;
  readonly excluded: Subtrees;
  /** True where it speaks of kinds of names that are not known here. */
  readonly hasUnknown: boolean;
}

const PERMITTED = 0xa0;
const EXCLUDED = 0xa1;
const EMAIL = 0x81;
const DNS = 0x82;
const URI = 0x86;
const IP = 0x87;

/** Comparisons of names with constraints: certificates made to cost time end here. */
export const MAX_CONSTRAINT_COMPARISONS = 250_000;

/** Reads the extension's value. Throws on one that is malformed. */
export function nameConstraintsOf(value: Uint8Array): NameConstraints {
  const [sequence, ...more] = strictDerElements(value);
  if (sequence?.tag !== TAG.sequence || more.length > 0) throw invalid();
  const parts = strictDerElements(sequence.bytes);
  const tags = parts.map(({ tag }) => tag).join();
  const lists = [`${PERMITTED}`, `${EXCLUDED}`, `${PERMITTED},${EXCLUDED}`];
  if (!lists.includes(tags) || parts.every(({ bytes }) => bytes.length === 0)) throw invalid();
  const read = (wanted: number) => subtreesOf(parts.find(({ tag }) => tag === wanted)?.bytes);
  const [permitted, excluded] = [read(PERMITTED), read(EXCLUDED)];
  const hasUnknown = permitted.hasUnknown || excluded.hasUnknown;
  return { permitted, excluded, hasUnknown };
}

function invalid(what = "invalid name constraints"): Error {
  return new Error(`x509: ${what}`);
}

function subtreesOf(list: Uint8Array = new Uint8Array()): Subtrees & { hasUnknown: boolean } {
  const found = {
    dns: [] as string[],
    email: [] as string[],
    uri: [] as string[],
    ip: [] as AddressRange[],
    hasUnknown: false,
  };
  for (const subtree of strictDerElements(list)) {
    const [base] = strictDerElements(subtree.bytes);
    if (subtree.tag !== TAG.sequence || base === undefined) throw invalid();
    const { tag, bytes } = base;
    if (tag === DNS) found.dns.push(domainOf(bytes));
    else if (tag === URI) found.uri.push(hostOf(bytes));
    else if (tag === EMAIL) found.email.push(emailOf(bytes));
    else if (tag === IP) found.ip.push(rangeOf(bytes));
    else found.hasUnknown = true;
  }
  return found;
}

function domainOf(bytes: Uint8Array): string {
  const domain = asciiOf(bytes);
  if (!isDomain(domain.replace(/^\./, ""))) {
    throw invalid(`failed to parse the name constraint ${JSON.stringify(domain)}`);
  }
  return domain.toLowerCase();
}

function hostOf(bytes: Uint8Array): string {
  if (isIP(asciiOf(bytes)) > 0) throw invalid("a URI constraint can't be an address");
  return domainOf(bytes);
}

function emailOf(bytes: Uint8Array): string {
  const text = asciiOf(bytes);
  return text.includes("@") ? mailboxOf(text).join("@") : domainOf(bytes);
}

function rangeOf(bytes: Uint8Array): AddressRange {
  const half = bytes.length / 2;
  if (half !== 4 && half !== 16) {
    throw invalid(`an address constraint of ${bytes.length} bytes`);
  }
  const mask = bytes.subarray(half);
  const bits = [...mask].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  if (!/^1*0*$/.test(bits)) throw invalid("an address constraint with an invalid mask");
  return { address: bytes.subarray(0, half), mask };
}

/** Whether it is made of labels; the empty one is every name's. */
function isDomain(text: string): boolean {
  return text === "" || text.split(".").every((label) => /^[\x21-\x7e]+$/.test(label));
}

/** The local part and the domain, which is the same in any case. */
function mailboxOf(text: string): [local: string, domain: string] {
  // Quoted local parts, which nobody has, are refused: what can't be compared can't be permitted.
  const [, local, domain] = /^([A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]+)@([^@]+)$/.exec(text) ?? [];
  const dots = local === undefined || /^\.|\.\.|\.$/.test(local);
  if (dots || domain === undefined || !isDomain(domain)) {
    throw invalid(`cannot parse the mailbox ${JSON.stringify(text)}`);
  }
  return [local, domain.toLowerCase()];
}

/** Why `names` may not be signed for; undefined where they may. `count` is told of comparisons. */
export function constraintProblem(
  names: SubjectNames,
  { permitted, excluded }: NameConstraints,
  count: (comparisons: number) => void,
): string | undefined {
  const judge = <N, C>(
    kind: string,
    name: N,
    shown: string,
    allowed: readonly C[],
    denied: readonly C[],
    fits: (constraint: C, name: N, isExclusion: boolean) => boolean,
  ): string | undefined => {
    count(allowed.length + denied.length);
    if (allowed.length > 0 && !allowed.some((one) => fits(one, name, false))) {
      return `${kind} ${JSON.stringify(shown)} is not permitted by any constraint`;
    }
    return denied.some((one) => fits(one, name, true))
      ? `${kind} ${JSON.stringify(shown)} is excluded by a constraint`
      : undefined;
  };
  for (const address of names.ip) {
    const shown = [...address].join(".");
    const problem = judge("IP address", address, shown, permitted.ip, excluded.ip, isInRange);
    if (problem !== undefined) return problem;
  }
  for (const name of names.dns) {
    if (!isDomain(name)) return `cannot parse the DNS name ${JSON.stringify(name)}`;
    const lower = name.toLowerCase();
    const problem = judge("DNS name", lower, name, permitted.dns, excluded.dns, isBelow);
    if (problem !== undefined) return problem;
  }
  for (const uri of names.uri) {
    const host = hostOfUri(uri);
    if (host === undefined) {
      return `the URI ${JSON.stringify(uri)} cannot be matched against constraints`;
    }
    const problem = judge("URI", host, uri, permitted.uri, excluded.uri, isBelow);
    if (problem !== undefined) return problem;
  }
  for (const email of names.email) {
    let mailbox;
    try {
      mailbox = mailboxOf(email);
    } catch {
      return `cannot parse the mailbox ${JSON.stringify(email)}`;
    }
    const problem = judge("email address", mailbox, email, permitted.email, excluded.email, isOf);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function isInRange({ address, mask }: AddressRange, name: Uint8Array): boolean {
  return name.length === address.length &&
    name.every((byte, at) => (byte & (mask[at] ?? 0)) === ((address[at] ?? 0) & (mask[at] ?? 0)));
}

/** `.example.com` means what is below it; `example.com` also the name itself. Both in lower case. */
function isBelow(constraint: string, name: string, isExclusion: boolean): boolean {
  if (constraint === "") return true;
  if (name.endsWith(constraint)) {
    const before = name.length - constraint.length;
    if (before === 0 || constraint.startsWith(".") || name[before - 1] === ".") return true;
  }
  // `*.example.com` stands for every name one label below, `bad.example.com` among them.
  if (!isExclusion || !name.startsWith("*")) return false;
  const dot = constraint.indexOf(".");
  return dot >= 0 && name.slice(1) === constraint.slice(dot);
}

function isOf(
  constraint: string,
  [local, domain]: readonly [string, string],
  isExclusion: boolean,
): boolean {
  return constraint.includes("@")
    ? constraint === `${local}@${domain}`
    : isBelow(constraint, domain, isExclusion);
}

function hostOfUri(text: string): string | undefined {
  const [, authority = ""] = /^[A-Za-z][A-Za-z0-9+.-]*:\/\/([^/?#]*)/.exec(text) ?? [];
  const host = authority.replace(/^.*@/, "").replace(/:[0-9]*$/, "").toLowerCase();
  if (host === "" || host.startsWith("[") || isIP(host) > 0 || !isDomain(host)) return undefined;
  return host;
}
