/**
 * Keeps services from taking addresses that are not the cluster's.
 *
 * @module
 */

import type { Service } from "../../../toolkit/api/core_v1.ts";
import { about } from "../about.ts";
import type { AdmissionPlugin } from "../admission.ts";
import { refused } from "../refusal.ts";

/** Refuses external addresses of services but those that a service had before. */
export const denyServiceExternalIPs = (): AdmissionPlugin => ({
  handles: ["CREATE", "UPDATE"],
  about: about("", "services"),
  validate(request) {
    const { externalIPs = [] } = (request.object as Service).spec ?? {};
    const before = new Set((request.old as Service | undefined)?.spec?.externalIPs);
    if (externalIPs.every((address) => before.has(address))) return;
    throw refused(request, "Use of external IPs is denied by admission control");
  },
});
