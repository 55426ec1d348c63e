/**
 * What servers send, and whether somebody who trusts some bundle takes them for who they say: one
 * table for the verifier, for real connections, and for the comparison with Go's.
 *
 * @module
 */

import { USAGE } from "../certificate.ts";
import { dnsConstraints, issue, type Issued, type IssueOptions } from "./issue.ts";

/** The name that all of them are asked by, unless they say otherwise. */
const SERVER_NAME = "hook.default.svc";

/** One case. */
export interface ServerChainCase {
  readonly name: string;
  /** The server's own certificate first. */
  readonly sent: readonly Issued[];
  /** PEM. */
  readonly roots: string;
  readonly serverName: string;
  /** Part of the error; undefined: it is trusted. */
  readonly refused?: RegExp;
  /** The runtime can't serve with it. */
  readonly isNotServed?: true;
}

/** Makes the cases. */
export async function serverChainCases(): Promise<ServerChainCase[]> {
  const leaf = (issuer?: Issued, more: IssueOptions = {}) =>
    issue({ name: "leaf", hosts: [SERVER_NAME], usages: [USAGE.server], ...more }, issuer);
  const ca = (name: string, issuer?: Issued, more: IssueOptions = {}) =>
    issue({ name, authority: true, ...more }, issuer);
  const pem = (...all: readonly Issued[]) => all.map(({ certificate }) => certificate).join("");

  const root = await ca("root");
  const other = await ca("other");
  const namesake = await ca("root");
  const mid = await ca("mid", root);
  const good = await leaf(root);
  const below = await leaf(mid);
  const self = await leaf();
  const selfAuthority = await leaf(undefined, { authority: true });

  const cases: ServerChainCase[] = [];
  const add = (
    name: string,
    sent: readonly Issued[],
    roots: string,
    refused?: RegExp,
    serverName: string = SERVER_NAME,
  ) => cases.push({ name, sent, roots, serverName, ...(refused && { refused }) });
  const UNKNOWN = /signed by unknown authority/;
  const EXPIRED = /has expired or is not yet valid/;

  add("of an authority", [good], pem(root));
  add("of an intermediate that is sent", [below, mid], pem(root));
  add("of an intermediate that is sent among others", [below, other, mid], pem(root));
  add("of an intermediate that is not sent", [below], pem(root), UNKNOWN);
  add("of an intermediate that is trusted", [below], pem(mid));
  add("with the root sent along", [below, mid, root], pem(root));
  add("pinned, of an authority that is not trusted", [good], pem(good));
  add("pinned, with its authority sent along", [below, mid], pem(below));
  add("pinned, signed by itself", [self], pem(self));
  add("pinned, signed by itself, an authority too", [selfAuthority], pem(selfAuthority));
  add("pinned among others", [good], pem(other, good, mid));
  add(
    "pinned amid garbage",
    [good],
    `x\n-----BEGIN CERTIFICATE-----\nMAAC\n-----END CERTIFICATE-----
-----BEGIN CERTIFICATE-----\n!!\n-----END CERTIFICATE-----\n# comment\n${pem(good)}-----BEGIN`,
  );
  add("pinned is another of the same name", [await leaf(root)], pem(good), UNKNOWN);
  add(
    "pinned is another of the same name and key",
    [
      await leaf(root, { keysOf: good }),
    ],
    pem(good),
    UNKNOWN,
  );
  add("signed by itself, not pinned", [self], pem(root), UNKNOWN);
  add(
    "signed by one that is pinned, but no authority",
    [
      await leaf(good, { name: "forged" }),
    ],
    pem(good),
    UNKNOWN,
  );
  add(
    "signed by one that is pinned and sent, but no authority",
    [
      await leaf(good, { name: "forged" }),
      good,
    ],
    pem(good),
    UNKNOWN,
  );
  add("someone else's", [await leaf(other)], pem(root), UNKNOWN);
  add(
    "someone else's, with their authority sent along",
    [await leaf(other), other],
    pem(root),
    UNKNOWN,
  );
  add("of an authority of the same name", [await leaf(namesake)], pem(root), UNKNOWN);
  add("of one of two authorities of the same name", [await leaf(namesake)], pem(root, namesake));

  const plain = await issue({ name: "plain" }, root);
  add("an intermediate without basic constraints", [await leaf(plain), plain], pem(root), UNKNOWN);
  const never = await issue({ name: "never", authority: false }, root);
  add("an intermediate that is no authority", [await leaf(never), never], pem(root), UNKNOWN);
  add("a root that is no authority", [await leaf(never)], pem(never), UNKNOWN);
  const mute = await ca("mute", root, { mayNotSign: true });
  add("an intermediate that may not sign", [await leaf(mute), mute], pem(root), UNKNOWN);
  const short = await ca("short", root, { pathLength: 0 });
  const tooMany = await ca("second", short);
  add(
    "more intermediates than allowed",
    [
      await leaf(tooMany),
      tooMany,
      short,
    ],
    pem(root),
    UNKNOWN,
  );
  add("as many intermediates as allowed", [await leaf(short), short], pem(root));

  add("expired", [await leaf(root, { from: -9, until: -1 })], pem(root), EXPIRED);
  const over = await leaf(root, { from: -9, until: -1 });
  add("expired, pinned", [over], pem(over), EXPIRED);
  add("not yet valid", [await leaf(root, { from: 1, until: 9 })], pem(root), EXPIRED);
  const oldMid = await ca("mid", root, { from: -9, until: -1, keysOf: mid });
  add("an expired intermediate", [below, oldMid], pem(root), UNKNOWN);
  add("an expired intermediate and its successor", [below, oldMid, mid], pem(root));
  const oldRoot = await ca("root", undefined, { from: -9, until: -1, keysOf: root });
  add("an expired root", [good], pem(oldRoot), UNKNOWN);
  add("an expired root and its successor", [good], pem(oldRoot, root));
  const crossed = await ca("root", other, { keysOf: root });
  add("crosswise signed, by who is trusted", [good, crossed], pem(other));
  add("crosswise signed, the old root trusted", [good, crossed], pem(root));
  add("crosswise signed, by an expired one too", [good, oldRoot, crossed], pem(other));

  const named = (hosts: string[]) => leaf(root, { hosts });
  const add1 = async (name: string, hosts: string[], asked: string, refused?: RegExp) =>
    add(name, [await named(hosts)], pem(root), refused, asked);
  const WRONG = /is valid for .*, not /;
  await add1("for another name", ["other.default.svc"], SERVER_NAME, WRONG);
  add("for another name, pinned", [good], pem(good), WRONG, "other.default.svc");
  await add1("for a name in capitals", ["HOOK.Default.svc"], SERVER_NAME);
  await add1("asked by a name with a dot at its end", [SERVER_NAME], `${SERVER_NAME}.`);
  await add1("for a wildcard", ["*.default.svc"], SERVER_NAME);
  await add1("for a wildcard of another depth", ["*.svc"], SERVER_NAME, WRONG);
  await add1("for a wildcard that is not the whole label", ["h*.default.svc"], SERVER_NAME, WRONG);
  await add1("for a wildcard in the middle", ["hook.*.svc"], SERVER_NAME, WRONG);
  await add1("for everything", ["*"], SERVER_NAME, WRONG);
  await add1("for a wildcard, asked by what it is below", ["*.default.svc"], "default.svc", WRONG);
  await add1("for an address", ["127.0.0.1"], "127.0.0.1");
  await add1("for another address", ["127.0.0.2"], "127.0.0.1", WRONG);
  await add1("for an address of IPv6, spelled otherwise", ["2001:db8::1"], "2001:db8:0:0::1");
  await add1(
    "for a name, asked by an address",
    [SERVER_NAME],
    "127.0.0.1",
    /doesn't contain any IP SANs/,
  );
  await add1("for an address as a name", ["x"], "127.0.0.1", /doesn't contain any IP SANs/);
  add(
    "with its common name alone",
    [
      await issue({ name: SERVER_NAME, usages: [USAGE.server] }, root),
    ],
    pem(root),
    /legacy Common Name/,
  );

  const use = async (name: string, usages: string[], refused?: RegExp) =>
    add(name, [await leaf(root, { usages })], pem(root), refused);
  const USE = /incompatible key usage/;
  await use("for clients only", [USAGE.client], USE);
  await use("for clients and servers", [USAGE.client, USAGE.server]);
  await use("for any use", [USAGE.any]);
  await use("that says nothing of its use", []);
  const clients = await leaf(root, { usages: [USAGE.client] });
  add("for clients only, pinned", [clients], pem(clients), USE);
  const clientMid = await ca("client mid", root, { usages: [USAGE.client] });
  add("an intermediate for clients only", [await leaf(clientMid), clientMid], pem(root), USE);

  const limited = async (
    name: string,
    permitted: string[],
    excluded: string[],
    refused?: RegExp,
  ) => {
    const nameConstraints = dnsConstraints(permitted, excluded);
    const one = await ca("limited", undefined, { nameConstraints });
    add(name, [await leaf(one)], pem(one), refused);
  };
  const NAME = /not authorized to sign for this name/;
  await limited("of an authority for this name", ["default.svc"], []);
  await limited("of an authority for what is below", [".default.svc"], []);
  await limited("of an authority for others", ["other.svc"], [], NAME);
  await limited("of an authority for an ending that is no domain", ["ault.svc"], [], NAME);
  await limited("of an authority not for this one", [], ["default.svc"], NAME);
  await limited("of an authority not for others", [], ["other.svc"]);
  add(
    "with an extension that nobody knows",
    [
      await leaf(root, { unknownCritical: true }),
    ],
    pem(root),
    /unhandled critical extension/,
  );

  for (const keyKind of ["P-256", "P-384", "RSA", "Ed25519"] as const) {
    const one = await ca(`root of ${keyKind}`, undefined, { keyKind });
    const its = await leaf(one, { keyKind });
    add(`${keyKind}`, [its], pem(one));
    add(`${keyKind}, pinned`, [its], pem(its));
    add(`${keyKind}, of an authority of P-256`, [await leaf(root, { keyKind })], pem(root));
  }
  return cases.map((one) =>
    one.name === "with an extension that nobody knows" ? { ...one, isNotServed: true } : one
  );
}
