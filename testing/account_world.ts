/**
 * A server with a service account, and keys that sign its tokens.
 *
 * @module
 */

import { generateKeyPairSync } from "node:crypto";
import { startTestServer, TEST_TOKEN, TESTER, type TestServer } from "./api_server.ts";
import { FakeClock } from "../toolkit/clock.ts";
import { assertEquals } from "../toolkit/deps/assert.ts";
import { silentLogger } from "../toolkit/logger.ts";
import { type Dialect, NAMES } from "../toolkit/names.ts";
import { bearerTokens } from "../toolkit/authentication/bearer_tokens.ts";
import { signJsonWebToken } from "../toolkit/tokens/json_web_token.ts";
import { tokenFile } from "../apiserver/authentication/token_file.ts";
import { privateKeyOfPem } from "../toolkit/tokens/keys.ts";
import { serviceAccountTokens } from "../apiserver/authentication/serviceaccount/authenticators.ts";
import {
  type AccountFlags,
  accountSettings,
} from "../apiserver/authentication/serviceaccount/settings.ts";

export const NOW = Date.UTC(2026, 0, 1);
export const ISSUER = "https://issuer.example.com";
export const OLD_ISSUER = "https://old.example.com";
export const ACCOUNTS = "/api/v1/namespaces/default/serviceaccounts";
export const SECRETS = "/api/v1/namespaces/default/secrets";
export const PODS = "/api/v1/namespaces/default/pods";

export const utf8 = new TextEncoder();
export const base64 = (value: unknown) =>
  utf8.encode(typeof value === "string" ? value : JSON.stringify(value))
    .toBase64({ alphabet: "base64url", omitPadding: true });

type Curve = "P-256" | "P-384" | "P-521";

function keyPair(curve: Curve | "RSA"): { privateKey: string; publicKey: string } {
  const { privateKey, publicKey } = curve === "RSA"
    ? generateKeyPairSync("rsa", { modulusLength: 2048 })
    : generateKeyPairSync("ec", { namedCurve: curve });
  return {
    privateKey: privateKey.export({ type: "pkcs8", format: "pem" }) as string,
    publicKey: publicKey.export({ type: "spki", format: "pem" }) as string,
  };
}

/** Keys of all tests here, and one that no server knows. */
export const KEYS = {
  RSA: keyPair("RSA"),
  "P-256": keyPair("P-256"),
  "P-384": keyPair("P-384"),
  "P-521": keyPair("P-521"),
  stranger: keyPair("P-256"),
} as const;

const DEFAULTS: AccountFlags = {
  "api-audiences": [],
  "service-account-extend-token-expiration": true,
  "service-account-issuer": [ISSUER, OLD_ISSUER],
  "service-account-jwks-uri": "",
  "service-account-key-file": [],
  "service-account-lookup": true,
  "service-account-max-token-expiration": 0,
  "service-account-signing-key-file": "",
  "tls-private-key-file": "",
};

/** A server, and what it says of tokens. */
export interface World extends AsyncDisposable {
  readonly server: TestServer;
  readonly clock: FakeClock;
  readonly uid: string;
  /** Who bears a token, as the server says; or why nobody does. */
  who(token: string, audiences?: string[]): Promise<Review>;
  /** A token of the account, over the API. */
  issued(spec?: object): Promise<string>;
}

interface Review {
  readonly authenticated?: boolean;
  readonly error?: string;
  readonly user: { username?: string; uid?: string; groups?: string[]; extra?: object };
  readonly audiences?: string[];
}

/** A server with a service account `robot` whose tokens are signed with a key. */
export async function world(
  flags: Partial<AccountFlags> = {},
  signsWith: Exclude<keyof typeof KEYS, "stranger"> = "P-256",
  dialect: Dialect = "kubernetes",
): Promise<World> {
  const folder = await Deno.makeTempDir();
  const keyFile = `${folder}/keys.pem`;
  const { stranger: _, ...own } = KEYS;
  await Deno.writeTextFile(keyFile, Object.values(own).map((pair) => pair.publicKey).join("\n"));
  const signingFile = `${folder}/signing.pem`;
  await Deno.writeTextFile(signingFile, KEYS[signsWith].privateKey);
  const settings = await accountSettings({
    ...DEFAULTS,
    "service-account-key-file": [keyFile],
    "service-account-signing-key-file": signingFile,
    ...flags,
  }, { dialect, logger: silentLogger });
  await Deno.remove(folder, { recursive: true });
  const clock = new FakeClock(NOW);
  const server = await startTestServer({
    dialect,
    clock,
    tokenIssuer: settings.tokenIssuer,
    authenticator: (context) =>
      bearerTokens([
        tokenFile(new Map([[TEST_TOKEN, TESTER]])),
        ...serviceAccountTokens(context, settings),
      ]),
  });
  const account = await server.client.post(ACCOUNTS, { metadata: { name: "robot" } });
  assertEquals(account.status, 201, account.text);
  const authentication = NAMES[dialect].group("authentication");
  return {
    server,
    clock,
    uid: account.json.metadata.uid,
    async who(token, audiences) {
      const review = await server.client.post(`/apis/${authentication}/v1/tokenreviews`, {
        spec: { token, audiences },
      });
      assertEquals(review.status, 201, review.text);
      const { error, ...status } = review.json.status;
      // What is told of every token that is nobody's is passed over.
      const [, reason] = /^\[invalid bearer token, (.*)\]$/.exec(error ?? "") ?? [];
      return { ...status, ...(error && { error: reason ?? error }) };
    },
    async issued(spec = {}) {
      const answer = await server.client.post(`${ACCOUNTS}/robot/token`, { spec });
      assertEquals(answer.status, 201, answer.text);
      return answer.json.status.token;
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

/** The header and the claims of a token. */
export function partsOf(
  token: string,
): [header: Record<string, unknown>, claims: Record<string, unknown>] {
  return token.split(".").slice(0, 2).map((part) =>
    JSON.parse(new TextDecoder().decode(Uint8Array.fromBase64(part, { alphabet: "base64url" })))
  ) as [Record<string, unknown>, Record<string, unknown>];
}

/** A token with these claims that a key of the tests signed. */
export async function signed(key: keyof typeof KEYS, claims: object): Promise<string> {
  return await signJsonWebToken(await privateKeyOfPem(KEYS[key].privateKey), claims);
}

/** What is said of a token for somebody else. */
export const AUDIENCES =
  `token audiences ["x"] is invalid for the target audiences ["${ISSUER}" "${OLD_ISSUER}"]`;
