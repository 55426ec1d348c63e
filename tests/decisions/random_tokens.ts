/**
 * Random tokens of service accounts, as they were signed or as somebody would like them to be, and the objects that
 * they stand or fall with.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from "node:crypto";
import { makeCertificate } from "../../toolkit/certificates/mod.ts";
import { Choices } from "./choices.ts";
import type { Part } from "./random_nodes.ts";

/** What there is when a token is shown. */
export interface TokenWorld {
  readonly accounts: readonly Part[];
  readonly secrets: readonly Part[];
  readonly pods: readonly Part[];
  readonly nodes: readonly Part[];
  readonly issuers: readonly string[];
  /** The API's own names. */
  readonly audiences: readonly string[];
  /** Whether accounts and secrets have to be there. */
  readonly lookup: boolean;
  /** In PEM. */
  readonly key: string;
}

/** A token that is shown. */
export interface ShownToken {
  readonly token: string;
  /** For whom; undefined: for the API. */
  readonly audiences?: readonly string[];
  readonly nowMs: number;
}

interface Key {
  readonly key: KeyObject;
  readonly id: string;
  readonly pem: string;
}

/** Today, as one of the reference's clocks can't be set. */
const NOON_MS = new Date().setUTCHours(12, 0, 0, 0);
const DAYS = [-2, -1, 0, 1].map((days) =>
  new Date(NOON_MS + days * 86_400_000).toISOString().slice(0, 10)
);
const ISSUER = "https://issuer.example.com";
const LEGACY = "kubernetes/serviceaccount";
const CLAIM = "kubernetes.io";
const NAMES = ["a", "b"];
const UIDS = ["u1", "u1", "u1", "u2"];
/** What a claim may be that somebody else has written. */
const STRANGE = ["", "x", "12", null, true, {}, [], ["x"], [1], 0, 1.5, -1, 1e10];
const [OWN, OTHER] = await Promise.all([made(), made()]);

async function made(): Promise<Key> {
  const { key: text } = await makeCertificate({ commonName: "key", now: new Date(NOON_MS) });
  const key = createPrivateKey(text);
  const open = createPublicKey(key);
  const der = open.export({ type: "spki", format: "der" });
  return {
    key,
    id: createHash("sha256").update(der).digest("base64url"),
    pem: String(open.export({ type: "spki", format: "pem" })),
  };
}

/** Makes tokens and what there is. */
export class RandomTokens extends Choices {
  question(): { readonly given: TokenWorld; readonly asked: ShownToken } {
    const nowMs = NOON_MS + this.below(3000);
    const isBound = this.chance(0.6);
    const claims = isBound ? this.#boundClaims(nowMs) : this.#legacyClaims();
    if (this.chance(0.1)) claims[this.one(Object.keys(claims))] = this.one<unknown>(STRANGE);
    const token = this.#altered(this.#signed(this.#written(claims)));
    return {
      given: {
        ...this.#objects(token, nowMs),
        issuers: this.chance(0.9) ? [ISSUER, "old"] : [LEGACY],
        audiences: this.chance(0.9) ? ["api", "kube"] : [],
        lookup: this.chance(0.8),
        key: OWN.pem,
      },
      asked: {
        token,
        ...(this.chance(0.3) && {
          audiences: this.one([["api"], ["vault"], ["kube", "vault"], ["x"], []]),
        }),
        nowMs,
      },
    };
  }

  #boundClaims(nowMs: number): Part {
    const now = Math.floor(nowMs / 1000);
    const near = () => this.one([-3600, -62, -61, -60, -59, -1, 0, 1, 59, 60, 61, 62, 3600]);
    const at = (usual: number) => now + (this.chance(0.8) ? usual : near());
    const namespace = this.chance(0.95) ? "shop" : this.one(["", "other"]);
    const bound = this.one<string[]>([[], ["pod"], ["pod", "node"], ["secret"], ["node"], [
      "secret",
      "pod",
    ]]);
    return {
      iss: this.#issuer(ISSUER),
      ...(this.chance(0.9) && {
        aud: this.chance(0.8)
          ? this.many(2, () => this.one(["api", "api", "vault"]))
          : this.one<unknown>(["api", "x", [], null]),
      }),
      ...(this.chance(0.95) && { exp: at(3600) }),
      ...(this.chance(0.9) && { iat: at(-10) }),
      ...(this.chance(0.9) && { nbf: at(-10) }),
      ...(this.chance(0.9) && { jti: "id" }),
      sub: `system:serviceaccount:${namespace}:a`,
      [CLAIM]: {
        namespace,
        serviceaccount: this.#reference(),
        ...Object.fromEntries(bound.map((kind) => [kind, this.#reference()])),
        ...(this.chance(0.3) && { warnafter: this.chance(0.9) ? at(3000) : 0 }),
      },
    };
  }

  #reference(): unknown {
    if (this.chance(0.03)) return this.one<unknown>(STRANGE);
    return {
      ...(this.chance(0.97) && { name: this.chance(0.95) ? "a" : this.one(["b", "c", ""]) }),
      ...(this.chance(0.95) && { uid: this.chance(0.9) ? "u1" : "u2" }),
    };
  }

  #legacyClaims(): Part {
    const claims: Part = { iss: this.#issuer(LEGACY) };
    const say = (name: string, usual: string, others: readonly string[]) => {
      if (this.chance(0.97)) claims[name] = this.chance(0.95) ? usual : this.one(others);
    };
    say("sub", "system:serviceaccount:shop:a", [
      "",
      "jane",
      "system:serviceaccount:shop:b",
      "system:serviceaccount:other:a",
      "system:serviceaccount:shop:a:a",
      "system:serviceaccount:Shop:a",
    ]);
    const prefix = `${CLAIM}/serviceaccount/`;
    say(`${prefix}namespace`, "shop", ["", "other"]);
    say(`${prefix}secret.name`, "a", ["", "b", "c"]);
    say(`${prefix}service-account.name`, "a", ["", "b"]);
    say(`${prefix}service-account.uid`, "u1", ["", "u2"]);
    if (this.chance(0.2)) claims.aud = this.one(["api", "vault"]);
    return claims;
  }

  #issuer(usual: string): unknown {
    return this.chance(0.95) ? usual : this.one([ISSUER, LEGACY, "old", "nobody", ""]);
  }

