/**
 * `./orch bench authentication`: microseconds to find out who sends a request, by each sort of credentials,
 * beside a token of the static file, in the same run.
 *
 * @module
 */

import { generateKeyPairSync } from "node:crypto";
import { type Authenticator, firstKnown } from "../toolkit/authentication/authenticator.ts";
import { bearerTokens } from "../toolkit/authentication/bearer_tokens.ts";
import { clientCertificates } from "../toolkit/authentication/client_certificate.ts";
import {
  requestHeaders,
  STANDARD_IDENTITY_HEADERS,
} from "../toolkit/authentication/request_header.ts";
import {
  accountSettings,
  serviceAccountTokens,
} from "../apiserver/authentication/serviceaccount/mod.ts";
import { firstToKnowToken } from "../toolkit/authentication/token_authenticator.ts";
import { cachedTokens } from "../toolkit/authentication/token_cache.ts";
import { tokenFile } from "../apiserver/authentication/token_file.ts";
import { startTestServer, TEST_TOKEN, TESTER } from "../testing/api_server.ts";
import {
  certificatesOfPem,
  makeAuthority,
  makeCertificate,
  rootsOf,
  USAGE,
} from "../toolkit/certificates/mod.ts";
import { systemClock } from "../toolkit/clock.ts";
import { silentLogger } from "../toolkit/logger.ts";
import { Registry } from "../toolkit/metrics/mod.ts";
import { NAMES } from "../toolkit/names.ts";
import type { Headers } from "../toolkit/serving/mod.ts";
import { saveResult, table } from "./report.ts";

const ROUNDS = 5;
const REQUESTS = 20_000;
/** Of those for which a signature is checked. */
const CHECKED = 500;

/** Prints microseconds a request, and their ratio to a token of the static file. */
export async function main(_args: string[]): Promise<number> {
  const now = new Date();
  const [users, proxies] = await Promise.all(
    ["users", "proxies"].map((n) => makeAuthority(n, now)),
  );
  if (users === undefined || proxies === undefined) throw new Error("an authority is missing");
  const rootsIn = ({ certificate }: { certificate: string }) => {
    const roots = rootsOf(certificatesOfPem(certificate, "authorities"));
    return () => roots;
  };
  const figures: Record<string, number> = {};
  for (const [algorithm, pair] of Object.entries(KEYS)) {
    let checked: Authenticator | undefined;
    let all: Authenticator | undefined;
    const settings = await settingsOf(pair);
    await using server = await startTestServer({
      tokenIssuer: settings.tokenIssuer,
      authenticator(context) {
        const accounts = firstToKnowToken(serviceAccountTokens(context, settings));
        const file = tokenFile(new Map([[TEST_TOKEN, TESTER]]));
        checked = bearerTokens([accounts]);
        return all = firstKnown([
          requestHeaders({
            roots: rootsIn(proxies),
            allowedNames: [],
            headers: STANDARD_IDENTITY_HEADERS,
            clock: systemClock,
          }),
          clientCertificates({
            roots: rootsIn(users),
            clock: systemClock,
            names: NAMES.kubernetes,
            metrics: new Registry(),
          }),
          bearerTokens([file, cachedTokens(accounts, context)]),
        ]);
      },
    });
    const accounts = "/api/v1/namespaces/default/serviceaccounts";
    await server.client.post(accounts, { metadata: { name: "robot" } });
    const issued = await server.client.post(`${accounts}/robot/token`, {});
    if (all === undefined || checked === undefined) throw new Error("the server has not started");
    const token = { authorization: `Bearer ${issued.json.status.token}` };
    const measure = (headers: Headers, issuer?: typeof users) =>
      best(all!, headers, REQUESTS, issuer);
    figures["token file"] ??= await measure({ authorization: `Bearer ${TEST_TOKEN}` });
    figures["client certificate"] ??= await measure({}, users);
    figures["proxy's headers"] ??= await measure({ "x-remote-user": "jane" }, proxies);
    figures[`account, ${algorithm}, cached`] = await measure(token);
    figures[`account, ${algorithm}, checked`] = await best(checked, token, CHECKED);
  }
  const base = figures["token file"] ?? 1;
  console.log(table(
    ["credentials", "µs", "ratio"],
    Object.entries(figures).map(([name, us]) => [name, us.toFixed(1), (us / base).toFixed(1)]),
  ));
  await saveResult("authentication", figures);
  return 0;
}

const KEYS = {
  RS256: generateKeyPairSync("rsa", { modulusLength: 2048 }),
  ES256: generateKeyPairSync("ec", { namedCurve: "P-256" }),
};

/** What flags come to that name a pair of keys. */
async function settingsOf({ privateKey, publicKey }: (typeof KEYS)["RS256"]) {
  const folder = await Deno.makeTempDir();
  const [key, pub] = [`${folder}/key`, `${folder}/pub`];
  await Deno.writeTextFile(key, privateKey.export({ type: "pkcs8", format: "pem" }) as string);
  await Deno.writeTextFile(pub, publicKey.export({ type: "spki", format: "pem" }) as string);
  const settings = await accountSettings({
    "api-audiences": [],
    "service-account-extend-token-expiration": true,
    "service-account-issuer": ["https://issuer"],
    "service-account-jwks-uri": "",
    "service-account-key-file": [pub],
    "service-account-lookup": true,
    "service-account-max-token-expiration": 0,
    "service-account-signing-key-file": key,
    "tls-private-key-file": "",
  }, { dialect: "kubernetes", logger: silentLogger });
  await Deno.remove(folder, { recursive: true });
  return settings;
}

/** The best of some rounds, in microseconds a request, of a connection with a certificate of `issuer`. */
async function best(
  authenticator: Authenticator,
  headers: Headers,
  requests: number,
  issuer?: Awaited<ReturnType<typeof makeAuthority>>,
): Promise<number> {
  const certificate = issuer && await makeCertificate(
    { commonName: "client", usages: [USAGE.client], now: new Date() },
    issuer,
  );
  const certificates = certificate && certificatesOfPem(certificate.certificate, "the client's");
  const peer = { address: "127.0.0.1", port: 1, ...(certificates && { certificates }) };
  const { signal } = new AbortController();
  let least = Infinity;
  for (let round = 0; round < ROUNDS; round++) {
    const began = performance.now();
    for (let count = 0; count < requests; count++) {
      const asked = authenticator.authenticate({ headers, peer, signal });
      const identity = asked instanceof Promise ? await asked : asked;
      if (identity.is !== "known") throw new Error("nobody is known");
    }
    least = Math.min(least, (performance.now() - began) * 1000 / requests);
  }
  return least;
}
