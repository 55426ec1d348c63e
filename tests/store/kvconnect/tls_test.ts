/** Certificates of a remote store: --store-cafile, --store-certfile, --store-keyfile. */
import { contents, put, rejects } from "../../../apiserver/storage/contract/suite.ts";
import { Unavailable } from "../../../apiserver/storage/errors.ts";
import type { StoreTls } from "../../../apiserver/storage/options.ts";
import { makeAuthority, makeCertificate } from "../../../toolkit/certificates/mod.ts";
import { assert, assertEquals } from "../../../toolkit/deps/assert.ts";
import { openStore } from "./connect.ts";
import { hasty } from "./hasty_clock.ts";
import { KvConnectServer } from "./server.ts";

const now = new Date();
const past = new Date(now.getTime() - 10 * 24 * 60 * 60 * 1000);
const authority = await makeAuthority("store-ca", now);
const stranger = await makeAuthority("other-ca", now);
const hosts = ["127.0.0.1"];
const { certificate: cert, key } = await makeCertificate(
  { commonName: "store", hosts, now },
  authority,
);

async function pair(issuer: typeof authority, from = now): Promise<StoreTls> {
  const made = await makeCertificate({ commonName: "orch", now: from, days: 1 }, issuer);
  return { cert: made.certificate, key: made.key };
}

const ca = authority.certificate;
/** Each case: what we have, and whether the server then is reached. `clientCa`: it asks for ours. */
const CASES: [
  name: string,
  clientCa: string | undefined,
  tls: StoreTls | undefined,
  ok: boolean,
][] = [
  ["no certificates of ours", undefined, undefined, false],
  ["its authority", undefined, { ca }, true],
  ["its authority among others", undefined, { ca: `${stranger.certificate}\n${ca}` }, true],
  ["another authority", undefined, { ca: stranger.certificate }, false],
  ["a certificate that it does not ask for", undefined, { ca, ...await pair(stranger) }, true],
  ["a client certificate", ca, { ca, ...await pair(authority) }, true],
  ["a client certificate, but no authority", ca, await pair(authority), false],
  ["no client certificate", ca, { ca }, false],
  ["a client certificate of another authority", ca, { ca, ...await pair(stranger) }, false],
  ["a client certificate that has expired", ca, { ca, ...await pair(authority, past) }, false],
];

for (const [name, clientCa, tls, ok] of CASES) {
  Deno.test(`a store by TLS is ${ok ? "reached" : "not reached"} with ${name}`, async () => {
    await using server = await KvConnectServer.start({
      tls: { cert, key, ...(clientCa !== undefined && { clientCa }) },
    });
    if (!ok) {
      await rejects(Unavailable, () => openStore(server.url, { tls, ...hasty() }));
      assertEquals(server.requests.metadata, 0, "nothing was sent, a token least of all");
      return;
    }
    const store = await openStore(server.url, { tls });
    await store.commit([put("/registry/a", "x".repeat(200_000)), put("/registry/b", "1")]);
    assertEquals((await contents(store))["/registry/b"], "1");
    await store.close();
  });
}

Deno.test("a store by TLS is not reached under a name that its certificate lacks", async () => {
  await using server = await KvConnectServer.start({ tls: { cert, key } });
  const { port } = new URL(server.url);
  const open = () => openStore(`https://localhost:${port}`, { tls: { ca }, ...hasty() });
  const { message } = await rejects(Unavailable, open);
  assert(message.includes("certificate"), message);
});

Deno.test("a token that came by TLS is sent nowhere without", async () => {
  await using server = await KvConnectServer.start({ tls: { cert, key } });
  await using other = await KvConnectServer.start();
  const endpoints = [{ url: `${other.url}/data`, consistency: "strong" }];
  server.metadata = (document) => ({ ...document, endpoints });
  const { message } = await rejects(Unavailable, () => openStore(server.url, { tls: { ca } }));
  assert(message.includes("is not encrypted"), message);
  assertEquals(other.requests.snapshot_read, 0);
});
