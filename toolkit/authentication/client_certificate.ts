/**
 * Who a client is by its certificate: the common name is the user's, the organizations are its
 * groups, and the user id is its uid. The certificate's own digest tells it from others of the same user.
 *
 * @module
 */

import { createHash } from "node:crypto";
import type { Clock } from "../clock.ts";
import type { Certificate, Roots } from "../certificates/mod.ts";
import type { Registry } from "../metrics/mod.ts";
import type { Names } from "../names.ts";
import { authenticateCertificate } from "../serving/mod.ts";
import { ABSENT, type Authenticator, type Identity } from "./authenticator.ts";

/** What it takes to authenticate by certificates. */
export interface ClientCertificatesOptions {
  /** Authorities that are believed now. */
  roots(): Roots;
  readonly clock: Clock;
  readonly names: Names;
  readonly metrics: Registry;
}

/** Authenticates by certificates that lead to an authority that is believed. */
export function clientCertificates(options: ClientCertificatesOptions): Authenticator {
  const { clock, names, metrics } = options;
  const remaining = metrics.histogram({
    name: "apiserver_client_certificate_expiration_seconds",
    help: "How long the certificates that requests came with were still valid, in seconds.",
    buckets: REMAINING_SECONDS,
  }).with({});
  const known = new WeakMap<Certificate, Identity>();
  return {
    authenticate({ peer }) {
      const now = clock.now();
      const found = authenticateCertificate(peer, options.roots(), new Date(now));
      if (found.is === "absent") return ABSENT;
      if (found.is === "refused") return found;
      const { certificate } = found;
      remaining.observe((certificate.notAfter.getTime() - now) / 1000);
      let identity = known.get(certificate);
      if (identity === undefined) {
        identity = identityOf(certificate, names);
        known.set(certificate, identity);
      }
      return identity;
    },
  };
}

const HOUR = 3600;
const DAY = 24 * HOUR;
const REMAINING_SECONDS = [
  ...[0, HOUR / 2, HOUR, 2 * HOUR, 6 * HOUR, 12 * HOUR],
  ...[DAY, 2 * DAY, 4 * DAY, 7 * DAY, 30 * DAY, 90 * DAY, 180 * DAY, 360 * DAY],
];

function identityOf(certificate: Certificate, names: Names): Identity {
  const { commonName, organizations, userIds, der } = certificate;
  if (commonName === "") {
    return {
      is: "refused",
      reason: "the client certificate has no common name, which would be the user's name",
    };
  }
  const [uid = "", ...more] = userIds;
  if (more.length > 0) {
    return { is: "refused", reason: `expected 1 UID, but found multiple: [${userIds.join(" ")}]` };
  }
  if (userIds.includes("")) return { is: "refused", reason: "UID cannot be an empty string" };
  const digest = createHash("sha256").update(der).digest("hex");
  const extra = { [`authentication.${names.domain}/credential-id`]: [`X509SHA256=${digest}`] };
  const user = { name: commonName, uid, groups: organizations, extra };
  return { is: "known", user };
}
