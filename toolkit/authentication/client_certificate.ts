/**
 * Who a client is by its certificate: the common name is the user's, the organizations are its
 * groups. The certificate's own digest tells it from others of the same user.
 *
 * @module
 */

import { createHash } from "node:crypto";
import type { Clock } from "../clock.ts";
import type { Certificate, Roots } from "../certificates/mod.ts";
import type { Names } from "../names.ts";
import { authenticateCertificate } from "../serving/mod.ts";
import { ABSENT, type Authenticator, type Identity } from "./authenticator.ts";

/** Authenticates by certificates that lead to what `roots` gives, which may change with time. */
export function clientCertificates(
  roots: () => Roots,
  clock: Clock,
  names: Names,
): Authenticator {
  const known = new WeakMap<Certificate, Identity>();
  return {
    authenticate({ peer }) {
      const found = authenticateCertificate(peer, roots(), new Date(clock.now()));
      if (found.is === "absent") return ABSENT;
      if (found.is === "refused") return found;
      let identity = known.get(found.certificate);
      if (identity === undefined) {
        identity = identityOf(found.certificate, names);
        known.set(found.certificate, identity);
      }
      return identity;
    },
  };
}

function identityOf({ commonName, organizations, der }: Certificate, names: Names): Identity {
  if (commonName === "") {
    return {
      is: "refused",
      reason: "the client certificate has no common name, which would be the user's name",
    };
  }
  const digest = createHash("sha256").update(der).digest("hex");
  const extra = { [`authentication.${names.domain}/credential-id`]: [`X509SHA256=${digest}`] };
  const user = { name: commonName, uid: "", groups: organizations, extra };
  return { is: "known", user };
}
