/**
 * Reviews that webhooks were sent, as they are compared.
 *
 * @module
 */

import type { PeerRequest } from "./https_peer.ts";
import { membersInOrder } from "./members_in_order.ts";

/** The reviews that came in, but for their ids, in an order that does not depend on when they came. */
export function reviewsOf(requests: readonly PeerRequest[]): string[] {
  return requests.map(({ path, body }) => {
    const review = JSON.parse(body);
    if (review.request !== undefined) review.request.uid = "";
    return `${path} ${JSON.stringify(membersInOrder(review))}`;
  }).sort();
}
