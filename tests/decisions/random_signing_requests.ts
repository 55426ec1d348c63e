/**
 * Random requests for certificates (PKCS#10), byte by byte: as programs make them, and as none should. And requests to
 * the server that are about such.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import { generateKeyPairSync, sign } from "node:crypto";
import { Choices } from "./choices.ts";
import type { Part } from "./random_nodes.ts";
import type { Writing } from "./random_writes.ts";
import { der } from "../../testing/der.ts";

/** What of a request's object matters to signers. */
export interface AskedCertificate {
  /** In base64. */
  readonly request: string;
  readonly usages: readonly string[];
  readonly username: string;
}

/** When something is signed, for how long, and until when whoever signs may. */
export interface Times {
  readonly nowMs: number;
  readonly ttlSeconds: number;
  readonly endMs: number;
}

const SIGNERS = [
  "kubernetes.io/kubelet-serving",
  "kubernetes.io/kube-apiserver-client-kubelet",
  "kubernetes.io/kube-apiserver-client",
  "kubernetes.io/legacy-unknown",
] as const;

const { privateKey: KEY, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
const KEY_INFO = publicKey.export({ type: "spki", format: "der" });
const OIDS = {
  commonName: [0x55, 4, 3],
  organization: [0x55, 4, 10],
  unit: [0x55, 4, 11],
  extensionRequest: [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 9, 14],
  challenge: [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 9, 7],
  subjectNames: [0x55, 0x1d, 17],
  keyUsage: [0x55, 0x1d, 15],
  ecdsaSha256: [0x2a, 0x86, 0x48, 0xce, 0x3d, 4, 3, 2],
} as const;
const TAGS = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  oid: 0x06,
  utf8: 0x0c,
  sequence: 0x30,
  set: 0x31,
  numeric: 0x12,
  printable: 0x13,
  t61: 0x14,
  ia5: 0x16,
  universal: 0x1c,
  bmp: 0x1e,
  attributes: 0xa0,
} as const;
/** Tags of names beside subjects. */
const NAMES = {
  other: 0xa0,
  email: 0x81,
  dns: 0x82,
  directory: 0xa4,
  uri: 0x86,
  ip: 0x87,
  id: 0x88,
};
const NODES = ["system:node:n1", "system:node:n1", "system:node:n2", "system:node:"];
const TEXTS = ["n1", "", "a_b", "a@b", "a*b&c", "é", "12 3", "a\nb", "a\u0000b", "system:masters"];
const USAGES = ["digital signature", "key encipherment", "client auth", "server auth"];
const OTHER_USAGES = [
  "signing",
  "content commitment",
  "key agreement",
  "data encipherment",
  "cert sign",
  "crl sign",
  "encipher only",
  "decipher only",
  "any",
  "code signing",
  "email protection",
  "s/mime",
  "ipsec end system",
  "ipsec tunnel",
  "ipsec user",
  "timestamping",
  "ocsp signing",
  "microsoft sgc",
  "netscape sgc",
];

/** Makes requests for certificates, and others about them. */
export class RandomSigningRequests extends Choices {
  #made: readonly AskedCertificate[] | undefined;

  signer(): string {
    return this.one(SIGNERS);
  }

