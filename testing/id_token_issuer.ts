/**
 * An issuer of ID tokens over HTTPS, with a server that knows its tokens, for tests.
 *
 * @module
 */

import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { flaggedIssuer } from "../apiserver/authentication/oidc/plugin.ts";
import { DIRECTLY } from "../apiserver/egress/mod.ts";
import type { ServerContext } from "../apiserver/server_context.ts";
import type { ApiServerFlagValues } from "../apiserver/surroundings.ts";
import type { Identity } from "../toolkit/authentication/authenticator.ts";
import { silentLogger } from "../toolkit/logger.ts";
import { Registry } from "../toolkit/metrics/mod.ts";
import type { Runnable } from "../toolkit/runnable.ts";
import { HttpsPeer, type PeerAnswer } from "./https_peer.ts";
import { VirtualClock } from "./virtual_clock.ts";

const NEVER = new AbortController().signal;
/** JSON, or a text, as a part of a token. */
export const base64 = (value: unknown) =>
  new TextEncoder().encode(typeof value === "string" ? value : JSON.stringify(value))
    .toBase64({ alphabet: "base64url", omitPadding: true });

/** A key, as its issuer has it. */
export interface Pair {
  readonly id: string;
  readonly alg: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

/** Makes one. */
export function pair(id: string, alg = "RS256"): Pair {
  const curve = { ES256: "P-256", ES384: "P-384" }[alg];
  return {
    id,
    alg,
    ...curve === undefined
      ? generateKeyPairSync("rsa", { modulusLength: 2048 })
      : generateKeyPairSync("ec", { namedCurve: curve }),
  };
}

export const RSA = pair("rsa");
export const OTHER = pair("other");
export const EC = pair("ec", "ES256");

/** A token signed by a key, whatever its head says. */
export function signed(key: Pair, claims: object, head: object = {}): string {
  const text = `${base64({ alg: key.alg, kid: key.id, ...head })}.${base64(claims)}`;
  const { alg = key.alg } = head as { alg?: string };
  const hash = `sha${key.alg.slice(2)}`;
  const signature = sign(hash, new TextEncoder().encode(text), {
    key: key.privateKey,
    dsaEncoding: "ieee-p1363",
    ...(alg.startsWith("PS") && { padding: 6, saltLength: 32 }),
  });
  return `${text}.${signature.toString("base64url")}`;
}

/** Keys as their issuer publishes them. */
export function keySetOf(pairs: readonly Pair[]): object {
  const keys = pairs.map(({ id, publicKey }) => ({
    ...publicKey.export({ format: "jwk" }),
    kid: id,
    use: "sig",
  }));
  return { keys };
}

/** An issuer, and a server that knows its tokens. */
export class Scene implements AsyncDisposable {
  keys: Pair[] = [RSA, EC];
  /** What the discovery document says otherwise. */
  document: Record<string, unknown> = {};
  /** What is answered instead, at any path. */
  instead: PeerAnswer | "nothing" | undefined;
  /** What is answered elsewhere, by path. */
  readonly answers = new Map<string, PeerAnswer>();
  readonly clock = new VirtualClock(Date.now());
  readonly metrics = new Registry();
  readonly peer: HttpsPeer;
  readonly #stop = new AbortController();
  readonly #folder = Deno.makeTempDirSync();
  readonly running: Promise<void>[] = [];

  private constructor(peer: HttpsPeer) {
    this.peer = peer;
  }

  static async start(): Promise<Scene> {
    const peer = await HttpsPeer.start(({ path }) => scene.#answer(path));
    const scene: Scene = new Scene(peer);
    return scene;
  }

  #answer(path: string): PeerAnswer | undefined {
    if (this.instead !== undefined) return this.instead === "nothing" ? undefined : this.instead;
    if (path === "/.well-known/openid-configuration") {
      const { url } = this.peer;
      return { body: { issuer: url, jwks_uri: `${url}/keys`, ...this.document } };
    }
    if (path !== "/keys") return this.answers.get(path) ?? { status: 404 };
    return { body: keySetOf(this.keys) };
  }

  /** The flags of the issuer. */
  flags(changes: Partial<ApiServerFlagValues> = {}): ApiServerFlagValues {
    const file = `${this.#folder}/ca.crt`;
    Deno.writeTextFileSync(file, this.peer.authority);
    return {
      "oidc-issuer-url": this.peer.url,
      "oidc-client-id": "client",
      "oidc-ca-file": file,
      "oidc-groups-claim": "",
      "oidc-groups-prefix": "",
      "oidc-username-prefix": "",
      "oidc-username-claim": "sub",
      "oidc-required-claim": {},
      "oidc-signing-algs": ["RS256"],
      ...changes,
    } as ApiServerFlagValues;
  }

  /** What shows tokens to the server; the keys' place is known, unless nobody is to wait for it. */
  async shower(changes: Partial<ApiServerFlagValues> = {}, isAwaited = true) {
    const context = {
      clock: this.clock,
      logger: silentLogger,
      metrics: this.metrics,
      identity: "server",
      dialect: "kubernetes",
      egress: DIRECTLY,
      signal: this.#stop.signal,
      background: ({ run }: Runnable) => {
        this.running.push(run({ signal: this.#stop.signal, started() {} }));
      },
    } as unknown as ServerContext;
    const tokens = await flaggedIssuer(context, this.flags(changes), []);
    const show = async (token: string): Promise<Identity> =>
      await tokens!.authenticateToken(token, { signal: NEVER });
    const probe = signed(RSA, this.claims({ aud: "nobody" }));
    while (isAwaited && told(await show(probe)) === UNREADY) await turned();
    return show;
  }

  claims(changes: object = {}): Record<string, unknown> {
    const now = Math.floor(this.clock.now() / 1000);
    return { iss: this.peer.url, sub: "jane", aud: "client", exp: now + 60, ...changes };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await Promise.all(this.running);
    await this.peer[Symbol.asyncDispose]();
    await Deno.remove(this.#folder, { recursive: true });
  }
}

export const UNREADY = "oidc: authenticator not initialized";

/** Lets connections go on. */
export const turned = () => new Promise((resolve) => setTimeout(resolve, 1));

/** Who somebody is, or why not. */
export const told = (identity: Identity) =>
  identity.is === "known"
    ? `${identity.user.name} [${identity.user.groups}]`
    : identity.is === "refused"
    ? identity.reason
    : "absent";
