/**
 * Which queues a flow may use: a few of all, dealt by the hash of the flow like cards, so that two flows seldom
 * share all of theirs.
 *
 * @module
 */

import { createHash } from "node:crypto";

/** A flow's 64-bit hash: of the schema that its requests belong to, and of what tells its flows apart. */
export function hashOfFlow(schema: string, distinguisher: string): bigint {
  return createHash("sha256").update(`${schema}\0${distinguisher}`).digest().readBigUInt64LE();
}

/**
 * `size` different numbers below `deck`. The hash is read as a number whose digits choose among the cards that
 * are left; every hand is about as likely as any other as long as there are not more than 2⁶⁰.
 */
export function dealHand(hash: bigint, deck: number, size: number): number[] {
  const hand: number[] = [];
  let rest = hash;
  // Those that are gone, in ascending order: the place of a card among those left leads past them.
  const gone: number[] = [];
  for (let dealt = 0; dealt < size; dealt++) {
    const left = BigInt(deck - dealt);
    let card = Number(rest % left);
    rest /= left;
    let at = 0;
    while (at < gone.length && gone[at]! <= card) {
      card++;
      at++;
    }
    gone.splice(at, 0, card);
    hand.push(card);
  }
  return hand;
}