  /** As text, now and then as no program would write it. */
  #written(claims: Part): string {
    const text = JSON.stringify(claims);
    if (this.chance(0.95)) return text;
    return this.one([
      ` ${text}\n`,
      text.replace('"exp"', '"EXP"'),
      text.replace('"iss"', '"Iss"'),
      text.replace('"iss"', '"\\u0069ss"'),
      text.replace(/^\{/, '{"exp":99999999999,'),
      text.replace(/^\{/, '{"iss":"nobody",'),
      text.replace(/^\{/, '{"sub":"x",'),
      text.replace(/\}$/, ',"exp":1}'),
      text.replace(/\}$/, ',"other":{"exp":1}}'),
      `${text}x`,
      `[${text}]`,
      "null",
    ]);
  }

  #signed(claims: string): string {
    const { key, id } = this.chance(0.95) ? OWN : OTHER;
    const header = {
      alg: this.chance(0.97) ? "ES256" : this.one(["none", "HS256", "RS256", "ES384", ""]),
      ...(this.chance(0.7) && {
        kid: this.chance(0.95) ? id : this.one<unknown>([OTHER.id, "", "x", 1, null]),
      }),
      ...(this.chance(0.03) && { typ: "JWT" }),
      ...(this.chance(0.01) && { crit: this.one<unknown>([[], ["b64"], ["x"]]) }),
      ...(this.chance(0.01) && { b64: this.chance(0.5) }),
    };
    const signed = `${base64url(JSON.stringify(header))}.${base64url(claims)}`;
    const signature = sign("sha256", Buffer.from(signed), { key, dsaEncoding: "ieee-p1363" });
    return `${signed}.${signature.toString("base64url")}`;
  }

  /** Now and then not as it was signed. */
  #altered(token: string): string {
    if (this.chance(0.96)) return token;
    const [head = "", body = "", tail = ""] = token.split(".");
    return this.one([
      `${token}=`,
      `${token}.`,
      ` ${token}`,
      `${token} `,
      `${head}.${body}`,
      `${head}.${body}.`,
      `${head}.${body}.${tail.slice(0, -4)}`,
      `${head}.${body}.${tail}AAAA`,
      `${head}.${body}==.${tail}`,
      `${head}.${base64url("{}")}.${tail}`,
      `${base64url('{"alg":"none"}')}.${body}.`,
      "x",
      "",
    ]);
  }

  #objects(
    token: string,
    nowMs: number,
  ): Pick<TokenWorld, "accounts" | "secrets" | "pods" | "nodes"> {
    const all = (names: readonly string[], more: (name: string) => Part = () => ({})) =>
      names.filter(() => this.chance(0.93)).map((name) => {
        const { metadata = {}, ...fields } = more(name) as { readonly metadata?: Part };
        return { metadata: { ...this.#identity(name, nowMs), ...metadata }, ...fields };
      });
    const inShop = () => ({ metadata: { namespace: "shop" } });
    return {
      accounts: all(NAMES, () => ({
        ...inShop(),
        ...(this.chance(0.3) && { secrets: [{ name: "x" }, { name: this.one(NAMES) }] }),
      })),
      secrets: all(NAMES, () => ({
        metadata: { namespace: "shop", labels: this.#secretLabels() },
        ...(this.chance(0.97) && {
          data: { token: btoa(this.chance(0.93) ? token : "another") },
        }),
      })),
      pods: all(NAMES, inShop),
      nodes: all(NAMES),
    };
  }

  #identity(name: string, nowMs: number): Part {
    const deletedMs = nowMs + 1000 * this.one([-3600, -62, -61, -60, -59, 0, 30]);
    return {
      name,
      uid: this.one(UIDS),
      ...(this.chance(0.1) && {
        deletionTimestamp: new Date(deletedMs).toISOString().replace(/\.\d+/, ""),
      }),
    };
  }

  #secretLabels(): Record<string, string> {
    return {
      ...(this.chance(0.5) && { "kubernetes.io/legacy-token-last-used": this.one(DAYS) }),
      ...(this.chance(0.1) && {
        "kubernetes.io/legacy-token-invalid-since": this.one(["", DAYS[0]!]),
      }),
    };
  }
}

function base64url(text: string): string {
  return Buffer.from(text).toString("base64url");
}