  asked(): AskedCertificate {
    return {
      request: Buffer.from(this.#pem()).toString("base64"),
      usages: this.#usages(),
      username: this.one([...NODES, "jane"]),
    };
  }

  times(): Times {
    const nowMs = Date.UTC(2026, 0, 2) + this.below(1000);
    const minutes = () => this.one([-10, -6, -5, -4, -1, 0, 1, 60, 600, 100_000]);
    return {
      nowMs,
      ttlSeconds: this.one([600, 3600, 28_799, 28_800, 28_801, 86_400, 31_536_000]),
      endMs: nowMs + 60_000 * minutes(),
    };
  }

  anyUsages(): string[] {
    const all = [...USAGES, ...OTHER_USAGES, ...OTHER_USAGES];
    return this.many(4, () => this.chance(0.03) ? this.one(["x", "Any", ""]) : this.one(all));
  }

  /** Who may do what for which signer. */
  allowed(): string[] {
    const whats = ["approve", "sign"].flatMap((verb) =>
      [...SIGNERS, "kubernetes.io/*", "example.com/*", "example.com/a", "*"]
        .map((signer) => `${verb} ${signer}`)
    );
    return this.chance(0.2) ? [] : this.many(4, () => this.one(whats));
  }

  writing(): Writing {
    const isNew = this.chance(0.4);
    const old = this.#object();
    const object = isNew || this.chance(0.5) ? this.#object() : old;
    return {
      user: "jane",
      groups: [],
      operation: isNew ? "CREATE" : "UPDATE",
      group: "certificates.k8s.io",
      version: "v1",
      resource: "certificatesigningrequests",
      subresource: isNew ? "" : this.one(["approval", "status", "status", ""]),
      namespace: "",
      name: "r",
      apiVersion: "certificates.k8s.io/v1",
      kind: "CertificateSigningRequest",
      object,
      ...(!isNew && { old }),
    };
  }

  /** To sign each takes a while. */
  #some(): readonly AskedCertificate[] {
    return this.#made ??= Array.from({ length: 500 }, () => this.asked());
  }

  #object(): Part {
    const condition = () => ({
      type: this.one(["Approved", "Denied", "Failed"]),
      status: "True",
      ...(this.chance(0.3) && { reason: this.one(["a", "b"]) }),
      ...(this.chance(0.3) && { lastUpdateTime: this.one(TIMES) }),
    });
    return {
      metadata: { name: "r", ...(this.chance(0.2) && { labels: { a: this.one(["b", "c"]) } }) },
      spec: {
        signerName: this.one([...SIGNERS, "kubernetes.io/kube-apiserver-client", "example.com/a"]),
        ...this.one(this.#some()),
      },
      status: {
        ...(this.chance(0.5) && {
          conditions: this.chance(0.2) ? [] : this.many(2, condition),
        }),
        ...(this.chance(0.3) && { certificate: this.one(["", btoa("a"), btoa("b")]) }),
      },
    };
  }

