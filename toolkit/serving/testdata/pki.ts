/**
 * Authorities and certificates of the tests of this folder.
 *
 * @module
 */

import {
  type Issuer,
  type KeyPair,
  makeAuthority,
  makeCertificate,
  USAGE,
} from "../../certificates/mod.ts";
import type { TlsMaterial } from "../tls_source.ts";

/** When the tests' certificates are made. The runtime's handshake knows no other clock. */
export const NOW: Date = new Date();

/** Signs the tests' servers. */
export const serverAuthority: Issuer = await makeAuthority("server authority", NOW);
/** Signs users. */
export const userAuthority: Issuer = await makeAuthority("user authority", NOW);
/** Signs proxies whose identity headers are believed. */
export const proxyAuthority: Issuer = await makeAuthority("proxy authority", NOW);

/** A server's key pair for `hosts`. */
export function serverPair(...hosts: string[]): Promise<KeyPair> {
  return makeCertificate(
    { commonName: hosts[0] ?? "server", hosts, usages: [USAGE.server], now: NOW },
    serverAuthority,
  );
}

/** What most tests' servers show. */
export const localhost: KeyPair = await serverPair("localhost", "127.0.0.1");

/** A server of `localhost` that asks for certificates of users and of proxies. */
export const material: TlsMaterial = {
  main: localhost,
  named: [],
  clientAuthorities: userAuthority.certificate + proxyAuthority.certificate,
};

/** A user's certificate. */
export const jane: KeyPair = await makeCertificate(
  { commonName: "jane", organizations: ["dev", "ops"], usages: [USAGE.client], now: NOW },
  userAuthority,
);
