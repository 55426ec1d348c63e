/**
 * Who a client is by its certificate: the common name is the user's, the organizations are its
 * groups.
 *
 * @module
 */

import type { Clock } from "../../toolkit/clock.ts";
import type { Certificate, Roots } from "../../toolkit/certificates/mod.ts";
import { authenticateCertificate } from "../../toolkit/serving/mod.ts";
import { ABSENT, type Authenticator, type Identity } from "./authenticator.ts";

/** Authenticates by certificates that lead to what `roots` gives, which may change with time. */
export function clientCertificates(roots: () => Roots, clock: Clock): Authenticator {
  const known = new WeakMap<Certificate, Identity>();
  return {
    authenticate({ peer }) {
      const found = authenticateCertificate(peer, roots(), new Date(clock.now()));
      if (found.is === "absent") return ABSENT;
      if (found.is === "refused") return found;
      let identity = known.get(found.certificate);
      if (identity === undefined) {
        identity = identityOf(found.certificate);
        known.set(found.certificate, identity);
      }
      return identity;
    },
  };
}

function identityOf({ commonName, organizations }: Certificate): Identity {
  if (commonName === "") {
    return { is: "refused", reason: "the client certificate names nobody" };
  }
  const user = { name: commonName, uid: "", groups: organizations, extra: {} };
  return { is: "known", user };
}