  #usages(): string[] {
    const usages = USAGES.filter(() => this.chance(0.6));
    if (this.chance(0.4)) {
      return this.one([[...USAGES.slice(0, 3)], ["digital signature", "client auth"]]);
    }
    if (this.chance(0.3)) return [USAGES[0]!, USAGES[1]!, USAGES[3]!];
    return this.chance(0.1) ? [...usages, this.one(["signing", ...usages])] : usages;
  }

  #pem(): string {
    const signed = this.#signedPart();
    const algorithm = der(TAGS.sequence, der(TAGS.oid, OIDS.ecdsaSha256));
    const signature = sign("sha256", signed, KEY);
    if (this.chance(0.01)) signature[signature.length - 1]! ^= 1;
    const rest = this.chance(0.01) ? [0] : [];
    const whole = Buffer.concat([
      der(TAGS.sequence, signed, algorithm, der(TAGS.bitString, [0], signature)),
      Uint8Array.from(rest),
    ]);
    const label = this.chance(0.98) ? "CERTIFICATE REQUEST" : "NEW CERTIFICATE REQUEST";
    const lines = whole.toString("base64").replace(/.{64}/g, "$&\n");
    const pem = `-----BEGIN ${label}-----\n${lines}\n-----END ${label}-----\n`;
    if (this.chance(0.97)) return pem;
    return this.one([`note\n${pem}`, `${pem}more`, pem.trimEnd(), pem.slice(0, -30), pem + pem]);
  }

  #signedPart(): Uint8Array {
    const version = this.chance(0.99) ? 0 : 1;
    return der(
      TAGS.sequence,
      der(TAGS.integer, [version]),
      this.#subject(),
      KEY_INFO,
      der(TAGS.attributes, ...this.#attributes()),
    );
  }

  #subject(): Uint8Array {
    const name = () => this.#field(OIDS.commonName, this.chance(0.9) ? NODES : TEXTS);
    const group = () =>
      this.#field(OIDS.organization, this.chance(0.9) ? ["system:nodes"] : [...TEXTS]);
    const fields = this.chance(0.8) ? [group(), name()] : this.one([
      [name()],
      [group()],
      [name(), name(), group()],
      [group(), group(), name()],
      [group(), name(), this.#field(OIDS.unit, TEXTS)],
      [],
    ]);
    if (this.chance(0.1)) return der(TAGS.sequence, der(TAGS.set, ...fields));
    return der(TAGS.sequence, ...fields.map((field) => der(TAGS.set, field)));
  }

  #field(oid: readonly number[], texts: readonly string[]): Uint8Array {
    const text = this.one(texts);
    const tag = this.chance(0.9) ? this.one([TAGS.utf8, TAGS.printable]) : this.one([
      TAGS.ia5,
      TAGS.t61,
      TAGS.bmp,
      TAGS.universal,
      TAGS.numeric,
      TAGS.integer,
      TAGS.octetString,
      TAGS.boolean,
    ]);
    const bytes = tag === TAGS.bmp
      ? Buffer.from(text, "utf16le").swap16()
      : this.chance(0.01)
      ? Uint8Array.of(0xff, 0x41)
      : Buffer.from(text, this.chance(0.9) ? "utf8" : "latin1");
    return der(TAGS.sequence, der(TAGS.oid, oid), der(tag, bytes));
  }

  #attributes(): Uint8Array[] {
    const challenge = der(
      TAGS.sequence,
      der(TAGS.oid, OIDS.challenge),
      der(TAGS.set, der(TAGS.utf8, Buffer.from("x"))),
    );
    const extensions = () =>
      der(
        TAGS.sequence,
        der(TAGS.oid, OIDS.extensionRequest),
        der(TAGS.set, der(TAGS.sequence, ...this.#extensions())),
      );
    if (this.chance(0.3)) return this.chance(0.8) ? [] : [challenge];
    return this.chance(0.9)
      ? [extensions()]
      : this.one([[challenge, extensions()], [extensions(), extensions()], [
        extensions(),
        challenge,
      ]]);
  }

  #extensions(): Uint8Array[] {
    const extension = (oid: readonly number[], value: Uint8Array) =>
      der(
        TAGS.sequence,
        der(TAGS.oid, oid),
        ...(this.chance(0.2) ? [der(TAGS.boolean, [0xff])] : []),
        der(TAGS.octetString, value),
      );
    const names = () => extension(OIDS.subjectNames, der(TAGS.sequence, ...this.#subjectNames()));
    const usage = () => extension(OIDS.keyUsage, der(TAGS.bitString, [5, 0xa0]));
    return this.chance(0.9)
      ? [names()]
      : this.one([[usage()], [usage(), names()], [names(), names()]]);
  }

  #subjectNames(): Uint8Array[] {
    const text = (tag: number, texts: readonly string[]) =>
      der(tag, Buffer.from(this.one(texts), "latin1"));
    const address = () => Uint8Array.from(this.many(1, () => 0).concat([0, 0, 1]));
    return this.many(this.chance(0.7) ? 1 : 3, () =>
      this.one<() => Uint8Array>([
        () => text(NAMES.dns, ["n1.example.com", "n1", "*.example.com", "", "a_b", "é", "a b"]),
        () => text(NAMES.dns, ["n1.example.com", "n1"]),
        () => der(NAMES.ip, address()),
        () =>
          der(
            NAMES.ip,
            this.one([
              [10, 0, 0, 1],
              new Array(16).fill(1),
              [1, 2],
              [],
              new Array(8).fill(1),
              MAPPED,
            ]),
          ),
        () => text(NAMES.email, ["a@example.com", "a", "", "é"]),
        () =>
          text(NAMES.uri, [
            "spiffe://a/b",
            "https://example.com/x?y",
            "a",
            "",
            "http://[::1",
            "http://a b",
            "%zz",
            "é",
          ]),
        () => der(NAMES.other, der(TAGS.oid, OIDS.unit)),
        () => der(NAMES.directory, der(TAGS.sequence)),
        () => der(NAMES.id, OIDS.unit),
      ])());
  }
}

const TIMES = ["2026-01-02T03:04:05Z", "2026-01-02T04:04:05+01:00", "2026-01-02T03:04:06Z"];
/** An address of four bytes in sixteen. */
const MAPPED = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 10, 0, 0, 1];
