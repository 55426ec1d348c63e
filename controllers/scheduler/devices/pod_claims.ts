/**
 * The claims on devices that a pod has.
 *
 * @module
 */

import type { PendingPod } from "../pod/pod_info.ts";
import type { ClaimView } from "./claim_views.ts";

/** Finds claims by their names. */
export interface ClaimSource {
  claim(namespace: string, name: string): ClaimView | undefined;
}

/** The claims of a pod, in their order; or why it has to wait for one of them. */
export function claimsOfPod(
  { key, namespace, uid, object: { spec, status } }: PendingPod,
  source: ClaimSource,
): readonly ClaimView[] | string {
  const claims: ClaimView[] = [];
  for (const one of spec.resourceClaims ?? []) {
    const isMade = one.resourceClaimName === undefined;
    if (isMade && one.resourceClaimTemplateName === undefined) {
      return `pod "${key}", spec.resourceClaim "${one.name}": none of the supported fields are set`;
    }
    const known = isMade
      ? status?.resourceClaimStatuses?.find(({ name }) => name === one.name)
      : one;
    if (known === undefined) return `pod "${key}": ResourceClaim not created yet`;
    // Where none is needed, it is said that there is none.
    if (known.resourceClaimName === undefined) continue;
    const claim = source.claim(namespace, known.resourceClaimName);
    if (claim === undefined) {
      return `could not find ResourceClaim "${namespace}/${known.resourceClaimName}"`;
    }
    if (claim.isDeleting) return `resourceclaim "${claim.name}" is being deleted`;
    if (isMade && claim.owner !== uid) {
      return `ResourceClaim ${claim.key} was not created for Pod ${key} (Pod is not owner)`;
    }
    // One can be named twice, and is one all the same.
    if (!claims.includes(claim)) claims.push(claim);
  }
  return claims;
}
